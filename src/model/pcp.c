/* SPDX-License-Identifier: GPL-3.0-or-later
 * Single pages through per-CPU lists, and freeing: mm/page_alloc.c as of v4.2.
 *
 * Leaves out: cold pages. Rules: a CPU's lists are touched with preemption off.
 * An empty list is filled with a batch; from six batches on, one goes back to
 * the free lists, taken from the tails of the lists in turn. Pages on these
 * lists don't merge, and are not counted as free.
 */
#include "model/machine.h"
#include "model/setup.h"
#include "model/task.h"

static struct zone *zone_of(struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static u16 zone_lock(const struct machine *m, const s64 *v)
{
	return (u16)(LOCK_ZONE + v[0]); /* local 0 is the zone */
}

static void preempt_off(struct machine *m, struct task *t, s64 *v)
{
	t->preempt_off++;
}

static void preempt_on(struct machine *m, struct task *t, s64 *v)
{
	t->preempt_off--;
}

/* ---- rmqueue_bulk ----------------------------------------------------------
 */

enum { ZONE, TYPE, WANTED, PFN, ORDER };
static const struct local bulk_locals[] = {
	[ZONE] = { "zone", KIND_NUMBER }, [TYPE] = { "type", KIND_MIGRATETYPE },
	[WANTED] = { "wanted", KIND_PAGES }, [PFN] = { "page", KIND_PFN },
	[ORDER] = { "order", KIND_ORDER },	/* stays 0 */
};

static void a_batch(struct machine *m, struct task *t, s64 *v)
{
	v[WANTED] = zone_at(m, v[ZONE])->batch;
}

static struct test some_wanted(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[WANTED], REL_GT, 0);
}

static struct test got_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PFN], REL_GE, 0);
}

static void append(struct machine *m, struct task *t, s64 *v)
{
	pcp_append(m, t->cpu, (u32)v[PFN], (enum migratetype)v[TYPE]);
	v[WANTED]--;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { U_LOCK = 1, U_BATCH, U_EACH, U_TAKE, U_GOT, U_PUT, U_UNLOCK, U_DONE };
/* clang-format off */
static const struct line bulk_lines[] = {
 [U_LOCK]  = { "lock zone->lock", OP_LOCK, .id = "lock", .lock = zone_lock, .cost = COST_LOCK,
	.transfer = true, .shared = true, .gloss = "Once for a whole batch." },
 [U_BATCH] = { "wanted = a batch", .id = "batch", .exec = a_batch, .gloss = "By the zone's size, at most 31." },
 [U_EACH]  = { "while pages are wanted", OP_IF, .id = "each", .test = some_wanted, .no = U_UNLOCK,
	.gloss = "One page after the other.", .why = "{wanted} > 0", .if_yes = "one more", .if_no = "that is all" },
 [U_TAKE]  = { "  page = __rmqueue(0, type)", OP_CALL, .id = "take", .callee = PROC_RMQUEUE,
	.pass = { ZONE, ORDER, TYPE }, .value = PFN, .has_value = true, .gloss = "A block of one page." },
 [U_GOT]   = { "  if there is one", OP_IF, .id = "got", .test = got_page, .no = U_UNLOCK,
	.gloss = "Or is the zone empty?", .why = "{page} ≥ 0", .if_yes = "keep it", .if_no = "stop" },
 [U_PUT]   = { "    to the tail of the CPU's list", .id = "put", .exec = append, .next = U_EACH,
	.shared = true, .gloss = "No longer counted as free." },
 [U_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = zone_lock, .cost = COST_UNLOCK,
	.transfer = true, .shared = true, .gloss = "The next CPU may." },
 [U_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "The list has pages, if there were any." },
};
/* clang-format on */

const struct procedure procedure_rmqueue_bulk = {
	"rmqueue_bulk", "mm/page_alloc.c, v4.2", "Fills a CPU's list with a batch of single pages.",
	bulk_lines, U_DONE + 1, bulk_locals, 5, 2,
};

/* ---- buffered_rmqueue -------------------------------------------------------
 */

enum { Q_ZONE_, Q_ORDER_, Q_TYPE_, Q_PFN };
static const struct local queue_locals[] = {
	[Q_ZONE_] = { "zone", KIND_NUMBER },
	[Q_ORDER_] = { "order", KIND_ORDER },
	[Q_TYPE_] = { "type", KIND_MIGRATETYPE },
	[Q_PFN] = { "page", KIND_PFN },
};

static struct test single(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[1], REL_EQ, 0); /* local 1 is the order */
}

