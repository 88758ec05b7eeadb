/* SPDX-License-Identifier: GPL-3.0-or-later
 * A request that a kernel's report tells of, on the zones that it prints:
 * mm/page_alloc.c, v4.2, in short.
 *
 * Leaves out: what reclaim and compaction did, since a report does not say it; who
 * else takes and frees pages. Rules: the fast path asks at the low mark, the slow
 * path at min, lowered by what the request may use; where the kernel was about to
 * kill, only the last try before it is made, at high: the zones' numbers are of
 * that moment.
 */
#include <string.h>
#include "model/gfp.h"
#include "model/machine.h"
#include "model/setup.h"
#include "model/task.h"
#include "model/zone.h"

static void place_zone(struct machine *m, const struct zone *z, const u32 *laid)
{
	u32 pfn = z->first, end = z->first + z->frames;

	for (unsigned o = BUDDY_ORDERS; o-- > 0;)
		for (u32 i = 0; i < laid[o]; i++) {
			u32 size = 1u << o;
			u32 start = (pfn + size - 1) & ~(size - 1);

			for (; pfn < start; pfn++)
				memory_place(m, pfn, PAGE_HELD);
			pfn = start + size;
			memory_place(m, pfn++, PAGE_HELD);
		}
	for (; pfn < end; pfn++)
		memory_place(m, pfn, PAGE_HELD);
}

/* What the lists hold, the counter does not say, and who is left out of both. */
static void count_zone(struct machine *m, unsigned i, const struct told_zone *told,
	const u32 *laid)
{
	struct zone_extra *e = &m->memory.request.zone[i];
	s64 lists = 0, frames = 0;

	for (unsigned o = 0; o < BUDDY_ORDERS; o++) {
		s64 rest = told->blocks[o] - laid[o];

		lists += told->blocks[o] << o;
		frames += (s64)laid[o] << o;
		*(told->closed[o] ? &e->closed[o] : &e->far[o]) = (u32)rest;
	}
	e->read_later = lists - told->free;
	m->memory.zone[i].apart = told->free - frames;
}

void request_init(struct machine *m, const struct setup *s)
{
	struct request *r = &m->memory.request;

	r->order = (u8)s->value[PARAM_ORDER];
	r->last_high = (u8)s->value[PARAM_LAST_TRY];
	r->flags = (u8)((s->value[PARAM_ALLOC] & 1 ? ALLOC_HIGH : 0) |
		(s->value[PARAM_ALLOC] & 2 ? ALLOC_HARDER : 0));
	r->from = NONE;
}

void zone_list_marks(struct machine *m, unsigned i, const struct told_zone *told)
{
	struct zone *z = &m->memory.zone[i];
	struct zone_extra *e = &m->memory.request.zone[i];

	z->min = told->min;
	z->low = told->low;
	z->high = told->high;
	z->reserve = told->reserve;
	memcpy(e->name, told->name, sizeof(e->name));
	e->managed = told->managed;
	e->boost = told->boost;
	e->cma = told->cma;
	e->highatomic = told->highatomic;
}

/* A block is on the list of the request's type, as a report does not tell how
 * many are on which. */
void zone_list_place(struct machine *m, const struct setup *s)
{
	struct told_zone told[ZONES_MAX];
	struct zone_layout layout;
	unsigned n = setup_told_zones(s, told);

	zone_list_layout(told, n, &layout);
	for (u32 pfn = 0; pfn < m->memory.frames; pfn = pageblock_end(m, pfn))
		pageblock_set_type(m, pfn, gfp_migratetype(m->memory.gfp));
	for (unsigned i = 0; i < n; i++) {
		place_zone(m, &m->memory.zone[i], layout.laid[i]);
		count_zone(m, i, &told[i], layout.laid[i]);
	}
}

void request_start(struct machine *m)
{
	s64 args[] = { m->memory.request.order, m->memory.gfp };

	task_start(m, 0, PROC_REPORTED_REQUEST, args, 2);
	m->tasks_left++;
	task_queue(m, 0, 0, false);
}

