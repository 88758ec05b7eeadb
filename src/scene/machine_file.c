/* SPDX-License-Identifier: GPL-3.0-or-later
 * Machine files: CPUs, RAM, topology and speed, each with its source.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "base/data.h"
#include "base/text.h"
#include "scene/load.h"

/* To add one: its file in assets/machines/, a row here. */
static const char *const names[] = { "classroom", "server-4s144t",
	"desktop-8c16t", "bomb-12cpu-3g", "qemu-8cpu-512m", "westmere-8s160t",
	"thp-2node", NULL };
enum { NAMES = sizeof(names) / sizeof(*names) - 1 };

const char *machine_file_listed(unsigned i)
{
	return i < NAMES ? names[i] : NULL;
}

const char *const *machine_names(size_t *n)
{
	*n = NAMES;
	return names;
}

/* One figure of the file, before it is copied to its place. */
struct figure_part {
	s64 value;
	const char *status, *source;
};

struct topology_part {
	s64 sockets, cores, threads;
	const char *status, *source;
};

struct transfer_part {
	s64 mean_ns, level_ns[4];
	const char *status, *source;
};

static const s64 pages_max = INT64_C(1) << 40;

static void take_source(struct machine_file *m, enum machine_figure i,
	const char *status, const char *source)
{
	snprintf(m->from[i].status, sizeof(m->from[i].status), "%s",
		status ? status : "");
	snprintf(m->from[i].source, sizeof(m->from[i].source), "%s",
		source ? source : "");
}

static s64 load_figure(struct load *l, const struct yaml_node *n,
	struct machine_file *m, enum machine_figure i, s64 min, s64 max)
{
	/* clang-format off */
	const struct field fields[] = {
		{ "value", field_int, offsetof(struct figure_part, value), true, min, max },
		{ "status", field_status, offsetof(struct figure_part, status), true, 0, 0 },
		{ "source", field_text, offsetof(struct figure_part, source), true, 1, 199 },
	};
	/* clang-format on */
	struct figure_part part = { min, NULL, NULL };

	load_map(l, n, fields, 3, &part);
	take_source(m, i, part.status, part.source);
	return part.value;
}

static void read_cpus(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct machine_file *m = at;

	m->given_cpus = true;
	m->cpus = load_figure(l, n, m, MACHINE_CPUS, 1, CPUS_MAX);
}

static void read_ram(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct machine_file *m = at;

	m->given_ram = true;
	m->ram_pages = load_figure(l, n, m, MACHINE_RAM, 1, pages_max);
}

static void read_swap(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct machine_file *m = at;

	m->given_swap = true;
	m->swap_pages = load_figure(l, n, m, MACHINE_SWAP, 0, pages_max);
}

static void read_iteration(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct machine_file *m = at;

	m->iteration_ns = (u32)load_figure(l, n, m, MACHINE_ITERATION, 0,
		1000000000);
}

/* clang-format off */
static const struct field topology_fields[] = {
	{ "sockets", field_int, offsetof(struct topology_part, sockets), true, 1, CPUS_MAX },
	{ "cores", field_int, offsetof(struct topology_part, cores), true, 1, CPUS_MAX },
	{ "threads", field_int, offsetof(struct topology_part, threads), true, 1, 8 },
	{ "status", field_status, offsetof(struct topology_part, status), true, 0, 0 },
	{ "source", field_text, offsetof(struct topology_part, source), true, 1, 199 },
};
static const struct field level_fields[] = {
	{ "same_cpu", field_int, 0 * sizeof(s64), true, 0, 100000 },
	{ "same_core", field_int, 1 * sizeof(s64), true, 0, 100000 },
	{ "same_socket", field_int, 2 * sizeof(s64), true, 0, 100000 },
	{ "other_socket", field_int, 3 * sizeof(s64), true, 0, 100000 },
};
/* clang-format on */

static void read_topology(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct machine_file *m = at;
	struct topology_part part = { 1, 1, 1, NULL, NULL };

	load_map(l, n, topology_fields, 5, &part);
	m->sockets = part.sockets;
	m->topology.cores = (u16)part.cores;
	m->topology.threads = (u16)part.threads;
	take_source(m, MACHINE_TOPOLOGY, part.status, part.source);
}