static struct test list_empty(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct pcp *c = pcp_at(m, t->cpu, (unsigned)v[Q_ZONE_]);

	return test_of(c->list[v[Q_TYPE_]].head != NO_PAGE, REL_EQ, 0);
}

static void pop(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = pcp_pop(
		m, t->cpu, (unsigned)v[Q_ZONE_], (enum migratetype)v[Q_TYPE_]);

	v[Q_PFN] = pfn == NO_PAGE ? -1 : (s64)pfn;
}

static struct test block_taken(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[Q_PFN], REL_GE, 0);
}

static void give(struct machine *m, struct task *t, s64 *v)
{
	buddy_give(m, (u32)v[Q_PFN], t->cpu);
}

enum { Q_SINGLE = 1, Q_OFF, Q_EMPTY, Q_FILL, Q_POP, Q_ON, Q_PAGE, Q_LOCK,
	Q_TAKE, Q_GOT, Q_COUNT, Q_UNLOCK, Q_DONE };
/* clang-format off */
static const struct line queue_lines[] = {
 [Q_SINGLE] = { "if order = 0", OP_IF, .id = "single", .test = single, .no = Q_LOCK,
	.gloss = "A single page comes from this CPU's own list.", .why = "{order} = 0", .if_yes = "no lock needed",
	.if_no = "from the free lists" },
 [Q_OFF]   = { "  interrupts off", .id = "off", .exec = preempt_off, .gloss = "Nobody else on this CPU may." },
 [Q_EMPTY] = { "  if this CPU's list is empty", OP_IF, .id = "empty", .test = list_empty, .no = Q_POP,
	.gloss = "Has it a page of this type?", .why = "pages: {left}", .if_yes = "fill it", .if_no = "it has" },
 [Q_FILL]  = { "    fill it with a batch", OP_CALL, .id = "fill", .callee = PROC_RMQUEUE_BULK,
	.pass = { Q_ZONE_, Q_TYPE_ }, .gloss = "rmqueue_bulk." },
 [Q_POP]   = { "  take its first page", .id = "pop", .exec = pop, .cost = COST_PERCPU_ADD,
	.gloss = "The one freed last is in the cache." },
 [Q_ON]    = { "  interrupts on", .id = "on", .exec = preempt_on, .gloss = "Done with the list." },
 [Q_PAGE]  = { "  return it", OP_RETURN, .id = "page", .value = Q_PFN, .has_value = true,
	.gloss = "A single page, or none." },
 [Q_LOCK]  = { "lock zone->lock", OP_LOCK, .id = "lock", .lock = zone_lock, .cost = COST_LOCK,
	.transfer = true, .shared = true, .gloss = "Larger blocks need the lock each time." },
 [Q_TAKE]  = { "page = __rmqueue(order, type)", OP_CALL, .id = "take", .callee = PROC_RMQUEUE,
	.pass = { Q_ZONE_, Q_ORDER_, Q_TYPE_ }, .value = Q_PFN, .has_value = true, .gloss = "Find one, split it." },
 [Q_GOT]   = { "if there is one", OP_IF, .id = "got", .test = block_taken, .no = Q_UNLOCK,
	.gloss = "Or was no block large enough?", .why = "{page} ≥ 0", .if_yes = "count it", .if_no = "none" },
 [Q_COUNT] = { "  free pages −= 2^order", .id = "count", .exec = give, .shared = true,
	.gloss = "Now it is no longer counted as free." },
 [Q_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = zone_lock, .cost = COST_UNLOCK,
	.transfer = true, .shared = true, .gloss = "The next CPU may." },
 [Q_DONE]  = { "return it", OP_RETURN, .id = "return", .value = Q_PFN, .has_value = true,
	.gloss = "A block, or nothing." },
};
/* clang-format on */

const struct procedure procedure_buffered_rmqueue = {
	"buffered_rmqueue", "mm/page_alloc.c, v4.2", "Takes a block from a zone: single pages by way of the CPU's list.",
	queue_lines, Q_DONE + 1, queue_locals, 4, 3,
};

/* ---- free_pcppages_bulk -----------------------------------------------------
 */

