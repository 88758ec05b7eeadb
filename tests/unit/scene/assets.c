/* SPDX-License-Identifier: GPL-3.0-or-later
 * Tests of machines, costs and the glossary: the built-in ones and bad ones.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/data.h"
#include "scene/assets.h"
#include "scene/scene.h"
#include "scene/sentence.h"

static void test_machine__all_load_with_sources(void **state)
{
	for (unsigned i = 0; machine_file_listed(i); i++) {
		struct err_list errors = { 0 };
		struct machine_file m;

		if (!machine_file_load(machine_file_listed(i), &m, &errors))
			fail_msg("%s: %s", machine_file_listed(i),
				errors.at[0].text);
		assert_string_equal(m.name, machine_file_listed(i));
		assert_true(m.given_cpus && m.given_ram);
		for (int k = 0; k < MACHINE_FIGURE_N; k++)
			if (k != MACHINE_SWAP || m.given_swap)
				assert_true(m.from[k].status[0] &&
					m.from[k].source[0]);
		assert_int_equal(m.policy, -1);
	}
}

static void test_machine__each_built_in_file_is_listed(void **state)
{
	for (const struct data *d = data_files; d->name; d++) {
		char file[96];
		unsigned i = 0;

		if (strncmp(d->name, "assets/machines/", 16))
			continue;
		do {
			assert_non_null(machine_file_listed(i));
			snprintf(file, sizeof(file), "assets/machines/%s.yaml",
				machine_file_listed(i++));
		} while (strcmp(file, d->name));
	}
}

static void test_machine__figures_of_mail_001(void **state)
{
	struct err_list errors = { 0 };
	struct machine_file m;

	assert_true(machine_file_load("server-4s144t", &m, &errors));
	assert_int_equal(m.cpus, 144);
	assert_int_equal(m.ram_pages, 512 * 262144);
	assert_int_equal(m.topology.mean_ns, 108);
	assert_int_equal(m.iteration_ns, 4000);
	assert_string_equal(m.from[MACHINE_RAM].status, "assumed");
	assert_true(machine_file_load("desktop-8c16t", &m, &errors));
	assert_int_equal(m.cpus, 16);
	assert_int_equal(m.ram_pages, 64 * 262144);
	assert_int_equal(m.topology.mean_ns, 21);
	assert_int_equal(m.iteration_ns, 1800);
}

static void test_machine__levels_make_a_matrix(void **state)
{
	struct err_list errors = { 0 };
	struct machine_file m;

	assert_true(machine_file_load("westmere-8s160t", &m, &errors));
	assert_true(m.topology.matrix);
	assert_int_equal(m.topology.level_ns[0], 0);
	assert_int_equal(m.topology.level_ns[2], 54);
	assert_int_equal(m.sockets, 8);
}

static void expect_errors(struct err_list *errors, const char *expected)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < errors->n; i++)
		buf_printf(&b, "%u:%u %s\n", errors->at[i].line,
			errors->at[i].column, errors->at[i].text);
	assert_string_equal(buf_text(&b), expected);
	buf_done(&b);
	err_list_done(errors);
}

static void test_machine__errors_have_places(void **state)
{
	static const char text[] =
		"mmstep: 1\n"
		"title: T\n"
		"sauce: x\n"
		"cpus: {value: 0, status: known, source: x}\n"
		"ram_pages: 5\n"
		"topology: {sockets: 1, cores: 1, threads: 9, status: assumed}\n"
		"transfer_ns: {status: assumed, source: x}\n"
		"iteration_ns: {value: 0, status: assumed, source: x}\n";
	struct err_list errors = { 0 };
	struct machine_file m = { .cpus = 77 };

	assert_false(machine_file_parse("m.yaml", text, strlen(text), &m,
		&errors));
	assert_int_equal(m.cpus, 77);
	expect_errors(&errors,
		"3:1 unknown key \"sauce\"\n"
		"4:15 0 is out of range: 1 to 512\n"
		"4:26 unknown status \"known\"\n"
		"5:12 a mapping is due, not a single value\n"
		"6:11 the key \"source\" is missing here\n"
		"6:43 9 is out of range: 1 to 8\n"
		"7:14 a transfer is either \"mean\" or \"levels\"\n");
}

static void test_machine__topology_must_fit(void **state)
{
	static const char text[] =
		"mmstep: 1\ntitle: T\nsource: x\n"
		"cpus: {value: 8, status: assumed, source: x}\n"
		"ram_pages: {value: 8, status: assumed, source: x}\n"
		"topology: {sockets: 1, cores: 4, threads: 1, status: assumed, source: x}\n"
		"transfer_ns: {mean: 1, status: assumed, source: x}\n"
		"iteration_ns: {value: 0, status: assumed, source: x}\n";
	struct err_list errors = { 0 };
	struct machine_file m;

	assert_false(machine_file_parse("m.yaml", text, strlen(text), &m,
		&errors));
	expect_errors(&errors,
		"6:11 sockets × cores × threads are not the 8 CPUs\n");
}

static void test_machine__unknown_name_has_a_near_one(void **state)
{
	struct err_list errors = { 0 };
	struct machine_file m;

	assert_false(machine_file_load("clasroom", &m, &errors));
	assert_string_equal(errors.at[0].hint, "did you mean \"classroom\"?");
	err_list_done(&errors);
}

static void test_costs__every_word_has_a_source(void **state)
{
	struct err_list errors = { 0 };
	struct costs c;

	assert_true(costs_load(&c, &errors));
	for (int i = 0; i < COST_N; i++)
		assert_true(c.row[i].name && c.row[i].ns && *c.row[i].source &&
			*c.row[i].unit && *c.row[i].status && *c.row[i].help);
	assert_string_equal(c.row[COST_SLOT_READ].name, "slot_read");
	costs_done(&c);
}

static void test_costs__a_missing_word_is_told(void **state)
{
	static const char text[] = "mmstep: 1\ncosts:\n  lien: {ns: 0}\n";
	struct err_list errors = { 0 };
	struct costs c;

	assert_false(costs_parse("c.yaml", text, strlen(text), &c, &errors));
	assert_string_equal(errors.at[0].text, "unknown key \"lien\"");
	assert_int_equal(errors.n, COST_N);	/* the others are missing */
	err_list_done(&errors);
}

