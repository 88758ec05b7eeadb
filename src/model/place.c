/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which frame holds what at the start: the parameters `map` and `free_lists`.
 *
 * Rules: a map has one sign a frame: . free, m movable, c clean page cache,
 * p pinned. Of free_lists each block is aligned and followed by a pinned frame,
 * from frame 0 up, the highest order first; then come movable_pages,
 * lru_clean_pages and pinned_pages; what is left is pinned, too.
 */
#include <string.h>
#include "model/machine.h"
#include "model/setup.h"

enum { FREE_LISTS_FRAMES = 131072 };

/* What the zones manage; without that, their free pages. */
static s64 zone_list_ram(const struct setup *s)
{
	struct told_zone z[ZONES_MAX];
	s64 pages = 0;

	for (unsigned n = setup_told_zones(s, z); n-- > 0;)
		pages += z[n].managed ? z[n].managed : z[n].free;
	return pages ? pages : 1;
}

void setup_derive(struct setup *s)
{
	const char *map = setup_text(s, PARAM_MAP);

	if (*map)
		s->value[PARAM_RAM_PAGES] = (s64)strlen(map);
	else if (*setup_text(s, PARAM_FREE_LISTS))
		s->value[PARAM_RAM_PAGES] = FREE_LISTS_FRAMES;
	else if (*setup_text(s, PARAM_ZONE_LIST))
		s->value[PARAM_RAM_PAGES] = zone_list_ram(s);
}

/* Reads the next number of a list; what follows it is then at *text. */
static s64 next_number(const char **text)
{
	s64 n = 0;

	while (**text >= '0' && **text <= '9' && n < FREE_LISTS_FRAMES)
		n = n * 10 + (*(*text)++ - '0');
	return n;
}

static const char *lists_bad(const char *text, size_t *at)
{
	const char *p = text;

	for (unsigned orders = 0;; p++) {
		const char *number = p;
		s64 n = next_number(&p);

		*at = (size_t)(number - text);
		if (p == number)
			return "a number of free blocks should stand here";
		if (n >= FREE_LISTS_FRAMES)
			return "that is more than memory has frames";
		if (++orders > BUDDY_ORDERS)
			return "there are only 11 orders, 0 to 10";
		*at = (size_t)(p - text);
		if (!*p)
			return NULL;
		if (*p != ',')
			return "numbers are separated by commas";
	}
}

const char *setup_text_bad(enum param p, const char *text, size_t *at)
{
	*at = 0;
	if (p == PARAM_MAP) {
		*at = strspn(text, ".mcp");
		return text[*at] ? "a frame is one of . m c p" : NULL;
	}
	if (p == PARAM_ZONE_LIST) {
		struct told_zone told[ZONES_MAX];
		unsigned n;

		return zone_list_read(text, told, &n, at);
	}
	return p == PARAM_FREE_LISTS && *text ? lists_bad(text, at) : NULL;
}

static u32 aligned(u32 pfn, unsigned order)
{
	u32 size = 1u << order;

	return (pfn + size - 1) & ~(size - 1);
}

static void read_lists(const char *text, s64 *blocks)
{
	for (unsigned o = 0; o < BUDDY_ORDERS; o++)
		blocks[o] = 0;
	for (unsigned o = 0; *text; text += *text == ',')
		blocks[o++] = next_number(&text);
}

/* The frame behind the last block and its pinned frame. */
static u64 lists_end(const s64 *blocks)
{
	u64 end = 0;

	for (unsigned o = BUDDY_ORDERS; o-- > 0;) {
		u64 size = UINT64_C(1) << o;
		u64 step = o ? 2 * size : 2;

		if (!blocks[o])
			continue;
		end = (end + size - 1) / size * size;
		end += (u64)(blocks[o] - 1) * step + size + 1;
	}
	return end;
}

static const char *zone_list_conflict(const struct setup *s)
{
	if (*setup_text(s, PARAM_MAP) || *setup_text(s, PARAM_FREE_LISTS))
		return "zone_list says what is in the frames, too: give map, "
		       "free_lists or zone_list";
	if (s->value[PARAM_ZONES])
		return "zone_list says which zones there are: leave out zones";
	return NULL;
}

const char *place_conflict(const struct setup *s)
{
	const s64 *v = s->value;
	s64 blocks[BUDDY_ORDERS];

	if (*setup_text(s, PARAM_MAP) && *setup_text(s, PARAM_FREE_LISTS))
		return "free_lists and map both say what is in the frames: "
		       "give one of them";
	if (*setup_text(s, PARAM_ZONE_LIST))
		return zone_list_conflict(s);
	if (!*setup_text(s, PARAM_FREE_LISTS))
		return NULL;
	read_lists(setup_text(s, PARAM_FREE_LISTS), blocks);
	if ((s64)lists_end(blocks) + v[PARAM_MOVABLE_PAGES] +
			v[PARAM_LRU_CLEAN_PAGES] + v[PARAM_PINNED_PAGES] >
		FREE_LISTS_FRAMES)
		return "free_lists, each block with a pinned frame behind it, "
		       "movable_pages, lru_clean_pages and pinned_pages need "
		       "more than 131072 frames";
	return NULL;
}

static void place_map(struct machine *m, const char *map)
{
	for (u32 pfn = 0; map[pfn]; pfn++) {
		if (map[pfn] == 'm')
			memory_place(m, pfn, PAGE_MOVABLE);
		else if (map[pfn] == 'p')
			memory_place(m, pfn, PAGE_HELD);
		else if (map[pfn] == 'c')
			memory_place_clean(m, pfn);
	}
}

static void pin(struct machine *m, u32 from, u32 to)
{
	for (u32 pfn = from; pfn < to && pfn < m->memory.frames; pfn++)
		memory_place(m, pfn, PAGE_HELD);
}

static void place_lists(struct machine *m, const struct setup *s)
{
	const s64 *v = s->value;
	s64 blocks[BUDDY_ORDERS];
	u32 pfn = 0;

	read_lists(setup_text(s, PARAM_FREE_LISTS), blocks);
	for (unsigned o = BUDDY_ORDERS; o-- > 0;) {
		for (s64 i = 0; i < blocks[o]; i++) {
			u32 start = aligned(pfn, o);

			pin(m, pfn, start);
			pfn = start + (1u << o) + 1;
			pin(m, pfn - 1, pfn);
		}
	}
	for (s64 i = 0; i < v[PARAM_MOVABLE_PAGES]; i++)
		memory_place(m, pfn++, PAGE_MOVABLE);
	for (s64 i = 0; i < v[PARAM_LRU_CLEAN_PAGES]; i++)
		memory_place_clean(m, pfn++);
	pin(m, pfn, m->memory.frames);
}

void memory_place_all(struct machine *m, const struct setup *s)
{
	if (*setup_text(s, PARAM_MAP))
		place_map(m, setup_text(s, PARAM_MAP));
	else if (*setup_text(s, PARAM_FREE_LISTS))
		place_lists(m, s);
	else if (*setup_text(s, PARAM_ZONE_LIST))
		zone_list_place(m, s);
	if (s->workload == WORKLOAD_SLUB)
		memory_place_by_chance(m, s);
}
