/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_PEERS_H
#define COLORS_PEERS_H

#include "view.h"

/* The daemon's: of the segment that it made, from before anyone else could write to it, or that it takes over. */
void cl_view_take(void *base);
/* What cl_view_take saw. */
const cl_view *cl_view_get(void);

#endif
