/* SPDX-License-Identifier: GPL-3.0-or-later
 * Overcommit accounting: mm/util.c and mm/mm_init.c as of v5.9, with mail 001's
 * change and its rejected orders as variants.
 */
#ifndef MODEL_OVERCOMMIT_H
#define MODEL_OVERCOMMIT_H

#include "model/types.h"

struct overcommit {
	/* core */
	s64 policy;			/* enum overcommit_policy */
	s64 batch;			/* vm_committed_as_batch, pages */
	s64 ratio;			/* percent */
	s64 kbytes;			/* 0: the ratio counts */
	s64 ram_pages, hugetlb_pages, swap_pages;
	s64 admin_reserve_pages, user_reserve_pages;
	/* ghost */
	s64 allowed;			/* of the last NEVER check, pages */
	s64 admitted, denied;		/* NEVER checks */
	s64 mapped;			/* pages of requests that passed, less unmapped */
	s64 over_limit;			/* the most that `mapped` passed `allowed` by */
};

/* vm_committed_as_batch (mm_compute_batch). ram_pages ≥ 0, cpus ≥ 1. `old`: the
 * rule before mail 001, one for all policies. Result 32 .. INT_MAX. */
s64 overcommit_batch(s64 ram_pages, s64 cpus, s64 policy, bool old);
/* vm_commit_limit, pages: kbytes if not 0, else ratio percent of RAM without
 * huge pages; plus swap. */
s64 overcommit_commit_limit(s64 ram_pages, s64 hugetlb_pages, s64 ratio,
	s64 kbytes, s64 swap_pages);

#endif
