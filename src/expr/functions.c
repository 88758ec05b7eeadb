/* SPDX-License-Identifier: GPL-3.0-or-later
 * Functions of expressions: the model's rules, and a few for stops and sums.
 */
#include <stdio.h>
#include <string.h>
#include "base/err.h"
#include "expr/code.h"
#include "model/slub.h"
#include "model/zone.h"

/* Ranges: so large that no rule overflows, larger than any machine. */
#define PAGES_MOST (INT64_C(1) << 50)
#define CPUS_MOST (INT64_C(1) << 20)

#define CALL(name) \
	static bool call_##name(const s64 *v, unsigned n, \
		const struct block_list *lists, s64 *value, struct err *e)

CALL(batch)
{
	*value = overcommit_batch(v[0], v[1], v[2], false);
	return true;
}

CALL(bound)
{
	*value = v[1] * (v[0] - 1);
	return true;
}

CALL(commit_limit)
{
	if (v[1] > v[0])
		return err_set(e, ERR_INVALID,
			"hugetlb_pages must not be more than ram_pages");
	*value = overcommit_commit_limit(v[0], v[1], v[2], v[3], v[4]);
	return true;
}

CALL(compare)
{
	bool precise;

	*value = percpu_counter_compare_rule(v[0], v[1], v[2], v[3], v[4],
		&precise);
	return true;
}

CALL(percpu_batch)
{
	*value = percpu_counter_batch(v[0]);
	return true;
}

CALL(min_free_kbytes)
{
	*value = zone_min_free_kbytes(v[0], n > 1 ? ERA_6_12 : ERA_4_2);
	return true;
}

CALL(watermark_low)
{
	*value = zone_watermark_low(v[0], n > 1 ? v[1] : 0,
		n > 1 ? ERA_6_12 : ERA_4_2);
	return true;
}

CALL(watermark_high)
{
	*value = zone_watermark_high(v[0], n > 1 ? v[1] : 0,
		n > 1 ? ERA_6_12 : ERA_4_2);
	return true;
}

CALL(lazyfree_threshold)
{
	*value = zone_lazyfree_threshold(v[0]);
	return true;
}

CALL(watermark_ok)
{
	static const enum era eras[] = { ERA_4_2, ERA_4_4 };
	const s64 *blocks = lists[v[0]].blocks;
	struct zone_request r = { .order = v[1], .mark = v[2],
		.reserve = v[3] };

	*value = test_answer(zone_watermark_test(zone_free_pages(blocks),
		blocks, &r, eras[n > 4 ? v[4] : 0]));
	return true;
}

CALL(fragmentation_index)
{
	*value = zone_fragmentation_index(lists[v[0]].blocks, v[1]);
	return true;
}

static s64 slab_order(const s64 *v, unsigned n)
{
	return slub_order(v[0], v[1], &slub_defaults,
		n > 2 ? ERA_6_12 : ERA_4_2);
}

CALL(slub_order)
{
	*value = slab_order(v, n);
	return true;
}

CALL(slub_objects)
{
	*value = slub_objects(slab_order(v, n), v[0]);
	return true;
}

CALL(slub_min_order)
{
	*value = slub_min_order(v[0]);
	return true;
}

static const char mm_init[] = "mm_compute_batch, v5.9 with mail 001";
static const char percpu[] = "lib/percpu_counter.c, v5.9";
static const char marks[] = "__setup_per_zone_wmarks, v4.0 (v6.12)";
static const char slub[] = "calculate_order, v4.2 (v6.12)";
static const char ours[] = "the model";

/* To add one: a call above, a row here. Optional arguments in [ ] come all
 * together; the name of an argument stands once, in the parameters. */
