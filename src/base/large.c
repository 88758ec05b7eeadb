/* SPDX-License-Identifier: GPL-3.0-or-later
 * Large memory: mapped, aligned for huge pages.
 */
#define _GNU_SOURCE			/* MADV_HUGEPAGE, MAP_POPULATE: Linux only */
#include <stdint.h>
#include <sys/mman.h>
#include "base/err.h"
#include "base/large.h"

enum { PAGE = 4096 };

static size_t page_of(size_t size)
{
	return size < LARGE_PAGE ? PAGE : LARGE_PAGE;
}

size_t large_bytes(size_t size)
{
	return (size + page_of(size) - 1) / page_of(size) * page_of(size);
}

static char *map(size_t size, int how)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | how, -1, 0);

	if (p == MAP_FAILED)
		panic("out of memory (%zu bytes)", size);
	return p;
}

void *large_alloc(size_t size)
{
	size_t bytes = large_bytes(size), before;
	char *p;

	if (bytes < LARGE_PAGE)
		return map(bytes, MAP_POPULATE);
	/* what lies before and behind the aligned part is given back */
	p = map(bytes + LARGE_PAGE, 0);
	before = -(uintptr_t)p % LARGE_PAGE;
	if (before)
		munmap(p, before);
	munmap(p + before + bytes, LARGE_PAGE - before);
	madvise(p + before, bytes, MADV_HUGEPAGE);
	return p + before;
}

void large_fetch(void *p, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
	size_t before = -(uintptr_t)p % PAGE;

	if (bytes > before + PAGE)
		madvise((char *)p + before, (bytes - before) / PAGE * PAGE,
			MADV_POPULATE_WRITE);
#else
	(void)p;
	(void)bytes;
#endif
}

void large_free(void *p, size_t size)
{
	if (p)
		munmap(p, large_bytes(size));
}