static void read_levels(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	load_map(l, n, level_fields, 4, at);
}

/* clang-format off */
static const struct field transfer_fields[] = {
	{ "mean", field_int, offsetof(struct transfer_part, mean_ns), false, 0, 100000 },
	{ "levels", read_levels, offsetof(struct transfer_part, level_ns), false, 0, 0 },
	{ "status", field_status, offsetof(struct transfer_part, status), true, 0, 0 },
	{ "source", field_text, offsetof(struct transfer_part, source), true, 1, 199 },
};
/* clang-format on */

static void read_transfer(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	struct machine_file *m = at;
	struct transfer_part part = { 0 };

	load_map(l, n, transfer_fields, 4, &part);
	if (n->type == YAML_MAP &&
		!yaml_get(n, "mean") == !yaml_get(n, "levels"))
		yaml_error(l->y, n, l->errors,
			"a transfer is either \"mean\" or \"levels\"");
	m->topology.matrix = n->type == YAML_MAP && yaml_get(n, "levels");
	m->topology.mean_ns = (u32)part.mean_ns;
	for (int i = 0; i < 4; i++)
		m->topology.level_ns[i] = (u32)part.level_ns[i];
	take_source(m, MACHINE_TRANSFER, part.status, part.source);
}


static void copy_text(struct load *l, const struct yaml_node *n,
	const struct field *f, void *at)
{
	const char *text = NULL;

	field_text(l, n, f, &text);
	if (text)
		snprintf(at, (size_t)f->max + 1, "%s", text);
}

/* clang-format off */
static const struct field machine_fields[] = {
	{ "mmstep", field_version, 0, true, 0, 0 },
	{ "title", copy_text, offsetof(struct machine_file, title), true, 1, 95 },
	{ "source", copy_text, offsetof(struct machine_file, source), true, 1, 199 },
	{ "cpus", read_cpus, 0, true, 0, 0 },
	{ "ram_pages", read_ram, 0, true, 0, 0 },
	{ "swap_pages", read_swap, 0, false, 0, 0 },
	{ "topology", read_topology, 0, true, 0, 0 },
	{ "transfer_ns", read_transfer, 0, true, 0, 0 },
	{ "iteration_ns", read_iteration, 0, true, 0, 0 },
};
/* clang-format on */

bool machine_file_parse(const char *file, const char *bytes, size_t size,
	struct machine_file *out, struct err_list *errors)
{
	struct machine_file m = { .policy = -1, .ratio = -1, .kbytes = -1 };
	struct yaml y;
	void *arena = NULL;
	struct load l = { .y = &y, .errors = errors, .arena = &arena };

	if (!yaml_parse(&y, file, bytes, size, errors))
		return false;
	load_map(&l, y.root, machine_fields,
		sizeof(machine_fields) / sizeof(*machine_fields), &m);
	if (!errors->n &&
		m.cpus != m.sockets * m.topology.cores * m.topology.threads)
		yaml_error(&y, yaml_get(y.root, "topology"), errors,
			"sockets × cores × threads are not the %lld CPUs",
			(long long)m.cpus);
	load_sort_errors(errors);
	arena_done(&arena);
	yaml_done(&y);
	if (errors->n)
		return false;
	*out = m;
	return true;
}

bool machine_file_load(const char *name, struct machine_file *out,
	struct err_list *errors)
{
	char file[96];
	const struct data *d;
	const char *near;
	struct err *e;

	snprintf(file, sizeof(file), "assets/machines/%s.yaml", name);
	d = data_find(file);
	if (d && machine_file_parse(file, d->bytes, d->size, out, errors)) {
		snprintf(out->name, sizeof(out->name), "%s", name);
		return true;
	}
	if (d)
		return false;
	e = err_list_add(errors);
	err_set(e, ERR_USAGE, "unknown machine \"%s\"", name);
	near = text_nearest(name, names, NAMES);
	if (near)
		return err_hint(e, "did you mean \"%s\"?", near);
	return err_hint(e, "one of host, classroom, server-4s144t, "
			   "desktop-8c16t; mmstep list tells all");
}
