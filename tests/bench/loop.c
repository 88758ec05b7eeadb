/* SPDX-License-Identifier: GPL-3.0-or-later
 * The counter's updates as a plain loop, for a debugger to record: each CPU adds
 * and takes away by turns. Nothing is called but what stands here.
 *
 * Rule: UPDATES is what the bench counts between two stops at bench_here().
 */
#include "loop.h"

static long slot[CPUS], count, folds;

static void add(int cpu, long amount)
{
	long sum = slot[cpu] + amount;

	if (sum >= BATCH || sum <= -BATCH) {
		count += sum;
		slot[cpu] = 0;
		folds++;
	} else {
		slot[cpu] = sum;
	}
}

void bench_here(void)
{
}

int main(void)
{
	for (;;) {
		bench_here();
		for (int i = 0; i < UPDATES / (2 * CPUS); i++) {
			for (int cpu = 0; cpu < CPUS; cpu++)
				add(cpu, PAGES);
			for (int cpu = 0; cpu < CPUS; cpu++)
				add(cpu, -PAGES);
		}
	}
}
