/* SPDX-License-Identifier: GPL-3.0-or-later
 * Decisions of a machine as scenes: they open where it is decided, with the
 * machine's numbers, and the model answers as the report's judge does.
 */
#include "stage.h"
#include "model/names.h"
#include "model/request.h"
#include "report/live_scene.h"

static struct snapshot *taken(void)
{
	char why[160];
	struct snapshot *s = snapshot_take("tests/reports/machine", why,
		sizeof(why));

	assert_non_null(s);
	return s;
}

/* As if it had been read so. */
static void again(struct snapshot *s)
{
	proc_figures(&s->proc, s->report, &s->figures);
	s->madv_free = report_madv_free(s->report, &s->threshold_pages);
	s->ram_pages = s->proc.host.ram_kb / s->figures.page_kb;
}

struct opened {
	struct scene *scene;
	struct session *s;
};

static struct opened opened(const struct buf *yaml)
{
	struct err_list errors = { 0 };
	struct session_options so = { .scene = "live", .variant = -1,
		.choice = { .seed = 1 }, .history = true };
	struct opened o;
	struct err e = { 0 };

	o.scene = scene_parse("live", buf_text(yaml), yaml->n, &errors);
	if (!o.scene)
		fail_msg("%u: %s\n%s", errors.at[0].line, errors.at[0].text,
			buf_text(yaml));
	so.loaded = o.scene;
	o.s = session_open(&so, &errors);
	if (!o.s)
		fail_msg("%s", errors.at[0].text);
	assert_true(session_land(o.s, "decision", &e));
	while (session_pending(o.s))
		session_slice(o.s, 1000000);
	assert_string_equal(o.scene->acts[0].cues[o.s->cue].name, "decision");
	assert_int_equal(o.s->cue_trouble.code, 0);
	return o;
}

static void close_opened(struct opened *o)
{
	session_free(o->s);
	scene_free(o->scene);
}

static s64 value(const struct opened *o, const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);

	assert_true(id >= 0);
	return name_get(o->s->variant[0].run->m, (unsigned)id, index);
}

static void finish(const struct opened *o, const char *cue)
{
	struct err e = { 0 };

	assert_true(session_land(o->s, cue, &e));
	while (session_pending(o->s))
		session_slice(o->s, 1000000);
	assert_int_equal(o->s->cue_trouble.code, 0);
}

static void check_counter(const struct snapshot *s, s64 pages)
{
	struct buf yaml = { 0 };
	struct opened o;
	struct err e = { 0 };

	assert_true(live_counter_scene(s, pages, &yaml, &e));
	o = opened(&yaml);
	assert_int_equal(value(&o, "vm_committed_as_batch"),
		s->figures.batch_pages);
	assert_int_equal(value(&o, "vm_committed_as.bound"),
		s->figures.batch_drift_pages);
	finish(&o, "added");
	assert_int_equal(value(&o, "vm_committed_as.lock.taken") > 0,
		pages >= s->figures.batch_pages);
	finish(&o, "done");
	close_opened(&o);
	buf_done(&yaml);
}

static void test_live_scene__the_counter_of_any_machine(void **state)
{
	static const struct {
		s64 cpus, policy, major;
	} machines[] = { { 4, 0, 6 }, { 4, 2, 6 }, { 4, 1, 4 }, { 1, 0, 6 },
		{ 512, 0, 6 }, { 512, 2, 5 } };
	struct snapshot *s = taken();

	for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
		s->proc.host.present_cpus = machines[i].cpus;
		s->proc.host.policy = machines[i].policy;
		s->report->major = machines[i].major;
		again(s);
		check_counter(s, 1);
		check_counter(s, s->figures.batch_pages - 1);
		check_counter(s, s->figures.batch_pages);
		check_counter(s, 1 << 30);
	}
	snapshot_free(s);
}

static void check_madv(struct snapshot *s)
{
	struct buf yaml = { 0 };
	struct opened o;
	struct err e = { 0 };
	bool lazy = s->madv_free == MADV_FREE_LAZY;

	if (!live_madv_scene(s, &yaml, &e))
		fail_msg("%s", e.text);
	o = opened(&yaml);
	assert_int_equal(value(&o, "memory.threshold"), s->threshold_pages);
	if (s->report->free_total <= (1 << 20) - 8)
		assert_int_equal(value(&o, "memory.free"),
			s->report->free_total);
	finish(&o, "done");
	assert_int_equal(value(&o, "madvise.calls_lazy"), lazy);
	assert_int_equal(value(&o, "madvise.calls_zapped"), !lazy);
	close_opened(&o);
	buf_done(&yaml);
}

