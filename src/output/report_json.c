/* SPDX-License-Identifier: GPL-3.0-or-later
 * A judged report as JSON.
 */
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "base/json.h"
#include "output/proc_text.h"
#include "output/report_json.h"
#include "output/report_text.h"
#include "output/trace_text.h"

static struct json *number(s64 value)
{
	return value < 0 ? json_new_null() : json_new_int(value);
}

static struct json *word(const char *s)
{
	return s && *s ? json_new_string(s) : json_new_null();
}

static struct json *answer(enum answer a)
{
	return a == ANSWER_UNKNOWN ? json_new_null() : json_new_bool(a);
}

/* Free blocks of each order, null if the list is not whole. */
static struct json *blocks(const struct report_zone *z)
{
	struct json *list;

	if (!z->list_whole)
		return json_new_null();
	list = json_new_array();
	for (unsigned o = 0; o < z->n_orders; o++)
		json_append(list, json_new_int(z->blocks[o]));
	return list;
}

static struct json *zone(const struct judgement *j, const struct zone_view *v)
{
	struct json *o = json_new_object();
	const struct report_zone *z = v->zone;
	s64 list = z->list_whole ? report_list_pages(z) : REPORT_UNKNOWN;

	json_set(o, "node", json_new_int(z->node));
	json_set(o, "name", json_new_string(zone_class_name(z->name)));
	json_set(o, "free_pages", number(z->free));
	json_set(o, "min_pages", number(z->min));
	json_set(o, "low_pages", number(z->low));
	json_set(o, "high_pages", number(z->high));
	json_set(o, "boost_pages", number(z->boost));
	json_set(o, "reserve_pages", number(v->reserve));
	json_set(o, "list_pages", number(list));
	json_set(o, "blocks", blocks(z));
	json_set(o, "blocks_at_order", number(v->blocks_at_order));
	json_set(o, "mark", json_new_string(mark_name(j->mark)));
	json_set(o, "rule_4_2", answer(v->rule[ERA_4_2]));
	json_set(o, "rule_4_4", answer(v->rule[ERA_4_4]));
	json_set(o, "cma_pages", number(z->cma));
	json_set(o, "managed_pages", number(z->managed));
	json_set(o, "highatomic_pages", number(z->highatomic));
	json_set(o, "asked", json_new_bool(v->reason != REASON_NOT_ASKED));
	json_set(o, "reason", word(zone_reason_word(v->reason)));
	return o;
}

static struct json *gfp(const struct report *r, const struct judgement *j)
{
	struct buf names = { 0 };
	struct json *value = json_new_null();
	char hex[32];

	if (r->gfp_names[0]) {
		value = json_new_string(r->gfp_names);
	} else if (j->has_flags) {
		gfp_put_names(j->flags, &names);
		value = json_new_string(buf_text(&names));
	} else if (r->gfp_mask >= 0) {
		snprintf(hex, sizeof(hex), "0x%llx",
			(unsigned long long)r->gfp_mask);
		value = json_new_string(hex);
	}
	buf_done(&names);
	return value;
}

static struct json *slabs(const struct report *r)
{
	struct json *list = json_new_array();

	for (unsigned i = 0; i < r->n_slabs; i++) {
		const struct report_slab *s = &r->slab[i];
		struct json *o = json_new_object();

		json_set(o, "cache", word(s->cache));
		json_set(o, "object_size", number(s->object_size));
		json_set(o, "buffer_size", number(s->buffer_size));
		json_set(o, "order", number(s->order));
		json_set(o, "min_order", number(s->min_order));
		json_set(o, "slabs", number(s->slabs));
		json_set(o, "objects", number(s->objects));
		json_set(o, "fallback_slabs", number(slab_fallbacks(s)));
		json_append(list, o);
	}
	return list;
}

static struct json *notes(const struct notes *n)
{
	struct json *list = json_new_array();

	for (unsigned i = 0; i < n->n; i++)
		json_append(list, json_new_string(n->at[i]));
	return list;
}

static struct json *questions(const struct judgement *j)
{
	struct json *list = json_new_array();

	for (unsigned i = 0; i < j->n_questions; i++) {
		struct json *o = json_new_object();

		json_set(o, "question", json_new_string(j->question[i].asked));
		json_set(o, "answer", json_new_string(j->question[i].answer));
		json_append(list, o);
	}
	return list;
}

void report_json(const struct report *r, const struct judgement *j,
	const struct proc *p, struct buf *out)
{
	static const char *const kinds[REPORT_KINDS] = {
#define X(id, word, title) [REPORT_##id] = word,
		REPORT_KIND_LIST(X)
#undef X
	};
	struct json *o = json_new_object(), *zones = json_new_array();
	static const char *const lazy[] = { NULL, "lazy", "throttled", "no-swap" };
	bool rule = j->rule_known && r->n_zones;
	s64 threshold;

	json_set(o, "kind", word(kinds[r->kind]));
	json_set(o, "line", json_new_int((s64)r->line));
	json_set(o, "task", word(r->task));
	json_set(o, "version", word(r->version));
	json_set(o, "order", number(report_order(r, j)));
	json_set(o, "gfp", gfp(r, j));
	json_set(o, "gfp_mask", number(r->gfp_mask));
	json_set(o, "class", word(judge_class(r, j)));
	json_set(o, "page_size", number(r->page_size));
	json_set(o, "vmalloc_bytes", number(r->vmalloc_bytes));
	json_set(o, "rule", word(!rule ? NULL : j->rule == ERA_4_2 ? "4.2" : "4.4"));
	for (unsigned i = 0; i < j->n_views; i++)
		json_append(zones, zone(j, &j->view[i]));
	json_set(o, "zones", zones);
	json_set(o, "slabs", slabs(r));
	json_set(o, "verdict", json_new_string(verdict_word(j->verdict)));
	json_set(o, "sentence", json_new_string(j->sentence));
	json_set(o, "madv_free", word(lazy[report_madv_free(r, &threshold)]));
	json_set(o, "madv_free_threshold_pages", number(threshold));
	json_set(o, "assumed", notes(&j->assumed));
	json_set(o, "missing", notes(&j->missing));
	json_set(o, "questions", questions(j));
	if (r->trace)
		trace_json(r->trace, o);
	if (p)
		proc_json(p, r, o);
	json_write(o, 0, out);
	json_free(o);
}
