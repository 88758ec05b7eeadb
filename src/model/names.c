/* SPDX-License-Identifier: GPL-3.0-or-later
 * The table of published names, and the words for kinds and their values.
 */
#include <string.h>
#include "model/names.h"
#include "model/names_files.h"
#include "model/names_memory.h"
#include "model/names_rmap.h"
#include "model/setup.h"
#include "model/task.h"

static const struct percpu_counter *committed(const struct machine *m)
{
	return &m->counter[COUNTER_VM_COMMITTED_AS];
}

static const struct lock *committed_lock(const struct machine *m)
{
	return lock_at(m, committed(m)->lock);
}

static unsigned per_cpu(const struct machine *m)
{
	return m->n_cpus;
}

/* One getter a row; the table below gives it its name. */
#define GET(name, value) \
	static s64 get_##name(const struct machine *m, unsigned i) \
	{ \
		return (s64)(value); \
	}
GET(count, committed(m)->count)
GET(sum, percpu_counter_exact(m, COUNTER_VM_COMMITTED_AS))
GET(drift, get_sum(m, i) - committed(m)->count)
GET(bound, (m->overcommit.batch > 0 ? m->overcommit.batch - 1 : 0) * m->n_cpus)
GET(updates, committed(m)->updates)
GET(folds, committed(m)->folds)
GET(lock_taken, committed_lock(m)->taken)
GET(lock_contended, committed_lock(m)->contended)
GET(lock_wait, committed_lock(m)->wait_ns)
GET(lock_waiters, committed_lock(m)->waiters)
GET(lock_holder, committed_lock(m)->holder == NONE ? -1
	: task_at(m, committed_lock(m)->holder)->cpu)
GET(batch, m->overcommit.batch)
GET(slot, cpu_at(m, i)->slot[COUNTER_VM_COMMITTED_AS])
GET(cpu_clock, cpu_at(m, i)->clock_ns)
GET(cpu_lines, cpu_at(m, i)->lines)
GET(cpu_folds, cpu_at(m, i)->folds)
GET(cpu_online, cpu_at(m, i)->online)
GET(cpu_waits, cpu_at(m, i)->state == CPU_SPINNING)
GET(cpu_mapped, task_at(m, task_operator(m, i))->total_vm +
	(i < m->n_processes ? task_at(m, i)->total_vm : 0))
GET(policy, m->overcommit.policy)
GET(limit, overcommit_commit_limit(m->overcommit.ram_pages,
	m->overcommit.hugetlb_pages, m->overcommit.ratio,
	m->overcommit.kbytes, m->overcommit.swap_pages))
GET(allowed, m->overcommit.allowed)
GET(admitted, m->overcommit.admitted)
GET(denied, m->overcommit.denied)
GET(over_limit, m->overcommit.over_limit)
GET(mapped, m->overcommit.mapped)
GET(ratio, m->overcommit.ratio)
GET(kbytes, m->overcommit.kbytes)
GET(admin_reserve, m->overcommit.admin_reserve_pages)
GET(user_reserve, m->overcommit.user_reserve_pages)
GET(work_pending, m->work_pending)
GET(iterations, m->workload_iterations)
GET(processes, m->tasks_left)
GET(cpus, m->n_cpus)
GET(ram, m->overcommit.ram_pages)
GET(swap, m->overcommit.swap_pages)
GET(mapping, m->mapping_pages)
GET(request, m->request_pages)
GET(slot_pages, m->slot_pages)
GET(time, machine_time_ns(m))
GET(steps, m->steps)
GET(mode, m->mode)
#undef GET

/* An edit of a slot or of the count changes the exact sum with it. */
static void set_slot(struct machine *m, unsigned i, s64 value)
{
	struct cpu *c = cpu_of(m, i);
	struct percpu_counter *fbc = &m->counter[COUNTER_VM_COMMITTED_AS];

	fbc->exact += value - c->slot[COUNTER_VM_COMMITTED_AS];
	c->slot[COUNTER_VM_COMMITTED_AS] = value;
}

static void set_count(struct machine *m, unsigned i, s64 value)
{
	struct percpu_counter *fbc = &m->counter[COUNTER_VM_COMMITTED_AS];

	fbc->exact += value - fbc->count;
	fbc->count = value;
}

