/* SPDX-License-Identifier: GPL-3.0-or-later
 * assets/costs.yaml: what each kind of line costs, and who says so.
 */
#include <stddef.h>
#include "base/data.h"
#include "scene/load.h"

struct cost_part {
	s64 ns;
	const char *unit, *status, *source, *help;
};

/* clang-format off */
static const struct field cost_fields[] = {
	{ "ns", field_int, offsetof(struct cost_part, ns), true, 1, 1000000000 },
	{ "unit", field_text, offsetof(struct cost_part, unit), true, 1, 40 },
	{ "status", field_status, offsetof(struct cost_part, status), true, 0, 0 },
	{ "source", field_text, offsetof(struct cost_part, source), true, 1, 200 },
	{ "help", field_text, offsetof(struct cost_part, help), true, 1, 120 },
};
/* clang-format on */

static void read_cost(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct cost_row *row = at;
	struct cost_part part = { 0 };

	load_map(l, n, cost_fields, sizeof(cost_fields) / sizeof(*cost_fields),
		&part);
	*row = (struct cost_row){ f->key, part.unit, part.source, part.status,
		part.help, (u32)part.ns };
}

static void read_costs(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	/* clang-format off */
	static const struct field rows[COST_N] = {
#define X(id, word) [COST_##id] = { word, read_cost, COST_##id * sizeof(struct cost_row), true, 0, 0 },
		COST_LIST(X)
#undef X
	};
	/* clang-format on */

	load_map(l, n, rows, COST_N, at);
}

/* clang-format off */
static const struct field costs_fields[] = {
	{ "mmstep", field_version, 0, true, 0, 0 },
	{ "costs", read_costs, offsetof(struct costs, row), true, 0, 0 },
};
/* clang-format on */

bool costs_parse(const char *file, const char *bytes, size_t size,
	struct costs *out, struct err_list *errors)
{
	struct costs c = { 0 };
	void *arena = NULL;
	struct load l = { .y = &c.yaml, .errors = errors, .arena = &arena };

	if (!yaml_parse(&c.yaml, file, bytes, size, errors))
		return false;
	load_map(&l, c.yaml.root, costs_fields, 2, &c);
	load_sort_errors(errors);
	arena_done(&arena);
	if (errors->n) {
		yaml_done(&c.yaml);
		return false;
	}
	*out = c;
	return true;
}

bool costs_load(struct costs *out, struct err_list *errors)
{
	const struct data *d = data_find("assets/costs.yaml");

	if (!d)
		panic("assets/costs.yaml is not built in");
	return costs_parse(d->name, d->bytes, d->size, out, errors);
}

void costs_done(struct costs *c)
{
	yaml_done(&c->yaml);
}
