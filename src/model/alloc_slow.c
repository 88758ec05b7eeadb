/* SPDX-License-Identifier: GPL-3.0-or-later
 * The slow path of an allocation: mm/page_alloc.c as of v4.2.
 *
 * Leaves out: real-time tasks, cpusets, the OOM killer's choice (who asks is
 * killed), huge pages' early exits. Rules: kswapd is woken first; who must not
 * wait gets what the marks allow, or fails; the others compact, reclaim, and
 * ask again. While something is freed, small requests go on for ever.
 */
#include "model/gfp.h"
#include "model/machine.h"
#include "model/task.h"

enum { ORDER, GFP, FLAGS, PFN, MODE, FREED, SUM, DRAINED, SEEN, TRIES,
	WATERMARK };
enum { COSTLY_ORDER = 3, TRIES_MAX = 16 };
static const struct local locals[] = {
	[ORDER] = { "order", KIND_ORDER }, [GFP] = { "gfp", KIND_GFP_BITS },
	[FLAGS] = { "flags", KIND_ALLOC_BITS }, [PFN] = { "page", KIND_PFN },
	[MODE] = { "mode", KIND_NUMBER }, [FREED] = { "freed", KIND_PAGES },
	[SUM] = { "sum", KIND_PAGES }, [DRAINED] = { "drained", KIND_BOOL },
	[SEEN] = { "seen", KIND_COUNT }, [TRIES] = { "tries", KIND_COUNT },
	[WATERMARK] = { "high_mark", KIND_ALLOC_BITS },
};

/* An `if` on gfp bits: are all these set? */
#define BITS(name, bits)                                                       \
	static struct test name(                                               \
		const struct machine *m, const struct task *t, const s64 *v)   \
	{                                                                      \
		return test_of(v[GFP] & (bits), REL_EQ, (bits));               \
	}
BITS(is_high, GFP_HIGH)
BITS(spares_kswapd, GFP_NO_KSWAPD)
BITS(no_retry, GFP_NORETRY)
#undef BITS

/* The same for bits that must not be set. */
#define NO_BITS(name, bits)                                                    \
	static struct test name(                                               \
		const struct machine *m, const struct task *t, const s64 *v)   \
	{                                                                      \
		return test_of(v[GFP] & (bits), REL_EQ, 0);                    \
	}
NO_BITS(uses_reserves, GFP_NOMEMALLOC)
NO_BITS(must_not_wait, GFP_WAIT)
NO_BITS(wants_warning, GFP_NOWARN)
/* In v4.2's rules who neither waits nor spares kswapd is atomic. */
NO_BITS(is_atomic, GFP_WAIT | GFP_NO_KSWAPD)
#undef NO_BITS

static struct test only_this_node(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(
		v[GFP] & (GFP_THISNODE | GFP_WAIT), REL_EQ, GFP_THISNODE);
}

static void min_mark(struct machine *m, struct task *t, s64 *v)
{
	v[FLAGS] = ALLOC_WMARK_MIN;
}

static void allow_half(struct machine *m, struct task *t, s64 *v)
{
	v[FLAGS] |= ALLOC_HIGH;
}

static void allow_quarter(struct machine *m, struct task *t, s64 *v)
{
	v[FLAGS] |= ALLOC_HARDER;
}

static struct test got_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PFN], REL_GE, 0);
}

/* gfp_to_alloc_flags: kswapd is PF_MEMALLOC. */
static struct test entitled(const struct machine *m, const struct task *t,
	const s64 *v)
{
	bool asks = (v[GFP] & GFP_MEMALLOC) || t->kind == TASK_KSWAPD;

	return test_of(asks && !(v[GFP] & GFP_NOMEMALLOC), REL_EQ, 1);
}

static void no_marks(struct machine *m, struct task *t, s64 *v)
{
	v[FLAGS] |= ALLOC_NO_WATERMARKS;
}

static struct test reclaims_itself(const struct machine *m,
	const struct task *t, const s64 *v)
{
	return test_of(t->kind == TASK_KSWAPD, REL_EQ, 1);
}

