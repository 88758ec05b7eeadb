/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of loading scenes: the built-in ones, encodings, cut files, documents.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "../../depth.h"
#include "base/buf.h"
#include "base/data.h"
#include "scene/scene.h"

static struct scene *load(const char *name)
{
	struct err_list errors = { 0 };
	struct scene *s = scene_load(name, &errors);

	if (!s)
		fail_msg("%s:%u:%u %s", errors.at[0].file, errors.at[0].line,
			errors.at[0].column, errors.at[0].text);
	err_list_done(&errors);
	return s;
}

static void test_scene__all_built_in_ones_load(void **state)
{
	for (unsigned i = 0; scene_listed(i); i++) {
		struct scene *s = load(scene_listed(i));

		assert_string_equal(s->name, scene_listed(i));
		assert_true(s->n_acts > 0 && s->main_act < s->n_acts);
		scene_free(s);
	}
}

static void test_scene__each_built_in_file_is_listed(void **state)
{
	for (const struct data *d = data_files; d->name; d++) {
		char file[80];
		unsigned i = 0;

		if (strncmp(d->name, "scenes/", 7))
			continue;
		do {
			assert_non_null(scene_listed(i));
			snprintf(file, sizeof(file), "scenes/%s.yaml",
				scene_listed(i++));
		} while (strcmp(file, d->name));
	}
}

/* The scenes and variants that other programs rely on. */
static void test_scene__counter_drift_and_policy_switch(void **state)
{
	static const char *const orders[] = { "batch_sync_policy",
		"policy_batch", "policy_sync_batch", "sync_batch_policy",
		"batch_policy_sync" };
	struct scene *s = load("counter-drift");

	assert_int_equal(s->n_variants, 2);
	assert_string_equal(s->variant[0].name, "base");
	assert_string_equal(s->variant[1].name, "patched");
	assert_true(s->variant[0].features & IN_BATCH_OLD);
	assert_true(s->variant[1].features & IN_BATCH_NEW);
	scene_free(s);
	s = load("policy-switch");
	assert_int_equal(s->n_variants, 5);
	for (int i = 0; i < 5; i++)
		assert_string_equal(s->variant[i].name, orders[i]);
	scene_free(s);
}

static void test_scene__unknown_name_has_a_near_one(void **state)
{
	struct err_list errors = { 0 };

	assert_null(scene_load("counter-drfit", &errors));
	assert_int_equal(errors.n, 1);
	assert_int_equal(errors.at[0].code, ERR_USAGE);
	assert_string_equal(errors.at[0].hint, "did you mean \"counter-drift\"?");
	err_list_done(&errors);
}

static void test_scene__no_such_file(void **state)
{
	struct err_list errors = { 0 };

	assert_null(scene_load("./nosuch.yaml", &errors));
	assert_int_equal(errors.n, 1);
	assert_int_equal(errors.at[0].code, ERR_IO);
	err_list_done(&errors);
}

static const char small[] =
	"mmstep: 1\n"
	"title: Small – klein\n"
	"machine: classroom\n"
	"workload: mmap1\n"
	"variants:\n"
	"  - {name: base, title: b, status: s, options: [batch_old]}\n"
	"acts:\n"
	"  - name: main\n"
	"    title: Main\n"
	"    main: true\n"
	"    cues:\n"
	"      - name: first\n"
	"        say: >\n"
	"          {vm_committed_as.count} and\n"
	"          NAME\n";

/* The text with line ends replaced, a mark before it, NAME replaced. */
static void encode(struct buf *out, const char *before, const char *end,
	const char *name)
{
	buf_puts(out, before);
	for (const char *p = small; *p; p++) {
		if (*p == '\n') {
			buf_puts(out, end);
		} else if (!strncmp(p, "NAME", 4)) {
			buf_puts(out, name);
			p += 3;
		} else {
			buf_putc(out, *p);
		}
	}
}

static const char *const encodings[][2] = { { "", "\n" }, { "", "\r\n" },
	{ "", "\r" }, { "\xef\xbb\xbf", "\n" }, { "\xef\xbb\xbf", "\r\n" } };

static void test_scene__p61_encodings_are_equal(void **state)
{
	for (size_t i = 0; i < 5; i++) {
		struct err_list errors = { 0 };
		struct buf text = { 0 }, said = { 0 };
		struct scene *s;

		encode(&text, encodings[i][0], encodings[i][1], "more");
		s = scene_parse("s.yaml", buf_text(&text), text.n, &errors);
		assert_non_null(s);
		assert_string_equal(s->title, "Small – klein");
		assert_int_equal(s->acts[0].cues[0].line, 12);
		template_expand(s->acts[0].cues[0].say, NULL, &said, NULL);
		assert_string_equal(buf_text(&said), "? and more\n");
		scene_free(s);
		buf_done(&said);
		buf_done(&text);
		err_list_done(&errors);
	}
}

static void test_scene__p61_places_are_equal(void **state)
{
	for (size_t i = 0; i < 5; i++) {
		struct err_list errors = { 0 };
		struct buf text = { 0 };

		encode(&text, encodings[i][0], encodings[i][1], "–{nosuch}");
		assert_null(scene_parse("s.yaml", buf_text(&text), text.n,
			&errors));
		assert_int_equal(errors.n, 1);
		assert_int_equal(errors.at[0].line, 15);
		assert_int_equal(errors.at[0].column, 13);
		buf_done(&text);
		err_list_done(&errors);
	}
}

