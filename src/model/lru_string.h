/* SPDX-License-Identifier: GPL-3.0-or-later
 * The `lru` parameter: a list of pages in words, the oldest first.
 */
#ifndef MODEL_LRU_STRING_H
#define MODEL_LRU_STRING_H

#include "model/types.h"

struct lru_token {
	u16 file;		/* 0 for A; NONE: a page without a mapping */
	u16 file_flags;		/* enum file_flag */
	u8 page_flags;		/* enum page_flag */
	u8 users;		/* extra references */
	unsigned place;		/* columns before it */
	unsigned n;		/* its length */
	const char *text;
};

/* Reads the next token and moves *text behind it. False at the end, and at a
 * token that is none; then out->n is not 0. */
bool lru_token_next(const char **text, struct lru_token *out);
/* How many tokens; the bad one in *bad, or bad->n is 0. */
unsigned lru_string_pages(const char *text, struct lru_token *bad);
/* How many files it needs: 3 for "A C". */
unsigned lru_string_files(const char *text);

#endif
