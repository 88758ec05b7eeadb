/* SPDX-License-Identifier: GPL-3.0-or-later
 * The interval tree of an anon_vma: mm/interval_tree.c as of v4.5. It answers
 * which VMAs cover a range of pages.
 *
 * Leaves out: inserting and erasing (VMAs are made before the run), colours,
 * and the avc that links a VMA to each anon_vma it belongs to. Rules: in order
 * of start, equal starts in order of forking, so the parent comes first. Each
 * node knows the largest end in its part of the tree, so a part that ends
 * before the range is never entered. One query is one walk with its nexts.
 */
#include "model/machine.h"

enum { NODE, START, LAST, FROM };
static const struct local tree_locals[] = {
	[NODE] = {"vma", KIND_VMA},
	[START] = {"start", KIND_NUMBER},
	[LAST] = {"last", KIND_NUMBER},
	[FROM] = {"from", KIND_VMA},
};

static const struct vma *node(const struct machine *m, const s64 *v)
{
	return vma_at(m, (u32)v[NODE]);
}

/* Where the part under a child ends; before everything if there is none. */
static s64 part_end(const struct machine *m, u32 child)
{
	return child == NO_VMA ? -1 : (s64)vma_at(m, child)->most;
}

static struct test is_first(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[NODE], REL_LT, 0);
}

static void to_root(struct machine *m, struct task *t, s64 *v)
{
	v[NODE] = m->rmap.root;
	m->rmap.tree_queries++;
}

static struct test left_reaches(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(part_end(m, node(m, v)->left), REL_GE, v[START]);
}

static struct test right_reaches(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(part_end(m, node(m, v)->right), REL_GE, v[START]);
}

static void to_left(struct machine *m, struct task *t, s64 *v)
{
	v[NODE] = node(m, v)->left;
	m->rmap.tree_steps++;
}

static void to_right(struct machine *m, struct task *t, s64 *v)
{
	v[NODE] = node(m, v)->right;
	m->rmap.tree_steps++;
}

static struct test starts_after(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(node(m, v)->start, REL_GT, v[LAST]);
}

static struct test ends_in_time(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(node(m, v)->last, REL_GE, v[START]);
}

static struct test is_root(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[NODE], REL_EQ, m->rmap.root);
}

static void to_parent(struct machine *m, struct task *t, s64 *v)
{
	v[FROM] = v[NODE];
	v[NODE] = node(m, v)->parent;
	m->rmap.tree_steps++;
}

static struct test came_from_right(
	const struct machine *m, const struct task *t, const s64 *v)
{
	return test_of(v[FROM], REL_EQ, node(m, v)->right);
}

static void none(struct machine *m, struct task *t, s64 *v)
{
	v[NODE] = -1;
}

/* clang-format off */
enum { I_FIRST = 1, I_ROOT, I_LEFT, I_GOLEFT, I_AFTER, I_HIT, I_FOUND,
	I_RIGHT, I_GORIGHT, I_TOP, I_UP, I_FROM, I_LATE, I_REACHES, I_NONE };
static const struct line tree_lines[] = {
 [I_FIRST]   = { "if the walk begins", OP_IF, .id = "first", .test = is_first, .no = I_RIGHT,
	.gloss = "The first call of a walk names no VMA.", .why = "{vma} < 0", .if_yes = "from the root",
	.if_no = "go on behind the last one" },
 [I_ROOT]    = { "  vma = the root", .id = "root", .exec = to_root, .shared = true,
	.gloss = "A query of the tree begins." },
 [I_LEFT]    = { "if its left part reaches start", OP_IF, .id = "left", .test = left_reaches, .no = I_AFTER,
	.gloss = "Each node knows where its part of the tree ends.", .why = "{left} ≥ {start}",
	.if_yes = "look there first", .if_no = "nothing on the left" },
 [I_GOLEFT]  = { "  vma = left", .id = "to_left", .exec = to_left, .next = I_LEFT, .gloss = "One level down." },
 [I_AFTER]   = { "if it starts after last: none", OP_IF, .id = "after", .test = starts_after, .no = I_HIT,
	.next = I_NONE, .gloss = "Then everything on its right does, too.", .why = "{left} > {last}",
	.if_yes = "none is left", .if_no = "it may cover the range" },
 [I_HIT]     = { "if it ends at start or later", OP_IF, .id = "hit", .test = ends_in_time, .no = I_RIGHT,
	.gloss = "Does this VMA cover a page of the range?", .why = "{left} ≥ {start}", .if_yes = "found",
	.if_no = "it ends too early" },
 [I_FOUND]   = { "  return it", OP_RETURN, .id = "found", .value = NODE, .has_value = true,
	.gloss = "A VMA that covers the range." },
 [I_RIGHT]   = { "if its right part reaches start", OP_IF, .id = "right", .test = right_reaches, .no = I_TOP,
	.gloss = "VMAs that start later are on the right.", .why = "{left} ≥ {start}", .if_yes = "look there",
	.if_no = "nothing on the right" },
 [I_GORIGHT] = { "  vma = right", .id = "to_right", .exec = to_right, .next = I_LEFT, .gloss = "One level down." },
 [I_TOP]     = { "if it is the root: none", OP_IF, .id = "top", .test = is_root, .next = I_NONE, .no = I_UP,
	.gloss = "Nothing above it is left to look at.", .why = "{vma} = {right}", .if_yes = "the walk ends",
	.if_no = "go up" },
 [I_UP]      = { "vma = its parent", .id = "up", .exec = to_parent, .gloss = "One level up." },
 [I_FROM]    = { "if we came from its right: up", OP_IF, .id = "from", .test = came_from_right, .next = I_TOP,
	.no = I_LATE, .gloss = "Then it and its left part have had their turn.", .why = "{from} = {right}",
	.if_yes = "further up", .if_no = "its turn" },
 [I_LATE]    = { "if it starts after last: none", OP_IF, .id = "late", .test = starts_after, .next = I_NONE,
	.no = I_REACHES, .gloss = "In order of start: all others are later still.", .why = "{left} > {last}",
	.if_yes = "the walk ends", .if_no = "it may cover the range" },
 [I_REACHES] = { "if it ends at start or later", OP_IF, .id = "reaches", .test = ends_in_time, .next = I_FOUND,
	.no = I_RIGHT, .gloss = "Does this VMA cover a page of the range?", .why = "{left} ≥ {start}",
	.if_yes = "found", .if_no = "look on its right" },
 [I_NONE]    = { "return none", OP_RETURN, .id = "none", .exec = none, .value = NODE, .has_value = true,
	.gloss = "No other VMA covers the range." },
};
/* clang-format on */

const struct procedure procedure_anon_vma_interval_tree_foreach = {
	"anon_vma_interval_tree_foreach",
	"mm/interval_tree.c, v4.5",
	"The first VMA that covers a range of pages, or the next one.",
	tree_lines,
	I_NONE + 1,
	tree_locals,
	4,
	3,
};
