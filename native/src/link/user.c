/* SPDX-License-Identifier: Apache-2.0 */
#include "link.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>

#include "base.h"

#define BUFFER_BYTES 16384
#define NOBODY_MORE  UINT32_MAX /* (uid_t)-1 means "no user" to the system */

static bool is_number(const char *text, uint32_t *number) {
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        value = value > UINT32_MAX ? value : value * 10 + (uint64_t)(*at - '0');
    }
    *number = (uint32_t)value;
    return at != text && *at == 0 && value < NOBODY_MORE;
}

int cl_user_find(const char *text, uint32_t *uid, cl_error *error) {
    char buffer[BUFFER_BYTES];
    struct passwd entry;
    struct passwd *found = NULL;
    if (is_number(text, uid)) {
        return 1;
    }
    if (getpwnam_r(text, &entry, buffer, sizeof buffer, &found) == 0 && found != NULL) {
        *uid = entry.pw_uid;
        return 1;
    }
    return cl_fail(error, CL_ERR_ARGUMENT, "\"%.80s\" is no user of this machine; expected a name or a number", text);
}

int cl_group_find(const char *text, uint32_t *gid, cl_error *error) {
    char buffer[BUFFER_BYTES];
    struct group entry;
    struct group *found = NULL;
    if (is_number(text, gid)) {
        return 1;
    }
    if (getgrnam_r(text, &entry, buffer, sizeof buffer, &found) == 0 && found != NULL) {
        *gid = entry.gr_gid;
        return 1;
    }
    return cl_fail(error, CL_ERR_ARGUMENT, "\"%.80s\" is no group of this machine; expected a name or a number", text);
}
