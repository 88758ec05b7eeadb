/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep check: a displayed constant says where it comes from.
 */
#include "app/check_sources.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "session/why.h"

enum { NUMBER = 32 };

void check_tables(struct err_list *errors)
{
	struct glossary g;
	struct costs c;
	struct sourced *all;
	size_t n;

	if (!costs_load(&c, errors))
		return;
	if (glossary_load(&g, errors)) {
		all = sources_all(&c, &g, &n);
		sources_check(all, n, errors);
		free(all);
		glossary_done(&g);
	}
	costs_done(&c);
}

/* ---- numbers in prose ---------------------------------------------------- */

/* Who says a number: then it is a source's, or an assumption. */
static bool names_a_source(const char *text)
{
	static const char *const words[] = { "mail", "author", "letter",
		"report", "measure", "rule", "kernel", "Linux", "assum",
		"fitted" };

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

/* Behind what is computed or code: {…}, `…`. */
static const char *skip_quoted(const char *p)
{
	const char *end;

	if (*p != '{' && *p != '`')
		return p;
	end = strchr(p + 1, *p == '{' ? '}' : '`');
	return end ? end + 1 : p + strlen(p);
}

/* "in 4.3", "since 4.10": a kernel's version. */
static bool is_version(const char *text, const char *p, size_t n)
{
	static const char *const before[] = { "in ", "In ", "ince ", "rom ",
		"of " };
	bool form = n >= 3 && n <= 4 && p[1] == '.' && p[0] >= '2' &&
		p[0] <= '6';

	for (size_t i = 0; form && i < sizeof(before) / sizeof(*before); i++) {
		size_t k = strlen(before[i]);

		if ((size_t)(p - text) >= k && !strncmp(p - k, before[i], k))
			return true;
	}
	return false;
}

/* One digit counts things at hand; "CPU 12" is a name, 2020 a year. */
static bool is_harmless(const char *text, const char *p, size_t n)
{
	bool year = n == 4 && (!strncmp(p, "19", 2) || !strncmp(p, "20", 2));
	bool name = p - text >= 4 && !strncmp(p - 4, "CPU ", 4);
	bool part = p > text && (isalnum((unsigned char)p[-1]) ||
		strchr("_.-", p[-1]));

	return n < 2 || year || is_version(text, p, n) || name || part || isalpha((unsigned char)p[n]);
}

bool number_without_source(const char *text, char *out)
{
	const char *p = text;

	if (names_a_source(text))
		return false;
	while (*p) {
		const char *behind = skip_quoted(p);
		size_t n;

		if (behind != p) {
			p = behind;
			continue;
		}
		n = strspn(p, "0123456789");
		if (n && strchr(".,", p[n]) && isdigit((unsigned char)p[n + 1]))
			n += 1 + strspn(p + n + 1, "0123456789,.");
		while (n && strchr(".,", p[n - 1]))
			n--;
		if (n && !is_harmless(text, p, n)) {
			snprintf(out, NUMBER, "%.*s", (int)(n < NUMBER ? n
				: NUMBER - 1), p);
			return true;
		}
		p += n ? n : 1;
	}
	return false;
}

static void check_text(const struct yaml *y, const struct yaml_node *n,
	struct err_list *errors)
{
	char number[NUMBER];

	if (n && n->text && number_without_source(n->text, number))
		yaml_error(y, n, errors,
			"%s is typed: compute it with {…}, or say whose it is",
			number)->code = ERR_NO;
}

/* What a cue says and asks. The answers to choose from are guesses: any number
 * will do. */
static void check_cue_texts(const struct yaml *y, const struct yaml_node *cue,
	struct err_list *errors)
{
	static const char *const keys[] = { "text", "hint", "explain" };
	const struct yaml_node *ask = yaml_get(cue, "ask");
	const struct yaml_node *choices = ask ? yaml_get(ask, "choices") : NULL;

	check_text(y, yaml_get(cue, "say"), errors);
	for (size_t i = 0; ask && i < sizeof(keys) / sizeof(*keys); i++)
		check_text(y, yaml_get(ask, keys[i]), errors);
	for (const struct yaml_node *c = choices ? choices->child : NULL; c;
		c = c->next)
		check_text(y, yaml_get(c, "remark"), errors);
}

/* ---- values of the mail -------------------------------------------------- */

static void check_mail_values(const struct scene *s, struct err_list *errors)
{
	const struct yaml_node *sizes = yaml_get(s->yaml.root, "sizes");
	const struct yaml_node *mail = sizes ? yaml_get(sizes, "mail") : NULL;
	const struct yaml_node *set = mail ? yaml_get(mail, "set") : NULL;

	for (const struct yaml_node *n = set ? set->child : NULL; n;
		n = n->next) {
		int p = param_find(n->key);

		if (p >= 0 && !s->source[p].source)
			yaml_key_error(&s->yaml, n, errors,
				"%s of the size mail has no entry in `sources`",
				n->key)->code = ERR_NO;
	}
}

void check_sources(const struct scene *s, struct err_list *errors)
{
	const struct yaml_node *acts = yaml_get(s->yaml.root, "acts");

	check_mail_values(s, errors);
	for (const struct yaml_node *act = acts ? acts->child : NULL; act;
		act = act->next) {
		const struct yaml_node *cues = yaml_get(act, "cues");

		for (const struct yaml_node *c = cues ? cues->child : NULL; c;
			c = c->next)
			check_cue_texts(&s->yaml, c, errors);
	}
}
