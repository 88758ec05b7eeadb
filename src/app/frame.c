/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep frame: one frame of the screen on standard output.
 */
#include <stdio.h>
#include <string.h>
#include "app/app.h"
#include "app/files.h"
#include "app/open.h"
#include "output/canvas_ansi.h"
#include "output/canvas_html.h"
#include "output/canvas_svg.h"
#include "output/canvas_text.h"
#include "session/chart.h"
#include "view/from_session.h"
#include "view/theme.h"

enum format { FORMAT_TEXT, FORMAT_ANSI, FORMAT_SVG, FORMAT_HTML, FORMAT_N };
static const char *const formats[FORMAT_N] = { "text", "ansi", "svg", "html" };

static bool find_format(const struct options *o, enum format *out,
	struct err *e)
{
	const char *name = o->value[OPTION_FORMAT];
	unsigned f = 0;

	*out = FORMAT_TEXT;
	if (!name)
		return true;
	while (f < FORMAT_N && strcmp(formats[f], name))
		f++;
	if (f == FORMAT_N)
		return err_set(e, ERR_USAGE, "--format of frame is text, ansi, svg or html, not \"%s\"",
			name);
	*out = (enum format)f;
	return true;
}

static void write_canvas(const struct canvas *c, enum format format,
	const struct theme *theme, const char *title, struct buf *out)
{
	switch (format) {
	case FORMAT_TEXT: canvas_text(c, out); break;
	case FORMAT_ANSI: canvas_ansi(c, theme, 256, out); break;
	case FORMAT_SVG: canvas_svg(c, theme, title, out); break;
	default: canvas_html(c, theme, title, out);
	}
}

static int draw(const struct options *o, struct session *s, enum format format,
	const struct theme *theme)
{
	struct canvas *c = canvas_new(o->rows, o->columns,
		o->given[OPTION_ASCII]);
	struct moment_store store = { 0 };
	struct view_report report;
	struct buf out = { 0 };
	int status;

	view_screen_report(moment_of(&store, s), c, &report);
	if (report.chart_columns) {
		chart_slice(s, UINT64_MAX);
		view_screen(moment_of(&store, s), c);
	}
	write_canvas(c, format, theme, s->scene->title, &out);
	status = print_out(&out, 0);
	buf_done(&out);
	moment_store_done(&store);
	canvas_free(c);
	return status;
}

static bool run_execs(const struct options *o, struct session *s, int *status)
{
	struct err e = { 0 };

	for (unsigned i = 0; i < o->execs.n; i++) {
		if (session_line(s, o->execs.at[i], &e) && files_refuse(s, &e))
			continue;
		*status = fail(&e);
		return false;
	}
	return true;
}

int app_frame(const struct options *o)
{
	struct selection sel = { 0 };
	const struct theme *theme;
	struct session *s;
	enum format format;
	struct err e = { 0 };
	int status;

	if (!find_format(o, &format, &e) || !open_theme(o, &theme, &e))
		return fail(&e);
	s = open_session(o, &sel, &status);
	if (s && run_execs(o, s, &status))
		status = draw(o, s, format, theme);
	session_free(s);
	selection_done(&sel);
	return status;
}
