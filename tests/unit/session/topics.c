/* SPDX-License-Identifier: GPL-3.0-or-later
 * Help finds everything that has a name: commands, keys, names, rules,
 * procedures, cards; and says what may be meant where there is none.
 */
#include "stage.h"
#include "command/command.h"
#include "command/words.h"
#include "session/topics.h"

static struct glossary glossary;

static int load(void **state)
{
	struct err_list errors = { 0 };

	return glossary_load(&glossary, &errors) ? 0 : 1;
}

static int unload(void **state)
{
	glossary_done(&glossary);
	return 0;
}

static void check_has(const char *topic, const char *text)
{
	struct scope nothing = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };

	if (!topic_help(topic, &nothing, &glossary, &out, &e))
		fail_msg("help %s: %s", topic, e.text);
	if (!strstr(buf_text(&out), text))
		fail_msg("help %s: no \"%s\" in %s", topic, text,
			buf_text(&out));
	buf_done(&out);
}

/* Each word of a list, blanks between them. */
static void check_words(const char *words, const char *text)
{
	struct word w;

	while ((w = word_next(&words)).n) {
		char *word = mem_strndup(w.s, w.n);

		check_has(word, text);
		free(word);
	}
}

static void test_topics__all_commands_and_keys(void **state)
{
	for (unsigned i = 0; i < CMD_N; i++) {
		check_has(commands[i].name, commands[i].help);
		check_words(commands[i].shorts, commands[i].help);
		check_words(commands[i].keys, commands[i].help);
	}
	check_has("C-l", "draws the screen again");
	check_has("Ctrl-C", "stops what is running");
}

static void test_topics__all_names_rules_procedures_cards(void **state)
{
	for (unsigned i = 0; i < name_count(); i++)
		check_has(name_at(i)->pattern, name_at(i)->pattern);
	for (unsigned i = 0; i < function_count(); i++)
		check_has(function_at(i)->name, function_at(i)->parameters);
	for (unsigned i = 0; i < PROC_N; i++)
		check_has(procedure_at(i)->name, procedure_at(i)->name);
	for (unsigned i = 0; i < glossary.n; i++)
		check_has(glossary.card[i].term, glossary.card[i].text);
}

static void test_topics__a_miss_says_what_may_be_meant(void **state)
{
	struct scope nothing = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };

	assert_false(topic_help("watermrak", &nothing, &glossary, &out, &e));
	assert_non_null(strstr(e.text, "did you mean \"watermark\""));
	e = (struct err){ 0 };
	assert_false(topic_help("waterm", &nothing, &glossary, &out, &e));
	assert_non_null(strstr(e.hint, "apropos waterm"));
	assert_int_equal(out.n, 0);
}

static void test_topics__apropos_looks_everywhere(void **state)
{
	struct rows rows = { 0 };

	assert_true(topic_apropos("watermark", &glossary, &rows));
	assert_true(rows.n > 3);
	rows_clear(&rows);
	assert_false(topic_apropos("xyzzy", &glossary, &rows));
	rows_done(&rows);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_topics__all_commands_and_keys),
		cmocka_unit_test(
			test_topics__all_names_rules_procedures_cards),
		cmocka_unit_test(test_topics__a_miss_says_what_may_be_meant),
		cmocka_unit_test(test_topics__apropos_looks_everywhere),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