static void test_scene__p62_a_raw_nul_is_an_error(void **state)
{
	static const char *const where[] = { "title", "Small", "more" };

	for (size_t i = 0; i < 3; i++) {
		struct err_list errors = { 0 };
		struct buf text = { 0 };

		encode(&text, "", "\n", "more");
		*strstr(text.s, where[i]) = 0;
		assert_null(scene_parse("s.yaml", text.s, text.n, &errors));
		assert_int_equal(errors.n, 1);
		assert_int_equal(errors.at[0].line, i < 2 ? 2 : 15);
		buf_done(&text);
		err_list_done(&errors);
	}
}

/* A file that is cut anywhere loads or has errors. A long one is cut at some
 * 3,000 places, in soak at every byte. */
static void test_scene__every_prefix_ends_well(void **state)
{
	const struct data *d = data_find("scenes/counter-drift.yaml");
	size_t step = 1 + d->size / depth(400, 3000, (unsigned)d->size + 1);
	unsigned loaded = 0;

	for (size_t n = d->size % step; n <= d->size; n += step) {
		struct err_list errors = { 0 };
		char *copy = mem_alloc(n);	/* so that the end is guarded */
		struct scene *s;

		memcpy(copy, d->bytes, n);
		s = scene_parse("cut.yaml", copy, n, &errors);
		assert_true(!s == !!errors.n);
		loaded += s != NULL;
		scene_free(s);
		free(copy);
		err_list_done(&errors);
	}
	assert_true(loaded > 0);
}

static char docs[65536];

static void read_docs(void)
{
	FILE *f = fopen("docs/scene-format.md", "rb");

	assert_non_null(f);
	docs[fread(docs, 1, sizeof(docs) - 1, f)] = 0;
	fclose(f);
}

static void test_docs__the_example_loads(void **state)
{
	struct err_list errors = { 0 };
	char *start, *end;
	struct scene *s;

	read_docs();
	start = strstr(docs, "```yaml\nmmstep: 1\n");
	assert_non_null(start);
	start += 8;
	end = strstr(start, "```");
	assert_non_null(end);
	s = scene_parse("example.yaml", start, (size_t)(end - start), &errors);
	if (!s)
		fail_msg("line %u: %s", errors.at[0].line, errors.at[0].text);
	scene_free(s);
}

static void expect_row(const struct buf *row)
{
	if (!strstr(docs, buf_text(row)))
		fail_msg("docs/scene-format.md lacks: %s", buf_text(row));
}

static void param_row(enum param p, struct buf *row)
{
	const struct param_row *r = &params[p];
	bool named = kind_value_name(r->kind, 0);

	buf_printf(row, "| `%s` | ", r->name);
	if (r->kind == KIND_TEXT)
		buf_printf(row, "text of at most %d | none", TEXT_SIZE - 1);
	else if (!named)
		buf_printf(row, "%" PRId64 " to %" PRId64 " | %" PRId64, r->min,
			r->max, r->initial);
	for (s64 i = r->min; named && i <= r->max; i++)
		buf_printf(row, "%s`%s`", i ? ", " : "",
			kind_value_name(r->kind, i));
	if (named)
		buf_printf(row, " | `%s`", kind_value_name(r->kind, r->initial));
	buf_printf(row, " | %s |\n", r->help);
}

static void test_docs__tables_are_the_programs(void **state)
{
	static const char *const features[][2] = {
#define X(id, word, help) { word, help },
		FEATURE_LIST(X)
#undef X
	};

	read_docs();
	for (int i = 0; i < PARAM_N; i++) {
		struct buf row = { 0 };

		param_row((enum param)i, &row);
		expect_row(&row);
		buf_done(&row);
	}
	for (int i = 0; i < FEATURE_N; i++) {
		struct buf row = { 0 };

		buf_printf(&row, "| `%s` | %s |\n", features[i][0],
			features[i][1]);
		if (!(1u << i &
			    (IN_READ_INSIDE | IN_READ_EARLY | IN_ORDERS |
				    IN_FILES | IN_SINGLE | IN_READERS |
				    IN_HIGHATOMIC | IN_CMA |
				    IN_CMA_FIRST))) /* options of no variant */
			expect_row(&row);
		buf_done(&row);
	}
	for (int i = 0; i < PANE_N; i++)
		assert_non_null(strstr(docs, pane_words[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scene__all_built_in_ones_load),
		cmocka_unit_test(test_scene__each_built_in_file_is_listed),
		cmocka_unit_test(test_scene__counter_drift_and_policy_switch),
		cmocka_unit_test(test_scene__unknown_name_has_a_near_one),
		cmocka_unit_test(test_scene__no_such_file),
		cmocka_unit_test(test_scene__p61_encodings_are_equal),
		cmocka_unit_test(test_scene__p61_places_are_equal),
		cmocka_unit_test(test_scene__p62_a_raw_nul_is_an_error),
		cmocka_unit_test(test_scene__every_prefix_ends_well),
		cmocka_unit_test(test_docs__the_example_loads),
		cmocka_unit_test(test_docs__tables_are_the_programs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
