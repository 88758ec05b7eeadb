/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep explain: reads reports of memory trouble and says why.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/explain.h"
#include "base/json.h"
#include "base/text.h"
#include "output/proc_text.h"
#include "output/report_json.h"
#include "output/report_text.h"
#include "report/reader.h"
#include "report/source.h"

enum { PIECE = 1 << 16, LISTED = 1000 };

struct explaining {
	const char *source;
	bool json, list, ascii;
	s64 order, only;		/* REPORT_UNKNOWN; --report N */
	u64 n;				/* reports of this file so far */
	u64 written;
	struct buf out, lines;		/* lines: the list at the end */
	struct proc *proc;		/* --proc; filled in by the time of a report */
};

static void flush(struct explaining *e)
{
	struct buf plain = { 0 };

	if (e->ascii)
		text_put_ascii(&plain, buf_text(&e->out), e->out.n);
	if (print_out(e->ascii ? &plain : &e->out, 0))
		exit(3);
	buf_done(&plain);
	buf_clear(&e->out);
}

static void put_report(struct explaining *e, struct report *r)
{
	struct judgement j;

	judge(r, e->order, &j);
	if (e->json) {
		buf_puts(&e->out, e->written ? ",\n" : "\n");
		report_json(r, &j, e->proc, &e->out);
	} else if (e->list) {
		if (!e->written)
			text_clean(&e->out, e->source, strlen(e->source));
		buf_puts(&e->out, e->written ? "" : ":\n");
	} else {
		buf_puts(&e->out, e->written ? "\n" : "");
		report_text(r, &j, e->source, &e->out);
		if (e->proc)
			proc_text(e->proc, r, &e->out);
	}
	e->written++;
	if ((e->list && !e->json) || e->n <= LISTED) {
		struct buf *list = e->list && !e->json ? &e->out : &e->lines;

		buf_printf(list, "%4llu  ", (unsigned long long)e->n);
		report_line(r, &j, list);
	}
	judgement_done(&j);
}

static void take_report(void *user, struct report *r)
{
	struct explaining *e = user;

	e->n++;
	if (e->proc)
		proc_complete(e->proc, r);
	if (e->only < 0 || (u64)e->only == e->n)
		put_report(e, r);
	report_free(r);
	if (e->out.n > PIECE)
		flush(e);
}

/* False with *error set if it can't be read. */
static bool read_all(int fd, struct reader *rd, int *error)
{
	char piece[PIECE];
	ssize_t n;

	while ((n = read(fd, piece, sizeof(piece))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			*error = errno;
			return false;
		}
		reader_feed(rd, piece, (size_t)n);
	}
	reader_end(rd);
	return true;
}

static void put_source(struct explaining *e)
{
	struct json *name = json_new_string(e->source);

	buf_puts(&e->out, "{\"source\": ");
	json_write(name, 0, &e->out);
	buf_puts(&e->out, ", \"reports\": [");
	json_free(name);
}

/* After the reports themselves, if there are several. */
static void put_list(struct explaining *e)
{
	if (e->list || e->n < 2 || e->only > 0)
		return;
	buf_putc(&e->out, '\n');
	text_clean(&e->out, e->source, strlen(e->source));
	buf_printf(&e->out, ": %llu reports\n", (unsigned long long)e->n);
	buf_puts(&e->out, buf_text(&e->lines));
	if (e->n > LISTED)
		buf_printf(&e->out, "      and %llu more\n",
			(unsigned long long)(e->n - LISTED));
}

bool explain_unread(const char *source, bool proc, int error, struct err *e)
{
	struct buf place = { 0 };

	if (proc)
		source_place(source, "proc/zoneinfo", &place);
	else
		buf_puts(&place, source);
	err_set(e, ERR_IO, "%s: %s", buf_text(&place), strerror(error));
	buf_done(&place);
	return false;
}

bool explain_none(const char *source, u64 n, struct err *e)
{
	return err_set(e, ERR_NO, !n ? "%s: no report in it"
		: n == 1 ? "%s: has only one report"
		: "%s: has only %llu reports", source, (unsigned long long)n);
}

static int cannot_read(const char *source, bool proc, int error)
{
	struct err e;

	explain_unread(source, proc, error, &e);
	return fail(&e);
}

