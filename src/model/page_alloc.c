/* SPDX-License-Identifier: GPL-3.0-or-later
 * Taking one page: mm/page_alloc.c as of v4.0, order 0, in machines without
 * blocks; those with blocks go on in alloc_pages.c.
 *
 * Leaves out: NUMA, the flags that let a request go below a mark. Rules: a zone gives a page only if more than
 * its mark and its reserve are free; first the low mark, then, after kswapd was
 * woken, the min mark; then the request reclaims by itself.
 */
#include "model/machine.h"
#include "model/task.h"

enum { ZONE, PFN, RECLAIMED, SEEN, TRIES };
enum { TRIES_MAX = 16 };
static const struct local alloc_locals[] = {
	[ZONE] = { "zone", KIND_NUMBER }, [PFN] = { "page", KIND_PFN },
	[RECLAIMED] = { "reclaimed", KIND_PAGES }, [SEEN] = { "seen", KIND_COUNT },
	[TRIES] = { "tries", KIND_COUNT },
};

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

/* What a zone keeps from requests that could use a higher one. */
static s64 reserve_of(const struct machine *m, s64 zone)
{
	return zone + 1 < m->memory.zones ? zone_at(m, zone)->reserve : 0;
}

static void highest_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE] = m->memory.zones - 1;
}

static void next_zone(struct machine *m, struct task *t, s64 *v)
{
	v[ZONE]--;
}

static struct test zones_left(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ZONE], REL_GE, 0);
}

/* The order-0 check of __zone_watermark_ok: equality fails. */
static struct test above_low(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct zone *z = zone_at(m, v[ZONE]);

	return test_of(z->free, REL_GT, z->low + reserve_of(m, v[ZONE]));
}

static struct test above_min(const struct machine *m, const struct task *t,
	const s64 *v)
{
	const struct zone *z = zone_at(m, v[ZONE]);

	return test_of(z->free, REL_GT, z->min + reserve_of(m, v[ZONE]));
}

static void take(struct machine *m, struct task *t, s64 *v)
{
	u32 pfn = page_take(m, (unsigned)v[ZONE], t->cpu);

	v[PFN] = pfn == NO_PAGE ? -1 : (s64)pfn;
}

/* kswapd goes to a CPU that has nothing to do, if there is one. */
void memory_wake_kswapd(struct machine *m, unsigned by_cpu)
{
	struct memory *mem = &m->memory;
	struct task *k = task_of(m, mem->kswapd);

	if (mem->kswapd_awake)
		return;
	mem->kswapd_awake = 1;
	mem->kswapd_wakeups++;
	/* If none is idle, each CPU in turn: so a scheduler would spread it. With
	 * single pages it is woken seldom, and stays where it is. */
	if (mem->orders > 1 && k->state == TASK_WAITING)
		k->cpu = (u16)((k->cpu + 1u) % m->n_cpus);
	for (unsigned cpu = 0; cpu < m->n_cpus && k->state == TASK_WAITING;
		cpu++) {
		if (cpu_at(m, cpu)->state == CPU_IDLE) {
			k->cpu = (u16)cpu;
			break;
		}
	}
	task_wake_all(m, CHANNEL_KSWAPD, cpu_of(m, by_cpu)->clock_ns);
}

static void wake_kswapd(struct machine *m, struct task *t, s64 *v)
{
	memory_wake_kswapd(m, t->cpu);
}

static struct test got_some(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[RECLAIMED], REL_GT, 0);
}

static struct test io_pending(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.queue.n, REL_GT, 0);
}

/* Slots to swap to, or pages in the swap cache: then others just hold what could
 * be freed. But not for ever (MAX_RECLAIM_RETRIES of later kernels). */
static struct test can_retry(const struct machine *m, const struct task *t,
	const s64 *v)
{
	bool swap = m->memory.slots_free + m->memory.cached_slots > 0;

	return test_of(swap ? v[TRIES] : TRIES_MAX, REL_LT, TRIES_MAX);
}

static void try_again(struct machine *m, struct task *t, s64 *v)
{
	v[TRIES]++;
}

static void note_io(struct machine *m, struct task *t, s64 *v)
{
	v[SEEN] = (s64)m->memory.io_done;
}

static struct test io_went_on(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((s64)m->memory.io_done, REL_GT, v[SEEN]);
}

