/* SPDX-License-Identifier: GPL-3.0-or-later
 * Page caches: mm/filemap.c and mm/swap_state.c as of v3.10.
 *
 * Leaves out: radix tree nodes (a file's tree is a table by index, one lookup is
 * one access), tags, private buffers, memory cgroups. The swap cache is one
 * address_space, whose tree is the table of swap slots.
 */
#include <string.h>
#include "model/machine.h"
#include "model/lru_string.h"
#include "model/scan.h"
#include "model/setup.h"

/* nrpages with the root, and the node: written under tree_lock, so they come from
 * the cache of who had it last (assumed). */
enum { TREE_LINES = 2 };

static struct file_page *page_of(const struct machine *m, u32 pfn)
{
	return (struct file_page *)machine_at(m, m->files.page_at) + pfn;
}

const struct file_page *file_page_at(const struct machine *m, u32 pfn)
{
	return page_of(m, pfn);
}

struct file_page *file_page_edit(struct machine *m, u32 pfn)
{
	struct file_page *p = page_of(m, pfn);

	machine_note(m, p, sizeof(*p));
	return p;
}

bool page_is_file(const struct machine *m, u32 pfn)
{
	return (m->parts & PART_FILES) && (page_of(m, pfn)->flags & FILE_CACHE);
}

bool page_needs_no_map(const struct machine *m, u32 pfn)
{
	return (m->parts & PART_FILES) &&
		(page_of(m, pfn)->flags & (FILE_CACHE | FILE_FROZEN));
}

unsigned page_mapping(const struct machine *m, u32 pfn)
{
	if (page_of(m, pfn)->mapping != NONE)
		return page_of(m, pfn)->mapping;
	return page_at(m, pfn)->slot != NO_PAGE ? m->files.n : NONE;
}

bool page_mapped(const struct machine *m, u32 pfn)
{
	unsigned flags = page_of(m, pfn)->flags;

	return flags & FILE_CACHE ? (flags & FILE_MAPPED) != 0
				  : page_at(m, pfn)->pte != NO_PAGE;
}

unsigned page_count(const struct machine *m, u32 pfn)
{
	const struct file_page *f = page_of(m, pfn);

	bool cached = page_mapping(m, pfn) != NONE;
	bool isolated = page_at(m, pfn)->state == PAGE_ISOLATED;

	if ((f->flags & FILE_FROZEN) || page_at(m, pfn)->state == PAGE_FREE)
		return 0;
	return 0u + cached + page_mapped(m, pfn) + isolated + f->users;
}

bool page_dirty(const struct machine *m, u32 pfn)
{
	return page_at(m, pfn)->flags & PAGE_DIRTY;
}

struct mapping *mapping_edit(struct machine *m, unsigned mapping)
{
	struct mapping *file =
		(struct mapping *)machine_at(m, m->files.mapping_at) + mapping;

	machine_note(m, file, sizeof(*file));
	return file;
}

const struct mapping *mapping_at(const struct machine *m, unsigned mapping)
{
	return (const struct mapping *)machine_at(m, m->files.mapping_at) +
		mapping;
}

static u32 *slot_of(const struct machine *m, unsigned mapping, u32 index)
{
	return (u32 *)machine_at(m, m->files.tree_at) +
		(u64)mapping * m->files.file_pages + index;
}

static void tree_set(struct machine *m, unsigned mapping, u32 index, u32 pfn)
{
	u32 *slot = slot_of(m, mapping, index);

	machine_note(m, slot, sizeof(*slot));
	*slot = pfn == NO_PAGE ? 0 : pfn + 1;
}

u32 page_cache_get(const struct machine *m, unsigned mapping, u32 index)
{
	u32 value = *slot_of(m, mapping, index);

	return value ? value - 1 : NO_PAGE;
}

void page_cache_add(struct machine *m, unsigned mapping, u32 index, u32 pfn)
{
	struct file_page *f = file_page_edit(m, pfn);

	f->mapping = (u16)mapping;
	f->index = index;
	f->flags |= FILE_CACHE;
	tree_set(m, mapping, index, pfn);
	mapping_edit(m, mapping)->nrpages++;
}

