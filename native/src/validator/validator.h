/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three levels of checking a segment, which trust nothing in it. Public: cl_validate of colors.h.
 *
 * Uses: base segment object classes rootlog sync
 * Used by: client daemon/recovery
 */
#ifndef COLORS_VALIDATOR_H
#define COLORS_VALIDATOR_H

#include "segment.h"

/* cl_validate with the geometry of this space, of which the caller knows that it fits what is mapped. */
int cl_validate_space(const cl_space *space, int32_t level, cl_error *error);

#endif