static void out_of_memory(struct machine *m, struct task *t, s64 *v)
{
	m->memory.oom_kill++;
	t->failed = 1;
	v[PFN] = -1;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { B_CALL = 1, B_GOT, A_FIRST, A_EACH, A_LOW, A_NEXT, A_TAKE, A_GOT, S_WAKE, S_FIRST,
	S_EACH, S_MIN, S_NEXT, S_TAKE, S_GOT, R_CALL, R_IF, R_IO, R_NOTE,
	R_WAIT, R_SWAP, R_TRY, O_KILL, O_FAIL };
/* clang-format off */
static const struct line alloc_lines[] = {
 [B_CALL]  = { "page = alloc_page_vma", OP_CALL, .id = "call", .callee = PROC_ALLOC_PAGE_VMA, .value = PFN,
	.has_value = true, .in = IN_ORDERS, .gloss = "By way of blocks and CPUs' lists." },
 [B_GOT]   = { "return it", OP_RETURN, .id = "return", .value = PFN, .has_value = true, .in = IN_ORDERS,
	.gloss = "Or nothing." },
 [A_FIRST] = { "zone = the highest", .id = "first", .exec = highest_zone,
	.in = IN_SINGLE, .gloss = "Requests fall back to lower zones." },
 [A_EACH]  = { "for each zone, highest first", OP_IF, .id = "each", .test = zones_left, .no = S_WAKE,
	.in = IN_SINGLE, .gloss = "Is there a zone left to ask?", .why = "zone {zone} ≥ 0",
	.if_yes = "ask it", .if_no = "none has enough: the slow path" },
 [A_LOW]   = { "  if free > low + reserve", OP_IF, .id = "low", .test = above_low, .no = A_NEXT,
	.next = A_TAKE, .shared = true, .decision = true, .in = IN_SINGLE, .gloss = "Is the zone above its low mark?",
	.why = "{left} > {right}", .if_yes = "take a page; {margin} to spare",
	.if_no = "{margin} pages too few" },
 [A_NEXT]  = { "  else the next zone", .id = "next", .exec = next_zone, .next = A_EACH,
	.in = IN_SINGLE, .gloss = "A lower zone keeps a reserve." },
 [A_TAKE]  = { "  take a free page", .id = "take", .exec = take, .shared = true,
	.in = IN_SINGLE, .gloss = "From the head of the zone's free list." },
 [A_GOT]   = { "  return it", OP_RETURN, .id = "got", .value = PFN, .has_value = true,
	.in = IN_SINGLE, .gloss = "The fast path." },
 [S_WAKE]  = { "wake kswapd", .id = "wake", .exec = wake_kswapd, .shared = true,
	.in = IN_SINGLE, .gloss = "Somebody should free pages, in the background." },
 [S_FIRST] = { "zone = the highest", .id = "slow_first", .exec = highest_zone,
	.in = IN_SINGLE, .gloss = "Ask again, with the lower mark." },
 [S_EACH]  = { "for each zone, highest first", OP_IF, .id = "slow_each", .test = zones_left,
	.no = R_CALL, .in = IN_SINGLE, .gloss = "Is there a zone left to ask?", .why = "zone {zone} ≥ 0",
	.if_yes = "ask it", .if_no = "none: reclaim by ourselves" },
 [S_MIN]   = { "  if free > min + reserve", OP_IF, .id = "min", .test = above_min, .no = S_NEXT,
	.next = S_TAKE, .shared = true, .decision = true, .in = IN_SINGLE, .gloss = "Is the zone above its min mark?",
	.why = "{left} > {right}", .if_yes = "take a page; {margin} to spare",
	.if_no = "{margin} pages too few" },
 [S_NEXT]  = { "  else the next zone", .id = "slow_next", .exec = next_zone, .next = S_EACH,
	.in = IN_SINGLE, .gloss = "A lower zone keeps a reserve." },
 [S_TAKE]  = { "  take a free page", .id = "slow_take", .exec = take, .shared = true,
	.in = IN_SINGLE, .gloss = "Between min and low: granted, kswapd is at work." },
 [S_GOT]   = { "  return it", OP_RETURN, .id = "slow_got", .value = PFN, .has_value = true,
	.in = IN_SINGLE, .gloss = "The slow path." },
 [R_CALL]  = { "try_to_free_pages()", OP_CALL, .id = "reclaim",
	.callee = PROC_TRY_TO_FREE_PAGES, .value = RECLAIMED, .has_value = true,
	.in = IN_SINGLE, .gloss = "Direct reclaim: whoever asks does the work." },
 [R_IF]    = { "if some were freed", OP_IF, .id = "some", .test = got_some, .no = R_IO,
	.next = S_FIRST, .in = IN_SINGLE, .gloss = "Then ask again.", .why = "{reclaimed} > 0",
	.if_yes = "ask again", .if_no = "nothing yet" },
 [R_IO]    = { "else if pages are being written", OP_IF, .id = "io", .test = io_pending,
	.no = R_SWAP, .in = IN_SINGLE, .gloss = "They can be freed once they are written.", .why = "{left} > 0",
	.if_yes = "wait for one", .if_no = "none is" },
 [R_NOTE]  = { "  look at the device's count", .id = "note", .exec = note_io, .shared = true,
	.in = IN_SINGLE, .gloss = "So that the next one done is noticed." },
 [R_WAIT]  = { "  wait until one is done", OP_WAIT, .id = "wait", .test = io_went_on,
	.channel = CHANNEL_RECLAIM, .next = S_FIRST, .shared = true,
	.in = IN_SINGLE, .gloss = "The allocation stalls for the device." },
 [R_SWAP]  = { "else if swap has room, 16 tries", OP_IF, .id = "swap", .test = can_retry,
	.no = O_KILL, .shared = true, .in = IN_SINGLE, .gloss = "Others hold the pages just now; they will let go.",
	.why = "{left} < {right}", .if_yes = "try again", .if_no = "nothing can be freed any more" },
 [R_TRY]   = { "  once more", .id = "retry", .exec = try_again, .next = S_FIRST,
	.in = IN_SINGLE, .gloss = "From the min mark again." },
 [O_KILL]  = { "out of memory: kill", .id = "oom", .exec = out_of_memory,
	.in = IN_SINGLE, .gloss = "The process that asked is killed." },
 [O_FAIL]  = { "return nothing", OP_RETURN, .id = "fail", .value = PFN, .has_value = true,
	.gloss = "There is no page." },
};
/* clang-format on */

const struct procedure procedure_alloc_page = {
	"__alloc_pages", "mm/page_alloc.c, v4.0", "Takes one page from a zone that can spare it.",
	alloc_lines, O_FAIL + 1, alloc_locals, 5, 0,
};
