/* SPDX-License-Identifier: GPL-3.0-or-later
 * Errors a person can mend (struct err) and bugs (panic).
 *
 * Rules: a function that can fail takes `struct err *` last and returns false;
 * a failed call changes nothing. Bugs and out of memory end in panic().
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>

/* What went wrong; each maps to one exit status (see err_exit_status). */
enum err_code {
	ERR_NONE,
	ERR_USAGE,	/* 2: wrong words on the command line or in a command */
	ERR_INVALID,	/* 2: an invalid input: scene, expression, value */
	ERR_RANGE,	/* 2: a value outside its range, which the text names */
	ERR_NO,		/* 1: the answer is no: expectation, check, guard */
	ERR_IO,		/* 3: file, terminal or output trouble */
};

struct err {
	enum err_code code;
	char file[256];		/* empty: no place */
	unsigned line, column;	/* from 1, in characters; 0: unknown */
	char text[512];		/* one sentence, no newline, no full stop */
	char hint[192];		/* e.g. `did you mean "cpus"?`; may be empty */
	char source[256];	/* the offending line for the caret; may be empty */
	unsigned source_column;	/* of source's first character; 0 is the same as 1 */
};

/* Fills in code and text (printf-like), clears the place; returns false. */
bool err_set(struct err *e, enum err_code code, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Adds a place; returns false. file may be NULL (keep). */
bool err_at(struct err *e, const char *file, unsigned line, unsigned column);
/* Adds a hint (printf-like); returns false. */
bool err_hint(struct err *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Adds the source line, of n bytes without newline: what fits around the column
 * of the place, which comes first. */
void err_source(struct err *e, const char *line, size_t n);
/* 0, 1, 2 or 3. */
int err_exit_status(const struct err *e);

struct buf;
/* "file:line:col: message (hint)", then the source line and a caret if known. */
void err_print(const struct err *e, struct buf *out);

/* A bug: runs the hook set with panic_hook (the terminal's restore), prints
 * file:line and the message on stderr, exits with status 4. Never returns. */
void panic_at(const char *file, int line, const char *format, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
void panic_hook(void (*hook)(void));
#define panic(...) panic_at(__FILE__, __LINE__, __VA_ARGS__)

/* malloc family that panics when out of memory. size 0 gives a valid pointer. */
void *mem_alloc(size_t size);		/* zeroed */
void *mem_resize(void *p, size_t size);
char *mem_strdup(const char *s);
char *mem_strndup(const char *s, size_t n);

#endif
