/* SPDX-License-Identifier: Apache-2.0 */
/* The client's side of the collector: asking for a cycle, waiting for its end, and for memory. */
#include "collect.h"

#include <poll.h>
#include <time.h>

#include "address.h"
#include "client.h"
#include "clock.h"
#include "error.h"
#include "futex.h"

#define CYCLE_TIMEOUT_MS 10000
#define WORKING_FACTOR   12 /* a cycle that marks or sweeps gets so much more time: large heaps take it */
#define STEP_NS          100000000ull
#define ATTEMPTS         4u

void cl_collect_request(void) {
    cl_header *header = cl_header_of(cl_self.base);
    cl_add_relaxed(&header->gc_requests, 1);
    cl_futex_wake_all(&header->gc_requests);
}

static bool is_daemon_alive(void) {
    struct pollfd poller = {.fd = cl_self.socket, .events = POLLRDHUP};
    return cl_self.socket < 0 || poll(&poller, 1, 0) <= 0;
}

static int late(uint64_t timeout_ms, cl_error *error) {
    const cl_header *header = cl_header_of(cl_self.base);
    uint32_t slot = cl_load_acquire(&header->waiting_slot);
    if (slot != 0 && slot <= CL_SLOT_MAX) {
        uint32_t vm = cl_load_acquire(&cl_slot_at(cl_self.base, slot - 1)->vm);
        uint32_t pid = vm != 0 && vm <= CL_VM_MAX ? cl_vm_at(cl_self.base, vm - 1)->pid : 0;
        return cl_fail(error, CL_ERR_MEMORY,
                       "no cycle of the collector came to an end in %llu ms: process %u (thread %u) is stopped in the "
                       "middle of a heap operation; continue (kill -CONT) or end it",
                       (unsigned long long)timeout_ms, pid, cl_slot_at(cl_self.base, slot - 1)->tid);
    }
    return cl_fail(error, CL_ERR_MEMORY,
                   "no cycle of the collector came to an end in %llu ms; the daemon (process %u) is stopped or the "
                   "machine is overloaded",
                   (unsigned long long)timeout_ms, header->daemon_pid);
}

static bool is_working(const cl_header *header) {
    uint32_t phase = cl_load_acquire(&header->phase);
    return phase == CL_PHASE_MARK || phase == CL_PHASE_SWEEP;
}

/* A cycle that starts after the call saw all that was dropped before it. */
static int await_cycle(uint64_t timeout_ms, cl_error *error) {
    cl_header *header = cl_header_of(cl_self.base);
    uint32_t awaited = cl_load_acquire(&header->cycles_started) + 1;
    uint64_t start = cl_now_ns();
    uint64_t timeout_ns = timeout_ms * 1000000;
    cl_collect_request();
    for (;;) {
        uint32_t finished = cl_load_acquire(&header->cycles_finished);
        if (cl_load_acquire(&header->phase) == CL_PHASE_CORRUPT) {
            return cl_fail(
                error, CL_ERR_STATE,
                "the collector found the shared heap corrupt and has stopped: %.255s; what is in it can still "
                "be read, nothing is freed any more",
                header->fault);
        }
        if ((int32_t)(finished - awaited) >= 0) {
            return 1;
        }
        if (!is_daemon_alive()) {
            return cl_fail(error, CL_ERR_MEMORY,
                           "the daemon (process %u), which collects garbage, is gone; no memory will be freed",
                           header->daemon_pid);
        }
        uint64_t now = cl_now_ns();
        if (now >= (is_working(header) ? start + WORKING_FACTOR * timeout_ns : start + timeout_ns)) {
            return late((now - start) / 1000000, error);
        }
        cl_futex_wait(&header->cycles_finished, finished, timeout_ns < STEP_NS ? timeout_ns : STEP_NS);
    }
}

int32_t cl_collect(int32_t timeout_ms, cl_error *error) {
    if (cl_self.base == NULL) {
        return cl_fail(error, CL_ERR_STATE, "this process is not attached to a segment; call cl_attach first");
    }
    return await_cycle(timeout_ms > 0 ? (uint64_t)timeout_ms : CYCLE_TIMEOUT_MS, error);
}

static int full(uint64_t bytes, cl_error *error) {
    const cl_header *header = cl_header_of(cl_self.base);
    uint64_t live = cl_load_relaxed(&header->live_bytes);
    return cl_fail(
        error, CL_ERR_MEMORY,
        "the objects space of the shared segment is full: %llu of %llu bytes are live after %u cycles of the "
        "collector, "
        "and there is no hole for %llu more; drop references, or start the daemon with a larger --objects (or the "
        "variable COLORS_OBJECTS when it starts by itself), now %lluM",
        (unsigned long long)live, (unsigned long long)header->objects_bytes, cl_load_relaxed(&header->cycles_finished),
        (unsigned long long)bytes, (unsigned long long)(header->objects_bytes >> 20));
}

/* From the second time on other processes are asked to run their own collectors, whose dead wrappers hold roots, and
 * get some time for it. */
int cl_collect_for_memory(uint32_t attempt, uint64_t bytes, cl_error *error) {
    cl_header *header = cl_header_of(cl_self.base);
    if (bytes > header->objects_bytes || attempt == ATTEMPTS) {
        return full(bytes, error);
    }
    if (attempt > 0) {
        cl_add_relaxed(&header->pressure, 1);
        nanosleep(&(struct timespec){0, (long)(100000000 << (attempt - 1))}, NULL);
    }
    return await_cycle(CYCLE_TIMEOUT_MS, error);
}
