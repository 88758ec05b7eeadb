/* SPDX-License-Identifier: GPL-3.0-or-later
 * A reclaiming task's lists (struct list_head page_list, ret_pages, free_pages
 * of mm/vmscan.c, v3.10), and what must hold of them.
 */
#include "model/machine.h"
#include "model/scan.h"

const struct scan *scan_at(const struct machine *m, unsigned task)
{
	return (const struct scan *)machine_at(m, m->files.scan_at) + task;
}

struct scan *scan_edit(struct machine *m, unsigned task)
{
	struct scan *s = (struct scan *)machine_at(m, m->files.scan_at) + task;

	machine_note(m, s, sizeof(*s));
	return s;
}

void page_list_push(struct machine *m, struct page_list *l, u32 pfn)
{
	struct page *p = page_edit(m, pfn);

	p->next = NO_PAGE;
	if (!l->n++) {
		p->prev = pfn;
		l->first = pfn;
		return;
	}
	p->prev = NO_PAGE;
	page_edit(m, page_at(m, l->first)->prev)->next = pfn;
	page_edit(m, l->first)->prev = pfn;
}

u32 page_list_pop(struct machine *m, struct page_list *l)
{
	u32 pfn = l->first;
	struct page *p = page_edit(m, pfn);

	l->first = --l->n ? p->next : NO_PAGE;
	if (l->n)
		page_edit(m, p->next)->prev = p->prev;
	p->prev = p->next = NO_PAGE;
	return pfn;
}

bool page_trylock(struct machine *m, u32 pfn, unsigned task)
{
	struct file_page *f = file_page_edit(m, pfn);

	if (f->flags & FILE_LOCKED)
		return false;
	f->flags |= FILE_LOCKED;
	f->owner = (u16)task;
	if (++m->files.locked > m->files.locked_max)
		m->files.locked_max = m->files.locked;
	return true;
}

void page_let_go(struct machine *m, u32 pfn)
{
	struct file_page *f = file_page_edit(m, pfn);

	f->flags &= (u16)~FILE_LOCKED;
	f->owner = NONE;
	m->files.locked--;
}

/* A page on the batch is locked by who has the batch, not mapped, and of the
 * batch's mapping; a page that is removed has no reference. */
static const char *check_listed(const struct machine *m, unsigned task,
	enum scan_list list, u32 pfn)
{
	const struct file_page *f = file_page_at(m, pfn);
	bool locked = (f->flags & FILE_LOCKED) && f->owner == task;

	if (page_at(m, pfn)->state != PAGE_ISOLATED)
		return "a page in a reclaimer's hands is not isolated";
	if (list == LIST_BATCH && (!locked || page_mapped(m, pfn)))
		return "a page on the batch is not locked, or still mapped";
	if (list == LIST_BATCH &&
		page_mapping(m, pfn) != scan_at(m, task)->batch_mapping)
		return "a page on the batch is of another mapping";
	if (list == LIST_REMOVED && (!locked || page_count(m, pfn)))
		return "a removed page has references, or is not locked";
	if (list == LIST_FREE && (locked || page_count(m, pfn)))
		return "a page to be freed has references, or is locked";
	if (list == LIST_RET && (locked || !page_count(m, pfn)))
		return "a kept page has no reference, or is locked";
	return NULL;
}

static const char *check_list(const struct machine *m, unsigned task,
	enum scan_list list, u32 *pages)
{
	const struct page_list *l = &scan_at(m, task)->list[list];
	const char *broken = NULL;
	u32 n = 0, last = NO_PAGE;

	for (u32 pfn = l->first; !broken && pfn != NO_PAGE && n <= l->n;
		pfn = page_at(m, pfn)->next, n++) {
		broken = check_listed(m, task, list, pfn);
		last = pfn;
	}
	if (!broken && (n != l->n || (n && page_at(m, l->first)->prev != last)))
		broken = "a reclaimer's list has another length than counted";
	*pages += n;
	return broken;
}

/* Nobody's batch lives on without a task that works on it. */
static const char *check_scan(const struct machine *m, unsigned task,
	u32 *pages)
{
	const char *broken = NULL;
	u32 before = *pages;

	for (unsigned l = 0; !broken && l < SCAN_LISTS; l++)
		broken = check_list(m, task, (enum scan_list)l, pages);
	if (!broken && *pages != before && task_at(m, task)->state == TASK_IDLE)
		broken = "an idle task has isolated pages";
	return broken;
}

const char *scan_check(const struct machine *m)
{
	const char *broken = NULL;
	u32 pages = 0, isolated = 0, locked = 0;

	for (unsigned i = 0; !broken && i < m->n_tasks; i++)
		broken = check_scan(m, i, &pages);
	if (broken)
		return broken;
	for (unsigned z = 0; z < m->memory.zones; z++)
		isolated += m->memory.zone[z].isolated;
	for (u32 pfn = 0; pfn < m->memory.frames; pfn++)
		locked += (file_page_at(m, pfn)->flags & FILE_LOCKED) &&
			file_page_at(m, pfn)->owner != NONE;
	if (pages > isolated)
		return "more pages on reclaimers' lists than are isolated";
	return locked == m->files.locked ? NULL
		: "page locks that reclaim holds are counted wrongly";
}
