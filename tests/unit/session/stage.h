/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the session's tests share: a tiny scene, and saying commands to it.
 */
#ifndef TEST_SESSION_STAGE_H
#define TEST_SESSION_STAGE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "model/machine.h"
#include "session/address.h"
#include "session/session.h"

#define TINY_HEAD \
	"mmstep: 1\n" \
	"title: Tiny\n" \
	"machine: classroom\n" \
	"parameters:\n" \
	"  cpus: {min: 1, max: 8}\n" \
	"  mapping_pages: {}\n" \
	"  batch: {}\n" \
	"  iterations: {max: 100}\n" \
	"set: {cpus: 2, mapping_pages: 28, batch: 0, iterations: 2}\n" \
	"workload: mmap1\n" \
	"variants:\n" \
	"  - {name: base, title: before, status: old, options: [batch_old, policy_batch]}\n" \
	"  - {name: patched, title: after, status: new, options: [batch_new, batch_sync_policy]}\n" \
	"acts:\n"

/* small: questions; wide: the lock in base only; edits: a cue that edits. */
#define TINY TINY_HEAD \
	"  - name: small\n" \
	"    title: Small updates\n" \
	"    cues:\n" \
	"      - {name: hello, step: 0, say: 'The [[batch]] is {vm_committed_as_batch}.'}\n" \
	"      - name: count\n" \
	"        when: vm_committed_as.updates > 0\n" \
	"        say: 'One of {vm_committed_as.updates}.'\n" \
	"        ask:\n" \
	"          name: how-many\n" \
	"          text: How many pages are mapped when half is done?\n" \
	"          answer: 1000 * vm_committed_as.updates - 5000\n" \
	"          known: vm_committed_as.updates >= 4\n" \
	"          hint: It is below zero.\n" \
	"          explain: 'At {vm_committed_as.updates} updates.'\n" \
	"      - name: pick-one\n" \
	"        when: vm_committed_as.updates > 4\n" \
	"        say: Now choose.\n" \
	"        ask:\n" \
	"          name: choice\n" \
	"          text: Is the lock ever taken?\n" \
	"          choices:\n" \
	"            - {text: 'yes', remark: 'It is taken {vm_committed_as.lock.taken} times.'}\n" \
	"            - {text: 'no', when: vm_committed_as.lock.taken == 0}\n" \
	"            - {text: perhaps, remark: A run is not a matter of luck.}\n" \
	"          known: workload.processes == 0\n" \
	"          hint: Compare.\n" \
	"          explain: Taken {vm_committed_as.lock.taken} times.\n" \
	"      - {name: over, end: true, say: 'It is over.'}\n" \
	"  - name: wide\n" \
	"    title: Wide updates\n" \
	"    main: true\n" \
	"    set: {mapping_pages: 10000}\n" \
	"    cues:\n" \
	"      - {name: begin, step: 0, say: Begin.}\n" \
	"      - {name: with-it, say: At the same step., follow: 1}\n" \
	"      - {name: later, step: 30, say: Later.}\n" \
	"      - {name: never, when: vm_committed_as.lock.taken > 100000, say: Never.}\n" \
	"  - name: edits\n" \
	"    title: A cue that edits\n" \
	"    cues:\n" \
	"      - {name: first, step: 0, say: Nothing yet.}\n" \
	"      - {name: smaller, step: 20, say: Now., do: [set vm_committed_as_batch=8, hide score]}\n" \
	"      - {name: done, end: true, say: Done., variant: patched}\n"

struct stage {
	struct scene *scene;
	struct session *s;
	struct err e;
};

static inline struct stage stage_open(const char *text, const char *act,
	struct session_options o)
{
	struct err_list errors = { 0 };
	struct stage t = { 0 };

	t.scene = scene_parse("tiny.yaml", text, strlen(text), &errors);
	if (!t.scene)
		fail_msg("%s: %s", errors.at[0].text, errors.at[0].source);
	o.scene = "tiny";
	o.loaded = t.scene;
	o.act = act;
	if (!o.choice.seed)
		o.choice.seed = 1;
	t.s = session_open(&o, &errors);
	if (!t.s)
		fail_msg("%s", errors.at[0].text);
	return t;
}

static inline struct stage stage(const char *act)
{
	return stage_open(TINY, act, (struct session_options){
		.variant = -1, .history = true });
}

static inline void stage_done(struct stage *t)
{
	session_free(t->s);
	scene_free(t->scene);
}

/* Says a command that must succeed, or must be refused with this text in it. */
static inline void good(struct stage *t, const char *line)
{
	t->e = (struct err){ 0 };
	if (!session_line(t->s, line, &t->e))
		fail_msg("%s: %s", line, t->e.text);
}

static inline void refused(struct stage *t, const char *line, const char *why)
{
	t->e = (struct err){ 0 };
	if (session_line(t->s, line, &t->e))
		fail_msg("%s was not refused", line);
	if (!strstr(t->e.text, why) && !strstr(t->e.hint, why))
		fail_msg("%s: \"%s\" (%s), not \"%s\"", line, t->e.text,
			t->e.hint, why);
}

static inline struct run *variant_run(const struct stage *t, unsigned v)
{
	return t->s->variant[v].run;
}

static inline u64 step_of(const struct stage *t)
{
	return run_step(variant_run(t, t->s->shown));
}

static inline u64 digest_of(const struct stage *t)
{
	const struct run *r = variant_run(t, t->s->shown);

	return machine_digest(r->m, &r->program);
}

static inline s64 value_of(struct stage *t, const char *text)
{
	struct scope scope = session_scope(t->s);
	struct expr *x = expr_compile(text, &scope, &t->e);
	s64 value = 0;

	if (!x || !expr_eval(x, &scope, &value, &t->e))
		fail_msg("%s: %s", text, t->e.text);
	expr_free(x);
	return value;
}

/* The first row of the last answer that has the text; NULL: none. */
static inline const struct row *row_with(const struct stage *t,
	const char *text)
{
	for (size_t i = 0; i < t->s->rows.n; i++) {
		const struct row *r = &t->s->rows.at[i];

		if ((r->text && strstr(r->text, text)) ||
			(r->label && strstr(r->label, text)))
			return r;
	}
	return NULL;
}

static inline const struct row *row_of(const struct stage *t,
	enum row_kind kind)
{
	for (size_t i = 0; i < t->s->rows.n; i++)
		if (t->s->rows.at[i].kind == kind)
			return &t->s->rows.at[i];
	return NULL;
}

#endif
