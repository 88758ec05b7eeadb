/* SPDX-License-Identifier: GPL-3.0-or-later
 * Addresses: writing and reading the name of a moment.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model/names.h"
#include "session/address.h"
#include "session/inner.h"

/* An operation as it stands in an address. */
static const char *operation_name(enum operation op)
{
	return commands[command_of_operation(op)].name;
}

static void write_value(enum kind kind, s64 value, struct buf *out)
{
	const char *name = kind_value_name(kind, value);

	if (name)
		buf_puts(out, name);
	else
		buf_printf(out, "%lld", (long long)value);
}

/* With the arguments that its command takes. */
static void write_operation(const struct input *in, struct buf *out)
{
	enum argument takes =
		commands[command_of_operation(in->operation)].argument;

	buf_printf(out, "%s%s=", in->focus ? "" : "start-",
		operation_name(in->operation));
	if (takes == ARG_POLICY)
		write_value(KIND_POLICY, in->value, out);
	else if (takes == ARG_ORDER)
		buf_printf(out, "%lld", (long long)in->value);
	else if (takes == ARG_PFN_ORDER)
		buf_printf(out, "%lld,%u", (long long)in->value, in->cpu);
	else
		buf_printf(out, "%u", in->cpu);
	if (takes == ARG_PROCESS_ADVICE) {
		buf_putc(out, ',');
		write_value(KIND_ADVICE, in->value, out);
	}
	if (takes == ARG_CPU_PAGES || takes == ARG_PROCESS_PAGES ||
		takes == ARG_CPU_PAGE)
		buf_printf(out, ",%lld", (long long)in->value);
}

static void write_edit(const struct input *in, struct buf *out)
{
	char name[96];

	buf_printf(out, "+%llu:", (unsigned long long)in->step);
	switch (in->kind) {
	case INPUT_SET:
		name_write(in->name, in->index, name);
		buf_printf(out, "%s=", name);
		write_value(name_at(in->name)->kind, in->value, out);
		break;
	case INPUT_MODE:
		buf_puts(out, "schedule=");
		write_value(KIND_MODE, in->value, out);
		break;
	case INPUT_PICK:
		buf_printf(out, "pick=%u", in->cpu);
		if (in->task != NONE)
			buf_printf(out, ",%u", in->task);
		break;
	default:
		write_operation(in, out);
	}
}

/* What has a meaning in an address, or ends a word, as % and two digits. */
static void write_text(const char *text, struct buf *out)
{
	for (; *text; text++)
		if (*text <= ' ' || *text >= 127 || strchr("%&+@?#/\"'", *text))
			buf_printf(out, "%%%02x", (unsigned)(unsigned char)*text);
		else
			buf_putc(out, *text);
}

/* Whether the step alone would not lead back to what is told: of the cues that
 * were passed it is not the last. `always`: also where one has stepped on from
 * that cue, or stands at the start. */
static bool names_cue(const struct session *s, bool always)
{
	const struct tracker *t = &s->variant[s->shown].tracker;
	u64 step = run_step(s->variant[s->shown].run);

	return s->cue >= 0 && s->cue < tracker_cue(t, step) &&
		(always || (step && t->at[s->cue] == step));
}

static void write_query(const struct session *s, bool cue, struct buf *out)
{
	const struct run_choice *c = &s->options.choice;
	char sign = '?';

	if (c->size == SIZE_MAIL) {
		buf_printf(out, "%csize=mail", sign);
		sign = '&';
	}
	if (c->machine) {
		buf_printf(out, "%cmachine=%s", sign, c->machine->name);
		sign = '&';
	}
	for (unsigned i = 0; i < PARAM_N; i++) {
		if (!c->set.given[i])
			continue;
		buf_printf(out, "%c%s=", sign, params[i].name);
		if (params[i].kind == KIND_TEXT)
			write_text(c->set.text[i - TEXT_FIRST], out);
		else
			write_value(params[i].kind, c->set.value[i], out);
		sign = '&';
	}
	if (c->seed != 1) {
		buf_printf(out, "%cseed=%lld", sign, (long long)c->seed);
		sign = '&';
	}
	if (c->student) {
		buf_printf(out, "%cstudent=%s", sign, c->student);
		sign = '&';
	}
	if (names_cue(s, cue))
		buf_printf(out, "%ccue=%s", sign,
			s->scene->acts[s->act].cues[s->cue].name);
}

