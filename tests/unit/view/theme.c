/* SPDX-License-Identifier: GPL-3.0-or-later
 * Themes: complete, readable, few pairs, never colour alone.
 */
#include "view/theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const int depths[] = {0, 8, 16, 256};

/* x to the power 2.4 for x from 0 to 1, by x² times the fifth root of x²
 * (Newton's method), so that no library is needed. */
static double power_2_4(double x)
{
	double square = x * x, root = 1;

	for (int i = 0; i < 60; i++)
		root -= (root * root * root * root * root - square) /
			(5 * root * root * root * root);
	return square * root;
}

static double channel(uint32_t rgb, int shift)
{
	double v = (double)(rgb >> shift & 0xff) / 255;

	return v <= 0.04045 ? v / 12.92 : power_2_4((v + 0.055) / 1.055);
}

static double luminance(uint32_t rgb)
{
	return 0.2126 * channel(rgb, 16) + 0.7152 * channel(rgb, 8) +
	       0.0722 * channel(rgb, 0);
}

static double contrast(uint32_t a, uint32_t b)
{
	double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;

	return la > lb ? la / lb : lb / la;
}

static void test_theme__contrast_formula(void **state)
{
	double r = contrast(0x000000, 0xffffff);

	assert_true(r > 20.99 && r < 21.01);
	r = contrast(0x767676, 0xffffff); /* the known grey at 4.54 */
	assert_true(r > 4.53 && r < 4.55);
}

static void test_theme__names_are_found(void **state)
{
	static const char *const names[] = {
		"dark", "light", "contrast", "mono", "class"};

	for (int i = 0; i < 5; i++) {
		const struct theme *t = theme_find(names[i]);

		assert_non_null(t);
		assert_string_equal(t->name, names[i]);
		assert_true(strlen(t->help) > 10);
	}
	assert_null(theme_find("Dark"));
	assert_null(theme_find(""));
}

/* A row left out of the table would be black on black. */
static void test_theme__every_style_has_a_row(void **state)
{
	for (const struct theme *t = themes; t->name; t++)
		for (int s = 0; s < STYLE_N; s++)
			assert_true(t->look[s].fg != 0 || t->look[s].bg != 0);
}

static void test_theme__basic_ones_leave_the_background(void **state)
{
	for (const struct theme *t = themes; t->name; t++) {
		for (int s = 0; s < STYLE_N && !t->paints; s++) {
			const struct look *l = &t->look[s];

			assert_int_equal(l->bg, -1);
			assert_int_equal(l->bg8, -1);
			assert_int_equal(l->fg, l->fg8);
			assert_true(l->fg >= -1 && l->fg < 7 && l->fg != 0);
			if (l->attributes & LOOK_REVERSE)
				assert_int_equal(l->fg, -1);
			if (!strcmp(t->name, "dark"))
				assert_int_not_equal(l->fg, 4);
			if (!strcmp(t->name, "light"))
				assert_true(l->fg != 3 && l->fg != 6);
			if (!strcmp(t->name, "mono"))
				assert_int_equal(l->fg, -1);
		}
	}
}

static void test_theme__painted_ones_reach_7_to_1(void **state)
{
	int painted = 0;

	for (const struct theme *t = themes; t->name; t++) {
		for (int s = 0; s < STYLE_N && t->paints; s++) {
			const struct look *l = &t->look[s];

			assert_true(l->fg >= 16 && l->fg <= 255);
			assert_true(l->bg >= 16 && l->bg <= 255);
			assert_false(l->attributes & LOOK_DIM);
			assert_true(contrast(theme_rgb(l->fg, 0),
					    theme_rgb(l->bg, 0)) >= 7);
			painted++;
		}
	}
	assert_int_equal(painted, 2 * STYLE_N);
}

static void test_theme__documents_are_readable(void **state)
{
	for (const struct theme *t = themes; t->name; t++) {
		for (int s = 0; s < STYLE_N; s++) {
			struct look l = theme_look(t, (enum style)s, 256);

			assert_true(contrast(theme_rgb(l.fg, t->ink),
					    theme_rgb(l.bg, t->paper)) >= 4.5);
		}
	}
}

/* In each theme and at each depth, these look different without colour. */
static void test_theme__never_colour_alone(void **state)
{
	static const enum style roles[] = {STYLE_TEXT, STYLE_LINE_NOW,
		STYLE_CHANGED, STYLE_POINT, STYLE_HIDDEN, STYLE_CHOICE,
		STYLE_TERM, STYLE_ERROR};

	for (const struct theme *t = themes; t->name; t++)
		for (int i = 0; i < 8; i++)
			for (int k = 0; k < i; k++)
				assert_int_not_equal(
					t->look[roles[i]].attributes,
					t->look[roles[k]].attributes);
}

static void test_theme__no_colours_means_none(void **state)
{
	for (const struct theme *t = themes; t->name; t++) {
		for (int s = 0; s < STYLE_N; s++) {
			struct look l = theme_look(t, (enum style)s, 0);

			assert_int_equal(l.fg, -1);
			assert_int_equal(l.bg, -1);
			assert_int_equal(l.attributes, t->look[s].attributes);
		}
	}
}

static void test_theme__few_colours_fall_back(void **state)
{
	for (const struct theme *t = themes; t->name; t++) {
		for (int s = 0; s < STYLE_N; s++) {
			struct look l = theme_look(t, (enum style)s, 16);

			assert_true(l.fg >= -1 && l.fg < 8);
			assert_int_equal(l.bg, -1);
		}
	}
}

static void test_theme__at_most_32_pairs(void **state)
{
	for (const struct theme *t = themes; t->name; t++) {
		for (int d = 0; d < 4; d++) {
			int pairs = 0;

			for (int s = 0; s < STYLE_N; s++) {
				struct look a =
					theme_look(t, (enum style)s, depths[d]);
				int seen = 0;

				for (int k = 0; k < s && !seen; k++) {
					struct look b = theme_look(
						t, (enum style)k, depths[d]);

					seen = a.fg == b.fg && a.bg == b.bg;
				}
				pairs += !seen;
			}
			assert_true(pairs <= 32);
		}
	}
}

static void test_theme__rgb_of_the_palette(void **state)
{
	assert_int_equal(theme_rgb(-1, 0x123456), 0x123456);
	assert_int_equal(theme_rgb(256, 0x123456), 0x123456);
	assert_int_equal(theme_rgb(16, 1), 0x000000);
	assert_int_equal(theme_rgb(231, 1), 0xffffff);
	assert_int_equal(theme_rgb(214, 1), 0xffaf00);
	assert_int_equal(theme_rgb(232, 1), 0x080808);
	assert_int_equal(theme_rgb(255, 1), 0xeeeeee);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_theme__contrast_formula),
		cmocka_unit_test(test_theme__names_are_found),
		cmocka_unit_test(test_theme__every_style_has_a_row),
		cmocka_unit_test(test_theme__basic_ones_leave_the_background),
		cmocka_unit_test(test_theme__painted_ones_reach_7_to_1),
		cmocka_unit_test(test_theme__documents_are_readable),
		cmocka_unit_test(test_theme__never_colour_alone),
		cmocka_unit_test(test_theme__no_colours_means_none),
		cmocka_unit_test(test_theme__few_colours_fall_back),
		cmocka_unit_test(test_theme__at_most_32_pairs),
		cmocka_unit_test(test_theme__rgb_of_the_palette),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