void page_cache_delete(struct machine *m, u32 pfn)
{
	struct file_page *f = file_page_edit(m, pfn);
	u32 slot = page_at(m, pfn)->slot;

	if (f->mapping == NONE) {
		slot_uncache(m, slot);
		if (page_at(m, pfn)->flags & PAGE_DROPPED)
			slot_put(m, slot);
		mapping_edit(m, m->files.n)->freed++;
		return;
	}
	tree_set(m, f->mapping, f->index, NO_PAGE);
	mapping_edit(m, f->mapping)->nrpages--;
	mapping_edit(m, f->mapping)->freed++;
	f->mapping = NONE;
}

bool page_cache_fill(struct machine *m, unsigned mapping, u32 pfn)
{
	struct mapping *file = mapping_edit(m, mapping);

	if (file->next == m->files.file_pages ||
		page_cache_get(m, mapping, file->next) != NO_PAGE)
		return false;
	page_cache_add(m, mapping, file->next++, pfn);
	page_lru_add(m, pfn, LRU_INACTIVE_FILE, false);
	return true;
}

bool file_page_may_move(const struct machine *m, u32 pfn)
{
	const struct file_page *f;

	if (!(m->parts & PART_FILES))
		return true;
	f = page_of(m, pfn);
	return !(f->flags & (FILE_LOCKED | FILE_FROZEN)) && !f->users;
}

void file_page_move(struct machine *m, u32 from, u32 to)
{
	struct file_page *f;

	if (!(m->parts & PART_FILES))
		return;
	f = file_page_edit(m, to);
	*f = *page_of(m, from);
	if (f->mapping != NONE)
		tree_set(m, f->mapping, f->index, to);
	file_page_clear(m, from);
}

void file_page_clear(struct machine *m, u32 pfn)
{
	*file_page_edit(m, pfn) = (struct file_page){ .mapping = NONE,
		.owner = NONE };
}

unsigned tree_lock_of(const struct machine *m, unsigned mapping)
{
	return m->files.lock_first + 2 * mapping;
}

unsigned i_mmap_mutex_of(const struct machine *m, unsigned mapping)
{
	return m->files.lock_first + 2 * mapping + 1;
}

unsigned lru_lock_of(const struct machine *m)
{
	return m->files.lock_first + 2 * (m->files.n + 1);
}

/* ---- invariants ----------------------------------------------------------- */

static const char *check_page(const struct machine *m, u32 pfn)
{
	const struct file_page *f = page_of(m, pfn);

	if (page_at(m, pfn)->state == PAGE_FREE)
		return f->mapping != NONE || f->flags || f->users
			? "a free page still belongs to a file" : NULL;
	if (f->mapping == NONE)
		return NULL;
	if (f->mapping >= m->files.n || f->index >= m->files.file_pages ||
		page_cache_get(m, f->mapping, f->index) != pfn)
		return "a page and its file's tree do not belong together";
	if (f->flags & FILE_FROZEN)
		return "a page without references can still be found";
	return NULL;
}

const char *files_check(const struct machine *m)
{
	const char *broken = scan_check(m);
	u32 cached = 0, listed = 0;

	for (u32 pfn = 0; !broken && pfn < m->memory.frames; pfn++) {
		cached += page_of(m, pfn)->mapping != NONE;
		broken = check_page(m, pfn);
	}
	for (unsigned i = 0; i < m->files.n; i++)
		listed += mapping_at(m, i)->nrpages;
	if (!broken && cached != listed)
		broken = "pages in page caches are counted wrongly";
	return broken;
}

/* ---- the beginning -------------------------------------------------------- */

static u32 rounded(u64 bytes)
{
	return (u32)((bytes + GRAIN - 1) / GRAIN * GRAIN);
}

void files_lay_out_locks(struct machine *m, const struct setup *s)
{
	if (!(setup_parts(s) & PART_FILES))
		return;
	m->files.n = setup_files(s);
	m->files.lock_first = m->n_locks;
	m->n_locks = (u16)(m->n_locks + 2 * (m->files.n + 1) + 1);
}

/* Of each file: the pages at the start, as many read, and what readers that are
 * at work at the same time are ahead. Elsewhere one file may have every frame. */
static u32 file_pages(const struct setup *s)
{
	const s64 *v = s->value;
	s64 files = setup_files(s);

	if (s->workload != WORKLOAD_RECLAIM)
		return setup_frames(s);
	return (u32)(2 * (setup_list_pages(s) / files + v[PARAM_RUN_LENGTH]) +
		v[PARAM_RUN_LENGTH] * v[PARAM_CPUS] + SCAN_MAX);
}

