/* SPDX-License-Identifier: Apache-2.0 */
/* Who may attach, how, and how much of the segment one process may have [security]. */
#ifndef COLORS_POLICY_H
#define COLORS_POLICY_H

#include <stdbool.h>

#include "segment.h"

#define CL_POLICY_NAMES 32u

typedef struct cl_names { /* of users or groups, by number */
    uint32_t at[CL_POLICY_NAMES];
    uint32_t count;
} cl_names;

typedef struct cl_policy {
    cl_names users; /* besides the daemon's own */
    cl_names groups;
    cl_names reader_users;
    cl_names reader_groups;
    cl_quotas quotas;
    uint32_t max_vms; /* 0: CL_VM_MAX */
} cl_policy;

enum cl_access { CL_ACCESS_NONE, CL_ACCESS_READ, CL_ACCESS_WRITE };

void cl_policy_set(const cl_policy *policy);
const cl_policy *cl_policy_get(void);
/* Whether anybody but the daemon's own user may attach. */
bool cl_policy_admits_others(const cl_policy *policy);
/* Of the peer of a connection with these credentials. */
enum cl_access cl_policy_access(int socket, uint32_t uid, uint32_t gid);

#endif
