/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of bad scenes: each file of tests/scene/bad has exactly its errors.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "scene/scene.h"

static const char folder[] = "tests/scene/bad";

static void read_file(const char *path, struct buf *out)
{
	FILE *f = fopen(path, "rb");
	char part[4096];
	size_t n;

	if (!f)
		fail_msg("%s can't be opened", path);
	while ((n = fread(part, 1, sizeof(part), f)))
		buf_put(out, part, n);
	fclose(f);
}

static int is_scene(const struct dirent *d)
{
	const char *dot = strrchr(d->d_name, '.');

	return dot && !strcmp(dot, ".yaml");
}

static void check_file(const char *name)
{
	char path[300];
	struct buf expected = { 0 }, got = { 0 };
	struct err_list errors = { 0 };
	struct scene *s;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	s = scene_load(path, &errors);
	assert_null(s);
	for (size_t i = 0; i < errors.n; i++)
		err_print(&errors.at[i], &got);
	strcpy(strrchr(path, '.'), ".err");
	read_file(path, &expected);
	assert_string_equal(buf_text(&got), buf_text(&expected));
	buf_done(&got);
	buf_done(&expected);
	err_list_done(&errors);
}

static void test_bad__each_file_has_its_errors(void **state)
{
	struct dirent **files;
	int n = scandir(folder, &files, is_scene, alphasort);

	assert_true(n > 40);
	for (int i = 0; i < n; i++) {
		check_file(files[i]->d_name);
		free(files[i]);
	}
	free(files);
}

/* Beyond the limit of the list, errors are counted. */
static void test_bad__many_errors_are_counted(void **state)
{
	struct err_list errors = { 0 };
	struct buf text = { 0 };

	buf_puts(&text, "mmstep: 1\nset:\n");
	for (int i = 0; i < 60; i++)
		buf_printf(&text, "  nosuch%d: 1\n", i);
	assert_null(scene_parse("many.yaml", buf_text(&text), text.n, &errors));
	assert_int_equal(errors.n, 50);
	assert_int_equal(errors.n + errors.dropped, 65);
	for (size_t i = 1; i < errors.n; i++)
		assert_true(errors.at[i].line >= errors.at[i - 1].line);
	buf_done(&text);
	err_list_done(&errors);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad__each_file_has_its_errors),
		cmocka_unit_test(test_bad__many_errors_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
