/* SPDX-License-Identifier: Apache-2.0 */
/* The client's side of the collector: asking for a cycle, waiting for its end, and for memory. */
#include "collect.h"

#include <stdio.h>
#include <sys/socket.h>
#include <time.h>

#include "base.h"
#include "link.h"
#include "segment.h"

#define CYCLE_TIMEOUT_MS 10000
#define WORKING_FACTOR   12 /* a cycle that marks or sweeps gets so much more time: large heaps take it */
#define STEP_NS          100000000ull
#define CYCLES_LEAST     4u   /* before memory is said to be used up */
#define PAUSE_LEAST_MS   100u /* for the other processes' collectors; twice as long each time */
#define PAUSE_MOST_MS    1000u
#define PAUSE_PIECE_MS   5u
#define PATIENCE_NS      10000000000ull
#define PATIENCE_OWN_NS  60000000000ull /* for this process's own collector, which may have a large heap to look at */
#define DAEMON_PAUSE_NS  20000000

void cl_collect_request(cl_client *client) {
    cl_header *header = client->space.header;
    if (client->readonly) {
        const char word = CL_SAY_COLLECT;
        ssize_t sent = send(client->socket, &word, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        (void)sent; /* no daemon: who waits for the cycle finds out */
        return;
    }
    cl_add_relaxed(&header->gc_asks, 1);
    cl_collect_ring(client);
}

void cl_collect_ring(cl_client *client) {
    if (!client->readonly) {
        cl_header *header = client->space.header;
        atomic_fetch_add_explicit(&header->gc_requests, 1, memory_order_release);
        cl_futex_wake_all(&header->gc_requests);
    }
}

static int late(const cl_space *space, uint64_t timeout_ms, cl_error *error) {
    const cl_header *header = space->header;
    uint32_t slot = cl_load_acquire(&header->waiting_slot);
    if (slot != 0 && slot <= CL_SLOT_MAX) {
        uint32_t vm = cl_load_acquire(&cl_slot_at(space, slot - 1)->vm);
        uint32_t pid = vm != 0 && vm <= CL_VM_MAX ? cl_vm_at(space, vm - 1)->pid : 0;
        return cl_fail(error, CL_ERR_MEMORY,
                       "no cycle of the collector came to an end in %llu ms: process %u (thread %u) is stopped in the "
                       "middle of a heap operation; continue (kill -CONT) or end it",
                       (unsigned long long)timeout_ms, pid, cl_slot_at(space, slot - 1)->tid);
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

static bool has_nothing_to_hand_over(cl_client *client) {
    return cl_unshared_is_lost(client->memory) || cl_unshared_is_lost(client->area);
}

/* What to do. `reason`: why it did not come back, if it was tried. */
static void advise(cl_client *client, const cl_error *reason, char *text, size_t bytes) {
    if (has_nothing_to_hand_over(client)) {
        snprintf(
            text, bytes,
            "this process closed its descriptors of the segment (closefrom, close_range), so none can take the segment "
            "over from it, only from another process that is attached%s; what is in the segment can still be read: "
            "save it and end this process, and let the next one keep descriptors that it did not open",
            client->readonly ? ", and none can have this reader back" : "");
    } else if (reason->code != 0 && reason->code != CL_ERR_DAEMON) {
        snprintf(text, bytes, "this process cannot come to another one: %.400s", reason->text);
    } else {
        snprintf(text, bytes,
                 "start it (./colors serve, or colorsd with the same --segment), it takes the segment over from this "
                 "process");
    }
}

static int gone(cl_client *client, bool for_memory, const cl_error *reason, cl_error *error) {
    char advice[500];
    advise(client, reason, advice, sizeof advice);
    return cl_fail(error, CL_ERR_MEMORY,
                   "%sthe daemon (process %u), which collects garbage, is gone; no memory will be freed before another "
                   "one runs: %s",
                   for_memory ? "the objects space of the shared segment is full, and " : "",
                   client->space.header->daemon_pid, advice);
}

/* Without a daemon: whether one may still come in time. Who asks for a cycle waits for one that some process starts by
 * itself; who needs memory has nothing else to wait for. */
static bool may_come(cl_client *client, bool for_memory, uint64_t start_ns, uint64_t timeout_ns, cl_error *reason) {
    bool expected = for_memory || cl_keeper_may_start(&client->space);
    return cl_keeper_rejoin(client, start_ns + timeout_ns, reason) || (expected && cl_now_ns() - start_ns < timeout_ns);
}

/* A cycle that starts after the call saw all that was dropped before it. */
static int await_cycle(cl_client *client, uint64_t timeout_ms, bool for_memory, cl_error *error) {
    const cl_space *space = &client->space;
    cl_header *header = space->header;
    uint32_t awaited = cl_load_acquire(&header->cycles_started) + 1;
    uint64_t start = cl_now_ns();
    uint64_t timeout_ns = timeout_ms * 1000000;
    bool asked = false;
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
        if (!cl_keeper_is_served(client)) {
            cl_error reason = {0, ""};
            if (!may_come(client, for_memory, start, timeout_ns, &reason)) {
                return gone(client, for_memory, &reason, error);
            }
            nanosleep(&(struct timespec){0, DAEMON_PAUSE_NS}, NULL);
            asked = false;
            continue;
        }
        if (!asked) { /* of the daemon that came */
            asked = true;
            start = cl_now_ns();
            cl_collect_request(client);
        }
        uint64_t now = cl_now_ns();
        if (now >= (is_working(header) ? start + WORKING_FACTOR * timeout_ns : start + timeout_ns)) {
            return late(space, (now - start) / 1000000, error);
        }
        cl_futex_wait(&header->cycles_finished, finished, timeout_ns < STEP_NS ? timeout_ns : STEP_NS);
    }
}

int cl_collect_await(cl_client *client, int32_t timeout_ms, cl_error *error) {
    if (client->space.base == NULL) {
        return cl_fail(error, CL_ERR_STATE, "this process is not attached to a segment; call cl_attach first");
    }
    return await_cycle(client, timeout_ms > 0 ? (uint64_t)timeout_ms : CYCLE_TIMEOUT_MS, false, error);
}

/* ---- memory ---- */

/* Another process that may have roots in root-log chunks; a reader does not tell how many. */
static bool is_other_holder(cl_client *client, uint32_t vm) {
    const cl_vm *entry = cl_vm_at(&client->space, vm);
    return vm != (uint32_t)client->vm && cl_load_acquire(&entry->state) != 0 &&
           (cl_load_relaxed(&entry->chunks) != 0 || (cl_load_relaxed(&entry->flags) & CL_VM_READONLY) != 0);
}

bool cl_collect_others_hold(cl_client *client) {
    for (uint32_t vm = 0; vm < CL_VM_MAX; vm++) {
        if (is_other_holder(client, vm)) {
            return true;
        }
    }
    return false;
}

static uint32_t largest_holder(cl_client *client) {
    const cl_space *space = &client->space;
    uint32_t largest = (uint32_t)client->vm;
    for (uint32_t vm = 0; vm < CL_VM_MAX; vm++) {
        if (is_other_holder(client, vm) &&
            cl_load_relaxed(&cl_vm_at(space, vm)->chunks) > cl_load_relaxed(&cl_vm_at(space, largest)->chunks)) {
            largest = vm;
        }
    }
    return largest;
}

static uint32_t count_readers(const cl_space *space) {
    uint32_t count = 0;
    for (uint32_t vm = 0; vm < CL_VM_MAX; vm++) {
        const cl_vm *entry = cl_vm_at(space, vm);
        count += cl_load_acquire(&entry->state) != 0 && (cl_load_relaxed(&entry->flags) & CL_VM_READONLY) != 0;
    }
    return count;
}

void cl_collect_describe_holder(cl_client *client, char *text, size_t bytes) {
    const cl_space *space = &client->space;
    uint32_t vm = largest_holder(client);
    const cl_vm *entry = cl_vm_at(space, vm);
    bool mine = vm == (uint32_t)client->vm;
    snprintf(
        text, bytes,
        "most references are held by %sprocess %u (%.15s, %.47s) in %u root-log chunks of at most %u, and %u chunks "
        "belong to readers%s",
        mine ? "this " : "", entry->pid, entry->language[0] == 0 ? "language not given" : entry->language,
        entry->program[0] == 0 ? "program not given" : entry->program, cl_load_relaxed(&entry->chunks),
        CL_CHUNK_ENTRIES, count_readers(space) * CL_AREA_CHUNKS,
        mine ? "" : ": if it is stopped, continue it (kill -CONT), so that it can let go of some");
}

static int full(cl_client *client, uint64_t bytes, cl_error *error) {
    const cl_header *header = client->space.header;
    char holder[CL_HOLDER_BYTES];
    cl_collect_describe_holder(client, holder, sizeof holder);
    return cl_fail(
        error, CL_ERR_MEMORY,
        "the objects space of the shared segment is full: %llu of %llu bytes are live after %u cycles of the "
        "collector, and there is no hole for %llu more; %s; drop references, or start the daemon with a larger "
        "--objects (or the variable COLORS_OBJECTS when it starts by itself), now %lluM",
        (unsigned long long)cl_load_relaxed(&header->live_bytes),
        (unsigned long long)client->space.geometry.objects_bytes, cl_load_relaxed(&header->cycles_finished),
        (unsigned long long)bytes, holder, (unsigned long long)(client->space.geometry.objects_bytes >> 20));
}

/* Whether this process's own collector, if it has one, did not yet free what the dead wrappers held, or no cycle came
 * after that: on a busy machine it takes a while. */
static bool is_own_collector_behind(cl_client *client, cl_shortage *shortage) {
    uint32_t answered = cl_load_acquire(&cl_vm_at(&client->space, (uint32_t)client->vm)->answered);
    if (answered == 0 || shortage->answered) {
        return false;
    }
    shortage->answered = (int32_t)(answered - 1 - shortage->pressure) >= 0;
    return true;
}

/* Alone, a few cycles are enough, the last one after this process's own collector ran: the roots are its own, or those
 * of objects. Another process's collector may be slow, or the process stopped. */
static bool is_hopeless(cl_client *client, cl_shortage *shortage) {
    if (shortage->cycles < CYCLES_LEAST) {
        return false;
    }
    bool is_behind = is_own_collector_behind(client, shortage);
    if (cl_now_ns() - shortage->since_ns >= (is_behind ? PATIENCE_OWN_NS : PATIENCE_NS)) {
        return true;
    }
    return !is_behind && !cl_collect_others_hold(client);
}

uint32_t cl_collect_press(const cl_space *space) {
    return 1 + cl_add_relaxed(&space->header->pressure, 1);
}

uint64_t cl_collect_answered(uint64_t pressure) {
    cl_client *client = &cl_self;
    if (client->readonly) {
        return 0;
    }
    uint32_t seen = (uint32_t)pressure;
    cl_store_release(&cl_vm_at(&client->space, (uint32_t)client->vm)->answered, seen == UINT32_MAX ? 1 : seen + 1);
    return 1;
}

/* Whether this process's own collector freed what it will, or half of the chunks, and there is no other one to wait
 * for. */
static bool has_answered(cl_client *client, uint32_t pressure, uint32_t chunks_before) {
    const cl_vm *vm = cl_vm_at(&client->space, (uint32_t)client->vm);
    uint32_t answered = cl_load_acquire(&vm->answered);
    if (answered == 0 || cl_collect_others_hold(client)) {
        return false;
    }
    return (int32_t)(answered - 1 - pressure) >= 0 || cl_load_relaxed(&vm->chunks) <= chunks_before / 2;
}

static void pause_before(cl_client *client, uint32_t cycle, uint32_t pressure) {
    uint32_t ms = cycle < CYCLES_LEAST ? PAUSE_LEAST_MS << (cycle - 1) : PAUSE_MOST_MS;
    uint32_t chunks_before = cl_load_relaxed(&cl_vm_at(&client->space, (uint32_t)client->vm)->chunks);
    for (uint32_t waited = 0; waited < ms && !has_answered(client, pressure, chunks_before); waited += PAUSE_PIECE_MS) {
        nanosleep(&(struct timespec){0, PAUSE_PIECE_MS * 1000000l}, NULL);
    }
}

int cl_collect_for_memory(cl_client *client, cl_shortage *shortage, uint64_t bytes, cl_error *error) {
    const cl_space *space = &client->space;
    bool lacks_system = shortage->reason.code != 0;
    shortage->since_ns = shortage->cycles == 0 ? cl_now_ns() : shortage->since_ns;
    if (bytes > space->geometry.objects_bytes || is_hopeless(client, shortage)) {
        return lacks_system ? cl_fail(error, (enum cl_code)shortage->reason.code, "%s", shortage->reason.text)
                            : full(client, bytes, error);
    }
    if (shortage->cycles > 0) {
        uint32_t pressure = cl_collect_press(space);
        shortage->pressure = shortage->cycles == 1 ? pressure : shortage->pressure;
        pause_before(client, shortage->cycles, pressure);
    }
    shortage->cycles++;
    shortage->reason.code = 0;
    return await_cycle(client, CYCLE_TIMEOUT_MS, true, error);
}

/* ---- the API ---- */

void cl_collect_consider(void) {
    cl_client *client = &cl_self;
    cl_collect_ring(client);
}

int32_t cl_collect(int32_t timeout_ms, cl_error *error) {
    cl_client *client = &cl_self;
    return cl_collect_await(client, timeout_ms, error);
}
