/* SPDX-License-Identifier: GPL-3.0-or-later
 * Pages of help that list things. Only files of this layer include this.
 */
#ifndef COMMAND_HELP_H
#define COMMAND_HELP_H

struct buf;

enum { HELP_PAGES = 5 };
struct help_page {
	const char *name;
	void (*put)(struct buf *out);
};
extern const struct help_page help_pages[HELP_PAGES];

#endif
