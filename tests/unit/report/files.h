/* SPDX-License-Identifier: GPL-3.0-or-later
 * The report files that tests read: our own and, where they lie beside the
 * project, real ones. In the order of their paths, so that every machine's tests
 * do the same.
 */
#ifndef TESTS_REPORT_FILES_H
#define TESTS_REPORT_FILES_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_FILES = 128 };
static char report_file[REPORT_FILES][512];
static unsigned n_report_files;

static int report_file_order(const void *a, const void *b)
{
	return strcmp(a, b);
}

static inline void find_report_files(void)
{
	static const char *const folders[] = { "tests/reports",
		"../shared/reports" };

	n_report_files = 0;
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		DIR *d = opendir(folders[i]);
		struct dirent *entry;

		while (d && (entry = readdir(d)) && n_report_files < REPORT_FILES)
			if (strstr(entry->d_name, ".txt"))
				snprintf(report_file[n_report_files++],
					sizeof(report_file[0]), "%s/%s",
					folders[i], entry->d_name);
		if (d)
			closedir(d);
	}
	qsort(report_file, n_report_files, sizeof(report_file[0]),
		report_file_order);
}

#endif