enum { W_ZONE, W_CPU, W_COUNT, W_TYPE, W_RUN, W_PFN, W_ORDER };
static const struct local back_locals[] = {
	[W_ZONE] = { "zone", KIND_NUMBER }, [W_CPU] = { "cpu", KIND_CPU },
	[W_COUNT] = { "to_free", KIND_PAGES },
	[W_TYPE] = { "type", KIND_MIGRATETYPE },
	[W_RUN] = { "run", KIND_PAGES }, [W_PFN] = { "page", KIND_PFN },
	[W_ORDER] = { "order", KIND_ORDER },	/* stays 0 */
};

/* In turn; a list that is passed over makes the next one's run longer, and the
 * only one that has pages gives all. */
static void next_list(const struct pcp *c, s64 *v)
{
	do {
		v[W_RUN]++;
		v[W_TYPE] = (v[W_TYPE] + 1) % MIGRATE_PCPTYPES;
	} while (c->list[v[W_TYPE]].tail == NO_PAGE);
	if (v[W_RUN] == MIGRATE_PCPTYPES)
		v[W_RUN] = v[W_COUNT];
}

/* Another CPU may be using its list while it is drained: then fewer are left.
 */
static void take_last(struct machine *m, struct task *t, s64 *v)
{
	const struct pcp *c =
		pcp_at(m, (unsigned)v[W_CPU], (unsigned)v[W_ZONE]);

	v[W_PFN] = -1;
	if (!v[W_COUNT] || !c->count)
		return;
	if (c->list[v[W_TYPE]].tail == NO_PAGE)
		v[W_RUN] = 0;
	if (!v[W_RUN])
		next_list(c, v);
	v[W_PFN] = pcp_take_last(m, (unsigned)v[W_CPU], (unsigned)v[W_ZONE],
		(enum migratetype)v[W_TYPE]);
	v[W_RUN]--;
	v[W_COUNT]--;
}

static struct test took_one(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[W_PFN], REL_GE, 0);
}

enum { W_LOCK = 1, W_TAKE, W_GOT, W_FREE, W_UNLOCK, W_DONE };
/* clang-format off */
static const struct line back_lines[] = {
 [W_LOCK]  = { "lock zone->lock", OP_LOCK, .id = "lock", .lock = zone_lock, .cost = COST_LOCK,
	.transfer = true, .shared = true, .gloss = "Once for all of them." },
 [W_TAKE]  = { "take a page from the next tail", .id = "take", .exec = take_last, .shared = true,
	.gloss = "The lists of the types in turn; it counts as free now." },
 [W_GOT]   = { "if there was one to free", OP_IF, .id = "got", .test = took_one, .no = W_UNLOCK,
	.gloss = "As many as were asked for.", .why = "page {page} ≥ 0", .if_yes = "free it", .if_no = "that is all" },
 [W_FREE]  = { "  __free_one_page", OP_CALL, .id = "free", .callee = PROC_FREE_ONE_PAGE,
	.pass = { W_PFN, W_ORDER, W_TYPE }, .next = W_TAKE, .gloss = "Now it can merge." },
 [W_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = zone_lock, .cost = COST_UNLOCK,
	.transfer = true, .shared = true, .gloss = "The next CPU may." },
 [W_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "These pages are free for all." },
};
/* clang-format on */

const struct procedure procedure_free_pcppages_bulk = {
	"free_pcppages_bulk", "mm/page_alloc.c, v4.2", "Gives pages of a CPU's lists back to the free lists.",
	back_lines, W_DONE + 1, back_locals, 7, 3,
};

/* ---- who calls it: full lists, all lists ------------------------------------
 */

enum { D_ZONE, D_CPU, D_COUNT };
static const struct local drain_locals[] = {
	[D_ZONE] = { "zone", KIND_NUMBER }, [D_CPU] = { "cpu", KIND_CPU },
	[D_COUNT] = { "to_free", KIND_PAGES },
};

/* The task's CPU's first zone whose lists are too long, or the first zone. */
static unsigned full_zone(const struct machine *m, unsigned cpu)
{
	unsigned zone = m->memory.zones;

	while (zone-- > 0)
		if (pcp_at(m, cpu, zone)->count >= zone_at(m, zone)->pcp_high)
			return zone;
	return 0;
}

