/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_CHANNEL_H
#define COLORS_CHANNEL_H

#include "colors.h"

/* Closes a queue and forgets what is in it, and its array: for one that nobody is to find any more. Returns 1, 0 on
 * error. */
int32_t cl_channel_drop(uint64_t slot, uint64_t queue, cl_error *error);

#endif
