/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a session promises, on random tiny scenes under random commands: an
 * address leads back, undo takes back, steps forth and back end where they
 * began, and answers are judged as the run then goes.
 */
#include "../depth.h"
#include "../unit/engine/traces.h"
#include "../unit/session/stage.h"
#include "base/buf.h"
#include "base/rng.h"
#include "model/task.h"
#include "session/inner.h"

enum { COMMANDS = 40 };

static s64 pick(u64 *random, s64 from, s64 to)
{
	return from + (s64)rng_below(random, (u32)(to - from + 1));
}

/* Names whose comparison makes a condition. */
static const char *const counted[] = { "vm_committed_as.updates",
	"vm_committed_as.sum", "vm_committed_as.count", "steps",
	"workload.iterations", "vm_committed_as.lock.taken" };
static const char *const edits[] = { "set vm_committed_as_batch=%d",
	"add 0 %d", "map 0 %d", "start add 0 %d", "set vm_committed_as.count=%d" };
enum { COUNTED = sizeof(counted) / sizeof(*counted),
	EDITS = sizeof(edits) / sizeof(*edits) };

static void put_condition(struct buf *b, u64 *random)
{
	buf_printf(b, "%s >= %d", counted[pick(random, 0, COUNTED - 1)],
		(int)pick(random, 0, 30));
}

static void put_question(struct buf *b, unsigned cue, u64 *random)
{
	buf_printf(b, "        ask:\n          name: q%u\n"
		"          text: How many?\n          answer: %s\n"
		"          known: ", cue, counted[pick(random, 0, COUNTED - 1)]);
	put_condition(b, random);
	buf_puts(b, "\n          hint: Look.\n          explain: So it is.\n");
}

static void put_act(struct buf *b, unsigned act, u64 *random)
{
	static const char *const modes[] = { "time", "round-robin", "random",
		"time" };
	unsigned n = (unsigned)pick(random, 1, 5), step = 0;

	buf_printf(b, "  - name: a%u\n    title: T\n    main: %s\n"
		"    schedule: %s\n    cues:\n", act, act ? "false" : "true",
		modes[pick(random, 0, 3)]);
	for (unsigned i = 0; i < n; i++) {
		buf_printf(b, "      - name: c%u-%u\n        say: Now.\n", act,
			i);
		if (pick(random, 0, 2)) {
			buf_puts(b, "        when: ");
			put_condition(b, random);
			buf_putc(b, '\n');
		} else {
			step += (unsigned)pick(random, 0, 40);
			buf_printf(b, "        step: %u\n", step);
		}
		if (!pick(random, 0, 3)) {
			buf_puts(b, "        do: [\"");
			buf_printf(b, edits[pick(random, 0, EDITS - 1)],
				(int)pick(random, 1, 60));
			buf_puts(b, "\"]\n");
		}
		if (!pick(random, 0, 2))
			put_question(b, i + 10 * act, random);
	}
}

static void put_scene(struct buf *b, u64 *random)
{
	buf_clear(b);
	buf_printf(b, "mmstep: 1\ntitle: Random\nmachine: classroom\n"
		"set: {cpus: %d, mapping_pages: %d, batch: %d, iterations: %d}\n"
		"workload: mmap1\nvariants:\n"
		"  - {name: base, title: b, status: s, options: [batch_old, policy_batch]}\n"
		"  - {name: patched, title: p, status: s, options: [batch_new, policy_sync_batch]}\n"
		"acts:\n", (int)pick(random, 1, 4), (int)pick(random, 1, 40),
		(int)pick(random, 0, 60), (int)pick(random, 0, 3));
	for (unsigned act = 0; act < 2; act++)
		put_act(b, act, random);
}