/* A source without a report, and why; JSON stays whole. */
static int close_unread(struct explaining *e, bool proc, int error)
{
	buf_puts(&e->out, e->json ? "]}" : "");
	return cannot_read(e->source, proc, error);
}

/* What was found in one source; the exit status it deserves. */
static int close_source(struct explaining *e)
{
	struct err none;

	if (e->json)
		buf_puts(&e->out, e->written ? "\n]}" : "]}");
	else if (e->n)
		put_list(e);
	flush(e);
	if (e->written)
		return 0;
	explain_none(e->source, e->n, &none);
	return fail(&none);
}

static void open_source(struct explaining *e)
{
	e->n = e->written = 0;
	buf_clear(&e->lines);
	if (e->json)
		put_source(e);
}

bool explain_read(const char *source, struct reader *rd, int *error)
{
	bool standard = !strcmp(source, "-"), good;
	int fd = standard ? STDIN_FILENO : open(source, O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		*error = errno;
		return false;
	}
	good = read_all(fd, rd, error);
	if (!standard)
		close(fd);
	return good;
}

/* One file, or standard input. */
static int explain_file(struct explaining *e)
{
	const char *source = e->source;
	struct reader *rd;
	int error = 0, status;
	bool good;

	if (!strcmp(source, "-"))
		e->source = "standard input";
	open_source(e);
	if (strcmp(source, "-") && access(source, R_OK))
		return close_unread(e, false, errno);
	rd = reader_new(take_report, e);
	good = explain_read(source, rd, &error);
	reader_free(rd);
	if (!good && !e->written)
		return close_unread(e, false, error);
	status = close_source(e);
	return good ? status : cannot_read(e->source, false, error);
}

/* The tables of /proc below a folder. */
static int explain_proc(struct explaining *e)
{
	struct proc p;
	struct reader *rd;
	int error = 0, status;

	open_source(e);
	e->proc = &p;
	rd = reader_new(take_report, e);
	if (proc_read(e->source, rd, &p, &error))
		reader_end(rd);
	reader_free(rd);
	e->proc = NULL;
	status = error ? close_unread(e, true, error) : close_source(e);
	proc_done(&p);
	return status;
}

static bool choose(const struct options *o, struct explaining *e,
	struct err *err)
{
	const char *format = o->value[OPTION_REPORT_FORMAT];

	e->json = format && !strcmp(format, "json");
	if (format && !e->json && strcmp(format, "text"))
		return err_set(err, ERR_USAGE,
			"--format is one of text, json, not \"%s\"", format);
	if (o->given[OPTION_PROC] && o->arguments.n > 1)
		return err_set(err, ERR_USAGE, "--proc takes one folder");
	if (!o->arguments.n && !o->given[OPTION_PROC])
		return err_set(err, ERR_USAGE,
			"explain which file? - is standard input, e.g. dmesg | mmstep explain -");
	e->list = o->given[OPTION_BRIEF];
	e->ascii = o->given[OPTION_ASCII];
	e->order = o->given[OPTION_ORDER] ? o->order : REPORT_UNKNOWN;
	e->only = o->given[OPTION_REPORT] ? o->report : REPORT_UNKNOWN;
	return true;
}

int app_explain(const struct options *o)
{
	struct explaining e = { 0 };
	struct err err = { 0 };
	int status = 1, one;

	if (o->given[OPTION_SCENE_OUT])
		return explain_scene(o);
	if (!choose(o, &e, &err))
		return fail(&err);
	if (o->given[OPTION_PROC]) {
		e.source = o->arguments.n ? o->arguments.at[0] : "/";
		status = explain_proc(&e);
	}
	buf_puts(&e.out, e.json && o->arguments.n > 1 ? "[" : "");
	for (unsigned i = 0; i < o->arguments.n && !o->given[OPTION_PROC]; i++) {
		if (i)
			buf_puts(&e.out, e.json ? ",\n" : "\n");
		e.source = o->arguments.at[i];
		one = explain_file(&e);
		/* Trouble first, then whether any report was read. */
		if (one == 3 || status == 3)
			status = 3;
		else if (!one)
			status = 0;
	}
	if (e.json)
		buf_puts(&e.out, o->arguments.n > 1 ? "]\n" : "\n");
	flush(&e);
	buf_done(&e.out);
	buf_done(&e.lines);
	return status;
}
