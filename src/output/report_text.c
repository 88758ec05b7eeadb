/* SPDX-License-Identifier: GPL-3.0-or-later
 * A judged report as text of 80 columns.
 */
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "base/text.h"
#include "model/slub.h"
#include "model/zone.h"
#include "output/report_text.h"
#include "output/trace_text.h"

enum { COLUMNS = 80, LABEL = 9 };

static const char *const kind_titles[REPORT_KINDS] = {
#define X(id, word, title) [REPORT_##id] = title,
	REPORT_KIND_LIST(X)
#undef X
};

const char *zone_reason_word(enum zone_reason reason)
{
	static const char *const words[] = {
		[REASON_NOT_ASKED] = "not asked", [REASON_PASSES] = "passes",
		[REASON_SHORT] = "too few pages",
		[REASON_RESERVE] = "closed by lowmem_reserve",
		[REASON_CMA] = "closed by CMA", [REASON_BLOCKS] = "no block that the rule grants",
		[REASON_DRIFT] = "counted, but empty",
	};

	return words[reason];
}

s64 report_order(const struct report *r, const struct judgement *j)
{
	if (r->kind != REPORT_FAILURE && r->kind != REPORT_OOM &&
		r->kind != REPORT_MEMCG_OOM)
		return REPORT_UNKNOWN;
	return r->order < 0 && r->vmalloc_bytes >= 0 ? 0 : r->order;
}

s64 slab_fallbacks(const struct report_slab *s)
{
	s64 most, least, lacking;

	if (s->slabs < 0 || s->objects < 0 || s->buffer_size <= 0 ||
		s->order < 0 || s->order > 10 || s->min_order < 0 ||
		s->min_order > s->order || s->slabs > INT32_MAX)
		return REPORT_UNKNOWN;
	most = slub_objects(s->order, s->buffer_size);
	least = slub_objects(s->min_order, s->buffer_size);
	lacking = s->slabs * most - s->objects;
	if (most == least)
		return 0;
	if (lacking < 0 || lacking % (most - least))
		return REPORT_UNKNOWN;	/* free pages of another size */
	return lacking / (most - least);
}

/* ---- lines ------------------------------------------------------------------------ */

/* Words broken at 80 columns, each line but the first behind `indent` blanks. */
static void put_wrapped(const char *s, int column, int indent, struct buf *out)
{
	while (*s) {
		size_t n = strcspn(s, " ");
		char word[256];
		int width;

		snprintf(word, sizeof(word), "%.*s", (int)(n < 255 ? n : 255), s);
		width = text_width(word);
		if (column > indent && column + width > COLUMNS) {
			while (out->n && out->s[out->n - 1] == ' ')
				out->s[--out->n] = 0;
			buf_printf(out, "\n%*s", indent, "");
			column = indent;
		}
		buf_put(out, s, n);
		column += width;
		s += n;
		if (*s == ' ') {
			buf_putc(out, ' ');
			column++;
			s++;
		}
	}
	buf_putc(out, '\n');
}

void report_row(const char *label, const char *text, struct buf *out)
{
	if (!*text) {
		buf_printf(out, "%s\n", label);
		return;
	}
	buf_printf(out, "%s%*s", label, LABEL - text_width(label), "");
	put_wrapped(text, LABEL, LABEL, out);
}

static void put_number(struct buf *b, s64 value)
{
	if (value < 0 && value == REPORT_UNKNOWN)
		buf_puts(b, "?");
	else
		buf_put_int(b, value, 1, 1);
}

static void put_signed(struct buf *b, s64 value)
{
	buf_put_int(b, value, 1, 1);
}

/* ---- what was asked -------------------------------------------------------------- */

static void put_title(const struct report *r, const char *source,
	struct buf *out)
{
	struct buf b = { 0 };

	text_clean(&b, source, strlen(source));
	buf_printf(&b, ":%llu: %s", (unsigned long long)r->line,
		r->stall_ms >= 0 ? "stalled allocation" : kind_titles[r->kind]);
	if (r->task[0])
		buf_printf(&b, r->kind == REPORT_OOM || r->kind == REPORT_MEMCG_OOM
			? ", met by %s" : " of %s", r->task);
	if (r->killed[0])
		buf_printf(&b, ", killed %s", r->killed);
	if (r->version[0])
		buf_printf(&b, ", Linux %s", r->version);
	put_wrapped(buf_text(&b), 0, 2, out);
	buf_done(&b);
}

