/* SPDX-License-Identifier: GPL-3.0-or-later
 * Taking an object: slab_alloc, __slab_alloc, new_slab and allocate_slab of
 * mm/slub.c, v4.2, with mail 003's change and what was merged.
 *
 * Leaves out: the node's list_lock, several nodes, debugging, kmemcg. Of the
 * node's partial slabs a CPU takes one at a time. Rules: interrupts, that is
 * preemption, are off in __slab_alloc but while new_slab may wait.
 */
#include "model/machine.h"

enum { CACHE, GFP, SLAB, LOADED };
static const struct local alloc_locals[] = {
	[CACHE] = { "cache", KIND_NUMBER }, [GFP] = { "flags", KIND_GFP_BITS },
	[SLAB] = { "slab", KIND_PFN }, [LOADED] = { "loaded", KIND_COUNT },
};

static struct kmem_cache *cache_of(struct machine *m, const s64 *v)
{
	return &m->slub.cache[v[CACHE]];
}

static const struct kmem_cache *cache_at(const struct machine *m, const s64 *v)
{
	return &m->slub.cache[v[CACHE]];
}

static const struct kmem_cache_cpu *cpu_part(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return cache_cpu(m, (unsigned)v[CACHE], t->cpu);
}

static struct test got_slab(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[SLAB], REL_GE, 0);
}

/* ---- slab_alloc ----------------------------------------------------------- */

/* One line, since the kernel does it with one compare and exchange. */
static void take_fast(struct machine *m, struct task *t, s64 *v)
{
	struct kmem_cache *k = cache_of(m, v);

	v[SLAB] = -1;
	if (!cpu_part(m, t, v)->free)
		return;
	v[SLAB] = cpu_part(m, t, v)->slab;
	cache_cpu_edit(m, (unsigned)v[CACHE], t->cpu)->free--;
	k->objects++;
	k->fast++;
}

enum { A_TAKE = 1, A_GOT, A_FAST, A_SLOW, A_DONE };
/* clang-format off */
static const struct line alloc_lines[] = {
 [A_TAKE] = { "object = take from the freelist", .id = "take", .exec = take_fast,
	.cost = COST_SLAB_ALLOC, .gloss = "No lock: the slab is this CPU's own." },
 [A_GOT]  = { "if there was one", OP_IF, .id = "got", .test = got_slab, .no = A_SLOW,
	.gloss = "Nearly always.", .why = "slab {slab} ≥ 0", .if_yes = "the fast path", .if_no = "the slow path" },
 [A_FAST] = { "  return object", OP_RETURN, .id = "fast", .value = SLAB, .has_value = true,
	.gloss = "An object of a slab that was here already." },
 [A_SLOW] = { "object = __slab_alloc()", OP_CALL, .id = "slow", .callee = PROC_SLAB_ALLOC_SLOW,
	.pass = { CACHE, GFP }, .value = SLAB, .has_value = true, .gloss = "The CPU needs another slab." },
 [A_DONE] = { "return object", OP_RETURN, .id = "return", .value = SLAB, .has_value = true,
	.gloss = "Or nothing, if memory is short." },
};
/* clang-format on */

const struct procedure procedure_slab_alloc = {
	"slab_alloc", "mm/slub.c, v4.2", "Takes an object of a cache.",
	alloc_lines, A_DONE + 1, alloc_locals, 4, 2,
};

/* ---- __slab_alloc --------------------------------------------------------- */

static void interrupts_off(struct machine *m, struct task *t, s64 *v)
{
	t->preempt_off++;
}

static void interrupts_on(struct machine *m, struct task *t, s64 *v)
{
	t->preempt_off--;
}

static struct test cpu_has_object(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(cpu_part(m, t, v)->free, REL_GT, 0);
}

static struct test cpu_has_slab(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(cpu_part(m, t, v)->slab != NO_PAGE, REL_EQ, 1);
}

/* get_freelist: what was freed elsewhere. If there is nothing, the slab is full
 * and no CPU's; one line, since the kernel compares and exchanges. */
static void get_freelist(struct machine *m, struct task *t, s64 *v)
{
	struct kmem_cache_cpu *c = cache_cpu_edit(m, (unsigned)v[CACHE], t->cpu);

	v[LOADED] = slab_at(m, c->slab)->free;
	c->free = (u32)v[LOADED];
	slab_set_free(m, c->slab, 0);
	if (v[LOADED])
		return;
	slab_set_state(m, c->slab, SLAB_FULL);
	c->slab = NO_PAGE;
}

static struct test loaded(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[LOADED], REL_GT, 0);
}

static struct test cpu_has_partial(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(cpu_part(m, t, v)->partial != NO_PAGE, REL_EQ, 1);
}

static void own(struct machine *m, struct task *t, s64 *v, u32 pfn)
{
	cache_cpu_edit(m, (unsigned)v[CACHE], t->cpu)->slab = pfn;
	slab_set_state(m, pfn, SLAB_CPU);
}

static void use_partial(struct machine *m, struct task *t, s64 *v)
{
	own(m, t, v, slab_pop(m, (unsigned)v[CACHE], t->cpu));
}

/* get_partial: the list's first, if there is one; one line, since the kernel
 * holds the list's lock. */
static void use_node(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = cache_at(m, v)->first;

	v[LOADED] = 0;
	if (pfn == NO_PAGE)
		return;
	v[LOADED] = slab_at(m, pfn)->free;
	slab_list_remove(m, pfn);
	own(m, t, v, pfn);
}

