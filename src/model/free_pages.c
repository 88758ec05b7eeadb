/* SPDX-License-Identifier: GPL-3.0-or-later
 * Freeing a block: mm/page_alloc.c as of v4.2.
 *
 * Leaves out: reference counts (whoever calls is the last user), checks for bad
 * pages. Rules: single pages go to this CPU's list, larger blocks to the free
 * lists, each by its pageblock's type.
 */
#include "model/machine.h"
#include "model/task.h"

enum { PFN, ORDER, TYPE };
static const struct local locals[] = {
	[PFN] = { "page", KIND_PFN }, [ORDER] = { "order", KIND_ORDER },
	[TYPE] = { "type", KIND_MIGRATETYPE },
};

static u16 zone_lock(const struct machine *m, const s64 *v)
{
	return (u16)(LOCK_ZONE + page_at(m, (u32)v[PFN])->zone);
}

static struct test single(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ORDER], REL_EQ, 0);
}

static void put(struct machine *m, struct task *t, s64 *v)
{
	page_free(m, (u32)v[PFN], t->cpu);
}

static void its_type(struct machine *m, struct task *t, s64 *v)
{
	v[TYPE] = pageblock_type(m, (u32)v[PFN]);
}

static void count(struct machine *m, struct task *t, s64 *v)
{
	buddy_take_back(m, (u32)v[PFN], t->cpu);
}

/* To add a row: label here, row below, test in tests/unit. */
enum { F_SINGLE = 1, F_PUT, F_TRIM, F_PAGE, F_TYPE, F_LOCK, F_COUNT, F_FREE,
	F_UNLOCK, F_DONE };
/* clang-format off */
static const struct line lines[] = {
 [F_SINGLE] = { "if order = 0", OP_IF, .id = "single", .test = single, .no = F_TYPE,
	.gloss = "A single page waits on this CPU's list.", .why = "{order} = 0", .if_yes = "no lock needed",
	.if_no = "to the free lists" },
 [F_PUT]  = { "  to the head of this CPU's list", .id = "put", .exec = put, .cost = COST_PERCPU_ADD,
	.gloss = "It will be the next one taken." },
 [F_TRIM] = { "  a batch back if it is too long", OP_CALL, .id = "trim", .callee = PROC_FREE_FULL_LISTS,
	.gloss = "free_hot_cold_page." },
 [F_PAGE] = { "  return", OP_RETURN, .id = "page", .gloss = "Freed." },
 [F_TYPE] = { "type = its pageblock's type", .id = "type", .exec = its_type, .shared = true,
	.gloss = "Not the type it was asked for with." },
 [F_LOCK] = { "lock zone->lock", OP_LOCK, .id = "lock", .lock = zone_lock, .cost = COST_LOCK,
	.transfer = true, .shared = true, .gloss = "The free lists are everybody's." },
 [F_COUNT] = { "free pages += 2^order", .id = "count", .exec = count, .shared = true,
	.gloss = "Counted as free from now on." },
 [F_FREE] = { "__free_one_page", OP_CALL, .id = "free", .callee = PROC_FREE_ONE_PAGE,
	.pass = { PFN, ORDER, TYPE }, .gloss = "Merge it as far as it goes." },
 [F_UNLOCK] = { "unlock", OP_UNLOCK, .id = "unlock", .lock = zone_lock, .cost = COST_UNLOCK,
	.transfer = true, .shared = true, .gloss = "The next CPU may." },
 [F_DONE] = { "return", OP_RETURN, .id = "return", .gloss = "Freed." },
};
/* clang-format on */

const struct procedure procedure_free_pages = {
	"__free_pages", "mm/page_alloc.c, v4.2", "Gives a block back.",
	lines, F_DONE + 1, locals, 3, 2,
};
