/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a request for pages may do (gfp flags, v4.2) and what it may use of a
 * zone (alloc flags).
 */
#ifndef MODEL_GFP_H
#define MODEL_GFP_H

enum gfp {
	GFP_WAIT = 1, /* may sleep: compact, reclaim */
	GFP_HIGH = 2, /* may go below the min mark */
	GFP_IO = 4,
	GFP_FS = 8,
	GFP_NOWARN = 16,
	GFP_REPEAT = 32,
	GFP_NOFAIL = 64,
	GFP_NORETRY = 128,
	GFP_MEMALLOC = 256,   /* may ignore marks */
	GFP_NOMEMALLOC = 512, /* must not use reserves */
	GFP_NO_KSWAPD = 1024,
	GFP_THISNODE = 2048,
	GFP_RECLAIMABLE = 4096, /* migratetypes */
	GFP_MOVABLE = 8192,
	GFP_COMP = 16384,
	GFP_KERNEL = GFP_WAIT | GFP_IO | GFP_FS,
	GFP_ATOMIC = GFP_HIGH,
	GFP_HIGHUSER_MOVABLE = GFP_KERNEL | GFP_MOVABLE,
};

enum alloc_flag {
	ALLOC_WMARK_MIN = 0,
	ALLOC_WMARK_LOW = 1,
	ALLOC_WMARK_HIGH = 2,
	ALLOC_NO_WATERMARKS = 4,
	ALLOC_WMARK_MASK = 3,
	ALLOC_HARDER = 16, /* a quarter off the mark */
	ALLOC_HIGH = 32,   /* half off the mark */
	ALLOC_CPUSET = 64,
};

#endif