#define SET(name, field) \
	static void set_##name(struct machine *m, unsigned i, s64 value) \
	{ \
		m->overcommit.field = value; \
	}
SET(batch, batch)
SET(policy, policy)
SET(ratio, ratio)
SET(kbytes, kbytes)
SET(admin_reserve, admin_reserve_pages)
SET(user_reserve, user_reserve_pages)
#undef SET

static const char commit_source[] = "mm/util.c, v5.9";
static const char counter_source[] = "lib/percpu_counter.c, v5.9";
static const char ours[] = "the model's own count";
static const char given[] = "a parameter of the scene";


/* To add one: a getter above (and a setter, if it may be edited), a row here. */
/* clang-format off */
static const struct name names[] = {
 { "vm_committed_as.count", KIND_PAGES, REGION_CORE, PART_COUNTER, true,
   "The global count that everybody can read.", "vm_committed_as.count", counter_source,
   get_count, set_count, -(INT64_C(1) << 40), INT64_C(1) << 40, NULL },
 { "vm_committed_as.sum", KIND_PAGES, REGION_CORE, PART_COUNTER, true,
   "Count plus all slots: the true value.", "percpu_counter_sum", counter_source,
   get_sum, NULL, 0, 0, NULL },
 { "vm_committed_as.drift", KIND_PAGES, REGION_CORE, PART_COUNTER, true,
   "True value minus count: what readers of the count do not see.", "", ours,
   get_drift, NULL, 0, 0, NULL },
 { "vm_committed_as.bound", KIND_PAGES, REGION_CORE, PART_COUNTER, true,
   "CPUs × (batch − 1): the most the drift can be with this batch.", "", counter_source,
   get_bound, NULL, 0, 0, NULL },
 { "vm_committed_as.updates", KIND_COUNT, REGION_GHOST, PART_COUNTER, true,
   "Calls of percpu_counter_add_batch.", "", ours, get_updates, NULL, 0, 0, NULL },
 { "vm_committed_as.folds", KIND_COUNT, REGION_GHOST, PART_COUNTER, true,
   "Updates that went into the count, with the lock.", "", ours, get_folds, NULL, 0, 0, NULL },
 { "vm_committed_as.lock.taken", KIND_COUNT, REGION_GHOST, PART_COUNTER, true,
   "How often the counter's lock was taken.", "vm_committed_as.lock", ours,
   get_lock_taken, NULL, 0, 0, NULL },
 { "vm_committed_as.lock.contended", KIND_COUNT, REGION_GHOST, PART_COUNTER, true,
   "How often somebody had to wait for the lock.", "vm_committed_as.lock", ours,
   get_lock_contended, NULL, 0, 0, NULL },
 { "vm_committed_as.lock.wait_ns", KIND_NS, REGION_GHOST, PART_COUNTER, true,
   "Time spent waiting for the lock, all CPUs together.", "vm_committed_as.lock", ours,
   get_lock_wait, NULL, 0, 0, NULL },
 { "vm_committed_as.lock.waiters", KIND_COUNT, REGION_CORE, PART_COUNTER, false,
   "CPUs in line for the lock now.", "vm_committed_as.lock", ours,
   get_lock_waiters, NULL, 0, 0, NULL },
 { "vm_committed_as.lock.holder", KIND_CPU, REGION_CORE, PART_COUNTER, false,
   "The CPU that has the lock; −1 if none.", "vm_committed_as.lock", ours,
   get_lock_holder, NULL, 0, 0, NULL },
 { "vm_committed_as_batch", KIND_PAGES, REGION_CORE, PART_COUNTER, true,
   "How large a slot may grow before it is folded.", "vm_committed_as_batch",
   "mm/mm_init.c, v5.9", get_batch, set_batch, 0, INT32_MAX, NULL },
 { "cpu[N].vm_committed_as", KIND_PAGES, REGION_CORE, PART_COUNTER, true,
   "This CPU's slot: what it has not told the others.", "vm_committed_as.counters",
   counter_source, get_slot, set_slot, -(INT64_C(1) << 31), INT32_MAX, per_cpu },
 { "cpu[N].folds", KIND_COUNT, REGION_GHOST, PART_COUNTER, false,
   "Folds by this CPU.", "", ours, get_cpu_folds, NULL, 0, 0, per_cpu },
 { "cpu[N].clock_ns", KIND_NS, REGION_CLOCKS, PART_MACHINE, false,
   "This CPU's model time.", "", ours, get_cpu_clock, NULL, 0, 0, per_cpu },
 { "cpu[N].lines", KIND_COUNT, REGION_GHOST, PART_MACHINE, false,
   "Lines this CPU has run.", "", ours, get_cpu_lines, NULL, 0, 0, per_cpu },
 { "cpu[N].online", KIND_BOOL, REGION_CORE, PART_MACHINE, false,
   "Whether this CPU is online.", "cpu_online_mask", "kernel/cpu.c", get_cpu_online, NULL,
   0, 0, per_cpu },
 { "cpu[N].waits", KIND_BOOL, REGION_CORE, PART_MACHINE, false,
   "Whether this CPU spins in a lock's queue.", "", ours, get_cpu_waits, NULL, 0, 0, per_cpu },
 { "cpu[N].mapped", KIND_PAGES, REGION_CORE, PART_MACHINE, false,
   "What the processes of this CPU have mapped.", "mm->total_vm", "mm/mmap.c, v5.9",
   get_cpu_mapped, NULL, 0, 0, per_cpu },
 { "overcommit.policy", KIND_POLICY, REGION_CORE, PART_OVERCOMMIT, true,
   "The overcommit policy in force.", "sysctl_overcommit_memory", commit_source,
   get_policy, set_policy, 0, POLICY_N - 1, NULL },
 { "overcommit.limit", KIND_PAGES, REGION_CORE, PART_OVERCOMMIT, true,
   "CommitLimit: a share of RAM (or a fixed size), plus swap.", "vm_commit_limit",
   commit_source, get_limit, NULL, 0, 0, NULL },
 { "overcommit.allowed", KIND_PAGES, REGION_GHOST, PART_OVERCOMMIT, true,
   "What the last never check allowed: the limit less the reserves.", "__vm_enough_memory",
   commit_source, get_allowed, NULL, 0, 0, NULL },
 { "overcommit.admitted", KIND_COUNT, REGION_GHOST, PART_OVERCOMMIT, true,
   "Requests that a never check let through.", "", ours, get_admitted, NULL, 0, 0, NULL },
 { "overcommit.denied", KIND_COUNT, REGION_GHOST, PART_OVERCOMMIT, true,
   "Requests that a never check refused.", "", ours, get_denied, NULL, 0, 0, NULL },
 { "overcommit.over_limit", KIND_PAGES, REGION_GHOST, PART_OVERCOMMIT, true,
   "The most by which granted pages exceeded what was allowed.", "", ours,
   get_over_limit, NULL, 0, 0, NULL },
 { "overcommit.mapped", KIND_PAGES, REGION_GHOST, PART_OVERCOMMIT, false,
   "Pages of granted requests, less what was unmapped.", "", ours, get_mapped, NULL, 0, 0, NULL },
 { "overcommit.ratio", KIND_PERCENT, REGION_CORE, PART_OVERCOMMIT, false,
   "The share of RAM that counts for the limit.", "sysctl_overcommit_ratio", commit_source,
   get_ratio, set_ratio, 0, 1000, NULL },
 { "overcommit.kbytes", KIND_KB, REGION_CORE, PART_OVERCOMMIT, false,
   "A fixed size instead of the share; 0: the share counts.", "sysctl_overcommit_kbytes",
   commit_source, get_kbytes, set_kbytes, 0, INT64_C(1) << 42, NULL },
 { "overcommit.admin_reserve", KIND_PAGES, REGION_CORE, PART_OVERCOMMIT, false,
   "Kept for root under never.", "sysctl_admin_reserve_kbytes", commit_source,
   get_admin_reserve, set_admin_reserve, 0, INT64_C(1) << 40, NULL },
 { "overcommit.user_reserve", KIND_PAGES, REGION_CORE, PART_OVERCOMMIT, false,
   "The most kept free beside one big process.", "sysctl_user_reserve_kbytes", commit_source,
   get_user_reserve, set_user_reserve, 0, INT64_C(1) << 40, NULL },
 { "work.pending", KIND_COUNT, REGION_CORE, PART_OVERCOMMIT, false,
   "Work items queued on CPUs and not yet done.", "", ours, get_work_pending, NULL, 0, 0, NULL },
 { "workload.iterations", KIND_COUNT, REGION_GHOST, PART_WORKLOAD, true,
   "mmap and munmap pairs done, all CPUs together.", "", ours, get_iterations, NULL, 0, 0, NULL },
 { "workload.processes", KIND_COUNT, REGION_CORE, PART_WORKLOAD, false,
   "Processes that have not ended.", "", ours, get_processes, NULL, 0, 0, NULL },
 { "mapping_pages", KIND_PAGES, REGION_FIXED, PART_WORKLOAD, false,
   "The size of one mapping of the workload.", "", given, get_mapping, NULL, 0, 0, NULL },
 { "slot_pages", KIND_PAGES, REGION_FIXED, PART_WORKLOAD, false,
   "What each CPU but 0 maps before the switch.", "", given, get_slot_pages, NULL, 0, 0, NULL },
 { "request_pages", KIND_PAGES, REGION_FIXED, PART_WORKLOAD, false,
   "What CPU 0 asks for after the switch.", "", given, get_request, NULL, 0, 0, NULL },
 { "cpus", KIND_COUNT, REGION_FIXED, PART_MACHINE, false,
   "Present CPUs.", "num_present_cpus", given, get_cpus, NULL, 0, 0, NULL },
 { "ram_pages", KIND_PAGES, REGION_FIXED, PART_MACHINE, false,
   "RAM in pages.", "totalram_pages", given, get_ram, NULL, 0, 0, NULL },
 { "swap_pages", KIND_PAGES, REGION_FIXED, PART_MACHINE, false,
   "Swap space in pages.", "total_swap_pages", given, get_swap, NULL, 0, 0, NULL },
 { "time_ns", KIND_NS, REGION_CLOCKS, PART_MACHINE, false,
   "Model time: the clock of the CPU that is furthest on.", "", ours, get_time, NULL, 0, 0, NULL },
 { "steps", KIND_COUNT, REGION_GHOST, PART_MACHINE, false,
   "Lines run by all CPUs.", "", ours, get_steps, NULL, 0, 0, NULL },
 { "schedule", KIND_MODE, REGION_CORE, PART_MACHINE, false,
   "Who runs next: time, round-robin, random or manual.", "", ours, get_mode, NULL, 0, 0, NULL },
};
/* clang-format on */

