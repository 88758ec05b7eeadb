/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of the files carried inside the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/data.h"

static void test_data__unknown_name_is_null(void **state)
{
	assert_null(data_find("scenes/none.yaml"));
	assert_null(data_find(""));
}

static void test_data__each_file_is_found_and_terminated(void **state)
{
	for (const struct data *d = data_files; d->name; d++) {
		assert_ptr_equal(data_find(d->name), d);
		assert_int_equal(d->bytes[d->size], '\0');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_data__unknown_name_is_null),
		cmocka_unit_test(test_data__each_file_is_found_and_terminated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
