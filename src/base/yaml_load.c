/* SPDX-License-Identifier: GPL-3.0-or-later
 * Reading a YAML file: regular, of bounded size, never waiting.
 */
#include "base/yaml_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads to the end, or one byte more than allowed; -1 on an error. */
static ssize_t read_all(int fd, char *bytes)
{
	size_t n = 0;

	while (n <= YAML_FILE_MAX) {
		ssize_t got = read(fd, bytes + n, YAML_FILE_MAX + 1 - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (!got)
			break;
		n += (size_t)got;
	}
	return (ssize_t)n;
}

/* Opened without waiting for a writer, in case it is a FIFO. */
static int open_regular(const char *path, struct err_list *errors)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st)) {
		yaml_file_error(errors, ERR_IO, path, strerror(errno));
	} else if (!S_ISREG(st.st_mode)) {
		yaml_file_error(errors, ERR_IO, path, "not a regular file");
	} else if (st.st_size > YAML_FILE_MAX) {
		yaml_file_error(errors, ERR_INVALID, path, "larger than 1 MiB");
	} else {
		return fd;
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

bool yaml_load(struct yaml *y, const char *path, struct err_list *errors)
{
	bool standard = !strcmp(path, "-"), loaded = false;
	const char *name = standard ? "<stdin>" : path;
	int fd = standard ? STDIN_FILENO : open_regular(path, errors);
	char *bytes;
	ssize_t n;

	*y = (struct yaml){0};
	if (fd < 0)
		return false;
	bytes = mem_alloc(YAML_FILE_MAX + 1);
	n = read_all(fd, bytes);
	if (n < 0)
		yaml_file_error(errors, ERR_IO, name, strerror(errno));
	else
		loaded = yaml_parse(y, name, bytes, (size_t)n, errors);
	free(bytes);
	if (!standard)
		close(fd);
	return loaded;
}
