/* SPDX-License-Identifier: GPL-3.0-or-later
 * The watermark check, line by line: __zone_watermark_ok of mm/page_alloc.c,
 * v4.2 and, with rule 4.4, that of v4.4.
 *
 * Rules: equality fails; the reserve and CMA's pages count in the first comparison
 * only. The high-atomic reserve and CMA have lines where a zone of the machine has
 * them. zone_watermark_test() is the same rule as a function of plain numbers.
 */
#include "model/gfp.h"
#include "model/machine.h"
#include "model/task.h"
#include "model/zone.h"

enum { ZONE, ORDER, FLAGS, FREE, MARK, RESERVE, O, OK };
static const struct local locals[] = {
	[ZONE] = { "zone", KIND_NUMBER }, [ORDER] = { "order", KIND_ORDER },
	[FLAGS] = { "flags", KIND_ALLOC_BITS }, [FREE] = { "free", KIND_PAGES },
	[MARK] = { "mark", KIND_PAGES }, [RESERVE] = { "reserve", KIND_PAGES },
	[O] = { "o", KIND_ORDER }, [OK] = { "ok", KIND_BOOL },
};

static const struct zone *zone_at(const struct machine *m, s64 i)
{
	return &m->memory.zone[i];
}

static void less_request(struct machine *m, struct task *t, s64 *v)
{
	v[FREE] =
		zone_counted(m, v[ZONE]) - ((INT64_C(1) << v[ORDER]) - 1);
	v[RESERVE] = zone_reserve(m, v[ZONE]);
}

static void choose_mark(struct machine *m, struct task *t, s64 *v)
{
	v[MARK] = zone_mark(zone_at(m, v[ZONE]), (unsigned)v[FLAGS]);
}

static struct test is_high(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FLAGS] & ALLOC_HIGH, REL_NE, 0);
}

static void halve(struct machine *m, struct task *t, s64 *v)
{
	v[MARK] = zone_mark_lowered(v[MARK], true, false);
}

static struct test is_harder(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FLAGS] & ALLOC_HARDER, REL_NE, 0);
}

static void quarter_off(struct machine *m, struct task *t, s64 *v)
{
	v[MARK] = zone_mark_lowered(v[MARK], false, true);
}

static const struct zone_extra *extra_at(const struct machine *m, s64 zone)
{
	return &m->memory.request.zone[zone];
}

static void less_highatomic(struct machine *m, struct task *t, s64 *v)
{
	v[FREE] -= extra_at(m, v[ZONE])->highatomic;
}

static void less_cma(struct machine *m, struct task *t, s64 *v)
{
	v[FREE] -= extra_at(m, v[ZONE])->cma;
}

static void cma_again(struct machine *m, struct task *t, s64 *v)
{
	v[FREE] += extra_at(m, v[ZONE])->cma;
}

static struct test above_mark(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREE], REL_GT, v[MARK] + v[RESERVE]);
}

static struct test orders_below(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[O], REL_LT, v[ORDER]);
}

static void less_order(struct machine *m, struct task *t, s64 *v)
{
	zone_watermark_less(&v[FREE], &v[MARK],
		zone_area(m, v[ZONE], (unsigned)v[O]), v[O]);
	v[O]++;
}

static struct test above_halved(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FREE], REL_GT, v[MARK]);
}

static struct test single(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[ORDER], REL_EQ, 0);
}

static struct test any_block(const struct machine *m, const struct task *t,
	const s64 *v)
{
	s64 blocks[ZONE_ORDERS];

	zone_blocks(m, v[ZONE], blocks);
	return zone_some_block(blocks, ZONE_ORDERS, v[ORDER]);
}

/* The comparison that decided: after the first order only the halved mark can
 * have, v4.4's block only once the mark was met. */
static struct test deciding(const struct machine *m, const struct task *t,
	const s64 *v)
{
	struct test first = above_mark(m, t, v);

	if (!v[ORDER] || (!v[O] && !test_answer(first)))
		return first;
	return m->memory.rule_4_4 ? any_block(m, t, v) : above_halved(m, t, v);
}

static struct zone_extra *answer(struct machine *m, const s64 *v,
	enum zone_answer answer)
{
	struct zone_extra *e = &m->memory.request.zone[v[ZONE]];

	e->answer = (u8)answer;
	e->missing = e->spare = 0;
	return e;
}

static void yes(struct machine *m, struct task *t, s64 *v)
{
	v[OK] = 1;
	answer(m, v, ZONE_GIVES)->spare = (s64)test_margin(deciding(m, t, v));
}

static void no(struct machine *m, struct task *t, s64 *v)
{
	answer(m, v, ZONE_REFUSES)->missing =
		(s64)test_margin(deciding(m, t, v));
}

