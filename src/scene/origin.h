/* SPDX-License-Identifier: GPL-3.0-or-later
 * Where a parameter's value comes from: which part of scene, machine or command
 * line gave it last, and whose figure it is.
 */
#ifndef SCENE_ORIGIN_H
#define SCENE_ORIGIN_H

#include "base/buf.h"
#include "scene/assets.h"
#include "scene/scene.h"

/* "the size mail, published: mail 001 …". Follows scene_setup(): later wins. */
void scene_origin(const struct scene *s, const struct run_choice *choice,
	enum param p, struct buf *out);
/* Whether any of them gives it, so that it is more than a default. */
bool scene_gives(const struct scene *s, const struct run_choice *choice,
	enum param p);

#endif