/* "1,737 MiB" */
static void put_mib(struct buf *b, s64 kb)
{
	if (kb && kb < 1024) {
		buf_puts(b, "less than 1 MiB");
		return;
	}
	put_signed(b, kb >> 10);
	buf_puts(b, " MiB");
}

/* What the OOM killer's victim held. */
static void put_killed(const struct report *r, struct buf *out)
{
	struct buf b = { 0 };
	s64 rss, swap;

	report_killed(r, &rss, &swap);
	if (!r->killed[0] || (rss < 0 && swap < 0))
		return;
	buf_printf(&b, "%s, which held ", r->killed);
	if (rss >= 0) {
		put_mib(&b, rss);
		buf_puts(&b, " of RAM (rss)");
	}
	if (swap >= 0) {
		buf_puts(&b, rss >= 0 ? " and " : "");
		put_mib(&b, swap);
		buf_puts(&b, " of swap");
	}
	report_row("killed", buf_text(&b), out);
	buf_done(&b);
}

static void put_size(struct buf *b, s64 bytes)
{
	put_signed(b, bytes < 1 << 20 ? bytes >> 10 : bytes >> 20);
	buf_puts(b, bytes < 1 << 20 ? " kB" : " MB");
}

static void put_asked(const struct report *r, const struct judgement *j,
	struct buf *out)
{
	struct buf b = { 0 };
	s64 order = report_order(r, j);

	if (r->vmalloc_bytes >= 0) {
		put_signed(&b, r->vmalloc_bytes);
		buf_puts(&b, " bytes from vmalloc, page by page");
	} else if (order >= 0) {
		buf_printf(&b, "order %lld", (long long)order);
		if (order < 32) {
			buf_puts(&b, order ? ": " : ": one page");
			if (order) {
				put_signed(&b, (s64)1 << order);
				buf_puts(&b, " pages in one piece");
			}
		}
		if (order < 32 && r->page_size > 0) {
			buf_puts(&b, ", ");
			put_size(&b, r->page_size << order);
		}
	} else {
		buf_puts(&b, r->by_person ? "by a person (order -1)" :
			r->kind == REPORT_SYSRQ || r->kind == REPORT_PROC
			? "nothing" : r->n_slabs && !r->n_zones
			? "pages for a slab" : "unknown");
	}
	if (j->has_flags)
		buf_printf(&b, "; zones up to %s", judge_class(r, j)
			? judge_class(r, j) : "HighMem, if there is one");
	report_row("asked", buf_text(&b), out);
	buf_done(&b);
}

/* The names; a long mask may break behind its bars. */
static void put_flags(const struct report *r, const struct judgement *j,
	struct buf *b)
{
	struct buf names = { 0 };
	const char *s = r->gfp_names;

	gfp_put_names(j->flags, &names);
	if (!*s)
		s = buf_text(&names);
	buf_puts(b, " = ");
	for (bool wide = strlen(s) > COLUMNS - 24; *s; s++) {
		buf_putc(b, *s);
		if (*s == '|' && wide)
			buf_putc(b, ' ');
	}
	buf_done(&names);
}

static void put_gfp(const struct report *r, const struct judgement *j,
	struct buf *out)
{
	struct buf b = { 0 };
	u32 f = j->flags;

	if (r->gfp_mask < 0)
		return;
	buf_printf(&b, "0x%llx", (unsigned long long)r->gfp_mask);
	if (j->has_flags) {
		put_flags(r, j, &b);
		buf_puts(&b, f & GFP_DIRECT_RECLAIM ? ": may wait"
			: ": can't wait");
		if (f & GFP_DIRECT_RECLAIM && f & GFP_IO)
			buf_puts(&b, f & GFP_FS ? ", do I/O and enter file systems"
				: " and do I/O");
		if (f & GFP_HIGH)
			buf_puts(&b, ", may use reserves");
		if (f & GFP_MOVABLE)
			buf_puts(&b, "; movable");
	} else {
		buf_puts(&b, ", not read: its meaning depends on the version");
	}
	report_row("gfp", buf_text(&b), out);
	buf_done(&b);
}

static void put_check(const struct report *r, const struct judgement *j,
	struct buf *out)
{
	struct buf b = { 0 };

