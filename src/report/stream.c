/* SPDX-License-Identifier: GPL-3.0-or-later
 * Lines of a log: what each is, and which item of a report it begins or goes on
 * with. Anything else, a call trace for instance, is let pass.
 */
#include <stdio.h>
#include <string.h>
#include "report/stream.h"

enum { BESIDE = 3, SLAB_NEAR = 64 };

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static void append(struct stream *st, const char *s, char between)
{
	size_t n = strlen(s);

	if (st->n + n + 2 > ITEM_TEXT)
		return;			/* no kernel prints that much */
	if (st->n && between)
		st->text[st->n++] = between;
	memcpy(st->text + st->n, s, n + 1);
	st->n += n;
}

static void begin_item(struct stream *st, enum item_kind kind, const char *s)
{
	stream_end_item(st);
	st->item = kind;
	append(st, s, ' ');
}

void stream_end_item(struct stream *st)
{
	enum item_kind item = st->item;
	struct report *r = st->open;
	struct report_zone *z;

	st->item = ITEM_NONE;
	if (r && item == ITEM_HEADER)
		parse_header(r, st->text);
	if (r && item == ITEM_SLAB && r->n_slabs)
		parse_slab(r, &r->slab[r->n_slabs - 1], st->text);
	if (r && (item == ITEM_ZONE || item == ITEM_RESERVE ||
		item == ITEM_LIST)) {
		z = report_zone(r, st->node, st->zone);
		if (z && item == ITEM_ZONE)
			parse_zone(r, z, st->text);
		else if (z && item == ITEM_RESERVE)
			parse_reserve(z, st->text);
		else if (z)
			parse_list(r, z, st->text);
	}
	st->n = 0;
	st->text[0] = 0;
}

/* ---- does a line go on with the item before? -------------------------------- */

static bool is_unit(const char *s)
{
	s += *s == 'k' || *s == 'K';
	return *s == 'B' && (!s[1] || s[1] == ' ');
}

/* "isolated(file):0kB", "pages_scanned:32", "all_unreclaimable? no" */
static bool more_fields(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz_()");

	if (is_unit(s) || !strcmp(s, "no") || !strcmp(s, "yes") ||
		starts(s, "all_unreclaimable?") || starts(s, "pages_scanned:"))
		return true;
	if (!n || s[n] != ':')
		return false;
	s += n + 1;
	return digit(*s) && is_unit(s + strspn(s, "0123456789"));
}

static bool more_numbers(const char *s)
{
	for (s += strspn(s, " "); *s; s += strspn(s, " ")) {
		size_t n = strspn(s, "0123456789");

		if (!n || (s[n] && s[n] != ' ') || (*s == '0' && n > 1))
			return false;
		s += n;
	}
	return true;
}

/* `before` is what the list has so far: its total may stand behind "=". */
static bool more_blocks(const char *s, const char *before)
{
	size_t n = strspn(s, "0123456789"), length = strlen(before);

	if (n && length && before[length - 1] == '=')
		return is_unit(s + n);
	if (length && strchr("*_", before[length - 1]))
		return n && s[n] == 'k';
	if ((*s == '*' || *s == '_') && digit(s[1]))
		return length && digit(before[length - 1]);
	if (n)
		return s[n] == '*' || (s[n] == '_' && digit(s[n + 1]));
	if (*s == '(') {
		n = 1 + strspn(s + 1, "UMERHCI");
		return n > 1 && s[n] == ')';
	}
	return is_unit(s) || (*s == '=' && (!s[1] || (s[1] == ' ' &&
		digit(s[2]))));
}

static bool one_of(const char *s, const char *const *words)
{
	while (*words && !starts(s, *words))
		words++;
	return *words != NULL;
}