static struct test is_block(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ORDER], REL_GT, 0);
}

static void sync_mode(struct machine *m, struct task *t, s64 *v)
{
	v[MODE] = COMPACT_SYNC_LIGHT;
}

static struct test freed_some(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREED], REL_GT, 0);
}

static void start_looking(struct machine *m, struct task *t, s64 *v)
{
	v[FLAGS] &= ~(s64)ALLOC_NO_WATERMARKS;
	v[SUM] += v[FREED];
	v[DRAINED] = 0;
}

static struct test not_drained(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[DRAINED], REL_EQ, 0);
}

static void now_drained(struct machine *m, struct task *t, s64 *v)
{
	v[DRAINED] = 1;
}

/* Something was freed, and the order is not a costly one. */
static struct test worth_it(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREED] > 0 ? v[ORDER] : COSTLY_ORDER + 1, REL_LE,
		COSTLY_ORDER);
}

/* GFP_REPEAT: until as many pages were reclaimed as are asked for. */
static struct test repeats(const struct machine *m, const struct task *t,
	const s64 *v)
{
	s64 size = INT64_C(1) << v[ORDER];

	return test_of(v[GFP] & GFP_REPEAT ? v[SUM] : size, REL_LT, size);
}

static struct test io_pending(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.queue.n, REL_GT, 0);
}

static void note_io(struct machine *m, struct task *t, s64 *v)
{
	v[SEEN] = (s64)m->memory.io_done;
}

static struct test io_went_on(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of((s64)m->memory.io_done > v[SEEN] || !m->memory.queue.n,
		REL_EQ, 1);
}

/* Others hold pages that may become free; but not for ever. */
static struct test others_hold(const struct machine *m, const struct task *t,
	const s64 *v)
{
	s64 hold = m->memory.queue.n;

	for (unsigned z = 0; z < m->memory.zones; z++)
		hold += m->memory.zone[z].isolated;
	return test_of(hold ? v[TRIES] : TRIES_MAX, REL_LT, TRIES_MAX);
}

static void try_again(struct machine *m, struct task *t, s64 *v)
{
	v[TRIES]++;
}

static void high_mark(struct machine *m, struct task *t, s64 *v)
{
	v[WATERMARK] = ALLOC_WMARK_HIGH | ALLOC_CPUSET;
}

static struct test costly(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ORDER], REL_GT, COSTLY_ORDER);
}

static void out_of_memory(struct machine *m, struct task *t, s64 *v)
{
	m->memory.oom_kill++;
	t->failed = 1;
}

static void nothing(struct machine *m, struct task *t, s64 *v)
{
	v[PFN] = -1;
}

