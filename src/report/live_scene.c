/* SPDX-License-Identifier: GPL-3.0-or-later
 * Decisions of a machine as scenes.
 */
#include <stdlib.h>
#include "base/buf.h"
#include "base/err.h"
#include "model/machine.h"
#include "report/live_scene.h"
#include "report/to_scene.h"

/* A page frame takes some 100 bytes in all: of a machine whose memory is short
 * that is little, and 100 MB are the most. */
enum { FRAMES_MOST = 1 << 20, SLOTS_MOST = 1 << 20, REGION_LEAST = 8 };

static const char *const policies[] = { "guess", "always", "never" };

static long long ll(s64 value)
{
	return (long long)value;
}

static void put_head(const struct snapshot *s, const char *title,
	const char *answers, struct buf *out)
{
	const struct report *r = s->report;

	buf_printf(out, "mmstep: 1\ntitle: %s\n", title);
	if (r->major >= 0 && r->minor >= 0)
		buf_printf(out, "kernel: \"%lld.%lld\"\n", ll(r->major),
			ll(r->minor));
	else
		buf_puts(out, "kernel: \"not known\"\n");
	buf_printf(out, "answers: [%s]\nmachine: classroom\nparameters: {}\n",
		answers);
}

static void put_act(const char *title, struct buf *out)
{
	buf_printf(out, "acts:\n  - name: main\n    title: %s\n    main: true\n"
		"    cues:\n", title);
}

/* ---- the counter ------------------------------------------------------------- */

static bool counter_known(const struct snapshot *s, struct err *e)
{
	const struct host *h = &s->proc.host;

	if (s->figures.batch_pages <= 0 || s->ram_pages < 1)
		return err_set(e, ERR_NO, "CPUs, RAM or overcommit_memory can't be read, so the batch is not known");
	if (h->present_cpus > CPUS_MAX)
		return err_set(e, ERR_NO, "the model has at most %d CPUs",
			CPUS_MAX);
	return true;
}

/* The rule that this kernel has comes first, and is shown. */
static void put_counter_variants(const struct snapshot *s, struct buf *out)
{
	static const char *const rows[] = {
		"  - {name: since_5_9, title: since mail 001, status: \"since 5.9%s\","
		" options: [batch_new, batch_sync_policy]}\n",
		"  - {name: up_to_5_8, title: before mail 001, status: \"up to 5.8%s\","
		" options: [batch_old, policy_batch]}\n" };
	bool old = s->figures.old_batch;

	buf_puts(out, "variants:\n");
	buf_printf(out, rows[old], ", as here");
	buf_printf(out, rows[!old], "");
}

static void put_counter_cues(struct buf *out)
{
	buf_puts(out, "      - name: decision\n"
		"        when: at(0, \"percpu_counter_add_batch:test\")\n"
		"        say: >\n"
		"          CPUs, RAM, policy and the batch of {vm_committed_as_batch} pages are this machine's. What its\n"
		"          slots hold can't be read, so they are empty here. CPU 0's mapping, in pages, is\n"
		"          {mapping_pages}. Will it take the lock?\n"
		"        point: percpu_counter_add_batch:test\n"
		"      - name: added\n"
		"        when: cpu[0].vm_committed_as != 0 || vm_committed_as.folds > 0\n"
		"        say: >\n"
		"          Locks taken: {vm_committed_as.lock.taken}. Pages in CPU 0's slot: {cpu[0].vm_committed_as};\n"
		"          the count is off by {vm_committed_as.drift}. With these CPUs and this batch it can be\n"
		"          off by {vm_committed_as.bound}.\n"
		"      - name: done\n"
		"        end: true\n"
		"        say: >\n"
		"          Each CPU has mapped and unmapped once. Updates: {vm_committed_as.updates}, locks taken:\n"
		"          {vm_committed_as.lock.taken}. The key v shows the other rule.\n");
}

bool live_counter_scene(const struct snapshot *s, s64 mapping_pages,
	struct buf *out, struct err *e)
{
	const struct host *h = &s->proc.host;
	s64 kb = s->figures.page_kb;

	if (!counter_known(s, e))
		return false;
	put_head(s, "vm_committed_as, as here",
		"Does the next mapping take the lock?", out);
	buf_printf(out, "set: {cpus: %lld, ram_pages: %lld, swap_pages: %lld, "
		"hugetlb_pages: %lld, ratio: %lld, kbytes: %lld, policy: %s, "
		"mapping_pages: %lld, iterations: 1}\nworkload: mmap1\n",
		ll(h->present_cpus), ll(s->ram_pages),
		ll(h->swap_kb > 0 ? h->swap_kb / kb : 0),
		ll(h->hugetlb_kb > 0 ? h->hugetlb_kb / kb : 0),
		ll(h->ratio >= 0 && h->ratio <= 1000 ? h->ratio : 50),
		ll(h->kbytes > 0 ? h->kbytes : 0), policies[h->policy],
		ll(mapping_pages));
	put_counter_variants(s, out);
	put_act("One mapping", out);
	put_counter_cues(out);
	return true;
}