/* The next line, where one broke within a mask: "mode:0x24" "040c0(GFP_KER" "NEL)". */
static bool torn_mask(const struct stream *st, const struct log_line *line)
{
	const char *s = line->text;
	static const char hex[] = "0123456789abcdef";
	const char *mask = last_of(st->text, "0x");
	size_t n = mask ? strspn(mask + 2, hex) : 0;

	if (!mask || st->item != ITEM_HEADER || line->number > st->last + 1)
		return false;
	if (mask[2 + n] == '(')
		return !strchr(mask, ')') && strchr("GFP_ABCDEHIKLMNORSTUVWZ|x0)", *s);
	s += strspn(s, hex);
	return !mask[2 + n] && (!*s || *s == ',' || starts(s, "(GFP_") ||
		starts(s, "(__GFP_"));
}

static bool goes_on(struct stream *st, const char *s)
{
	static const char *const header[] = { "order", "mode:", "gfp_mask=",
		"nodemask=", "oom", "cpuset=", "mems_allowed=", "bytes", "|",
		"GFP_", "__GFP_", NULL };
	static const char *const slab[] = { "object size:", "size:",
		"buffer size:", "default order:", "order:", "min order:", NULL };

	switch (st->item) {
	case ITEM_HEADER:
		return one_of(s, header);
	case ITEM_ZONE:
		return more_fields(s);
	case ITEM_RESERVE:
		return more_numbers(s);
	case ITEM_LIST:
		return more_blocks(s, st->text);
	case ITEM_SLAB:
		return one_of(s, slab);
	default:
		return false;
	}
}

/* Behind `word`, into which mail may have put blanks; NULL if it isn't there. */
static const char *behind_word(const char *s, const char *word)
{
	for (; *word; word++, s++) {
		while (*s == ' ')
			s++;
		if (*s != *word)
			return NULL;
	}
	return s;
}

/* ---- lines of zones ---------------------------------------------------------- */

/* A zone's item begins; where the report has that already, a new report does. */
static void zone_item(struct reader *rd, struct stream *st,
	struct log_line *line, enum item_kind kind, const char *rest)
{
	s64 node = st->node;
	const struct report_zone *z;

	stream_end_item(st);
	z = st->open ? report_find_zone(st->open, node, st->zone) : NULL;
	if (!st->open || st->open->kind == REPORT_PROC ||
		st->open->kind == REPORT_SLUB || st->open->kind == REPORT_SLAB ||
		(z && (kind == ITEM_LIST ? z->n_orders > 0 : z->has_line)))
		stream_open(rd, st, REPORT_NONE, line->number);
	begin_item(st, kind, rest);
}

/* "DMA32 free:…", "DMA32: 1*4kB …", "DMA32 per-cpu:", after "Node N " or not. */
static bool zone_line(struct reader *rd, struct stream *st,
	struct log_line *line, const char *s, s64 node)
{
	size_t n;
	enum zone_class zone = scan_class(s, &n);

	if (zone == ZONE_UNKNOWN)
		return false;
	s += n;
	if (starts(s, " per-cpu:")) {
		stream_end_item(st);
		*(st->open ? &st->open->hints : &st->hints) |= HINT_BEFORE_4_4;
		return st->open;
	}
	if ((*s != ' ' || !behind_word(s, "free:")) && (*s != ':' || (s[1] && s[1] != ' ')))
		return false;
	if (*s == ':' && (s[1] ? !more_blocks(s + 2, "") && !(st->open &&
		more_numbers(s + 2)) : !st->open))
		return false;		/* "DMA: preallocated …" at boot */
	st->node_alone = -1;
	stream_end_item(st);
	st->node = node;
	st->zone = zone;
	zone_item(rd, st, line, *s == ':' ? ITEM_LIST : ITEM_ZONE, s + 1);
	st->open->zones_ended = *s == ':';
	return true;
}

static bool node_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = line->text + 5;
	s64 node;

	if (!scan_number(&s, &node) || node >= 4096 || (*s && *s != ' '))
		return false;
	s += strspn(s, " ");
	if (!*s) {
		st->node_alone = node;
		return st->open;
	}
	if (zone_line(rd, st, line, s, node))
		return true;
	if (!st->open || (!starts(s, "active_anon:") && !starts(s, "hugepages_")))
		return false;
	stream_end_item(st);
	if (*s == 'a')
		st->open->hints |= HINT_SINCE_4_4;
	return true;
}

