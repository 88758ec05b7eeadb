/* SPDX-License-Identifier: GPL-3.0-or-later
 * All unit and property tests as one program. Without an argument it lists them;
 * with one, LAYER/NAME or prop/NAME, it is that test.
 */
#include <stdio.h>
#include <string.h>

#define TEST(name, function) int function(void);
#include "list.h"
#undef TEST

#define TEST(name, function) { #name, function },
static const struct {
	const char *name;
	int (*run)(void);
} tests[] = {
#include "list.h"
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(tests) / sizeof(*tests); i++)
		if (argc < 2)
			puts(tests[i].name);
		else if (!strcmp(argv[1], tests[i].name))
			return tests[i].run();
	if (argc < 2)
		return 0;
	fprintf(stderr, "no test %s\n", argv[1]);
	return 2;
}