static void warn(struct machine *m, struct task *t, s64 *v)
{
	m->memory.alloc_warnings++;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { S_NODE = 1, S_SPARE, S_WAKE, S_MIN, S_HIGH, S_HALF, S_ATOMIC, S_NOMEM,
	S_QUARTER, S_TRY, S_GOT, S_ENTITLED, S_ALL, S_ALLTRY, S_ALLGOT, S_WAIT,
	S_SELF, S_BLOCK, S_COMPACT, S_COMPACTED, S_SYNC, S_RECLAIM,
	 S_FREED, S_START, S_LOOK, S_LOOKED, S_DRAINED,
	S_DRAIN, S_NOW, S_NORETRY, S_WORTH, S_REPEAT, S_IO, S_NOTE, S_SLEEP,
	S_OTHERS, S_AGAIN, S_MARK, S_LAST, S_LASTGOT, S_COSTLY, S_KILL,
	S_KILLED, S_FINAL, S_SECOND, S_SECONDGOT, S_NOPAGE, S_WARN, S_FAIL, S_PAGE };
/* clang-format off */
static const struct line lines[] = {
 [S_NODE]   = { "if this node only, no wait: fail", OP_IF, .id = "node", .test = only_this_node, .next = S_NOPAGE,
	.no = S_SPARE, .gloss = "Then kswapd is not even woken.", .why = "{left} = {right}", .if_yes = "fail", .if_no = "go on" },
 [S_SPARE]  = { "if kswapd is to be spared", OP_IF, .id = "spare", .test = spares_kswapd, .no = S_WAKE, .next = S_MIN,
	.gloss = "__GFP_NO_KSWAPD?", .why = "{left} = {right}", .if_yes = "let it sleep", .if_no = "wake it" },
 [S_WAKE]   = { "else wakeup_kswapd", OP_CALL, .id = "wake", .callee = PROC_WAKEUP_KSWAPD, .pass = { ORDER },
	.gloss = "Somebody should free pages, in the background." },
 [S_MIN]    = { "the min mark holds", .id = "min", .exec = min_mark, .gloss = "Lower than low." },
 [S_HIGH]   = { "if __GFP_HIGH", OP_IF, .id = "high", .test = is_high, .no = S_ATOMIC, .gloss = "Is it urgent?",
	.why = "{left} = {right}", .if_yes = "half the mark will do", .if_no = "no" },
 [S_HALF]   = { "  flags |= ALLOC_HIGH", .id = "half", .exec = allow_half, .gloss = "Half the mark." },
 [S_ATOMIC] = { "if it can't wait", OP_IF, .id = "atomic", .test = is_atomic, .no = S_TRY, .decision = true,
	.gloss = "v4.2 takes who doesn't wait for atomic.", .why = "{left} = 0", .if_yes = "atomic", .if_no = "it can wait, or spares kswapd" },
 [S_NOMEM]  = { "  if it may use reserves", OP_IF, .id = "reserves", .test = uses_reserves, .no = S_TRY,
	.gloss = "__GFP_NOMEMALLOC forbids it.", .why = "{left} = 0", .if_yes = "it may", .if_no = "it must not" },
 [S_QUARTER] = { "    flags |= ALLOC_HARDER", .id = "quarter", .exec = allow_quarter, .gloss = "A quarter of the mark more." },
 [S_TRY]    = { "page = get_page_from_freelist", OP_CALL, .id = "try", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { ORDER, GFP, FLAGS }, .value = PFN, .has_value = true, .gloss = "With these marks." },
 [S_GOT]    = { "if there is one: return it", OP_IF, .id = "got", .test = got_page, .no = S_ENTITLED, .next = S_PAGE,
	.gloss = "Enough for the min mark?", .why = "{page} ≥ 0", .if_yes = "done", .if_no = "still nothing" },
 [S_ENTITLED] = { "if it may ignore marks", OP_IF, .id = "entitled", .test = entitled, .no = S_WAIT,
	.gloss = "Only who will free more than it takes.", .why = "{left} = 1", .if_yes = "no marks", .if_no = "it may not" },
 [S_ALL]    = { "  flags |= ALLOC_NO_WATERMARKS", .id = "no_marks", .exec = no_marks, .gloss = "To the last page." },
 [S_ALLTRY] = { "  page = get_page_from_freelist", OP_CALL, .id = "all_try", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { ORDER, GFP, FLAGS }, .value = PFN, .has_value = true, .gloss = "Without a check." },
 [S_ALLGOT] = { "  if there is one: return it", OP_IF, .id = "all_got", .test = got_page, .no = S_WAIT, .next = S_PAGE,
	.gloss = "Was anything left?", .why = "{page} ≥ 0", .if_yes = "done", .if_no = "nothing at all" },
 [S_WAIT]   = { "if it must not wait: fail", OP_IF, .id = "wait", .test = must_not_wait, .next = S_NOPAGE, .no = S_SELF,
	.decision = true, .gloss = "Everything from here on takes time.", .why = "{left} = 0", .if_yes = "fail", .if_no = "it may wait" },
 [S_SELF]   = { "if it reclaims itself: fail", OP_IF, .id = "self", .test = reclaims_itself, .next = S_NOPAGE,
	.no = S_BLOCK, .gloss = "PF_MEMALLOC: no reclaim within reclaim.", .why = "{left} = 1", .if_yes = "fail", .if_no = "go on" },
 [S_BLOCK]  = { "if order > 0", OP_IF, .id = "order", .test = is_block, .no = S_RECLAIM,
	.gloss = "Can compaction help?", .why = "{order} > 0", .if_yes = "compact first", .if_no = "reclaim" },
 [S_COMPACT] = { "  __alloc_pages_direct_compact", OP_CALL, .id = "compact", .callee = PROC_DIRECT_COMPACT,
	.pass = { ORDER, GFP, FLAGS, MODE }, .value = PFN, .has_value = true, .gloss = "At first in the cheap mode." },
 [S_COMPACTED] = { "  if there is one: return it", OP_IF, .id = "compacted", .test = got_page, .no = S_SYNC, .next = S_PAGE,
	.gloss = "Has it helped?", .why = "{page} ≥ 0", .if_yes = "done", .if_no = "still nothing" },
 [S_SYNC]   = { "  mode = sync-light", .id = "sync", .exec = sync_mode, .gloss = "From now on any block is scanned." },
 [S_RECLAIM] = { "freed = try_to_free_pages", OP_CALL, .id = "reclaim", .callee = PROC_TRY_TO_FREE_PAGES,
	.value = FREED, .has_value = true, .gloss = "Direct reclaim: whoever asks does the work." },
 [S_FREED]  = { "if some were freed", OP_IF, .id = "freed", .test = freed_some, .no = S_NORETRY,
	.gloss = "Is it worth looking?", .why = "{freed} > 0", .if_yes = "look again", .if_no = "nothing was" },
 [S_START]  = { "  sum += freed", .id = "sum", .exec = start_looking, .gloss = "All that this request has freed." },
 [S_LOOK]   = { "  page = get_page_from_freelist", OP_CALL, .id = "look", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { ORDER, GFP, FLAGS }, .value = PFN, .has_value = true, .gloss = "Has it helped?" },
 [S_LOOKED] = { "  if there is one: return it", OP_IF, .id = "looked", .test = got_page, .no = S_DRAINED, .next = S_PAGE,
	.gloss = "Enough now?", .why = "{page} ≥ 0", .if_yes = "done", .if_no = "still nothing" },
 [S_DRAINED] = { "  if CPUs' lists may still have it", OP_IF, .id = "drained", .test = not_drained, .no = S_NORETRY,
	.gloss = "Once for each reclaim.", .why = "{drained} = 0", .if_yes = "drain them", .if_no = "they are empty" },
 [S_DRAIN]  = { "    drain_all_pages", OP_CALL, .id = "drain", .callee = PROC_DRAIN_ALL_PAGES,
	.gloss = "Pages on CPUs' lists can't merge." },
 [S_NOW]    = { "    drained = yes; look once more", .id = "now", .exec = now_drained, .next = S_LOOK, .gloss = "Only once." },
 [S_NORETRY] = { "if it must not retry", OP_IF, .id = "noretry", .test = no_retry, .next = S_FINAL, .no = S_WORTH,
	.gloss = "__GFP_NORETRY: one attempt is enough.", .why = "{left} = {right}", .if_yes = "no second round", .if_no = "go on" },
 [S_WORTH]  = { "if some were freed and order ≤ 3", OP_IF, .id = "worth", .test = worth_it, .next = S_IO, .no = S_REPEAT,
	.decision = true, .gloss = "Small requests go on as long as anything is freed.", .why = "{left} ≤ {right}",
	.if_yes = "again", .if_no = "costly, or nothing freed" },
 [S_REPEAT] = { "if it repeats, too few freed yet", OP_IF, .id = "repeat", .test = repeats, .next = S_IO, .no = S_OTHERS,
	.gloss = "__GFP_REPEAT: until 2^order pages are reclaimed.", .why = "{left} < {right}", .if_yes = "again", .if_no = "enough" },
 [S_IO]     = { "  if pages are being written", OP_IF, .id = "io", .test = io_pending, .no = S_SPARE, .shared = true,
	.gloss = "Wait a little, or go on at once?", .why = "{left} > 0", .if_yes = "wait for one", .if_no = "at once" },
 [S_NOTE]   = { "    look at the device's count", .id = "note", .exec = note_io, .shared = true, .gloss = "So that the next one done is noticed." },
 [S_SLEEP]  = { "    wait until one is done", OP_WAIT, .id = "sleep", .test = io_went_on, .channel = CHANNEL_RECLAIM,
	.next = S_SPARE, .shared = true, .gloss = "Then from kswapd on." },
 [S_OTHERS] = { "if others hold pages, 16 tries", OP_IF, .id = "others", .test = others_hold, .no = S_MARK, .shared = true,
	.gloss = "They will let go; the limit is from later kernels.", .why = "{left} < {right}", .if_yes = "once more", .if_no = "nothing to wait for" },
 [S_AGAIN]  = { "  once more", .id = "again", .exec = try_again, .next = S_IO, .gloss = "From kswapd on." },
 [S_MARK]   = { "the high mark holds", .id = "mark", .exec = high_mark, .gloss = "Has somebody freed a lot meanwhile?" },
 [S_LAST]   = { "page = get_page_from_freelist", OP_CALL, .id = "last", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { ORDER, GFP, WATERMARK }, .value = PFN, .has_value = true, .gloss = "__alloc_pages_may_oom looks once more." },
 [S_LASTGOT] = { "if there is one: return it", OP_IF, .id = "last_got", .test = got_page, .no = S_COSTLY, .next = S_PAGE,
	.gloss = "Then nobody need die.", .why = "{page} ≥ 0", .if_yes = "done", .if_no = "nothing" },
 [S_COSTLY] = { "if order > 3: no OOM kill", OP_IF, .id = "costly", .test = costly, .no = S_KILL, .next = S_FINAL,
	.gloss = "Killing seldom makes large blocks.", .why = "{order} > {right}", .if_yes = "fail instead", .if_no = "kill" },
 [S_KILL]   = { "out of memory: kill", .id = "oom", .exec = out_of_memory, .gloss = "The process that asked is killed." },
 [S_KILLED] = { "return nothing", OP_RETURN, .id = "killed", .value = PFN, .has_value = true, .gloss = "There is no page." },
 [S_FINAL]  = { "if order > 0", OP_IF, .id = "final", .test = is_block, .no = S_NOPAGE,
	.gloss = "Pages were freed: compact them.", .why = "{order} > 0", .if_yes = "once more", .if_no = "no" },
 [S_SECOND] = { "  __alloc_pages_direct_compact", OP_CALL, .id = "second", .callee = PROC_DIRECT_COMPACT,
	.pass = { ORDER, GFP, FLAGS, MODE }, .value = PFN, .has_value = true, .gloss = "In sync-light mode." },
 [S_SECONDGOT] = { "  if there is one: return it", OP_IF, .id = "second_got", .test = got_page, .no = S_NOPAGE, .next = S_PAGE,
	.gloss = "The last chance.", .why = "{page} ≥ 0", .if_yes = "done", .if_no = "nothing" },
 [S_NOPAGE] = { "if a warning is wanted", OP_IF, .id = "nopage", .test = wants_warning, .no = S_FAIL,
	.gloss = "Or __GFP_NOWARN?", .why = "{left} = 0", .if_yes = "warn", .if_no = "silently" },
 [S_WARN]   = { "  warn: page allocation failure", .id = "warn", .exec = warn, .gloss = "In the kernel's log." },
 [S_FAIL]   = { "return nothing", OP_RETURN, .id = "fail", .exec = nothing, .value = PFN, .has_value = true, .gloss = "There is no block." },
 [S_PAGE]   = { "return it", OP_RETURN, .id = "page", .value = PFN, .has_value = true, .gloss = "The slow path found one." },
};
/* clang-format on */

const struct procedure procedure_alloc_pages_slowpath = {
	"__alloc_pages_slowpath", "mm/page_alloc.c, v4.2", "What happens when no zone is above its low mark.",
	lines, S_PAGE + 1, locals, 11, 2,
};