/* One command; with numbers where it takes some. To add one: a row. */
static const char *const lines[] = { "step %d", "step any %d", "next %d",
	"finish", "until", "continue", "decision %d", "go", "back %d",
	"back any %d", "reverse-next", "reverse-finish", "reverse-continue",
	"reverse-go", "goto %d", "goto %d", "home", "end", "difference",
	"return", "mark a", "jump a", "break mmap_region", "delete",
	"watch vm_committed_as.count", "set vm_committed_as_batch=%d",
	"set base.cpu[0].vm_committed_as=%d", "add 0 %d", "add 1 -%d",
	"sync all", "map 1 %d", "unmap 1 %d", "policy never", "sum",
	"compare 0 %d", "offline 1", "online 1", "start map 0 %d",
	"schedule manual", "schedule random", "pick 0", "pick 1", "undo",
	"redo", "older", "newer", "older 3", "display local.count",
	"break percpu_counter_add_batch if steps > %d", "ignore $ %d",
	"break percpu_counter_add_batch if local.count > %d", "watch local.count",
	"break local.count > %d", "watch steps / %d", "until local.count > %d",
	"follow 0", "condition $ local.count > 9",
	"condition $ steps < %d", "continue %d", "reverse-continue %d",
	"difference next", "difference main", "metrics main",
	"who vm_committed_as.sum last go", "who steps", "1", "branch b1 c",
	"branch c", "branch main", "branch b1", "branch b2", "variant",
	"follow 1", "lockstep", "giveup", "act a0", "act a1", "answer %d",
	"goto c0-1", "goto c1-2", "reverse-until steps < %d", "hide story",
	"predict on", "refute", "answer 1" };
enum { LINES = sizeof(lines) / sizeof(*lines) };

static void random_line(char *out, size_t size, u64 *random)
{
	int n = (int)pick(random, 1, 60);
	const char *line = lines[pick(random, 0, LINES - 1)];
	const char *d = strstr(line, "%d");

	if (d)
		snprintf(out, size, "%.*s%d%s", (int)(d - line), line, n,
			d + 2);
	else
		snprintf(out, size, "%s", line);
}

static bool say(struct stage *t, const char *line)
{
	bool done = session_line(t->s, line, &t->e);

	for (unsigned v = 0; v < t->s->n_variants; v++) {
		const char *broken = machine_check(variant_run(t, v)->m);

		if (broken)
			fail_msg("%s: %s", line, broken);
	}
	return done;
}

/* A fresh session opened there is at the same moment. */
static void check_address(struct stage *t, const char *text)
{
	struct session_options o = { .variant = -1, .history = true,
		.choice.seed = 1 };
	struct address a;
	struct stage u;
	struct err e = { 0 };

	if (!address_parse(session_address(t->s), &a, &e)) {
		/* more edits than an address holds */
		assert_true(variant_run(t, t->s->shown)->inputs.n > 32);
		return;
	}
	assert_true(address_options(&a, t->scene, &o, &e));
	u = stage_open(text, o.act, o);
	if (!address_go(u.s, &a, &e))
		fail_msg("%s: %s\n%s", session_address(t->s), e.text, text);
	if (digest_of(&u) != digest_of(t))
		fail_msg("%s: another moment\n%s", session_address(t->s),
			text);
	stage_done(&u);
}

/* A move that no question ends: as in class. */
static bool say_in_class(struct stage *t, const char *line)
{
	bool done;

	t->s->options.class_mode = true;
	done = say(t, line);
	t->s->options.class_mode = false;
	return done;
}

static void check_there_and_back(struct stage *t, const char *forth,
	const char *back, u64 *random)
{
	int cue, n = (int)pick(random, 1, 30);
	u64 digest, step;
	char line[64];

	if (!say_in_class(t, forth))	/* so that one stands where it stops */
		return;
	if (t->s->question.open && !t->s->question.revealed)
		say(t, "giveup");
	digest = digest_of(t);
	step = step_of(t);
	cue = tracker_cue(&t->s->variant[t->s->shown].tracker, step);
	snprintf(line, sizeof(line), "%s %d", forth, n);
	if (!say_in_class(t, line) || run_ended(variant_run(t, t->s->shown)))
		return;
	if (t->s->question.open && !t->s->question.revealed)
		say(t, "giveup");
	snprintf(line, sizeof(line), "%s %d", back, n);
	assert_true(say(t, line));
	if (digest_of(t) != digest || step_of(t) != step)
		fail_msg("%s: step %d, not %d", line, (int)step_of(t),
			(int)step);
	assert_int_equal(tracker_cue(&t->s->variant[t->s->shown].tracker,
		step), cue);
}

