/* SPDX-License-Identifier: GPL-3.0-or-later
 * The policy switch, searched to its end: every interleaving of a writer, of
 * tasks that map, and of the kworkers, over the core states of small machines.
 *
 * A kworker that is due may be held up at will (its CPU's mark for a switch is
 * taken away in every state), which is more than a kernel would allow.
 *
 * The reduced search goes on with one CPU alone where all that this CPU can do
 * next touches nothing that others read or write: whatever they do in between,
 * the end is the same. The full one does not; both must agree on small cases.
 *
 * Constants: the strict batch is 32, the loose one 64 (so 40 pages stay in a
 * slot when loose and fold when strict), 100 pages are allowed.
 */
#include <stdio.h>
#include "../depth.h"
#include "../unit/model/rig.h"

enum { SCRIPT_MAX = 3, STRICT = 32, LOOSE = 64, ALLOWED = 100 };

struct act {
	enum operation op;
	s64 value;		/* POLICY_NEVER, pages; 0 pages: no act */
};

struct scenario {
	const char *name;
	u32 features;
	bool early;
	unsigned cpus;
	struct act script[3][SCRIPT_MAX];
};

/* One state on the way down: the machine, and how far each script has come. */
struct search {
	struct rig r;
	const struct scenario *s;
	u8 done[3];
	u64 *seen;		/* open addressing, power of two, 0: empty */
	size_t size, n;
	s64 worst;		/* over_limit */
	u64 ends;		/* end states */
	bool reduce;
};

static bool is_new(struct search *x, u64 key)
{
	size_t i;

	key += !key;
	if (x->n * 2 >= x->size) {
		u64 *old = x->seen;
		size_t size = x->size;

		x->size = size ? size * 2 : 1 << 12;
		x->seen = mem_alloc(x->size * sizeof(*x->seen));
		for (size_t k = 0; k < size; k++) {
			if (!old[k])
				continue;
			for (i = old[k] & (x->size - 1); x->seen[i];)
				i = (i + 1) & (x->size - 1);
			x->seen[i] = old[k];
		}
		free(old);
	}
	for (i = key & (x->size - 1); x->seen[i]; i = (i + 1) & (x->size - 1))
		if (x->seen[i] == key)
			return false;
	x->seen[i] = key;
	x->n++;
	return true;
}

/* Whose operation has ended starts the next one of its script. */
static void start_acts(struct search *x)
{
	for (unsigned cpu = 0; cpu < x->s->cpus; cpu++) {
		const struct act *a = &x->s->script[cpu][x->done[cpu]];

		if (x->done[cpu] == SCRIPT_MAX || !a->value ||
			operation_refused(x->r.m, a->op, cpu, a->value))
			continue;
		operation_start(x->r.m, a->op, cpu, a->value, false);
		x->done[cpu]++;
	}
	for (unsigned cpu = 0; cpu < x->s->cpus; cpu++)
		cpu_of(x->r.m, cpu)->resched = 0;
}

static u64 key_of(const struct search *x)
{
	u64 key = machine_core_digest(x->r.m, &x->r.p);

	return key ^ ((u64)x->done[0] | (u64)x->done[1] << 8 |
		(u64)x->done[2] << 16) * 0x9e3779b97f4a7c15u;
}

/* Whether the choice's line is its task's own business: it has nothing to do
 * with others (see `.shared`), leaves preemption and who runs as they are, and
 * moves no page into or out of the ledger. Leaves the machine as it was. */
static bool is_private(struct search *x, struct choice c, const void *here)
{
	struct machine *m = x->r.m;
	const struct task *t = task_at(m, c.task);
	const struct line *l = program_line(&x->r.p, task_frame(m, c.task)->pc);
	u8 off = t->preempt_off;
	s64 mapped = m->overcommit.mapped;
	bool own;

	if (l->shared || (t->kind == TASK_KWORKER && t->depth == 1))
		return false;
	machine_step_choice(m, &x->r.p, c);
	own = t->state == TASK_RUNNING && t->preempt_off == off &&
		m->overcommit.mapped == mapped;
	memcpy(m, here, m->size);
	return own;
}

/* A kworker that has begun goes on to its end: what others of its CPU could do
 * in between they can do before or after. */
static unsigned without_preempted_kworkers(const struct search *x,
	struct choice *c, unsigned n)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < n; i++) {
		unsigned current = cpu_at(x->r.m, c[i].cpu)->current;

		if (c[i].task == current ||
			task_at(x->r.m, current)->kind != TASK_KWORKER)
			c[kept++] = c[i];
	}
	return kept;
}

/* The choices to follow: those of the first CPU of which all are private, else
 * all of them. Returns how many; they are the first in c. */
