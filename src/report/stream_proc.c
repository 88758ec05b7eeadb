/* SPDX-License-Identifier: GPL-3.0-or-later
 * Lines of /proc/zoneinfo, buddyinfo, pagetypeinfo and meminfo, alone or one
 * after the other in a file.
 */
#include <string.h>
#include "report/stream.h"

enum { COLUMNS_LEAST = 8 };	/* fewer are counts by type, not by order */

/* The zone's report: a new one where this table has the zone already. */
static struct report_zone *zone_of(struct reader *rd, struct stream *st,
	struct log_line *line, s64 node, enum zone_class c, bool again_list)
{
	struct report *r = st->open;
	const struct report_zone *z = r ? report_find_zone(r, node, c) : NULL;

	if (!r || r->kind != REPORT_PROC ||
		(z && (again_list ? z->list_whole : z->has_line))) {
		stream_open(rd, st, REPORT_PROC, line->number);
		r = st->open;
		r->has_header = true;
		r->in_pages = true;
	}
	return report_zone(r, node, c);
}

/* Orders that other zones' lists have: all have the same. */
static unsigned usual_orders(const struct report *r)
{
	for (unsigned i = 0; i < r->n_zones; i++)
		if (r->zone[i].list_whole)
			return r->zone[i].n_orders;
	return 0;
}

/* "      3      1      2 …": blocks of each order. Of a row that is cut nobody
 * knows how many there were, unless others tell. */
static void buddy_row(const struct report *r, struct report_zone *z,
	const char *s, bool cut)
{
	unsigned n = 0, usual = usual_orders(r);
	s64 value;

	for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
		if (n == REPORT_ORDERS || !scan_number(&s, &value) ||
			(*s && *s != ' ') || value > INT64_MAX >> 32)
			return;
		z->blocks[n++] = value;
	}
	z->n_orders = n;
	z->list_whole = usual ? n == usual : !cut;
}

static unsigned columns(const char *s)
{
	unsigned n = 0;

	for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
		s += strcspn(s, " ");
		n++;
	}
	return n;
}

/* ", type    Unmovable      0      0      2": which types an order has. */
static void type_row(struct report_zone *z, const char *s)
{
	static const struct {
		const char *name;
		u8 letter;
	} types[] = { { "Unmovable", LETTER_U }, { "Movable", LETTER_M },
		{ "Reclaimable", LETTER_E }, { "Reserve", LETTER_R },
		{ "HighAtomic", LETTER_H }, { "CMA", LETTER_C },
		{ "Isolate", LETTER_I } };
	size_t n;
	u8 letter = 0;

	s += strspn(s, " ");
	n = strcspn(s, " ");
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strlen(types[i].name) == n && !memcmp(types[i].name, s, n))
			letter = types[i].letter;
	s += n;
	for (unsigned o = 0; o < REPORT_ORDERS && *s; o++) {
		s += strspn(s, " >");
		if (*s != '0' && *s)
			z->letters[o] |= letter;
		s += strcspn(s, " ");
	}
}

/* What follows the zone's name: types, nothing (zoneinfo), or blocks. */
static void zone_rest(struct reader *rd, struct stream *st,
	struct log_line *line, const char *s)
{
	bool types = starts(s, ", type "), alone = !s[strspn(s, " ")];
	struct report_zone *z;

	if (!types && !alone && (columns(s) < COLUMNS_LEAST ||
		st->part == PROC_BLOCK_TYPES))
		return;
	if (alone && line->cut)
		return;			/* blocks may have stood here */
	if (types && st->open && st->open->kind == REPORT_PROC)
		z = report_zone(st->open, st->node, st->zone);
	else
		z = zone_of(rd, st, line, st->node, st->zone, !alone);
	if (!z)
		return;
	if (types)
		type_row(z, s + 7);
	else if (!alone)
		buddy_row(st->open, z, s, line->cut);
	if (alone) {
		z->has_line = true;
		st->part = PROC_ZONEINFO;
	}
}

