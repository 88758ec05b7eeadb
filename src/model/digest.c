/* SPDX-License-Identifier: GPL-3.0-or-later
 * Digests: a hash of published names and values and of the live frames, so that
 * neither layout nor padding matters.
 */
#include "model/machine.h"
#include "model/names.h"
#include "model/scan.h"
#include "model/task.h"

static u64 mix(u64 hash, u64 value)
{
	hash = (hash ^ value) * 0x9fb21c651e98df25u;
	return hash ^ hash >> 32;
}

static u64 mix_text(u64 hash, const char *s)
{
	u64 word = 0xcbf29ce484222325u;

	while (*s)
		word = (word ^ (u8)*s++) * 0x100000001b3u;
	return mix(hash, word);
}

static u64 digest_names(const struct machine *m, u64 hash, bool core_only)
{
	for (unsigned id = 0; id < name_count(); id++) {
		const struct name *n = name_at(id);
		unsigned indices = name_indices(m, id);

		if (!(n->part & m->parts))
			continue;
		if (core_only && n->region != REGION_CORE)
			continue;
		hash = mix_text(hash, n->pattern);
		for (unsigned i = 0; i < indices; i++)
			hash = mix(hash, (u64)n->get(m, i));
	}
	return hash;
}

static u64 digest_frame(const struct program *p, const struct frame *f,
	u64 hash)
{
	const struct op_code *o = &p->op[f->pc];
	const struct procedure *proc = procedure_at(o->procedure);

	hash = mix_text(hash, proc->name);
	hash = mix_text(hash, proc->lines[o->row].id);
	for (unsigned i = 0; i < proc->n_locals; i++)
		hash = mix(hash, (u64)f->v[i]);
	return hash;
}

static u64 digest_tasks(const struct machine *m, const struct program *p,
	u64 hash)
{
	for (unsigned i = 0; i < m->n_tasks; i++) {
		const struct task *t = task_at(m, i);

		hash = mix(hash, (u64)t->state | (u64)t->depth << 8 |
			(u64)t->preempt_off << 16 | (u64)t->failed << 24 |
			(u64)t->privileged << 25 | (u64)t->next << 32 |
			(u64)t->waits_for << 48);
		hash = mix(hash, (u64)t->total_vm);
		for (unsigned d = 0; d < t->depth; d++)
			hash = digest_frame(p, &frames_of(m, i)[d], hash);
	}
	return hash;
}

/* What decides the next step besides names and tasks: queues and the mode. */
static u64 digest_queues(const struct machine *m, u64 hash)
{
	unsigned channels = m->parts & PART_MEMORY ? CHANNEL_OWN
						   : CHANNEL_DEVICE;

	for (unsigned i = 0; i < m->n_units; i++) {
		const struct cpu *c = cpu_at(m, i);

		hash = mix(hash, (u64)c->current | (u64)c->queue_first << 16 |
			(u64)c->state << 32 | (u64)c->online << 40 |
			(u64)c->resched << 41 | (u64)c->dying << 42 |
			(u64)c->work << 48);
	}
	for (unsigned i = 0; i < m->n_locks; i++)
		hash = mix(hash, (u64)lock_at(m, i)->holder |
			(u64)lock_at(m, i)->first << 16 |
			(u64)lock_at(m, i)->waiters << 32);
	for (unsigned i = 0; i < channels; i++)
		hash = mix(hash, m->channel[i]);
	return mix(hash, (u64)m->mode | (u64)m->focus << 16 |
		(u64)m->picked << 32 | (u64)m->turn << 48);
}

/* Frames, ptes, slots and the device's queue. */
static u64 digest_memory(const struct machine *m, u64 hash)
{
	const struct memory *mem = &m->memory;

	for (u32 i = 0; i < mem->frames; i++) {
		const struct page *p = page_at(m, i);

		hash = mix(hash, (u64)p->prev << 32 | p->next);
		hash = mix(hash, (u64)p->pte << 32 | p->slot);
		hash = mix(hash, (u64)p->state | (u64)p->list << 8 |
			(u64)p->flags << 16);
	}
	for (u32 i = 0; i < mem->ptes; i++)
		hash = mix(hash, pte_get(m, i));
	for (u32 i = 0; i < mem->slots; i++)
		hash = mix(hash, (u64)slot_kind(m, i) |
			(u64)slot_page(m, i) << 2);
	for (unsigned i = 0; i < mem->queue.n; i++)
		hash = mix(hash, mem->queue.at[(mem->queue.first + i) %
			QUEUE_SIZE]);
	if (mem->orders > 1)
		hash = buddy_digest(m, hash);
	for (unsigned i = 0; i < m->n_units; i++)
		for (unsigned z = 0; z < mem->zones; z++)
			hash = mix(hash, (u8)cpu_at(m, i)->free_diff[z]);
	return mix(hash, mem->kswapd_awake);
}

