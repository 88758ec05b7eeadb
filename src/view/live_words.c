/* SPDX-License-Identifier: GPL-3.0-or-later
 * Keys of the live screen; what an item is, and where its numbers come from.
 */
#include "base/text.h"
#include "view/live.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const keys[][2] = {
	{"f", "freeze, and go on"},
	{"r", "look now"},
	{"Tab", "next pane; S-Tab the one before"},
	{"j k", "choose: a zone, a counter, a cache; PgUp PgDn by ten"},
	{"+ −", "ask for a larger or smaller block or mapping"},
	{"0-9", "the order of the block to ask for"},
	{"Enter", "step the chosen decision on a frozen copy; q comes back"},
	{"w", "why: which file and which rule a number is from"},
	{"x", "what is this"},
	{"q", "quit"},
};

void live_help_view(struct pen *p)
{
	for (unsigned i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		pen_put(p, 1, STYLE_KEY, keys[i][0]);
		pen_wrap(p, 8, STYLE_TEXT, keys[i][1]);
	}
	pen_next(p);
	pen_put(p, 1, STYLE_CHANGED, "*");
	pen_wrap(p, 8, STYLE_TEXT, "another value than a look before");
	pen_put(p, 1, STYLE_LIMIT, "m l h");
	pen_wrap(p, 8, STYLE_TEXT, "on a zone's bar: its min, low and high mark");
	pen_put(p, 1, STYLE_LIMIT, "+");
	pen_wrap(p, 8, STYLE_TEXT, "there: more is free than twice the high mark");
	pen_put(p, 1, STYLE_VALUE, "3→0");
	pen_wrap(p, 8, STYLE_TEXT, "a cache's slabs: the order tried first, and "
		"the one it falls back to");
}

static const char *const what_zone =
	"A zone is a range of page frames. Its free pages stand between three "
	"marks: at or below low a request wakes kswapd, which frees pages up to "
	"high; at or below min only requests with reserves pass, all others "
	"reclaim by themselves. A block of order n is 2^n pages in one piece.";

static const char *const what_counter[LIVE_COUNTER_N] = {
	[LIVE_COMMITTED] =
	"vm_committed_as counts the pages that mappings have promised. Each CPU "
	"keeps its latest changes in a slot of its own and gives them to the one "
	"count, under a lock, when the slot reaches the batch: until then the "
	"count is off. Mail 001 makes the batch larger. Scene: counter-drift.",
	[LIVE_MADV_FREE] =
	"With madvise(MADV_FREE) a program says that it no longer needs pages. "
	"Lazily, they stay until memory is needed; at once, they are gone like "
	"with MADV_DONTNEED. Mail 000 makes it lazy only while more pages are free "
	"than T, the threshold of MADV_FREE. Scene: lazy-free.",
	[LIVE_PRESSURE] =
	"What the kernel had to do for memory since boot. Pages that are swapped "
	"in and out again and again, and requests that reclaim by themselves, are "
	"what makes a machine slow.",
};

static const char *const what_cache =
	"A slab cache cuts blocks of pages, its slabs, into objects of one size. "
	"A new slab is asked for at the first order, where little is wasted; if "
	"no block is there at once, at the second, the smallest that holds an "
	"object. Mail 003 is about how hard the first try is. Scene: "
	"slub-fallback.";

void live_what_view(struct pen *p)
{
	const struct live *l = p->from;

	pen_wrap(p, 1, STYLE_SAY, l->pane == LIVE_ZONES ? what_zone
		: l->pane == LIVE_CACHES ? what_cache
		: what_counter[l->chosen[LIVE_COUNTERS] % LIVE_COUNTER_N]);
}

static struct word shown(s64 value)
{
	return value < 0 ? word_of("?") : word_number(value);
}

static void say(struct pen *p, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static void say(struct pen *p, const char *format, ...)
{
	char text[600];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	pen_wrap(p, 1, STYLE_TEXT, text);
}

static void why_zone(struct pen *p)
{
	say(p, "free, min, low, high: /proc/zoneinfo. blocks: "
		"/proc/buddyinfo, read a moment before, so that the two can "
		"differ.");
	say(p, "The answer for an order: the kernel's watermark "
		"check as the model has it (4.4 and later), for a request of the "
		"kernel's own (GFP_KERNEL) at the min mark. reserve: what the "
		"zone keeps from such requests, zoneinfo's \"protection\".");
	say(p, "drift: CPUs with a \"vm stats threshold\" in "
		"zoneinfo, times that threshold.");
}

static void why_committed(struct pen *p, const struct snapshot *s)
{
	const struct host *h = &s->proc.host;

	say(p, "Committed_AS, CommitLimit: /proc/meminfo.");
	if (h->kbytes > 0)
		say(p, "Limit by rule: "
			"overcommit_kbytes %s + swap %s kB = %s kB.",
			shown(h->kbytes).s, shown(h->swap_kb).s,
			shown(s->figures.commit_limit_kb).s);
	else
		say(p, "Limit by rule: (RAM %s − huge "
			"pages %s) × %s %% + swap %s = %s kB.",
			shown(h->ram_kb).s, shown(h->hugetlb_kb).s,
			shown(h->ratio).s, shown(h->swap_kb).s,
			shown(s->figures.commit_limit_kb).s);
	say(p, "batch: %s pages of RAM / %s CPU%s / %s, "
		"at least 32 and twice the CPUs: %s.", shown(s->ram_pages).s,
		shown(h->present_cpus).s, text_plural(h->present_cpus),
		shown(s->figures.batch_share).s,
		shown(s->figures.batch_pages).s);
	say(p, "off by: %s CPU%s × (batch − 1), since a "
		"slot that reaches the batch is emptied. A mapping alone decides "
		"only for an empty slot; slots can't be read.",
		shown(h->present_cpus).s, text_plural(h->present_cpus));
}

static void why_madv(struct pen *p, const struct snapshot *s)
{
	say(p, "free: all zones of /proc/zoneinfo. swap free: "
		"/proc/meminfo.");
	say(p, "T, the threshold of MADV_FREE: min_free_kbytes %s kB in pages, and "
		"half as many again: %s.", shown(s->proc.min_free_kbytes).s,
		shown(s->threshold_pages).s);
}

void live_why_view(struct pen *p)
{
	const struct live *l = p->from;

	if (l->pane == LIVE_ZONES) {
		why_zone(p);
	} else if (l->pane == LIVE_CACHES) {
		say(p, "bytes, order: /proc/slabinfo. pages: its "
			"objects by how many a slab holds, times the slab's pages. The "
			"fallback order: the smallest that holds one object.");
		if (proc_has_rule(&l->now->proc))
			say(p, "The rule of 6.12 gives %u of %u "
			"caches the same order.", l->now->figures.orders_alike,
			l->now->proc.n_caches);
	} else if (l->chosen[LIVE_COUNTERS] == LIVE_COMMITTED) {
		why_committed(p, l->now);
	} else if (l->chosen[LIVE_COUNTERS] == LIVE_MADV_FREE) {
		why_madv(p, l->now);
	} else {
		say(p, "/proc/vmstat: pswpin, pswpout, allocstall, "
			"pageoutrun, compact_stall, pglazyfree, pglazyfreed, "
			"oom_kill; those of all zones together. waited: "
			"/proc/pressure/memory, the time in which some task, or all "
			"that could run, waited for memory.");
	}
}