static void check_undo(struct stage *t, u64 *random)
{
	u64 digest = digest_of(t), step = step_of(t);
	char line[64];

	if (t->s->question.open && !t->s->question.revealed)
		return;
	snprintf(line, sizeof(line), "add 0 %d", (int)pick(random, 1, 90));
	if (!say(t, line))
		return;
	if (t->s->question.open && !t->s->question.revealed)
		say(t, "giveup");
	assert_true(say(t, "undo"));
	assert_int_equal(step_of(t), step);
	if (digest_of(t) != digest)
		fail_msg("undo of %s at step %d", line, (int)step);
}

/* The answer that was shown is what the shown variant's run then has. */
static void check_answer(struct stage *t)
{
	const struct question *q = t->s->question.is;
	struct scope scope;
	s64 shown, then;
	bool known;

	if (!t->s->question.open || t->s->question.revealed ||
		t->s->question.predicted)	/* see check_prediction() */
		return;
	if (!say(t, "giveup"))
		return;
	shown = t->s->question.value;
	known = t->s->question.known;
	while (!expr_true(q->known, (scope = session_scope(t->s), &scope)))
		if (!run_line(variant_run(t, t->s->shown)))
			break;
	scope = session_scope(t->s);
	assert_true(expr_eval(q->answer, &scope, &then, &t->e));
	if (known && shown != then)
		fail_msg("question %s: %d, but then %d", q->name, (int)shown,
			(int)then);
}

/* A fresh session that reads what was saved is at the same moment. */
static void check_save(struct stage *t, const char *text)
{
	struct stage u = stage_open(text, "a0", (struct session_options){
		.variant = -1, .history = true });
	char *saved;

	assert_true(say(t, "save f"));
	saved = mem_strdup(t->s->rows.at[0].text);
	u.s->sourcing = true;
	for (char *line = strtok(saved, "\n"); line;
		line = strtok(NULL, "\n"))
		if (!say(&u, line))
			fail_msg("%s: %s\n%s", line, u.e.text,
				t->s->rows.at[0].text);
	assert_int_equal(step_of(&u), step_of(t));
	if (digest_of(&u) != digest_of(t))
		fail_msg("another moment: %s\n%s", t->s->rows.at[0].text,
			text);
	free(saved);
	stage_done(&u);
}

/* From the start to the k-th of n stops at once, then j of them back. */
static void check_counts(struct stage *t, const u64 *at, unsigned n,
	u64 *random)
{
	unsigned k = (unsigned)pick(random, 1, n);
	unsigned j = (unsigned)pick(random, 0, k - 1);
	char line[64];

	say(t, "home");
	if (t->s->question.open && !t->s->question.revealed)
		say(t, "giveup");
	snprintf(line, sizeof(line), "continue %u", k);
	assert_true(say(t, line));
	assert_int_equal(step_of(t), at[k - 1]);
	if (!j)
		return;
	snprintf(line, sizeof(line), "reverse-continue %u", j);
	assert_true(say(t, line));
	assert_int_equal(step_of(t), at[k - 1 - j]);
}

/* With all breakpoints, conditions and counts: standing on the last of some
 * stops, the way back meets the same. In class, where a move forth does not end
 * at a question. */
static void check_stops(struct stage *t, u64 *random)
{
	enum { MOST = 40 };
	u64 at[MOST];
	unsigned n = 0;

	if (!t->s->n_stops || !say(t, "home"))
		return;
	t->s->options.class_mode = true;
	while (n < MOST) {
		if (t->s->question.open && !t->s->question.revealed)
			say(t, "giveup");
		if (!say(t, "continue") ||
			run_ended(variant_run(t, t->s->shown)))
			break;
		at[n++] = step_of(t);
	}
	for (unsigned k = n == MOST ? n - 1 : n; step_of(t); k--) {
		u64 due = k ? at[k - 1] : 0;

		say(t, "reverse-continue");
		if (step_of(t) != due)
			fail_msg("back at %d, not %d", (int)step_of(t),
				(int)due);
	}
	if (n)
		check_counts(t, at, n, random);
	t->s->options.class_mode = false;
}

/* All of the present branch's run, with what its cues do, as a copy. */
static struct run *whole(struct stage *t)
{
	for (int i = 0; i < 9 && t->s->question.open &&
		!t->s->question.revealed; i++)
		say(t, "giveup");
	assert_true(say(t, "goto end"));
	return run_fork(variant_run(t, t->s->shown));
}

