/* SPDX-License-Identifier: GPL-3.0-or-later
 * Reading YAML by tables of fields: what the files of the scene layer share.
 *
 * A mapping is a table of `struct field`; each row names its key, the function
 * that reads its value, where the result goes and what is allowed. All errors
 * go into one list; a reader that met one leaves its target as it was.
 */
#ifndef SCENE_LOAD_H
#define SCENE_LOAD_H

#include "base/yaml.h"
#include "scene/assets.h"
#include "scene/scene.h"

struct load {
	const struct yaml *y;
	struct err_list *errors;
	void **arena;			/* owns what is made */
	struct scene *scene;		/* what follows: NULL in assets */
	struct scope scope;		/* for expressions */
	const struct glossary *glossary;
};

struct field {
	const char *key;
	void (*read)(struct load *l, const struct yaml_node *n,
		const struct field *f, void *at);
	size_t offset;			/* of the target, in the struct */
	bool required;
	s64 min, max;			/* value; columns of a text; items of a list */
};

/* Reads a mapping into `out`. Tells unknown and missing keys. */
void load_map(struct load *l, const struct yaml_node *n,
	const struct field *fields, size_t n_fields, void *out);
/* Reads a list of `f->min` to `f->max` items, each of `size` bytes, into a new
 * array; returns it and how many. */
void *load_list(struct load *l, const struct yaml_node *n,
	const struct field *f, size_t size,
	void (*item)(struct load *, const struct yaml_node *, void *),
	unsigned *count);
/* True if it is a mapping or a list, as `due` says; else an error. */
bool load_is(struct load *l, const struct yaml_node *n, enum yaml_type due);
/* Which of n words it is, or -1 with an error that calls it `what`. */
int load_word(struct load *l, const struct yaml_node *n, const char *what,
	const char *const *words, size_t n_words);
/* The same for a word that was found; tells the nearest. Always -1. */
int load_unknown(struct load *l, const struct yaml_node *n, const char *what,
	const char *word, const char *const *words, size_t n_words);
/* Takes an error of another layer, whose column counts in the node's text. */
void load_take_error(struct load *l, const struct yaml_node *n,
	const struct err *e);
/* An error at the `column`th character (from 1) of the node's text. */
struct err *load_error_in(struct load *l, const struct yaml_node *n,
	unsigned column, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* Puts the errors in the order of the file. */
void load_sort_errors(struct err_list *errors);

/* Readers of fields. */
void field_name(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* const char *: a-z 0-9 _ - */
void field_text(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* const char * */
void field_int(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* s64 */
void field_bool(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);
void field_version(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* nothing: must be 1 */
void field_machine(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* const char * */
void field_status(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* const char *: measured, … */
void field_set(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct param_set */
void field_ranges(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct param_range[PARAM_N] */
void field_condition(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct expr *: yes or no */
void field_number(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct expr * */
void field_say(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct template *, with marks */
void field_template(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct template *, without */
void field_commands(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct cue */

/* Parts of a scene, each in its own file. */
void load_variants(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct scene, like the others */
void load_sources(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);
void load_parameters(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);
void load_sizes(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);
void load_acts(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);
void load_goals(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);
void load_figures(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);
void load_checks(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);
void load_cue(struct load *l, const struct yaml_node *n, void *at);
void load_question(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at);	/* struct question * */
/* The parameter that a key names, or -1 with an error. */
int param_of_key(struct load *l, const struct yaml_node *n);
/* Its value, into the set. */
void param_read(struct load *l, const struct yaml_node *n, enum param p,
	struct param_set *set);
extern const char load_lru_hint[];	/* what the pages of `lru` may be */
/* A value of a parameter: an integer or a named value. */
bool param_value(enum param p, const char *text, s64 *value);
void param_range(const struct scene *s, enum param p, s64 *min, s64 *max);
/* Names of scenes in NULL-ended order, and how many. */
const char *const *scene_names(size_t *n);
const char *const *machine_names(size_t *n);

/* The place in the file of the `column`th character of a scalar's text. */
void text_place(const struct yaml *y, const struct yaml_node *n,
	unsigned column, unsigned *line, unsigned *file_column);

/* Memory and parts that live as long as the scene. */
void *arena_alloc(void **arena, size_t size);	/* zeroed */
void arena_own(void **arena, void *p, void (*done)(void *));
void arena_done(void **arena);

#endif