/* `place`: to come back to. */
static const char *write_address(struct session *s, bool guard, bool place)
{
	const struct run *r = shown_run(s);
	struct buf *b = &s->address;

	buf_clear(b);
	buf_puts(b, s->scene->name);
	if (s->scene->n_acts > 1)
		buf_printf(b, "/%s", s->scene->acts[s->act].name);
	buf_printf(b, "/%s", s->scene->variant[s->shown].name);
	write_query(s, place, b);
	for (size_t i = 0; i < r->inputs.n; i++)
		if (!r->inputs.at[i].cue && r->inputs.at[i].step <= run_step(r))
			write_edit(&r->inputs.at[i], b);
	buf_printf(b, "@%llu", (unsigned long long)run_step(r));
	if (guard)
		buf_printf(b, "#%04x", (unsigned)(machine_digest(r->m,
			&r->program) & 0xffff));
	return buf_text(b);
}

const char *session_address(struct session *s)
{
	return write_address(s, true, false);
}

const char *session_position(struct session *s)
{
	return write_address(s, false, true);
}

bool address_is(const char *text)
{
	const char *slash = strchr(text, '/');

	return slash && strrchr(text, '@') > slash;
}

/* Copies up to a character of `ends`; false if it is too long or empty. */
static bool take(const char **text, const char *ends, char *out, size_t size)
{
	size_t n = strcspn(*text, ends);

	if (!n || n >= size)
		return false;
	memcpy(out, *text, n);
	out[n] = 0;
	*text += n;
	return true;
}

static bool take_step(const char **text, u64 *out)
{
	char *end;

	if (**text < '0' || **text > '9' || strspn(*text, "0123456789") > 18)
		return false;
	*out = strtoull(*text, &end, 10);
	*text = end;
	return true;
}

/* %41 becomes A, in place. */
static bool decode(char *text)
{
	char *to = text, hex[3] = "";

	for (; *text; text++) {
		if (*text != '%') {
			*to++ = *text;
			continue;
		}
		if (!isxdigit((unsigned char)text[1]) ||
			!isxdigit((unsigned char)text[2]))
			return false;
		memcpy(hex, text + 1, 2);
		*to = (char)strtoul(hex, NULL, 16);
		if (!*to++)
			return false;
		text += 2;
	}
	*to = 0;
	return true;
}

static bool take_query(const char **p, struct address *a)
{
	size_t used = 0;

	while (**p == '?' || **p == '&') {
		++*p;
		if (!take(p, "&+@", a->query + used,
			    sizeof(a->query) - used) ||
			!decode(a->query + used))
			return false;
		used += strlen(a->query + used) + 1;
		a->n_query++;
	}
	return true;
}

static bool take_edits(const char **p, struct address *a)
{
	while (**p == '+') {
		if (a->n_edits == ADDRESS_EDITS)
			return false;
		++*p;
		if (!take_step(p, &a->edit[a->n_edits].step) || *(*p)++ != ':')
			return false;
		if (!take(p, "+@", a->edit[a->n_edits].text,
			sizeof(a->edit[0].text)))
			return false;
		a->n_edits++;
	}
	return true;
}

static bool take_place(const char **p, struct address *a)
{
	char *end;

	if (*(*p)++ != '@' || !take_step(p, &a->step))
		return false;
	if (!**p)
		return true;
	if (**p != '#' || strlen(*p) != 5 ||
		strspn(*p + 1, "0123456789abcdef") != 4)
		return false;
	a->guarded = true;
	a->guard = (u16)strtoul(*p + 1, &end, 16);
	*p = end;
	return true;
}

bool address_parse(const char *text, struct address *a, struct err *e)
{
	const char *p = text;
	bool good;

	memset(a, 0, sizeof(*a));
	good = take(&p, "/?+@", a->scene, sizeof(a->scene)) && *p++ == '/' &&
		take(&p, "/?+@", a->variant, sizeof(a->variant));
	if (good && *p == '/') {
		p++;
		memcpy(a->act, a->variant, sizeof(a->act));
		good = take(&p, "/?+@", a->variant, sizeof(a->variant));
	}
	good = good && take_query(&p, a) && take_edits(&p, a) &&
		take_place(&p, a) && !*p;
	if (good)
		return true;
	err_set(e, ERR_USAGE, "not an address: %.200s", text);
	err_at(e, NULL, 1, (unsigned)(p - text) + 1);
	return err_hint(e, "SCENE/ACT/VARIANT?NAME=VALUE+STEP:NAME=VALUE@STEP#HEX4");
}

