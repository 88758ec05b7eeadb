/* SPDX-License-Identifier: GPL-3.0-or-later
 * Result files: reading them, and the points of each question.
 */
#ifndef APP_RESULTS_H
#define APP_RESULTS_H

#include "base/buf.h"
#include "base/err.h"

enum { WORD_MAX = 64, MISCONCEPTIONS_MAX = 9, POINTS_MAX = 4 };
enum outcome { OUTCOME_OPEN, OUTCOME_RIGHT, OUTCOME_SHOWN, OUTCOME_GAVE_UP };

/* One question of one student: the first time that it was asked and closed; what
 * comes after is practice. */
struct result {
	char scene[WORD_MAX], act[WORD_MAX], question[WORD_MAX];
	unsigned line;			/* of the file, where it comes first */
	unsigned answers, wrong;
	bool hint;
	enum outcome outcome;
	char misconception[MISCONCEPTIONS_MAX][WORD_MAX];	/* each once */
	unsigned n_misconceptions;
};

struct results {
	char student[WORD_MAX];		/* "" if the file names none */
	struct result *at;		/* in the order in which they were met */
	size_t n;
};

/* Parses a file's text; ERR_INVALID with file and line. Lines may end as on
 * Windows. A last line without its end (the program was killed as it wrote) is
 * left out. */
bool results_parse(const char *file, const struct buf *text,
	struct results *out, struct err *e);
void results_done(struct results *r);

/* Whether it is a decision that was predicted, "procedure:line@step": practice,
 * apart from the scene's questions, which are the same for all students. */
bool result_is_prediction(const struct result *r);

/* Of POINTS_MAX: one less for each wrong answer and for a hint that was asked
 * for, at least 1 if it was answered; 0 if the answer was shown. */
unsigned result_points(const struct result *r);

#endif
