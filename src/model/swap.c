/* SPDX-License-Identifier: GPL-3.0-or-later
 * Swap slots, the swap cache, and the swap device: mm/swapfile.c and
 * mm/swap_state.c as of v4.0.
 *
 * Leaves out: clusters and the scan for a free slot (free slots are used in the
 * order in which they became free), several swap areas, shared slots, a device
 * that works at several requests at once. Rules: a used slot belongs to one pte
 * or to one page in the swap cache that the pte's page fault will find there.
 */
#include "model/machine.h"
#include "model/task.h"

enum { LAST = UINT32_MAX >> 2, READ_BIT = 1 << 30, ON_BIT = 1 << 29 };

static u32 slot_get(const struct machine *m, u32 slot)
{
	return ((const u32 *)machine_at(m, m->memory.slot_at))[slot];
}

static void slot_set(struct machine *m, u32 slot, enum slot_kind kind,
	u32 value)
{
	u32 *p = (u32 *)machine_at(m, m->memory.slot_at) + slot;

	machine_note(m, p, sizeof(*p));
	*p = value << 2 | (u32)kind;
}

enum slot_kind slot_kind(const struct machine *m, u32 slot)
{
	return (enum slot_kind)(slot_get(m, slot) & 3);
}

u32 slot_page(const struct machine *m, u32 slot)
{
	return slot_get(m, slot) >> 2;
}

u32 slot_take(struct machine *m)
{
	struct memory *mem = &m->memory;
	u32 slot = mem->slot_first, next;

	if (slot == NO_PAGE)
		return NO_PAGE;
	next = slot_get(m, slot) >> 2;
	mem->slot_first = next == LAST ? NO_PAGE : next;
	if (next == LAST)
		mem->slot_last = NO_PAGE;
	mem->slots_free--;
	slot_set(m, slot, SLOT_USED, 0);
	return slot;
}

void slot_put(struct machine *m, u32 slot)
{
	struct memory *mem = &m->memory;

	slot_set(m, slot, SLOT_FREE, LAST);
	if (mem->slot_last == NO_PAGE)
		mem->slot_first = slot;
	else
		slot_set(m, mem->slot_last, SLOT_FREE, slot);
	mem->slot_last = slot;
	mem->slots_free++;
}

void slot_cache(struct machine *m, u32 slot, u32 pfn)
{
	slot_set(m, slot, SLOT_CACHED, pfn);
	page_edit(m, pfn)->slot = slot;
	m->memory.cached_slots++;
}

void slot_uncache(struct machine *m, u32 slot)
{
	page_edit(m, slot_page(m, slot))->slot = NO_PAGE;
	slot_set(m, slot, SLOT_USED, 0);
	m->memory.cached_slots--;
}

bool io_room(const struct machine *m)
{
	return m->memory.queue.n < QUEUE_MAX;
}

void io_submit(struct machine *m, u32 pfn, enum io io, u64 now_ns)
{
	static const u32 bits[] = { 0, READ_BIT, READ_BIT | ON_BIT };
	struct io_queue *q = &m->memory.queue;
	struct page *p = page_edit(m, pfn);

	q->at[(q->first + q->n++) % QUEUE_SIZE] = pfn | bits[io];
	p->flags = (u8)((p->flags & ~PAGE_DIRTY) |
		(io ? PAGE_READING : PAGE_WRITING));
	if (io)
		m->memory.pswpin++;
	else if (page_is_file(m, pfn))
		m->files.pageouts++;
	else
		m->memory.pswpout++;
	task_wake_all(m, CHANNEL_DEVICE, now_ns);
}

u32 io_oldest(const struct machine *m, bool *read)
{
	const struct io_queue *q = &m->memory.queue;

	*read = q->n && (q->at[q->first] & READ_BIT);
	return q->n ? q->at[q->first] & ~(u32)(READ_BIT | ON_BIT) : NO_PAGE;
}

/* The device: one page after the other. */
enum { PFN, READ, FIRST };
static const struct local device_locals[] = {
	[PFN] = { "page", KIND_PFN }, [READ] = { "read", KIND_BOOL },
	[FIRST] = { "first", KIND_BOOL },
};

static struct test has_request(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(m->memory.queue.n, REL_GT, 0);
}

static void take_request(struct machine *m, struct task *t, s64 *v)
{
	u32 r = m->memory.queue.at[m->memory.queue.first];

	v[PFN] = r & ~(u32)(READ_BIT | ON_BIT);
	v[READ] = (r & READ_BIT) != 0;
	v[FIRST] = v[READ] && !(r & ON_BIT);
}

static struct test begins_read(const struct machine *m, const struct task *t,
	const s64 *v)
{
	return test_of(v[FIRST], REL_EQ, 1);
}

/* Room for one more, a page that can be freed: in turn, so that nobody is
 * favoured; but all once the queue is empty, since nothing will tell them
 * later. */
static void tell(struct machine *m, enum channel channel, u64 now_ns)
{
	if (m->memory.queue.n)
		task_wake_first(m, channel, now_ns);
	else
		task_wake_all(m, channel, now_ns);
}

/* end_page_writeback and the end of a read. A written page goes to the tail of
 * its list, to be freed next (rotate_reclaimable_page). */
static void end_request(struct machine *m, struct task *t, s64 *v)
{
	struct io_queue *q = &m->memory.queue;
	u64 now = cpu_of(m, t->cpu)->clock_ns;
	struct page *p = page_edit(m, (u32)v[PFN]);

	q->first = (u16)((q->first + 1) % QUEUE_SIZE);
	q->n--;
	m->memory.io_done++;
	p->flags &= (u8)~(PAGE_WRITING | PAGE_READING);
	if (p->flags & PAGE_DROPPED)
		page_drop(m, (u32)v[PFN], t->cpu);
	else if (!v[READ] && p->state == PAGE_LRU)
		page_lru_add(m, (u32)v[PFN], (enum lru)p->list, true);
	tell(m, CHANNEL_QUEUE, now);
	task_wake_all(m, CHANNEL_PAGE, now);
	tell(m, CHANNEL_RECLAIM, now);
}

enum { D_WAIT = 1, D_TAKE, D_BEGINS, D_ACCESS, D_MOVE, D_DONE };
/* clang-format off */
static const struct line device_lines[] = {
 [D_WAIT] = { "wait for a request", OP_WAIT, .id = "wait", .test = has_request,
	.channel = CHANNEL_DEVICE, .gloss = "The device sleeps while its queue is empty." },
 [D_TAKE] = { "take the oldest", .id = "take", .exec = take_request,
	.gloss = "One request at a time." },
 [D_BEGINS] = { "if it begins a read", OP_IF, .id = "begins", .test = begins_read, .no = D_MOVE,
	.gloss = "Writes and the rest of a read just go on.", .why = "first = {left}",
	.if_yes = "find it first", .if_no = "go on" },
 [D_ACCESS] = { "  find it", .id = "access", .exec = take_request, .cost = COST_SWAP_ACCESS,
	.gloss = "A read comes from anywhere on the device." },
 [D_MOVE] = { "move 4 KiB", .id = "move", .exec = take_request, .cost = COST_SWAP_IO,
	.gloss = "This is what takes the time." },
 [D_DONE] = { "tell who waits for the page", .id = "done", .exec = end_request, .next = D_WAIT,
	.shared = true, .gloss = "A written page can be freed, a read one used." },
};
/* clang-format on */

const struct procedure procedure_swap_device = {
	"swap_device", "model", "A swap device: serves its queue, one page at a time.",
	device_lines, D_DONE + 1, device_locals, 3, 0,
};
