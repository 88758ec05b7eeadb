/* SPDX-License-Identifier: GPL-3.0-or-later
 * Opening a session at --at, after --exec; themes by name.
 */
#include <string.h>
#include "app/lines.h"
#include "app/open.h"
#include "session/address.h"
#include "view/theme.h"

/* An address brings its own act, size, seed and parameters. */
static bool take_address(const char *at, struct session_options *so,
	struct address *a, struct err *e)
{
	struct err_list errors = { 0 };
	struct scene *scene;
	bool good;

	if (!address_parse(at, a, e))
		return false;
	scene = session_scene(so, &errors);
	if (!scene) {
		err_list_done(&errors);
		return err_set(e, ERR_INVALID, "scene %s has errors", so->scene);
	}
	good = !strcmp(a->scene, scene->name) || err_set(e, ERR_USAGE,
		"the address is of scene \"%s\", not \"%s\"", a->scene,
		scene->name);
	good = good && address_options(a, scene, so, e);
	scene_free(scene);
	return good;
}

static bool go(struct session *s, const struct options *o,
	const struct address *a, struct err *e)
{
	const char *at = o->value[OPTION_AT];
	struct lines lines;
	bool good = true;

	if (a)
		good = address_go(s, a, e);
	else if (at)
		good = session_goto(s, at, e);
	while (session_pending(s))
		session_slice(s, 1000000);
	if (!good || !lines_gather(o, &lines, e))
		return false;
	for (size_t i = 0; good && i < lines.n; i++)
		good = session_line(s, lines.at[i], e);
	lines_done(&lines);
	return good;
}

struct session *open_session(const struct options *o,
	struct session_options *so, int *status)
{
	const char *at = o->value[OPTION_AT];
	bool addressed = at && address_is(at);
	struct err_list errors = { 0 };
	struct err e = { 0 };
	struct address a;
	struct session *s;

	if (addressed && !take_address(at, so, &a, &e)) {
		*status = fail(&e);
		return NULL;
	}
	s = session_open(so, &errors);
	if (!s) {
		*status = fail_all(&errors);
		return NULL;
	}
	if (go(s, o, addressed ? &a : NULL, &e))
		return s;
	*status = fail(&e);
	session_free(s);
	return NULL;
}

bool open_theme(const struct options *o, const struct theme **out,
	struct err *e)
{
	const char *name = o->value[OPTION_THEME];

	if (!name)
		name = o->given[OPTION_CLASS] ? "class" : "dark";
	*out = theme_find(name);
	if (*out)
		return true;
	return err_set(e, ERR_USAGE, "--theme is dark, light, contrast, mono or class, not \"%s\"",
		name);
}
