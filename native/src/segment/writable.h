/* SPDX-License-Identifier: Apache-2.0 */
/* What a process that is attached read-only is told when it is asked to write [layout.reader]. */
#ifndef COLORS_WRITABLE_H
#define COLORS_WRITABLE_H

#include "base.h"
#include "self.h"

/* Returns 1, 0 and CL_ERR_READONLY. `what` would be done. */
static inline int cl_writable(cl_client *client, const char *what, cl_error *error) {
    return !client->readonly
               ? 1
               : cl_fail(error, CL_ERR_READONLY,
                         "this process is attached read-only and cannot %s; nothing was changed; to write, attach "
                         "without COLORS_READONLY, colors.readonly and CL_ATTACH_READONLY, as a user that the daemon "
                         "lets write",
                         what);
}

#endif
