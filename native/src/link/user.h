/* SPDX-License-Identifier: Apache-2.0 */
/* Users and groups by name or number. */
#ifndef COLORS_USER_H
#define COLORS_USER_H

#include "colors.h"

/* Each returns 1, 0 on error. */
int cl_user_find(const char *text, uint32_t *uid, cl_error *error);
int cl_group_find(const char *text, uint32_t *gid, cl_error *error);

#endif
