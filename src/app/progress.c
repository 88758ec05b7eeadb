/* SPDX-License-Identifier: GPL-3.0-or-later
 * How far a learner got.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "app/progress.h"
#include "base/state.h"

enum { FILE_MAX = 16384 };

static bool read_all(char *out)
{
	int folder = state_folder(false);
	int fd = folder < 0 ? -1 : state_file(folder, "progress", O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, out, FILE_MAX - 1);

	if (fd >= 0)
		close(fd);
	if (folder >= 0)
		close(folder);
	out[n > 0 ? n : 0] = 0;
	return n > 0;
}

/* The scene's line in the text, or NULL. */
static char *find(char *text, const char *scene)
{
	size_t n = strlen(scene);

	for (char *p = text; p && *p; p = strchr(p, '\n')) {
		p += *p == '\n';
		if (!strncmp(p, scene, n) && p[n] == ' ')
			return p;
	}
	return NULL;
}

struct progress progress_of(const char *scene)
{
	struct progress p = { 0, 0 };
	char text[FILE_MAX], *line;

	if (!read_all(text))
		return p;
	line = find(text, scene);
	if (line && sscanf(line + strlen(scene), "%u %u", &p.seen, &p.cues) != 2)
		p = (struct progress){ 0, 0 };
	return p;
}

void progress_note(const struct session *s)
{
	struct progress now = { (unsigned)(s->cue + 1), 0 };
	struct progress before = progress_of(s->scene->name);
	char text[FILE_MAX], *old;
	struct buf out = { 0 };
	int folder;

	for (unsigned i = 0; i < s->scene->n_acts; i++) {
		now.cues += s->scene->acts[i].n_cues;
		now.seen += i < s->act ? s->scene->acts[i].n_cues : 0;
	}
	if (before.cues == now.cues && before.seen >= now.seen)
		return;
	read_all(text);
	old = find(text, s->scene->name);
	if (old) {
		size_t n = strcspn(old, "\n");

		buf_put(&out, text, (size_t)(old - text));
		buf_puts(&out, old + n + (old[n] == '\n'));
	} else {
		buf_puts(&out, text);
	}
	buf_printf(&out, "%s %u %u\n", s->scene->name, now.seen, now.cues);
	folder = state_folder(true);
	if (folder >= 0) {
		state_replace(folder, "progress", "progress.new",
			buf_text(&out), out.n);
		close(folder);
	}
	buf_done(&out);
}