enum { NAMES = sizeof(names) / sizeof(*names) };

/* To add a table: a row here. */
static const struct {
	const struct name *row;
	const unsigned *n;
} tables[] = {
	{ names_memory, &names_memory_n },
	{ names_rmap, &names_rmap_n },
	{ names_files, &names_files_n },
	{ names_slub, &names_slub_n },
	{ names_request, &names_request_n },
};
enum { TABLES = sizeof(tables) / sizeof(*tables) };

unsigned name_count(void)
{
	unsigned n = NAMES;

	for (unsigned i = 0; i < TABLES; i++)
		n += *tables[i].n;
	return n;
}

const struct name *name_at(unsigned id)
{
	unsigned i = 0;

	if (id < NAMES)
		return &names[id];
	for (id -= NAMES; id >= *tables[i].n; i++)
		id -= *tables[i].n;
	return &tables[i].row[id];
}

s64 name_get(const struct machine *m, unsigned id, unsigned index)
{
	return name_at(id)->get(m, index);
}

unsigned name_indices(const struct machine *m, unsigned id)
{
	const struct name *n = name_at(id);

	return n->count ? n->count(m) : 1;
}

/* Compares text with a pattern in which N stands for a decimal index. */
static bool matches(const char *pattern, const char *text, size_t n,
	unsigned *index)
{
	size_t i = 0;

	*index = 0;
	for (; *pattern; pattern++) {
		if (pattern[0] == 'N' && pattern[-1] == '[') {
			size_t digits = i;

			while (i < n && text[i] >= '0' && text[i] <= '9' &&
				i - digits < 6)
				*index = *index * 10 + (unsigned)(text[i++] - '0');
			if (i == digits || (text[digits] == '0' && i > digits + 1))
				return false;
		} else if (i >= n || text[i++] != *pattern) {
			return false;
		}
	}
	return i == n;
}

