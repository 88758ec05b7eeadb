/* SPDX-License-Identifier: GPL-3.0-or-later
 * Results of a run: JSON, CSV, text, trace; what an expectation says.
 */
#include <jansson.h>
#include "../session/stage.h"
#include "base/buf.h"
#include "output/run_output.h"

#define EXPECTING TINY_HEAD \
	"  - name: main\n" \
	"    title: One\n" \
	"    main: true\n" \
	"    cues:\n" \
	"      - {name: only, step: 0, say: Only.}\n" \
	"    expect:\n" \
	"      - that: base.vm_committed_as.updates == 8\n" \
	"      - that: patched.vm_committed_as.updates == 9\n" \
	"      - {that: vm_committed_as.updates == 1, size: mail}\n" \
	"figures:\n" \
	"  - {name: gain, variant: patched, mail_thousandths: 2000, model_thousandths: 1000 * base.time_ns / patched.time_ns, status: predicted, why: Because.}\n"

struct results {
	struct stage t;
	struct run_output o;
	struct buf out;
};

/* `variant` -1: both ran. */
static struct results run(int variant, enum size size)
{
	struct session_options o = { .variant = variant, .no_cues = true,
		.choice.size = size };
	struct results r = { .t = stage_open(EXPECTING, "main", o) };

	session_finish(r.t.s, NULL);
	r.o = (struct run_output){ .scene = r.t.scene, .size = size,
		.act = &r.t.scene->acts[0], .seed = 1, .n_variants = 2 };
	for (unsigned v = 0; v < 2; v++)
		r.o.run[v] = r.t.s->variant[v].run;
	return r;
}

static void done(struct results *r)
{
	buf_done(&r->out);
	stage_done(&r->t);
}

static json_t *parsed(struct results *r)
{
	json_error_t e;
	json_t *all;

	run_json(&r->o, &r->out);
	all = json_loadb(buf_text(&r->out), r->out.n,
		JSON_REJECT_DUPLICATES, &e);
	if (!all)
		fail_msg("line %d: %s", e.line, e.text);
	return all;
}

/* Keys in the order of the object, joined. */
static void check_keys(json_t *object, const char *due)
{
	struct buf b = { 0 };
	const char *key;
	json_t *value;

	json_object_foreach(object, key, value)
		buf_printf(&b, "%s ", key);
	assert_string_equal(buf_text(&b), due);
	buf_done(&b);
}

static void test_json__keys_and_their_order(void **state)
{
	struct results r = run(-1, SIZE_CLASSROOM);
	json_t *all = parsed(&r), *base;

	check_keys(all,
		"scene size seed variants expectations figures ");
	check_keys(json_object_get(all, "variants"), "base patched ");
	base = json_object_get(json_object_get(all, "variants"), "base");
	check_keys(base, "steps time_ns finished digest metrics ");
	assert_true(json_is_true(json_object_get(base, "finished")));
	assert_int_equal(json_string_length(json_object_get(base, "digest")),
		16);
	base = json_object_get(base, "metrics");
	assert_string_equal(json_string_value(json_object_get(base,
		"overcommit.policy")), "guess");
	assert_true(json_is_integer(json_object_get(base,
		"cpu[1].vm_committed_as")));
	assert_null(json_object_get(base, "cpu[2].vm_committed_as"));
	json_decref(all);
	done(&r);
}

static json_t *holds_of(json_t *all, size_t i)
{
	return json_object_get(json_array_get(json_object_get(all,
		"expectations"), i), "holds");
}

static void test_json__expectations_of_this_size(void **state)
{
	struct results r = run(-1, SIZE_CLASSROOM);
	json_t *all = parsed(&r);

	assert_int_equal(json_array_size(json_object_get(all,
		"expectations")), 2);
	assert_true(json_is_true(holds_of(all, 0)));
	assert_true(json_is_false(holds_of(all, 1)));
	assert_false(run_holds(&r.o));
	json_decref(all);
	done(&r);
}

