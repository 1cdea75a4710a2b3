/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What C and Linux lack: atomics named by their memory order, futexes, fences, clocks, hashes, and how a function
 * fails. Knows nothing of segments.
 *
 * Uses: nothing
 * Used by: all others
 */
#ifndef COLORS_BASE_H
#define COLORS_BASE_H

#include "atomics.h"
#include "clock.h"
#include "colors.h"
#include "fence.h"
#include "futex.h"
#include "hash.h"
#include "utf8.h"

/* Fills the error, which may be NULL. Returns 0, so that a function can end with `return cl_fail(...)`. */
int cl_fail(cl_error *error, enum cl_code code, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
