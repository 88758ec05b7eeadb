/* SPDX-License-Identifier: GPL-3.0-or-later
 * Why: each number that a screen can show is named with its source; none of the
 * program's constants is without one.
 */
#include "stage.h"
#include "model/names.h"
#include "session/why.h"

static struct session *open_scene(const char *name, enum size size)
{
	struct session_options o = { .scene = name, .variant = -1,
		.no_cues = true, .act = "main", .choice.seed = 1,
		.choice.size = size };
	struct err_list errors = { 0 };
	struct session *s = session_open(&o, &errors);

	if (!s)
		fail_msg("%s: %s", name, errors.at[0].text);
	return s;
}

static void has(const struct buf *b, const char *text)
{
	if (!strstr(buf_text((struct buf *)b), text))
		fail_msg("no \"%s\" in\n%s", text, buf_text((struct buf *)b));
}

/* Everything that is published of this machine, all parameters that the scene
 * gives, all figures, all costs. */
static void check_scene(const char *name, enum size size)
{
	struct session *s = open_scene(name, size);
	struct run *r = s->variant[s->shown].run;
	struct buf b = { 0 };
	char line[200];

	why_text(s, &b);
	for (unsigned i = 0; i < name_count(); i++) {
		snprintf(line, sizeof(line), "\n%s", name_at(i)->pattern);
		if (name_at(i)->part & r->m->parts)
			has(&b, line);
	}
	for (unsigned p = 0; p < PARAM_N; p++) {
		snprintf(line, sizeof(line), "\n%s ", params[p].name);
		if (s->scene->param[p].given || s->scene->base.given[p])
			has(&b, line);
	}
	for (unsigned i = 0; i < COST_N; i++)
		has(&b, s->costs.row[i].source);
	has(&b, "model time");
	has(&b, "Scoreboard: ");
	buf_done(&b);
	session_free(s);
}

static void test_why__names_all_of_each_scene(void **state)
{
	for (unsigned i = 0; scene_listed(i); i++)
		check_scene(scene_listed(i), SIZE_CLASSROOM);
}

/* In a dialogue: what is told and shown now; the rest when asked for. */
static void test_why__is_short_in_a_dialogue(void **state)
{
	struct session *s = open_scene("lazy-free", SIZE_CLASSROOM);
	struct err e = { 0 };
	unsigned lines = 0;

	assert_true(session_line(s, "why", &e));
	for (const char *p = s->rows.at[0].text; *p; p++)
		lines += *p == '\n';
	assert_true(lines < 40);
	assert_null(strstr(s->rows.at[0].text, "Parameters:"));
	assert_non_null(strstr(s->rows.at[0].text, "model time"));
	assert_true(session_line(s, "why all", &e));
	assert_non_null(strstr(s->rows.at[0].text, "Parameters:"));
	session_free(s);
}

static void test_why__says_whose_a_parameter_is(void **state)
{
	struct session *s = open_scene("lazy-free", SIZE_MAIL);
	struct buf b = { 0 };

	why_text(s, &b);
	has(&b, "processes 12: the size mail, published: mail 000");
	has(&b, "start_jitter_us 2,000: the size mail, assumed: ");
	has(&b, "MADV_DONTNEED, elapsed seconds 48.890");
	buf_done(&b);
	session_free(s);
	s = open_scene("counter-drift", SIZE_MAIL);
	why_text(s, &b);
	has(&b, "cpus 144: machine server-4s144t, published: mail 001");
	has(&b, "ram_pages 134,217,728: machine server-4s144t, assumed: ");
	buf_done(&b);
	session_free(s);
	s = open_scene("slub-fallback", SIZE_CLASSROOM);
	why_text(s, &b);
	has(&b, ": follows from map");
	buf_done(&b);
	session_free(s);
}

static void test_why__hides_values_while_a_question_is_open(void **state)
{
	struct stage t = stage("small");
	struct buf b = { 0 };

	good(&t, "go");
	assert_true(t.s->question.open);
	why_text(t.s, &b);
	has(&b, "vm_committed_as.count ·····:");
	has(&b, "time_ns ·····:");
	has(&b, "····· ns of model time");
	stage_done(&t);
	buf_done(&b);
}

static void test_why__no_constant_without_a_source(void **state)
{
	struct err_list errors = { 0 };
	struct glossary g;
	struct costs c;
	struct sourced *all;
	size_t n;

	assert_true(costs_load(&c, &errors));
	assert_true(glossary_load(&g, &errors));
	all = sources_all(&c, &g, &n);
	sources_check(all, n, &errors);
	if (errors.n)
		fail_msg("%s", errors.at[0].text);
	assert_true(n > name_count() + COST_N);
	all[3].source = "";
	all[name_count() + 1].source = NULL;
	sources_check(all, n, &errors);
	assert_int_equal(errors.n, 2);
	assert_non_null(strstr(errors.at[0].text, name_at(3)->pattern));
	free(all);
	err_list_done(&errors);
	c.row[2].source = "";
	c.row[5].status = "believed";
	all = sources_all(&c, &g, &n);
	sources_check(all, n, &errors);
	assert_int_equal(errors.n, 2);
	assert_non_null(strstr(errors.at[0].text, c.row[2].name));
	assert_non_null(strstr(errors.at[1].text, "believed"));
	free(all);
	err_list_done(&errors);
	costs_done(&c);
	glossary_done(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_why__names_all_of_each_scene),
		cmocka_unit_test(test_why__is_short_in_a_dialogue),
		cmocka_unit_test(test_why__says_whose_a_parameter_is),
		cmocka_unit_test(
			test_why__hides_values_while_a_question_is_open),
		cmocka_unit_test(test_why__no_constant_without_a_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