const char *address_value(const struct address *a, const char *name)
{
	const char *q = a->query;
	size_t n = strlen(name);

	for (unsigned i = 0; i < a->n_query; i++, q += strlen(q) + 1)
		if (!strncmp(q, name, n) && q[n] == '=')
			return q + n + 1;
	return NULL;
}

static bool take_size(const char *text, struct session_options *o,
	struct err *e)
{
	if (strcmp(text, "mail") && strcmp(text, "classroom"))
		return err_set(e, ERR_USAGE, "size is classroom or mail, not \"%s\"",
			text);
	o->choice.size = *text == 'm' ? SIZE_MAIL : SIZE_CLASSROOM;
	return true;
}

static bool take_seed(const char *text, struct session_options *o,
	struct err *e)
{
	char *end;

	errno = 0;
	o->choice.seed = strtoll(text, &end, 10);
	return (*text >= '0' && *text <= '9' && !*end && !errno) ||
		err_set(e, ERR_USAGE, "seed is a whole number, not \"%s\"",
			text);
}

bool address_options(const struct address *a, const struct scene *scene,
	struct session_options *o, struct err *e)
{
	const char *q = a->query;

	for (unsigned i = 0; i < a->n_query; i++, q += strlen(q) + 1) {
		if (!strncmp(q, "size=", 5)) {
			if (!take_size(q + 5, o, e))
				return false;
		} else if (!strncmp(q, "student=", 8)) {
			o->choice.student = q + 8;
		} else if (!strncmp(q, "cue=", 4)) {
			continue;	/* no value: address_go() finds it */
		} else if (!strncmp(q, "seed=", 5)) {
			if (!take_seed(q + 5, o, e))
				return false;
		} else {	/* the app has looked up the machine */
			if (strncmp(q, "machine=", 8) &&
				!scene_set(scene, q, &o->choice.set, e))
				return false;
			o->only_look = true;
		}
	}
	o->act = a->act[0] ? a->act : NULL;
	return true;
}

/* "map=1,400000" as the command "map 1 400000"; "NAME=VALUE" as `set`. */
static void edit_line(const char *text, char *out, size_t size)
{
	size_t n = strcspn(text, "=");
	char head[96];
	bool operation;

	snprintf(head, sizeof(head), "%.*s", (int)(n < 90 ? n : 90), text);
	if (!strncmp(head, "start-", 6) || !strcmp(head, "schedule") ||
		!strcmp(head, "pick")) {
		operation = true;
	} else {
		operation = false;
		for (unsigned i = 0; i < OPERATION_N; i++)
			operation |= !strcmp(head,
				operation_name((enum operation)i));
	}
	if (!operation) {
		snprintf(out, size, "set %s", text);
		return;
	}
	if (!strncmp(head, "start-", 6))
		head[5] = ' ';
	snprintf(out, size, "%s %s", head, text[n] ? text + n + 1 : "");
	for (char *p = out; *p; p++)
		if (*p == ',')
			*p = ' ';
}

/* Whether the session was opened with the address's values. */
static bool same_choice(const struct session *s, const struct address *a,
	struct err *e)
{
	const struct run_choice *mine = &s->options.choice;
	const char *machine = address_value(a, "machine");
	struct session_options o = { .choice.seed = 1 };
	bool same;

	if (strcmp(a->scene, s->scene->name))
		return err_set(e, ERR_USAGE, "the address is of scene \"%s\", not \"%s\"",
			a->scene, s->scene->name);
	if (!address_options(a, s->scene, &o, e))
		return false;
	same = o.choice.size == mine->size && o.choice.seed == mine->seed &&
		!strcmp(machine ? machine : "", mine->machine
			? mine->machine->name : "");
	same = same && !strcmp(o.choice.student ? o.choice.student : "",
		mine->student ? mine->student : "");
	for (unsigned i = 0; i < PARAM_N; i++)
		same = same && o.choice.set.given[i] == mine->set.given[i] &&
			(!o.choice.set.given[i] || o.choice.set.value[i] ==
				mine->set.value[i]);
	return same || err_set(e, ERR_USAGE,
		"that address has other values than this session; open it with --at alone");
}

