/* SPDX-License-Identifier: GPL-3.0-or-later
 * Whom the OOM killer took: the table of tasks that it prints, and the line that
 * names the victim.
 */
#include <stdlib.h>
#include <string.h>
#include "base/err.h"
#include "report/parse.h"

enum { TASKS_MOST = 1 << 14 };	/* later rows are left out */

/* "[ pid ]   uid  tgid total_vm      rss nr_ptes swapents oom_score_adj name" */
void parse_tasks_head(struct report *r, const char *text)
{
	const char *s = strchr(text, ']');

	r->rss_column = r->swap_column = REPORT_UNKNOWN;
	if (!s)
		return;
	s++;
	for (int column = 0; *(s += strspn(s, " ")); column++) {
		size_t n = strcspn(s, " ");

		if (n == 3 && starts(s, "rss"))
			r->rss_column = column;
		if (n == 8 && starts(s, "swapents"))
			r->swap_column = column;
		s += n;
	}
}

static void keep_task(struct report *r, const struct report_task *t)
{
	enum { FIRST = 64 };
	bool full = r->n_tasks >= FIRST && !(r->n_tasks & (r->n_tasks - 1));

	if (r->n_tasks == TASKS_MOST)
		return;
	if (!r->n_tasks || full)
		r->task_row = mem_resize(r->task_row, (r->n_tasks
			? 2 * r->n_tasks : FIRST) * sizeof(*t));
	r->task_row[r->n_tasks++] = *t;
}

/* "[  501]     0   501    12345      678 …": a row is kept if it is whole as far
 * as it is needed. */
void parse_task_row(struct report *r, const char *text)
{
	struct report_task t = { .swap_pages = REPORT_UNKNOWN };
	s64 last = r->swap_column > r->rss_column ? r->swap_column : r->rss_column;
	const char *s = text + 1;

	s += strspn(s, " ");
	if (r->rss_column < 0 || !scan_number(&s, &t.pid) || *s != ']')
		return;
	s++;
	for (s64 column = 0; column <= last; column++) {
		s64 value;

		s += strspn(s, " ");
		if (!scan_number(&s, &value) || *s != ' ')
			return;
		if (column == r->rss_column)
			t.rss_pages = value;
		if (column == r->swap_column)
			t.swap_pages = value;
	}
	keep_task(r, &t);
}

/* "anon-rss:222220kB": the number, if its unit stands behind it. */
static bool kilobytes(const char *text, const char *key, s64 *value)
{
	const char *s = strstr(text, key);

	if (!s)
		return false;
	s += strlen(key);
	return scan_number(&s, value) && starts(s, "kB");
}

/* "Killed process 99 (java) total-vm:…kB, anon-rss:…kB, file-rss:…kB": what lies in
 * RAM are these together; shmem-rss since 4.5. */
static void scan_held(struct report *r, const char *text)
{
	s64 anon, file, shmem = 0;

	if (!kilobytes(text, "anon-rss:", &anon) ||
		!kilobytes(text, "file-rss:", &file) ||
		(strstr(text, "shmem-rss") && !kilobytes(text, "shmem-rss:", &shmem)))
		return;
	r->killed_rss_kb = anon + file + shmem;
}

static void scan_killed(struct report *r, const char *text)
{
	const char *s = strstr(text, " process ");
	const char *name = s ? strchr(s, '(') : NULL;
	const char *end = name ? strchr(name, ')') : NULL;
	s64 pid;

	if (!end)
		return;
	keep_word(r->killed, REPORT_WORDS, name + 1,
		(size_t)(end - name) - 1);
	s += strlen(" process ");
	r->killed_pid = scan_number(&s, &pid) ? pid : REPORT_UNKNOWN;
	r->killed_rss_kb = REPORT_UNKNOWN;
	scan_held(r, end);
}

void parse_killed(struct report *r, const char *text)
{
	bool again = r->killed[0] && r->whole_group;

	r->killed_seen = true;
	if (starts(text, "Memory cgroup") ||
		strstr(text, "constraint=CONSTRAINT_MEMCG"))
		r->memcg = true;
	if (starts(text, "oom-kill:"))
		parse_sets(r, text);
	if (!again)
		scan_killed(r, text);
}

void report_killed(const struct report *r, s64 *rss_kb, s64 *swap_kb)
{
	s64 page_kb = r->page_size >= 1024 ? r->page_size / 1024 : 0;

	*rss_kb = r->killed_rss_kb;
	*swap_kb = REPORT_UNKNOWN;
	for (unsigned i = 0; i < r->n_tasks && r->killed_pid >= 0 && page_kb; i++) {
		const struct report_task *t = &r->task_row[i];

		if (t->pid != r->killed_pid)
			continue;
		if (*rss_kb < 0)
			*rss_kb = t->rss_pages * page_kb;
		if (t->swap_pages >= 0)
			*swap_kb = t->swap_pages * page_kb;
		return;
	}
}
