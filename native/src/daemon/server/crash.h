/* SPDX-License-Identifier: Apache-2.0 */
/* A daemon that a signal ends says where, on its standard error. */
#ifndef COLORS_CRASH_H
#define COLORS_CRASH_H

void cl_crash_tell(void);

#endif
