/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_VERSIONS_H
#define COLORS_VERSIONS_H

#include <stdbool.h>

#include "colors.h"

/* Whether a class may get another version after `newest`, 0 for none. Fills the error when not (CL_ERR_MEMORY). */
bool cl_versions_have_room(uint32_t class_entity, uint32_t newest, cl_error *error);
/* Tells the user once when a class gets suspiciously many versions. For the process that published the shape. */
void cl_versions_warn(const cl_shape *shape);

#endif