static void test_live_scene__madv_free_answers_as_the_judge(void **state)
{
	/* threshold 2,412, low mark 2,010 */
	static const s64 frees[] = { 2011, 2300, 2425, 6000, 6433, 93840,
		(1 << 20) - 8, (1 << 20) - 7, 1 << 24 };
	struct snapshot *s = taken();

	for (size_t i = 0; i < sizeof(frees) / sizeof(*frees); i++) {
		s->report->free_total = frees[i];
		s->report->free_swap_kb = 1 << 20;
		again(s);
		assert_int_equal(s->madv_free, frees[i] > 2412 ? MADV_FREE_LAZY
			: MADV_FREE_THROTTLED);
		check_madv(s);
		s->report->free_swap_kb = 0;
		again(s);
		check_madv(s);
	}
	snapshot_free(s);
}

/* Whether the judge lets a zone of the node pass, at min. */
static bool passes(const struct snapshot *s, s64 node, s64 order)
{
	struct judgement j;
	bool yes = false;

	judge(s->report, order, &j);
	for (unsigned i = 0; i < j.n_views; i++)
		yes |= j.view[i].zone->node == node &&
			j.view[i].reason != REASON_NOT_ASKED &&
			j.view[i].rule[ERA_4_4] == ANSWER_YES;
	judgement_done(&j);
	return yes;
}

static void check_zone(const struct snapshot *s, const struct report_zone *z,
	s64 order)
{
	struct buf yaml = { 0 };
	struct opened o;
	struct err e = { 0 };

	if (!live_zone_scene(s, z, order, &yaml, &e))
		fail_msg("%s", e.text);
	assert_null(strstr(buf_text(&yaml), "ask:"));
	assert_null(strstr(buf_text(&yaml), "as reported"));
	o = opened(&yaml);
	assert_int_equal(value(&o, "request.order"), order);
	assert_int_equal(value(&o, "zone[0].free"), z->node ? 777 : 3840);
	finish(&o, "other_rule");
	assert_int_equal(value(&o, "request.state"), passes(s, z->node, order)
		? REQUEST_GRANTED : REQUEST_REFUSED);
	close_opened(&o);
	buf_done(&yaml);
}

static void test_live_scene__a_request_answers_as_the_judge(void **state)
{
	struct snapshot *s = taken();
	struct report_zone *z = report_zone(s->report, 1, ZONE_NORMAL);

	*z = s->report->zone[1];	/* a second node, with one small zone */
	z->node = 1;
	z->name = ZONE_NORMAL;
	z->free = 777;
	z->min = 700;
	z->low = 750;
	z->high = 800;
	memset(z->blocks, 0, sizeof(z->blocks));
	z->blocks[0] = 769;
	z->blocks[3] = 1;
	s->zone[s->n_zones++] = s->report->n_zones - 1;
	for (s64 order = 0; order <= 10; order++) {
		check_zone(s, snapshot_zone(s, 0), order);
		check_zone(s, z, order);
	}
	assert_true(passes(s, 1, 3) && !passes(s, 1, 4));
	snapshot_free(s);
}

static void test_live_scene__what_is_lacking_is_named(void **state)
{
	struct snapshot *s = taken();
	struct buf yaml = { 0 };
	struct err e = { 0 };

	s->proc.host.present_cpus = 513;
	assert_false(live_counter_scene(s, 1, &yaml, &e));
	assert_non_null(strstr(e.text, "at most 512 CPUs"));
	s->proc.host.policy = -1;
	again(s);
	assert_false(live_counter_scene(s, 1, &yaml, &e));
	assert_non_null(strstr(e.text, "can't be read"));
	s->report->free_total = 2010;
	again(s);
	assert_false(live_madv_scene(s, &yaml, &e));
	assert_non_null(strstr(e.text, "the answer is at once"));
	s->proc.min_free_kbytes = 1 << 23;
	s->report->free_total = 1 << 24;
	again(s);
	assert_false(live_madv_scene(s, &yaml, &e));
	assert_non_null(strstr(e.text, "too large"));
	s->report->zone[0].list_whole = false;
	assert_false(live_zone_scene(s, snapshot_zone(s, 0), 0, &yaml, &e));
	assert_string_equal(e.text, "the free blocks of node 0 DMA can't be read");
	s->proc.min_free_kbytes = -1;
	assert_false(live_madv_scene(s, &yaml, &e));
	assert_non_null(strstr(e.text, "can't be read"));
	assert_int_equal(yaml.n, 0);
	snapshot_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_live_scene__the_counter_of_any_machine),
		cmocka_unit_test(test_live_scene__madv_free_answers_as_the_judge),
		cmocka_unit_test(test_live_scene__a_request_answers_as_the_judge),
		cmocka_unit_test(test_live_scene__what_is_lacking_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
