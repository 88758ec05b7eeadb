/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of deltas: random states of a block, walked in all directions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "base/err.h"
#include "base/rng.h"
#include "engine/delta.h"

enum { GRAINS = 300, SIZE = GRAINS * GRAIN, BLOCK = 1 << 14 };

struct states {
	u8 a[SIZE], b[SIZE], c[SIZE], here[SIZE];
	struct pool pool;
	struct delta way;	/* from a to b */
};

/* Some words of some grains, by a few bytes or all. */
static void change(u8 *block, u64 *random)
{
	for (size_t at = 0; at < SIZE; at += sizeof(u64)) {
		u64 x;

		if (rng_below(random, 4))
			continue;
		x = (u64)rng_below(random, UINT32_MAX) << 32 |
			rng_below(random, UINT32_MAX);
		x >>= 8 * rng_below(random, 8);
		x ^= rng_below(random, 3) ? 0 : *(u64 *)(void *)(block + at);
		memcpy(block + at, &x, sizeof(x));
	}
}

static void lead(struct states *s, struct delta *d, const u8 *from,
	const u8 *to)
{
	*d = (struct delta){ 0 };
	for (size_t g = 0; g < GRAINS; g++)
		delta_add(&s->pool, d, g, from + g * GRAIN, to + g * GRAIN);
}

static void start(struct states *s, u64 seed)
{
	memset(s, 0, sizeof(*s));
	delta_pool(&s->pool, BLOCK);
	change(s->a, &seed);
	memcpy(s->b, s->a, SIZE);
	change(s->b, &seed);
	memcpy(s->c, s->b, SIZE);
	change(s->c, &seed);
	lead(s, &s->way, s->a, s->b);
}

static void done(struct states *s)
{
	delta_done(&s->pool, &s->way);
	assert_null(s->way.first);
	pool_done(&s->pool);
	assert_int_equal(s->pool.bytes, 0);
}

static void assert_leads(struct states *s, const struct delta *d,
	const u8 *from, const u8 *to)
{
	memcpy(s->here, from, SIZE);
	delta_cross(d, s->here, GRAINS, NULL);
	assert_memory_equal(s->here, to, SIZE);
}

static void test_delta__leads_both_ways(void **state)
{
	static struct states s;

	for (u64 seed = 1; seed <= 200; seed++) {
		start(&s, seed);
		assert_leads(&s, &s.way, s.a, s.b);
		assert_leads(&s, &s.way, s.b, s.a);
		done(&s);
	}
}

static void test_delta__only_below_and_marks(void **state)
{
	static struct states s;
	u64 stale[GRAINS / 64 + 1], random = 5;

	for (u64 seed = 1; seed <= 100; seed++) {
		u32 below = rng_below(&random, GRAINS + 1);

		start(&s, seed);
		memset(stale, 0, sizeof(stale));
		memcpy(s.here, s.a, SIZE);
		delta_cross(&s.way, s.here, below, stale);
		assert_memory_equal(s.here, s.b, below * GRAIN);
		assert_memory_equal(s.here + below * GRAIN, s.a + below * GRAIN,
			SIZE - below * GRAIN);
		for (size_t g = 0; g < GRAINS; g++)
			assert_int_equal(stale[g / 64] >> g % 64 & 1,
				g < below && memcmp(s.a + g * GRAIN,
					s.b + g * GRAIN, GRAIN));
		done(&s);
	}
}

static void test_delta__two_in_a_row_unite(void **state)
{
	static struct states s;
	struct delta on;

	for (u64 seed = 1; seed <= 200; seed++) {
		size_t bytes;

		start(&s, seed);
		lead(&s, &on, s.b, s.c);
		bytes = s.pool.bytes;
		delta_unite(&s.pool, &s.way, &on);
		assert_null(on.first);
		assert_true(s.pool.bytes <= bytes + pool_block_bytes(0, BLOCK));
		assert_leads(&s, &s.way, s.a, s.c);
		assert_leads(&s, &s.way, s.c, s.a);
		done(&s);
	}
}

/* There and back again is nowhere, and takes nothing. */
static void test_delta__no_difference_takes_nothing(void **state)
{
	static struct states s;
	struct delta back;

	start(&s, 1);
	lead(&s, &back, s.b, s.a);
	delta_unite(&s.pool, &s.way, &back);
	assert_null(s.way.first);
	assert_leads(&s, &s.way, s.a, s.a);
	lead(&s, &back, s.a, s.a);
	assert_null(back.first);
	delta_unite(&s.pool, &s.way, &back);
	assert_null(s.way.first);
	done(&s);
}

/* Of a pool with one block, whose rest is less than a chunk. */
static size_t chunks(const struct pool *p)
{
	return (p->bytes - p->left * p->item) / p->item;
}

/* All bytes of all grains, and one byte of each: the most, and a small part. */
static void test_delta__bytes_at_most(void **state)
{
	static struct states s;
	struct delta d;

	memset(&s, 0, sizeof(s));
	delta_pool(&s.pool, 1 << 16);
	memset(s.b, 0xff, SIZE);
	lead(&s, &d, s.a, s.b);
	assert_true(chunks(&s.pool) * s.pool.item <= delta_bytes(GRAINS));
	assert_leads(&s, &d, s.a, s.b);
	delta_done(&s.pool, &d);
	memset(s.b, 0, SIZE);
	for (size_t g = 0; g < GRAINS; g++)
		s.b[g * GRAIN + g % GRAIN] = 1;
	lead(&s, &d, s.a, s.b);
	assert_true(chunks(&s.pool) * s.pool.item < delta_bytes(GRAINS) / 4);
	assert_leads(&s, &d, s.b, s.a);
	delta_done(&s.pool, &d);
	pool_done(&s.pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_delta__leads_both_ways),
		cmocka_unit_test(test_delta__only_below_and_marks),
		cmocka_unit_test(test_delta__two_in_a_row_unite),
		cmocka_unit_test(test_delta__no_difference_takes_nothing),
		cmocka_unit_test(test_delta__bytes_at_most),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
