/* SPDX-License-Identifier: GPL-3.0-or-later
 * Asking for a block: the fast path of mm/page_alloc.c as of v4.2.
 *
 * Leaves out: NUMA, cpusets, zone_reclaim, dirty limits of zones, cold pages.
 * Rules: first the low mark in each zone, highest first; if that finds nothing,
 * the slow path. Parameters are the order and gfp bits (gfp.h); what is
 * returned is the first frame of a block, PAGE_HELD, or −1.
 */
#include "model/gfp.h"
#include "model/machine.h"
#include "model/task.h"
#include "model/zone.h"

/* ---- get_page_from_freelist ---------------------------------------------- */

enum { ORDER, GFP, FLAGS, ZONE, TYPE, OK, PFN };
static const struct local list_locals[] = {
	[ORDER] = { "order", KIND_ORDER }, [GFP] = { "gfp", KIND_GFP_BITS },
	[FLAGS] = { "flags", KIND_ALLOC_BITS }, [ZONE] = { "zone", KIND_NUMBER },
	[TYPE] = { "type", KIND_MIGRATETYPE }, [OK] = { "ok", KIND_BOOL },
	[PFN] = { "page", KIND_PFN },
};

static void first_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE] = m->memory.zones - 1;
	v[TYPE] = gfp_migratetype((unsigned)v[GFP]);
	v[PFN] = -1;
}

static struct test zones_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ZONE], REL_GE, 0);
}

static struct test no_marks(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FLAGS] & ALLOC_NO_WATERMARKS, REL_NE, 0);
}

static struct test is_ok(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[OK], REL_EQ, 1);
}

static void next_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE]--;
}

static struct test got_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PFN], REL_GE, 0);
}

/* To add a row: label here, row below, test in tests/unit. */
enum { G_FIRST = 1, G_EACH, G_MARKS, G_CHECK, G_OK, G_NEXT, G_TAKE, G_GOT,
	G_PAGE, G_NONE };
/* clang-format off */
static const struct line list_lines[] = {
 [G_FIRST] = { "zone = the highest", .id = "first", .exec = first_zone, .gloss = "Requests fall back to lower zones." },
 [G_EACH]  = { "for each zone, highest first", OP_IF, .id = "each", .test = zones_left, .no = G_NONE,
	.gloss = "Is there a zone left to ask?", .why = "zone {zone} ≥ 0", .if_yes = "ask it", .if_no = "none has enough" },
 [G_MARKS] = { "  if no marks hold for us: take", OP_IF, .id = "no_marks", .test = no_marks, .no = G_CHECK,
	.next = G_TAKE, .gloss = "Only who frees memory may.", .why = "{left} ≠ 0", .if_yes = "no check", .if_no = "check" },
 [G_CHECK] = { "  ok = __zone_watermark_ok", OP_CALL, .id = "check", .callee = PROC_ZONE_WATERMARK_OK,
	.pass = { ZONE, ORDER, FLAGS }, .value = OK, .has_value = true, .gloss = "Would enough be left?" },
 [G_OK]    = { "  if it is: take", OP_IF, .id = "ok", .test = is_ok, .no = G_NEXT, .next = G_TAKE,
	.gloss = "May this zone give?", .why = "{ok} = 1", .if_yes = "take it here", .if_no = "not here" },
 [G_NEXT]  = { "  else the next zone", .id = "next", .exec = next_zone, .next = G_EACH,
	.gloss = "A lower zone keeps a reserve." },
 [G_TAKE]  = { "page = buffered_rmqueue", OP_CALL, .id = "take", .callee = PROC_BUFFERED_RMQUEUE,
	.pass = { ZONE, ORDER, TYPE }, .value = PFN, .has_value = true, .gloss = "Take it off the lists." },
 [G_GOT]   = { "if there was none: next zone", OP_IF, .id = "got", .test = got_page, .no = G_NEXT,
	.next = G_PAGE, .gloss = "The check is one thing, a block another.", .why = "{page} ≥ 0", .if_yes = "got one",
	.if_no = "none large enough" },
 [G_PAGE]  = { "return it", OP_RETURN, .id = "page", .value = PFN, .has_value = true, .gloss = "The first frame of the block." },
 [G_NONE]  = { "return nothing", OP_RETURN, .id = "none", .value = PFN, .has_value = true, .gloss = "No zone gave anything." },
};
/* clang-format on */

const struct procedure procedure_get_page_from_freelist = {
	"get_page_from_freelist", "mm/page_alloc.c, v4.2", "Takes a block from the first zone that can spare it.",
	list_lines, G_NONE + 1, list_locals, 7, 3,
};

/* ---- __alloc_pages_nodemask ------------------------------------------------
 */

enum { N_ORDER, N_GFP, N_FLAGS, N_PFN };
static const struct local alloc_locals[] = {
	[N_ORDER] = { "order", KIND_ORDER }, [N_GFP] = { "gfp", KIND_GFP_BITS },
	[N_FLAGS] = { "flags", KIND_ALLOC_BITS }, [N_PFN] = { "page", KIND_PFN },
};

