/* SPDX-License-Identifier: GPL-3.0-or-later
 * Every way alike: a run whose lines are run at once, looked at one by one, or
 * stepped has the same bytes, and no grain of its body changes untold. A history
 * stands on both.
 */
#ifndef TESTS_PROP_ALIKE_H
#define TESTS_PROP_ALIKE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/err.h"
#include "base/rng.h"
#include "engine/run.h"
#include "model/step.h"

struct telling {
	struct grain_log log;
	bool *told;		/* per grain */
	u8 *before;
	size_t grains;
};

static inline void tell(struct grain_log *log, const struct machine *m,
	size_t offset, size_t bytes)
{
	struct telling *t = (struct telling *)log;

	assert_true(offset >= m->head_size && offset + bytes <= m->size);
	for (size_t g = offset / GRAIN; g * GRAIN < offset + bytes; g++)
		t->told[g] = true;
}

static inline void telling_init(struct telling *t, struct machine *m)
{
	t->log.note = tell;
	t->grains = m->size / GRAIN;
	t->told = mem_alloc(t->grains * sizeof(*t->told));
	t->before = mem_alloc(m->size);
	memcpy(t->before, m, m->size);
	m->log = &t->log;
}

static inline void telling_done(struct telling *t, struct machine *m)
{
	m->log = NULL;
	free(t->told);
	free(t->before);
}

/* Since the last call. */
static inline void assert_told(struct telling *t, const struct machine *m)
{
	for (size_t g = m->head_size / GRAIN; g < t->grains; g++) {
		u8 *before = t->before + g * GRAIN;
		const u8 *now = (const u8 *)m + g * GRAIN;

		if (!t->told[g])
			assert_memory_equal(before, now, GRAIN);
		else
			memcpy(before, now, GRAIN);
		t->told[g] = false;
	}
}

static inline bool soon(void *user)
{
	u64 *lines = user;

	return !--*lines;
}

/* Some lines, in any way but by steps. Returns how many. */
static inline u64 some_lines(struct machine *m, const struct program *p, u64 *random)
{
	u64 n = 1 + rng_below(random, 40), until = 1 + rng_below(random, 40);

	switch (rng_below(random, 3)) {
	case 0:
		return machine_run(m, p, n);
	case 1:
		return machine_run_to(m, p, n, soon, &until);
	default:
		machine_line(m, p);
		return 1;
	}
}

static inline void all_ways_alike(void (*make)(struct setup *s, u64 *random),
	int runs, u64 lines)
{
	u64 random = 11;

	for (int i = 0; i < runs; i++) {
		struct telling t;
		struct setup s;
		struct run *a, *b;

		make(&s, &random);
		a = run_new(&s, 0);
		b = run_new(&s, 0);
		telling_init(&t, a->m);
		while (!run_ended(a) && run_step(a) < lines) {
			u64 n = some_lines(a->m, &a->program, &random);

			while (n--)
				run_line(b);
			b->m->log = a->m->log;
			assert_memory_equal(a->m, b->m, a->m->head_size);
			b->m->log = NULL;
			assert_told(&t, a->m);
		}
		b->m->log = a->m->log;
		assert_memory_equal(a->m, b->m, a->m->size);
		b->m->log = NULL;
		telling_done(&t, a->m);
		run_free(a);
		run_free(b);
	}
}

#endif