int name_find(const char *text, size_t n, unsigned *index)
{
	for (unsigned id = 0; id < name_count(); id++)
		if (matches(name_at(id)->pattern, text, n, index))
			return (int)id;
	return -1;
}

void name_write(unsigned id, unsigned index, char *out)
{
	const char *p = name_at(id)->pattern;
	char digits[12];
	unsigned n = 0;

	for (; *p; p++) {
		if (p[0] != 'N' || p[-1] != '[') {
			*out++ = *p;
			continue;
		}
		do
			digits[n++] = (char)('0' + index % 10);
		while (index /= 10);
		while (n)
			*out++ = digits[--n];
	}
	*out = 0;
}

static const char *const kind_words[KIND_N] = {
#define X(name, word, unit) [KIND_##name] = word,
	KIND_LIST(X)
#undef X
};
static const char *const kind_units[KIND_N] = {
#define X(name, word, unit) [KIND_##name] = unit,
	KIND_LIST(X)
#undef X
};

/* Named values. To add a kind with names: a row in `named` below. */
static const char *const policy_names[] = { "guess", "always", "never", NULL };
static const char *const mode_names[] = { "time", "round-robin", "random",
	"manual", NULL };
static const char *const bool_names[] = { "no", "yes", NULL };
static const char *const counter_names[] = { "vm_committed_as", NULL };
static const char *const batch_read_names[] = { "inside", "early", NULL };
static const char *const zones_names[] = { "one", "dma_dma32", NULL };
static const char *const advice_names[] = { "free", "dontneed", NULL };
static const char *const gfp_names[] = { "kernel", "atomic", NULL };
static const char *const rule_names[] = { "4.2", "4.4", NULL };
static const char *const mapping_names[] = { "pmd", "pte", NULL };
static const char *const migratetype_names[] = {
	"unmovable", "reclaimable", "movable", "reserve", NULL};
