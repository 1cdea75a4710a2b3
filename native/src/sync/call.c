/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One call of a service [layout.call, model.call]: the client sends it through the service's channel and waits for its
 * status; a server claims it while it takes it off the channel, and says how it ended. Whoever changes the status does
 * so by CAS: the change is that of one, and what the client has told its program stays true.
 */
#include "base.h"
#include "classes.h"
#include "heap.h"
#include "segment.h"
#include "sync.h"

#define SLEEP_NS 100000000ull /* at most: a daemon may be gone that would have woken */

static uint32_t state_of(uint64_t status) {
    return (uint32_t)(status >> CL_CALL_STATE_SHIFT & CL_CALL_STATE_MASK);
}

static uint64_t status_of(uint32_t state, uint64_t incarnation) {
    return (uint64_t)state << CL_CALL_STATE_SHIFT | (incarnation & CL_CALL_VM_MASK) << CL_CALL_VM_SHIFT |
           (incarnation >> 32) << 32;
}

static uint64_t taker_of(uint64_t status) {
    return (status >> CL_CALL_VM_SHIFT & CL_CALL_VM_MASK) | (status >> 32) << 32;
}

static bool has_ended(uint64_t status) {
    return state_of(status) > CL_CALL_TAKEN;
}

/* ---- who a process is ---- */

static uint64_t incarnation_of(const cl_space *space, uint32_t vm) {
    return (uint64_t)cl_load_relaxed(&cl_vm_at(space, vm)->generation) << 32 | (vm + 1);
}

static bool is_alive(const cl_space *space, uint64_t incarnation) {
    uint32_t vm = (uint32_t)incarnation - 1;
    return vm < CL_VM_MAX && cl_load_acquire(&cl_vm_at(space, vm)->state) != 0 &&
           incarnation_of(space, vm) == incarnation;
}

uint64_t cl_vm_incarnation(void) {
    return cl_self.vm < 0 ? 0 : incarnation_of(&cl_self.space, (uint32_t)cl_self.vm);
}

int32_t cl_vm_is_alive(uint64_t incarnation) {
    return is_alive(&cl_self.space, incarnation);
}

bool cl_service_is_served(const cl_space *space, cl_ref servers) {
    for (uint64_t i = 0; i < CL_SERVERS; i++) {
        uint64_t incarnation = cl_load_acquire(cl_inline_place(space, servers, i).address);
        if (incarnation != 0 && is_alive(space, incarnation)) {
            return true;
        }
    }
    return false;
}

/* ---- the client ---- */

int32_t cl_call_send(uint64_t slot, uint64_t queue, uint64_t call, uint64_t timeout_ns, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    _Atomic uint64_t *status = cl_call_word(&m.client->space, cl_ref_of(call));
    uint64_t seen = 0;
    if (!cl_writable(m.client, "call a service", error)) {
        return 0;
    }
    if (!cl_cas_acq_rel(status, &seen, status_of(CL_CALL_SENT, 0))) {
        return cl_fail(error, CL_ERR_STATE, "this call was sent before; make another one");
    }
    int32_t result = cl_channel_send(slot, queue, call, timeout_ns, 0, error);
    seen = status_of(CL_CALL_SENT, 0);
    if (result != 1) {
        cl_cas_acq_rel(status, &seen, 0); /* else somebody gave it up meanwhile */
    }
    return result;
}

/* How a call that has not ended has to end, because nobody is there to do it; 0: it goes on. */
static uint32_t end_without(const cl_space *space, uint64_t status, cl_ref servers) {
    if (state_of(status) == CL_CALL_TAKEN) {
        return is_alive(space, taker_of(status)) ? 0 : CL_CALL_LOST;
    }
    bool waits = state_of(status) != CL_CALL_SENT || cl_ref_is_null(servers) || cl_service_is_served(space, servers);
    return waits ? 0 : CL_CALL_UNSERVED;
}

/* Whether the status became that state. */
static bool end_as(_Atomic uint64_t *status, uint64_t seen, uint32_t state) {
    return cl_cas_acq_rel(status, &seen, status_of(state, taker_of(seen)));
}

void cl_call_sleep(_Atomic uint64_t *word, uint64_t seen, uint64_t most_ns) {
    cl_futex_wait((_Atomic uint32_t *)word, (uint32_t)seen, most_ns < SLEEP_NS ? most_ns : SLEEP_NS);
}

/* Once. The slot announces the call before the flag is set, and looks at its server after that [model.call]. */
static void sleep_once(cl_mutator m, cl_ref call, cl_ref servers, uint64_t seen, uint64_t most_ns) {
    const cl_space *space = &m.client->space;
    _Atomic uint64_t *status = cl_call_word(space, call);
    uint64_t flagged = seen | CL_CALL_AWAITED;
    cl_call_announce(m, call);
    if (seen == flagged || cl_cas_acq_rel(status, &seen, flagged)) {
        cl_fence_heavy(); /* between the announcement and the look; the daemon has one, too */
        if (end_without(space, flagged, servers) == 0) {
            cl_call_sleep(status, flagged, most_ns);
        }
    }
    cl_store_release(&m.slot->waiting_at, 0);
}