static void test_json__what_did_not_run_is_null(void **state)
{
	struct results r = run(0, SIZE_CLASSROOM);
	json_t *all = parsed(&r);

	check_keys(json_object_get(all, "variants"), "base ");
	assert_true(json_is_true(holds_of(all, 0)));
	assert_true(json_is_null(holds_of(all, 1)));
	assert_false(run_holds(&r.o));	/* nobody can tell */
	json_decref(all);
	done(&r);
}

static void test_json__figures_at_the_size_of_the_mail(void **state)
{
	struct results r = run(-1, SIZE_MAIL);
	json_t *all = parsed(&r), *row;

	row = json_array_get(json_object_get(all, "figures"), 0);
	check_keys(row,
		"scene name variant mail model ratio error status why ");
	assert_true(json_real_value(json_object_get(row, "mail")) == 2.0);
	assert_true(json_real_value(json_object_get(row, "model")) > 0);
	json_decref(all);
	done(&r);
	r = run(1, SIZE_MAIL);
	all = parsed(&r);
	row = json_array_get(json_object_get(all, "figures"), 0);
	assert_true(json_is_null(json_object_get(row, "model")));
	assert_true(json_is_null(json_object_get(row, "ratio")));
	json_decref(all);
	done(&r);
}

static void test_csv__three_fields_a_row(void **state)
{
	struct results r = run(-1, SIZE_CLASSROOM);
	const char *p;

	run_csv(&r.o, true, &r.out);
	p = buf_text(&r.out);
	assert_int_equal(strncmp(p, "variant,name,value\nbase,steps,", 30), 0);
	for (; *p; p += strcspn(p, "\n") + 1) {
		size_t n = strcspn(p, "\n"), commas = 0;

		for (size_t i = 0; i < n; i++)
			commas += p[i] == ',';
		assert_int_equal(commas, 2);
	}
	assert_non_null(strstr(buf_text(&r.out), "patched,finished,yes\n"));
	assert_non_null(strstr(buf_text(&r.out),
		"base,overcommit.policy,guess\n"));
	done(&r);
}

static void test_text__says_what_holds(void **state)
{
	struct results r = run(0, SIZE_CLASSROOM);

	run_text(&r.o, &r.out);
	assert_non_null(strstr(buf_text(&r.out),
		"act main, classroom size, seed 1"));
	assert_non_null(strstr(buf_text(&r.out), "updates == 8: holds\n"));
	assert_non_null(strstr(buf_text(&r.out),
		"updates == 9: can't be told\n"));
	assert_null(strstr(buf_text(&r.out), "patched  "));
	done(&r);
}

static void test_trace__a_line_each(void **state)
{
	struct stage t = stage("wide");
	struct buf out = { 0 };
	struct run *r = variant_run(&t, 0);

	assert_true(run_line(r));
	run_trace_line(r, "base", false, &out);
	assert_string_equal(buf_text(&out),
		"1 cpu 0: mmap1: for each iteration: yes\n");
	buf_clear(&out);
	run_trace_line(r, "base", true, &out);
	assert_string_equal(buf_text(&out), "base,1,0,0,0,mmap1,each,yes\n");
	while (!strstr(buf_text(&out), "waits")) {
		assert_true(run_line(r));
		buf_clear(&out);
		run_trace_line(r, "base", false, &out);
	}
	assert_non_null(strstr(buf_text(&out), "cpu 1"));
	buf_done(&out);
	stage_done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json__keys_and_their_order),
		cmocka_unit_test(test_json__expectations_of_this_size),
		cmocka_unit_test(test_json__what_did_not_run_is_null),
		cmocka_unit_test(test_json__figures_at_the_size_of_the_mail),
		cmocka_unit_test(test_csv__three_fields_a_row),
		cmocka_unit_test(test_text__says_what_holds),
		cmocka_unit_test(test_trace__a_line_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
