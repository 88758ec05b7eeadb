/* SPDX-License-Identifier: GPL-3.0-or-later
 * A YAML reader with positions (the only file with libyaml): strict, bounded.
 *
 * Accepts one document of mappings, sequences and scalars; everything else
 * (anchors, aliases, merge keys, tags, complex keys, duplicate keys, a second
 * document) is an error with its place. Limits: file 1 MiB, depth 32, key 64
 * bytes, scalar 4 KiB, 100,000 nodes. Uses libyaml's event interface.
 * Columns count characters (a tab is one), as err.h has them. A text holds no
 * control characters but newline and tab.
 */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"

enum yaml_type { YAML_SCALAR, YAML_MAP, YAML_LIST };

struct yaml_node {
	enum yaml_type type;
	unsigned line, column;		/* where the value starts, from 1 */
	unsigned end_line;		/* where it ends: a plain scalar over lines */
	bool plain;			/* an unquoted scalar */
	const char *text;		/* scalar, NUL-terminated; maps: NULL */
	const char *key;		/* inside a map: this node's key */
	unsigned key_line, key_column;
	struct yaml_node *child, *next;	/* first child; next sibling, in order */
};

struct yaml {
	struct yaml_node *root;
	char *file;			/* name for messages */
	char *bytes;			/* the whole text, for source lines */
	size_t size;
	void *arena;			/* owns all nodes and strings */
};

/* Several errors at once: every one is kept up to the limit, in order. */
struct err_list {
	struct err *at;
	size_t n, size;
	size_t dropped;			/* found beyond the limit of 50 */
};
struct err *err_list_add(struct err_list *l);	/* a fresh one; never NULL */
void err_list_done(struct err_list *l);

/* Parses size bytes under the name `file`. On failure *errors has at least one
 * error (syntax ends at the first, duplicate keys and the like are all told)
 * and *y is zeroed. */
bool yaml_parse(struct yaml *y, const char *file, const char *bytes, size_t size,
	struct err_list *errors);
/* Reads a regular file of at most 1 MiB first ("-" is standard input). */
bool yaml_load(struct yaml *y, const char *path, struct err_list *errors);
void yaml_done(struct yaml *y);

/* An error at a node's value (or, yaml_key_error, at its key), with source line. */
struct err *yaml_error(const struct yaml *y, const struct yaml_node *n,
	struct err_list *errors, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* The same at any place of the file; one behind the end becomes its end. */
struct err *yaml_error_at(const struct yaml *y, unsigned line, unsigned column,
	struct err_list *errors, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
struct err *yaml_key_error(const struct yaml *y, const struct yaml_node *n,
	struct err_list *errors, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* A line (from 1) of n bytes without its break; NULL behind the last. */
const char *yaml_line(const struct yaml *y, unsigned line, size_t *n);

struct yaml_node *yaml_get(const struct yaml_node *map, const char *key); /* or NULL */
/* Nothing (empty, or plain ~ or null) where a scalar is. */
bool yaml_missing(const struct yaml_node *n);
/* Integers: -?(0|[1-9][0-9]*), plain, one line, within [min, max]. */
bool yaml_int(const struct yaml *y, const struct yaml_node *n, int64_t min,
	int64_t max, int64_t *out, struct err_list *errors);
/* Only true and false, plain. */
bool yaml_bool(const struct yaml *y, const struct yaml_node *n, bool *out,
	struct err_list *errors);
/* A scalar with text; a missing one is an error. NULL on errors. */
const char *yaml_text(const struct yaml *y, const struct yaml_node *n,
	struct err_list *errors);
/* Reports each key of the map that is not among names, with the nearest one. */
bool yaml_known_keys(const struct yaml *y, const struct yaml_node *map,
	const char *const *names, size_t n, struct err_list *errors);

#endif
