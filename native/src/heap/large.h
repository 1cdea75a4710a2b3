/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_LARGE_H
#define COLORS_LARGE_H

#include "colors.h"

/* Gives back the slot's last large block if it did not become an object. */
void cl_large_settle(cl_slot *slot);

#endif
