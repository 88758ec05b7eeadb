/* SPDX-License-Identifier: GPL-3.0-or-later
 * The private folder for what is kept between runs.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/buf.h"
#include "base/state.h"

/* Makes the folder and those above it, private. */
static bool make_folders(const char *path)
{
	char *s = strdup(path);
	bool ok = s != NULL;

	for (char *p = s ? strchr(s + 1, '/') : NULL; ok && p;
		p = strchr(p + 1, '/')) {
		*p = '\0';
		ok = !mkdir(s, 0700) || errno == EEXIST;
		*p = '/';
	}
	ok = ok && (!mkdir(s, 0700) || errno == EEXIST);
	free(s);
	return ok;
}

bool state_path(struct buf *path)
{
	const char *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");

	if (state && *state == '/')
		buf_printf(path, "%s/mmstep", state);
	else if (home && *home == '/')
		buf_printf(path, "%s/.local/state/mmstep", home);
	return path->n > 0;
}

/* Ours alone, whatever it was before? */
static bool make_private(int fd, mode_t mode, mode_t type)
{
	struct stat st;

	if (fstat(fd, &st))
		return false;
	if ((st.st_mode & S_IFMT) != type || st.st_uid != geteuid()) {
		errno = (st.st_mode & S_IFMT) != type ? ENXIO : EPERM;
		return false;
	}
	return (st.st_mode & 0777 & ~mode) == 0 || !fchmod(fd, mode);
}

int state_folder(bool make)
{
	struct buf path = {0};
	int fd = -1;

	if (state_path(&path) && (!make || make_folders(path.s)))
		fd = open(path.s, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	buf_done(&path);
	if (fd >= 0 && !make_private(fd, 0700, S_IFDIR)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* No symbolic link is followed, and a pipe does not block. */
int state_file(int folder, const char *name, int flags)
{
	int fd = openat(folder, name,
		flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);

	if (fd < 0 && (errno == ELOOP || errno == EISDIR))
		errno = ENXIO;
	if (fd >= 0 && !make_private(fd, 0600, S_IFREG)) {
		int why = errno;

		close(fd);
		errno = why;
		return -1;
	}
	return fd;
}

bool state_write(int fd, const char *s, size_t n)
{
	while (n) {
		ssize_t done = write(fd, s, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return false;
		s += done;
		n -= (size_t)done;
	}
	return true;
}

bool state_replace(int folder, const char *name, const char *new_name,
	const char *text, size_t n, bool lasting)
{
	int fd;
	bool ok;

	unlinkat(folder, new_name, 0);
	fd = state_file(folder, new_name, O_WRONLY | O_CREAT | O_EXCL);
	if (fd < 0)
		return false;
	ok = state_write(fd, text, n) && (!lasting || !fsync(fd));
	if (!close(fd) && ok && !renameat(folder, new_name, folder, name))
		return true;
	unlinkat(folder, new_name, 0);
	return false;
}