static void check_side(struct stage *t, const char *name,
	const struct record *r)
{
	const struct row *row = NULL;
	char text[32];

	for (size_t i = 0; i < t->s->rows.n && !row; i++)
		if (t->s->rows.at[i].kind == ROW_TABLE &&
			!strcmp(t->s->rows.at[i].label, name))
			row = &t->s->rows.at[i];
	assert_non_null(row);
	snprintf(text, sizeof(text), "step %d:", r ? (int)r->step : 0);
	if (strncmp(row->text, r ? text : "this task has no", r ? strlen(text)
		: 16))
		fail_msg("%s: %s, not %s", name, row->text, text);
}

/* `difference BRANCH` finds what a comparison of two full traces finds. */
static unsigned check_difference(struct stage *t, u64 *random)
{
	const struct record *found[2] = { NULL, NULL };
	unsigned other = (unsigned)pick(random, 0, t->s->n_branches - 1);
	unsigned mine = t->s->branch, task = 0;
	struct difference none = { 0 };
	char here[48], there[48], line[64];
	struct trace trace[2];
	struct run *a, *b;
	bool parts;
	u64 k = 0;

	if (other == mine)
		return 0;
	snprintf(here, sizeof(here), "%s", t->s->branches[mine].name);
	snprintf(there, sizeof(there), "%s", t->s->branches[other].name);
	a = whole(t);
	snprintf(line, sizeof(line), "branch %.40s", there);
	assert_true(say(t, line));
	b = whole(t);
	snprintf(line, sizeof(line), "branch %.40s", here);
	assert_true(say(t, line));
	if (t->s->question.open && !t->s->question.revealed)
		say(t, "giveup");
	parts = by_hand(&none, a, b, &task, &k, found, trace);
	snprintf(line, sizeof(line), "difference %.40s", there);
	assert_true(say(t, line));
	if (parts) {
		check_side(t, here, found[0]);
		check_side(t, there, found[1]);
	} else {
		assert_non_null(row_with(t, "all lines and answers"));
	}
	free(trace[0].at);
	free(trace[1].at);
	run_free(a);
	run_free(b);
	return parts;
}

static unsigned parted;

static void play(const char *text, u64 *random)
{
	struct stage t = stage_open(text, pick(random, 0, 1) ? "a0" : "a1",
		(struct session_options){ .variant = -1, .history = true });
	char line[64];

	for (unsigned n = 0; n < COMMANDS; n++) {
		random_line(line, sizeof(line), random);
		say(&t, line);
		say(&t, "predict off");	/* it ends moves early */
		switch (pick(random, 0, 11)) {
		case 6:
			check_save(&t, text);
			break;
		case 5:
			check_stops(&t, random);
			break;
		case 4:
			parted += check_difference(&t, random);
			break;
		case 0:
			check_address(&t, text);
			break;
		case 1:
			check_there_and_back(&t, "step any", "back any",
				random);
			break;
		case 2:
			check_there_and_back(&t, "step", "back", random);
			break;
		case 3:
			check_undo(&t, random);
			break;
		}
	}
	check_address(&t, text);
	check_answer(&t);
	stage_done(&t);
}

static void test_session__keeps_its_promises(void **state)
{
	unsigned scenes = depth(50, 250, 5000);
	struct buf text = { 0 };

	for (u64 seed = 1; seed <= scenes; seed++) {
		u64 random = seed;

		put_scene(&text, &random);
		play(buf_text(&text), &random);
	}
	assert_true(parted > scenes / 9);
	buf_done(&text);
}

/* The past and the present may be changed while a class thinks: the answer is of
 * the run as it is then. */
