/* SPDX-License-Identifier: GPL-3.0-or-later
 * The `lru` parameter: `A A:busy B - A`, files A to Z.
 */
#include <string.h>
#include "model/lru_string.h"
#include "model/mapping.h"

/* To add one: a row here, its way in the design of reclaim-batch. */
static const struct state {
	const char *word;
	u16 file_flags;
	u8 page_flags, users;
} states[] = {
	{ "busy", 0, 0, 1 },
	{ "dirty", 0, PAGE_DIRTY, 0 },
	{ "pageclean", FILE_CLEANED, PAGE_DIRTY, 0 },
	{ "dkeep", FILE_REFERENCED, PAGE_DIRTY, 0 },
	{ "ref", FILE_YOUNG, 0, 0 },
	{ "locked", FILE_LOCKED, 0, 0 },
	{ "writeback", 0, PAGE_WRITING, 0 },
	{ "unmapfail", FILE_REUSED, 0, 0 },
};

static bool read_state(const char *word, unsigned n, struct lru_token *out)
{
	for (unsigned i = 0; i < sizeof(states) / sizeof(*states); i++) {
		const struct state *s = &states[i];

		if (strlen(s->word) != n || memcmp(s->word, word, n))
			continue;
		out->file_flags = s->file_flags;
		out->page_flags = s->page_flags;
		out->users = s->users;
		return true;
	}
	return false;
}

static bool read_token(struct lru_token *t)
{
	const char *text = t->text;

	if (*text == '-') {
		t->file = NONE;
		return t->n == 1;
	}
	if (*text < 'A' || *text > 'Z')
		return false;
	t->file = (u16)(*text - 'A');
	return t->n == 1 ||
		(text[1] == ':' && read_state(text + 2, t->n - 2, t));
}

bool lru_token_next(const char **text, struct lru_token *out)
{
	const char *from = *text;

	while (*from == ' ')
		from++;
	memset(out, 0, sizeof(*out));
	out->text = from;
	out->n = (unsigned)strcspn(from, " ");
	if (!out->n || !read_token(out))
		return false;
	*text = from + out->n;
	return true;
}

unsigned lru_string_pages(const char *text, struct lru_token *bad)
{
	const char *at = text;
	unsigned n = 0;

	while (lru_token_next(&at, bad))
		n++;
	bad->place = (unsigned)(bad->text - text);
	return n;
}

unsigned lru_string_files(const char *text)
{
	struct lru_token t;
	unsigned n = 0;

	while (lru_token_next(&text, &t))
		if (t.file != NONE && t.file >= n)
			n = t.file + 1u;
	return n;
}
