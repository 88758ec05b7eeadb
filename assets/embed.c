/* SPDX-License-Identifier: GPL-3.0-or-later
 * Writes files as C arrays, so that the program carries its scenes and assets.
 */
#include <stdio.h>
#include <stdlib.h>

static long emit(const char *path, int index)
{
	FILE *f = fopen(path, "rb");
	long n = 0;
	int c;

	if (!f) {
		perror(path);
		exit(1);
	}
	printf("static const unsigned char d%d[] = {", index);
	while ((c = fgetc(f)) != EOF)
		printf("%s%d,", n++ % 24 ? "" : "\n", c);
	printf("0};\n");
	fclose(f);
	return n;
}

int main(int argc, char **argv)
{
	long *size = calloc((size_t)argc, sizeof(*size));

	if (!size)
		return 1;
	puts("#include \"base/data.h\"");
	for (int i = 1; i < argc; i++)
		size[i] = emit(argv[i], i);
	puts("const struct data data_files[] = {");
	for (int i = 1; i < argc; i++)
		printf("\t{\"%s\", (const char *)d%d, %ld},\n", argv[i], i, size[i]);
	puts("\t{0, 0, 0}};");
	free(size);
	return fflush(stdout) ? 1 : 0;
}