static void test_glossary__finds_plurals_and_ignores_case(void **state)
{
	struct err_list errors = { 0 };
	struct glossary g;

	assert_true(glossary_load(&g, &errors));
	assert_string_equal(glossary_find(&g, "slot")->term, "slot");
	assert_string_equal(glossary_find(&g, "Slots")->term, "slot");
	assert_string_equal(glossary_find(&g, "BATCHES")->term, "batch");
	assert_string_equal(glossary_find(&g, "overcommit policies")->term,
		"overcommit policy");
	assert_string_equal(glossary_find(&g, "VMAs")->term, "VMA");
	assert_null(glossary_find(&g, "slo"));
	assert_null(glossary_find(&g, "slotsx"));
	assert_null(glossary_find(&g, ""));
	assert_string_equal(glossary_nearest(&g, "slto"), "slot");
	glossary_done(&g);
}

/* "mail 001" is what the program calls 001_….txt: its card has subject and date as
 * the scene has them, and names the scene. */
static void test_glossary__each_mail_has_a_card(void **state)
{
	struct err_list errors = { 0 };
	struct glossary g;
	unsigned mails = 0;

	assert_true(glossary_load(&g, &errors));
	for (const struct data *d = data_files; d->name; d++) {
		char term[32];
		const struct card *card;
		struct scene *s;

		if (strncmp(d->name, "scenes/", 7))
			continue;
		s = scene_parse(d->name, d->bytes, d->size, &errors);
		assert_non_null(s);
		if (s->mail_file) {
			snprintf(term, sizeof(term), "mail %.3s", s->mail_file);
			card = glossary_find(&g, term);
			assert_non_null(card);
			assert_non_null(strstr(card->source, s->mail_date));
			assert_non_null(strstr(card->source, s->mail_subject));
			assert_non_null(strstr(card->text, s->name));
			mails++;
		}
		scene_free(s);
	}
	assert_true(mails > 5);
	glossary_done(&g);
}

static void test_glossary__cards_stay_short(void **state)
{
	static const char text[] =
		"mmstep: 1\n"
		"cards:\n"
		"  - term: a\n"
		"    text: One. Two. Three.\n"
		"    source: model\n"
		"  - term: as\n"
		"    text: w w w w w w w w w w w w w w w w w w w w w\n"
		"    source: model\n"
		"  - {term: b, text: Fine., source: model}\n";
	struct err_list errors = { 0 };
	struct glossary g;

	assert_false(glossary_parse("g.yaml", text, strlen(text), &g, &errors));
	expect_errors(&errors,
		"4:11 the card has 3 sentences, the longest of 1 words; "
		"2 of 20 are allowed\n"
		"6:5 the term \"as\" has a card already\n"
		"7:11 the card has 1 sentences, the longest of 21 words; "
		"2 of 20 are allowed\n");
}

static void check_sentences(const char *text, unsigned n, unsigned longest)
{
	struct sentences s = sentences_count(text);

	assert_int_equal(s.n, n);
	assert_int_equal(s.longest, longest);
}

static void test_sentences__ends_and_words(void **state)
{
	check_sentences("", 0, 0);
	check_sentences(" \n\t", 0, 0);
	check_sentences("One", 1, 1);
	check_sentences("One two. Three", 2, 2);
	check_sentences("It is 2.5 wide.", 1, 4);
	check_sentences("Why? Because (of it.) So!", 3, 3);
	check_sentences("A **bold.** B", 2, 2);
	check_sentences(". . .", 3, 1);
	check_sentences("a: b c d", 2, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_machine__all_load_with_sources),
		cmocka_unit_test(test_machine__each_built_in_file_is_listed),
		cmocka_unit_test(test_machine__figures_of_mail_001),
		cmocka_unit_test(test_machine__levels_make_a_matrix),
		cmocka_unit_test(test_machine__errors_have_places),
		cmocka_unit_test(test_machine__topology_must_fit),
		cmocka_unit_test(test_machine__unknown_name_has_a_near_one),
		cmocka_unit_test(test_costs__every_word_has_a_source),
		cmocka_unit_test(test_costs__a_missing_word_is_told),
		cmocka_unit_test(test_glossary__finds_plurals_and_ignores_case),
		cmocka_unit_test(test_glossary__each_mail_has_a_card),
		cmocka_unit_test(test_glossary__cards_stay_short),
		cmocka_unit_test(test_sentences__ends_and_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
