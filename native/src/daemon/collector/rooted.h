/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_ROOTED_H
#define COLORS_ROOTED_H

#include "view.h"

/* Bytes that the ranges of all chunks hold: no cycle frees them before the chunks are freed. As far as can be known: the
 * owners go on meanwhile, and may have written anything there. */
uint64_t cl_rooted_bytes(const cl_view *view);

#endif
