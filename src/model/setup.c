/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a machine is made from: the tables of parameters and workloads.
 */
#include <string.h>
#include "model/lru_string.h"
#include "model/mapping.h"
#include "model/setup.h"

const struct param_row params[PARAM_N] = {
#define X(id, name, kind, min, max, initial, help) \
	[PARAM_##id] = { name, KIND_##kind, min, max, initial, help },
	PARAM_LIST(X)
#undef X
};

enum { ACCOUNTING = PART_COUNTER | PART_OVERCOMMIT };

/* To add a workload: a row here. */
static const struct workload_row {
	const char *name;
	int processes;		/* the parameter that counts them; -1: none */
	u32 parts;
} workloads[WORKLOAD_N] = {
	[WORKLOAD_NONE] = { "none", -1, ACCOUNTING },
	[WORKLOAD_MMAP1] = { "mmap1", PARAM_CPUS, ACCOUNTING | PART_WORKLOAD },
	[WORKLOAD_POLICY_SWITCH] = { "policy_switch", PARAM_CPUS,
		ACCOUNTING | PART_WORKLOAD },
	[WORKLOAD_LAZY_FREE] = { "lazy_free", PARAM_PROCESSES,
		PART_MEMORY | PART_WORKLOAD },
	[WORKLOAD_SLUB] = { "slub", PARAM_GROUPS,
		PART_MEMORY | PART_ORDERS | PART_FILES | PART_SLUB |
			PART_WORKLOAD },
	[WORKLOAD_RECLAIM] = { "reclaim", PARAM_CPUS,
		PART_MEMORY | PART_FILES | PART_WORKLOAD },
	[WORKLOAD_RMAP] = { "rmap", PARAM_CPUS,
		PART_MEMORY | PART_RMAP | PART_WORKLOAD },
	[WORKLOAD_ALLOCATION] = { "allocation", PARAM_CPUS,
		PART_MEMORY | PART_ORDERS | PART_REQUEST | PART_WORKLOAD },
};

int param_find(const char *name)
{
	for (int i = 0; i < PARAM_N; i++)
		if (!strcmp(params[i].name, name))
			return i;
	return -1;
}

int workload_find(const char *name)
{
	for (int i = 0; i < WORKLOAD_N; i++)
		if (!strcmp(workloads[i].name, name))
			return i;
	return -1;
}

const char *workload_name(enum workload w)
{
	return workloads[w].name;
}

u32 setup_parts(const struct setup *s)
{
	u32 parts = PART_MACHINE | workloads[s->workload].parts | s->parts;

	return parts & PART_RMAP ? parts | PART_MEMORY : parts;
}

unsigned setup_processes(const struct setup *s)
{
	int p = workloads[s->workload].processes;

	if (p == PARAM_GROUPS)
		return s->value[p] ? (unsigned)s->value[p] * GROUP_TASKS : 1;
	return p < 0 ? 0 : (unsigned)s->value[p];
}

const char *setup_text(const struct setup *s, enum param p)
{
	return s->text[p - TEXT_FIRST];
}

s64 text_value(const char *text)
{
	u64 hash = 14695981039346656037u;	/* FNV-1a */

	if (!*text)
		return 0;
	for (; *text; text++)
		hash = (hash ^ (u8)*text) * 1099511628211u;
	return (s64)(hash >> 1 | 1);
}

void setup_init(struct setup *s)
{
	memset(s, 0, sizeof(*s));
	for (int i = 0; i < PARAM_N; i++)
		s->value[i] = params[i].initial;
	for (int i = 0; i < COST_N; i++)
		s->cost_ns[i] = 1;
	s->topology.threads = 1;
	s->topology.cores = 1;
	s->seed = 1;
}

/* Where no variant says how, tree_lock is taken for each page. */
static u32 file_features(const struct setup *s)
{
	bool readers = s->workload == WORKLOAD_RECLAIM &&
		s->value[PARAM_FILES];

	if (!(setup_parts(s) & PART_FILES))
		return 0;
	return IN_FILES | (readers ? IN_READERS : 0u) |
		(s->features & IN_TREE_LOCK_BATCH ? 0u : IN_TREE_LOCK_EACH);
}

unsigned setup_files(const struct setup *s)
{
	unsigned n = lru_string_files(setup_text(s, PARAM_LRU));

	if (s->workload == WORKLOAD_RECLAIM && s->value[PARAM_FILES])
		n = (unsigned)s->value[PARAM_FILES];
	return n ? n : 1;
}

s64 setup_list_pages(const struct setup *s)
{
	struct lru_token bad;

	if (!s->value[PARAM_FILES])
		return lru_string_pages(setup_text(s, PARAM_LRU), &bad);
	return s->value[PARAM_PAGES] ? s->value[PARAM_PAGES]
		: SCAN_MAX * s->value[PARAM_CPUS] * setup_files(s);
}

/* The list, what its readers have in their hands, and a few more. */
u32 setup_frames(const struct setup *s)
{
	if (*setup_text(s, PARAM_ZONE_LIST)) {
		struct told_zone told[ZONES_MAX];
		struct zone_layout layout;

		zone_list_layout(told, setup_told_zones(s, told), &layout);
		return layout.all;
	}
	if (s->workload != WORKLOAD_RECLAIM)
		return (u32)s->value[PARAM_RAM_PAGES];
	return (u32)(setup_list_pages(s) + 64 +
		SCAN_MAX * s->value[PARAM_CPUS]);
}

enum era setup_rule(const struct setup *s)
{
	if (s->features & (IN_RULE_4_2 | IN_RULE_4_4))
		return s->features & IN_RULE_4_4 ? ERA_4_4 : ERA_4_2;
	return s->value[PARAM_RULE] ? ERA_4_4 : ERA_4_2;
}

unsigned setup_told_zones(const struct setup *s, struct told_zone z[ZONES_MAX])
{
	unsigned n;
	size_t at;

	zone_list_read(setup_text(s, PARAM_ZONE_LIST), z, &n, &at);
	return n;
}

/* Lines that only machines with such zones have. */
static u32 zone_features(const struct setup *s)
{
	struct told_zone z[ZONES_MAX];
	bool new = setup_rule(s) == ERA_4_4;
	u32 features = 0;
	unsigned n = setup_told_zones(s, z);

	for (unsigned i = 0; i < n; i++) {
		if (z[i].highatomic && new)
			features |= IN_HIGHATOMIC;
		if (z[i].cma)
			features |= IN_CMA | (new ? 0u : IN_CMA_FIRST);
	}
	return features;
}

u32 setup_features(const struct setup *s)
{
	u32 parts = setup_parts(s);

	return s->features | zone_features(s) | (parts & PART_ORDERS ? IN_ORDERS : IN_SINGLE) |
	       file_features(s) |
	       (setup_rule(s) == ERA_4_4 ? IN_RULE_4_4 : IN_RULE_4_2) |
	       (s->value[PARAM_BATCH_READ] ? IN_READ_EARLY : IN_READ_INSIDE);
}

s64 setup_batch(const struct setup *s)
{
	const s64 *v = s->value;

	return v[PARAM_BATCH] ? v[PARAM_BATCH]
		: overcommit_batch(v[PARAM_RAM_PAGES], v[PARAM_CPUS],
			v[PARAM_POLICY], s->features & IN_BATCH_OLD);
}

enum { FRAMES_MAX = 1 << 22, SLOTS_MAX = 1 << 23 };

static const char *reclaim_conflict(const struct setup *s)
{
	bool lru = *setup_text(s, PARAM_LRU);

	if (lru && s->value[PARAM_FILES])
		return "lru and files don't go together: give one of them";
	if (s->value[PARAM_ZONES])
		return "mail 002's machine has one zone here";
	if (setup_list_pages(s) > FRAMES_MAX / 2)
		return "the list must have at most 2097152 pages here, where every page is modelled";
	return NULL;
}

/* Where every page is modelled, sizes have bounds. */
static const char *memory_conflict(const struct setup *s)
{
	const s64 *v = s->value;
	s64 least = *setup_text(s, PARAM_MAP) ? 8 : 32;

	if ((setup_parts(s) & PART_ORDERS) && place_conflict(s))
		return place_conflict(s);
	if (s->workload == WORKLOAD_ALLOCATION &&
		!*setup_text(s, PARAM_ZONE_LIST))
		return "the workload allocation needs a zone_list";
	if (*setup_text(s, PARAM_ZONE_LIST) && !(setup_parts(s) & PART_REQUEST))
		return "only the workload allocation has a zone_list";
	if (*setup_text(s, PARAM_MAP) && v[PARAM_RAM_PAGES] < least)
		return "a map needs 8 frames or more";
	if (!*setup_text(s, PARAM_ZONE_LIST) &&
		(v[PARAM_RAM_PAGES] < least || v[PARAM_RAM_PAGES] > FRAMES_MAX))
		return "ram_pages must be 32 to 4194304 here, where every page is modelled";
	if (v[PARAM_SWAP_PAGES] > SLOTS_MAX)
		return "swap_pages must be at most 8388608 here, where every slot is modelled";
	if (v[PARAM_PROCESSES] * v[PARAM_REGION_PAGES] > SLOTS_MAX)
		return "processes × region_pages must be at most 8388608";
	if (v[PARAM_MIN_FREE_KBYTES] >= v[PARAM_RAM_PAGES])
		return "min_free_kbytes must be less than a quarter of RAM";
	return NULL;
}

const char *setup_conflict(const struct setup *s)
{
	const s64 *v = s->value;

	if (v[PARAM_HUGETLB_PAGES] > v[PARAM_RAM_PAGES])
		return "hugetlb_pages must not be more than ram_pages";
	if (s->workload == WORKLOAD_RMAP && rmap_conflict(s))
		return rmap_conflict(s);
	if (s->workload == WORKLOAD_RECLAIM)
		return reclaim_conflict(s);
	if (setup_parts(s) & PART_MEMORY)
		return memory_conflict(s);
	if (s->workload != WORKLOAD_POLICY_SWITCH)
		return NULL;
	if (v[PARAM_SLOT_PAGES] >= setup_batch(s))
		return "slot_pages must be below the batch at the start (ram_pages / cpus / 4 if none is given), or it would not stay in its slot";
	return NULL;
}
