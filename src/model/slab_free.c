/* SPDX-License-Identifier: GPL-3.0-or-later
 * Giving an object back: slab_free, __slab_free, put_cpu_partial,
 * unfreeze_partials and discard_slab of mm/slub.c, v4.2.
 *
 * Leaves out: the node's list_lock, debugging, freeing by RCU. Rules: a slab is
 * given back to the page allocator only when it is empty and the node keeps
 * enough partial ones; a frozen slab, one that a CPU has, never is.
 */
#include "model/machine.h"

/* ---- slab_free ------------------------------------------------------------ */

enum { SLAB, CACHE, WAS, MINE };
/* What a slab was before, as __slab_free sees it in one look. */
enum was { WAS_OWN, WAS_PARTIAL, WAS_FULL, WAS_LAST };
static const struct local free_locals[] = {
	[SLAB] = { "slab", KIND_PFN }, [CACHE] = { "cache", KIND_NUMBER },
	[WAS] = { "was", KIND_NUMBER }, [MINE] = { "in_hand", KIND_BOOL },
};

static const struct slab *slab_here(const struct machine *m, const s64 *v)
{
	return slab_at(m, (u32)v[SLAB]);
}

static struct kmem_cache *cache_of(struct machine *m, const s64 *v)
{
	return &m->slub.cache[v[CACHE]];
}

static const struct kmem_cache *cache_at(const struct machine *m, const s64 *v)
{
	return &m->slub.cache[v[CACHE]];
}

/* The kernel compares and exchanges freelist, count and the frozen bit at once,
 * so this is one line. A slab that was full becomes this CPU's to keep. */
static void put(struct machine *m, struct task *t, s64 *v)
{
	const struct slab *s = slab_here(m, v);
	u32 pfn = (u32)v[SLAB];

	v[CACHE] = s->cache;
	cache_of(m, v)->objects--;
	if (cache_cpu(m, s->cache, t->cpu)->slab == pfn) {
		cache_cpu_edit(m, s->cache, t->cpu)->free++;
		v[WAS] = WAS_OWN;
		return;
	}
	slab_set_free(m, pfn, s->free + 1u);
	v[WAS] = s->state == SLAB_FULL ? WAS_FULL
		: s->state == SLAB_NODE && s->free == s->objects ? WAS_LAST
								 : WAS_PARTIAL;
	if (v[WAS] == WAS_FULL)
		slab_set_state(m, pfn, SLAB_CPU_PARTIAL);
}

static struct test nothing_more(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(v[WAS], REL_LE, WAS_PARTIAL);
}

static struct test was_full(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[WAS], REL_EQ, WAS_FULL);
}

static struct test keeps_many(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(slab_kept(m, (unsigned)v[CACHE], t->cpu), REL_GT,
		cache_at(m, v)->cpu_partial);
}

static void keep(struct machine *m, struct task *t, s64 *v)
{
	slab_push(m, (u32)v[SLAB], t->cpu);
}

static struct test node_has_enough(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(cache_at(m, v)->nr_partial, REL_GE,
		cache_at(m, v)->min_partial);
}

enum { F_PUT = 1, F_PLAIN, F_SIMPLE, F_FULL, F_MANY, F_UNFREEZE, F_KEEP, F_ENOUGH,
	F_DISCARD, F_DONE };
/* clang-format off */
static const struct line free_lines[] = {
 [F_PUT]    = { "put the object on a freelist", .id = "put", .exec = put, .cost = COST_SLAB_FREE,
	.shared = true, .gloss = "The CPU's, if it is of the CPU's slab; else the slab's own." },
 [F_PLAIN]  = { "if it was not full, nor is empty", OP_IF, .id = "plain", .test = nothing_more,
	.no = F_FULL, .gloss = "Then the slab stays on its list.", .why = "{was} ≤ 1", .if_yes = "that was all",
	.if_no = "its list must change" },
 [F_SIMPLE] = { "  return", OP_RETURN, .id = "simple", .gloss = "The usual way." },
 [F_FULL]   = { "if it was full", OP_IF, .id = "full", .test = was_full, .no = F_ENOUGH,
	.gloss = "A full slab is on no list. Now it has an object.", .why = "{was} = 2",
	.if_yes = "this CPU keeps it", .if_no = "it is empty now" },
 [F_MANY]   = { "  if the CPU keeps too many", OP_IF, .id = "many", .test = keeps_many, .no = F_KEEP,
	.gloss = "Free objects in the slabs that it put aside.", .why = "{left} > {right}",
	.if_yes = "the node gets them", .if_no = "room for one more" },
 [F_UNFREEZE] = { "    unfreeze_partials()", OP_CALL, .id = "unfreeze",
	.callee = PROC_UNFREEZE_PARTIALS, .pass = { CACHE }, .gloss = "All that it kept go to the node." },
 [F_KEEP]   = { "  the CPU keeps it as partial", .id = "keep", .exec = keep, .next = F_DONE,
	.gloss = "For when its own slab is used up." },
 [F_ENOUGH] = { "else if the node has partial slabs", OP_IF, .id = "enough", .test = node_has_enough,
	.no = F_DONE, .shared = true, .gloss = "It keeps a few, even empty ones.", .why = "{left} ≥ {right}",
	.if_yes = "enough of them", .if_no = "keep this one, too" },
 [F_DISCARD] = { "  discard_slab()", OP_CALL, .id = "discard", .callee = PROC_DISCARD_SLAB,
	.pass = { SLAB, MINE }, .gloss = "Its pages go back to the page allocator." },
 [F_DONE]   = { "return", OP_RETURN, .id = "return", .gloss = "The object is free." },
};
/* clang-format on */

