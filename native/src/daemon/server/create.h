/* SPDX-License-Identifier: Apache-2.0 */
/* Making a segment, as only the daemon does. */
#ifndef COLORS_CREATE_H
#define COLORS_CREATE_H

#include "colors.h"

/* Makes, maps, fills and seals a segment and attaches this process (the daemon) to it without a VM index. */
int cl_segment_create(uint64_t objects_bytes, uint64_t classes_bytes, cl_error *error);

#endif
