/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of images: copies that share what they have not changed. Where the system
 * has none they are skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/image.h"

enum { SIZE = 3 * 4096 + 100 };

static struct image *filled(void)
{
	char *fill;
	struct image *i = image_new(SIZE, (void **)&fill);

	if (!i)
		skip();
	for (size_t k = 0; k < SIZE; k++)
		assert_int_equal(fill[k], 0);
	memset(fill, 'i', SIZE);
	assert_true(image_filled(i));
	return i;
}

static void all(const char *copy, char c)
{
	for (size_t k = 0; k < SIZE; k++)
		assert_int_equal(copy[k], c);
}

static void test_image__copies_know_nothing_of_each_other(void **state)
{
	struct image *i = filled();
	char *a = image_copy(i), *b = image_copy(i);

	all(a, 'i');
	memset(a, 'a', SIZE);
	all(b, 'i');
	b[SIZE - 1] = 'b';
	all(a, 'a');
	image_free_copy(i, a);
	a = image_copy(i);
	all(a, 'i');
	image_free_copy(i, a);
	image_free_copy(i, b);
	image_free(i);
}

static void test_image__a_copy_starts_again(void **state)
{
	struct image *i = filled();
	char *a = image_copy(i), *b = image_copy(i);

	memset(a, 'a', SIZE);
	memset(b, 'b', SIZE);
	assert_true(image_again(i, a));
	all(a, 'i');
	all(b, 'b');
	image_free_copy(i, a);
	image_free_copy(i, b);
	image_free(i);
}

static void test_image__copies_outlive_who_made_it(void **state)
{
	struct image *i = filled();
	char *a = image_copy(i);

	image_free(i);
	all(a, 'i');
	a[0] = 'a';
	assert_true(image_again(i, a));
	all(a, 'i');
	image_free_copy(i, a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_image__copies_know_nothing_of_each_other),
		cmocka_unit_test(test_image__a_copy_starts_again),
		cmocka_unit_test(test_image__copies_outlive_who_made_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
