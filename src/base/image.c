/* SPDX-License-Identifier: GPL-3.0-or-later
 * Images: memory without a name, mapped privately by each copy. It is written from
 * large memory, which is filled faster than its own pages would be.
 */
#define _GNU_SOURCE			/* memfd_create: Linux only */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/err.h"
#include "base/image.h"
#include "base/large.h"

struct image {
	size_t size;
	unsigned users;		/* itself and its copies */
	int fd;
	void *fill;		/* large memory, until it is filled */
};

static void *map(const struct image *i, void *at, int how)
{
	void *p = mmap(at, i->size, PROT_READ | PROT_WRITE, how, i->fd, 0);

	return p == MAP_FAILED ? NULL : p;
}

static int nameless(size_t size)
{
#ifdef MFD_CLOEXEC
	int fd = memfd_create("mmstep", MFD_CLOEXEC);

	if (fd < 0 || !ftruncate(fd, (off_t)size))
		return fd;
	close(fd);
#endif
	return -1;
}

struct image *image_new(size_t size, void **fill)
{
	struct image *i = mem_alloc(sizeof(*i));

	i->size = size;
	i->users = 1;
	i->fd = nameless(size);
	if (i->fd < 0) {
		free(i);
		return NULL;
	}
	*fill = i->fill = large_alloc(size);
	return i;
}

bool image_filled(struct image *i)
{
	size_t at = 0;
	ssize_t n = 1;

	while (at < i->size && (n > 0 || errno == EINTR)) {
		n = pwrite(i->fd, (char *)i->fill + at, i->size - at,
			(off_t)at);
		at += n > 0 ? (size_t)n : 0;
	}
	large_free(i->fill, i->size);
	i->fill = NULL;
	return at == i->size;
}

void *image_copy(struct image *i)
{
	void *copy = map(i, NULL, MAP_PRIVATE);

	i->users += copy != NULL;
	return copy;
}

bool image_again(struct image *i, void *copy)
{
	return map(i, copy, MAP_PRIVATE | MAP_FIXED) != NULL;
}

void image_free_copy(struct image *i, void *copy)
{
	munmap(copy, i->size);
	image_free(i);
}

void image_free(struct image *i)
{
	if (!i || --i->users)
		return;
	large_free(i->fill, i->size);
	if (i->fd >= 0)
		close(i->fd);
	free(i);
}
