/* SPDX-License-Identifier: GPL-3.0-or-later
 * The learner's record: how far, where, and what was answered.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "app/learner.h"
#include "base/state.h"

enum { FILE_MAX = 1 << 20, ID_MAX = 40,
	NOT_RESULTS = -1, /* beside errno: the file holds something else */
};

bool student_valid(const char *id)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";

	return *id && !id[strspn(id, plain)] && strlen(id) <= ID_MAX;
}

/* "progress" or "progress-ID". */
static const char *file_name(const char *what, const char *student, char *out)
{
	snprintf(out, 80, "%s%s%.*s", what, *student ? "-" : "", ID_MAX,
		student);
	return out;
}

/* False with errno if it can't be read to its end. */
static bool read_text(int fd, struct buf *out)
{
	char chunk[4096];
	ssize_t n = 0;

	while (out->n < FILE_MAX && (n = read(fd, chunk, sizeof(chunk))) > 0)
		buf_put(out, chunk, (size_t)n);
	return n >= 0;
}

/* False with errno if it can't be read, ENOENT if there is none. */
static bool read_file(const char *name, struct buf *out)
{
	int folder = state_folder(false);
	int fd = folder < 0 ? -1 : state_file(folder, name, O_RDONLY);
	bool good = fd >= 0 && read_text(fd, out);
	int why = errno;

	if (fd >= 0)
		close(fd);
	if (folder >= 0)
		close(folder);
	errno = why;
	return good;
}

/* The scene's line in the text, or NULL. */
static const char *find(const char *text, const char *scene)
{
	size_t n = strlen(scene);

	for (const char *p = text; p && *p; p = strchr(p, '\n')) {
		p += *p == '\n';
		if (!strncmp(p, scene, n) && p[n] == ' ')
			return p;
	}
	return NULL;
}

static bool replace_file(const char *name, const struct buf *text)
{
	int folder = state_folder(true), why;
	char fresh[96];
	bool good;

	if (folder < 0)
		return false;
	snprintf(fresh, sizeof(fresh), "%s.new", name);
	good = state_replace(folder, name, fresh, buf_text(text), text->n,
		false);
	why = errno;
	close(folder);
	errno = why;
	return good;
}

/* Puts the scene's line in place of the one before; "" takes it out. What can't
 * be read is not written over: the other scenes' lines are in it. */
static bool put_line(const char *name, const char *scene, const char *line)
{
	struct buf text = { 0 }, out = { 0 };
	const char *old;
	bool good;

	if (!read_file(name, &text) && errno != ENOENT) {
		buf_done(&text);
		return false;
	}
	old = find(buf_text(&text), scene);
	if (old) {
		size_t n = strcspn(old, "\n");

		buf_put(&out, text.s, (size_t)(old - text.s));
		buf_puts(&out, old + n + (old[n] == '\n'));
	} else {
		buf_puts(&out, buf_text(&text));
	}
	if (*line)
		buf_printf(&out, "%s %s\n", scene, line);
	good = replace_file(name, &out);
	buf_done(&text);
	buf_done(&out);
	return good;
}

struct progress progress_of(const char *student, const char *scene)
{
	struct progress p = { 0, 0 };
	struct buf text = { 0 };
	const char *line = NULL;
	char name[80];

	if (read_file(file_name("progress", student, name), &text))
		line = find(buf_text(&text), scene);
	if (line && sscanf(line + strlen(scene), "%u %u", &p.seen, &p.cues) != 2)
		p = (struct progress){ 0, 0 };
	buf_done(&text);
	return p;
}

bool learner_place(const char *student, const char *scene, struct buf *out)
{
	struct buf text = { 0 };
	const char *line = NULL;
	char name[80];

	if (read_file(file_name("places", student, name), &text))
		line = find(buf_text(&text), scene);
	if (line) {
		line += strlen(scene) + 1;
		buf_put(out, line, strcspn(line, "\n"));
	}
	buf_done(&text);
	return line != NULL;
}

void learner_file(const char *student, struct buf *out)
{
	char name[80];

	if (state_path(out))
		buf_printf(out, "/%s", file_name("results", student, name));
}

