/* SPDX-License-Identifier: GPL-3.0-or-later
 * Files that a person names in a command: `> FILE`, save, source.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "app/files.h"
#include "app/lines.h"
#include "output/rows_text.h"

enum { NESTED_MAX = 8, SLICE_LINES = 4000 };

void files_path(const char *path, char *out, size_t size)
{
	const char *home = getenv("HOME");

	if (home && path[0] == '~' && path[1] == '/')
		snprintf(out, size, "%s%s", home, path + 1);
	else
		snprintf(out, size, "%s", path);
}

/* A descriptor that our caller opened for us, under the name of a file. */
static bool is_handed_over(const char *path)
{
	return !strcmp(path, "/dev/stdin") || !strncmp(path, "/dev/fd/", 8);
}

/* Opened without waiting for a writer, in case it is a FIFO. */
static int open_file(const char *path, bool pipes, struct err *e)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	bool good = fd >= 0;
	struct stat st;

	if (!good || fstat(fd, &st))
		good = err_set(e, ERR_IO, "%s: %s", path, strerror(errno));
	else if (pipes && is_handed_over(path))
		fcntl(fd, F_SETFL, 0);	/* our caller writes, or ends it */
	else if (!S_ISREG(st.st_mode))
		good = err_set(e, ERR_IO, "%s: %s", path, S_ISDIR(st.st_mode)
			? strerror(EISDIR) : "not a regular file");
	if (!good && fd >= 0)
		close(fd);
	return good ? fd : -1;
}

bool files_read(const char *path, bool pipes, unsigned most, struct buf *out,
	struct err *e)
{
	bool standard = pipes && !strcmp(path, "-"), good = true;
	int fd = standard ? STDIN_FILENO : open_file(path, pipes, e);
	char piece[4096];
	ssize_t n = 0;

	if (fd < 0)
		return false;
	while (out->n <= (size_t)most << 20 &&
		(n = read(fd, piece, sizeof(piece))) > 0)
		buf_put(out, piece, (size_t)n);
	if (n < 0)
		good = err_set(e, ERR_IO, "%s: %s", path, strerror(errno));
	else if (out->n > (size_t)most << 20)
		good = err_set(e, ERR_INVALID, "%s: larger than %u MiB", path,
			most);
	if (!standard)
		close(fd);
	return good;
}

static bool write_text(const char *path, bool append, const struct buf *b,
	struct err *e)
{
	FILE *f = fopen(path, append ? "a" : "w");
	bool good;

	if (!f)
		return err_set(e, ERR_IO, "%s: %s", path, strerror(errno));
	errno = 0;
	good = fwrite(buf_text(b), 1, b->n, f) == b->n;
	good = fflush(f) == 0 && good;
	good = fclose(f) == 0 && good;
	return good || err_set(e, ERR_IO, "%s: %s", path,
		strerror(errno ? errno : EIO));
}

bool files_write(struct session *s, struct err *e)
{
	char path[1024];
	struct buf b = { 0 };
	bool good;

	if (!s->output[0] || session_pending(s))
		return true;
	rows_text(&s->rows, 0, false, &b);
	files_path(s->output, path, sizeof(path));
	good = write_text(path, s->output_appends, &b, e);
	buf_done(&b);
	rows_clear(&s->rows);
	buf_clear(&s->status);
	if (good) {
		buf_printf(&s->status, "written to %s", s->output);
		rows_add(&s->rows, ROW_NOTE, NULL, buf_text(&s->status));
	}
	s->status_error = !good;
	s->output[0] = 0;
	return good;
}

bool files_refuse(const struct session *s, struct err *e)
{
	if (!s->output[0] && !s->source[0])
		return true;
	return err_set(e, ERR_USAGE,
		"only shell and the prompt read and write files");
}

static bool source(struct session *s, const struct files_user *u,
	unsigned depth, struct err *e);

/* One line to its end, or until the user stops it. */
static bool run_one(struct session *s, const char *line,
	const struct files_user *u, unsigned depth, struct err *e)
{
	struct command c;
	bool good;

	rows_clear(&s->rows);
	if (!session_parse(s, line, &c, e))
		return false;
	good = session_command(s, &c, e);
	command_done(&c);
	while (session_pending(s)) {
		session_slice(s, SLICE_LINES);
		if (session_pending(s) && u->stopped(u->user))
			session_interrupt(s);
	}
	good = good && files_write(s, e);
	return u->rows(u->user) && good && source(s, u, depth, e);
}

static bool source(struct session *s, const struct files_user *u,
	unsigned depth, struct err *e)
{
	struct lines lines = { 0 };
	char path[1024];
	bool good;

	if (!s->source[0])
		return true;
	files_path(s->source, path, sizeof(path));
	s->source[0] = 0;
	if (depth == NESTED_MAX)
		return err_set(e, ERR_USAGE, "%s: files in files, %d deep",
			path, NESTED_MAX);
	good = lines_read(&lines, path, false, e);
	for (size_t i = 0; good && i < lines.n && !s->ui.wants_quit &&
		!u->stopped(u->user); i++) {
		s->sourcing = true;
		good = run_one(s, lines.at[i], u, depth + 1, e);
		if (!good && e->code)
			lines_place(&lines, i, e);
	}
	s->sourcing = false;
	lines_done(&lines);
	return good;
}

bool files_source(struct session *s, const struct files_user *u,
	struct err *e)
{
	e->code = 0;
	return source(s, u, 0, e) || !e->code;
}
