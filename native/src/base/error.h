/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_ERROR_H
#define COLORS_ERROR_H

#include "colors.h"

/* Fills the error, which may be NULL. Returns 0, so that a function can end with `return cl_fail(...)`. */
int cl_fail(cl_error *error, enum cl_code code, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