unsigned request_flags(const struct machine *m)
{
	const struct request *r = &m->memory.request;
	unsigned mark = r->mark ? r->mark - 1u : r->last_high
		? ALLOC_WMARK_HIGH : ALLOC_WMARK_LOW;

	return mark == ALLOC_WMARK_MIN ? mark | r->flags : mark;
}

static struct zone_request asked(const struct machine *m, s64 zone)
{
	return zone_request(m, zone, m->memory.request.order,
		request_flags(m));
}

s64 request_mark(const struct machine *m, s64 zone)
{
	struct zone_request q = asked(m, zone);

	return zone_mark_lowered(q.mark, q.high, q.harder);
}

s64 request_kept(const struct machine *m, s64 zone)
{
	struct zone_request q = asked(m, zone);

	return q.reserve + q.cma_pages + (m->memory.rule_4_4 && !q.harder
		? q.highatomic_pages : 0);
}

const char *request_check(const struct machine *m)
{
	for (unsigned i = 0; i < m->memory.zones; i++) {
		const struct zone_extra *e = &m->memory.request.zone[i];
		s64 lists = m->memory.zone[i].free;

		for (unsigned o = 0; e->name[0] && o < BUDDY_ORDERS; o++)
			lists += ((s64)e->far[o] + e->closed[o]) << o;
		if (e->name[0] && zone_counted(m, i) + e->read_later != lists)
			return "a zone's counter, read later and its lists do not add up";
	}
	return NULL;
}

/* ---- reported_request ------------------------------------------------------- */

enum { ORDER, GFP, FLAGS, PFN };
static const struct local locals[] = {
	[ORDER] = { "order", KIND_ORDER }, [GFP] = { "gfp", KIND_GFP_BITS },
	[FLAGS] = { "flags", KIND_ALLOC_BITS }, [PFN] = { "page", KIND_PFN },
};

static struct test before_kill(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.request.last_high, REL_EQ, 1);
}

static void ask_at(struct machine *m, s64 *v, unsigned mark, unsigned flags)
{
	v[FLAGS] = mark | flags;
	m->memory.request.mark = (u8)(mark + 1);
	for (unsigned i = 0; i < m->memory.zones; i++) {
		m->memory.request.zone[i].answer = ZONE_NOT_ASKED;
		m->memory.request.zone[i].missing = 0;
		m->memory.request.zone[i].spare = 0;
	}
}

static void low_mark(struct machine *m, struct task *t, s64 *v)
{
	ask_at(m, v, ALLOC_WMARK_LOW, 0);
}

static void min_mark(struct machine *m, struct task *t, s64 *v)
{
	ask_at(m, v, ALLOC_WMARK_MIN, m->memory.request.flags);
}

static void high_mark(struct machine *m, struct task *t, s64 *v)
{
	ask_at(m, v, ALLOC_WMARK_HIGH, 0);
}

static struct test got_page(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[PFN], REL_GE, 0);
}

static struct test must_not_wait(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[GFP] & GFP_WAIT, REL_EQ, 0);
}

static void stall(struct machine *m, struct task *t, s64 *v)
{
	m->memory.allocstall++;
}

static void out_of_memory(struct machine *m, struct task *t, s64 *v)
{
	m->memory.oom_kill++;
	m->memory.request.state = REQUEST_REFUSED;
}

static void warn(struct machine *m, struct task *t, s64 *v)
{
	m->memory.alloc_warnings++;
	m->memory.request.state = REQUEST_REFUSED;
}

static void keep(struct machine *m, struct task *t, s64 *v)
{
	struct page *p = page_edit(m, (u32)v[PFN]);

	p->flags |= PAGE_KEPT;
	m->memory.request.from = p->zone;
	m->memory.request.state = REQUEST_GRANTED;
}

/* To add a row: label here, row below, test in tests/unit. */
enum { Q_KILL = 1, Q_LOW, Q_FAST, Q_GOT, Q_MIN, Q_TRY, Q_GOT_MIN, Q_WAIT, Q_FREE,
	Q_HIGH, Q_LAST, Q_GOT_HIGH, Q_OOM, Q_WARN, Q_NONE, Q_PAGE };
