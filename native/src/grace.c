/* SPDX-License-Identifier: Apache-2.0 */
#include "grace.h"

#include <errno.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "attached.h"
#include "clock.h"
#include "error.h"
#include "fence.h"

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

/* While the counter is the odd number it was: the operation goes on. A dead owner's counter is made even (reclaim.c).
 */
static bool wait_for(const cl_view *view, uint32_t index, uint64_t seq, cl_grace *grace, const _Atomic bool *stop) {
    const cl_slot *slot = cl_view_slot(view, index);
    uint32_t vm = cl_load_relaxed(&slot->vm);
    uint64_t start = cl_now_ns();
    uint64_t waited = 0;
    for (uint32_t turn = 0; cl_load_acquire(&slot->seq) == seq && cl_attached_is(cl_load_acquire(&slot->vm)); turn++) {
        if (cl_load_relaxed(stop)) {
            return false;
        }
        pause_for(turn);
        waited = cl_now_ns() - start;
        if (waited > NOTICE_NS) {
            cl_store_relaxed(&view->live->waiting_slot, index + 1);
        }
    }
    cl_store_relaxed(&view->live->waiting_slot, 0);
    if (waited > grace->slowest_ns) {
        grace->slowest_ns = waited;
        grace->slowest_vm = vm;
    }
    return true;
}

bool cl_grace_wait(const cl_view *view, cl_grace *grace, const _Atomic bool *stop) {
    cl_fence_heavy(); /* mutators order their store of `seq` and their loads for the compiler only */
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_view_slot(view, i);
        if (!cl_attached_is(cl_load_acquire(&slot->vm))) {
            continue;
        }
        uint64_t seq = cl_load_acquire(&slot->seq);
        if (seq % 2 != 0 && !wait_for(view, i, seq, grace, stop)) {
            return false;
        }
    }
    return true;
}
