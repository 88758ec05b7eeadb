/* SPDX-License-Identifier: GPL-3.0-or-later
 * The private folder for what is kept between runs: $XDG_STATE_HOME/mmstep,
 * else ~/.local/state/mmstep.
 *
 * Rules: folder 0700 and files 0600, ours alone; no symbolic link is followed
 * and a pipe does not block. What stands in the way gives -1 or false with
 * errno (EPERM: it is not ours; ENXIO: not a regular file), and the caller does
 * without.
 */
#ifndef BASE_STATE_H
#define BASE_STATE_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
int state_folder(bool make);	/* a descriptor */
bool state_path(struct buf *out);	/* its name; false: there is none */
/* O_* flags; a regular file. */
int state_file(int folder, const char *name, int flags);
bool state_write(int fd, const char *s, size_t n);	/* all of it */
/* Replaces a file whole or not at all, through `new_name`. With `lasting` it
 * outlives a loss of power too, which takes milliseconds. */
bool state_replace(int folder, const char *name, const char *new_name,
	const char *text, size_t n, bool lasting);

#endif
