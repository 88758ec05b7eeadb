/* SPDX-License-Identifier: GPL-3.0-or-later
 * The host: present and possible CPUs, RAM, swap, overcommit settings.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "report/host.h"
#include "scene/assets.h"

static void missing(struct host *h, const char *path, const char *why)
{
	if (h->n_missing < HOST_MISSING)
		snprintf(h->missing[h->n_missing++], sizeof(h->missing[0]),
			"%.60s: %.50s", path, why);
}

/* The start of a small file, NUL-terminated. */
static bool read_small(struct host *h, const struct source *from,
	const char *path, char *out, size_t size)
{
	struct buf b = { 0 };
	int error = source_read(from, path, &b);

	snprintf(out, size, "%s", buf_text(&b));
	buf_done(&b);
	if (error)
		missing(h, path, strerror(error));
	return !error;
}

/* A whole number from 0 on, then a blank or the end of its line; -1: none. */
static s64 whole_number(const char *text)
{
	long long value;
	char *end;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (*text < '0' || *text > '9' || errno || (*end && !strchr(" \n", *end)))
		return -1;
	return value;
}

/* A file that is one number; -1 and said if it is none. */
static s64 read_number(struct host *h, const struct source *from,
	const char *path)
{
	char text[64];
	s64 value;

	if (!read_small(h, from, path, text, sizeof(text)))
		return -1;
	value = whole_number(text);
	if (value < 0)
		missing(h, path, "not a number");
	return value;
}

s64 host_cpu_list(const char *text)
{
	s64 n = 0;

	while (*text >= '0' && *text <= '9') {
		char *end;
		long from = strtol(text, &end, 10), to = from;

		if (*end == '-' && end[1] >= '0' && end[1] <= '9')
			to = strtol(end + 1, &end, 10);
		if (to < from || to > 100000)
			return -1;
		n += to - from + 1;
		text = end;
		if (*text == ',' && text[1] >= '0' && text[1] <= '9')
			text++;
	}
	return n && (!*text || *text == '\n') ? n : -1;
}

static s64 read_cpus(struct host *h, const struct source *from,
	const char *path)
{
	char text[4096];
	s64 n;

	if (!read_small(h, from, path, text, sizeof(text)))
		return -1;
	n = host_cpu_list(text);
	if (n < 0)
		missing(h, path, "not a list of CPUs");
	return n;
}

/* "MemTotal:  16394252 kB" */
static s64 field(struct host *h, const char *meminfo, const char *name)
{
	size_t n = strlen(name);
	char why[50];
	s64 value = 0;

	for (const char *p = meminfo; p; p = strchr(p, '\n')) {
		if (*p == '\n')
			p++;
		if (strncmp(p, name, n) || p[n] != ':')
			continue;
		value = whole_number(p + n + 1 + strspn(p + n + 1, " \t"));
		if (value < 0)
			break;
		return value;
	}
	snprintf(why, sizeof(why), "%s is %s", name, value < 0
		? "not a number" : "missing");
	missing(h, "proc/meminfo", why);
	return -1;
}

void host_read_from(const struct source *from, struct host *h)
{
	char text[8192];

	memset(h, 0, sizeof(*h));
	h->present_cpus = read_cpus(h, from, "sys/devices/system/cpu/present");
	h->possible_cpus = read_cpus(h, from,
		"sys/devices/system/cpu/possible");
	if (h->present_cpus > CPUS_MAX)
		missing(h, "sys/devices/system/cpu/present",
			"more CPUs than the model has; it takes 512");
	h->policy = read_number(h, from, "proc/sys/vm/overcommit_memory");
	if (h->policy > POLICY_NEVER) {
		missing(h, "proc/sys/vm/overcommit_memory",
			"not a known policy");
		h->policy = -1;
	}
	h->ratio = read_number(h, from, "proc/sys/vm/overcommit_ratio");
	h->kbytes = read_number(h, from, "proc/sys/vm/overcommit_kbytes");
	h->ram_kb = h->swap_kb = h->hugetlb_kb = -1;
	h->committed_kb = h->commit_limit_kb = -1;
	if (!read_small(h, from, "proc/meminfo", text, sizeof(text)))
		return;
	h->ram_kb = field(h, text, "MemTotal");
	h->swap_kb = field(h, text, "SwapTotal");
	h->hugetlb_kb = field(h, text, "Hugetlb");
	h->committed_kb = field(h, text, "Committed_AS");
	h->commit_limit_kb = field(h, text, "CommitLimit");
}

void host_read(const char *root, struct host *h)
{
	struct source from;

	source_open(&from, root);
	host_read_from(&from, h);
	source_done(&from);
}

bool host_to_machine(const struct host *h, struct machine_file *out)
{
	memset(out, 0, sizeof(*out));
	snprintf(out->name, sizeof(out->name), "host");
	snprintf(out->title, sizeof(out->title),
		"this machine: %lld CPU%s present, %lld possible, %lld pages of RAM",
		(long long)h->present_cpus, text_plural(h->present_cpus),
		(long long)h->possible_cpus,
		(long long)(h->ram_kb / 4));
	snprintf(out->source, sizeof(out->source),
		"/proc and /sys; costs are the classroom's, assumed");
	out->topology = (struct topology){ .mean_ns = 20, .threads = 1,
		.cores = 1 };
	out->given_cpus = h->present_cpus > 0;
	out->given_ram = h->ram_kb > 0;
	out->given_swap = h->swap_kb >= 0;
	out->cpus = h->present_cpus < CPUS_MAX ? h->present_cpus : CPUS_MAX;
	out->ram_pages = h->ram_kb / 4;
	out->swap_pages = h->swap_kb / 4;
	out->policy = h->policy;
	out->ratio = h->ratio;
	out->kbytes = h->kbytes;
	return out->given_cpus || out->given_ram;
}