/* clang-format off */
#define PAGES { PARAM_VALUE, KIND_PAGES, NULL, 0, PAGES_MOST }
#define SIGNED_PAGES { PARAM_VALUE, KIND_PAGES, NULL, -PAGES_MOST, PAGES_MOST }
#define KB { PARAM_VALUE, KIND_KB, NULL, 0, PAGES_MOST }
#define CPUS { PARAM_VALUE, KIND_COUNT, NULL, 1, CPUS_MOST }
#define ORDER { PARAM_VALUE, KIND_ORDER, NULL, 0, ORDERS - 1 }
#define SIZE { PARAM_VALUE, KIND_NUMBER, NULL, 1, SLUB_SIZE_MAX }
#define PERCENT { PARAM_VALUE, KIND_PERCENT, NULL, 0, 1000 }
#define POLICY { PARAM_VALUE, KIND_POLICY, NULL, 0, POLICY_N - 1 }
#define ANY { PARAM_VALUE, KIND_NUMBER, NULL, INT64_MIN, INT64_MAX }
#define CPU { PARAM_VALUE, KIND_CPU, NULL, INT64_MIN, INT64_MAX }
#define PLACE { PARAM_PLACE, KIND_NUMBER, NULL, 0, 0 }
#define BLOCKS { PARAM_LIST_OF_BLOCKS, KIND_NUMBER, NULL, 0, 0 }
#define CHOICE(choices) { PARAM_CHOICE, KIND_NUMBER, choices, 0, 0 }
#define LATER CHOICE("6.12")
static const struct rule rules[] = {
 { { "batch", "ram_pages, cpus, \"never\"|\"guess\"|\"always\"",
     "How large a CPU's slot of vm_committed_as may grow.", mm_init },
   CODE_CALL, KIND_PAGES, 3, 3, { PAGES, CPUS, POLICY }, call_batch },
 { { "bound", "batch, cpus",
     "CPUs × (batch − 1): how far a per-CPU counter's count can be off.", percpu },
   CODE_CALL, KIND_PAGES, 2, 2, { { PARAM_VALUE, KIND_PAGES, NULL, 1, INT32_MAX }, CPUS },
   call_bound },
 { { "commit_limit", "ram_pages, hugetlb_pages, ratio, kbytes, swap_pages",
     "CommitLimit: kbytes, or if that is 0 a ratio of RAM; plus swap.", "vm_commit_limit, v5.9" },
   CODE_CALL, KIND_PAGES, 5, 5, { PAGES, PAGES, PERCENT, KB, PAGES }, call_commit_limit },
 { { "compare", "count, sum, rhs, batch, cpus",
     "A per-CPU counter against rhs: −1, 0 or 1; by the count alone if rhs is far.", percpu },
   CODE_CALL, KIND_NUMBER, 5, 5, { SIGNED_PAGES, SIGNED_PAGES, SIGNED_PAGES,
   { PARAM_VALUE, KIND_PAGES, NULL, 0, INT32_MAX }, CPUS }, call_compare },
 { { "percpu_batch", "cpus",
     "The batch of per-CPU counters whose owner names none.", percpu },
   CODE_CALL, KIND_NUMBER, 1, 1, { CPUS }, call_percpu_batch },
 { { "min_free_kbytes", "lowmem_kb[, \"6.12\"]",
     "Memory kept back for those who can't wait: 4 × √lowmem_kb, within limits.",
     "init_per_zone_wmark_min, v4.0 (v6.12)" },
   CODE_CALL, KIND_KB, 1, 2, { KB, LATER }, call_min_free_kbytes },
 { { "watermark_low", "min[, managed, \"6.12\"]",
     "The mark below which kswapd is woken.", marks },
   CODE_CALL, KIND_PAGES, 1, 3, { PAGES, PAGES, LATER }, call_watermark_low },
 { { "watermark_high", "min[, managed, \"6.12\"]",
     "The mark above which kswapd goes back to sleep.", marks },
   CODE_CALL, KIND_PAGES, 1, 3, { PAGES, PAGES, LATER }, call_watermark_high },
 { { "lazyfree_threshold", "min_free_kbytes",
     "MADV_FREE is lazy only with more free pages than this.", "mail 000, never merged" },
   CODE_CALL, KIND_PAGES, 1, 1, { KB }, call_lazyfree_threshold },
 { { "watermark_ok", "\"free blocks by order\", order, mark, reserve[, \"4.2\"|\"4.4\"]",
     "Whether a block of this order may be taken.", "__zone_watermark_ok" },
   CODE_CALL, KIND_BOOL, 4, 5, { BLOCKS, ORDER, PAGES, PAGES, CHOICE("4.2|4.4") },
   call_watermark_ok },
 { { "fragmentation_index", "\"free blocks by order\", order",
     "Near 0: too little is free; near 1,000: enough, in too small blocks; −1,000: neither.",
     "mm/vmstat.c, v4.2" },
   CODE_CALL, KIND_NUMBER, 2, 2, { BLOCKS, ORDER }, call_fragmentation_index },
 { { "slub_order", "size, cpus[, \"6.12\"]",
     "The order of the slabs of a cache of objects of this many bytes.", slub },
   CODE_CALL, KIND_ORDER, 2, 3, { SIZE, CPUS, LATER }, call_slub_order },
 { { "slub_objects", "size, cpus[, \"6.12\"]",
     "How many objects are in such a slab.", slub },
   CODE_CALL, KIND_COUNT, 2, 3, { SIZE, CPUS, LATER }, call_slub_objects },
 { { "slub_min_order", "size",
     "The smallest order that holds one object: what a cache falls back to.",
     "calculate_sizes, v4.2" },
   CODE_CALL, KIND_ORDER, 1, 1, { SIZE }, call_slub_min_order },
 { { "at", "cpu, \"procedure:line\"",
     "Whether that CPU stands on this line; without a line, on any of the procedure.", ours },
   CODE_AT, KIND_BOOL, 2, 2, { CPU, PLACE }, NULL },
 { { "in", "cpu, \"procedure\"",
     "Whether that CPU's task is in this procedure or in one called from there.", ours },
   CODE_IN, KIND_BOOL, 2, 2, { CPU, PLACE }, NULL },
 { { "abs", "value", "The value without its sign.", ours },
   CODE_ABS, KIND_N, 1, 1, { ANY }, NULL },
 { { "min", "value, …", "The smallest of the values.", ours },
   CODE_MIN, KIND_N, 1, 0, { ANY }, NULL },
 { { "max", "value, …", "The largest of the values.", ours },
   CODE_MAX, KIND_N, 1, 0, { ANY }, NULL },
};
/* clang-format on */

