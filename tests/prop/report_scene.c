/* SPDX-License-Identifier: GPL-3.0-or-later
 * Scenes of reports: each loads, keeps its ledgers after every line, and by both
 * rules each zone refuses by as much as the verdict says. Of a damaged report
 * there is a good scene, or a sentence why there is none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "../unit/report/files.h"
#include "../unit/report/verdicts.h"
#include "../depth.h"
#include "base/rng.h"
#include "model/names.h"
#include "model/step.h"
#include "report/to_scene.h"
#include "scene/scene.h"

enum { LINES_MOST = 20000 };

static struct scene *parse(const char *path, const struct buf *yaml)
{
	struct err_list errors = { 0 };
	struct scene *s = scene_parse("made.yaml", buf_text(yaml), yaml->n,
		&errors);

	if (!s)
		fail_msg("%s: made.yaml:%u: %s", path, errors.at[0].line,
			errors.at[0].text);
	err_list_done(&errors);
	return s;
}

static s64 value(const struct machine *m, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	assert_true(id >= 0);
	return name_get(m, (unsigned)id, index);
}

struct played_run {
	struct program p;
	struct machine *m;
};

static void play(const char *path, const struct scene *s, unsigned act,
	unsigned variant, struct played_run *out)
{
	struct run_choice choice = { .act = act, .seed = 1 };
	struct setup *setup = mem_alloc(sizeof(*setup));
	struct err e = { 0 };

	if (!scene_setup(s, &choice, variant, setup, &e))
		fail_msg("%s, act %s: %s", path, s->acts[act].name, e.text);
	program_compile(&out->p, setup_features(setup));
	out->m = mem_alloc(machine_size(setup));
	machine_init(out->m, setup, &out->p);
	assert_null(machine_check(out->m));
	for (int i = 0; !machine_finished(out->m); i++) {
		machine_run(out->m, &out->p, 1);
		if (machine_ledger(out->m))
			fail_msg("%s, act %s, step %d: %s", path,
				s->acts[act].name, i, machine_ledger(out->m));
		assert_true(i < LINES_MOST);
	}
	if (machine_check(out->m))
		fail_msg("%s: %s", path, machine_check(out->m));
	free(setup);
}

/* Zone i's last answer is the verdict's; a request granted at low was not asked
 * at the verdict's mark, but would pass there, too. */
static void compare_zone(const char *path, const struct machine *m, unsigned i,
	const struct zone_view *v, enum era era)
{
	const struct zone_extra *e = &m->memory.request.zone[i];
	struct test last = v->steps[era][v->n_steps[era] - 1];
	bool low = m->memory.request.mark == 1 + 1 &&
		m->memory.request.state == REQUEST_GRANTED;

	assert_true(v->rule[era] != ANSWER_UNKNOWN);
	if (e->answer == ZONE_GIVES && v->rule[era] != ANSWER_YES)
		fail_msg("%s, rule %u, %s: gives", path, era, e->name);
	if (e->answer != ZONE_REFUSES || low)
		return;
	if (v->rule[era] != ANSWER_NO || e->missing != (s64)test_margin(last))
		fail_msg("%s, rule %u, %s: %d missing, the verdict has %d", path,
			era, e->name, (int)e->missing, (int)test_margin(last));
}

static void compare(const char *path, const struct report *r,
	const struct judgement *j, const struct scene *s)
{
	struct played p;
	struct err e;

	assert_true(report_played(r, j, &p, &e));
	for (unsigned i = 0; i < s->n_variants; i++) {
		enum era era = s->variant[i].features & IN_RULE_4_4 ? ERA_4_4
								     : ERA_4_2;
		struct played_run run;
		bool passes = false;

		play(path, s, s->main_act, i, &run);
		for (unsigned z = 0; z < p.n; z++) {
			compare_zone(path, run.m, z, p.view[z], era);
			passes |= p.view[z]->rule[era] == ANSWER_YES &&
				p.view[z]->fitting_blocks > 0;
		}
		assert_int_equal(value(run.m, "request.state"),
			passes ? REQUEST_GRANTED : REQUEST_REFUSED);
		free(run.m);
	}
}

/* Every act, in both variants, comes out as its expectations say; `mmstep check`
 * looks at those. Here: it runs, and the ledgers hold. */
static void play_acts(const char *path, const struct scene *s)
{
	for (unsigned act = 0; act < s->n_acts; act++)
		for (unsigned i = 0; i < s->n_variants; i++) {
			struct played_run run;

			play(path, s, act, i, &run);
			free(run.m);
		}
}

/* Returns whether there was a scene. */
static bool one_report(const char *path, const struct report *r,
	const struct judgement *j, bool thorough)
{
	struct buf yaml = { 0 };
	struct err e = { 0 };
	bool made = report_scene(r, path, REPORT_UNKNOWN, &yaml, &e);
	struct scene *s;

	if (made) {
		s = parse(path, &yaml);
		compare(path, r, j, s);
		if (thorough)
			play_acts(path, s);
		scene_free(s);
	} else if (e.code != ERR_NO || strlen(e.text) < 20) {
		fail_msg("%s: no scene, and no sentence: %s", path, e.text);
	}
	buf_done(&yaml);
	return made;
}

static unsigned whole(const char *path, const char *text, size_t n, bool thorough)
{
	static struct verdicts v;
	unsigned made = 0;

	verdicts_read(&v, text, n);
	for (unsigned i = 0; i < v.n; i++)
		made += one_report(path, v.report[i], &v.judged[i], thorough);
	verdicts_done(&v);
	return made;
}

static unsigned for_all_files(unsigned (*each)(const char *, const char *, size_t))
{
	struct buf text = { 0 };
	unsigned made = 0;

	for (unsigned i = 0; i < n_report_files; i++) {
		assert_true(file_text(report_file[i], &text));
		made += each(report_file[i], buf_text(&text), text.n);
	}
	buf_done(&text);
	return made;
}

static unsigned play_file(const char *path, const char *text, size_t n)
{
	return whole(path, text, n, true);
}

static void test_report_scene__model_and_verdict_agree(void **state)
{
	assert_true(for_all_files(play_file) > 25);
}

static unsigned cut_file(const char *path, const char *text, size_t n)
{
	u64 random = n;
	unsigned made = 0;

	for (unsigned i = depth(4, 40, 400); i; i--)
		made += whole(path, text, rng_below(&random, (u32)n + 1), false);
	return made;
}

static void test_report_scene__of_what_is_left(void **state)
{
	assert_true(for_all_files(cut_file) > 25);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_report_scene__model_and_verdict_agree),
		cmocka_unit_test(test_report_scene__of_what_is_left),
	};

	find_report_files();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
