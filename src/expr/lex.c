/* SPDX-License-Identifier: GPL-3.0-or-later
 * Words, numbers, strings and operators of an expression.
 */
#include <string.h>
#include "base/text.h"
#include "expr/lex.h"
#include "model/names.h"

/* Longer ones first. */
static const char *const operators[] = {
	"||", "&&", "==", "!=", "<=", ">=", "<<", ">>", "|", "^", "&", "<",
	">", "+", "-", "*", "/", "%", "!", "~", "?", ":", "(", ")", "[", "]",
	",", ".",
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t word_length(const char *s)
{
	size_t n = 0;

	while (is_letter(s[n]) || is_digit(s[n]))
		n++;
	return n;
}

/* A word; also "round-robin", where the whole is the name of a value. */
static void lex_word(struct token *t)
{
	char whole[64];
	size_t more;
	s64 value;

	t->type = TOKEN_WORD;
	t->n = word_length(t->s);
	if (t->s[t->n] != '-' || !is_letter(t->s[t->n + 1]))
		return;
	more = t->n + 1 + word_length(t->s + t->n + 1);
	if (more >= sizeof(whole))
		return;
	memcpy(whole, t->s, more);
	whole[more] = '\0';
	if (kind_of_value(whole, &value) != KIND_N)
		t->n = more;
}

static bool lex_number(struct token *t, struct err *e)
{
	const u64 most = (u64)1 << 63;	/* only behind a minus */

	t->type = TOKEN_NUMBER;
	for (; is_digit(t->s[t->n]); t->n++) {
		unsigned digit = (unsigned)(t->s[t->n] - '0');

		if (t->number > (most - digit) / 10)
			return err_set(e, ERR_INVALID,
				"the number does not fit into 64 bits");
		t->number = t->number * 10 + digit;
	}
	if (is_letter(t->s[t->n]) || (t->s[0] == '0' && t->n > 1) ||
		(t->s[t->n] == '.' && is_digit(t->s[t->n + 1]))) {
		while (is_letter(t->s[t->n]) || is_digit(t->s[t->n]) ||
			t->s[t->n] == '.')
			t->n++;
		return err_set(e, ERR_INVALID,
			"\"%.*s\" is no number: plain decimal digits are",
			(int)(t->n < 40 ? t->n : 40), t->s);
	}
	return true;
}

static bool lex_string(struct token *t, struct err *e)
{
	t->type = TOKEN_STRING;
	t->s++;
	t->n = strcspn(t->s, "\"\n\t");
	if (t->s[t->n] != '"')
		return err_set(e, ERR_INVALID, "the closing \" is missing");
	if (!text_valid(t->s, t->n))
		return err_set(e, ERR_INVALID, "the string is not valid text");
	return true;
}

/* What stands there is no part of the language: says what it is, and how it
 * would be written. */
static bool lex_strange(const char *s, struct err *e)
{
	size_t used;
	uint32_t ch = text_decode(s, strlen(s), &used);
	char ascii[8];

	if (ch < ' ' || ch == 0x7f || (used == 1 && ch > 0x7f) ||
		text_unwanted(ch) || !text_valid(s, used))
		return err_set(e, ERR_INVALID, "unexpected character U+%04X",
			(unsigned)ch);
	err_set(e, ERR_INVALID, "unexpected \"%.*s\"", (int)used, s);
	strncpy(ascii, text_ascii(ch), sizeof(ascii) - 1);
	ascii[sizeof(ascii) - 1] = '\0';
	if (ch == '=')
		strcpy(ascii, "==");
	else if (ch == '\'')
		strcpy(ascii, "\"");
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++)
		if (!strcmp(operators[i], ascii) && *ascii != '?')
			err_hint(e, "did you mean \"%s\"?", ascii);
	return false;
}

static bool lex_operator(struct token *t, struct err *e)
{
	t->type = TOKEN_OP;
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++) {
		t->n = strlen(operators[i]);
		if (!strncmp(t->s, operators[i], t->n))
			return true;
	}
	return lex_strange(t->s, e);
}

static bool lex_token(struct token *t, struct err *e)
{
	if (is_letter(*t->s)) {
		lex_word(t);
		return true;
	}
	if (is_digit(*t->s))
		return lex_number(t, e);
	if (*t->s == '"')
		return lex_string(t, e);
	return !*t->s || lex_operator(t, e);
}

bool lex_next(struct lexer *l, struct token *t, struct err *e)
{
	const char *end;

	while (l->text[l->at] && strchr(" \t\n", l->text[l->at])) {
		l->at++;
		l->column++;
	}
	*t = (struct token){ .s = l->text + l->at, .column = l->column };
	if (!lex_token(t, e))
		return err_at(e, NULL, 0, t->column);
	end = t->s + t->n + (t->type == TOKEN_STRING);
	for (; l->text + l->at < end; l->at++)
		l->column += ((unsigned char)l->text[l->at] & 0xc0) != 0x80;
	return true;
}
