/* SPDX-License-Identifier: GPL-3.0-or-later
 * The picture of reclaim-batch: the list from its oldest page on, what is known
 * of each page and where it is now, the batch, and who has tree_lock.
 *
 * A list of more pages than are remembered is shown by its files: how many pages
 * each has, and who waits for its tree_lock.
 */
#include "model/names.h"
#include "model/scan.h"
#include "model/task.h"
#include "view/views.h"

#include <string.h>

enum { LABEL = 1, CELLS = 8, CELL = 2, BUSY_SHOWN = 6 };

static bool is_on(const struct machine *m, const struct page_list *l, u32 pfn)
{
	u32 at = l->first;

	while (at != NO_PAGE && at != pfn)
		at = page_at(m, at)->next;
	return at == pfn;
}

/* Which of somebody's lists an isolated page is on. */
static enum scan_list list_of(const struct machine *m, u32 pfn)
{
	for (unsigned t = 0; t < m->n_tasks; t++)
		for (unsigned l = 0; l < SCAN_LISTS; l++)
			if (is_on(m, &scan_at(m, t)->list[l], pfn))
				return (enum scan_list)l;
	return LIST_PAGE;
}

/* Where a page of the list is. Signs are in legend.c. */
static char where_of(const struct machine *m, u32 pfn)
{
	static const char signs[SCAN_LISTS] = {
		[LIST_PAGE] = 'i', [LIST_NOW] = 'n', [LIST_BATCH] = 'b',
		[LIST_REMOVED] = 'x', [LIST_RET] = 'k', [LIST_FREE] = 'x',
	};
	const struct page *p = page_at(m, pfn);

	switch (p->state) {
	case PAGE_LRU:
		return p->list == LRU_INACTIVE_FILE ? 'o'
			: p->list == LRU_ACTIVE_FILE ? 'a' : 'u';
	case PAGE_ISOLATED:
		return signs[list_of(m, pfn)];
	default:
		return 'f';
	}
}

static enum style where_style(char where)
{
	switch (where) {
	case 'b':
		return STYLE_HOLD;
	case 'f':
	case 'x':
		return STYLE_PLUS;
	case 'k':
	case 'a':
	case 'u':
		return STYLE_MINUS;
	case 'n':
		return STYLE_LINE_NOW;
	default:
		return STYLE_DIM;
	}
}

/* What reclaim will find out about it. */
static char what_of(const struct machine *m, u32 pfn)
{
	const struct file_page *f = file_page_at(m, pfn);
	u8 flags = page_at(m, pfn)->flags;

	if (page_at(m, pfn)->state == PAGE_FREE)
		return ' ';
	if (flags & PAGE_WRITING)
		return 'w';
	if (flags & PAGE_DIRTY)
		return 'd';
	if (f->users)
		return 'r';
	if (f->flags & (FILE_YOUNG | FILE_REUSED))
		return 'y';
	return (f->flags & FILE_LOCKED) && f->owner == NONE ? 'l' : ' ';
}

static char letter_of(const struct machine *m, u32 i)
{
	u8 file = m->files.origin[i];

	return file < FILES_SHOWN ? (char)('A' + file) : '-';
}

static void sign(struct pen *p, int column, enum style style, char c)
{
	pen_put(p, column, style, (char[]){ c, '\0' });
}

/* ---- the list --------------------------------------------------------------- */

static bool changed_at(const struct pen *p, u32 i)
{
	const struct machine *before = p->v->before, *now = p->v->now;

	return before && (where_of(before, i) != where_of(now, i) ||
		what_of(before, i) != what_of(now, i));
}

/* Three lines: files, what is known, where the pages are. */
static void list_row(struct pen *p, u32 from, u32 to)
{
	const struct machine *m = p->v->now;
	int column = CELLS;

	pen_put(p, LABEL, STYLE_HEAD, "file");
	for (u32 i = from; i < to; i++, column += CELL)
		sign(p, column, where_of(m, i) == 'f' ? STYLE_DIM : STYLE_TEXT,
			letter_of(m, i));
	pen_next(p);
	pen_put(p, LABEL, STYLE_HEAD, "is");
	column = CELLS;
	for (u32 i = from; i < to; i++, column += CELL)
		sign(p, column, STYLE_WARN, what_of(m, i));
	pen_next(p);
	pen_put(p, LABEL, STYLE_HEAD, "where");
	column = CELLS;
	for (u32 i = from; i < to; i++, column += CELL)
		sign(p, column, changed_at(p, i) ? STYLE_CHANGED
			: where_style(where_of(m, i)), where_of(m, i));
	pen_next(p);
}

/* "oldest ───── newest" above the first row. */
static void draw_ends(struct pen *p, int end)
{
	int from = pen_put(p, CELLS, STYLE_DIM, "oldest") + 1;

	if (end - from > 8) {
		pen_fill(p, from, end - from - 8, STYLE_DIM, 0x2500);
		pen_put(p, end - 7, STYLE_DIM, "newest");
	}
	pen_next(p);
}

