/* SPDX-License-Identifier: GPL-3.0-or-later
 * Pieces of a report, from text to numbers: zones, lists, totals, slabs.
 */
#include <string.h>
#include "report/parse.h"

enum zone_class scan_class(const char *s, size_t *n)
{
	*n = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
	for (int c = 0; c < ZONE_N; c++) {
		const char *name = zone_class_name((enum zone_class)c);

		if (strlen(name) == *n && !memcmp(s, name, *n))
			return (enum zone_class)c;
	}
	return ZONE_UNKNOWN;
}

/* A unit, into which mail may have put a blank or a line's end: "kB", "KB",
 * "k\nB", " kB". */
static bool scan_unit(const char **s)
{
	const char *at = *s + (**s == '\n' || **s == ' ');

	if (*at != 'k' && *at != 'K')
		return false;
	at++;
	if (*at == '\n' || *at == ' ')
		at++;
	if (*at != 'B' || !strchr(" \n,", at[1]))
		return false;
	*s = at + 1;
	return true;
}

static s64 *zone_field(struct report *r, struct report_zone *z, const char *key,
	size_t n)
{
	const struct {
		const char *key;
		s64 *value;
	} fields[] = { { "free", &z->free }, { "boost", &z->boost },
		{ "min", &z->min }, { "low", &z->low }, { "high", &z->high },
		{ "present", &z->present }, { "managed", &z->managed },
		{ "free_cma", &z->cma }, { "reserved_highatomic",
		&z->highatomic }, { "free_highatomic", &z->highatomic } };

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (*fields[i].key == *key && strlen(fields[i].key) == n &&
			!memcmp(fields[i].key, key, n))
			return fields[i].value;
	return NULL;
}

/* "free", or "fr" "ee" where mail put a blank into a word. */
static s64 *field_at(struct report *r, struct report_zone *z, const char *before,
	size_t n_before, const char *key, size_t n)
{
	char joined[32];
	s64 *field = NULL;

	if (n_before && n_before + n < sizeof(joined)) {
		memcpy(joined, before, n_before);
		memcpy(joined + n_before, key, n);
		field = zone_field(r, z, joined, n_before + n);
	}
	return field ? field : zone_field(r, z, key, n);
}

/* "22 688kB": which digits are lost? */
static bool is_broken(const char *s)
{
	s64 more;

	return *s == ' ' && s++ && scan_number(&s, &more) && scan_unit(&s);
}

void parse_zone(struct report *r, struct report_zone *z, const char *s)
{
	const char *before = s;
	size_t n_before = 0;

	while (*s) {
		const char *key = s + strspn(s, " \n"), *at;
		size_t n = strcspn(key, " :\n");
		s64 *field, value;

		s = at = key + n;
		if (*s != ':') {
			before = key;
			n_before = n;
			continue;
		}
		at++;
		field = field_at(r, z, before, n_before, key, n);
		n_before = 0;
		s += strcspn(s, " \n");
		if (!scan_number(&at, &value))
			continue;
		if (!scan_unit(&at)) {
			r->uncertain += is_broken(at);
			continue;
		}
		s = at;
		if (field && (*field < 0 || field != &z->free))
			*field = value;
	}
	z->has_line = true;
	r->boost_kernel |= z->boost >= 0;
	if (z->boost >= 0 || z->highatomic >= 0)
		r->hints |= HINT_SINCE_4_4;
}

void parse_reserve(struct report_zone *z, const char *s)
{
	unsigned n = 0;
	s64 value;

	for (s += strspn(s, " \n"); *s; s += strspn(s, " \n")) {
		if (n == REPORT_RESERVES || !scan_number(&s, &value) ||
			!strchr(" \n", *s))
			return;
		z->reserve[n++] = value;
	}
	z->n_reserve = n;
}

static u8 scan_letters(const char **s)
{
	static const char known[] = "UMERHCI";
	u8 letters = 0;

	for ((*s)++; **s && (**s == ' ' || strchr(known, **s)); (*s)++)
		if (**s != ' ')
			letters |= (u8)(1u << (strchr(known, **s) - known));
	*s += **s == ')';
	return letters;
}

static void list_hints(struct report *r, const struct report_zone *z)
{
	for (unsigned o = 0; o < z->n_orders; o++) {
		if (z->letters[o] & LETTER_R)
			r->hints |= HINT_BEFORE_4_4;
		if (z->letters[o] & LETTER_H)
			r->hints |= HINT_SINCE_4_4;
	}
}

/* "12*4kB" or, after a mail program, "12_4kB"; the sizes double. */
static bool scan_blocks(const char **s, struct report_zone *z, s64 *page_kb)
{
	unsigned o = z->n_orders;
	s64 count, kb;

	if (!scan_number(s, &count))
		return false;
	*s += strspn(*s, " \n");	/* where mail broke the line */
	if (!**s || !strchr("*_", *(*s)++))
		return false;
	*s += strspn(*s, " \n");
	if (!scan_number(s, &kb) || !scan_unit(s) || o == REPORT_ORDERS)
		return false;
	if (!o)
		*page_kb = kb;
	if (*page_kb < 1 || *page_kb > 1024 || kb != *page_kb << o ||
		count > INT64_MAX >> 32)
		return false;
	z->blocks[o] = count;
	z->n_orders++;
	return true;
}

