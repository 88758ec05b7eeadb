/* SPDX-License-Identifier: GPL-3.0-or-later
 * Pages for a new slab: new_slab and allocate_slab of mm/slub.c, v4.2, before
 * and after mail 003, and as merged in v4.3.
 *
 * Leaves out: kmemcg's charge, constructors, gfp_allowed_mask (all is allowed).
 * Rules: the first try is for the cache's order, never warns and never retries;
 * the second one is for its least order, with the caller's own flags. A fallback
 * is counted only if the second try succeeds.
 */
#include "model/gfp.h"
#include "model/machine.h"

enum { CACHE, FLAGS, TRY, ORDER, PFN };
static const struct local locals[] = {
	[CACHE] = { "cache", KIND_NUMBER }, [FLAGS] = { "flags", KIND_GFP_BITS },
	[TRY] = { "try", KIND_GFP_BITS }, [ORDER] = { "order", KIND_ORDER },
	[PFN] = { "page", KIND_PFN },
};

/* What new_slab lets through of its caller's flags. */
enum { CALLERS = GFP_WAIT | GFP_HIGH | GFP_IO | GFP_FS | GFP_NOWARN |
	GFP_REPEAT | GFP_NOFAIL | GFP_NORETRY | GFP_MEMALLOC | GFP_NOMEMALLOC |
	GFP_THISNODE };

static struct kmem_cache *cache_of(struct machine *m, const s64 *v)
{
	return &m->slub.cache[v[CACHE]];
}

static const struct kmem_cache *cache_at(const struct machine *m, const s64 *v)
{
	return &m->slub.cache[v[CACHE]];
}

/* ---- new_slab ------------------------------------------------------------- */

static void mask_flags(struct machine *m, struct task *t, s64 *v)
{
	v[FLAGS] &= CALLERS;
	cache_of(m, v)->asked++;
}

enum { N_MASK = 1, N_CALL, N_DONE };
/* clang-format off */
static const struct line new_lines[] = {
 [N_MASK] = { "flags: only what concerns reclaim", .id = "mask", .exec = mask_flags,
	.gloss = "What the caller may do to get pages." },
 [N_CALL] = { "slab = allocate_slab()", OP_CALL, .id = "allocate", .callee = PROC_ALLOCATE_SLAB,
	.pass = { CACHE, FLAGS }, .value = PFN, .has_value = true, .gloss = "Here the mail's change is." },
 [N_DONE] = { "return slab", OP_RETURN, .id = "return", .value = PFN, .has_value = true,
	.gloss = "Its first page, or nothing." },
};
/* clang-format on */

const struct procedure procedure_new_slab = {
	"new_slab", "mm/slub.c, v4.2", "Gets pages for a slab.",
	new_lines, N_DONE + 1, locals, 5, 2,
};

/* ---- allocate_slab -------------------------------------------------------- */

static struct test may_wait(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((v[FLAGS] & GFP_WAIT) != 0, REL_EQ, 1);
}

static void interrupts_on(struct machine *m, struct task *t, s64 *v)
{
	t->preempt_off--;
}

static void interrupts_off(struct machine *m, struct task *t, s64 *v)
{
	t->preempt_off++;
}

static void first_flags(struct machine *m, struct task *t, s64 *v)
{
	v[FLAGS] |= cache_at(m, v)->allocflags;
	v[TRY] = (v[FLAGS] | GFP_NOWARN | GFP_NORETRY) & ~(s64)GFP_NOFAIL;
	v[ORDER] = oo_order(cache_at(m, v)->oo);
}

static struct test higher(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ORDER], REL_GT, oo_order(cache_at(m, v)->min));
}

static void dont_wait(struct machine *m, struct task *t, s64 *v)
{
	v[TRY] &= ~(s64)GFP_WAIT;
}

static void spare_reserves(struct machine *m, struct task *t, s64 *v)
{
	v[TRY] |= GFP_NOMEMALLOC;
}

static struct test got_none(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PFN], REL_LT, 0);
}

static void second_flags(struct machine *m, struct task *t, s64 *v)
{
	v[TRY] = v[FLAGS];
	v[ORDER] = oo_order(cache_at(m, v)->min);
}

static void make_slab(struct machine *m, struct task *t, s64 *v)
{
	slab_make(m, (unsigned)v[CACHE], (u32)v[PFN], (unsigned)v[ORDER]);
}