void files_lay_out(struct machine *m, const struct setup *s, u32 *end)
{
	struct files *f = &m->files;

	if (!(setup_parts(s) & PART_FILES))
		return;
	f->file_pages = file_pages(s);
	f->page_at = *end;
	f->tree_at = f->page_at +
		rounded((u64)m->memory.frames * sizeof(struct file_page));
	f->scan_at = f->tree_at +
		rounded((u64)f->n * f->file_pages * sizeof(u32));
	f->mapping_at = f->scan_at +
		rounded((u64)m->n_tasks * sizeof(struct scan));
	*end = f->mapping_at + rounded((f->n + 1) * sizeof(struct mapping));
}

/* Sockets that the CPUs fill. */
static unsigned sockets(const struct machine *m)
{
	unsigned cpus = m->topology.threads * m->topology.cores;

	return cpus < m->n_cpus ? (m->n_cpus + cpus - 1) / cpus : 1;
}

void files_init(struct machine *m, const struct setup *s)
{
	struct files *f = &m->files;

	f->run_length = (u32)s->value[PARAM_RUN_LENGTH];
	for (u32 pfn = 0; pfn < m->memory.frames; pfn++)
		file_page_clear(m, pfn);
	for (unsigned i = 0; i <= f->n; i++) {
		struct lock *l = lock_of(m, tree_lock_of(m, i));

		l->waiters_most = (u16)sockets(m);
		l->data_lines = TREE_LINES;
	}
	for (unsigned i = 0; i < m->n_tasks; i++) {
		struct scan *scan = scan_edit(m, i);

		scan->batch_mapping = NONE;
		for (unsigned l = 0; l < SCAN_LISTS; l++)
			scan->list[l].first = NO_PAGE;
	}
}

void files_begin(struct machine *m, const struct setup *s)
{
	bool ticket = setup_features(s) & IN_TICKET;

	for (unsigned i = 0; i <= m->files.n; i++)
		lock_of(m, tree_lock_of(m, i))->waiter_ns =
			ticket ? (u16)m->cost_ns[COST_TICKET] : 0;
}

/* With blocks of several pages the free lists are not yet built. */
static u32 take_frame(struct machine *m, s64 i)
{
	if (m->memory.orders == 1)
		return page_take(m, 0, 0);
	memory_place(m, (u32)i, PAGE_HELD);
	page_edit(m, (u32)i)->flags = 0;
	return (u32)i;
}

/* A page of the `lru` string, the youngest so far. */
static void add_token(struct machine *m, s64 i,
	const struct lru_token *t)
{
	u32 pfn = take_frame(m, i);

	if (t->file == NONE) {		/* truncated: no mapping any more */
		file_page_edit(m, pfn)->flags = FILE_CACHE;
		page_lru_add(m, pfn, LRU_INACTIVE_FILE, false);
		return;
	}
	page_cache_fill(m, t->file, pfn);
	file_page_edit(m, pfn)->flags |= FILE_MAPPED | t->file_flags;
	file_page_edit(m, pfn)->users = t->users;
	page_edit(m, pfn)->flags |= t->page_flags;
}

static void fill_runs(struct machine *m, s64 pages)
{
	unsigned file = 0;

	for (s64 i = 0, run = 0; i < pages; i++, run++) {
		u32 pfn = take_frame(m, i);

		if (run == m->files.run_length) {	/* the next file's */
			run = 0;
			file = file + 1 < m->files.n ? file + 1 : 0;
		}
		page_cache_fill(m, file, pfn);
		file_page_edit(m, pfn)->flags |= FILE_MAPPED;
	}
}

/* The list lies in the frames from 0 on. */
static u8 origin_of(const struct machine *m, u32 pfn)
{
	unsigned mapping = page_mapping(m, pfn);

	return mapping < FILES_SHOWN ? (u8)mapping : FILES_SHOWN;
}

void files_fill(struct machine *m, const struct setup *s)
{
	const char *text = setup_text(s, PARAM_LRU);
	struct lru_token token;

	if (s->workload != WORKLOAD_RECLAIM)
		return;
	for (s64 i = 0; lru_token_next(&text, &token); i++)
		add_token(m, i, &token);
	if (s->value[PARAM_FILES])
		fill_runs(m, setup_list_pages(s));
	m->files.to_scan = setup_list_pages(s);
	m->files.listed = (u32)m->files.to_scan;
	for (u32 i = 0; i < m->files.listed && i < LIST_SHOWN; i++)
		m->files.origin[i] = origin_of(m, i);
}