static uint32_t await_end(cl_mutator m, cl_ref call, cl_ref servers, uint64_t timeout_ns, uint64_t start) {
    const cl_space *space = &m.client->space;
    _Atomic uint64_t *status = cl_call_word(space, call);
    for (;;) {
        uint64_t seen = cl_load_acquire(status);
        if (has_ended(seen)) {
            return state_of(seen);
        }
        uint32_t end = end_without(space, seen, servers);
        if (end != 0) {
            end_as(status, seen, end);
            continue;
        }
        uint64_t passed = cl_now_ns() - start;
        if (passed >= timeout_ns) {
            return state_of(seen);
        }
        sleep_once(m, call, servers, seen, timeout_ns - passed);
    }
}

/* A change from sent to taken is none that ends the wait, but one after which the end is near. */
static uint64_t await_busily(cl_client *client, const _Atomic uint64_t *status, cl_patience *patience,
                             uint64_t spin_ns) {
    uint64_t seen = cl_load_acquire(status);
    while (!has_ended(seen) && cl_patience_wait(client, patience, status, seen, spin_ns)) {
        seen = cl_load_acquire(status);
    }
    return seen;
}

int32_t cl_call_await(uint64_t slot, uint64_t call, uint64_t servers, uint64_t timeout_ns, cl_patience *patience) {
    cl_mutator m = cl_mutator_of(slot);
    const _Atomic uint64_t *status = cl_call_word(&m.client->space, cl_ref_of(call));
    uint64_t seen = cl_load_acquire(status);
    if (has_ended(seen)) {
        return (int32_t)state_of(seen);
    }
    uint64_t start = cl_now_ns();
    uint64_t spin_ns = timeout_ns == 0 ? 0 : cl_patience_spin(m.client, patience);
    if (spin_ns != 0) {
        seen = await_busily(m.client, status, patience, spin_ns < timeout_ns ? spin_ns : timeout_ns);
        cl_patience_learn(patience, spin_ns, !has_ended(seen));
    }
    return (int32_t)(has_ended(seen) ? state_of(seen)
                                     : await_end(m, cl_ref_of(call), cl_ref_of(servers), timeout_ns, start));
}

int32_t cl_call_look(uint64_t call, uint64_t servers) {
    const cl_space *space = &cl_self.space;
    _Atomic uint64_t *status = cl_call_word(space, cl_ref_of(call));
    uint64_t seen = cl_load_acquire(status);
    while (!has_ended(seen)) {
        uint32_t end = end_without(space, seen, cl_ref_of(servers));
        if (end == 0) {
            break;
        }
        end_as(status, seen, end);
        seen = cl_load_acquire(status);
    }
    return (int32_t)state_of(seen);
}

int32_t cl_call_cancel(uint64_t call) {
    _Atomic uint64_t *status = cl_call_word(&cl_self.space, cl_ref_of(call));
    uint64_t seen = cl_load_acquire(status);
    while (!has_ended(seen) && !end_as(status, seen, CL_CALL_CANCELLED)) {
        seen = cl_load_acquire(status);
    }
    return (int32_t)state_of(cl_load_acquire(status));
}

/* ---- the server ---- */

/* What is no call, or one that ended, is nobody's. */
static bool claim(cl_mutator m, cl_word message) {
    const cl_space *space = &m.client->space;
    if (!cl_word_is_reference(message) || !cl_call_is(space, cl_ref_of_word(message))) {
        return false;
    }
    _Atomic uint64_t *status = cl_call_word(space, cl_ref_of_word(message));
    uint64_t seen = cl_load_acquire(status);
    uint64_t taken = status_of(CL_CALL_TAKEN, incarnation_of(space, (uint32_t)m.client->vm));
    while (state_of(seen) == CL_CALL_SENT) {
        if (cl_cas_acq_rel(status, &seen, taken | (seen & CL_CALL_AWAITED))) {
            return true;
        }
    }
    return false;
}

int32_t cl_call_take(uint64_t slot, uint64_t queue, uint64_t timeout_ns, cl_patience *patience, uint64_t *call,
                     cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    cl_queue_wait wait = {.timeout_ns = timeout_ns,
                          .spin_ns = timeout_ns == 0 ? 0 : cl_patience_spin(m.client, patience)};
    cl_word word = CL_WORD_NULL;
    int32_t result;
    do {
        result = cl_queue_receive(m, cl_ref_of(queue), &wait, claim, &word, error);
    } while (result == 1 && word.bits == CL_WORD_NULL.bits);
    if (wait.start != 0) {
        cl_patience_learn(patience, wait.spin_ns, wait.slept);
    }
    if (result == 1) {
        *call = word.bits;
    }
    return result;
}

int32_t cl_call_end(uint64_t slot, uint64_t call, uint32_t state) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    _Atomic uint64_t *status = cl_call_word(space, cl_ref_of(call));
    uint64_t mine = incarnation_of(space, (uint32_t)m.client->vm);
    uint64_t seen = cl_load_acquire(status);
    do {
        if (state_of(seen) != CL_CALL_TAKEN || taker_of(seen) != mine) {
            return 0;
        }
    } while (!cl_cas_acq_rel(status, &seen, status_of(state, mine)));
    if ((seen & CL_CALL_AWAITED) != 0) {
        cl_futex_wake_all(cl_call_futex(space, cl_ref_of(call)));
    }
    cl_replies_report(m, cl_ref_of(call));
    return 1;
}
