/* SPDX-License-Identifier: GPL-3.0-or-later
 * Published names: every number that can be shown, asked for, watched or set.
 */
#ifndef MODEL_NAMES_H
#define MODEL_NAMES_H

#include "model/machine.h"

enum region { REGION_CORE, REGION_CLOCKS, REGION_GHOST, REGION_FIXED };

struct name {
	const char *pattern;	/* "cpu[N].vm_committed_as" */
	enum kind kind;
	enum region region;
	u32 part;		/* enum part bit */
	bool metric;		/* belongs to the results of a run */
	const char *help;	/* one sentence */
	const char *field;	/* the kernel's field or function, "" if ours */
	const char *source;	/* where the rule comes from */
	s64 (*get)(const struct machine *m, unsigned index);
	/* NULL: can't be set. The value lies within min .. max. */
	void (*set)(struct machine *m, unsigned index, s64 value);
	s64 min, max;
	unsigned (*count)(const struct machine *m); /* NULL: not indexed */
};

unsigned name_count(void);
const struct name *name_at(unsigned id);	/* id < name_count() */
/* Finds "cpu[3].vm_committed_as" as the row of "cpu[N].…" and index 3. -1: none. */
int name_find(const char *text, size_t n, unsigned *index);
/* "cpu[3].vm_committed_as" into out (at least 96 bytes). */
void name_write(unsigned id, unsigned index, char *out);
s64 name_get(const struct machine *m, unsigned id, unsigned index);
/* How many indices this name has on this machine (1 if not indexed). */
unsigned name_indices(const struct machine *m, unsigned id);

const char *kind_word(enum kind k);	/* "pages" */
const char *kind_unit(enum kind k);	/* "pages of 4 KiB" */
/* Named values: "never"; NULL if the kind has none or the value no name. */
const char *kind_value_name(enum kind k, s64 value);
/* Of a kind whose bits have names one that is set, which is taken off the value;
 * NULL if none of them has a name (any more). */
const char *kind_bit_name(enum kind k, s64 *value);
bool kind_value_find(enum kind k, const char *name, s64 *value);
/* The kind whose value has this name, or KIND_N. */
enum kind kind_of_value(const char *name, s64 *value);

#endif
