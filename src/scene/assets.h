/* SPDX-License-Identifier: GPL-3.0-or-later
 * Assets as data: machines, costs, the glossary.
 */
#ifndef SCENE_ASSETS_H
#define SCENE_ASSETS_H

#include "base/yaml.h"
#include "model/setup.h"

/* Each figure of a machine file tells where it comes from. */
enum machine_figure { MACHINE_CPUS, MACHINE_RAM, MACHINE_SWAP, MACHINE_TOPOLOGY,
	MACHINE_TRANSFER, MACHINE_ITERATION, MACHINE_FIGURE_N };
struct machine_figure_source {
	char status[16];	/* measured, published, fitted, assumed; "": not given */
	char source[200];
};

struct machine_file {
	char name[40], title[96], source[200];
	struct machine_figure_source from[MACHINE_FIGURE_N];
	bool given_cpus, given_ram, given_swap;	/* what it sets */
	s64 cpus, ram_pages, swap_pages, sockets;
	s64 policy, ratio, kbytes;		/* -1: not given */
	struct topology topology;
	u32 iteration_ns;	/* outside the lock; 0: lines alone */
};

/* assets/machines/NAME.yaml. False with errors (unknown: the near name). */
bool machine_file_load(const char *name, struct machine_file *out,
	struct err_list *errors);
bool machine_file_parse(const char *file, const char *bytes, size_t size,
	struct machine_file *out, struct err_list *errors);
const char *machine_file_listed(unsigned i);	/* NULL after the last */

struct cost_row {
	const char *name, *unit, *source, *status, *help; /* published, assumed … */
	u32 ns;
};
struct costs {
	struct cost_row row[COST_N];
	struct yaml yaml;
};
bool costs_load(struct costs *out, struct err_list *errors);
bool costs_parse(const char *file, const char *bytes, size_t size,
	struct costs *out, struct err_list *errors);
void costs_done(struct costs *c);

/* A glossary card: at most two sentences and a source. */
struct card {
	const char *term, *text, *source;
};
struct glossary {
	struct card *card;
	unsigned n;
	struct yaml yaml;
};
bool glossary_load(struct glossary *out, struct err_list *errors);
bool glossary_parse(const char *file, const char *bytes, size_t size,
	struct glossary *out, struct err_list *errors);
void glossary_done(struct glossary *g);
/* Ignores case; also finds plural forms; NULL: none. */
const struct card *glossary_find(const struct glossary *g, const char *term);
/* A term spelt nearly so, or NULL. */
const char *glossary_nearest(const struct glossary *g, const char *term);

#endif
