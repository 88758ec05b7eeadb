/* SPDX-License-Identifier: GPL-3.0-or-later
 * How much a test does: little under tools that make it ten times as slow
 * (MMSTEP_QUICK), the usual, or a lot (MMSTEP_SOAK).
 */
#ifndef TESTS_DEPTH_H
#define TESTS_DEPTH_H

#include <stdlib.h>

static inline unsigned depth(unsigned quick, unsigned usual, unsigned soak)
{
	return getenv("MMSTEP_SOAK") ? soak : getenv("MMSTEP_QUICK") ? quick
								     : usual;
}

#endif
