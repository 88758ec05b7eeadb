/* SPDX-License-Identifier: GPL-3.0-or-later
 * Random lists of at most 32 pages: with and without mail 002's batch the same
 * pages are freed and kept, and tree_lock is never taken more often.
 */
#include "../depth.h"
#include "../unit/model/lru_box.h"


static const char *const states[] = { "", "", "", "", ":busy", ":dirty",
	":pageclean", ":dkeep", ":ref", ":locked", ":writeback", ":unmapfail" };

/* Few files, so that runs are not rare. */
static unsigned random_list(u64 *random, char *out)
{
	unsigned n = rng_below(random, SCAN_MAX + 1);
	unsigned files = 1 + rng_below(random, 4);

	*out = 0;
	for (unsigned i = 0; i < n; i++) {
		char file[] = { (char)('A' + rng_below(random, files)), 0 };

		strcat(out, i ? " " : "");
		if (!rng_below(random, 20)) {
			strcat(out, "-");
			continue;
		}
		strcat(out, file);
		strcat(out, states[rng_below(random, sizeof(states) /
			sizeof(*states))]);
	}
	return n;
}

/* A machine that is made anew for each list, in the same memory. */
struct pair {
	struct setup s;
	struct program p;
	struct machine *m;
};

static void run_list(struct pair *p, const char *lru)
{
	strcpy(p->s.text[PARAM_LRU - TEXT_FIRST], lru);
	p->s.value[PARAM_LRU] = text_value(lru);
	memset(p->m, 0, machine_size(&p->s));
	machine_init(p->m, &p->s, &p->p);
	while (p->m->tasks_left)
		machine_run(p->m, &p->p, 100000);
}

static void pair_init(struct pair *p, u32 feature)
{
	char longest[256] = "";

	for (int i = 0; i < SCAN_MAX; i++)
		strcat(longest, i == SCAN_MAX - 1 ? "P" : "A ");
	lru_setup(&p->s, feature, longest);
	program_compile(&p->p, setup_features(&p->s));
	p->m = mem_alloc(machine_size(&p->s));
}

static void compare(const struct pair *base, const struct pair *batch,
	unsigned pages, const char *lru)
{
	const struct files *a = &base->m->files, *b = &batch->m->files;
	u64 drained = 0, drains = 0;

	for (unsigned i = 0; i < pages; i++)
		if (page_at(base->m, i)->state != page_at(batch->m, i)->state)
			fail_msg("page %u of \"%s\" ends otherwise", i, lru);
	for (unsigned i = 0; i <= SCAN_MAX; i++) {
		drained += i * b->batch[i];
		drains += b->batch[i];
	}
	/* A5 1, 4, 5, 6, 10 */
	if (a->freed != b->freed || a->kept != b->kept ||
		a->freed + a->kept != pages || b->removals > a->removals ||
		drained != a->removals || drains != b->removals ||
		b->drains != drains + b->drains_empty ||
		a->i_mmap_taken != b->i_mmap_taken || b->locked || a->locked)
		fail_msg("\"%s\": counts differ", lru);
}

static void test_lru_strings__same_pages(void **state)
{
	int n = (int)depth(15000, 100000, 2000000);
	static struct pair base, batch;
	u64 random = 2;

	pair_init(&base, IN_TREE_LOCK_EACH);
	pair_init(&batch, IN_TREE_LOCK_BATCH);
	for (int i = 0; i < n; i++) {
		char lru[512];
		unsigned pages = random_list(&random, lru);

		run_list(&base, lru);
		run_list(&batch, lru);
		compare(&base, &batch, pages, lru);
		if (i % 1000 == 0 && machine_check(batch.m))
			fail_msg("\"%s\": %s", lru, machine_check(batch.m));
	}
	free(base.m);
	free(batch.m);
}

/* A6: with N equally likely files 1 + 31 (1 − 1/N) drains are expected. */
static void test_lru_strings__random_mix(void **state)
{
	static const unsigned files[] = { 1, 2, 4, 16 };
	enum { LISTS = 2000 };
	static struct pair batch;
	u64 random = 4;

	pair_init(&batch, IN_TREE_LOCK_BATCH);
	for (unsigned k = 0; k < 4; k++) {
		double drains = 0, expected = 1 + 31.0 * (1 - 1.0 / files[k]);
		double lists = LISTS;

		for (int i = 0; i < LISTS; i++) {
			char lru[128] = "";

			for (int n = 0; n < SCAN_MAX; n++) {
				char file[] = { (char)('A' + rng_below(&random,
					files[k])), ' ', 0 };

				strcat(lru, file);
			}
			run_list(&batch, lru);
			drains += (double)batch.m->files.removals;
		}
		assert_true(drains / lists > expected - 0.3 &&
			drains / lists < expected + 0.3);
	}
	free(batch.m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lru_strings__same_pages),
		cmocka_unit_test(test_lru_strings__random_mix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
