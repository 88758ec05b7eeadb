/* SPDX-License-Identifier: GPL-3.0-or-later
 * Origins: how the machines of a setup begin, kept so that another one is there
 * at once: variants, what is compared with, and copies share what they have not
 * changed.
 *
 * Rules: only large machines have one, and only where the system lets them share
 * (base/image.h); elsewhere it is NULL and each machine is made anew. A machine
 * goes back where it came from. One thread alone may use an origin.
 */
#ifndef ENGINE_ORIGIN_H
#define ENGINE_ORIGIN_H

#include "model/setup.h"

struct origin;

/* NULL: none. */
struct origin *origin_new(const struct setup *s);
struct origin *origin_keep(struct origin *o);	/* one user more */
void origin_drop(struct origin *o);
/* Whether a machine of this setup can come from it: all but the variant's
 * features are the same. */
bool origin_fits(const struct origin *o, const struct setup *s);
/* A machine at step 0. */
struct machine *origin_machine(struct origin *o, const struct setup *s,
	const struct program *p);
/* The machine at step 0 once more. */
void origin_again(struct origin *o, struct machine *m, const struct setup *s,
	const struct program *p);
/* Zeroed room for the copy of a machine that has none. */
struct machine *origin_room(size_t size);
/* Of origin_machine(o, …), or of origin_room() where there is none. */
void origin_free_machine(struct origin *o, struct machine *m);

#endif
