/* SPDX-License-Identifier: GPL-3.0-or-later
 * The setup of one run: scene, act, size, machine and --set, later wins.
 *
 * Each level is its machine first, then its values.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "model/lru_string.h"
#include "base/rng.h"
#include "scene/load.h"

static bool first_error(struct err_list *errors, struct err *e)
{
	*e = errors->at[0];
	err_list_done(errors);
	return false;
}

static void give(struct setup *s, enum param p, bool given, s64 value)
{
	if (given)
		s->value[p] = value;
}

static void apply_machine(struct setup *s, const struct machine_file *m)
{
	give(s, PARAM_CPUS, m->given_cpus, m->cpus);
	give(s, PARAM_RAM_PAGES, m->given_ram, m->ram_pages);
	give(s, PARAM_SWAP_PAGES, m->given_swap, m->swap_pages);
	give(s, PARAM_POLICY, m->policy >= 0, m->policy);
	give(s, PARAM_RATIO, m->ratio >= 0, m->ratio);
	give(s, PARAM_KBYTES, m->kbytes >= 0, m->kbytes);
	s->topology = m->topology;
	s->iteration_ns = m->iteration_ns;
}

/* `lru` and `files` each say what the list is; the later one counts. */
static void choose_list(struct setup *s, const struct param_set *set)
{
	bool lru = set->given[PARAM_LRU];
	bool files = set->given[PARAM_FILES] && set->value[PARAM_FILES];

	if (files && !lru)
		s->text[PARAM_LRU - TEXT_FIRST][0] = 0;
	if (lru && !files)
		s->value[PARAM_FILES] = 0;
}

static bool says(const struct param_set *set, enum param p)
{
	return set->given[p] && *set->text[p - TEXT_FIRST];
}

/* Whoever says anew what is in the frames replaces all that was said of it. */
static void apply_layout(struct setup *s, const struct param_set *set)
{
	static const enum param layout[] = { PARAM_MIN_FREE_KBYTES,
		PARAM_RESERVE_PAGES, PARAM_MOVABLE_PAGES, PARAM_PINNED_PAGES,
		PARAM_LRU_CLEAN_PAGES, PARAM_PAGECACHE_PAGES };

	if (!says(set, PARAM_MAP) && !says(set, PARAM_FREE_LISTS) &&
		!says(set, PARAM_ZONE_LIST))
		return;
	s->text[PARAM_MAP - TEXT_FIRST][0] = '\0';
	s->text[PARAM_FREE_LISTS - TEXT_FIRST][0] = '\0';
	s->text[PARAM_ZONE_LIST - TEXT_FIRST][0] = '\0';
	for (size_t i = 0; i < sizeof(layout) / sizeof(*layout); i++)
		s->value[layout[i]] = params[layout[i]].initial;
}

static bool apply(struct setup *s, const char *machine,
	const struct param_set *set, struct err *e)
{
	struct machine_file m;
	struct err_list errors = { 0 };

	if (machine && !machine_file_load(machine, &m, &errors))
		return first_error(&errors, e);
	if (machine)
		apply_machine(s, &m);
	apply_layout(s, set);
	for (int p = 0; p < PARAM_N; p++)
		give(s, (enum param)p, set->given[p], set->value[p]);
	for (int i = 0; i < TEXT_N; i++)
		if (set->given[TEXT_FIRST + i])
			strcpy(s->text[i], set->text[i]);
	choose_list(s, set);
	return true;
}

/* The same for the same student, on every machine. */
static s64 student_value(const char *student, const char *scene,
	const struct act *act, enum param p)
{
	const struct param_range *r = &act->student[p];
	char text[256];
	u64 state;

	snprintf(text, sizeof(text), "%.80s %.60s %.40s %s", student, scene,
		act->name, params[p].name);
	state = (u64)text_value(text);
	return r->min + (s64)(rng_next(&state) % (u64)(r->max - r->min + 1));
}

static void apply_student(struct setup *s, const struct scene *scene,
	const struct act *act, const struct run_choice *choice)
{
	for (int p = 0; choice->student && p < PARAM_N; p++) {
		const struct param_range *r = &act->student[p];

		if (!r->given)
			continue;
		s->value[p] = choice->student_values == STUDENT_LOWEST ? r->min
			: choice->student_values == STUDENT_HIGHEST ? r->max
			: student_value(choice->student, scene->name, act,
				(enum param)p);
	}
}

static bool apply_costs(struct setup *s, struct err *e)
{
	struct err_list errors = { 0 };
	struct costs costs;

	if (!costs_load(&costs, &errors))
		return first_error(&errors, e);
	for (int i = 0; i < COST_N; i++)
		s->cost_ns[i] = costs.row[i].ns;
	costs_done(&costs);
	return true;
}

static bool in_range(const struct scene *scene, const struct setup *s,
	struct err *e)
{
	for (int p = 0; p < PARAM_N; p++) {
		s64 min, max;

		param_range(scene, (enum param)p, &min, &max);
		if (params[p].kind != KIND_TEXT && (s->value[p] < min || s->value[p] > max))
			return err_set(e, ERR_RANGE,
				"%s=%" PRId64 " is out of range: %" PRId64
				" to %" PRId64,
				params[p].name, s->value[p], min, max);
	}
	return true;
}

static bool good_texts(const struct setup *s, struct err *e)
{
	for (int p = TEXT_FIRST; p < PARAM_N; p++) {
		size_t at;
		const char *bad = setup_text_bad((enum param)p,
			setup_text(s, (enum param)p), &at);

		if (bad)
			return err_set(e, ERR_INVALID, "%s, character %zu: %s",
				params[p].name, at + 1, bad);
	}
	return true;
}

const char *scene_machine(const struct scene *s, const struct run_choice *choice)
{
	if (choice->machine)
		return choice->machine->name;
	if (s->size_machine[choice->size])
		return s->size_machine[choice->size];
	if (s->acts[choice->act].machine)
		return s->acts[choice->act].machine;
	return s->machine;
}

static bool list_good(const struct setup *s, struct err *e)
{
	struct lru_token bad;

	lru_string_pages(setup_text(s, PARAM_LRU), &bad);
	if (!bad.n || s->workload != WORKLOAD_RECLAIM)
		return true;
	err_set(e, ERR_INVALID, "lru: unknown page \"%.*s\" at column %u",
		(int)(bad.n < 40 ? bad.n : 40), bad.text, bad.place + 1);
	return err_hint(e, "%s", load_lru_hint);
}

bool scene_setup(const struct scene *s, const struct run_choice *choice,
	unsigned variant, struct setup *out, struct err *e)
{
	const struct act *act = &s->acts[choice->act];
	const char *conflict;
	struct setup made;

	setup_init(&made);
	if (!apply(&made, s->machine, &s->base, e) ||
		!apply(&made, act->machine, &act->set, e))
		return false;
	apply_student(&made, s, act, choice);
	if (!apply(&made, s->size_machine[choice->size],
			&s->size_set[choice->size], e))
		return false;
	if (choice->machine)
		apply_machine(&made, choice->machine);
	if (!apply(&made, NULL, &choice->set, e) || !apply_costs(&made, e) ||
		!in_range(s, &made, e) || !good_texts(&made, e))
		return false;
	setup_derive(&made);
	made.features = s->variant[variant].features;
	made.workload = s->workload;
	made.seed = choice->seed;
	if (!list_good(&made, e))
		return false;
	conflict = setup_conflict(&made);
	if (conflict)
		return err_set(e, ERR_INVALID, "%s", conflict);
	*out = made;
	return true;
}