static void make_fallback(struct machine *m, struct task *t, s64 *v)
{
	make_slab(m, t, v);
	cache_of(m, v)->order_fallback++;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { B_WAITS = 1, B_ON, B_FIRST, B_MAY, B_HIGHER, B_DROP, B_SPARE, B_TRY, B_FAILED,
	B_MIN, B_SECOND, B_GOT, B_COUNT, B_MAKE, B_WAITED, B_OFF, B_DONE };
enum { CHANGED = IN_SLUB_PATCHED | IN_SLUB_MERGED };
/* clang-format off */
static const struct line allocate_lines[] = {
 [B_WAITS] = { "if flags allow to wait", OP_IF, .id = "waits", .test = may_wait, .no = B_FIRST,
	.gloss = "Whoever waits must let others run.", .why = "WAIT = {left}", .if_yes = "interrupts on",
	.if_no = "they stay off" },
 [B_ON]    = { "  interrupts on", .id = "on", .exec = interrupts_on,
	.gloss = "Until the pages are there." },
 [B_FIRST] = { "try = flags + NOWARN + NORETRY", .id = "first", .exec = first_flags,
	.gloss = "Don't complain, don't insist: there is a second try." },
 [B_MAY]   = { "if try allows to wait", OP_IF, .id = "may", .test = may_wait, .no = B_TRY,
	.in = CHANGED, .decision = true, .gloss = "Would this try reclaim and compact?",
	.why = "WAIT = {left}", .if_yes = "it would", .if_no = "it can't anyway" },
 [B_HIGHER] = { "  if its order > the least order", OP_IF, .id = "higher", .test = higher, .no = B_TRY,
	.in = CHANGED, .decision = true, .gloss = "Is there something to fall back to?",
	.why = "{left} > {right}", .if_yes = "this try is only a bonus", .if_no = "no: it must insist" },
 [B_DROP]  = { "    try = try without WAIT", .id = "drop", .exec = dont_wait, .in = CHANGED,
	.gloss = "Take a large block if one is there; don't work for it." },
 [B_SPARE] = { "    try = try + NOMEMALLOC", .id = "spare", .exec = spare_reserves,
	.in = IN_SLUB_MERGED, .gloss = "Nor dip into the reserves for it." },
 [B_TRY]   = { "page = alloc_pages(order, try)", OP_CALL, .id = "try", .callee = PROC_ALLOC_PAGES,
	.pass = { ORDER, TRY }, .value = PFN, .has_value = true, .shared = true,
	.gloss = "The first try: a large block." },
 [B_FAILED] = { "if there is none", OP_IF, .id = "failed", .test = got_none, .no = B_MAKE,
	.decision = true, .gloss = "Did the first try fail?", .why = "page {page} < 0",
	.if_yes = "fall back", .if_no = "a large block" },
 [B_MIN]   = { "  order = least, try = flags", .id = "min", .exec = second_flags,
	.gloss = "The caller's own flags again: now it may wait." },
 [B_SECOND] = { "  page = alloc_pages(order, try)", OP_CALL, .id = "second",
	.callee = PROC_ALLOC_PAGES, .pass = { ORDER, TRY }, .value = PFN, .has_value = true, .shared = true,
	.gloss = "The second try: a block for one object or a few." },
 [B_GOT]   = { "  if there is none", OP_IF, .id = "got", .test = got_none, .next = B_WAITED, .no = B_COUNT,
	.gloss = "Did that fail, too?", .why = "page {page} < 0", .if_yes = "no slab", .if_no = "a small slab" },
 [B_COUNT] = { "  small slab, ORDER_FALLBACK + 1", .id = "fallback", .exec = make_fallback,
	.next = B_WAITED, .cost = COST_SLAB_SMALL, .shared = true, .gloss = "It remembers its own number of objects." },
 [B_MAKE]  = { "make it a slab", .id = "make", .exec = make_slab, .cost = COST_SLAB_NEW, .shared = true,
	.gloss = "It remembers its own number of objects." },
 [B_WAITED] = { "if flags allow to wait", OP_IF, .id = "waited", .test = may_wait, .no = B_DONE,
	.gloss = "As above.", .why = "WAIT = {left}", .if_yes = "interrupts off", .if_no = "they are off" },
 [B_OFF]   = { "  interrupts off", .id = "off", .exec = interrupts_off,
	.gloss = "Back under the slow path's protection." },
 [B_DONE]  = { "return page", OP_RETURN, .id = "return", .value = PFN, .has_value = true,
	.gloss = "The slab's first page, or nothing." },
};
/* clang-format on */

const struct procedure procedure_allocate_slab = {
	"allocate_slab", "mm/slub.c, v4.2", "Asks for a large block, then for a small one.",
	allocate_lines, B_DONE + 1, locals, 5, 2,
};
