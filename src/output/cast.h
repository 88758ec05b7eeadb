/* SPDX-License-Identifier: GPL-3.0-or-later
 * Writes recordings in asciicast version 2.
 *
 * Rules: every line goes out whole, in one write, so that a recording that was
 * cut off still plays. Trouble while recording is kept for cast_close() and
 * ends the recording, never the session.
 */
#ifndef OUTPUT_CAST_H
#define OUTPUT_CAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct cast;

/* Creates the file and writes its header; an existing file is an error, or
 * emptied if `force`. NULL: ERR_IO, and no new file is left. `virtual_time` says that the
 * times given are no clock's: then the header holds nothing of this run either
 * (the date is SOURCE_DATE_EPOCH if that is set, no shell), so that two runs
 * give the same bytes. */
struct cast *cast_open(const char *path, int columns, int rows,
	const char *title, bool force, bool virtual_time, struct err *err);
/* Adds n bytes of output, time_us microseconds after the start; an earlier time
 * than the last one counts as the last one. A character whose bytes are not
 * complete waits for the next call; what is no UTF-8 becomes U+FFFD; NUL bytes,
 * which terminals ignore, are left out. */
void cast_output(struct cast *c, uint64_t time_us, const char *bytes, size_t n);
/* A new size, before the first output that is drawn for it. */
void cast_resize(struct cast *c, uint64_t time_us, int columns, int rows);
/* Frees c (NULL is fine); false: ERR_IO, the recording is not whole. */
bool cast_close(struct cast *c, struct err *err);

#endif