bool learner_results(const char *student, struct results *out, struct err *e)
{
	struct buf text = { 0 }, path = { 0 };
	bool good = true;
	char name[80];

	memset(out, 0, sizeof(*out));
	learner_file(student, &path);
	if (read_file(file_name("results", student, name), &text))
		good = results_parse(buf_text(&path), &text, out, e);
	else if (path.n && errno != ENOENT)
		good = err_set(e, ERR_IO, "%s: %s", buf_text(&path),
			errno == ENXIO ? "not a regular file"
				       : strerror(errno));
	buf_done(&text);
	buf_done(&path);
	return good;
}

/* Without HOME and XDG_STATE_HOME nobody expects a record. */
static bool has_folder(void)
{
	struct buf path = { 0 };
	bool has = state_path(&path);

	buf_done(&path);
	return has;
}

void learner_start(struct learner *l, const char *student,
	const struct session *s)
{
	memset(l, 0, sizeof(*l));
	l->student = student ? student : "";
	l->act = l->cue = -1;
	/* a name with a blank in it can't stand in these files */
	l->on = !s->options.class_mode && has_folder() &&
		!s->scene->name[strcspn(s->scene->name, " \t\n")];
	l->seen = progress_of(l->student, s->scene->name).seen;
}

static void not_kept(struct learner *l, const char *in, int why)
{
	l->trouble = why;
	l->in = in;
}

static void note_progress(struct learner *l, const struct session *s)
{
	unsigned seen = (unsigned)(s->cue + 1), cues = 0;
	char name[80], line[48];

	for (unsigned i = 0; i < s->scene->n_acts; i++) {
		cues += s->scene->acts[i].n_cues;
		seen += i < s->act ? s->scene->acts[i].n_cues : 0;
	}
	if (l->seen >= seen)
		return;
	snprintf(line, sizeof(line), "%u %u", seen, cues);
	if (put_line(file_name("progress", l->student, name), s->scene->name,
		line))
		l->seen = seen;
	else
		not_kept(l, "progress", errno);
}

static bool at_end(const struct session *s)
{
	return s->act + 1 == s->scene->n_acts && !s->question.open &&
		s->cue + 1 == (int)s->scene->acts[s->act].n_cues;
}

static void note_place(struct learner *l, struct session *s)
{
	const char *place = "";
	char name[80];

	if (!at_end(s) && (s->act || s->cue > 0 ||
		run_step(s->variant[s->shown].run)))
		place = session_position(s);
	if (!strcmp(place, buf_text(&l->place)))
		return;
	if (!put_line(file_name("places", l->student, name), s->scene->name,
		place)) {
		if (!l->trouble)	/* answers are worth more */
			not_kept(l, "places", errno);
		return;
	}
	buf_clear(&l->place);
	buf_puts(&l->place, place);
}

static void write_deed(const struct session *s, const struct deed *d,
	struct buf *out)
{
	static const char *const words[] = { [DEED_HINT] = "hint",
		[DEED_SHOWN] = "shown", [DEED_GAVE_UP] = "gave-up",
		[DEED_REFUTED] = "refuted" };

	buf_printf(out, "%s %s %s ", s->scene->name,
		s->scene->acts[d->act].name, d->question->name);
	if (d->kind != DEED_ANSWER)
		buf_printf(out, "%s\n", words[d->kind]);
	else
		buf_printf(out, "answer %lld %s%s%s\n", (long long)d->value,
			d->right ? "right" : "wrong",
			d->misconception ? " " : "",
			d->misconception ? d->misconception : "");
}

/* Where the file's last whole line ends: what comes after it was cut short, when
 * the program was killed or the disk was full. */
static off_t whole_lines(int fd)
{
	struct stat st;
	off_t end = fstat(fd, &st) ? 0 : st.st_size;
	char c;

	while (end > 0 && pread(fd, &c, 1, end - 1) == 1 && c != '\n')
		end--;
	return end;
}

/* Whether what is there reads back, so that more may come after it; a first line
 * that was cut short does. */
static bool reads_back(int fd)
{
	static const char first[] = "mmstep-results 1";
	struct results r = { 0 };
	struct buf text = { 0 };
	struct err e = { 0 };
	bool good = read_text(fd, &text);

	if (good && memchr(buf_text(&text), '\n', text.n))
		good = results_parse("", &text, &r, &e);
	else if (good)
		good = !strncmp(buf_text(&text), first,
			text.n < strlen(first) ? text.n : strlen(first));
	else
		err_set(&e, ERR_IO, "%s", strerror(errno));
	results_done(&r);
	buf_done(&text);
	if (!good && e.code != ERR_IO)
		errno = NOT_RESULTS;
	return good;
}

