/* SPDX-License-Identifier: GPL-3.0-or-later
 * The file that keeps what was entered at the prompt.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/buf.h"
#include "base/state.h"
#include "base/text.h"
#include "screen/history.h"

enum {
	READ_MAX = 512 << 10,  /* of a large file only the end is read */
	TRIM_SIZE = 256 << 10, /* above it the file is cut to HISTORY_LINES */
	LOCK_TRIES = 50,       /* of 2 ms each; then the entry is lost */
};

static const char file_name[] = "history";
static const char new_name[] = "history.new";

/* ---- entries --------------------------------------------------------------
 */

/* Without control characters and bytes that are not UTF-8. */
static void clean_entry(struct buf *out, const char *s, size_t n)
{
	for (size_t i = 0, used; i < n; i += used) {
		uint32_t ch = text_decode(s + i, n - i, &used);

		if (ch >= 0x20 && ch != 0x7f && !(ch >= 0x80 && ch < 0xa0) &&
			!(ch == 0xfffd && used == 1))
			buf_put(out, s + i, used);
	}
}

/* The end of the file; a line that this cuts in two is left out. */
static void read_end(int fd, struct buf *out)
{
	off_t size = lseek(fd, 0, SEEK_END), at = 0;
	char bytes[8192];
	ssize_t n;

	if (size > READ_MAX)
		at = size - READ_MAX;
	while ((n = pread(fd, bytes, sizeof(bytes), at)) > 0 &&
		out->n < 2 * READ_MAX) {
		buf_put(out, bytes, (size_t)n);
		at += n;
	}
	if (size > READ_MAX && out->n) {
		char *line = memchr(out->s, '\n', out->n);
		size_t cut = line ? (size_t)(line - out->s) + 1 : out->n;

		memmove(out->s, out->s + cut, out->n - cut);
		out->n -= cut;
	}
}

/* Where the last HISTORY_LINES lines begin. */
static size_t last_lines(const struct buf *text)
{
	size_t lines = 0, at = text->n;

	while (at && lines < HISTORY_LINES)
		if (text->s[--at] == '\n' && at + 1 < text->n)
			lines++;
	return lines == HISTORY_LINES ? at + 1 : 0;
}

void history_load(void (*each)(const char *entry))
{
	int folder = state_folder(false), fd;
	struct buf text = {0}, entry = {0};

	fd = folder < 0 ? -1 : state_file(folder, file_name, O_RDONLY);
	if (fd >= 0)
		read_end(fd, &text);
	for (size_t at = last_lines(&text), n; at < text.n; at += n + 1) {
		const char *end = memchr(text.s + at, '\n', text.n - at);

		n = end ? (size_t)(end - text.s) - at : text.n - at;
		buf_clear(&entry);
		clean_entry(&entry, text.s + at, n);
		if (entry.n && entry.n <= HISTORY_ENTRY_MAX)
			each(entry.s);
	}
	buf_done(&text);
	buf_done(&entry);
	if (fd >= 0)
		close(fd);
	if (folder >= 0)
		close(folder);
}

/* ---- adding ---------------------------------------------------------------
 */

static bool lock(int fd)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	struct timespec pause = {.tv_nsec = 2000000};

	for (int i = 0; i < LOCK_TRIES; i++) {
		if (!fcntl(fd, F_SETLK, &whole))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

/* Opens and locks; again if the file was replaced while we waited. */
static int open_locked(int folder)
{
	for (int i = 0; i < LOCK_TRIES; i++) {
		int fd = state_file(
			folder, file_name, O_RDWR | O_CREAT | O_APPEND);
		struct stat ours, current;

		if (fd < 0)
			return -1;
		if (!lock(fd)) {
			close(fd);
			return -1;
		}
		if (!fstat(fd, &ours) &&
			!fstatat(folder, file_name, &current,
				AT_SYMLINK_NOFOLLOW) &&
			ours.st_ino == current.st_ino &&
			ours.st_dev == current.st_dev)
			return fd;
		close(fd);
	}
	return -1;
}

/* Replaces a file that has grown by its last lines. The lock is held. */
static void trim(int folder, int fd)
{
	struct buf text = {0};
	size_t from;

	if (lseek(fd, 0, SEEK_END) <= TRIM_SIZE)
		return;
	read_end(fd, &text);
	from = last_lines(&text);
	state_replace(folder, file_name, new_name, buf_text(&text) + from,
		text.n - from, true);
	buf_done(&text);
}

void history_append(const char *entry)
{
	struct buf line = {0};
	int folder, fd;
	off_t size;
	char last = '\n';

	clean_entry(&line, entry, strlen(entry));
	folder = line.n && line.n <= HISTORY_ENTRY_MAX ? state_folder(true) : -1;
	fd = folder < 0 ? -1 : open_locked(folder);
	if (fd >= 0) {
		size = lseek(fd, 0, SEEK_END);
		if (size > 0 && pread(fd, &last, 1, size - 1) == 1 &&
			last != '\n') /* somebody was cut short */
			state_write(fd, "\n", 1);
		buf_putc(&line, '\n');
		state_write(fd, line.s, line.n);
		trim(folder, fd);
		close(fd);
	}
	if (folder >= 0)
		close(folder);
	buf_done(&line);
}