	if (!r->n_zones)
		return;
	buf_printf(&b, "in pages%s, against %s", r->in_pages ? ""
		: " (the log has kB)", mark_name(j->mark));
	if (j->mark == MARK_HIGH)
		buf_puts(&b, ", as the last try before a kill is");
	if (j->rule_known)
		buf_printf(&b, "; the rule %s was in force",
			j->rule == ERA_4_2 ? "up to 4.3 (\"4.2\")"
					   : "since 4.4 (\"4.4\")");
	else
		buf_puts(&b, "; which rule was in force is not known");
	report_row("checked", buf_text(&b), out);
	buf_done(&b);
}

/* ---- zones ------------------------------------------------------------------------- */

static void put_marks(const struct judgement *j, const struct zone_view *v,
	struct buf *out)
{
	const struct report_zone *z = v->zone;
	const struct {
		const char *name;
		s64 value;
	} rows[] = { { "free", z->free }, { "min", z->min }, { "low", z->low },
		{ "high", z->high }, { "boost", z->boost }, { "cma", z->cma } };
	struct buf b = { 0 };

	buf_printf(&b, "Node %lld %s:", (long long)z->node,
		zone_class_name(z->name));
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (i >= 4 && rows[i].value <= 0)
			continue;
		buf_printf(&b, " %s ", rows[i].name);
		put_number(&b, rows[i].value);
	}
	put_wrapped(buf_text(&b), 0, 2, out);
	buf_done(&b);
}

static void minus(struct buf *b, const char *what, s64 value)
{
	if (!value)
		return;
	buf_printf(b, " − %s", what);
	put_signed(b, value);
}

/* ": no, 12 under" */
static void put_answer(struct buf *b, const struct test *t)
{
	if (test_answer(*t))
		return;
	buf_puts(b, ": no");
	if (t->right > t->left) {
		buf_puts(b, ", ");
		put_signed(b, t->right - t->left);
		buf_puts(b, " under");
	} else {
		buf_puts(b, ", equal is not enough");
	}
}

/* "free 6,328 − 15 − reserve 0 = 6,313 > min 2,988" */
static void put_first(const struct judgement *j, const struct zone_view *v,
	enum era era, struct buf *b)
{
	const struct zone_request *q = &v->request;
	const struct test *t = &v->steps[era][0];
	s64 mark = t->right - v->reserve;

	buf_puts(b, "free ");
	put_signed(b, v->zone->free);
	minus(b, "", ((s64)1 << q->order) - 1);
	if (era == ERA_4_4 && !q->harder)
		minus(b, "highatomic ", q->highatomic_pages);
	minus(b, "cma ", q->cma_pages);
	buf_puts(b, " − reserve ");
	put_signed(b, v->reserve);
	buf_puts(b, " = ");
	put_signed(b, t->left - v->reserve);
	buf_printf(b, " > %s ", mark_name(j->mark));
	put_signed(b, v->mark_pages);
	if (mark != v->mark_pages) {
		buf_puts(b, ", lowered to ");
		put_signed(b, mark);
	}
	put_answer(b, t);
}

/* For one page both rules are the same comparison, unless what the flags allow
 * differs. */
static bool same_check(const struct zone_view *v)
{
	return v->n_steps[0] == 1 && v->n_steps[1] == 1 &&
		v->steps[0][0].left == v->steps[1][0].left &&
		v->steps[0][0].right == v->steps[1][0].right;
}

static bool one_check(const struct judgement *j, const struct zone_view *v)
{
	return !j->order && same_check(v);
}

/* Before the sums of the rule that is shown for comparison only. */
static void put_in_force(const struct judgement *j, const struct zone_view *v,
	enum era era, struct buf *b)
{
	if (j->rule_known && j->rule != era && !one_check(j, v))
		buf_puts(b, "not in force in that kernel: ");
}

static void put_old_rule(const struct judgement *j, const struct zone_view *v,
	struct buf *out)
{
	struct buf b = { 0 };

