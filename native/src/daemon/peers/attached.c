/* SPDX-License-Identifier: Apache-2.0 */
#include "attached.h"

#include "base.h"
#include "colors_layout.h"

static _Atomic bool attached_vms[CL_VM_MAX];

void cl_attached_set(uint32_t vm, bool attached) {
    cl_store_release(&attached_vms[vm], attached);
}

bool cl_attached_is(uint32_t owner) {
    return owner != 0 && owner <= CL_VM_MAX && cl_load_acquire(&attached_vms[owner - 1]);
}

static _Atomic uint8_t absent_vms[CL_VM_MAX]; /* 0, or one of the below */
enum { KNOWN = 1, UNKNOWN = 2 };              /* its roots */

void cl_attached_set_absent(uint32_t vm, bool absent, bool unknown) {
    cl_store_release(&absent_vms[vm], (uint8_t)(!absent ? 0 : unknown ? UNKNOWN : KNOWN));
}

bool cl_attached_is_absent(uint32_t vm) {
    return cl_load_acquire(&absent_vms[vm]) != 0;
}

static bool is_any(uint8_t least) {
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        if (cl_load_acquire(&absent_vms[i]) >= least) {
            return true;
        }
    }
    return false;
}

bool cl_attached_any_absent(void) {
    return is_any(KNOWN);
}

bool cl_attached_is_awaited(uint32_t owner) {
    return owner != 0 && owner <= CL_VM_MAX && cl_load_acquire(&absent_vms[owner - 1]) == UNKNOWN;
}

bool cl_attached_awaits(void) {
    return is_any(UNKNOWN);
}
