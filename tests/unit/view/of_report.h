/* SPDX-License-Identifier: GPL-3.0-or-later
 * The scene of a report in tests/reports, for what all scenes must keep.
 */
#ifndef TESTS_OF_REPORT_H
#define TESTS_OF_REPORT_H

#include "../report/verdicts.h"
#include "report/to_scene.h"
#include "scene/scene.h"

static inline struct scene *scene_of_report(const char *name)
{
	static struct verdicts v;
	struct buf text = { 0 }, yaml = { 0 };
	struct err_list errors = { 0 };
	struct scene *s;
	struct err e;
	char path[128];

	snprintf(path, sizeof(path), "tests/reports/%s.txt", name);
	assert_true(file_text(path, &text));
	verdicts_read(&v, buf_text(&text), text.n);
	assert_true(report_scene(v.report[0], path, REPORT_UNKNOWN, &yaml, &e));
	s = scene_parse(path, buf_text(&yaml), yaml.n, &errors);
	if (!s)
		fail_msg("%s:%u: %s", name, errors.at[0].line, errors.at[0].text);
	verdicts_done(&v);
	buf_done(&text);
	buf_done(&yaml);
	return s;
}

#endif
