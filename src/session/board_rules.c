/* SPDX-License-Identifier: GPL-3.0-or-later
 * The claim board: whether a check holds.
 */
#include "session/board.h"

static s64 magnitude(s64 value)
{
	return value < 0 ? -value : value;
}

/* value × percent ÷ 100, rounded down, without overflow. */
static s64 percent_of(s64 value, s64 percent)
{
	return value / 100 * percent + value % 100 * percent / 100;
}

bool board_check_ready(const struct board *b, const struct board_check *c)
{
	for (unsigned i = 0; i < c->n; i++)
		if (!b->readings[c->first + i].ready)
			return false;
	return true;
}

/* No value of the sweep is more (less) than one before it, but for the slack. */
static bool never(const struct board *b, const struct board_check *c)
{
	bool rises = c->is->kind == CHECK_NEVER_RISES;

	for (unsigned i = 1; i < c->n; i++)
		for (unsigned k = 0; k < i; k++) {
			s64 before = b->readings[c->first + k].value;
			s64 now = b->readings[c->first + i].value;
			s64 wrong = rises ? now - before : before - now;

			if (wrong > percent_of(magnitude(before),
				c->is->slack_percent))
				return false;
		}
	return true;
}

int board_holds(const struct board *b, const struct board_check *c)
{
	const struct board_reading *r = &b->readings[c->first];
	bool all = true;

	for (unsigned i = 0; i < c->n; i++) {
		if (!r[i].known)
			return -1;
		all = all && r[i].value;
	}
	if (!c->is)
		return magnitude(r->value - c->figure->mail_thousandths) <=
			percent_of(magnitude(c->figure->mail_thousandths),
				c->figure->within_percent);
	return c->is->kind == CHECK_THAT ? all : never(b, c);
}
