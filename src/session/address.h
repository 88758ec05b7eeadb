/* SPDX-License-Identifier: GPL-3.0-or-later
 * Addresses: SCENE[/ACT]/VARIANT[?NAME=VALUE&…][+STEP:EDIT]…@STEP#HEX4
 *
 * cue=NAME among the values is the cue told there; left out: the last of those
 * that were passed. In a VALUE a character with a meaning here stands as % and
 * two hex digits.
 * An EDIT is NAME=VALUE for a published name, or an operation as
 * NAME=CPU,VALUE (map, add …), schedule=MODE, pick=CPU[,TASK].
 */
#ifndef SESSION_ADDRESS_H
#define SESSION_ADDRESS_H

#include "session/session.h"

enum { ADDRESS_EDITS = 32 };

struct address {
	char scene[64], act[48], variant[48];
	char query[2 * TEXT_SIZE];	/* NAME=VALUE, each ended by NUL */
	unsigned n_query;
	struct { u64 step; char text[96]; } edit[ADDRESS_EDITS];
	unsigned n_edits;
	u64 step;
	bool guarded;
	u16 guard;
};

/* Whether the text looks like one (has an '@' behind a '/'). */
bool address_is(const char *text);
bool address_parse(const char *text, struct address *out, struct err *e);
/* A value of its query, or NULL. */
const char *address_value(const struct address *a, const char *name);
/* Applies its query (size, seed, parameters) and act to options. */
bool address_options(const struct address *a, const struct scene *scene,
	struct session_options *o, struct err *e);
/* In a fresh session opened with those: edits, step, guard (ERR_NO). */
bool address_go(struct session *s, const struct address *a, struct err *e);

#endif
