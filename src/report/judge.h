/* SPDX-License-Identifier: GPL-3.0-or-later
 * Why a request for memory failed, from a report alone.
 *
 * Rules: a pure function of the report; what it does not say is not guessed. The
 * watermark check is the model's own (src/model/zone.c), in both versions.
 */
#ifndef REPORT_JUDGE_H
#define REPORT_JUDGE_H

#include "model/zone.h"
#include "report/report.h"

/* To add one: a row here, and its sentence in judge_words.c. */
#define VERDICT_LIST(X) \
	X(SHORTAGE, "shortage") X(FRAGMENTATION, "fragmentation") \
	X(LOWMEM_RESERVE, "lowmem-reserve") X(DRIFT, "drift") X(CMA, "cma") \
	X(MEMCG_LIMIT, "memcg-limit") X(TOO_LARGE, "too-large") \
	X(NO_FAILURE, "no-failure") X(NOT_ENOUGH_DATA, "not-enough-data")
enum verdict {
#define X(id, word) VERDICT_##id,
	VERDICT_LIST(X)
#undef X
	VERDICTS
};
const char *verdict_word(enum verdict v);

enum mark { MARK_MIN, MARK_LOW, MARK_HIGH, MARKS };
const char *mark_name(enum mark m);

/* Why a zone gave nothing. */
enum zone_reason { REASON_UNKNOWN, REASON_NOT_ASKED, REASON_PASSES, REASON_SHORT,
	REASON_RESERVE, REASON_CMA, REASON_BLOCKS, REASON_DRIFT };

/* Mail 000's throttle on this report: what MADV_FREE would have done. */
enum madv_free { MADV_FREE_UNKNOWN, MADV_FREE_LAZY, MADV_FREE_THROTTLED,
	MADV_FREE_NO_SWAP };
/* *threshold, pages: from the zones' min less boost, as min_free_kbytes is not
 * printed; REPORT_UNKNOWN if it can't be told. */
enum madv_free report_madv_free(const struct report *r, s64 *threshold);

enum answer { ANSWER_UNKNOWN = -1, ANSWER_NO, ANSWER_YES };

/* A zone as the watermark check saw it. */
struct zone_view {
	const struct report_zone *zone;
	s64 reserve;			/* of the request's class; or unknown */
	s64 mark_pages;			/* as printed */
	struct zone_request request;
	struct test steps[2][ZONE_STEPS];	/* by rule: 4.2, 4.4 */
	unsigned n_steps[2];
	enum answer rule[2];
	s64 blocks_at_order;		/* of the order or larger; or unknown */
	s64 fitting_blocks;		/* those of types the request may take */
	enum zone_reason reason;
};

enum { NOTES_MAX = 10, NOTE_SIZE = 160, ANSWERS_MAX = 20 };
struct notes {
	char at[NOTES_MAX][NOTE_SIZE];
	unsigned n;
};
struct report_question {
	const char *asked;
	char answer[240];
};

struct judgement {
	enum verdict verdict;
	char sentence[512];
	s64 order;
	u32 flags;
	bool has_flags, has_class, has_order;
	enum zone_class class;
	enum mark mark;
	bool rule_known;
	enum era rule;			/* ERA_4_2 or ERA_4_4: in force then */
	struct zone_view *view;		/* one per zone with marks or a list */
	unsigned n_views;
	const struct zone_view *main;	/* the one the sentence is about */
	struct notes assumed, missing;
	struct report_question question[ANSWERS_MAX];
	unsigned n_questions;
};

/* `order`: what to suppose where nothing was asked (0 if REPORT_UNKNOWN). The
 * report must outlive the judgement. */
void judge(const struct report *r, s64 order, struct judgement *out);
void judgement_done(struct judgement *j);
/* Class of the request in words; NULL if it is not told: HIGHMEM without MOVABLE
 * is Normal where there is no HighMem, and not all zones may be printed. */
const char *judge_class(const struct report *r, const struct judgement *j);

/* Of judge_words.c: sentence, notes and questions of a verdict. */
void judge_words(const struct report *r, struct judgement *j);
void judge_notes(const struct report *r, struct judgement *j);
void judge_questions(const struct report *r, struct judgement *j);
/* A number with commas, each in a place of its own. */
struct number {
	char text[32];
};
const char *grouped(struct number *out, s64 value);
void note(struct notes *n, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