/* clang-format off */
static const struct line lines[] = {
 [Q_KILL] = { "if only a kill is left: last try", OP_IF, .id = "kill", .test = before_kill, .next = Q_HIGH, .no = Q_LOW,
	.gloss = "Is it the moment before the OOM killer?", .why = "{left} = 1", .if_yes = "all tries before it were in vain",
	.if_no = "from the beginning" },
 [Q_LOW]  = { "the low mark holds", .id = "low", .exec = low_mark, .gloss = "The fast path: above it nobody is disturbed." },
 [Q_FAST] = { "page = get_page_from_freelist", OP_CALL, .id = "fast", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { ORDER, GFP, FLAGS }, .value = PFN, .has_value = true, .gloss = "Does any zone give a block?" },
 [Q_GOT]  = { "if there is one: return it", OP_IF, .id = "got", .test = got_page, .next = Q_PAGE, .no = Q_MIN,
	.gloss = "Was the fast path enough?", .why = "{page} ≥ 0", .if_yes = "granted", .if_no = "the slow path; kswapd is woken" },
 [Q_MIN]  = { "the min mark, or what may be used", .id = "min", .exec = min_mark,
	.gloss = "Lower than low; urgent requests may use a part of min." },
 [Q_TRY]  = { "page = get_page_from_freelist", OP_CALL, .id = "try", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { ORDER, GFP, FLAGS }, .value = PFN, .has_value = true, .gloss = "The same zones, a lower mark." },
 [Q_GOT_MIN] = { "if there is one: return it", OP_IF, .id = "got_min", .test = got_page, .next = Q_PAGE, .no = Q_WAIT,
	.decision = true, .gloss = "Enough for the min mark?", .why = "{page} ≥ 0", .if_yes = "granted", .if_no = "still nothing" },
 [Q_WAIT] = { "if it must not wait: fail", OP_IF, .id = "wait", .test = must_not_wait, .next = Q_WARN, .no = Q_FREE,
	.gloss = "Everything else takes time.", .why = "{left} = 0", .if_yes = "fail", .if_no = "it may wait" },
 [Q_FREE] = { "reclaim: not in the report", .id = "free", .exec = stall, .next = Q_WARN,
	.gloss = "What reclaim and compaction did is not printed; it was not enough." },
 [Q_HIGH] = { "the high mark holds", .id = "high", .exec = high_mark, .gloss = "Has somebody freed a lot meanwhile?" },
 [Q_LAST] = { "page = get_page_from_freelist", OP_CALL, .id = "last", .callee = PROC_GET_PAGE_FROM_FREELIST,
	.pass = { ORDER, GFP, FLAGS }, .value = PFN, .has_value = true, .gloss = "__alloc_pages_may_oom looks once more." },
 [Q_GOT_HIGH] = { "if there is one: return it", OP_IF, .id = "got_high", .test = got_page, .next = Q_PAGE, .no = Q_OOM,
	.decision = true, .gloss = "Then nobody need die.", .why = "{page} ≥ 0", .if_yes = "granted", .if_no = "nothing" },
 [Q_OOM]  = { "out of memory: kill", .id = "oom", .exec = out_of_memory, .next = Q_NONE, .gloss = "A process must go." },
 [Q_WARN] = { "warn: page allocation failure", .id = "warn", .exec = warn, .gloss = "In the kernel's log." },
 [Q_NONE] = { "return nothing", OP_RETURN, .id = "none", .value = PFN, .has_value = true, .gloss = "There is no page." },
 [Q_PAGE] = { "return it", OP_RETURN, .id = "page", .exec = keep, .value = PFN, .has_value = true,
	.gloss = "The first frame of the block." },
};
/* clang-format on */

const struct procedure procedure_reported_request = {
	"reported_request", "mm/page_alloc.c, v4.2, in short", "Asks for the block that a report tells of.",
	lines, Q_PAGE + 1, locals, 4, 2,
};
