/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of reading YAML files: only regular ones, of bounded size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/yaml.h"

static char folder[] = "/tmp/mmstep-test-XXXXXX";

static int make_folder(void **state)
{
	return !mkdtemp(folder) || chdir(folder);
}

static int remove_folder(void **state)
{
	return chdir("/") || rmdir(folder);
}

static void write_file(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* Loading must fail with one error that names the file. */
static void refuse(const char *path, enum err_code code, const char *text)
{
	struct err_list errors = {0};
	struct yaml y;

	assert_false(yaml_load(&y, path, &errors));
	assert_int_equal(errors.n, 1);
	assert_int_equal(errors.at[0].code, code);
	assert_string_equal(errors.at[0].text, text);
	assert_string_equal(errors.at[0].file, path);
	assert_null(y.root);
	err_list_done(&errors);
}

static void test_yaml_load__regular_file(void **state)
{
	struct err_list errors = {0};
	struct yaml y;

	write_file("a.yaml", "a: 5\n");
	assert_true(yaml_load(&y, "a.yaml", &errors));
	assert_string_equal(y.file, "a.yaml");
	assert_string_equal(yaml_get(y.root, "a")->text, "5");
	yaml_done(&y);
	assert_int_equal(symlink("a.yaml", "link"), 0);
	assert_true(yaml_load(&y, "link", &errors));
	yaml_done(&y);
	unlink("link");
	unlink("a.yaml");
}

static void test_yaml_load__missing_file(void **state)
{
	refuse("none.yaml", ERR_IO, "No such file or directory");
	refuse("", ERR_IO, "No such file or directory");
}

static void test_yaml_load__p53_fifo_does_not_block(void **state)
{
	assert_int_equal(mkfifo("fifo", 0600), 0);
	refuse("fifo", ERR_IO, "not a regular file");
	unlink("fifo");
}

static void test_yaml_load__folders_and_devices(void **state)
{
	refuse(".", ERR_IO, "not a regular file");
	refuse("/dev/zero", ERR_IO, "not a regular file");
}

static void test_yaml_load__p66_size_is_checked_before_reading(void **state)
{
	write_file("big", "");
	assert_int_equal(truncate("big", 1LL << 40), 0);
	refuse("big", ERR_INVALID, "larger than 1 MiB");
	assert_int_equal(truncate("big", (1 << 20) + 1), 0);
	refuse("big", ERR_INVALID, "larger than 1 MiB");
	assert_int_equal(truncate("big", 1 << 20), 0);
	refuse("big", ERR_INVALID, "the character U+0000 is not allowed");
	unlink("big");
}

/* Loads "-" with standard input coming from a file; the result of yaml_load. */
static bool load_input(const char *name, struct yaml *y, struct err_list *errors)
{
	int saved = dup(STDIN_FILENO), fd = open(name, O_RDONLY);
	bool loaded;

	assert_true(fd >= 0);
	dup2(fd, STDIN_FILENO);
	close(fd);
	loaded = yaml_load(y, "-", errors);
	if (saved >= 0) {
		dup2(saved, STDIN_FILENO);
		close(saved);
	}
	return loaded;
}

static void test_yaml_load__standard_input(void **state)
{
	struct err_list errors = {0};
	struct yaml y;

	write_file("in", "a: 5\n");
	assert_true(load_input("in", &y, &errors));
	assert_string_equal(y.file, "<stdin>");
	yaml_done(&y);
	unlink("in");
	assert_false(load_input("/dev/zero", &y, &errors));
	assert_int_equal(errors.n, 1);
	assert_string_equal(errors.at[0].file, "<stdin>");
	assert_string_equal(errors.at[0].text, "larger than 1 MiB");
	err_list_done(&errors);
	assert_false(load_input(".", &y, &errors));
	assert_int_equal(errors.at[0].code, ERR_IO);
	err_list_done(&errors);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_yaml_load__regular_file),
		cmocka_unit_test(test_yaml_load__missing_file),
		cmocka_unit_test(test_yaml_load__p53_fifo_does_not_block),
		cmocka_unit_test(test_yaml_load__folders_and_devices),
		cmocka_unit_test(
			test_yaml_load__p66_size_is_checked_before_reading),
		cmocka_unit_test(test_yaml_load__standard_input),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