const struct procedure procedure_slab_free = {
	"slab_free", "mm/slub.c, v4.2", "Gives an object back to its slab.",
	free_lines, F_DONE + 1, free_locals, 4, 1,
};

/* ---- unfreeze_partials ------------------------------------------------------ */

enum { U_CACHE, U_SLAB, U_MINE };
static const struct local unfreeze_locals[] = {
	[U_CACHE] = { "cache", KIND_NUMBER }, [U_SLAB] = { "slab", KIND_PFN },
	[U_MINE] = { "in_hand", KIND_BOOL },
};

static void pop(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = slab_pop(m, (unsigned)v[U_CACHE], t->cpu);

	v[U_SLAB] = pfn == NO_PAGE ? -1 : (s64)pfn;
	v[U_MINE] = 1;
}

static struct test popped(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[U_SLAB], REL_GE, 0);
}

static struct test in_use(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct slab *s = slab_at(m, (u32)v[U_SLAB]);

	return test_of(s->objects - s->free, REL_GT, 0);
}

static struct test too_few(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct kmem_cache *k = &m->slub.cache[v[U_CACHE]];

	return test_of(k->nr_partial, REL_LT, k->min_partial);
}

static void to_node(struct machine *m, struct task *t, s64 *v)
{
	slab_list_add(m, (u32)v[U_SLAB], true);
}

enum { U_POP = 1, U_EACH, U_USED, U_FEW, U_DISCARD, U_LIST, U_DONE };
/* clang-format off */
static const struct line unfreeze_lines[] = {
 [U_POP]  = { "take the CPU's next partial slab", .id = "pop", .exec = pop,
	.gloss = "The one that came last." },
 [U_EACH] = { "while there is one", OP_IF, .id = "each", .test = popped, .no = U_DONE,
	.gloss = "Until the CPU keeps none.", .why = "slab {slab} ≥ 0", .if_yes = "one more", .if_no = "all done" },
 [U_USED] = { "  if objects are in use: list it", OP_IF, .id = "used", .test = in_use, .next = U_LIST,
	.no = U_FEW, .shared = true, .gloss = "Then it can't be given back.", .why = "{left} > 0",
	.if_yes = "to the node's list", .if_no = "it is empty" },
 [U_FEW]  = { "  if the node has few: list it", OP_IF, .id = "few", .test = too_few, .next = U_LIST,
	.no = U_DISCARD, .shared = true, .gloss = "It keeps a few, even empty ones.", .why = "{left} < {right}",
	.if_yes = "keep it", .if_no = "enough of them" },
 [U_DISCARD] = { "  else discard_slab()", OP_CALL, .id = "discard", .callee = PROC_DISCARD_SLAB,
	.pass = { U_SLAB, U_MINE }, .next = U_POP, .gloss = "Its pages go back." },
 [U_LIST] = { "  to the tail of the node's list", .id = "list", .exec = to_node, .next = U_POP,
	.shared = true, .gloss = "Any CPU may take it from there." },
 [U_DONE] = { "return", OP_RETURN, .id = "return", .gloss = "The CPU keeps none now." },
};
/* clang-format on */

const struct procedure procedure_unfreeze_partials = {
	"unfreeze_partials", "mm/slub.c, v4.2", "A CPU's partial slabs go to the node.",
	unfreeze_lines, U_DONE + 1, unfreeze_locals, 3, 1,
};

/* ---- discard_slab ----------------------------------------------------------- */

enum { D_SLAB, D_MINE, D_ORDER, D_GONE };
static const struct local discard_locals[] = {
	[D_SLAB] = { "slab", KIND_PFN }, [D_MINE] = { "in_hand", KIND_BOOL },
	[D_ORDER] = { "order", KIND_ORDER }, [D_GONE] = { "gone", KIND_BOOL },
};

/* Unless somebody took it off the node's list in between. */
static void unmake(struct machine *m, struct task *t, s64 *v)
{
	const struct slab *s = slab_at(m, (u32)v[D_SLAB]);

	v[D_GONE] = !v[D_MINE] && s->state != SLAB_NODE;
	v[D_GONE] |= s->free != s->objects;
	if (v[D_GONE])
		return;
	v[D_ORDER] = s->order;
	if (s->state == SLAB_NODE)
		slab_list_remove(m, (u32)v[D_SLAB]);
	slab_unmake(m, (u32)v[D_SLAB]);
}

static struct test gone(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[D_GONE], REL_EQ, 1);
}

enum { D_UNMAKE = 1, D_IF, D_FREE, D_DONE };
/* clang-format off */
static const struct line discard_lines[] = {
 [D_UNMAKE] = { "off the list, no slab any more", .id = "unmake", .exec = unmake, .shared = true,
	.gloss = "All its objects are free." },
 [D_IF]   = { "if another CPU was faster: return", OP_IF, .id = "gone", .test = gone, .next = D_DONE,
	.no = D_FREE, .gloss = "Did somebody begin to use it?", .why = "gone = {left}", .if_yes = "it stays",
	.if_no = "nobody did" },
 [D_FREE] = { "free_pages(slab, order)", OP_CALL, .id = "free", .callee = PROC_FREE_PAGES,
	.pass = { D_SLAB, D_ORDER }, .gloss = "The block goes back, and may merge." },
 [D_DONE] = { "return", OP_RETURN, .id = "return", .gloss = "Done." },
};
/* clang-format on */

const struct procedure procedure_discard_slab = {
	"discard_slab", "mm/slub.c, v4.2", "Gives an empty slab's pages back.",
	discard_lines, D_DONE + 1, discard_locals, 4, 2,
};