static void test_session__answers_hold_after_edits(void **state)
{
	static const char *const changes[] = { "set vm_committed_as_batch=%d",
		"set vm_committed_as.count=%d", "add 0 %d", "add 1 -%d",
		"map 0 %d", "start map 0 %d", "start add 0 %d", "sync all",
		"schedule random", "schedule round-robin", "policy always",
		"set cpu[0].vm_committed_as=%d", "undo", "redo" };
	enum { CHANGES = sizeof(changes) / sizeof(*changes) };
	unsigned due = depth(300, 1500, 100000), made = 0;
	unsigned answers = 0;
	struct buf text = { 0 };

	for (u64 seed = 1; made < due; seed++) {
		u64 random = seed;
		struct stage t;

		put_scene(&text, &random);
		t = stage_open(buf_text(&text), "a0", (struct session_options){
			.variant = -1, .history = true, .class_mode = true });
		for (unsigned n = 0; n < 20; n++) {
			bool asked = t.s->question.open &&
				!t.s->question.revealed;
			char line[64];

			for (s64 k = asked ? pick(&random, 0, 4) : 0; k > 0;
				k--) {
				snprintf(line, sizeof(line), changes[pick(
					&random, 0, CHANGES - 1)],
					(int)pick(&random, 1, 60));
				made += say(&t, line);
			}
			answers += asked;
			check_answer(&t);
			if (!say(&t, "go"))
				break;
		}
		stage_done(&t);
	}
	assert_true(answers > due / 20);
	buf_done(&text);
}

/* The first question that a move from this step on has to put: its step. */
static u64 question_due(const struct stage *t, u64 from, int cue)
{
	const struct session *s = t->s;
	const struct tracker *k = &s->variant[s->shown].tracker;

	for (unsigned i = 0; i < k->n; i++)
		if (k->act->cues[i].ask &&
			(k->at[i] > from || (k->at[i] == from &&
				(int)i >= cue)) &&
			!question_was_closed(s, s->act, (int)i))
			return k->at[i];
	return UINT64_MAX;
}

/* However one moves on by lines, wherever one has jumped or what was changed: no
 * line runs behind a question that is open, and none keeps one for ever. */
static void move_on(struct stage *t, u64 *random)
{
	static const char *const ways[] = { "step", "step %d", "step any",
		"step any %d", "next", "next %d", "finish", "until",
		"continue", "continue %d", "decision", "decision %d",
		"until vm_committed_as.updates > %d", "until steps == %d",
		"until steps %% 60 == %d && 1", "advance mmap_region" };
	char line[64];
	u64 from = step_of(t), due;
	bool open = t->s->question.open && !t->s->question.revealed;
	int cue = t->s->cue;

	snprintf(line, sizeof(line), ways[pick(random, 0, 15)],
		(int)pick(random, 1, 60));
	if (!say(t, line)) {
		assert_int_equal(step_of(t), from);
		return;
	}
	assert_false(open);
	due = question_due(t, from, cue);
	if (step_of(t) > due || step_of(t) < from)
		fail_msg("%s: from %d to %d, a question at %d", line,
			(int)from, (int)step_of(t), (int)due);
	if (strtoull(buf_text(&t->s->others), NULL, 10) > step_of(t) - from)
		fail_msg("%s: from %d to %d, meanwhile %s", line, (int)from,
			(int)step_of(t), buf_text(&t->s->others));
	if (step_of(t) == due)
		assert_true(t->s->question.open);
}

static void test_session__no_move_passes_a_question(void **state)
{
	static const char *const others[] = { "back %d", "goto %d", "go",
		"reverse-go", "set vm_committed_as_batch=%d", "add 0 %d",
		"undo", "break percpu_counter_add_batch", "ignore $ %d",
		"break vm_committed_as.updates > %d", "delete", "home",
		"follow 1", "follow 0", "variant", "giveup", "reverse-continue",
		"schedule random", "act a0", "act a1" };
	unsigned scenes = depth(50, 500, 20000), asked = 0;
	struct buf text = { 0 };

	for (u64 seed = 1; seed <= scenes; seed++) {
		u64 random = seed;
		struct stage t;

		put_scene(&text, &random);
		t = stage_open(buf_text(&text), "a0", (struct session_options){
			.variant = -1, .history = true,
			.on_screen = seed % 2 });
		for (unsigned n = 0; n < 30; n++) {
			char line[64];

			snprintf(line, sizeof(line), others[pick(&random, 0,
				19)], (int)pick(&random, 1, 60));
			if (pick(&random, 0, 1))
				say(&t, line);
			if (t.s->question.open && !t.s->question.revealed &&
				pick(&random, 0, 3)) {
				asked++;
				assert_true(say(&t, "giveup"));
			}
			move_on(&t, &random);
		}
		stage_done(&t);
	}
	assert_true(asked > scenes / 3);
	buf_done(&text);
}

static unsigned handoffs;