/* The total closes the list, and must be its sum. */
static void close_list(struct report *r, struct report_zone *z, s64 page_kb,
	const char *s)
{
	s64 kb;

	s += 1 + strspn(s + 1, " \n");
	if (!scan_number(&s, &kb) || !scan_unit(&s))
		return;
	z->list_kb = kb;
	z->list_whole = kb == report_list_pages(z) * page_kb;
	r->bad_lists += !z->list_whole;
}

void parse_list(struct report *r, struct report_zone *z, const char *s)
{
	s64 page_kb = 0;

	z->n_orders = 0;
	z->list_whole = false;
	memset(z->letters, 0, sizeof(z->letters));
	for (s += strspn(s, " \n"); *s; s += strspn(s, " \n")) {
		if (*s == '(' && z->n_orders) {
			z->letters[z->n_orders - 1] = scan_letters(&s);
		} else if (*s == '=') {
			close_list(r, z, page_kb, s);
			break;
		} else if (!scan_blocks(&s, z, &page_kb)) {
			break;
		}
	}
	list_hints(r, z);
	/* One size without its total may be a line out of its place. */
	if ((z->n_orders > 1 || z->list_whole) && r->page_size < 0 &&
		page_kb <= 256)
		r->page_size = page_kb * 1024;
}

/* Where memory is: adds up what the totals name, in pages. */
void parse_totals(struct report *r, const char *s)
{
	const struct {
		const char *key;
		s64 *value;
	} fields[] = { { "free:", &r->free_total },
		{ "free_cma:", &r->free_cma_total },
		{ "active_anon:", &r->anon_pages },
		{ "inactive_anon:", &r->anon_pages },
		{ "active_file:", &r->file_pages },
		{ "inactive_file:", &r->file_pages },
		{ "slab_unreclaimable:", &r->slab_pages } };

	for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
		size_t n = strcspn(s, " ");

		for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
			const char *at;
			s64 value;

			if (*s != *fields[i].key || !starts(s, fields[i].key))
				continue;
			at = s + strlen(fields[i].key);
			if (!scan_number(&at, &value) || (*at && *at != ' '))
				continue;
			*fields[i].value = i < 2 || *fields[i].value < 0
				? value : *fields[i].value + value;
		}
		s += n;
	}
}

bool parse_tail(struct report *r, const char *s)
{
	s64 value;

	if (starts(s, "Free swap")) {
		if (number_after(s, "Free swap", &value) && strstr(s, "kB"))
			r->free_swap_kb = value;
		return true;
	}
	if (starts(s, "Total swap")) {
		if (number_after(s, "Total swap", &value) && strstr(s, "kB"))
			r->total_swap_kb = value;
		return true;
	}
	if (!scan_number(&s, &value) || !starts(s, " pages ") ) {
		return starts(s, " total pagecache pages") ||
			starts(s, " pagecache pages");
	}
	s += 7;
	if (!strcmp(s, "RAM") || !strcmp(s, "of RAM"))
		r->ram_pages = value;
	return starts(s, "RAM") || starts(s, "of RAM") || starts(s, "High") ||
		starts(s, "reserved") || starts(s, "in swap") ||
		starts(s, "cma") || starts(s, "hwpoisoned") ||
		starts(s, "shared") || starts(s, "non-shared");
}

static void add(s64 *sum, s64 value)
{
	*sum = *sum < 0 ? value : *sum + value;
}

static void slab_node(struct report_slab *b, const char *s)
{
	s64 slabs, objects, unused;

	if (!number_after(s, "slabs: ", &slabs))
		return;
	if (strstr(s, "slabs: ") && strchr(strstr(s, "slabs: "), '/'))
		return;			/* SLAB: "a/b", with another meaning */
	add(&b->slabs, slabs);
	if (number_after(s, "objs: ", &objects))
		add(&b->objects, objects);
	if (number_after(s, "free: ", &unused))
		add(&b->free_objects, unused);
}

void parse_slab(struct report *r, struct report_slab *b, const char *s)
{
	if (starts(s, "SLUB:") || starts(s, "SLAB:")) {
		memset(b, 0, sizeof(*b));
		b->object_size = b->buffer_size = b->order = REPORT_UNKNOWN;
		b->min_order = b->slabs = b->objects = REPORT_UNKNOWN;
		b->free_objects = REPORT_UNKNOWN;
		return;
	}
	if (!starts(s, "cache: ")) {
		slab_node(b, s);
		return;
	}
	keep_word(b->cache, REPORT_WORDS, s + 7, strcspn(s + 7, ","));
	if (strchr(b->cache, '(')) {
		*strchr(b->cache, '(') = 0;
		b->of_group = true;
	}
	s += strcspn(s, ",");
	if (!strchr(s, '\n') && *s != ',')
		return;
	number_after(s, "object size: ", &b->object_size);
	number_after(s, "buffer size: ", &b->buffer_size);
	if (!number_after(s, "default order: ", &b->order))
		number_after(s, " order: ", &b->order);
	number_after(s, "min order: ", &b->min_order);
}