/* flush_slab: while we waited for pages another task of this CPU was faster. */
static void flush(struct machine *m, struct task *t, s64 *v)
{
	struct kmem_cache_cpu *c = cache_cpu_edit(m, (unsigned)v[CACHE], t->cpu);
	u32 pfn = c->slab;

	slab_set_free(m, pfn, slab_at(m, pfn)->free + c->free);
	slab_set_state(m, pfn, SLAB_FULL);
	if (slab_at(m, pfn)->free)
		slab_list_add(m, pfn, true);
	c->slab = NO_PAGE;
	c->free = 0;
}

static void use_new(struct machine *m, struct task *t, s64 *v)
{
	own(m, t, v, (u32)v[SLAB]);
	get_freelist(m, t, v);
}

static void take_slow(struct machine *m, struct task *t, s64 *v)
{
	struct kmem_cache_cpu *c = cache_cpu_edit(m, (unsigned)v[CACHE], t->cpu);

	v[SLAB] = c->slab;
	c->free--;
	cache_of(m, v)->objects++;
	cache_of(m, v)->slow++;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { S_OFF = 1, S_AGAIN, S_HAS, S_LOAD, S_LOADED, S_PARTIAL, S_SWITCH,
	S_GET, S_NODE, S_NEW, S_NONE, S_RACE, S_FLUSH, S_OWN, S_USE, S_ON, S_DONE };
/* clang-format off */
static const struct line slow_lines[] = {
 [S_OFF]    = { "interrupts off", .id = "off", .exec = interrupts_off,
	.gloss = "Nobody else on this CPU may come between." },
 [S_AGAIN]  = { "if the freelist has one now: use", OP_IF, .id = "again", .test = cpu_has_object,
	.next = S_USE, .no = S_HAS, .gloss = "Somebody may have filled it in between.", .why = "{left} > 0",
	.if_yes = "use it", .if_no = "as before" },
 [S_HAS]    = { "if the CPU has a slab", OP_IF, .id = "has", .test = cpu_has_slab, .no = S_PARTIAL,
	.gloss = "Its freelist is empty, but it may have one.", .why = "slabs = {left}", .if_yes = "look at it",
	.if_no = "none" },
 [S_LOAD]   = { "  take over what others gave back", .id = "load", .exec = get_freelist,
	.shared = true, .gloss = "Objects freed by other CPUs wait in the slab itself." },
 [S_LOADED] = { "  if there was something: use it", OP_IF, .id = "loaded", .test = loaded, .next = S_USE,
	.no = S_PARTIAL, .gloss = "If not, the slab is full, and no CPU's any more.", .why = "{loaded} > 0",
	.if_yes = "use it", .if_no = "full: let it go" },
 [S_PARTIAL] = { "if the CPU kept a partial slab", OP_IF, .id = "partial", .test = cpu_has_partial,
	.no = S_GET, .gloss = "Slabs that became partial on this CPU.", .why = "kept = {left}",
	.if_yes = "use it", .if_no = "none" },
 [S_SWITCH] = { "  it is the CPU's slab now", .id = "switch", .exec = use_partial, .next = S_LOAD,
	.shared = true, .gloss = "The one that came last." },
 [S_GET]    = { "take the node's first partial slab", .id = "get", .exec = use_node, .shared = true,
	.gloss = "Slabs with free objects that no CPU has." },
 [S_NODE]   = { "if there was one: it is ours now", OP_IF, .id = "node", .test = loaded, .next = S_LOAD,
	.no = S_NEW, .gloss = "If not, pages are needed.", .why = "{loaded} > 0", .if_yes = "use it",
	.if_no = "none: pages are needed" },
 [S_NEW]    = { "slab = new_slab()", OP_CALL, .id = "new", .callee = PROC_NEW_SLAB,
	.pass = { CACHE, GFP }, .value = SLAB, .has_value = true, .gloss = "Ask for pages." },
 [S_NONE]   = { "if it failed: return nothing", OP_IF, .id = "none", .test = got_slab, .next = S_RACE,
	.no = S_ON, .gloss = "No pages, no object.", .why = "slab {slab} ≥ 0", .if_yes = "go on",
	.if_no = "no pages" },
 [S_RACE]   = { "if the CPU got one meanwhile", OP_IF, .id = "race", .test = cpu_has_slab, .no = S_OWN,
	.gloss = "While we waited another task may have come by.", .why = "slabs = {left}",
	.if_yes = "it goes to the node", .if_no = "no" },
 [S_FLUSH]  = { "  that one goes to the node", .id = "flush", .exec = flush, .shared = true,
	.gloss = "Onto the node's list of partial slabs." },
 [S_OWN]    = { "it is the CPU's slab now", .id = "own", .exec = use_new, .shared = true,
	.gloss = "All its objects are on the CPU's freelist." },
 [S_USE]    = { "take one object", .id = "use", .exec = take_slow, .gloss = "The rest waits for later." },
 [S_ON]     = { "interrupts on", .id = "on", .exec = interrupts_on, .gloss = "Done." },
 [S_DONE]   = { "return object", OP_RETURN, .id = "return", .value = SLAB, .has_value = true,
	.gloss = "The slow path." },
};
/* clang-format on */

const struct procedure procedure_slab_alloc_slow = {
	"__slab_alloc", "mm/slub.c, v4.2", "Finds another slab for this CPU.",
	slow_lines, S_DONE + 1, alloc_locals, 4, 2,
};