static void draw_list(struct pen *p)
{
	u32 n = p->v->now->files.listed;
	int room = (p->columns - 1 - CELLS) / CELL;
	u32 per_row = room > 1 ? (u32)room : 1, rows = (n + per_row - 1) / per_row;

	if (rows)
		per_row = (n + rows - 1) / rows;
	draw_ends(p, CELLS + (int)(rows ? per_row : 0) * CELL);
	for (u32 from = 0; from < n; from += per_row)
		list_row(p, from, from + per_row < n ? from + per_row : n);
}

/* ---- the batch ---------------------------------------------------------------- */

static struct word mapping_word(const struct machine *m, unsigned mapping)
{
	if (mapping == NONE)
		return word_of("none");
	if (mapping == m->files.n)
		return word_of("swap");
	return mapping < FILES_SHOWN ? word_of("%c", 'A' + (int)mapping)
				     : word_of("%u", mapping);
}

/* The task whose lists are shown: the followed CPU's. */
static unsigned task_shown(const struct pen *p)
{
	unsigned task = task_followed(p->m, p->v->now);

	return task == NONE ? 0 : task;
}

/* "batch [A A A]  of A", only where there is a batch at all. */
static void draw_batch(struct pen *p)
{
	const struct machine *m = p->v->now;
	const struct scan *s = scan_at(m, task_shown(p));
	u32 pfn = s->list[LIST_BATCH].first;
	int column = CELLS, end = p->columns - 12;

	if (!(p->v->is->features & IN_TREE_LOCK_BATCH))
		return;
	pen_put(p, LABEL, STYLE_HEAD, "batch");
	column = pen_put(p, column, STYLE_HOLD, "[");
	for (; pfn != NO_PAGE && column < end; pfn = page_at(m, pfn)->next) {
		column = pen_put(p, column, STYLE_HOLD,
			mapping_word(m, page_mapping(m, pfn)).s);
		column += page_at(m, pfn)->next != NO_PAGE;
	}
	column = pen_put(p, column, STYLE_HOLD, pfn == NO_PAGE ? "]" : "…]");
	pen_put(p, column + 1, STYLE_DIM, word_of("of %s",
		mapping_word(m, s->batch_mapping).s).s);
	pen_next(p);
}

/* ---- locks --------------------------------------------------------------------- */

/* "· 3 wait: 1 2 …", as many as fit. */
static void put_waiters(struct pen *p, int column, const struct lock *l)
{
	const struct machine *m = p->v->now;

	if (!l->waiters)
		return;
	column = pen_put(p, column, STYLE_WAIT,
		word_of(" · %u wait", l->waiters).s);
	for (unsigned t = l->first; t != NONE; t = task_at(m, t)->next) {
		struct word w = word_of("%s%u", t == l->first ? ": " : " ",
			task_at(m, t)->cpu);
		int more = t == l->last ? 0 : 2;

		if (column + pen_width(p, w.s) + more > p->columns - 1) {
			if (t != l->first)
				pen_put(p, column, STYLE_DIM, " …");
			return;
		}
		column = pen_put(p, column, STYLE_WAIT, w.s);
	}
}

/* "tree_lock(A)  CPU 0 · waits 1 2". */
static void lock_row(struct pen *p, const char *name, unsigned lock)
{
	const struct machine *m = p->v->now;
	const struct lock *l = lock_at(m, lock);
	int column = pen_put(p, LABEL, STYLE_HEAD, name);

	column = column < 17 ? 17 : column + 1;
	if (l->holder == NONE) {
		pen_put(p, column, STYLE_DIM, "free");
	} else {
		column = pen_put(p, column, STYLE_HOLD,
			word_of("CPU %u", task_at(m, l->holder)->cpu).s);
		put_waiters(p, column, l);
	}
	pen_next(p);
}

/* The mapping of the page in hand; the first file if there is none. */
static unsigned mapping_in_hand(const struct pen *p)
{
	const struct machine *m = p->v->now;
	const struct page_list *l = &scan_at(m, task_shown(p))->list[LIST_NOW];
	unsigned mapping = l->n ? page_mapping(m, l->first) : NONE;

	return mapping == NONE ? 0 : mapping;
}

/* Whose tree_lock is at stake: that which the task has, else the batch's. */
static unsigned mapping_of_tree(const struct pen *p)
{
	const struct machine *m = p->v->now;
	unsigned batch = scan_at(m, task_shown(p))->batch_mapping;

	for (unsigned i = 0; i <= m->files.n; i++)
		if (lock_at(m, tree_lock_of(m, i))->holder == task_shown(p))
			return i;
	return batch == NONE ? mapping_in_hand(p) : batch;
}

static void draw_locks(struct pen *p)
{
	const struct machine *m = p->v->now;
	unsigned tree = mapping_of_tree(p), page = mapping_in_hand(p);

	lock_row(p, word_of("tree_lock(%s)", mapping_word(m, tree).s).s,
		tree_lock_of(m, tree));
	lock_row(p, word_of("i_mmap_mutex(%s)", mapping_word(m, page).s).s,
		i_mmap_mutex_of(m, page));
}

/* ---- numbers -------------------------------------------------------------------- */

