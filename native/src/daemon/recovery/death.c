/* SPDX-License-Identifier: Apache-2.0 */
#include "death.h"

#include "colors_layout.h"
#include "peers.h"
#include "recovery.h"
#include "segment.h"

static void set_absent(uint32_t vm, bool absent, bool unknown) {
    cl_vm *entry = cl_vm_at(cl_space_get(), vm);
    uint32_t flags = cl_load_relaxed(&entry->flags);
    cl_store_relaxed(&entry->flags, absent ? flags | CL_VM_ABSENT : flags & ~CL_VM_ABSENT);
    cl_attached_set_absent(vm, absent, unknown);
}

void cl_death_absent(uint32_t vm, bool unknown) {
    set_absent(vm, true, unknown);
}

void cl_death_back(uint32_t vm) {
    set_absent(vm, false, false);
}

void cl_death_judge(uint32_t vm) {
    if (cl_life_is_held(vm)) {
        cl_death_absent(vm, false);
    } else {
        cl_death_end(vm);
    }
}

void cl_death_end(uint32_t vm) {
    cl_reader_end(vm);
    cl_reclaim_vm(vm);
    cl_life_forget(vm);
    cl_attached_set(vm, false);
    cl_attached_set_absent(vm, false, false);
}

bool cl_death_continue(void) {
    for (uint32_t vm = 0; vm < CL_VM_MAX; vm++) {
        if (cl_attached_is_absent(vm) && !cl_life_is_held(vm)) {
            cl_death_end(vm);
        }
    }
    return cl_attached_any_absent();
}
