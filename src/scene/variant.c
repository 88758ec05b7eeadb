/* SPDX-License-Identifier: GPL-3.0-or-later
 * Variants: before, after, and what else was proposed.
 */
#include <stddef.h>
#include <string.h>
#include "scene/load.h"

static const char *const feature_words[FEATURE_N] = {
#define X(name, word, help) [FEATURE_BIT_##name] = word,
	FEATURE_LIST(X)
#undef X
};

/* What a variant must choose between: what a mail changed. */
enum {
	ONE_OF = IN_BATCH_OLD | IN_BATCH_NEW | IN_DONTNEED | IN_MADV_FREE |
		 IN_THROTTLED | IN_FREE_ENTRIES | IN_SLUB_BASE |
		 IN_SLUB_PATCHED | IN_SLUB_MERGED | IN_TREE_LOCK_EACH |
		 IN_TREE_LOCK_BATCH | IN_RMAP_OLD | IN_RMAP_V1 | IN_RMAP_MERGED |
		 IN_RULE_4_2 | IN_RULE_4_4,
	BY_PARAMETER = IN_READ_INSIDE | IN_READ_EARLY | IN_ORDERS | IN_FILES |
		       IN_SINGLE | IN_READERS | IN_HIGHATOMIC | IN_CMA |
		       IN_CMA_FIRST,
};

static void read_features(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	u32 features = 0, kind;
	bool unknown = false;

	if (!load_is(l, n, YAML_LIST))
		return;
	for (const struct yaml_node *c = n->child; c; c = c->next) {
		int i = load_word(l, c, "option", feature_words, FEATURE_N);

		if (i >= 0 && (BY_PARAMETER & 1u << i))
			err_hint(yaml_error(l->y, c, l->errors,
					 "\"%s\" is no option of a variant",
					 feature_words[i]),
				"%s", 1u << i & (IN_ORDERS | IN_FILES | IN_READERS)
					? "the workload decides it"
					: 1u << i & (IN_HIGHATOMIC | IN_CMA | IN_CMA_FIRST)
					? "the zone_list decides it"
					: "it is the parameter batch_read");
		else if (i >= 0)
			features |= 1u << i;
		unknown = unknown || i < 0;
	}
	kind = features & ONE_OF;
	if (!unknown && (!kind || (kind & (kind - 1))))
		err_hint(yaml_error(l->y, n, l->errors,
				 "a variant has exactly one of the options that a mail is about"),
			"batch_old, batch_new, dontneed, madv_free, throttled, free_entries, slub_…, tree_lock_… or rmap_…");
	*(u32 *)at = features;
}

/* A variant's name is a prefix in expressions, so it must not look like the
 * beginning of a published name. */
static void read_variant_name(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *name = NULL;
	size_t size;

	field_name(l, n, f, &name);
	if (!name)
		return;
	size = strlen(name);
	if (strchr(name, '-')) {
		yaml_error(l->y, n, l->errors,
			"a variant's name stands in expressions, so it has _, not -");
		return;
	}
	for (unsigned i = 0; i < name_count(); i++) {
		const char *pattern = name_at(i)->pattern;

		if (strncmp(pattern, name, size) ||
			!strchr(".[", pattern[size]))
			continue;
		yaml_error(l->y, n, l->errors,
			"\"%s\" begins published names, like %s", name, pattern);
		return;
	}
	*(const char **)at = name;
}

/* clang-format off */
static const struct field variant_fields[] = {
	{ "name", read_variant_name, offsetof(struct scene_variant, name), true, 0, 0 },
	{ "title", field_text, offsetof(struct scene_variant, title), true, 1, 40 },
	{ "status", field_text, offsetof(struct scene_variant, status), true, 1, 60 },
	{ "options", read_features, offsetof(struct scene_variant, features), true, 0, 0 },
};
/* clang-format on */

/* The variant of that name, or -1. */
static int find(const struct scene *s, const char *name)
{
	for (unsigned i = 0; i < s->n_variants; i++)
		if (!strcmp(s->variant_names[i], name))
			return (int)i;
	return -1;
}

static void load_variant(struct load *l, const struct yaml_node *n, void *at)
{
	struct scene_variant *v = at;
	int twin;

	load_map(l, n, variant_fields, 4, v);
	if (!v->name)
		v->name = "";		/* told already; the others go on */
	twin = find(l->scene, v->name);
	if (*v->name && twin >= 0)
		yaml_error(l->y, yaml_get(n, "name"), l->errors,
			"the variant \"%s\" is there already, as number %d",
			v->name, twin + 1);
	l->scene->variant_names[l->scene->n_variants++] = v->name;
}

void load_variants(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct scene *s = at;
	unsigned count;
	struct scene_variant *all = load_list(l, n, f, sizeof(*all),
		load_variant, &count);

	if (all)
		memcpy(s->variant, all, count * sizeof(*all));
	l->scope.variant = s->variant_names;
	l->scope.n_variants = s->n_variants;
}