struct test pcp_full(const struct machine *m, const struct task *t,
	const s64 *v)
{
	unsigned cpu = t->cpu < m->n_cpus ? t->cpu : 0;
	unsigned zone = full_zone(m, cpu);

	return test_of(pcp_at(m, cpu, zone)->count, REL_GE,
		zone_at(m, zone)->pcp_high);
}

static void find_full(struct machine *m, struct task *t, s64 *v)
{
	v[D_CPU] = t->cpu < m->n_cpus ? t->cpu : 0;
	v[D_ZONE] = full_zone(m, (unsigned)v[D_CPU]);
	v[D_COUNT] = zone_of(m, v[D_ZONE])->batch;
}

enum { T_FULL = 1, T_FIND, T_FREE, T_DONE };
/* clang-format off */
static const struct line trim_lines[] = {
 [T_FULL] = { "while this CPU's list is too long", OP_IF, .id = "full", .test = pcp_full, .no = T_DONE,
	.gloss = "Six batches or more?", .why = "{left} ≥ {right}", .if_yes = "give a batch back", .if_no = "it may stay" },
 [T_FIND] = { "  a batch of it", .id = "find", .exec = find_full, .gloss = "How many, and of which zone." },
 [T_FREE] = { "  free_pcppages_bulk", OP_CALL, .id = "free", .callee = PROC_FREE_PCPPAGES_BULK,
	.pass = { D_ZONE, D_CPU, D_COUNT }, .next = T_FULL, .gloss = "To the zone's free lists." },
 [T_DONE] = { "return", OP_RETURN, .id = "return", .gloss = "The lists are short enough." },
};
/* clang-format on */

const struct procedure procedure_free_full_lists = {
	"free_hot_cold_page", "mm/page_alloc.c, v4.2", "Keeps a CPU's lists of free pages short.",
	trim_lines, T_DONE + 1, drain_locals, 3, 0,
};

static void first_lists(struct machine *m, struct task *t, s64 *v)
{
	v[D_CPU] = v[D_ZONE] = 0;
}

static struct test lists_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[D_CPU], REL_LT, m->n_cpus);
}

static void count_list(struct machine *m, struct task *t, s64 *v)
{
	v[D_COUNT] = pcp_at(m, (unsigned)v[D_CPU], (unsigned)v[D_ZONE])->count;
}

static struct test has_pages(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[D_COUNT], REL_GT, 0);
}

static void next_lists(struct machine *m, struct task *t, s64 *v)
{
	if (++v[D_ZONE] < m->memory.zones)
		return;
	v[D_ZONE] = 0;
	v[D_CPU]++;
}

enum { A_FIRST = 1, A_EACH, A_COUNT, A_SOME, A_FREE, A_NEXT, A_DONE };
/* clang-format off */
static const struct line all_lines[] = {
 [A_FIRST] = { "cpu = 0, zone = 0", .id = "first", .exec = first_lists, .gloss = "Pages on CPUs' lists can't merge." },
 [A_EACH]  = { "for each CPU and zone", OP_IF, .id = "each", .test = lists_left, .no = A_DONE,
	.gloss = "One after the other.", .why = "{cpu} < {right}", .if_yes = "its lists", .if_no = "all done" },
 [A_COUNT] = { "  count the pages on its lists", .id = "count", .exec = count_list, .shared = true,
	.gloss = "All of them go." },
 [A_SOME]  = { "  if there are some", OP_IF, .id = "some", .test = has_pages, .no = A_NEXT,
	.gloss = "Anything to free?", .why = "{to_free} > 0", .if_yes = "free them", .if_no = "none" },
 [A_FREE]  = { "    free_pcppages_bulk", OP_CALL, .id = "free", .callee = PROC_FREE_PCPPAGES_BULK,
	.pass = { D_ZONE, D_CPU, D_COUNT }, .gloss = "To the zone's free lists, where they merge." },
 [A_NEXT]  = { "  the next", .id = "next", .exec = next_lists, .next = A_EACH, .gloss = "On to the next list." },
 [A_DONE]  = { "return", OP_RETURN, .id = "return", .gloss = "No list has pages, unless others freed some meanwhile." },
};
/* clang-format on */

const struct procedure procedure_drain_all_pages = {
	"drain_all_pages", "mm/page_alloc.c, v4.2", "Empties all CPUs' lists of free pages.",
	all_lines, A_DONE + 1, drain_locals, 3, 0,
};
