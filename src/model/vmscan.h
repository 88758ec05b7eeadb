/* SPDX-License-Identifier: GPL-3.0-or-later
 * Reclaim's rules as functions of plain arguments (mm/vmscan.c, v3.10).
 */
#ifndef MODEL_VMSCAN_H
#define MODEL_VMSCAN_H

#include "model/types.h"

enum page_references { REFERENCES_RECLAIM, REFERENCES_RECLAIM_CLEAN,
	REFERENCES_KEEP, REFERENCES_ACTIVATE };
enum unmap_result { UNMAP_SUCCESS, UNMAP_FAIL, UNMAP_MLOCK };

/* What becomes of a page that `young` ptes have used and whose PG_referenced is
 * `referenced`. An anonymous page is activated by any use; a file's by the
 * second, by two ptes, or if it is code. */
enum page_references page_references(bool mlocked, bool file, s64 young,
	bool referenced, bool exec);
/* Whether a dirty page of a file is left to the flusher: only kswapd writes such
 * pages, and only if it has to try hard (DEF_PRIORITY 12 and below). */
bool vmscan_leaves_dirty(bool kswapd, s64 priority);

#endif
