/* SPDX-License-Identifier: GPL-3.0-or-later
 * The parameter `zone_list`: zones as a kernel's report tells them, the lowest
 * first: "DMA free=3975 min=66 low=82 high=99 reserve=3912 blocks=1,0,1; Normal
 * node=1 …".
 */
#include <string.h>
#include "model/request.h"

enum { KEY_MAX = 12, MAX_BLOCK = BUDDY_ORDERS - 1 };
static const s64 PAGES_MOST = INT64_C(1) << 40;

struct reader {
	const char *text, *p;
	struct told_zone *z;
	bool node;			/* a node was given */
	u32 seen;			/* keys of this zone */
	const char *why;		/* what is wrong, at p */
};

/* To add a key: a row here; the first four must be there. */
enum { KEYS_NEEDED = 4 };
static const struct {
	const char *key;
	size_t offset;
} keys[] = {
#define X(name) { #name, offsetof(struct told_zone, name) }
	X(free), X(min), X(low), X(high),
	X(boost), X(reserve), X(cma), X(highatomic), X(managed),
#undef X
};
enum { KEYS = sizeof(keys) / sizeof(*keys), BLOCKS = KEYS, NODE };

static bool bad(struct reader *r, const char *why)
{
	if (!r->why)
		r->why = why;
	return false;
}

static bool number(struct reader *r, s64 *value)
{
	const char *start = r->p;
	s64 n = 0;

	while (*r->p >= '0' && *r->p <= '9' && n < PAGES_MOST)
		n = n * 10 + (*r->p++ - '0');
	if (r->p == start)
		return bad(r, "a number should stand here");
	r->p = n >= PAGES_MOST ? start : r->p;
	*value = n;
	return n < PAGES_MOST || bad(r, "the number is too large");
}

/* "12,0,3c": c marks blocks that the request may not take. */
static bool blocks(struct reader *r)
{
	for (unsigned o = 0;; o++, r->p++) {
		if (o == BUDDY_ORDERS)
			return bad(r, "there are only 11 orders, 0 to 10");
		if (!number(r, &r->z->blocks[o]))
			return false;
		if (r->z->blocks[o] > PAGES_MOST >> o ||
			r->z->blocks[o] > UINT32_MAX) {
			r->p--;
			return bad(r, "the number is too large");
		}
		r->z->closed[o] = *r->p == 'c';
		r->p += *r->p == 'c';
		if (*r->p != ',')
			return true;
	}
}

/* " node 12" behind the name. */
static void put_node(char *name, s64 node)
{
	static const s64 tens[] = { 1000, 100, 10, 1 };

	memcpy(name, " node ", 6);
	name += 6;
	for (unsigned i = 0; i < 4; i++)
		if (node >= tens[i] || i == 3)
			*name++ = (char)('0' + node / tens[i] % 10);
	*name = '\0';
}

static bool node(struct reader *r)
{
	s64 value;

	if (!number(r, &value))
		return false;
	if (value > 1023) {
		r->p--;
		return bad(r, "nodes are 0 to 1023");
	}
	put_node(r->z->name + strlen(r->z->name), value);
	return true;
}

static bool name(struct reader *r)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "abcdefghijklmnopqrstuvwxyz0123456789";
	size_t n = strspn(r->p, letters);

	if (!n || n > 8)
		return bad(r, "a zone's name should stand here, like DMA32");
	memcpy(r->z->name, r->p, n);
	r->p += n;
	return true;
}

static unsigned key_find(const char *word, size_t n)
{
	for (unsigned k = 0; k < KEYS; k++)
		if (strlen(keys[k].key) == n && !memcmp(keys[k].key, word, n))
			return k;
	return n == 6 && !memcmp(word, "blocks", n) ? BLOCKS
		: n == 4 && !memcmp(word, "node", n) ? NODE : NODE + 1;
}

/* " key=value" */
static bool pair(struct reader *r)
{
	size_t n = strcspn(r->p, "=; \n");
	unsigned k = key_find(r->p, n);

	if (k > NODE)
		return bad(r, "one of free, min, low, high, boost, reserve, cma, highatomic, managed, node, blocks should stand here");
	if (r->seen >> k & 1)
		return bad(r, "this stands twice");
	r->seen |= 1u << k;
	r->p += n;
	if (*r->p != '=')
		return bad(r, "= and a value should stand here");
	r->p++;
	return k == BLOCKS ? blocks(r) : k == NODE ? node(r)
		: number(r, (s64 *)((char *)r->z + keys[k].offset));
}

static void blanks(struct reader *r)
{
	r->p += strspn(r->p, " \n");
}

static bool zone(struct reader *r)
{
	const char *start = r->p;

	memset(r->z, 0, sizeof(*r->z));
	r->seen = 0;
	if (!name(r))
		return false;
	for (blanks(r); *r->p && *r->p != ';'; blanks(r))
		if (!pair(r))
			return false;
	for (unsigned k = 0; k < KEYS_NEEDED; k++)
		if (!(r->seen >> k & 1)) {
			r->p = start;
			return bad(r, "each zone has free, min, low and high");
		}
	return true;
}

const char *zone_list_read(const char *text, struct told_zone out[ZONES_MAX],
	unsigned *n, size_t *at)
{
	struct reader r = { .text = text, .p = text };

	*n = 0;
	*at = 0;
	blanks(&r);
	while (*r.p) {
		r.z = &out[*n];
		if (*n == ZONES_MAX)
			bad(&r, "there is room for 8 zones");
		else if (zone(&r))
			++*n;
		*at = (size_t)(r.p - text);
		if (r.why)
			return r.why;
		r.p += *r.p == ';';
		blanks(&r);
	}
	return NULL;
}

/* ---- where their frames lie ------------------------------------------------- */

/* A frame behind each block keeps it from merging; zones begin where a block of
 * the largest order may. Returns frames. */
static u32 lay_zone(const struct told_zone *z, s64 pages_most, u32 *laid)
{
	u64 end = 0;

	for (unsigned o = BUDDY_ORDERS; o-- > 0;) {
		u64 size = UINT64_C(1) << o, step = o ? 2 * size : 2;
		s64 most = pages_most >> o ? pages_most >> o : 1;
		s64 n = z->closed[o] ? 0
			: z->blocks[o] < most ? z->blocks[o] : most;

		laid[o] = (u32)n;
		if (!n)
			continue;
		end = (end + size - 1) / size * size;
		end += (u64)(n - 1) * step + size + 1;
	}
	return (((u32)end >> MAX_BLOCK) + 1) << MAX_BLOCK;
}

void zone_list_layout(const struct told_zone *z, unsigned n,
	struct zone_layout *out)
{
	enum { FRAMES_WANTED = 1 << 18, LEAST = 1 << 10 };

	for (s64 most = FRAMES_WANTED; ; most /= 2) {
		out->all = 0;
		for (unsigned i = 0; i < n; i++) {
			out->first[i] = out->all;
			out->frames[i] = lay_zone(&z[i], most, out->laid[i]);
			out->all += out->frames[i];
		}
		if (out->all <= FRAMES_WANTED || most <= LEAST)
			return;
	}
}