static unsigned reduced(struct search *x, struct choice *c, unsigned n,
	const void *here)
{
	n = without_preempted_kworkers(x, c, n);
	for (unsigned i = 0, end; i < n; i = end) {
		bool own = true;

		for (end = i; end < n && c[end].cpu == c[i].cpu; end++)
			own = own && is_private(x, c[end], here);
		if (!own)
			continue;
		memmove(c, c + i, (end - i) * sizeof(*c));
		return end - i;
	}
	return n;
}

static void explore(struct search *x, unsigned depth)
{
	struct choice c[16];
	unsigned n;
	void *here;
	u8 done[3];

	assert_true(depth < 2000);
	start_acts(x);
	if (!is_new(x, key_of(x)))
		return;
	n = machine_choices(x->r.m, c, 16);
	x->ends += !n;
	here = mem_alloc(x->r.m->size);
	memcpy(here, x->r.m, x->r.m->size);
	memcpy(done, x->done, sizeof(done));
	if (x->reduce)
		n = reduced(x, c, n, here);
	for (unsigned i = 0; i < n; i++) {
		const char *broken;

		x->r.m->overcommit.over_limit = 0;
		machine_step_choice(x->r.m, &x->r.p, c[i]);
		if (x->r.m->overcommit.over_limit > x->worst)
			x->worst = x->r.m->overcommit.over_limit;
		broken = machine_check(x->r.m);
		if (broken)
			fail_msg("%s: %s", x->s->name, broken);
		explore(x, depth + 1);
		memcpy(x->r.m, here, x->r.m->size);
		memcpy(x->done, done, sizeof(done));
	}
	free(here);
}

/* The worst over_limit of all interleavings. */
static s64 search_by(const struct scenario *s, bool reduce, u64 *ends)
{
	static struct search x;

	memset(&x, 0, sizeof(x));
	x.s = s;
	x.reduce = reduce;
	rig_init(&x.r, s->cpus);
	x.r.s.features = IN_BATCH_NEW | s->features;
	x.r.s.value[PARAM_RAM_PAGES] = (s64)s->cpus * 4 * LOOSE;
	x.r.s.value[PARAM_KBYTES] = ALLOWED * 4;
	x.r.s.value[PARAM_BATCH_READ] = s->early;
	rig_start(&x.r);
	assert_value(&x.r, "vm_committed_as_batch", LOOSE);
	assert_int_equal(overcommit_batch((s64)s->cpus * 4 * LOOSE, s->cpus,
		POLICY_NEVER, false), STRICT);
	explore(&x, 0);
	assert_true(x.ends > 0);
	fprintf(stderr, "  %-44s %8zu states%s, over limit by %lld\n",
		s->name, x.n, reduce ? " (reduced)" : "", (long long)x.worst);
	free(x.seen);
	rig_done(&x.r);
	*ends = x.ends;
	return x.worst;
}

static s64 search(const struct scenario *s)
{
	u64 ends;

	return search_by(s, true, &ends);
}

#define NEVER { OPERATION_POLICY, POLICY_NEVER }
#define MAP(pages) { OPERATION_MAP, pages }
#define UNMAP(pages) { OPERATION_UNMAP, pages }

static void test_policy_search__merged_order_is_exact(void **state)
{
	static const struct scenario s[] = {
		{ "merged, 2 CPUs: map before, during, after",
			IN_BATCH_SYNC_POLICY, false, 2,
			{ { NEVER, MAP(40) }, { MAP(40), MAP(40) } } },
		{ "merged, 2 CPUs: map, unmap, map",
			IN_BATCH_SYNC_POLICY, false, 2,
			{ { NEVER, MAP(61) },
				{ MAP(40), UNMAP(40), MAP(60) } } },
		{ "merged, 2 CPUs: the writer has mapped",
			IN_BATCH_SYNC_POLICY, false, 2,
			{ { MAP(63), NEVER, MAP(32) }, { MAP(63), MAP(32) } } },
		{ "merged, 3 CPUs: two that map",
			IN_BATCH_SYNC_POLICY, false, 3,
			{ { NEVER }, { MAP(60) }, { MAP(60) } } },
		{ "merged, 3 CPUs: all map",
			IN_BATCH_SYNC_POLICY, false, 3,
			{ { NEVER, MAP(40) }, { MAP(60), UNMAP(60) },
				{ MAP(60) } } },
	};

	const unsigned n = sizeof(s) / sizeof(*s);

	for (unsigned i = 0; i < depth(3, n, n); i++)
		assert_int_equal(search(&s[i]), 0);
}

