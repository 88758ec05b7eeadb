/* SPDX-License-Identifier: GPL-3.0-or-later
 * The host: present and possible CPUs, RAM, swap, overcommit settings, as
 * /proc and /sys tell them. What is missing is said, and the rest goes on.
 */
#ifndef REPORT_HOST_H
#define REPORT_HOST_H

#include <stdbool.h>
#include "model/types.h"
#include "report/source.h"

enum { HOST_MISSING = 12 };

struct host {
	s64 present_cpus, possible_cpus;	/* -1: unknown */
	s64 ram_kb, swap_kb, hugetlb_kb;
	s64 committed_kb, commit_limit_kb;
	s64 policy, ratio, kbytes;
	char missing[HOST_MISSING][120];	/* what could not be read, and why */
	unsigned n_missing;
};

/* Reads below `root` ("/", or a folder with proc/ and sys/ for tests). */
void host_read(const char *root, struct host *out);
void host_read_from(const struct source *from, struct host *out);

/* CPUs in a list like "0-3,8,10-11"; -1 if it is none. */
s64 host_cpu_list(const char *text);

struct machine_file;
/* As a machine that scenes can run on; false if CPUs and RAM are unknown. */
bool host_to_machine(const struct host *h, struct machine_file *out);

#endif