static bool node_zone_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = line->text + 5;
	enum zone_class c;
	s64 node;
	size_t n;

	s += strspn(s, " ");
	if (!scan_number(&s, &node) || node >= 4096 || !starts(s, ", zone"))
		return false;
	s += 6;
	s += strspn(s, " ");
	c = scan_class(s, &n);
	s += n;
	if (c == ZONE_UNKNOWN || (*s && *s != ' ' && *s != ','))
		return false;
	stream_end_item(st);
	st->node = node;
	st->zone = c;
	zone_rest(rd, st, line, s);
	return true;
}

/* "protection: (0, 3018, 6986)" */
static void protection(struct report_zone *z, const char *s)
{
	unsigned n = 0;
	s64 value;

	for (s = strchr(s, '('); s && *s && *s != ')'; n++) {
		s += 1 + strspn(s + 1, " ");
		if (n == REPORT_RESERVES || !scan_number(&s, &value) ||
			!strchr(",)", *s))
			return;
		z->reserve[n] = value;
	}
	if (s && *s == ')')
		z->n_reserve = n;
}

/* "min      36": marks have no colon, the pagesets' `high:` has. */
static bool zoneinfo_line(struct stream *st, const char *s)
{
	struct report_zone *z = report_zone(st->open, st->node, st->zone);
	s64 total = REPORT_UNKNOWN, threshold = REPORT_UNKNOWN, cpu;
	size_t n = strcspn(s, " ");
	const struct {
		const char *key;
		s64 *value;
	} fields[] = { { "boost", &z->boost }, { "min", &z->min },
		{ "low", &z->low }, { "high", &z->high },
		{ "present", &z->present }, { "managed", &z->managed },
		{ "nr_free_cma", &z->cma }, { "cma", &total },
		{ "nr_free_highatomic", &z->highatomic } };

	if (starts(s, "protection:")) {
		protection(z, s);
		return true;
	}
	if (starts(s, "pages free"))
		number_after(s, "pages free", &z->free);
	if (number_after(s, "vm stats threshold:", &threshold) &&
		threshold > z->stat_threshold)
		z->stat_threshold = threshold;
	if (starts(s, "cpu:") && number_after(s, "cpu:", &cpu))
		z->cpus++;
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (strlen(fields[i].key) == n &&
			!memcmp(fields[i].key, s, n) && s[n])
			number_after(s + n, " ", fields[i].value);
	if (!total)
		z->cma = 0;		/* the zone has none at all */
	if (z->boost >= 0 || starts(s, "per-node stats"))
		st->open->hints |= HINT_SINCE_4_4;
	return true;
}

static void meminfo_line(struct stream *st, const char *s)
{
	const struct {
		const char *key;
		s64 *value;
	} fields[] = { { "MemTotal:", &st->mem_total_kb },
		{ "SwapFree:", &st->swap_free_kb },
		{ "SwapTotal:", &st->swap_total_kb } };

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (starts(s, fields[i].key) && strstr(s, " kB"))
			number_after(s, fields[i].key, fields[i].value);
}

bool stream_proc_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = line->text;
	enum proc_part before = st->part;

	if (starts(s, "Node "))
		return node_zone_line(rd, st, line);
	if (starts(s, "Number of blocks type")) {
		st->part = PROC_BLOCK_TYPES;
		return false;
	}
	if (before == PROC_BLOCK_TYPES)
		st->part = PROC_NONE;
	if (*s == 'M' || *s == 'S')
		meminfo_line(st, s);
	if (*s == '=' || !st->open || st->open->kind != REPORT_PROC)
		st->part = PROC_NONE;
	if (st->part != PROC_ZONEINFO)
		return false;
	return report_find_zone(st->open, st->node, st->zone) &&
		zoneinfo_line(st, s);
}
