/* SPDX-License-Identifier: GPL-3.0-or-later
 * Which kinds of values go together, and what comes out.
 *
 * Rules: a number, a count or a yes goes with anything and takes the other
 * side's kind; two other kinds must be the same. A product needs such a scalar
 * (or a percentage) on one side, a quotient of equal kinds is a number.
 */
#include "base/err.h"
#include "expr/code.h"

/* How to get from one kind to another. To add one: a row here. */
static const struct conversion {
	u8 from, to;
	const char *how;
} conversions[] = {
	{ KIND_KB, KIND_PAGES, "kb / 4" },
	{ KIND_PAGES, KIND_KB, "pages * 4" },
	{ KIND_ORDER, KIND_PAGES, "1 << order" },
};

/* How much a kind says: the larger one wins where two may meet. */
static int weight(enum kind k)
{
	switch (k) {
	case KIND_NUMBER:
	case KIND_GFP_BITS:
	case KIND_ALLOC_BITS:
	case KIND_BOOL: return 0;
	case KIND_COUNT: return 1;
	default: return 2;
	}
}

/* Kinds whose values are names, not amounts. */
static bool is_named(enum kind k)
{
	return k == KIND_POLICY || k == KIND_MODE || k == KIND_COUNTER ||
		k == KIND_BATCH_READ;
}

static bool refuse(struct unit a, struct unit b, struct err *e)
{
	for (size_t i = 0; i < sizeof(conversions) / sizeof(*conversions); i++)
		if (conversions[i].from == b.kind && conversions[i].to == a.kind)
			return err_set(e, ERR_INVALID,
				"%s and %s do not mix; write %s for %s",
				kind_word(a.kind), kind_word(b.kind),
				conversions[i].how, kind_word(a.kind));
	return err_set(e, ERR_INVALID, "%s and %s do not mix",
		kind_word(a.kind), kind_word(b.kind));
}

bool units_mix(struct unit a, struct unit b, struct unit *out, struct err *e)
{
	if (a.kind == b.kind)
		*out = a.also == b.also ? a : unit_of(a.kind);
	else if (weight(a.kind) < 2 || weight(b.kind) < 2)
		*out = weight(a.kind) > weight(b.kind) ? a : b;
	else if (a.also == b.kind)
		*out = unit_of(b.kind);
	else if (b.also == a.kind)
		*out = unit_of(a.kind);
	else
		return refuse(a, b, e);
	return true;
}

/* A sum of page frame numbers makes no sense, but a distance does. */
static bool add(enum code op, struct unit a, struct unit b, struct unit *out,
	struct err *e)
{
	bool pfn_a = a.kind == KIND_PFN, pfn_b = b.kind == KIND_PFN;

	if (pfn_a && pfn_b && op == CODE_SUB) {
		*out = unit_of(KIND_PAGES);
		return true;
	}
	if ((pfn_a && b.kind == KIND_PAGES) ||
		(pfn_b && a.kind == KIND_PAGES && op == CODE_ADD)) {
		*out = unit_of(KIND_PFN);
		return true;
	}
	return units_mix(a, b, out, e);
}

static bool scales(enum kind k)
{
	return weight(k) < 2 || k == KIND_PERCENT;
}

static bool multiply(struct unit a, struct unit b, struct unit *out,
	struct err *e)
{
	if (!scales(a.kind) && !scales(b.kind))
		return err_set(e, ERR_INVALID,
			"%s times %s is nothing that has a unit here",
			kind_word(a.kind), kind_word(b.kind));
	if (a.kind == KIND_PERCENT && b.kind != KIND_NUMBER)
		*out = unit_of(b.kind);
	else if (b.kind == KIND_PERCENT && a.kind != KIND_NUMBER)
		*out = unit_of(a.kind);
	else
		return units_mix(a, b, out, e);
	return true;
}

static bool divide(struct unit a, struct unit b, struct unit *out,
	struct err *e)
{
	if (scales(b.kind) && a.kind != b.kind)
		*out = a;
	else if (scales(a.kind) || units_mix(a, b, out, e))
		*out = unit_of(KIND_NUMBER);
	else
		return false;
	return true;
}

static bool shift(struct unit a, struct unit b, struct unit *out, struct err *e)
{
	*out = unit_of(a.kind);
	if (weight(b.kind) < 2 || b.kind == KIND_ORDER)
		return true;
	return err_set(e, ERR_INVALID,
		"a shift needs a number of bits on its right, not %s",
		kind_word(b.kind));
}

/* kb / 4 passes for pages, pages * 4 for kb. */
static enum kind converted(enum code op, struct unit a, struct unit b,
	const s64 *left, const s64 *right)
{
	if (a.kind == KIND_KB && right &&
		((op == CODE_DIV && *right == 4) ||
		(op == CODE_SHR && *right == 2)))
		return KIND_PAGES;
	if (a.kind == KIND_PAGES && right &&
		((op == CODE_MUL && *right == 4) ||
		(op == CODE_SHL && *right == 2)))
		return KIND_KB;
	if (b.kind == KIND_PAGES && left && op == CODE_MUL && *left == 4)
		return KIND_KB;
	return KIND_N;
}

static bool combine(enum code op, struct unit a, struct unit b,
	struct unit *out, struct err *e)
{
	switch (op) {
	case CODE_MUL: return multiply(a, b, out, e);
	case CODE_DIV: return divide(a, b, out, e);
	case CODE_ADD:
	case CODE_SUB: return add(op, a, b, out, e);
	case CODE_SHL:
	case CODE_SHR: return shift(a, b, out, e);
	default: return units_mix(a, b, out, e);
	}
}

bool units_combine(enum code op, struct unit a, struct unit b, const s64 *left,
	const s64 *right, struct unit *out, struct err *e)
{
	enum kind also = converted(op, a, b, left, right);

	if (!combine(op, a, b, out, e))
		return false;
	if (also != KIND_N)
		out->also = also;
	if (op >= CODE_LT && op <= CODE_NE)
		*out = unit_of(KIND_BOOL);
	else if (is_named(out->kind) || out->kind == KIND_BOOL)
		*out = unit_of(KIND_NUMBER);
	return true;
}
