/* SPDX-License-Identifier: GPL-3.0-or-later
 * Large memory, straight from the system, in huge pages where it gives them.
 *
 * At the first write to a page the system steps in, which takes longer than to
 * write the page; huge pages make that rare. (On a virtual machine without
 * second-level address translation: 0.2 µs per 4 KiB, and 11 µs without them.)
 */
#ifndef BASE_LARGE_H
#define BASE_LARGE_H

#include <stddef.h>

enum { LARGE_PAGE = 2 << 20 };	/* bytes; what is smaller can't be a huge page */

/* Zeroed; never NULL. From LARGE_PAGE on it begins at a multiple of that. */
void *large_alloc(size_t size);
void large_free(void *p, size_t size);	/* of large_alloc(size); NULL: nothing */
/* Has the pages of this part there at once, since all will be written: half the
 * time of one by one, as they come where the system can't. */
void large_fetch(void *p, size_t bytes);
/* What it takes when all is written: whole pages, from LARGE_PAGE on huge ones. */
size_t large_bytes(size_t size);

#endif
