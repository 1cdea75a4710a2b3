/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_WIDTH_H
#define COLORS_WIDTH_H

#include <stdbool.h>

#include "colors.h"

/* Whether the flags' width is none, or one that a declared field of this type can have. */
bool cl_width_fits(uint32_t type, uint32_t flags);
/* Whether a number of so many bits fits the width that a field declares: raw or tagged, as the field's slot is. A
 * tagged word that is no number is the caller's to check. */
bool cl_width_holds(const cl_field_spec *spec, uint64_t bits);

#endif