unsigned function_count(void)
{
	return sizeof(rules) / sizeof(*rules);
}

const struct function *function_at(unsigned i)
{
	return &rules[i].f;
}

const struct rule *rule_at(unsigned i)
{
	return &rules[i];
}

int rule_find(const char *name, size_t n)
{
	for (unsigned i = 0; i < function_count(); i++)
		if (strlen(rules[i].f.name) == n &&
			!memcmp(rules[i].f.name, name, n))
			return (int)i;
	return -1;
}

void rule_parameter(const struct rule *r, unsigned i, char *out, size_t size)
{
	const char *s = r->f.parameters;
	size_t n;

	for (; i; i--) {
		s += strcspn(s, ",");
		s += strspn(s, ", ");
	}
	n = strcspn(s, ",[]");
	snprintf(out, size, "%.*s", (int)n, s);
}

bool rule_call(const struct rule *r, const s64 *v, unsigned n,
	const struct block_list *lists, s64 *value, struct err *e)
{
	for (unsigned i = 0; i < n; i++) {
		const struct param_rule *p = &r->param[i];
		char name[32];

		if (p->type != PARAM_VALUE || (v[i] >= p->min && v[i] <= p->max))
			continue;
		rule_parameter(r, i, name, sizeof(name));
		return err_set(e, ERR_RANGE,
			"%s: %s is %lld to %lld, not %lld", r->f.name, name,
			(long long)p->min, (long long)p->max, (long long)v[i]);
	}
	return r->call(v, n, lists, value, e);
}
