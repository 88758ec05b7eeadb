/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the loop that gdb records shares with the bench.
 */
#ifndef BENCH_LOOP_H
#define BENCH_LOOP_H

enum { CPUS = 4, BATCH = 32, PAGES = 28, UPDATES = 400 };

void bench_here(void);

#endif
