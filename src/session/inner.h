/* SPDX-License-Identifier: GPL-3.0-or-later
 * What the files of the session share among themselves.
 */
#ifndef SESSION_INNER_H
#define SESSION_INNER_H

#include "session/session.h"

/* session.c */
bool act_open(struct session *s, unsigned act, struct err *e);
void show_variant(struct session *s, unsigned v);
void say_status(struct session *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
struct run *shown_run(struct session *s);

/* moves.c */
bool handle_step(struct session *s, const struct command *c, struct err *e);
void slice_moves(struct session *s, u64 lines);
void begin_cue(struct session *s, int cue);
void begin_to(struct session *s, u64 step);
/* Up to so many lines of the move; true: it is over. */
bool slice_move(struct session *s, u64 lines);
/* A question waits where a move forth would begin: it is to be put instead. */
bool question_is_first(const struct session *s);
void ask_first(struct session *s);
void begin_steps(struct session *s, const u64 *steps);

/* finish.c */
/* After a move or an edit: cue, question, rows of what changed. */
void finish_command(struct session *s);
void add_place_row(struct session *s);

/* places.c */
struct place here(struct session *s);
bool go_to_place(struct session *s, const struct place *p, struct err *e);
/* Where '' and `older` go back to, if the jump was not refused. */
bool jumped(struct session *s, bool done, const struct place *from);
/* The same, further on: '' goes back to before the first of such jumps. */
void jumped_on(struct session *s, const struct place *from);
bool handle_place(struct session *s, const struct command *c, struct err *e);
void places_done(struct session *s);

/* displays.c */
bool handle_display(struct session *s, const struct command *c, struct err *e);
/* A row each. */
void add_displays(struct session *s);
void info_displays(struct session *s);
void displays_done(struct session *s);

/* who.c */
bool begin_who(struct session *s, const struct command *c, struct err *e);
void begin_query(struct session *s, const struct name_use *name, u32 wanted);
void slice_query(struct session *s, u64 lines);
void cancel_query(struct session *s);
/* The next number that is typed means this command. */
void offer(struct session *s, const char *line);

/* keep.c */
bool handle_file(struct session *s, const struct command *c, struct err *e);

/* changes.c */
void remember_first(struct variant *v);		/* the machine at the start */
void remember_before(struct session *s);	/* machines before a move */
/* Rows of what the move changed in the shown variant. */
void add_changes(struct session *s);
/* All of them again, as a table. */
bool list_changes(struct session *s, struct err *e);
/* Marks show what a single step or an edit changed; after a jump, a cue or a
 * run, from before which nearly everything differs, what the last line did. */
void mark_changes(struct session *s);

/* compare.c */
/* `text`: "", a branch, a variant; or "next" before it. */
bool begin_difference(struct session *s, const char *text, struct err *e);
void end_difference(struct session *s);
bool metrics(struct session *s, const struct command *c, struct err *e);
void slice_metrics(struct session *s, u64 lines);
void comparison_done(struct session *s);

/* cues.c */
void watch_cues(struct session *s);	/* finds places if nobody has yet */
void enter_cue(struct session *s, int cue);
void find_cue(struct session *s, bool forward);
void say_cue(struct session *s);

/* edits.c */
bool handle_edit(struct session *s, const struct command *c, struct err *e);
void slice_edit(struct session *s, u64 lines);
/* blocks.c: what the line that ran last did to blocks, if it did. */
void blocks_tell(struct session *s, const struct run *r);
/* What lies behind `step` will be another future: its cues are looked for
 * again. Before the run's inputs change. */
void forget_future(struct session *s, unsigned variant, u64 step);
void forget_edits(struct session *s);
void edits_copy(struct edit **to, unsigned *n_to, const struct edit *from,
	unsigned n);
void edits_done(struct edit **list, unsigned *n);

/* branches.c */
bool handle_branch(struct session *s, const struct command *c, struct err *e);
/* Keeps the present branch as it is now. */
void leave_branch(struct session *s);
/* Before an edit, described by the text: the old future stays as a branch. */
void part_branch(struct session *s, const char *text);
struct branch *find_branch(const struct session *s, const char *name);
void branches_done(struct session *s);
void branches_reset(struct session *s);

/* sense.c: false, with e, if it can be evaluated at no step. *constant: it is the
 * same at each. */
bool makes_sense(struct session *s, const struct expr *x, bool *constant,
	struct err *e);
/* A name as it is written, with its variant. */
void spell_name(const struct session *s, const struct name_use *name, char *out,
	size_t size);
bool name_makes_sense(struct session *s, const struct name_use *name,
	struct err *e);
/* A line by its number, of the procedure that the followed CPU is in; 0: the line
 * that it runs next. */
bool line_here(struct session *s, unsigned number, u16 *procedure, u16 *row,
	struct err *e);

/* stops.c */
bool handle_stop(struct session *s, const struct command *c, struct err *e);
void stops_done(struct session *s);
/* Fills in the breakpoints behind the move's own stop. */
void add_breakpoints(struct session *s, struct move *v);
void report_stop(struct session *s, const struct move *v);
/* The move has counted hits: what it knows is kept. Another future behind `step`
 * makes that void. */
void stops_counted(struct session *s, const struct move *v, unsigned variant);
void stops_recount(struct session *s, unsigned variant, u64 step);
/* "break PLACE if EXPR" and the like, as commands, a line each. */
void stops_as_commands(const struct session *s, struct buf *out);

/* looks.c */
bool handle_look(struct session *s, const struct command *c, struct err *e);
const char *info_table(unsigned i);	/* names for `info`; NULL after the last */
/* search.c */
bool search(struct session *s, const struct command *c, struct err *e);
void search_end(struct session *s);
bool has_text(const char *text, const char *wanted);	/* in any case */
/* views.c */
bool handle_view(struct session *s, const struct command *c, struct err *e);
/* answers.c */
bool handle_answer(struct session *s, const struct command *c, struct err *e);
/* What Space means at a question, before it goes on: in class it shows the
 * answer, then begins the way to where the run proves it; from the step that
 * refutes a wrong answer it comes back. False: there is nothing of this. */
bool answer_goes_on(struct session *s, struct err *e);
/* After a move: one looks at the refuting step, or is back at the question. */
bool question_moved(struct session *s);	/* true: back */
void open_question(struct session *s, const struct question *q);
void close_question(struct session *s);
void question_done(struct question_state *q);
/* The open question as rows. */
void question_rows(struct session *s);
/* A copy of a variant's run, to be run on, with what its cues will do. */
struct run *run_ahead(const struct session *s, unsigned variant,
	struct tracker *t);
/* predict.c: opens the question of the decision that is next, if it is due. */
bool predict_ask(struct session *s);
/* The same before a move: a decision that is next and was not asked for. */
bool predict_first(struct session *s);
/* Before one line of anybody: asks whose it is, once for each line that others
 * can see, where two or more CPUs can run. */
bool predict_who(struct session *s);
/* No move forward passes a decision that is to be predicted. */
void predict_stop(struct session *s, struct move *v);
/* `go` to the next cue, but no further than the next decision. False: nothing is
 * between here and the cue. */
bool predict_go(struct session *s);
/* Closes it where one has gone away from its decision. */
void predict_leave(struct session *s);
/* What is right, and why; false: the line does not run. */
bool predict_judge(struct session *s, struct err *e);
bool handle_predict(struct session *s, const struct command *c, struct err *e);
/* What was closed is asked again. */
void predict_again(struct session *s);
void predict_done(struct session *s);
/* While a question is open values are hidden: they may be its answer. */
static inline bool question_hides(const struct session *s)
{
	return s->question.open && !s->question.revealed && !s->question.away;
}
/* It is open still, and one looks at the step that refutes a wrong answer. */
static inline bool question_waits(const struct session *s)
{
	return s->question.open && !s->question.revealed && s->question.away;
}
/* What one does for it: keys are pressed on the screen, lines typed elsewhere. */
static inline const char *how_to_give_up(const struct session *s)
{
	return s->options.on_screen ? "Esc twice" : "giveup";
}
void remember_closed(struct session *s);
bool question_was_closed(const struct session *s, unsigned act, int cue);

/* The line a pc stands for, trimmed, as text of a row. */
const char *line_text(const struct program *p, unsigned pc);

#endif