static bool find_variant(const struct session *s, const char *name,
	unsigned *v, struct err *e)
{
	*v = 0;
	while (*v < s->n_variants && strcmp(s->scene->variant[*v].name, name))
		++*v;
	return (*v < s->n_variants && s->variant[*v].run) ||
		err_set(e, ERR_USAGE, "scene %s has no variant \"%s\"",
			s->scene->name, name);
}

static bool find_act(const struct session *s, const char *name, unsigned *act,
	struct err *e)
{
	*act = 0;
	if (!*name)
		return true;
	while (*act < s->scene->n_acts && strcmp(s->scene->acts[*act].name,
		name))
		++*act;
	return *act < s->scene->n_acts || err_set(e, ERR_USAGE,
		"scene %s has no act \"%s\"", s->scene->name, name);
}

static bool has_edits(struct session *s)
{
	const struct inputs *in = &shown_run(s)->inputs;

	for (size_t i = 0; i < in->n; i++)
		if (!in->at[i].cue)
			return true;
	return false;
}

/* Now, whatever is asked on the way. */
static bool go_now(struct session *s, u64 step, struct err *e)
{
	s->landing = true;
	begin_to(s, step);
	while (session_pending(s))
		session_slice(s, 1000000);
	if (run_step(shown_run(s)) == step)
		return true;
	return err_set(e, ERR_RANGE, "this run ends at step %llu",
		(unsigned long long)run_step(shown_run(s)));
}

/* The cue of this act that is to be told there, of those that were passed. */
static bool find_land_cue(struct session *s, const struct address *a,
	struct err *e)
{
	const struct act *act = &s->scene->acts[s->act];
	const char *name = address_value(a, "cue");

	s->land_cue = -1;
	for (unsigned i = 0; name && i < act->n_cues; i++)
		if (!strcmp(act->cues[i].name, name))
			s->land_cue = (int)i;
	return !name || s->land_cue >= 0 || err_set(e, ERR_USAGE,
		"act %s has no cue \"%s\"", act->name, name);
}

bool address_go(struct session *s, const struct address *a, struct err *e)
{
	unsigned v, act;
	unsigned digest;

	if (!same_choice(s, a, e) || !find_variant(s, a->variant, &v, e) ||
		!find_act(s, a->act, &act, e))
		return false;
	/* its edits are all there are */
	if ((act != s->act || a->n_edits || has_edits(s)) &&
		!act_open(s, act, e))
		return false;
	show_variant(s, v);
	for (unsigned i = 0; i < a->n_edits; i++) {
		char line[160];

		if (!go_now(s, a->edit[i].step, e))
			return false;
		close_question(s);
		edit_line(a->edit[i].text, line, sizeof(line));
		if (!session_line(s, line, e))
			return false;
		if (s->output[0]) {	/* somebody else has written it */
			s->output[0] = 0;
			return err_set(e, ERR_USAGE, "an address writes no files");
		}
	}
	close_question(s);
	rows_clear(&s->rows);
	if (!find_land_cue(s, a, e) || !go_now(s, a->step, e))
		return false;
	s->land_cue = -1;
	digest = machine_digest(shown_run(s)->m, &shown_run(s)->program) &
		0xffff;
	return !a->guarded || digest == a->guard || err_set(e, ERR_NO,
		"the moment at step %llu is not the one meant: its digest ends in %04x, not %04x",
		(unsigned long long)a->step, digest, a->guard);
}

/* A name of a cue in this act or another; act stays if the cue is not found. */
static bool goto_cue(struct session *s, const char *name, bool *found,
	struct err *e)
{
	for (unsigned k = 0; k < s->scene->n_acts; k++) {
		unsigned act = (s->act + k) % s->scene->n_acts;
		const struct act *a = &s->scene->acts[act];

		for (unsigned i = 0; i < a->n_cues; i++) {
			if (strcmp(a->cues[i].name, name))
				continue;
			*found = true;
			if (act != s->act && !act_open(s, act, e))
				return false;
			begin_cue(s, (int)i);
			return true;
		}
	}
	*found = false;
	return true;
}

