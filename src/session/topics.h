/* SPDX-License-Identifier: GPL-3.0-or-later
 * Topics of help: commands, keys, names, rules, procedures and glossary cards,
 * with a scene or without one.
 */
#ifndef SESSION_TOPICS_H
#define SESSION_TOPICS_H

#include "expr/expr.h"
#include "scene/assets.h"
#include "session/rows.h"

/* All that is called so. False: nothing is, and e says what may be meant. */
bool topic_help(const char *topic, const struct scope *s,
	const struct glossary *g, struct buf *out, struct err *e);
/* A row for each thing whose name or help has the word; false: none. */
bool topic_apropos(const char *word, const struct glossary *g,
	struct rows *out);

#endif
