/* SPDX-License-Identifier: GPL-3.0-or-later
 * Writes recordings in asciicast version 2.
 */
#include "output/cast.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HELD = 3, SECOND_US = 1000000 };

struct cast {
	int fd;
	int trouble; /* errno of the first failed write; 0: none */
	char *path;
	int columns, rows;
	uint64_t time_us; /* of the last event */
	char held[HELD];  /* the start of a character */
	size_t held_n;
};

/* Takes back the part of a line that a failed write left; what is no regular
 * file keeps it. */
static void drop_part(int fd, size_t n)
{
	struct stat st;

	if (n && !fstat(fd, &st) && S_ISREG(st.st_mode) &&
		ftruncate(fd, st.st_size - (off_t)n))
		return;
}

static void put_line(struct cast *c, struct buf *line)
{
	size_t done = 0;

	buf_putc(line, '\n');
	while (done < line->n && !c->trouble) {
		ssize_t n = write(c->fd, line->s + done, line->n - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			c->trouble = errno;
	}
	if (c->trouble)
		drop_part(c->fd, done);
	buf_done(line);
}

/* SOURCE_DATE_EPOCH as a number; -1: unset or no number. */
static int64_t source_date(void)
{
	const char *text = getenv("SOURCE_DATE_EPOCH");
	char *end;
	long long v;

	if (!text || *text < '0' || *text > '9')
		return -1;
	errno = 0;
	v = strtoll(text, &end, 10);
	return *end || errno ? -1 : v;
}

static void put_header(struct cast *c, const char *title, bool virtual_time)
{
	struct json *header = json_new_object(), *env = json_new_object();
	const char *shell = virtual_time ? NULL : getenv("SHELL");
	int64_t date = virtual_time ? source_date() : (int64_t)time(NULL);
	struct buf line = {0};

	json_set(header, "version", json_new_int(2));
	json_set(header, "width", json_new_int(c->columns));
	json_set(header, "height", json_new_int(c->rows));
	if (date >= 0)
		json_set(header, "timestamp", json_new_int(date));
	if (title && *title)
		json_set(header, "title", json_new_string(title));
	/* What is recorded is written for this kind, whatever one sits at. */
	json_set(env, "TERM", json_new_string("xterm-256color"));
	if (shell && *shell)
		json_set(env, "SHELL", json_new_string(shell));
	json_set(header, "env", env);
	json_write(header, 0, &line);
	json_free(header);
	put_line(c, &line);
}

static struct cast *refuse(const char *path, int error, struct err *err)
{
	err_set(err, ERR_IO, "cannot record to %s: %s", path, strerror(error));
	if (error == EEXIST)
		err_hint(err, "--force overwrites it");
	return NULL;
}

struct cast *cast_open(const char *path, int columns, int rows,
	const char *title, bool force, bool virtual_time, struct err *err)
{
	int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (force ? O_TRUNC : O_EXCL);
	int fd = open(path, flags, 0666);
	struct cast *c;

	if (fd < 0)
		return refuse(path, errno, err);
	c = mem_alloc(sizeof(*c));
	c->fd = fd;
	c->path = mem_strdup(path);
	c->columns = columns;
	c->rows = rows;
	put_header(c, title, virtual_time);
	if (!c->trouble)
		return c;
	if (!force)
		unlink(path);
	cast_close(c, err);
	return NULL;
}

/* An event of the kind ("o", "r") with its text, which is UTF-8. */
static void put_event(
	struct cast *c, uint64_t time_us, const char *kind, const char *text)
{
	struct json *value = json_new_string(text);
	struct buf line = {0};

	if (time_us > c->time_us)
		c->time_us = time_us;
	buf_printf(&line, "[%" PRIu64 ".%06" PRIu64 ", \"%s\", ",
		c->time_us / SECOND_US, c->time_us % SECOND_US, kind);
	json_write(value, 0, &line);
	json_free(value);
	buf_putc(&line, ']');
	put_line(c, &line);
}

/* True if all n bytes are the start of one character that needs more. */
static bool is_start(const char *s, size_t n)
{
	unsigned char first = (unsigned char)*s;
	size_t needs = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;

	if (first < 0xc2 || first > 0xf4 || n >= needs)
		return false;
	for (size_t i = 1; i < n; i++)
		if (((unsigned char)s[i] & 0xc0) != 0x80)
			return false;
	return true;
}

/* Appends whole characters to text and returns how many bytes at the end are
 * the start of one more. */
static size_t take(const char *s, size_t n, struct buf *text)
{
	char bytes[4];
	size_t used;

	for (size_t i = 0; i < n; i += used) {
		uint32_t ch = text_decode(s + i, n - i, &used);

		if (ch >= 0x80 && used == 1 && is_start(s + i, n - i))
			return n - i;
		if (ch)
			buf_put(text, bytes, text_encode(ch, bytes));
	}
	return 0;
}

void cast_output(struct cast *c, uint64_t time_us, const char *bytes, size_t n)
{
	struct buf all = {0}, text = {0};

	buf_put(&all, c->held, c->held_n);
	buf_put(&all, bytes, n);
	c->held_n = take(buf_text(&all), all.n, &text);
	memcpy(c->held, buf_text(&all) + all.n - c->held_n, c->held_n);
	if (text.n)
		put_event(c, time_us, "o", text.s);
	buf_done(&all);
	buf_done(&text);
}

void cast_resize(struct cast *c, uint64_t time_us, int columns, int rows)
{
	struct buf size = {0};

	if (c->columns == columns && c->rows == rows)
		return;
	c->columns = columns;
	c->rows = rows;
	buf_printf(&size, "%dx%d", columns, rows);
	put_event(c, time_us, "r", buf_text(&size));
	buf_done(&size);
}

bool cast_close(struct cast *c, struct err *err)
{
	bool whole;

	if (!c)
		return true;
	if (c->held_n)
		put_event(c, c->time_us, "o", "\xef\xbf\xbd");
	if (close(c->fd) && !c->trouble)
		c->trouble = errno;
	whole = !c->trouble;
	if (!whole)
		err_set(err, ERR_IO, "cannot record to %s: %s", c->path,
			strerror(c->trouble));
	free(c->path);
	free(c);
	return whole;
}