/* What the strict batch itself lets pass: CPUs × (batch − 1) − 1 at most. */
static void test_policy_search__small_requests_stay_in_the_bound(void **state)
{
	static const struct scenario s[] = {
		{ "merged, 2 CPUs: requests of 31",
			IN_BATCH_SYNC_POLICY, false, 2,
			{ { NEVER, MAP(31), MAP(31) },
				{ MAP(31), MAP(31), MAP(31) } } },
		{ "merged, 2 CPUs: 99, then requests of 31",
			IN_BATCH_SYNC_POLICY, false, 2,
			{ { NEVER, MAP(99), MAP(31) },
				{ MAP(31), UNMAP(31), MAP(31) } } },
		{ "merged, 3 CPUs: 99, then requests of 31",
			IN_BATCH_SYNC_POLICY, false, 3,
			{ { NEVER, MAP(99), MAP(31) }, { MAP(31) },
				{ MAP(31) } } },
	};

	assert_in_range(search(&s[0]), 1, 2 * (STRICT - 1) - 1);
	assert_int_equal(search(&s[1]), 2 * (STRICT - 1) - 1);	/* reached */
	if (depth(0, 1, 1))
		assert_int_equal(search(&s[2]), 3 * (STRICT - 1) - 1);
}

static void test_policy_search__batch_read_early_leaves_a_hole(void **state)
{
	static const struct scenario s[] = {
		{ "merged, batch read early, 2 CPUs",
			IN_BATCH_SYNC_POLICY, true, 2,
			{ { NEVER, MAP(63) }, { MAP(63) } } },
		{ "merged, batch read early, 3 CPUs",
			IN_BATCH_SYNC_POLICY, true, 3,
			{ { NEVER }, { MAP(63) }, { MAP(63) } } },
	};

	assert_int_equal(search(&s[0]), 63 + 63 - ALLOWED);
	if (depth(0, 1, 1))
		assert_int_equal(search(&s[1]), 63 + 63 - ALLOWED);
}

static void test_policy_search__every_other_order_has_a_hole(void **state)
{
	static const struct {
		const char *name;
		u32 features;
	} order[] = {
		{ "policy, batch", IN_POLICY_BATCH },
		{ "policy, sync, batch", IN_POLICY_SYNC_BATCH },
		{ "sync, batch, policy", IN_SYNC_BATCH_POLICY },
		{ "batch, policy, sync", IN_BATCH_POLICY_SYNC },
	};

	for (int i = 0; i < 4; i++) {
		struct scenario s = { order[i].name, order[i].features, false, 2,
			{ { MAP(63), NEVER, MAP(63) }, { MAP(63) } } };

		assert_int_equal(search(&s), 63 + 63 - ALLOWED);
	}
}

static void test_policy_search__full_and_reduced_search_agree(void **state)
{
	static const struct scenario s[] = {
		{ "merged", IN_BATCH_SYNC_POLICY, false, 2,
			{ { NEVER, MAP(40) }, { MAP(40), UNMAP(40) } } },
		{ "merged, small requests", IN_BATCH_SYNC_POLICY, false, 2,
			{ { NEVER, MAP(99) }, { MAP(31), MAP(31) } } },
		{ "merged, batch read early", IN_BATCH_SYNC_POLICY, true, 2,
			{ { NEVER, MAP(63) }, { MAP(63) } } },
		{ "policy, sync, batch", IN_POLICY_SYNC_BATCH, false, 2,
			{ { NEVER, MAP(63) }, { MAP(63) } } },
		{ "batch, policy, sync", IN_BATCH_POLICY_SYNC, false, 2,
			{ { MAP(63), NEVER }, { MAP(63) } } },
	};

	const unsigned n = sizeof(s) / sizeof(*s);

	for (unsigned i = 0; i < depth(1, n, n); i++) {
		u64 full_ends, ends;
		s64 full = search_by(&s[i], false, &full_ends);

		assert_int_equal(search_by(&s[i], true, &ends), full);
		assert_int_equal(ends, full_ends);
	}
}

/* Larger ones, when there is time: without reduction, and with more to do. */
static void test_policy_search__soak(void **state)
{
	static const struct scenario s[] = {
		{ "merged, 3 CPUs: two that map",
			IN_BATCH_SYNC_POLICY, false, 3,
			{ { NEVER }, { MAP(60) }, { MAP(60) } } },
		{ "merged, 3 CPUs: all map twice",
			IN_BATCH_SYNC_POLICY, false, 3,
			{ { NEVER, MAP(40) }, { MAP(60), MAP(40) },
				{ MAP(60), UNMAP(60) } } },
	};
	u64 ends;

	if (!getenv("MMSTEP_SOAK"))
		skip();
	assert_int_equal(search_by(&s[0], false, &ends), 0);
	assert_int_equal(search_by(&s[1], true, &ends), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_policy_search__merged_order_is_exact),
		cmocka_unit_test(test_policy_search__small_requests_stay_in_the_bound),
		cmocka_unit_test(test_policy_search__batch_read_early_leaves_a_hole),
		cmocka_unit_test(test_policy_search__every_other_order_has_a_hole),
		cmocka_unit_test(test_policy_search__full_and_reduced_search_agree),
		cmocka_unit_test(test_policy_search__soak),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
