/* SPDX-License-Identifier: GPL-3.0-or-later
 * assets/glossary.yaml: a card for each kernel term.
 */
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/data.h"
#include "base/text.h"
#include "scene/load.h"
#include "scene/sentence.h"

enum { CARDS_MAX = 500, SENTENCES = 2, WORDS = 20 };

static void read_card_text(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct sentences s;
	const char *text = NULL;

	field_text(l, n, f, &text);
	if (!text)
		return;
	s = sentences_count(text);
	if (s.n > SENTENCES || s.longest > WORDS)
		yaml_error(l->y, n, l->errors,
			"the card has %u sentences, the longest of %u words; "
			"%d of %d are allowed",
			s.n, s.longest, SENTENCES, WORDS);
	*(const char **)at = text;
}

/* clang-format off */
static const struct field card_fields[] = {
	{ "term", field_text, offsetof(struct card, term), true, 1, 40 },
	{ "text", read_card_text, offsetof(struct card, text), true, 1, 300 },
	{ "source", field_text, offsetof(struct card, source), true, 1, 100 },
};
/* clang-format on */

static void load_card(struct load *l, const struct yaml_node *n, void *at)
{
	load_map(l, n, card_fields, 3, at);
}

static void read_cards(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct glossary *g = at;
	unsigned count;
	struct card *cards = load_list(l, n, f, sizeof(*cards), load_card,
		&count);

	if (!cards)
		return;
	g->card = mem_alloc(count * sizeof(*cards));
	for (const struct yaml_node *c = n->child; c; c = c->next, cards++) {
		if (!cards->term)
			continue;
		if (glossary_find(g, cards->term))
			yaml_error(l->y, c, l->errors,
				"the term \"%s\" has a card already",
				cards->term);
		g->card[g->n++] = *cards;
	}
}

/* clang-format off */
static const struct field glossary_fields[] = {
	{ "mmstep", field_version, 0, true, 0, 0 },
	{ "cards", read_cards, 0, true, 1, CARDS_MAX },
};
/* clang-format on */

bool glossary_parse(const char *file, const char *bytes, size_t size,
	struct glossary *out, struct err_list *errors)
{
	struct glossary g = { 0 };
	void *arena = NULL;
	struct load l = { .y = &g.yaml, .errors = errors, .arena = &arena };

	if (!yaml_parse(&g.yaml, file, bytes, size, errors))
		return false;
	load_map(&l, g.yaml.root, glossary_fields, 2, &g);
	load_sort_errors(errors);
	arena_done(&arena);
	if (errors->n) {
		glossary_done(&g);
		return false;
	}
	*out = g;
	return true;
}

bool glossary_load(struct glossary *out, struct err_list *errors)
{
	const struct data *d = data_find("assets/glossary.yaml");

	if (!d)
		panic("assets/glossary.yaml is not built in");
	return glossary_parse(d->name, d->bytes, d->size, out, errors);
}

void glossary_done(struct glossary *g)
{
	free(g->card);
	yaml_done(&g->yaml);
	*g = (struct glossary){ 0 };
}

/* Cheap, and mostly enough to tell two words apart. */
static bool begins_alike(const char *a, const char *b)
{
	return tolower((unsigned char)*a) == tolower((unsigned char)*b);
}

/* The word, or its plural: slots, batches, policies. */
static bool is_form(const char *term, const char *word)
{
	size_t n, w;

	if (!begins_alike(term, word))
		return false;
	n = strlen(term);
	w = strlen(word);
	if (w < n - 1)
		return false;
	if (!strncasecmp(term, word, n))
		return !word[n] || !strcasecmp(word + n, "s") ||
			!strcasecmp(word + n, "es");
	return n > 1 && strchr("yY", term[n - 1]) &&
		!strncasecmp(term, word, n - 1) &&
		!strcasecmp(word + n - 1, "ies");
}

static const struct card *find_exactly(const struct glossary *g,
	const char *term)
{
	for (unsigned i = 0; i < g->n; i++) {
		const char *own = g->card[i].term;

		if (begins_alike(own, term) && !strcasecmp(own, term))
			return &g->card[i];
		own += *own == '_' ? strspn(own, "_") : 0;
		if (begins_alike(own, term) && !strcasecmp(own, term))
			return &g->card[i];
	}
	return NULL;
}

/* "__GFP_IO" as it is written, without underscores, and as a flag's bare name. */
const struct card *glossary_find(const struct glossary *g, const char *term)
{
	const struct card *card = find_exactly(g, term);
	const char *bare = term + strspn(term, "_");

	if (!card)
		card = find_exactly(g, bare);
	if (!card && !strncasecmp(bare, "GFP_", 4))
		card = find_exactly(g, bare + 4);
	for (unsigned i = 0; !card && *bare && i < g->n; i++)
		if (is_form(g->card[i].term, bare))
			card = &g->card[i];
	return card;
}

const char *glossary_nearest(const struct glossary *g, const char *term)
{
	const char **terms = mem_alloc(g->n * sizeof(*terms));
	const char *near;

	for (unsigned i = 0; i < g->n; i++)
		terms[i] = g->card[i].term;
	near = text_nearest(term, terms, g->n);
	free(terms);
	return near;
}