	for (unsigned i = 0; i < v->n_steps[ERA_4_2]; i++) {
		const struct test *t = &v->steps[ERA_4_2][i];
		bool last = i + 1 == v->n_steps[ERA_4_2];

		buf_clear(&b);
		if (!i) {
			put_in_force(j, v, ERA_4_2, &b);
			put_first(j, v, ERA_4_2, &b);
		} else {
			/* Reserve and CMA counted in the first line only. */
			if (i == 1 && v->reserve + v->request.cma_pages) {
				put_signed(&b, t->left + v->zone->blocks[0]);
				buf_putc(&b, ' ');
			}
			buf_puts(&b, "− ");
			put_signed(&b, v->zone->blocks[i - 1] << (i - 1));
			buf_printf(&b, " in order %u = ", i - 1);
			put_signed(&b, t->left);
			buf_puts(&b, " > ");
			put_signed(&b, t->right);
			put_answer(&b, t);
		}
		if (last && v->rule[ERA_4_2] == ANSWER_YES)
			buf_puts(&b, ": yes");
		if (last && v->rule[ERA_4_2] == ANSWER_UNKNOWN)
			buf_puts(&b, ", but its blocks are not known");
		report_row(i ? "" : "  4.2", buf_text(&b), out);
	}
	buf_done(&b);
}

static void put_new_rule(const struct judgement *j, const struct zone_view *v,
	struct buf *out)
{
	struct buf b = { 0 };
	bool passes = test_answer(v->steps[ERA_4_4][0]);

	if (!v->n_steps[ERA_4_4])
		return;
	put_in_force(j, v, ERA_4_4, &b);
	put_first(j, v, ERA_4_4, &b);
	if (passes && j->order && v->rule[ERA_4_4] == ANSWER_UNKNOWN)
		buf_puts(&b, ", but its blocks are not known");
	else if (passes && j->order) {
		buf_puts(&b, ", and blocks that fit: ");
		put_signed(&b, v->fitting_blocks);
	}
	if (passes && v->rule[ERA_4_4] != ANSWER_UNKNOWN)
		buf_puts(&b, v->rule[ERA_4_4] ? ": yes" : ": no");
	report_row(one_check(j, v) ? "  check" : "  4.4", buf_text(&b), out);
	buf_done(&b);
}

/* Before a kill the high mark counts; what min would have said is asked, too. */
static void put_at_min(const struct judgement *j, const struct zone_view *v,
	struct buf *out)
{
	const struct report_zone *z = v->zone;
	struct buf b = { 0 };
	struct test t;

	if (j->mark == MARK_MIN || z->min < 0 || !v->n_steps[ERA_4_4])
		return;
	t = test_of(v->steps[ERA_4_4][0].left, REL_GT, z->min + v->reserve);
	put_signed(&b, t.left - v->reserve);
	buf_puts(&b, " > min ");
	put_signed(&b, z->min);
	put_answer(&b, &t);
	if (test_answer(t))
		buf_puts(&b, ": yes");
	if (!test_answer(t) && z->boost > 0 &&
		t.left > t.right - z->boost)
		buf_puts(&b, "; without boost it would pass");
	report_row("  at min", buf_text(&b), out);
	buf_done(&b);
}

/* The lists are printed after the counters; in /proc they are another file, which
 * may have been saved at any time. */
static void put_difference(const struct report *r, s64 counted, s64 listed,
	struct buf *b)
{
	s64 more = listed - counted;

	if (counted < 0 || !more)
		return;
	if (zone_lists_apart(counted, listed)) {
		buf_puts(b, ", so they were read at quite another time");
		return;
	}
	buf_puts(b, r->kind == REPORT_PROC ? ", read at another moment: "
					   : ", read later: ");
	buf_puts(b, more > 0 ? "+" : "");
	put_signed(b, more);
}

static void put_list(const struct report *r, const struct judgement *j,
	const struct zone_view *v, struct buf *out)
{
	const struct report_zone *z = v->zone;
	s64 pages = report_list_pages(z);
	struct buf b = { 0 };

	if (!z->n_orders)
		return;
	if (!z->list_whole) {
		report_row("  blocks", "the list is cut or damaged", out);
		return;
	}
	put_number(&b, v->blocks_at_order);
	buf_printf(&b, " of order %lld or more", (long long)j->order);
	if (v->fitting_blocks < v->blocks_at_order) {
		buf_puts(&b, ", of types that fit ");
		put_signed(&b, v->fitting_blocks);
	}
	buf_puts(&b, "; ");
	put_signed(&b, pages);
	buf_puts(&b, " pages in lists");
	put_difference(r, z->free, pages, &b);
	report_row("  blocks", buf_text(&b), out);
	buf_done(&b);
}

