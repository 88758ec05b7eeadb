/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of pools, and of the large memory they are made of.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/large.h"
#include "base/pool.h"
#include "base/rng.h"

enum { ITEMS = 2000 };

/* Random takes and gives: no item is had twice, and what is written to one stays. */
static void test_pool__items_are_their_takers_alone(void **state)
{
	static const size_t sizes[] = { 8, 20, 896, 5000, 3 << 20 };

	for (size_t k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
		unsigned items = sizes[k] > 1 << 20 ? 6 : ITEMS;
		unsigned char *at[ITEMS] = { 0 };
		uint64_t random = k;
		struct pool p;

		pool_init(&p, sizes[k], 16384);
		for (unsigned i = 0; i < 20 * items; i++) {
			unsigned which = rng_below(&random, items);
			unsigned char *item = at[which], mark = which & 0xff;

			if (!item) {
				item = at[which] = pool_take(&p);
				assert_int_equal((uintptr_t)item % 8, 0);
				memset(item, mark, sizes[k]);
				continue;
			}
			assert_int_equal(item[0], mark);
			assert_memory_equal(item, item + 1, sizes[k] - 1);
			pool_give(&p, item);
			at[which] = NULL;
		}
		for (unsigned i = 0; i < items; i++)
			if (at[i])
				pool_give(&p, at[i]);
		assert_true(p.bytes <= pool_block_bytes(sizes[k], 16384));
		pool_done(&p);
		assert_int_equal(p.bytes, 0);
		assert_int_equal(p.left, 0);
	}
}

static void test_pool__what_is_there_is_taken_first(void **state)
{
	void *at[ITEMS];
	size_t bytes;
	struct pool p;

	pool_init(&p, 896, 65536);
	for (unsigned i = 0; i < ITEMS; i++)
		at[i] = pool_take(&p);
	bytes = p.bytes;
	assert_true(bytes < ITEMS * 1000);
	for (unsigned i = 0; i < ITEMS; i += 3) {
		size_t left = p.left;

		pool_give(&p, at[i]);
		assert_int_equal(p.left, left + 1);
	}
	for (unsigned i = 0; i < ITEMS; i += 3)
		at[i] = pool_take(&p);
	assert_int_equal(p.bytes, bytes);
	for (unsigned i = 0; i < ITEMS; i++)
		pool_give(&p, at[i]);
	assert_true(p.bytes <= 65536);
	pool_done(&p);
}

/* One item given and taken in turn asks the system for nothing. */
static void test_pool__the_last_block_stays(void **state)
{
	struct pool p;
	void *item;
	size_t bytes;

	pool_init(&p, 100, 16384);
	item = pool_take(&p);
	bytes = p.bytes;
	pool_give(&p, item);
	assert_int_equal(p.bytes, bytes);
	assert_ptr_equal(pool_take(&p), item);
	pool_give(&p, item);
	pool_done(&p);
}

static void test_large__zeroed_aligned_and_whole(void **state)
{
	static const size_t sizes[] = { 1, 4096, 4097, LARGE_PAGE - 1,
		LARGE_PAGE, 2 * LARGE_PAGE + 1 };

	for (size_t k = 0; k < sizeof(sizes) / sizeof(*sizes); k++) {
		char *p = large_alloc(sizes[k]);

		assert_true(large_bytes(sizes[k]) >= sizes[k]);
		assert_int_equal((uintptr_t)p % 4096, 0);
		if (sizes[k] >= LARGE_PAGE)
			assert_int_equal((uintptr_t)p % LARGE_PAGE, 0);
		for (size_t i = 0; i < large_bytes(sizes[k]); i += 512)
			assert_int_equal(p[i], 0);
		memset(p, 'x', large_bytes(sizes[k]));
		large_free(p, sizes[k]);
	}
	large_free(NULL, 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pool__items_are_their_takers_alone),
		cmocka_unit_test(test_pool__what_is_there_is_taken_first),
		cmocka_unit_test(test_pool__the_last_block_stays),
		cmocka_unit_test(test_large__zeroed_aligned_and_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
