/* SPDX-License-Identifier: GPL-3.0-or-later
 * The machine one sits at, as a machine file: --machine host.
 */
#include <stdio.h>
#include "app/app.h"
#include "report/host.h"
#include "scene/assets.h"

bool host_machine(struct machine_file *out, struct err *e)
{
	struct host h;

	host_read("/", &h);
	for (unsigned i = 0; i < h.n_missing; i++)
		fprintf(stderr, "mmstep: host: %s\n", h.missing[i]);
	if (!host_to_machine(&h, out))
		return err_set(e, ERR_IO, "neither CPUs nor RAM of this machine can be read");
	return true;
}
