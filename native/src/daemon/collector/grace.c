/* SPDX-License-Identifier: Apache-2.0 */
#include "grace.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base.h"
#include "peers.h"

#define SPINS     200u
#define YIELDS    100u
#define SLEEP_NS  50000
#define NOTICE_NS 100000000ull /* a wait that long is shown */

int cl_grace_open(cl_error *error) {
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED, 0, 0) == 0
               ? 1
               : cl_fail(error, CL_ERR_SYSTEM,
                         "the kernel refuses membarrier(GLOBAL_EXPEDITED), which the collector needs: %s",
                         strerror(errno));
}

static void pause_for(uint32_t turn) {
    if (turn < SPINS) {
#ifdef __x86_64__
        __builtin_ia32_pause();
#endif
    } else if (turn < SPINS + YIELDS) {
        sched_yield();
    } else {
        nanosleep(&(struct timespec){0, SLEEP_NS}, NULL);
    }
}

/* A heap operation that goes on. The slot is one of the segment's, or in a reader's area, whose VM we know by
 * ourselves. */
typedef struct operation {
    const cl_slot *slot;
    uint64_t seq;
    uint32_t index; /* of the slot */
    uint32_t vm;    /* index + 1 */
    int group;      /* of the reader, or NO_READER */
} operation;

#define NO_READER (-1)

static bool goes_on(const operation *o) {
    return cl_load_acquire(&o->slot->seq) == o->seq &&
           (o->group == NO_READER ? cl_attached_is(cl_load_acquire(&o->slot->vm))
                                  : cl_reader_of((uint32_t)o->group) == o->vm);
}

/* While the counter is the odd number it was. A dead owner's counter is made even (reclaim.c). */
static bool wait_for(const cl_space *space, const operation *o, cl_grace *grace, const _Atomic bool *stop) {
    uint64_t start = cl_now_ns();
    uint64_t waited = 0;
    for (uint32_t turn = 0; goes_on(o); turn++) {
        if (cl_load_relaxed(stop)) {
            return false;
        }
        pause_for(turn);
        waited = cl_now_ns() - start;
        if (waited > NOTICE_NS) {
            cl_store_relaxed(&space->header->waiting_slot, o->index + 1);
        }
    }
    cl_store_relaxed(&space->header->waiting_slot, 0);
    if (waited > grace->slowest_ns) {
        grace->slowest_ns = waited;
        grace->slowest_vm = o->vm;
    }
    return true;
}

static bool wait_for_reader(const cl_space *space, int group, cl_grace *grace, const _Atomic bool *stop) {
    uint32_t vm = cl_reader_of((uint32_t)group);
    for (uint32_t i = 0; vm != 0 && i < CL_AREA_SLOTS; i++) {
        const cl_slot *slot = cl_reader_slots((uint32_t)group) + i;
        operation o = {slot, cl_load_acquire(&slot->seq), cl_reader_first_slot((uint32_t)group) + i, vm, group};
        if (o.seq % 2 != 0 && !wait_for(space, &o, grace, stop)) {
            return false;
        }
    }
    return true;
}

bool cl_grace_wait(const cl_space *space, cl_grace *grace, const _Atomic bool *stop) {
    cl_fence_heavy(); /* mutators order their store of `seq` and their loads for the compiler only */
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_slot_at(space, i);
        uint32_t vm = cl_load_acquire(&slot->vm);
        if (!cl_attached_is(vm)) {
            continue;
        }
        operation o = {slot, cl_load_acquire(&slot->seq), i, vm, NO_READER};
        if (o.seq % 2 != 0 && !wait_for(space, &o, grace, stop)) {
            return false;
        }
    }
    for (int group = 0; group < (int)CL_READER_GROUPS; group++) {
        if (!wait_for_reader(space, group, grace, stop)) {
            return false;
        }
    }
    return true;
}
