/* SPDX-License-Identifier: GPL-3.0-or-later
 * Digests of fixed runs, the same for every compiler and optimisation. When the
 * model changes on purpose, the failing test prints the table to put here.
 */
#include <stdio.h>
#include "random_setup.h"

enum { RUNS = 24 };
static const u64 golden[RUNS] = {
	0xfd1e2b7eab4f12c5, 0xe6fa9f2501183706, 0xe6b67ca085cfe73d,
	0x70fd4bd71df969d9, 0xda550c00b95c74a6, 0x9717103d2627a9ef,
	0xa527273f105bf85f, 0x3327b4f5650ffcec, 0xfd0af35db3298cc7,
	0x4700377e4b40156c, 0x1e76d6f61a6e608f, 0xd2271fcd4d267f8b,
	0x2f4400cd08453dbf, 0x4b6abe9968571566, 0x13045eabf9897613,
	0x51f8cf1d1f20e637, 0x9bc3a3928d366b92, 0x9f968d35eef26d89,
	0x9c369cfacbf74181, 0xbfa912045e6fb4be, 0x1c8129359c768046,
	0x6bde613c0d18bb65, 0xb44769a26506b8f0, 0xbad61f948d51ea64,
};

/* The i-th run: the scenes' own setups, then random ones with operations. */
static void start(struct rig *r, int i)
{
	static const unsigned cpus[] = { 1, 4, 16, 144 };
	static const u32 orders[] = { IN_BATCH_SYNC_POLICY, IN_POLICY_BATCH,
		IN_POLICY_SYNC_BATCH, IN_SYNC_BATCH_POLICY };
	u64 random = (u64)i;

	if (i >= 12) {
		do
			random_setup(&r->s, &random);
		while (setup_conflict(&r->s));
	} else if (i >= 8) {
		rig_init(r, 4);
		r->s.workload = WORKLOAD_POLICY_SWITCH;
		r->s.features = IN_BATCH_NEW | orders[i - 8];
		r->s.value[PARAM_SLOT_PAGES] = 4000;
		r->s.value[PARAM_REQUEST_PAGES] = 50000;
	} else {
		rig_init(r, cpus[i / 2]);
		r->s.workload = WORKLOAD_MMAP1;
		r->s.features = i % 2 ? NEW_KERNEL : OLD_KERNEL;
		r->s.cost_ns[COST_MMAP_REST] = 1900;
		r->s.topology.mean_ns = 108;
	}
	rig_start(r);
	for (unsigned cpu = 0; i >= 12 && cpu < r->m->n_cpus; cpu++)
		if (!operation_refused(r->m, OPERATION_MAP, cpu, 40))
			operation_start(r->m, cpu % 3 ? OPERATION_MAP
				: OPERATION_POLICY, cpu, cpu % 3 ? 40 : 2, false);
}

/* Digest over the way, not only of the end; by steps and by runs of steps. */
static u64 digest_of(struct rig *r, int i)
{
	u64 hash = 0;

	start(r, i);
	for (int k = 0; k < 40; k++) {
		machine_run(r->m, &r->p, (u64)k * 11);
		for (int j = 0; j < 7 && r->m->ring_n; j++)
			machine_step(r->m, &r->p, ring_entry(r->m, 0)->cpu);
		hash = hash * 31 + machine_digest(r->m, &r->p);
		hash = hash * 31 + machine_core_digest(r->m, &r->p);
	}
	rig_checked(r);
	rig_done(r);
	return hash;
}

static void test_model_golden__digests(void **state)
{
	static struct rig r;
	u64 now[RUNS];
	int differ = 0;

	for (int i = 0; i < RUNS; i++) {
		now[i] = digest_of(&r, i);
		differ += now[i] != golden[i];
	}
	if (!differ)
		return;
	for (int i = 0; i < RUNS; i++)
		fprintf(stderr, "%s0x%016llx,%s", i % 3 ? " " : "\t",
			(unsigned long long)now[i], i % 3 == 2 ? "\n" : "");
	fail_msg("%d of %d digests differ", differ, RUNS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_model_golden__digests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