/* The start of an act of this name. */
static bool goto_act(struct session *s, const char *name, bool *found,
	struct err *e)
{
	unsigned act = 0;

	while (act < s->scene->n_acts && strcmp(s->scene->acts[act].name, name))
		act++;
	*found = act < s->scene->n_acts;
	if (!*found)
		return true;
	if (!act_open(s, act, e))
		return false;
	if (s->landing)		/* tells its cue again */
		rows_clear(&s->rows);
	finish_command(s);
	return true;
}

/* "327 341": a step for each variant that runs. */
static bool take_steps(struct session *s, const char *when, u64 *steps)
{
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_variants; i++) {
		steps[i] = 0;
		if (!s->variant[i].run)
			continue;
		if (n++ && *when++ != ' ')
			return false;
		if (!take_step(&when, &steps[i]))
			return false;
	}
	return n > 1 && !*when;
}

bool session_goto(struct session *s, const char *when, struct err *e)
{
	u64 steps[VARIANTS_MAX];
	u64 step = run_step(shown_run(s));
	const char *p = when;
	bool found;

	if (take_steps(s, when, steps)) {
		begin_steps(s, steps);
		return true;
	}
	if (!strcmp(when, "start"))
		step = 0;
	else if (!strcmp(when, "end"))
		step = UINT64_MAX;
	else if (address_is(when)) {
		struct address a;

		return address_parse(when, &a, e) && address_go(s, &a, e);
	} else if (!take_step(&p, &step) || *p) {
		struct command c;

		if (!goto_cue(s, when, &found, e))
			return false;
		if (!found && !goto_act(s, when, &found, e))
			return false;
		if (found)
			return true;
		command_init(&c, CMD_JUMP);
		snprintf(c.text, sizeof(c.text), "%.200s", when);
		if (handle_step(s, &c, e))
			return true;
		err_set(e, ERR_USAGE,
			"there is no step, cue, act or mark \"%s\"", when);
		if (!s->landing)
			return err_hint(e, "`info cues` lists cues");
		return err_hint(e, "`%s notes %s` names all cues",
			session_program(s), s->options.scene);
	}
	begin_to(s, step);
	return true;
}

bool session_land(struct session *s, const char *when, struct err *e)
{
	s->landing = strcmp(when, "start") != 0;
	if (session_goto(s, when, e))
		return true;
	s->landing = false;
	return false;
}

/* Whether all stand where `go` to this cue's name brings them: the cues of the
 * act alone choose the variant, and nothing was set or changed. */
static bool stands_at_cue(struct session *s)
{
	const struct act *act = &s->scene->acts[s->act];
	const struct run_choice *c = &s->options.choice;
	unsigned shown = 0;

	if (s->cue < 0 || c->size != SIZE_CLASSROOM || c->machine ||
		c->seed != 1 || s->options.variant >= 0 || has_edits(s))
		return false;
	for (unsigned i = 0; i < PARAM_N; i++)
		if (c->set.given[i])
			return false;
	for (unsigned i = 0; i < s->n_variants; i++) {
		const struct tracker *t = &s->variant[i].tracker;

		if (run_step(s->variant[i].run) != ((int)t->n > s->cue
			? t->at[s->cue] : s->variant[i].last_step))
			return false;
	}
	for (int i = 0; i <= s->cue; i++)
		if (act->cues[i].variant >= 0)
			shown = (unsigned)act->cues[i].variant;
	return shown == s->shown;
}

/* How many acts and cues have this name; it must not mean anything else. */
static unsigned named_so(const struct scene *scene, const char *name)
{
	unsigned n = !strcmp(name, "start") || !strcmp(name, "end");

	for (unsigned i = 0; i < scene->n_acts; i++)
		for (unsigned k = 0; k < scene->acts[i].n_cues; k++)
			n += !strcmp(scene->acts[i].cues[k].name, name);
	return n;
}

const char *session_when(struct session *s)
{
	const char *name;

	if (!stands_at_cue(s))
		return write_address(s, true, true);
	name = s->scene->acts[s->act].cues[s->cue].name;
	return named_so(s->scene, name) == 1 ? name
		: write_address(s, true, true);
}