static void put_zone(const struct report *r, const struct judgement *j,
	const struct zone_view *v, struct buf *out)
{
	bool new_first = j->rule_known && j->rule == ERA_4_4;

	put_marks(j, v, out);
	if (new_first)
		put_new_rule(j, v, out);
	if (!one_check(j, v))
		put_old_rule(j, v, out);
	if (!new_first)
		put_new_rule(j, v, out);
	put_at_min(j, v, out);
	put_list(r, j, v, out);
	if (v->reason != REASON_PASSES && v->reason != REASON_UNKNOWN)
		report_row("  →", zone_reason_word(v->reason), out);
}

/* As the kernel tries them: from the request's class down. */
static void put_zones(const struct report *r, const struct judgement *j,
	struct buf *out)
{
	struct buf b = { 0 };

	for (int c = ZONE_N - 1; c >= 0; c--)
		for (unsigned i = 0; i < j->n_views; i++)
			if (j->view[i].zone->name == (enum zone_class)c &&
				j->view[i].reason != REASON_NOT_ASKED)
				put_zone(r, j, &j->view[i], out);
	for (unsigned i = 0; i < j->n_views; i++)
		if (j->view[i].reason == REASON_NOT_ASKED)
			buf_printf(&b, "%sNode %lld %s", b.n ? ", " : "",
				(long long)j->view[i].zone->node,
				zone_class_name(j->view[i].zone->name));
	if (b.n) {
		buf_puts(&b, ": not for this request");
		report_row("others", buf_text(&b), out);
	}
	buf_done(&b);
}

/* ---- the rest ---------------------------------------------------------------------- */

static void put_slab(const struct report_slab *s, struct buf *out)
{
	struct buf b = { 0 };
	s64 fallbacks = slab_fallbacks(s);

	buf_printf(&b, "%s%s, objects of ", s->cache[0] ? s->cache : "?",
		s->of_group ? " of a control group" : "");
	put_number(&b, s->object_size);
	buf_puts(&b, " bytes: order ");
	put_number(&b, s->order);
	if (s->min_order >= 0)
		buf_printf(&b, " failed, then the smallest, %lld, failed, too",
			(long long)s->min_order);
	if (s->slabs >= 0) {
		buf_puts(&b, "; it has ");
		put_signed(&b, s->slabs);
		buf_puts(&b, s->slabs == 1 ? " slab" : " slabs");
	}
	if (fallbacks >= 0) {
		buf_puts(&b, ", ");
		put_signed(&b, fallbacks);
		buf_puts(&b, " of them from falling back");
	}
	report_row("slab", buf_text(&b), out);
	buf_done(&b);
}

static void put_notes(const char *label, const struct notes *n, struct buf *out)
{
	for (unsigned i = 0; i < n->n; i++)
		report_row(i ? "" : label, n->at[i], out);
}

static void put_verdict(const struct judgement *j, struct buf *out)
{
	struct buf b = { 0 };

	buf_printf(&b, "%s: %s.", verdict_word(j->verdict), j->sentence);
	put_wrapped(buf_text(&b), 0, 2, out);
	buf_done(&b);
}

void report_text(const struct report *r, const struct judgement *j,
	const char *source, struct buf *out)
{
	put_title(r, source, out);
	put_verdict(j, out);
	put_killed(r, out);
	if (r->trace)
		trace_text(r->trace, out);
	else
		put_asked(r, j, out);
	put_gfp(r, j, out);
	put_check(r, j, out);
	put_zones(r, j, out);
	for (unsigned i = 0; i < r->n_slabs; i++)
		put_slab(&r->slab[i], out);
	put_notes("assumed", &j->assumed, out);
	put_notes("missing", &j->missing, out);
	for (unsigned i = 0; i < j->n_questions; i++) {
		struct buf b = { 0 };

		buf_printf(&b, "%s %s.", j->question[i].asked,
			j->question[i].answer);
		put_wrapped(buf_text(&b), 0, 2, out);
		buf_done(&b);
	}
}

void report_line(const struct report *r, const struct judgement *j,
	struct buf *out)
{
	s64 order = report_order(r, j);

	buf_printf(out, "line %llu: %s", (unsigned long long)r->line,
		kind_titles[r->kind]);
	if (order >= 0)
		buf_printf(out, ", order %lld", (long long)order);
	buf_printf(out, ": %s\n", verdict_word(j->verdict));
}
