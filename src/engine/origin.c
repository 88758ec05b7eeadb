/* SPDX-License-Identifier: GPL-3.0-or-later
 * Origins: how the machines of a setup begin.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "base/image.h"
#include "base/large.h"
#include "engine/origin.h"

enum { WORTH_BYTES = 4 << 20 };

struct origin {
	struct setup setup;	/* without features */
	struct image *image;
	unsigned users;
};

struct origin *origin_new(const struct setup *s)
{
	size_t size = machine_size(s);
	struct origin *o;
	void *m;

	if (size < WORTH_BYTES)
		return NULL;
	o = mem_alloc(sizeof(*o));
	o->users = 1;
	o->setup = *s;
	o->setup.features = 0;
	o->image = image_new(size, &m);
	if (!o->image) {
		free(o);
		return NULL;
	}
	machine_fill(m, &o->setup);
	if (image_filled(o->image))
		return o;
	origin_drop(o);
	return NULL;
}

struct origin *origin_keep(struct origin *o)
{
	if (o)
		o->users++;
	return o;
}

void origin_drop(struct origin *o)
{
	if (!o || --o->users)
		return;
	image_free(o->image);
	free(o);
}

bool origin_fits(const struct origin *o, const struct setup *s)
{
	struct setup bare = *s;

	bare.features = 0;
	return o && !memcmp(&o->setup, &bare, sizeof(bare));
}

struct machine *origin_machine(struct origin *o, const struct setup *s,
	const struct program *p)
{
	struct machine *m = o ? image_copy(o->image) : NULL;

	if (o && !m)
		panic("out of memory (%zu bytes)", machine_size(s));
	if (m) {
		large_fetch(machine_at(m, m->stack_at),
			m->n_tasks * STACK_BYTES);
		machine_begin(m, s, p);
		return m;
	}
	m = origin_room(machine_size(s));
	machine_init(m, s, p);
	return m;
}

struct machine *origin_room(size_t size)
{
	return size < WORTH_BYTES ? mem_alloc(size) : large_alloc(size);
}

void origin_again(struct origin *o, struct machine *m, const struct setup *s,
	const struct program *p)
{
	if (o && image_again(o->image, m)) {
		machine_begin(m, s, p);
		return;
	}
	memset(m, 0, m->size);
	machine_init(m, s, p);
}

void origin_free_machine(struct origin *o, struct machine *m)
{
	if (m && o)
		image_free_copy(o->image, m);
	else if (m && m->size >= WORTH_BYTES)
		large_free(m, m->size);
	else
		free(m);
}
