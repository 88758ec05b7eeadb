/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep explain --scene: writes one report of a log as a scene.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "app/explain.h"
#include "base/state.h"
#include "report/proc.h"
#include "report/to_scene.h"

struct search {
	const char *source;
	s64 order, only;		/* REPORT_UNKNOWN; --report N */
	struct proc *proc;		/* --proc */
	u64 n, chosen;			/* reports so far; the one that is played */
	u64 line;			/* where that begins */
	struct buf yaml;
	struct err why;			/* of the first that can't be played */
};

/* The first that can be played, or the one that was asked for. */
static void take_report(void *user, struct report *r)
{
	struct search *s = user;
	struct err why = { 0 };

	s->n++;
	if (s->proc)
		proc_complete(s->proc, r);
	if (!s->chosen && (s->only < 0 || (u64)s->only == s->n)) {
		buf_clear(&s->yaml);
		if (report_scene(r, s->source, s->order, &s->yaml, &why)) {
			s->chosen = s->n;
			s->line = r->line;
		} else if (!s->why.code) {
			s->why = why;
			err_at(&s->why, s->source, (unsigned)r->line, 0);
		}
	}
	report_free(r);
}

static bool read_source(struct search *s, const struct options *o, struct err *e)
{
	struct reader *rd = reader_new(take_report, s);
	struct proc p;
	int error = 0;
	bool good;

	if (o->given[OPTION_PROC]) {
		s->proc = &p;
		good = proc_read(s->source, rd, &p, &error);
		if (good)
			reader_end(rd);
		proc_done(&p);
	} else {
		good = explain_read(s->source, rd, &error);
	}
	reader_free(rd);
	return good || s->chosen || explain_unread(s->source,
		s->proc != NULL, error, e);
}

static bool found(const struct search *s, struct err *e)
{
	if (s->chosen)
		return true;
	if (s->why.code) {
		*e = s->why;
		return s->n < 2 || s->only > 0 ? false
			: err_hint(e, "none of the %llu reports can be played",
				(unsigned long long)s->n);
	}
	return explain_none(s->source, s->n, e);
}

static bool cannot_write(const char *path, int error, struct err *e)
{
	return err_set(e, ERR_IO, "%s: %s", path, strerror(error));
}

/* All of it, and the file is closed; errno says why not. */
static bool write_and_close(int fd, const struct buf *b)
{
	bool good = state_write(fd, buf_text(b), b->n);
	int why = errno;

	if (close(fd) && good)
		return false;
	errno = why;
	return good;
}

static bool write_new(const char *path, const struct buf *b, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), why;

	if (fd < 0)
		return cannot_write(path, errno, e);
	if (write_and_close(fd, b))
		return true;
	why = errno;
	unlink(path);
	return cannot_write(path, why, e);
}

/* A device or a pipe can only be written to. */
static bool write_into(const char *path, const struct buf *b, struct err *e)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	return (fd >= 0 && write_and_close(fd, b)) ||
		cannot_write(path, errno, e);
}

/* Whole or not at all, through a file beside it; a symbolic link stays one. */
static bool write_over(const char *path, const struct stat *old,
	const struct buf *b, struct err *e)
{
	char *real = realpath(path, NULL);
	struct buf fresh = { 0 };
	int fd = -1, why;
	bool good = false;

	if (real && !access(real, W_OK)) {
		buf_printf(&fresh, "%s.XXXXXX", real);
		fd = mkstemp(fresh.s);
	}
	if (fd >= 0)
		good = !fchmod(fd, old->st_mode & 0777);
	if (fd >= 0)
		good = write_and_close(fd, b) && good && !rename(fresh.s, real);
	why = errno;
	if (fd >= 0 && !good)
		unlink(fresh.s);
	buf_done(&fresh);
	free(real);
	return good || cannot_write(path, why, e);
}

/* Is this the file that the report was read from, by whatever name? */
static bool is_source(const struct search *s, const struct stat *st)
{
	struct stat from;
	bool told = strcmp(s->source, "-") ? !stat(s->source, &from)
					   : !fstat(STDIN_FILENO, &from);

	return told && S_ISREG(st->st_mode) && from.st_dev == st->st_dev &&
		from.st_ino == st->st_ino;
}

/* A file that is there is left alone, unless --force. */
static bool write_file(const struct search *s, const char *path, bool force,
	struct err *e)
{
	struct stat st;

	if (lstat(path, &st))
		return write_new(path, &s->yaml, e);
	if (!stat(path, &st) && is_source(s, &st))
		return err_set(e, ERR_IO, "%s is what was just read: the scene needs another file",
			path);
	if (!force)
		return err_set(e, ERR_IO, "%s is there already; --force replaces it",
			path);
	return stat(path, &st) ? cannot_write(path, errno, e)
		: S_ISREG(st.st_mode) ? write_over(path, &st, &s->yaml, e)
		: write_into(path, &s->yaml, e);
}

static bool choose(const struct options *o, struct search *s, struct err *e)
{
	if (o->arguments.n > 1)
		return err_set(e, ERR_USAGE, "--scene takes one file with reports");
	if (!o->arguments.n && !o->given[OPTION_PROC])
		return err_set(e, ERR_USAGE,
			"explain which file? - is standard input, e.g. dmesg | mmstep explain - --scene out.yaml");
	if (o->given[OPTION_REPORT_FORMAT] || o->given[OPTION_BRIEF])
		return err_set(e, ERR_USAGE, "--scene writes a scene: --format and --list don't go with it");
	s->source = o->arguments.n ? o->arguments.at[0] : "/";
	s->order = o->given[OPTION_ORDER] ? o->order : REPORT_UNKNOWN;
	s->only = o->given[OPTION_REPORT] ? o->report : REPORT_UNKNOWN;
	return true;
}

static int put(struct search *s, const struct options *o, struct err *e)
{
	const char *path = o->value[OPTION_SCENE_OUT];
	struct buf said = { 0 };
	int status;

	if (!strcmp(path, "-"))
		return print_out(&s->yaml, 0);
	if (!write_file(s, path, o->given[OPTION_FORCE], e))
		return fail(e);
	buf_printf(&said, "%s: report %llu", path, (unsigned long long)s->chosen);
	if (s->line)
		buf_printf(&said, ", of line %llu", (unsigned long long)s->line);
	buf_printf(&said, "; %s play ", o->program);
	buf_put_word(&said, path);
	buf_putc(&said, '\n');
	status = print_out(&said, 0);
	buf_done(&said);
	return status;
}

int explain_scene(const struct options *o)
{
	struct search s = { 0 };
	struct err e = { 0 };
	int status;

	if (!choose(o, &s, &e))
		return fail(&e);
	if (read_source(&s, o, &e) && found(&s, &e))
		status = put(&s, o, &e);
	else
		status = fail(&e);
	buf_done(&s.yaml);
	return status;
}
