/* SPDX-License-Identifier: GPL-3.0-or-later
 * Counting sentences and words, for what must stay readable.
 */
#ifndef SCENE_SENTENCE_H
#define SCENE_SENTENCE_H

struct sentences {
	unsigned n;		/* how many */
	unsigned longest;	/* words of the longest */
	unsigned words;		/* of all */
};

/* A sentence ends with . ? ! or : before white space or the end. */
struct sentences sentences_count(const char *text);

#endif