/* lowmem_reserve[] bears no name: it belongs to the zone just before, or nobody. */
static bool reserve_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = behind_word(line->text, "lowmem_reserve[]");
	bool follows = st->item == ITEM_ZONE;

	if (!s)
		return false;
	s += strspn(s, ": ");
	stream_end_item(st);
	if (follows && more_numbers(s))
		begin_item(st, ITEM_RESERVE, s);
	return st->open;
}

/* ---- first lines -------------------------------------------------------------- */

static bool is_vmalloc(const char *s)
{
	s = strstr(s, "vmalloc");
	return s && (starts(s, "vmalloc: allocation failure") ||
		starts(s, "vmalloc error: size") ||
		(starts(s, "vmalloc size ") && strstr(s, "allocation failure")));
}

static enum report_kind header_kind(const char *s)
{
	const char *at = last_of(s, "page allocation ");

	if (at && starts(at + 16, "stalls for "))
		return REPORT_FAILURE;
	if (at && starts(at + 16, "failure")) {
		at += 23;
		if (!*at || !strcmp(at, ".") || !strcmp(at, ":") ||
			starts(at, ": order") || starts(at, ". order"))
			return REPORT_FAILURE;
	}
	at = last_of(s, " invoked oom-killer");
	if (at && (!at[19] || at[19] == ':'))
		return REPORT_OOM;
	return is_vmalloc(s) ? REPORT_FAILURE : REPORT_NONE;
}

/* vmalloc's failure has two first lines; and one may come twice. */
static bool same_failure(struct stream *st, struct log_line *line)
{
	struct report *r = st->open, *other;
	bool same;

	stream_end_item(st);
	if (!r || r->vmalloc_bytes < 0 || r->order >= 0 || r->n_zones ||
		line->number > st->last + BESIDE)
		return false;
	if (!is_vmalloc(line->text))
		return strstr(line->text, "page allocation failure");
	other = report_new(REPORT_FAILURE, line->number);
	parse_header(other, line->text);
	same = other->vmalloc_bytes == r->vmalloc_bytes;
	report_free(other);
	r->copies += same;
	return same;
}

static bool header_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	enum report_kind kind = header_kind(line->text);

	if (kind == REPORT_NONE)
		return false;
	if (!same_failure(st, line)) {
		stream_open(rd, st, kind, line->number);
		st->open->has_header = true;
	}
	begin_item(st, ITEM_HEADER, line->text);
	return true;
}

/* Mail broke the words of a first line themselves. */
static bool torn_header(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	static const char *const ends[] = { ": page", ": page allocation",
		" invoked", NULL };
	char whole[LOG_LINE_MAX + STREAM_TORN + 2];
	struct log_line joined = *line;

	if (st->torn[0]) {
		snprintf(whole, sizeof(whole), "%s %s", st->torn, line->text);
		st->torn[0] = 0;
		joined.text = whole;
		joined.number--;
		if (header_line(rd, st, &joined))
			return true;
	}
	for (const char *const *end = ends; *end; end++) {
		size_t n = strlen(*end);

		if (line->n > n && line->n < STREAM_TORN &&
			!strcmp(line->text + line->n - n, *end))
			memcpy(st->torn, line->text, line->n + 1);
	}
	return false;
}

static bool sysrq_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = line->text;

	if ((!starts(s, "SysRq") && !starts(s, "sysrq")) ||
		!strstr(s, "Show Memory"))
		return false;
	stream_open(rd, st, REPORT_SYSRQ, line->number);
	st->open->has_header = true;
	return true;
}

static bool mem_info_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	stream_end_item(st);
	if (!st->open || st->open->n_zones || st->open->kind == REPORT_SLUB ||
		st->open->kind == REPORT_SLAB || st->open->kind == REPORT_PROC)
		stream_open(rd, st, REPORT_NONE, line->number);
	return true;
}

/* ---- slabs, killed tasks, versions ------------------------------------------- */