/* Page tables, small and huge pages; VMAs never change. */
static u64 digest_rmap(const struct machine *m, u64 hash)
{
	const struct rmap *r = &m->rmap;

	for (u32 mm = 0; mm < r->mms; mm++)
		for (u32 i = 2 * TABLE_ENTRIES; i < r->mm_entries; i++)
			hash = mix(hash, entry_get(m, mm * r->mm_entries + i));
	for (u32 i = 0; i < r->thps * r->pages + r->copies; i++)
		hash = mix(hash, (u32)small_at(m, i)->refcount |
			(u64)(u16)small_at(m, i)->mapcount << 32);
	for (u32 i = 0; i < r->thps; i++) {
		const struct huge_page *h = huge_at(m, i);

		hash = mix(hash, (u32)h->compound | (u64)h->extra << 32 |
			(u64)h->huge << 48 | (u64)h->double_map << 49 |
			(u64)h->deferred << 50);
	}
	hash = mix(hash, (u64)r->zapping << 32 | r->splitting);
	return mix(hash, (u64)r->zapped << 32 | r->unput);
}

/* Whose cache each page is in, and what reclaiming tasks have in their hands;
 * trees and list links follow from the pages. */
static u64 digest_files(const struct machine *m, u64 hash)
{
	for (u32 i = 0; i < m->memory.frames; i++) {
		const struct file_page *f = file_page_at(m, i);

		hash = mix(hash, (u64)f->index << 32 |
			(u64)f->mapping << 16 | f->flags);
		hash = mix(hash, (u64)f->users << 16 | f->owner);
	}
	for (unsigned i = 0; i < m->n_tasks; i++) {
		const struct scan *s = scan_at(m, i);

		for (unsigned l = 0; l < SCAN_LISTS; l++)
			hash = mix(hash, (u64)s->list[l].first << 32 |
				s->list[l].n);
		hash = mix(hash, s->batch_mapping);
	}
	for (unsigned i = 0; i < m->files.n; i++)
		hash = mix(hash, mapping_at(m, i)->next);
	return mix(mix(hash, (u64)m->files.to_scan), m->files.locked);
}

/* Slabs, what CPUs have of them, and hackbench's sockets. */
static u64 digest_slub(const struct machine *m, u64 hash)
{
	for (u32 i = 0; i < m->memory.frames; i++) {
		const struct slab *s = slab_at(m, i);

		hash = mix(hash, (u64)s->prev << 32 | s->next);
		hash = mix(hash, (u64)s->objects | (u64)s->free << 16 |
			(u64)s->state << 32 | (u64)s->order << 40 |
			(u64)s->cache << 48);
	}
	for (unsigned i = 0; i < m->n_cpus * m->slub.caches; i++) {
		const struct kmem_cache_cpu *c = cache_cpu(m, i, 0);

		hash = mix(mix(hash, (u64)c->slab << 32 | c->partial), c->free);
	}
	return hash;
}

static u64 digest_sockets(const struct machine *m, u64 hash)
{
	for (u32 i = 0; i < m->hackbench.sockets; i++) {
		const struct socket *s = socket_at(m, i);

		hash = mix(hash, (u64)s->n | (u64)s->waiting << 32);
		hash = mix(hash, s->lost);
		for (unsigned k = 0; k < s->n; k++) {
			const struct message *e = message_at(m, i, s->first + k);

			hash = mix(hash, (u64)e->head << 32 | e->data);
		}
	}
	return m->hackbench.sockets ? mix(hash, m->hackbench.not_ready) : hash;
}

static u64 digest_parts(const struct machine *m, u64 hash)
{
	if (m->parts & PART_MEMORY)
		hash = digest_memory(m, hash);
	if (m->parts & PART_FILES)
		hash = digest_files(m, hash);
	if (m->parts & PART_RMAP)
		hash = digest_rmap(m, hash);
	if (m->parts & PART_SLUB)
		hash = digest_slub(m, hash);
	return digest_sockets(m, hash);
}

u64 machine_core_digest(const struct machine *m, const struct program *p)
{
	u64 hash = digest_names(m, 0, true);

	return digest_parts(m, digest_queues(m, digest_tasks(m, p, hash)));
	hash = digest_queues(m, digest_tasks(m, p, hash));
	return digest_parts(m, hash);
}

u64 machine_digest(const struct machine *m, const struct program *p)
{
	u64 hash = digest_names(m, 1, false);

	hash = digest_queues(m, digest_tasks(m, p, hash));
	for (unsigned i = 0; i < m->n_locks; i++)
		hash = mix(hash, lock_at(m, i)->last_cpu);
	for (unsigned i = 0; i < m->n_tasks; i++)
		hash = mix(hash, task_at(m, i)->since_ns);
	hash = digest_parts(m, hash);
	hash = digest_parts(m, hash);
	return mix(mix(hash, m->horizon_ns), m->random);
}