/* One write for all, at the end of the file; all of it or nothing. */
static bool append_deeds(int fd, const struct learner *l,
	const struct session *s)
{
	off_t end = whole_lines(fd);
	struct buf out = { 0 };
	bool good = reads_back(fd) && !ftruncate(fd, end);

	if (end == 0)
		buf_printf(&out, "mmstep-results 1%s%s\n",
			*l->student ? " " : "", l->student);
	for (size_t i = l->deeds; i < s->n_deeds; i++)
		write_deed(s, &s->deeds[i], &out);
	if (good && !state_write(fd, buf_text(&out), out.n)) {
		int why = errno;

		good = ftruncate(fd, end) && false;
		errno = why;
	}
	buf_done(&out);
	return good;
}

/* Those that can't be written stay for the next time. */
static void note_deeds(struct learner *l, const struct session *s)
{
	int folder, fd = -1;
	bool good = false;
	char name[80];

	if (l->deeds == s->n_deeds)
		return;
	folder = state_folder(true);
	if (folder >= 0)
		fd = state_file(folder, file_name("results", l->student, name),
			O_RDWR | O_CREAT | O_APPEND);
	if (fd >= 0)
		good = append_deeds(fd, l, s);
	if (good)
		l->deeds = s->n_deeds;
	else
		not_kept(l, "results", errno);
	if (fd >= 0)
		close(fd);
	if (folder >= 0)
		close(folder);
}

/* The lesson as it is written, a student's own values included. Who chose others
 * practises: the questions are not the same ones. */
static bool as_written(const struct session *s)
{
	const struct run_choice *c = &s->options.choice;

	return !s->options.only_look && c->size == SIZE_CLASSROOM &&
		c->seed == 1 && s->options.variant < 0;
}

void learner_note(struct learner *l, struct session *s)
{
	if (!l->on)
		return;
	l->trouble = 0;
	note_progress(l, s);
	if (!as_written(s)) {
		l->deeds = s->n_deeds;
		return;
	}
	note_deeds(l, s);
	if (!s->question.away)		/* one comes back to the question */
		note_place(l, s);
}

void learner_why(const struct learner *l, bool brief, struct buf *out)
{
	char name[80];

	if (l->trouble != NOT_RESULTS && l->trouble != ENXIO) {
		buf_puts(out, strerror(l->trouble));
		return;
	}
	if (!brief && state_path(out))
		buf_putc(out, '/');
	buf_printf(out, "%s is not a %s file",
		file_name(l->in, l->student, name),
		l->trouble == ENXIO ? "regular" : "result");
}

int learner_end(const struct learner *l, const struct session *s, bool all,
	int status)
{
	bool lost = l->on && l->deeds < s->n_deeds;
	struct buf why = { 0 };

	if (l->trouble && (lost || all)) {
		learner_why(l, false, &why);
		fprintf(stderr, "mmstep: %s not kept: %s\n",
			lost ? "answers are" : "the place is", buf_text(&why));
	}
	buf_done(&why);
	return lost && !status ? 3 : status;
}

bool learner_now(const char *scene, struct buf *out)
{
	struct buf text = { 0 };
	const char *line = read_file("now", &text) ? find(buf_text(&text), scene)
						   : NULL;

	if (line) {
		line += strlen(scene) + 1;
		buf_put(out, line, strcspn(line, "\n"));
	}
	buf_done(&text);
	return line != NULL;
}

void learner_show(struct learner *l, const struct session *s)
{
	const struct act *act = s ? &s->scene->acts[s->act] : NULL;
	struct buf text = { 0 };
	int folder;

	if (s && l->act == (int)s->act && l->cue == s->cue)
		return;
	l->act = s ? (int)s->act : -1;
	l->cue = s ? s->cue : -1;
	if (s && s->cue >= 0)
		buf_printf(&text, "%s %s %s\n", s->scene->name, act->name,
			act->cues[s->cue].name);
	folder = state_folder(text.n > 0);
	if (folder >= 0) {
		if (text.n)
			state_replace(folder, "now", "now.new", buf_text(&text),
				text.n, false);
		else
			unlinkat(folder, "now", 0);
		close(folder);
	}
	buf_done(&text);
}

void learner_done(struct learner *l)
{
	buf_done(&l->place);
}
