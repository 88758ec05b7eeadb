/* SPDX-License-Identifier: GPL-3.0-or-later
 * Plain text, wrapped at the edge.
 */
#ifndef OUTPUT_WRAP_H
#define OUTPUT_WRAP_H

struct buf;

/* Words up to `columns`, each line indented, a newline at the end. */
void put_wrapped(struct buf *out, const char *text, int indent, int columns);

#endif
