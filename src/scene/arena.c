/* SPDX-License-Identifier: GPL-3.0-or-later
 * What a scene owns, given back all at once.
 */
#include <stdlib.h>
#include "scene/load.h"

struct owned {
	struct owned *next;
	void *p;
	void (*done)(void *);
};

void arena_own(void **arena, void *p, void (*done)(void *))
{
	struct owned *o = mem_alloc(sizeof(*o));

	*o = (struct owned){ *arena, p, done };
	*arena = o;
}

void *arena_alloc(void **arena, size_t size)
{
	void *p = mem_alloc(size);

	arena_own(arena, p, free);
	return p;
}

/* Newest first, so that a part goes before the memory it lies in. */
void arena_done(void **arena)
{
	struct owned *o = *arena;

	while (o) {
		struct owned *next = o->next;

		o->done(o->p);
		free(o);
		o = next;
	}
	*arena = NULL;
}
