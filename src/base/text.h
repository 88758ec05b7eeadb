/* SPDX-License-Identifier: GPL-3.0-or-later
 * UTF-8 and column width (the only file with utf8proc), near-miss search.
 *
 * Widths are utf8proc's, East-Asian-ambiguous counted as 1; no locale is read.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

/* Decodes one code point; *used is 1 to 4. An invalid or truncated sequence
 * gives U+FFFD with *used = 1. n = 0 gives 0 with *used = 0. */
uint32_t text_decode(const char *s, size_t n, size_t *used);
/* Writes 1 to 4 bytes (no NUL) and returns how many. */
size_t text_encode(uint32_t ch, char out[4]);
/* True if all n bytes are valid UTF-8 without NUL and C0/C1 controls but \n \t. */
bool text_valid(const char *s, size_t n);
/* Columns of one code point: 0 (combining), 1 or 2; controls count 1. */
int text_char_width(uint32_t ch);
/* Columns of a whole string. */
int text_width(const char *s);
/* Bytes of s that fit into `columns`; never splits a wide character; trailing
 * combining marks stay with their base. *width is the columns used. */
size_t text_clip(const char *s, int columns, int *width);
/* Zero-width and direction controls, variation selectors: dropped from scene text. */
bool text_unwanted(uint32_t ch);
/* Appends s without unwanted and control characters (a tab or newline becomes a
 * space), at most two combining marks a base; a leading combining mark gets a
 * space as base, an invalid byte becomes U+FFFD. */
void text_clean(struct buf *out, const char *s, size_t n);
/* The ASCII spelling of a non-ASCII character this program uses ("≥" ">=",
 * "−" "-", "—" "-", "→" "->", box drawing "+-|"): one character for box drawing
 * and blocks, none for what has no width, "?" for what is not known. */
const char *text_ascii(uint32_t ch);
/* Appends s with those spellings. */
void text_put_ascii(struct buf *out, const char *s, size_t n);
/* The "s" of a noun behind a number: "" behind 1. */
const char *text_plural(int64_t n);
/* Appends s, which stands behind the number 1: a noun at its start that the
 * table knows loses its plural, and a verb after it too (" pages are free"). */
void text_put_singular(struct buf *out, const char *s);
/* Edit distance in bytes (insert, delete, replace, swap), capped at 9. */
int text_distance(const char *a, const char *b);
/* The nearest of n names within distance 1 + length/4 (the first of equals) that
 * shares a character with the word, or NULL. */
const char *text_nearest(const char *word, const char *const *names, size_t n);

#endif
