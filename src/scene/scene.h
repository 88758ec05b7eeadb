/* SPDX-License-Identifier: GPL-3.0-or-later
 * A scene as data: what a YAML file says, with expressions, templates and
 * commands already compiled.
 *
 * docs/scene-format.md describes the file. A scene runs no code and opens no
 * file. Everything here is immutable once loaded.
 */
#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

#include "base/yaml.h"
#include "command/command.h"
#include "expr/expr.h"
#include "model/setup.h"

enum { VARIANTS_MAX = 8, CHOICES_MAX = 9, MISTAKES_MAX = 4 };
enum size { SIZE_CLASSROOM, SIZE_MAIL, SIZE_N };

/* Values that a size, an act or a person sets. */
struct param_set {
	bool given[PARAM_N];
	s64 value[PARAM_N];
	char text[TEXT_N][TEXT_SIZE];
};

struct param_range {
	bool given;
	s64 min, max;
};

struct param_source {		/* of the mail's value */
	const char *status, *source;	/* measured, published, … */
};

struct scene_variant {
	const char *name;	/* "patched" */
	const char *title;	/* "after the patch" */
	const char *status;	/* "merged in 5.9" */
	u32 features;
};

/* Panes that cues show and hide. To add one: a row here, its view in view/. */
#define PANE_LIST(X) \
	X(STORY, "story") X(PICTURE, "picture") X(CODE, "code") X(LINE, "line") \
	X(SCORE, "score") X(TIMELINE, "timeline")
enum pane {
#define X(id, word) PANE_##id,
	PANE_LIST(X)
#undef X
	PANE_N
};
extern const char *const pane_words[PANE_N];

struct question_choice {
	struct template *text;
	struct expr *when;	/* right if it holds once the answer is known */
	struct template *remark; /* why this wrong answer is wrong */
	const char *misconception; /* its name, or NULL */
};

struct question_mistake {	/* a number that a wrong idea leads to */
	struct expr *value;	/* once the answer is known */
	struct template *remark;
	const char *misconception;
};

enum question_kind { QUESTION_CHOICE, QUESTION_NUMBER };

struct question {
	const char *name;
	enum question_kind kind;
	struct template *text;
	struct question_choice choice[CHOICES_MAX];
	unsigned n_choices;
	struct expr *answer;	/* NUMBER: its value once known */
	struct question_mistake mistake[MISTAKES_MAX];
	unsigned n_mistakes;
	struct expr *known;	/* known when this holds, from the cue on; NULL: now */
	struct template *hint, *explain;
	unsigned line;		/* in the file */
};

struct cue {
	const char *name;
	/* at most one of these; none: together with the cue before */
	struct expr *when;	/* holds for the first time since the cue before */
	s64 step;		/* -1: not given */
	bool end;		/* when the workload has ended */
	struct template *say;
	const char *note;	/* for the teacher; NULL: none */
	const char *point;	/* a published name or procedure:line; NULL */
	int variant;		/* to show; -1: as before */
	s64 follow;		/* CPU; -1: as before */
	u32 show, hide;		/* pane bits */
	bool map, table;	/* opens the overview map, the closing table */
	s64 pause_ms;		/* autoplay; 0: by length of the text */
	struct question *ask;	/* or NULL */
	struct command *commands; /* looking, editing and screen commands */
	unsigned n_commands;
	unsigned line;
};

struct expectation {
	struct expr *expr;
	enum size size;
	unsigned line;
};

struct act {
	const char *name, *title;
	struct param_set set;
	struct param_range student[PARAM_N];	/* each student has a value of his own */
	const char *machine;	/* NULL: the scene's; a size's machine wins */
	enum mode mode;
	s64 follow;
	struct cue *cues;
	unsigned n_cues;
	struct expectation *expectations;
	unsigned n_expectations;
	unsigned line;
};

struct goal {
	struct template *text;
	struct expr *reached;
	unsigned line;
};

struct scene {
	const char *name;	/* "counter-drift": the file's name without .yaml */
	const char *file;
	const char *title, *kernel;
	const char *mail_file, *mail_date, *mail_subject;
	const char *const *answers;	/* what one will be able to answer */
	unsigned n_answers;
	const char *needs;		/* a scene to see before; NULL */
	const char *place;		/* its number on the overview map; NULL */
	const char *became;		/* what became of the change */
	const char *machine;		/* default machine file */
	struct param_set base;		/* the scene's own defaults */
	struct param_set size_set[SIZE_N];
	const char *size_machine[SIZE_N];	/* NULL: the scene's */
	struct param_source source[PARAM_N];	/* of size_set[SIZE_MAIL] */
	struct param_range param[PARAM_N]; /* settable */
	enum workload workload;
	struct scene_variant variant[VARIANTS_MAX];
	const char *variant_names[VARIANTS_MAX];
	unsigned n_variants;
	struct act *acts;
	unsigned n_acts, main_act;
	struct goal *goals;
	unsigned n_goals;
	struct figure *figures;		/* see figure.h */
	unsigned n_figures;
	struct figure_check *checks;
	unsigned n_checks;
	struct param_set shortened;	/* for many runs in a short time */
	struct glossary *glossary;	/* whose cards its prose refers to */
	struct yaml yaml;
	void *arena;
};

/* By name ("counter-drift": built in) or path (has '/' or ends in .yaml; "-" is
 * standard input). All errors of the file, in order; NULL on failure. */
struct scene *scene_load(const char *name, struct err_list *errors);
struct scene *scene_parse(const char *file, const char *bytes, size_t size,
	struct err_list *errors);
void scene_free(struct scene *s);
/* The built-in ones in teaching order; NULL after the last. */
const char *scene_listed(unsigned i);
/* The one after this one; NULL: none. */
const char *scene_after(const char *name);

/* By the ID, or for who checks an end of each range. */
enum student_values { STUDENT_ID, STUDENT_LOWEST, STUDENT_HIGHEST };

/* What one run is made from; later wins: scene, act, size, machine, set. */
struct machine_file;
struct run_choice {
	enum size size;
	unsigned act;
	const struct machine_file *machine;	/* --machine; NULL: as the scene says */
	struct param_set set;
	s64 seed;
	const char *student;	/* whose values within the acts' ranges; NULL: the act's */
	enum student_values student_values;
};
/* Fills in the setup of one variant. ERR_RANGE names the range. */
bool scene_setup(const struct scene *s, const struct run_choice *choice,
	unsigned variant, struct setup *out, struct err *e);
/* The name of the machine it runs on: the last that was given. */
const char *scene_machine(const struct scene *s, const struct run_choice *choice);
/* `--set NAME=VALUE` into a set: ERR_USAGE for an unknown name (with the near
 * one), ERR_RANGE outside the scene's range, which the text names. */
bool scene_set(const struct scene *s, const char *text, struct param_set *set,
	struct err *e);

#endif