/* In the middle of a report it is that report's; alone it is one of its own. */
static bool slab_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = line->text;
	bool slub = starts(s, "SLUB:");
	struct report *r;

	if ((!slub && !starts(s, "SLAB:")) || !starts(s + 5, " Unable to allocate memory"))
		return false;
	stream_end_item(st);
	r = st->open;
	if (!r || (r->kind != REPORT_FAILURE && r->kind != REPORT_NONE) ||
		line->number > st->last + SLAB_NEAR) {
		stream_open(rd, st, slub ? REPORT_SLUB : REPORT_SLAB,
			line->number);
		r = st->open;
		r->has_header = true;
		parse_header(r, s);
	}
	st->in_slab = r->n_slabs < REPORT_SLABS;
	if (st->in_slab)
		parse_slab(r, &r->slab[r->n_slabs++], s);
	else
		r->slabs_more++;
	return true;
}

static bool slab_detail(struct stream *st, const char *s)
{
	if (!st->open || !st->in_slab || !st->open->n_slabs)
		return false;
	if (starts(s, "cache: ")) {
		begin_item(st, ITEM_SLAB, s);
		return true;
	}
	if (!starts(s, "node ") || !strstr(s, "slabs: "))
		return false;
	stream_end_item(st);
	parse_slab(st->open, &st->open->slab[st->open->n_slabs - 1], s);
	return true;
}

static bool killed_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = line->text;
	bool first = starts(s, "Out of memory:") ||
		starts(s, "Out of memory (") || starts(s, "Memory cgroup out of");
	struct report *r;

	if (!first && !starts(s, "Killed process ") && !starts(s, "oom-kill:"))
		return false;
	stream_end_item(st);
	r = st->open;
	if (!r || (r->kind != REPORT_OOM && r->kind != REPORT_NONE) ||
		(first && r->killed[0] && !r->whole_group)) {
		if (!first)
			return false;
		stream_open(rd, st, REPORT_OOM, line->number);
		st->open->has_header = true;
	}
	parse_killed(st->open, s);
	return true;
}

static bool oom_detail(struct stream *st, const char *s)
{
	struct report *r = st->open;

	if (!r || (r->kind != REPORT_OOM && r->kind != REPORT_NONE))
		return false;
	if (starts(s, "Tasks state") || (*s == '[' &&
		starts(s + 1 + strspn(s + 1, " "), "pid "))) {
		stream_end_item(st);
		r->table = true;
		if (*s == '[')
			parse_tasks_head(r, s);
		return true;
	}
	if (r->table && *s == '[' && digit(s[1 + strspn(s + 1, " ")])) {
		parse_task_row(r, s);
		return true;
	}
	if (starts(s, "Memory cgroup stats")) {
		r->memcg = true;
		return true;
	}
	if (starts(s, "Tasks in ") && strstr(s, "memory.oom.group")) {
		r->whole_group = true;	/* one kill, several tasks */
		return true;
	}
	if (!starts(s, "Task in ") && !starts(s, "memory: usage") &&
		!starts(s, "memory+swap: usage") && !starts(s, "kmem: usage"))
		return false;
	parse_memcg(r, s);
	return true;
}

static bool version_line(struct stream *st, struct log_line *line)
{
	struct report seen;

	memset(&seen, 0, sizeof(seen));
	parse_version(&seen, line->text);
	st->version_wrapped = !seen.version[0] && strstr(line->text, "ainted");
	if (starts(line->text, "Pid:"))
		*(st->open ? &st->open->hints : &st->hints) |= HINT_BEFORE_4_4;
	if (!seen.version[0])
		return false;
	memcpy(st->version, seen.version, sizeof(st->version));
	st->major = seen.major;
	st->minor = seen.minor;
	st->version_line = starts(line->text, "Linux version") ? 0 : line->number;
	if (!st->open)
		return false;
	if (!st->open->version[0]) {
		memcpy(st->open->version, seen.version, sizeof(seen.version));
		st->open->major = seen.major;
		st->open->minor = seen.minor;
	}
	return true;
}

/* ---- any line ----------------------------------------------------------------- */

/* "active_anon:373732 inactive_anon:…": no unit, pages. */
static bool totals_line(struct stream *st, const char *s)
{
	size_t n = 1 + strspn(s + 1, "abcdefghijklmnopqrstuvwxyz_");

	if (!st->open || s[n] != ':' || !digit(s[n + 1]))
		return false;
	n += 1 + strspn(s + n + 1, "0123456789");
	if (s[n] && s[n] != ' ')
		return false;
	stream_end_item(st);
	parse_totals(st->open, s);
	return true;
}