static void low_mark(struct machine *m, struct task *t, s64 *v)
{
	v[N_FLAGS] = ALLOC_WMARK_LOW | ALLOC_CPUSET;
}

static struct test has_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[N_PFN], REL_GE, 0);
}

enum { L_FLAGS = 1, L_FAST, L_GOT, L_PAGE, L_SLOW, L_DONE };
/* clang-format off */
static const struct line alloc_lines[] = {
 [L_FLAGS] = { "the low mark holds", .id = "low", .exec = low_mark, .gloss = "Above it nobody is disturbed." },
 [L_FAST]  = { "page = get_page_from_freelist", OP_CALL, .id = "fast", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { N_ORDER, N_GFP, N_FLAGS }, .value = N_PFN, .has_value = true, .gloss = "The fast path." },
 [L_GOT]   = { "if there is one: return it", OP_IF, .id = "got", .test = has_page, .no = L_SLOW,
	.decision = true, .gloss = "Was that all?", .why = "{page} ≥ 0", .if_yes = "the fast path did",
	.if_no = "the slow path" },
 [L_PAGE]  = { "  return it", OP_RETURN, .id = "page", .value = N_PFN, .has_value = true, .gloss = "Nobody was woken." },
 [L_SLOW]  = { "__alloc_pages_slowpath", OP_CALL, .id = "slow", .callee = PROC_ALLOC_PAGES_SLOWPATH,
	.pass = { N_ORDER, N_GFP }, .value = N_PFN, .has_value = true, .gloss = "Wake kswapd, try harder, wait." },
 [L_DONE]  = { "return it, or nothing", OP_RETURN, .id = "return", .value = N_PFN, .has_value = true,
	.gloss = "Nothing is −1." },
};
/* clang-format on */

const struct procedure procedure_alloc_pages = {
	"__alloc_pages_nodemask", "mm/page_alloc.c, v4.2", "Asks for a block of 2^order pages.",
	alloc_lines, L_DONE + 1, alloc_locals, 4, 2,
};

/* ---- alloc_page_vma --------------------------------------------------------
 */

enum { V_ORDER, V_GFP, V_PFN };
static const struct local vma_locals[] = {
	[V_ORDER] = { "order", KIND_ORDER }, [V_GFP] = { "gfp", KIND_GFP_BITS },
	[V_PFN] = { "page", KIND_PFN },
};

static void for_user(struct machine *m, struct task *t, s64 *v)
{
	v[V_ORDER] = 0;
	v[V_GFP] = GFP_HIGHUSER_MOVABLE;
}

enum { V_WHAT = 1, V_CALL, V_DONE };
/* clang-format off */
static const struct line vma_lines[] = {
 [V_WHAT] = { "one movable page for a process", .id = "what", .exec = for_user, .gloss = "GFP_HIGHUSER_MOVABLE: it may wait." },
 [V_CALL] = { "page = __alloc_pages_nodemask", OP_CALL, .id = "call", .callee = PROC_ALLOC_PAGES,
	.pass = { V_ORDER, V_GFP }, .value = V_PFN, .has_value = true, .gloss = "Order 0." },
 [V_DONE] = { "return it", OP_RETURN, .id = "return", .value = V_PFN, .has_value = true, .gloss = "Or nothing." },
};
/* clang-format on */

const struct procedure procedure_alloc_page_vma = {
	"alloc_page_vma", "mm/mempolicy.c, v4.2", "Takes one page for a process's memory.",
	vma_lines, V_DONE + 1, vma_locals, 3, 0,
};

/* ---- alloc_block: what a person asks for ------------------------------------ */

static void keep(struct machine *m, struct task *t, s64 *v)
{
	page_edit(m, (u32)v[V_PFN])->flags |= PAGE_KEPT;
}

static struct test taken(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[V_PFN], REL_GE, 0);
}

enum { B_CALL = 1, B_GOT, B_KEEP, B_DONE };
/* clang-format off */
static const struct line block_lines[] = {
 [B_CALL] = { "page = __alloc_pages_nodemask", OP_CALL, .id = "call", .callee = PROC_ALLOC_PAGES,
	.pass = { V_ORDER, V_GFP }, .value = V_PFN, .has_value = true, .gloss = "As any part of the kernel would." },
 [B_GOT]  = { "if there is a block", OP_IF, .id = "got", .test = taken, .no = B_DONE, .gloss = "Or was there none?",
	.why = "{page} ≥ 0", .if_yes = "keep it", .if_no = "nothing to keep" },
 [B_KEEP] = { "  keep it", .id = "keep", .exec = keep, .gloss = "Until you free it." },
 [B_DONE] = { "return it", OP_RETURN, .id = "return", .value = V_PFN, .has_value = true, .gloss = "Its first page, or −1." },
};
/* clang-format on */

const struct procedure procedure_alloc_block = {
	"alloc_block", "model", "Asks for a block, to keep it until it is freed by hand.",
	block_lines, B_DONE + 1, vma_locals, 3, 2,
};
