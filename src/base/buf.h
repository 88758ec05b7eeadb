/* SPDX-License-Identifier: GPL-3.0-or-later
 * A growing string of bytes, always NUL-terminated.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stddef.h>
#include <stdint.h>

struct buf {
	char *s;	/* never NULL after the first put; use buf_text() */
	size_t n, size;
};

void buf_done(struct buf *b);			/* frees and zeroes */
void buf_clear(struct buf *b);			/* keeps the memory */
void buf_put(struct buf *b, const char *s, size_t n);
void buf_puts(struct buf *b, const char *s);
void buf_putc(struct buf *b, char c);
void buf_printf(struct buf *b, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
const char *buf_text(const struct buf *b);	/* "" if empty */
/* A decimal integer; with `group` thousands are set off by commas, and the
 * sign is U+2212 if `minus` (for screens, never for what may be pasted). */
void buf_put_int(struct buf *b, int64_t value, int group, int minus);

/* A word of a command line, quoted for a shell where it has to be. */
void buf_put_word(struct buf *b, const char *word);

#endif
