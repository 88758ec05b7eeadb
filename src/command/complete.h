/* SPDX-License-Identifier: GPL-3.0-or-later
 * Completion in two halves: what may stand at a place, and all that is called
 * so. Only files of this layer include this.
 */
#ifndef COMMAND_COMPLETE_H
#define COMMAND_COMPLETE_H

#include "base/buf.h"
#include "command/words.h"

/* What may stand there; several may. To add one: a bit here, where it is
 * expected in complete.c, its offers in candidates.c. */
enum offer {
	OFFER_COMMANDS = 1,	/* names of one word */
	OFFER_SECOND = 1 << 1,	/* "any" of `step any` */
	OFFER_OPERATIONS = 1 << 2,
	OFFER_NAMES = 1 << 3,	/* published names */
	OFFER_SETTABLE = 1 << 4, /* of these, what can be set */
	OFFER_LOCALS = 1 << 5,
	OFFER_CALLS = 1 << 6,	/* functions, with their bracket */
	OFFER_VALUES = 1 << 7,	/* named values of spot.kind */
	OFFER_PROCEDURES = 1 << 8,
	OFFER_LINES = 1 << 9,	/* PROCEDURE:LINE, behind the colon */
	OFFER_VARIANTS = 1 << 10,
	OFFER_TOPICS = 1 << 11,	/* of help, except published names */
	OFFER_ALL = 1 << 12,	/* "all" */
	OFFER_ENDS = 1 << 13,	/* "start", "end" */
	OFFER_WORDS = 1 << 14,	/* what the session added */
};

struct spot {
	unsigned offers;
	size_t from;		/* byte at which the word begins */
	enum command_id id;	/* whose argument this is */
	enum kind kind;		/* OFFER_VALUES */
};

struct candidates {
	const char *prefix;	/* what the word begins with */
	size_t n;
	const struct scope *scope;
	struct buf found;	/* each ended by NUL, in any order */
	size_t count;
};
/* Adds all that `spot` allows and that begins with the prefix. */
void candidates_find(struct candidates *c, const struct spot *spot,
	const char *const *words);
/* Sorted, without duplicates; returns how many. */
size_t candidates_put(const struct candidates *c, struct buf *out);

#endif
