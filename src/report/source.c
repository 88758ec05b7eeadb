/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where the files of /proc and /sys come from.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/source.h"

/* Tables of a machine with 512 CPUs and 64 nodes are smaller. */
enum { PIECE = 1 << 14, FILE_MOST = 1 << 25 };

static int read_file(const char *path, struct buf *out)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), error = 0;
	char piece[PIECE];
	ssize_t n = 0;

	if (fd < 0)
		return errno;
	while (out->n < FILE_MOST && ((n = read(fd, piece, sizeof(piece))) > 0 ||
		(n < 0 && errno == EINTR)))
		buf_put(out, piece, n > 0 ? (size_t)n : 0);
	if (n < 0)
		error = errno;
	close(fd);
	return error;
}

void source_open(struct source *s, const char *name)
{
	size_t n = strlen(name);
	struct stat st;

	memset(s, 0, sizeof(*s));
	if (n >= 5 && !strcmp(name + n - 5, "/proc"))
		n -= 5;			/* the folder itself was named */
	snprintf(s->root, sizeof(s->root), "%.*s", (int)n, name);
	s->bundle = !stat(name, &st) && S_ISREG(st.st_mode) &&
		!read_file(name, &s->text);
}

void source_done(struct source *s)
{
	buf_done(&s->text);
}

/* "==> /proc/meminfo <==" or "===> proc/meminfo <===": is it a heading, and that of
 * this path? */
static bool heading(const char *line, size_t n)
{
	return n > 8 && !memcmp(line, "==", 2) &&
		!memcmp(line + n - 2, "==", 2) && memchr(line, '>', n) &&
		memchr(line, '<', n);
}

static bool heading_of(const char *line, size_t n, const char *path)
{
	const char *end = line + n;
	size_t length = strlen(path);

	line += strspn(line, "=> ");
	while (end > line && strchr("=< ", end[-1]))
		end--;
	return (size_t)(end - line) >= length &&
		!memcmp(end - length, path, length) &&
		((size_t)(end - line) == length || end[-(long)length - 1] == '/');
}

/* The part behind the heading, up to the next one. */
static int read_part(const struct source *s, const char *path, struct buf *out)
{
	const char *at = buf_text(&s->text), *end = at + s->text.n;
	bool found = false, inside = false;

	while (at < end) {
		const char *line = at, *stop = memchr(at, '\n',
			(size_t)(end - at));
		size_t n = (size_t)((stop ? stop : end) - line);

		at = stop ? stop + 1 : end;
		if (heading(line, n)) {
			inside = !found && heading_of(line, n, path);
			found |= inside;
		} else if (inside) {
			buf_put(out, line, (size_t)(at - line));
		}
	}
	return found ? 0 : ENODATA;
}

/* The kernel ends each line: one without its end was cut, maybe within a number. */
static void drop_torn_line(struct buf *b)
{
	while (b->n && b->s[b->n - 1] != '\n')
		b->n--;
	if (b->s)
		b->s[b->n] = 0;
}

int source_read(const struct source *s, const char *path, struct buf *out)
{
	char full[sizeof(s->root) + 256];
	int error;

	buf_clear(out);
	snprintf(full, sizeof(full), "%s/%.250s", s->root, path);
	error = s->bundle ? read_part(s, path, out) : read_file(full, out);
	drop_torn_line(out);
	return error;
}

void source_place(const char *name, const char *path, struct buf *out)
{
	size_t n = strlen(name);
	struct stat st;

	if (stat(name, &st)) {
		buf_puts(out, name);
		return;
	}
	if (S_ISREG(st.st_mode)) {
		buf_printf(out, "%s: %s", name, path);
		return;
	}
	n -= n >= 5 && !strcmp(name + n - 5, "/proc") ? 5 : 0;
	while (n && name[n - 1] == '/')
		n--;
	buf_printf(out, "%.*s/%s", (int)n, name, path);
}