static int field_columns(const struct pen *p, const char *label,
	const char *name)
{
	unsigned index;
	int id = name_find(name, strlen(name), &index);
	s64 value = name_get(p->v->now, (unsigned)id, index);

	return pen_width(p, label) + 1 + pen_width(p, word_number(value).s) + 2;
}

/* Two fields beside each other, or below where they do not fit. */
static void pair(struct pen *p, const char *label, const char *name,
	const char *label2, const char *name2)
{
	int half = p->columns / 2, from = half + 1;

	pen_field(p, LABEL, half - 1, label, name);
	if (field_columns(p, label, name) > half - 1 ||
		field_columns(p, label2, name2) > half - 2) {
		pen_next(p);
		from = LABEL;
	}
	pen_field(p, from, from == LABEL ? half - 1 : 2 * half - 2, label2,
		name2);
	pen_next(p);
}

static void draw_numbers(struct pen *p)
{
	pair(p, "tree_lock taken", "vmscan.tree_lock.taken", "freed",
		"vmscan.freed");
	pair(p, "i_mmap taken", "vmscan.i_mmap_mutex.taken", "kept",
		"vmscan.kept");
	pair(p, "page locks", "vmscan.page_locks", "most at once",
		"vmscan.page_locks_max");
	if (p->v->is->features & IN_TREE_LOCK_BATCH)
		pair(p, "drains", "vmscan.drains", "of them empty",
			"vmscan.drains_empty");
}

/* ---- many files -------------------------------------------------------------------- */

enum doing { READS, SCANS, WAITS_TREE, WAITS_OTHER, DONE, DOING_N };

static bool is_tree_lock(const struct machine *m, unsigned lock)
{
	return lock >= m->files.lock_first && lock < lru_lock_of(m) &&
		(lock - m->files.lock_first) % 2 == 0;
}

static enum doing doing_of(const struct pen *p, unsigned task)
{
	const struct machine *m = p->v->now;
	const struct task *t = task_at(m, task);

	if (t->state == TASK_IDLE)
		return DONE;
	if (t->state == TASK_SPINNING)
		return is_tree_lock(m, t->waits_for) ? WAITS_TREE : WAITS_OTHER;
	for (unsigned i = 0; i < t->depth; i++)
		if (p->v->program->op[frames_of(m, task)[i].pc].procedure ==
			PROC_FILEMAP_FAULT)
			return READS;
	return SCANS;
}

static void draw_cpus(struct pen *p)
{
	static const char *const words[DOING_N] = { "read a page", "reclaim",
		"wait for a tree_lock", "wait for another lock", "are done" };
	unsigned n[DOING_N] = { 0 };

	for (unsigned i = 0; i < p->v->now->n_processes; i++)
		n[doing_of(p, i)]++;
	pen_put(p, LABEL, STYLE_HEAD, "CPUs that");
	pen_next(p);
	for (unsigned i = 0; i < DOING_N; i++) {
		int bar = p->columns - 30;

		pen_put(p, LABEL + 1, STYLE_TEXT, words[i]);
		pen_right(p, 28, i == WAITS_TREE ? STYLE_WAIT : STYLE_VALUE,
			word_number(n[i]).s);
		if (bar > 0)
			pen_fill(p, 29, (int)n[i] * bar /
				(int)p->v->now->n_processes, i == WAITS_TREE
				? STYLE_MINUS : STYLE_PLUS, 0x2588);
		pen_next(p);
	}
}

/* The file with the longest queue below `most` waiters, or behind `after` with
 * as many. */
static unsigned next_queue(const struct machine *m, unsigned most,
	unsigned after)
{
	unsigned best = NONE, found = 0;

	for (unsigned i = 0; i < m->files.n; i++) {
		unsigned n = lock_at(m, tree_lock_of(m, i))->waiters;

		if (n > most || (n == most && i <= after && after != NONE))
			continue;
		if (best == NONE || n > found) {
			best = i;
			found = n;
		}
	}
	return best;
}

static void draw_queues(struct pen *p)
{
	const struct machine *m = p->v->now;
	unsigned most = m->n_cpus, at = NONE;

	pen_put(p, LABEL, STYLE_HEAD, "the longest queues");
	pen_next(p);
	for (unsigned i = 0; i < BUSY_SHOWN; i++) {
		at = next_queue(m, most, at);
		if (at == NONE)
			return;
		most = lock_at(m, tree_lock_of(m, at))->waiters;
		lock_row(p, word_of("tree_lock(%s)", mapping_word(m, at).s).s,
			tree_lock_of(m, at));
	}
}

static void draw_many(struct pen *p)
{
	pair(p, "old pages left", "vmscan.to_scan", "freed", "vmscan.freed");
	pair(p, "tree_lock taken", "vmscan.tree_lock.taken", "waited",
		"vmscan.tree_lock.contended");
	pair(p, "page locks", "vmscan.page_locks", "most at once",
		"vmscan.page_locks_max");
	draw_cpus(p);
	draw_queues(p);
}

void batch_view(struct pen *p)
{
	if (p->v->now->files.listed > LIST_SHOWN) {
		draw_many(p);
		return;
	}
	draw_list(p);
	draw_batch(p);
	draw_locks(p);
	draw_numbers(p);
}
