/* SPDX-License-Identifier: GPL-3.0-or-later
 * Images: many copies of the same bytes that share what none of them has
 * changed, a page of memory at a time.
 *
 * Rules: an image is filled once, before it is copied; its copies are written to
 * freely, and neither it nor another copy sees that. No file is made. Where the
 * system has no such thing image_new() says so, and one has to copy the bytes.
 */
#ifndef BASE_IMAGE_H
#define BASE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

struct image;

/* NULL: not to be had. *fill are its bytes, all 0, until image_filled(). */
struct image *image_new(size_t size, void **fill);
bool image_filled(struct image *i);	/* false: no room; image_free() it */
/* NULL: no room. */
void *image_copy(struct image *i);
/* The copy as it was at first; false: no room, and it is as it is now. */
bool image_again(struct image *i, void *copy);
/* Each copy keeps the image alive. */
void image_free_copy(struct image *i, void *copy);
void image_free(struct image *i);

#endif