/* To add a row: label here, row below, test in tests/unit. */
enum { K_FREE = 1, K_MARK, K_HIGH, K_HALF, K_HARDER, K_QUARTER, K_ATOMIC, K_CMA,
	K_FIRST, K_AGAIN, K_EACH,
	K_LESS, K_ABOVE, K_SINGLE, K_BLOCK, K_YES, K_NO };
/* clang-format off */
static const struct line lines[] = {
 [K_FREE]   = { "free = zone's − (2^order − 1)", .id = "free", .exec = less_request, .shared = true,
	.gloss = "What would be left, but for one page." },
 [K_MARK]   = { "mark = min, low or high", .id = "mark", .exec = choose_mark, .gloss = "As the caller says." },
 [K_HIGH]   = { "if ALLOC_HIGH", OP_IF, .id = "high", .test = is_high, .no = K_HARDER,
	.gloss = "May the request use half of the mark?", .why = "{left} ≠ 0", .if_yes = "yes", .if_no = "no" },
 [K_HALF]   = { "  mark −= mark / 2", .id = "half", .exec = halve, .gloss = "An odd page stays with the mark." },
 [K_HARDER] = { "if ALLOC_HARDER", OP_IF, .id = "harder", .test = is_harder, .no = K_ATOMIC,
	.gloss = "May it use a quarter more?", .why = "{left} ≠ 0", .if_yes = "yes", .if_no = "no" },
 [K_QUARTER] = { "  mark −= mark / 4", .id = "quarter", .exec = quarter_off, .next = K_CMA,
	.gloss = "Of what is left of it." },
 [K_ATOMIC] = { "  else free −= highatomic", .id = "highatomic", .exec = less_highatomic, .in = IN_HIGHATOMIC,
	.gloss = "The high-atomic reserve: for who can't wait." },
 [K_CMA]    = { "free −= its free CMA pages", .id = "cma", .exec = less_cma, .in = IN_CMA,
	.gloss = "Only movable pages may go there." },
 [K_FIRST]  = { "if free > mark + reserve", OP_IF, .id = "first", .test = above_mark, .no = K_NO,
	.decision = true, .gloss = "The check for a single page; equality fails.", .why = "{free} > {right}",
	.if_yes = "pages to spare: {margin}", .if_no = "pages short: {margin}" },
 [K_AGAIN]  = { "free += its CMA pages again", .id = "cma_again", .exec = cma_again, .in = IN_CMA_FIRST,
	.gloss = "They count in the first comparison only." },
 [K_EACH]   = { "for each order below", OP_IF, .id = "each", .test = orders_below, .no = K_YES, .in = IN_RULE_4_2,
	.gloss = "Blocks that are too small don't help.", .why = "{o} < {order}", .if_yes = "leave it out", .if_no = "enough in every order" },
 [K_LESS]   = { "  free −= its pages; mark /= 2", .id = "less", .exec = less_order, .in = IN_RULE_4_2, .shared = true,
	.gloss = "Of the larger blocks fewer pages will do." },
 [K_ABOVE]  = { "  if free > mark", OP_IF, .id = "above", .test = above_halved, .next = K_EACH, .no = K_NO,
	.in = IN_RULE_4_2, .decision = true, .gloss = "Without the reserve.", .why = "{free} > {mark}",
	.if_yes = "pages to spare: {margin}", .if_no = "pages short: {margin}" },
 [K_SINGLE] = { "if order = 0: enough", OP_IF, .id = "single", .test = single, .next = K_YES, .no = K_BLOCK,
	.in = IN_RULE_4_4, .gloss = "v4.4 looks at the mark once.", .why = "{order} = 0", .if_yes = "enough", .if_no = "now look for a block" },
 [K_BLOCK]  = { "if there is a block that large", OP_IF, .id = "block", .test = any_block, .next = K_YES, .no = K_NO,
	.in = IN_RULE_4_4, .decision = true, .shared = true, .gloss = "Of this order or a larger one.", .why = "{left} > 0",
	.if_yes = "enough", .if_no = "none" },
 [K_YES]    = { "return yes", OP_RETURN, .id = "yes", .exec = yes, .value = OK, .has_value = true,
	.gloss = "The zone can spare it." },
 [K_NO]     = { "return no", OP_RETURN, .id = "no", .exec = no, .value = OK, .has_value = true, .gloss = "Too little would be left." },
};
/* clang-format on */

const struct procedure procedure_zone_watermark_ok = {
	"__zone_watermark_ok", "mm/page_alloc.c, v4.2 (v4.4)", "Whether a zone can spare a block of this order.",
	lines, K_NO + 1, locals, 8, 3,
};
