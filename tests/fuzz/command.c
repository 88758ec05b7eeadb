/* SPDX-License-Identifier: GPL-3.0-or-later
 * Fuzzing the command line: any bytes end in a command or in an error, and can
 * be completed. The first byte says where the cursor is.
 */
#include <stdlib.h>
#include "../unit/command/line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const variants[] = { "base", "patched" };
	const struct scope scope = { .n_variants = 2, .variant = variants };
	const char *why;
	size_t point;
	char *line;

	panic_hook(abort); /* so that the input is kept */
	if (!size)
		return 0;
	line = mem_strndup((const char *)data + 1, size - 1);
	point = strlen(line) * data[0] / 255;
	why = broken_line(line, point, &scope);
	if (why)
		panic("%s", why);
	free(line);
	return 0;
}