typedef bool take_line(struct reader *rd, struct stream *st,
	struct log_line *line);

static bool named_zone(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	return zone_line(rd, st, line, line->text,
		st->node_alone < 0 ? 0 : st->node_alone);
}

static bool at_node(struct reader *rd, struct stream *st, struct log_line *line)
{
	return starts(line->text, "Node ") && node_line(rd, st, line);
}

static bool at_mem_info(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	return (starts(line->text, "Mem-Info") || starts(line->text, "Mem-info")) &&
		mem_info_line(rd, st, line);
}

static bool at_version(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = line->text;

	return (starts(s, "CPU:") || starts(s, "Pid:") ||
		starts(s, "Tainted:") || starts(s, "Not tainted") ||
		starts(s, "tainted") || starts(s, "Linux version")) && version_line(st, line);
}

static bool at_address(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	if (starts(line->text, "RIP: 00") || starts(line->text, "[<ffffffff8"))
		*(st->open ? &st->open->hints : &st->hints) |= HINT_X86;
	return false;
}

static bool at_slab_detail(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	return slab_detail(st, line->text);
}

static bool at_oom_detail(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	return oom_detail(st, line->text);
}

static bool at_totals(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	return totals_line(st, line->text);
}

static bool at_tail(struct reader *rd, struct stream *st, struct log_line *line)
{
	if (!st->open || !parse_tail(st->open, line->text))
		return false;
	stream_end_item(st);
	st->open->zones_ended |= st->open->n_zones > 0;
	return true;
}

/* Who looks at a line, by the letters it may begin with; the first that takes it
 * has it. To add one: a row. */
static const struct {
	const char *letters;
	take_line *take;
} takers[] = {
	{ "N", at_node },
	{ "NDHM", named_zone },
	{ "M", at_mem_info },
	{ "MOKo", killed_line },
	{ "MT[mk", at_oom_detail },
	{ "S", slab_line },
	{ "Ss", sysrq_line },
	{ "CPLTNt", at_version },
	{ "R[", at_address },
	{ "l", reserve_line },
	{ "cn", at_slab_detail },
	{ "aAfums", at_totals },
	{ "FTS0123456789", at_tail },
};

static bool by_first_letter(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	for (size_t i = 0; i < sizeof(takers) / sizeof(*takers); i++)
		if (strchr(takers[i].letters, *line->text) &&
			takers[i].take(rd, st, line))
			return true;
	return false;
}

#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
/* "6.1.0-21 #1" or "P O 6.1.0-21 #1", behind a line that broke before it */
static bool wrapped_version(struct stream *st, struct log_line *line)
{
	char text[REPORT_WORDS + 16];
	struct log_line whole = *line;

	if (!st->version_wrapped)
		return false;
	st->version_wrapped = false;
	if (!digit(line->text[strspn(line->text, UPPER " ")]))
		return false;
	snprintf(text, sizeof(text), "Tainted: %.*s ", REPORT_WORDS,
		line->text);
	whole.text = text;
	return version_line(st, &whole);
}

bool stream_log_line(struct reader *rd, struct stream *st,
	struct log_line *line)
{
	const char *s = line->text;

	if (wrapped_version(st, line))
		return true;
	if (torn_mask(st, line)) {
		append(st, s, 0);
		return true;
	}

	if (st->item != ITEM_NONE && goes_on(st, s)) {
		append(st, s, st->item == ITEM_HEADER || st->item == ITEM_SLAB
			? ' ' : '\n');
		return true;
	}
	if (by_first_letter(rd, st, line))
		return true;
	if (header_line(rd, st, line) || torn_header(rd, st, line))
		return true;
	if (st->open && st->open->has_header && strstr(s, "mems_allowed=") &&
		!strstr(s, "oom-kill:")) {
		stream_end_item(st);
		parse_sets(st->open, s);
		return true;
	}
	return false;
}
