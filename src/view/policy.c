/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of policy-switch: the policy and its batch, what may be promised
 * and what is, and how much of it the count does not see.
 */
#include "model/names.h"
#include "view/views.h"

#include <string.h>

struct field {
	const char *label, *name;
};

static int field_columns(const struct pen *p, struct field f)
{
	unsigned index;
	int id = name_find(f.name, strlen(f.name), &index);
	s64 value = name_get(p->v->now, (unsigned)id, index);

	return pen_width(p, f.label) + 1 +
	       pen_width(p, word_number(value).s) + 2;
}

/* Two fields beside each other, or below where they do not fit. */
static void pair(struct pen *p, struct field a, struct field b)
{
	int half = p->columns / 2;

	pen_field(p, 1, half - 2, a.label, a.name);
	if (field_columns(p, a) > half - 1 || field_columns(p, b) > half - 1)
		pen_next(p);
	pen_field(p, half, 2 * half - 2, b.label, b.name);
	pen_next(p);
}

/* Everything on one ruler, in pages. */
struct ruler {
	s64 most, count, sum, mark;
	int columns;
};

static struct ruler ruler_of(const struct pen *p)
{
	const struct machine *m = p->v->now;
	const struct overcommit *o = &m->overcommit;
	struct ruler r = {.columns = p->columns - 3, .most = 1};
	s64 limit = overcommit_commit_limit(o->ram_pages, o->hugetlb_pages,
		o->ratio, o->kbytes, o->swap_pages);

	r.count = percpu_counter_read_positive(m, COUNTER_VM_COMMITTED_AS);
	r.sum = percpu_counter_exact(m, COUNTER_VM_COMMITTED_AS);
	r.mark = o->allowed > 0 ? o->allowed : limit;
	r.most = r.count > r.most ? r.count : r.most;
	r.most = r.sum > r.most ? r.sum : r.most;
	r.most = r.mark > r.most ? r.mark : r.most;
	return r;
}

static int place(const struct ruler *r, s64 pages)
{
	if (pages <= 0)
		return 0;
	return (int)(pages * r->columns / r->most);
}

/* Count, then what the slots hide (or, the other way, what the count has too
 * much); the mark where promises must end. */
static void ruler_bar(struct pen *p, const struct ruler *r)
{
	int count = place(r, r->count), sum = place(r, r->sum);
	int mark = place(r, r->mark), both = count < sum ? count : sum;

	if (r->sum != r->count && sum == count)
		sum += r->sum > r->count ? 1 : 0;
	pen_fill(p, 1, r->columns, STYLE_DIM, 0xb7);
	pen_fill(p, 1, both, STYLE_PLUS, 0x2588);
	pen_fill(p, 1 + both, sum - both, STYLE_WARN, 0x2592);
	pen_fill(p, 1 + both, count - both, STYLE_MINUS, 0x2591);
	pen_put(p, 1 + mark, STYLE_LIMIT, "│");
	pen_next(p);
}

static void ruler_label(struct pen *p, const struct ruler *r)
{
	const struct overcommit *o = &p->v->now->overcommit;
	const char *what = o->allowed > 0 ? "allowed" : "limit";
	struct word right = word_of("└ %s %s", what, word_number(r->mark).s);
	struct word left = word_of("%s %s ┘", what, word_number(r->mark).s);
	int mark = 1 + place(r, r->mark);

	if (mark + pen_width(p, right.s) <= p->columns)
		pen_put(p, mark, STYLE_LIMIT, right.s);
	else
		pen_right(p, mark + 1, STYLE_LIMIT, left.s);
	pen_next(p);
}

/* The limit, and what the last never check allowed, once there was one. */
static void limits(struct pen *p)
{
	const struct overcommit *o = &p->v->now->overcommit;

	if (o->admitted + o->denied) {
		pair(p, (struct field){"limit", "overcommit.limit"},
			(struct field){"allowed", "overcommit.allowed"});
		return;
	}
	pen_field(p, 1, p->columns / 2 - 2, "limit", "overcommit.limit");
	pen_next(p);
}

/* What the never checks said: the answer to many a question. */
static void checks(struct pen *p)
{
	if (!moment_masked(p->m)) {
		pair(p, (struct field){"admitted", "overcommit.admitted"},
			(struct field){"denied", "overcommit.denied"});
		return;
	}
	pen_put(p, 1, STYLE_TEXT, "admitted");
	pen_mask(p, 10);
	pen_put(p, p->columns / 2, STYLE_TEXT, "denied");
	pen_mask(p, p->columns / 2 + 7);
	pen_next(p);
}

void policy_view(struct pen *p)
{
	struct ruler r = ruler_of(p);
	int start = p->row;

	pair(p, (struct field){"policy", "overcommit.policy"},
		(struct field){"batch", "vm_committed_as_batch"});
	limits(p);
	pair(p, (struct field){"count", "vm_committed_as.count"},
		(struct field){"in slots", "vm_committed_as.drift"});
	pair(p, (struct field){"mapped", "overcommit.mapped"},
		(struct field){"work items", "work.pending"});
	if (p->v->now->n_cpus + p->row - start + 5 <= p->rows)
		checks(p);
	ruler_bar(p, &r);
	ruler_label(p, &r);
	slots_draw(p, p->row - start + 1);
	slots_lock(p);
}