/* What was shown as right is what the line does when it runs. */
static void check_prediction(struct stage *t)
{
	const struct question_state *q = &t->s->question;
	struct run *r = variant_run(t, t->s->shown);
	struct prediction p;
	u32 right;

	if (!say(t, "giveup") || !q->revealed)
		return;			/* it never runs */
	p = *q->predicted;
	right = q->right_choices;
	do
		assert_true(run_line(r));
	while (r->m->last.cpu != p.cpu || r->m->last.pc != p.pc ||
		r->m->last.task != p.task);
	if (p.cpus[1]) { /* who got the lock? */
		unsigned task = r->m->last.moved;

		handoffs++;
		for (unsigned i = 0; i < p.is.n_choices; i++)
			assert_int_equal(right >> i & 1,
				p.cpus[i] == task_at(r->m, task)->cpu);
	} else if (right != (r->m->last.answer ? 1 : 2)) {
		fail_msg("%s: %d", p.name, r->m->last.answer);
	}
}

/* Decisions here read what other CPUs write: free pages. */
static void put_memory_scene(struct buf *b, u64 *random)
{
	buf_clear(b);
	buf_printf(b, "mmstep: 1\ntitle: Random\nmachine: bomb-12cpu-3g\n"
		"set: {cpus: %d, processes: %d, region_pages: %d, loops: 2, ",
		(int)pick(random, 2, 4), (int)pick(random, 2, 4),
		(int)pick(random, 8, 30));
	buf_printf(b, "ram_pages: 64, swap_pages: %d, min_free_kbytes: %d}\n"
		"workload: lazy_free\nvariants:\n"
		"  - {name: base, title: b, status: s, options: [madv_free]}\n"
		"  - {name: patched, title: p, status: s, options: [throttled]}\n"
		"acts:\n  - name: a0\n    title: T\n    main: true\n    schedule: random\n"
		"    cues:\n", (int)pick(random, 0, 64),
		(int)pick(random, 16, 48));
	for (int i = 0; i < 9; i++)
		buf_printf(b, "      - {name: c%d, step: %d, say: Now.}\n", i,
			i * 400);
}

static void test_session__predictions_hold_after_edits(void **state)
{
	static const char *const changes[] = { "set vm_committed_as_batch=%d",
		"set vm_committed_as.count=%d", "start add 0 %d",
		"start map 0 %d", "set cpu[0].vm_committed_as=%d",
		"set cpu[0].vm_committed_as=-%d", "schedule random",
		"schedule round-robin", "set overcommit.policy=never",
		"set overcommit.policy=always", "set overcommit.policy=guess",
		"touch 0 %d", "madvise 0 free", "start touch 1 %d",
		"undo", "redo" };
	enum { CHANGES = sizeof(changes) / sizeof(*changes) };
	unsigned due = depth(300, 1500, 100000), made = 0;
	unsigned answers = 0;
	struct buf text = { 0 };

	for (u64 seed = 1; made < due; seed++) {
		u64 random = seed;
		struct stage t;
		char line[64];

		(seed % 2 ? put_scene : put_memory_scene)(&text, &random);
		t = stage_open(buf_text(&text), "a0", (struct session_options){
			.variant = -1, .history = true, .class_mode = true,
			.predict = true });
		snprintf(line, sizeof(line), "goto %d",
			(int)pick(&random, 0, seed % 2 ? 60 : 3000));
		say(&t, line);
		for (unsigned n = 0; n < 20; n++) {
			for (s64 k = pick(&random, 0, 4); k > 0; k--) {
				snprintf(line, sizeof(line), changes[pick(
					&random, 0, CHANGES - 1)],
					(int)pick(&random, 1, 60));
				made += say(&t, line);
			}
			if (t.s->question.predicted &&
				!t.s->question.revealed) {
				answers++;
				check_prediction(&t);
			} else if (t.s->question.open &&
				!t.s->question.revealed) {
				say(&t, "giveup");
			}
			if (!say(&t, pick(&random, 0, 2) ? "decision"
				: "go"))
				break;
		}
		stage_done(&t);
	}
	assert_true(answers > due / 20);
	assert_true(handoffs);
	buf_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_session__keeps_its_promises),
		cmocka_unit_test(test_session__no_move_passes_a_question),
		cmocka_unit_test(test_session__answers_hold_after_edits),
		cmocka_unit_test(test_session__predictions_hold_after_edits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
