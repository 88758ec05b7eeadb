/* SPDX-License-Identifier: GPL-3.0-or-later
 * Completion of a command line in a session, for prompt and shell: what commands
 * take, and the names of files.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "app/complete.h"
#include "app/files.h"
#include "base/text.h"
#include "session/session.h"

enum { FILES_MAX = 1000, PATH_BYTES = 1024 };

/* A folder's entries that begin so. */
struct found {
	char *name[FILES_MAX];
	size_t n;
};

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* One that can be typed: text without control characters, and without blanks where
 * a blank ends it. */
static bool can_be_typed(const char *name, bool blanks)
{
	size_t n = strlen(name), used;

	for (size_t i = 0; i < n; i += used) {
		uint32_t ch = text_decode(name + i, n - i, &used);

		if (ch < 0x20 || ch == 0x7f || ch == 0xfffd ||
			(ch == ' ' && !blanks))
			return false;
	}
	return true;
}

static void look_into(const char *folder, const char *begin, bool blanks,
	struct found *f)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	size_t n = strlen(begin);

	while (dir && f->n < FILES_MAX && (entry = readdir(dir)))
		if (!strncmp(entry->d_name, begin, n) &&
			(entry->d_name[0] != '.' || begin[0] == '.') &&
			strcmp(entry->d_name, ".") &&
			strcmp(entry->d_name, "..") &&
			can_be_typed(entry->d_name, blanks))
			f->name[f->n++] = mem_strdup(entry->d_name);
	if (dir)
		closedir(dir);
	qsort(f->name, f->n, sizeof(*f->name), by_name);
}

/* Files whose path begins as `typed` does, folders with their slash. */
static void complete_file(const char *typed, bool blanks, struct buf *out)
{
	const char *slash = strrchr(typed, '/');
	int head = slash ? (int)(slash + 1 - typed) : 0;
	char path[PATH_BYTES], home[PATH_BYTES];
	struct found f = { .n = 0 };
	struct stat st;

	snprintf(path, sizeof(path), "%.*s", head, typed);
	files_path(path, home, sizeof(home));
	look_into(head ? home : ".", typed + head, blanks, &f);
	for (size_t i = 0; i < f.n; i++) {
		snprintf(path, sizeof(path), "%.*s%s", head, typed, f.name[i]);
		files_path(path, home, sizeof(home));
		buf_printf(out, "%s%s\n", path, stat(home, &st) == 0 &&
			S_ISDIR(st.st_mode) ? "/" : "");
		free(f.name[i]);
	}
}

size_t complete_line(void *user, const char *line, size_t point,
	struct buf *candidates)
{
	struct session *s = user;
	struct scope scope = session_scope(s);
	struct buf found = { 0 };
	const char *word;
	size_t n, from;
	bool rest;

	if (command_file_at(line, point, &from, &rest)) {
		char *typed = mem_strndup(line + from, point - from);

		complete_file(typed, rest, candidates);
		free(typed);
		return from;
	}
	n = command_complete(line, point, &scope, session_words(s, line),
		&found);
	word = buf_text(&found);
	for (size_t i = 0; i < n; i++, word += strlen(word) + 1) {
		buf_puts(candidates, word);
		buf_putc(candidates, '\n');
	}
	buf_done(&found);
	return command_complete_from(line, point);
}
