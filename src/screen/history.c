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
#include "base/text.h"
#include "screen/history.h"

enum {
	READ_MAX = 512 << 10,  /* of a large file only the end is read */
	TRIM_SIZE = 256 << 10, /* above it the file is cut to HISTORY_LINES */
	LOCK_TRIES = 50,       /* of 2 ms each; then the entry is lost */
};

static const char file_name[] = "history";
static const char new_name[] = "history.new";

/* ---- the folder and the file ----------------------------------------------
 */

/* Makes the folder and those above it, private. */
static bool make_folders(const char *path)
{
	char *s = strdup(path);
	bool ok = s != NULL;

	for (char *p = s ? strchr(s + 1, '/') : NULL; ok && p;
		p = strchr(p + 1, '/')) {
		*p = '\0';
		ok = !mkdir(s, 0700) || errno == EEXIST;
		*p = '/';
	}
	ok = ok && (!mkdir(s, 0700) || errno == EEXIST);
	free(s);
	return ok;
}

static bool folder_path(struct buf *path)
{
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");

	if (state && *state == '/')
		buf_printf(path, "%s/mmstep", state);
	else if (home && *home == '/')
		buf_printf(path, "%s/.local/state/mmstep", home);
	return path->n > 0;
}

/* Ours alone, whatever it was before? */
static bool make_private(int fd, mode_t mode, mode_t type)
{
	struct stat st;

	if (fstat(fd, &st) || (st.st_mode & S_IFMT) != type ||
		st.st_uid != geteuid())
		return false;
	return (st.st_mode & 0777 & ~mode) == 0 || !fchmod(fd, mode);
}

static int open_folder(bool make)
{
	struct buf path = {0};
	int fd = -1;

	if (folder_path(&path) && (!make || make_folders(path.s)))
		fd = open(path.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	buf_done(&path);
	if (fd >= 0 && !make_private(fd, 0700, S_IFDIR)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* No symbolic link is followed, and a pipe does not block. */
static int open_file(int folder, const char *name, int flags)
{
	int fd = openat(folder, name,
		flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);

	if (fd >= 0 && !make_private(fd, 0600, S_IFREG)) {
		close(fd);
		return -1;
	}
	return fd;
}

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
	int folder = open_folder(false), fd;
	struct buf text = {0}, entry = {0};

	fd = folder < 0 ? -1 : open_file(folder, file_name, O_RDONLY);
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
		int fd = open_file(
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

static bool write_all(int fd, const char *s, size_t n)
{
	while (n) {
		ssize_t done = write(fd, s, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		s += done;
		n -= (size_t)done;
	}
	return true;
}

/* Replaces a file that has grown by its last lines. The lock is held. */
static void trim(int folder, int fd)
{
	struct buf text = {0};
	size_t from;
	int fresh;

	if (lseek(fd, 0, SEEK_END) <= TRIM_SIZE)
		return;
	read_end(fd, &text);
	from = last_lines(&text);
	unlinkat(folder, new_name, 0);
	fresh = open_file(folder, new_name, O_WRONLY | O_CREAT | O_EXCL);
	if (fresh >= 0) {
		bool ok =
			write_all(fresh, buf_text(&text) + from, text.n - from);

		if (close(fresh) || !ok ||
			renameat(folder, new_name, folder, file_name))
			unlinkat(folder, new_name, 0);
	}
	buf_done(&text);
}

void history_append(const char *entry)
{
	struct buf line = {0};
	int folder, fd;
	off_t size;
	char last = '\n';

	clean_entry(&line, entry, strlen(entry));
	folder = line.n && line.n <= HISTORY_ENTRY_MAX ? open_folder(true) : -1;
	fd = folder < 0 ? -1 : open_locked(folder);
	if (fd >= 0) {
		size = lseek(fd, 0, SEEK_END);
		if (size > 0 && pread(fd, &last, 1, size - 1) == 1 &&
			last != '\n') /* somebody was cut short */
			write_all(fd, "\n", 1);
		buf_putc(&line, '\n');
		write_all(fd, line.s, line.n);
		trim(folder, fd);
		close(fd);
	}
	if (folder >= 0)
		close(folder);
	buf_done(&line);
}
