/* SPDX-License-Identifier: Apache-2.0 */
#include "attached.h"

#include "atomics.h"
#include "colors_layout.h"

static _Atomic bool attached_vms[CL_VM_MAX];

void cl_attached_set(uint32_t vm, bool attached) {
    cl_store_release(&attached_vms[vm], attached);
}

bool cl_attached_is(uint32_t owner) {
    return owner != 0 && owner <= CL_VM_MAX && cl_load_acquire(&attached_vms[owner - 1]);
}