/* ---- a block ------------------------------------------------------------------ */

static bool lists_known(const struct report *r, struct err *e)
{
	for (unsigned i = 0; i < r->n_zones; i++)
		if (!r->zone[i].list_whole)
			return err_set(e, ERR_NO, "the free blocks of node %lld %s can't be read",
				ll(r->zone[i].node),
				zone_class_name(r->zone[i].name));
	return true;
}

/* The other nodes' zones are left out: the request is made here. */
bool live_zone_scene(const struct snapshot *s, const struct report_zone *chosen,
	s64 order, struct buf *out, struct err *e)
{
	struct report here = *s->report;
	bool good;

	here.zone = mem_alloc(here.n_zones * sizeof(*here.zone));
	here.n_zones = 0;
	for (unsigned i = 0; i < s->n_zones; i++)
		if (snapshot_zone(s, i)->node == chosen->node)
			here.zone[here.n_zones++] = *snapshot_zone(s, i);
	here.line = 0;
	good = lists_known(&here, e) &&
		report_request(&here, "/proc/zoneinfo", order, out, e);
	free(here.zone);
	return good;
}

/* ---- MADV_FREE ---------------------------------------------------------------- */

/* Frames of the model, and those of them that the program writes before the call:
 * what is left is what is free here. Below the low mark the model would wake
 * kswapd, as a kernel does, and more would be free at the call. */
static bool madv_frames(const struct snapshot *s, s64 *frames, s64 *region,
	struct err *e)
{
	s64 free = s->report->free_total, min_kb = s->proc.min_free_kbytes;

	if (s->madv_free == MADV_FREE_UNKNOWN || free < 0 || min_kb < 0)
		return err_set(e, ERR_NO, "free pages, free swap or min_free_kbytes can't be read");
	if (s->figures.page_kb != 4)
		return err_set(e, ERR_NO, "the model's pages are 4 KiB, this machine's are not");
	if (free <= zone_watermark_low(min_kb / 4, 0, ERA_4_2))
		return err_set(e, ERR_NO, "so little is free that pages go before the call; the answer is %s",
			s->madv_free == MADV_FREE_LAZY ? "lazy" : "at once");
	*region = REGION_LEAST;
	*frames = free + *region;
	if (*frames <= min_kb)
		*frames = min_kb + 1;
	if (*frames > FRAMES_MOST)
		*frames = FRAMES_MOST;
	if (*frames <= min_kb || s->threshold_pages >= *frames - *region)
		return err_set(e, ERR_NO, "min_free_kbytes is too large for the model's %d page frames",
			FRAMES_MOST);
	if (free < *frames - *region)
		*region = *frames - free;
	return true;
}

/* `exact`: the model has as much free memory and swap. */
static void put_madv_cues(bool exact, struct buf *out)
{
	buf_puts(out, "      - name: decision\n"
		"        when: in(0, \"madvise\")\n"
		"        say: >\n"
		"          A program gives {region_pages} pages back. ");
	buf_puts(out, exact ? "As on this machine,\n"
		: "Less than on this machine:\n");
	buf_puts(out, "          {memory.free} pages are free, {vmstat.nr_free_pages} by the kernel's count, and {swap.free}\n"
		"          pages of swap. The threshold of mail 000 is {memory.threshold}. Lazy, or at once?\n"
		"      - name: done\n"
		"        when: madvise.calls_lazy + madvise.calls_zapped == 1\n"
		"        say: >\n"
		"          Lazy calls: {madvise.calls_lazy}, calls that freed at once: {madvise.calls_zapped}. The\n"
		"          threshold of mail 000 was never merged. The key v shows MADV_FREE without it.\n");
}

bool live_madv_scene(const struct snapshot *s, struct buf *out, struct err *e)
{
	s64 frames = 0, region = 0, slots;
	bool exact;

	if (!madv_frames(s, &frames, &region, e))
		return false;
	slots = s->report->free_swap_kb > 0 ? s->report->free_swap_kb / 4 : 0;
	exact = s->report->free_total == frames - region && slots <= SLOTS_MOST;
	slots = slots < SLOTS_MOST ? slots : SLOTS_MOST;
	put_head(s, "MADV_FREE, as here", "Would MADV_FREE be lazy here?",
		out);
	buf_printf(out, "set: {cpus: 1, ram_pages: %lld, swap_pages: %lld, "
		"min_free_kbytes: %lld, processes: 1, region_pages: %lld, "
		"loops: 1, start_jitter_us: 0}\nworkload: lazy_free\n",
		ll(frames), ll(slots), ll(s->proc.min_free_kbytes), ll(region));
	buf_puts(out, "variants:\n"
		"  - {name: throttled, title: with mail 000's threshold,"
		" status: \"proposed, never merged\", options: [throttled]}\n"
		"  - {name: madv_free, title: without a threshold,"
		" status: \"as of February 2015; merged in 4.5 with changes\","
		" options: [madv_free]}\n");
	put_act("One call", out);
	put_madv_cues(exact, out);
	return true;
}
