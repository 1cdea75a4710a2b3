/* SPDX-License-Identifier: Apache-2.0 */
#include "policy.h"

#include <sys/socket.h>
#include <unistd.h>

#define GROUPS_MOST 1024

static cl_policy own;

void cl_policy_set(const cl_policy *policy) {
    own = *policy;
}

const cl_policy *cl_policy_get(void) {
    return &own;
}

bool cl_policy_admits_others(const cl_policy *policy) {
    return policy->users.count + policy->groups.count + policy->reader_users.count + policy->reader_groups.count > 0;
}

static bool has(const cl_names *names, uint32_t number) {
    for (uint32_t i = 0; i < names->count; i++) {
        if (names->at[i] == number) {
            return true;
        }
    }
    return false;
}

static bool has_any(const cl_names *names, const gid_t *groups, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (has(names, groups[i])) {
            return true;
        }
    }
    return false;
}

enum cl_access cl_policy_access(int socket, uint32_t uid, uint32_t gid) {
    gid_t groups[GROUPS_MOST + 1];
    socklen_t bytes = GROUPS_MOST * sizeof groups[0];
    if (uid == geteuid() || has(&own.users, uid)) {
        return CL_ACCESS_WRITE;
    }
    size_t count = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &bytes) == 0 ? bytes / sizeof groups[0] : 0;
    groups[count++] = gid;
    if (has_any(&own.groups, groups, count)) {
        return CL_ACCESS_WRITE;
    }
    return has(&own.reader_users, uid) || has_any(&own.reader_groups, groups, count) ? CL_ACCESS_READ : CL_ACCESS_NONE;
}
