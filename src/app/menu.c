/* SPDX-License-Identifier: GPL-3.0-or-later
 * mmstep without a command: the menu of scenes.
 */
#include "app/app.h"

int app_menu(const struct options *o)
{
	return app_list(o);
}