static const char *const layout_names[] = { "whole", "middle", "moved", "double",
	"cow_parent", "cow_child", "zapped", NULL };
static const char *const alloc_names[] = { "plain", "high", "harder",
	"high_harder", NULL };
static const char *const last_try_names[] = { "min", "high", NULL };
static const char *const answer_names[] = { "open", "granted", "refused", NULL };
static const char *const marks_names[] = { "v4_0", "v6_12", NULL };

static const char *const *const named[KIND_N] = {
	[KIND_POLICY] = policy_names,
	[KIND_MODE] = mode_names,
	[KIND_BOOL] = bool_names,
	[KIND_COUNTER] = counter_names,
	[KIND_BATCH_READ] = batch_read_names,
	[KIND_ZONES] = zones_names,
	[KIND_MARKS] = marks_names,
	[KIND_ADVICE] = advice_names,
	[KIND_GFP] = gfp_names,
	[KIND_RULE] = rule_names,
	[KIND_MAPPING] = mapping_names,
	[KIND_MIGRATETYPE] = migratetype_names,
	[KIND_LAYOUT] = layout_names,
	[KIND_ALLOC] = alloc_names,
	[KIND_LAST_TRY] = last_try_names,
	[KIND_ANSWER] = answer_names,
};

const char *kind_word(enum kind k)
{
	return kind_words[k];
}

const char *kind_unit(enum kind k)
{
	return kind_units[k];
}

const char *kind_value_name(enum kind k, s64 value)
{
	if (!named[k] || value < 0)
		return NULL;
	for (s64 i = 0; named[k][i]; i++)
		if (i == value)
			return named[k][i];
	return NULL;
}

bool kind_value_find(enum kind k, const char *name, s64 *value)
{
	if (!named[k])
		return false;
	for (s64 i = 0; named[k][i]; i++) {
		if (!strcmp(named[k][i], name)) {
			*value = i;
			return true;
		}
	}
	return false;
}

enum kind kind_of_value(const char *name, s64 *value)
{
	unsigned k = 0;

	while (k < KIND_N && !kind_value_find((enum kind)k, name, value))
		k++;
	return (enum kind)k;
}
