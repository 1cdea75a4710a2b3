/* SPDX-License-Identifier: Apache-2.0 */
#include "peers.h"

static cl_client own = {.memory = -1, .socket = -1, .area = -1, .vm = -1};

cl_client *cl_own(void) {
    return &own;
}

void cl_space_take(void *base) {
    own.space = cl_space_of(base);
}

const cl_space *cl_space_get(void) {
    return &own.space;
}
