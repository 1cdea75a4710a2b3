/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where calls are reported that ended [layout.replies]: a client's list, to which servers add in front by CAS and which
 * it takes as a whole. A server that dies before it reported leaves a call that ended and is not in the list: a client
 * looks at all that it waits for now and then.
 */
#include "base.h"
#include "heap.h"
#include "segment.h"
#include "sync.h"

#define ONE (2 * CL_CALL_AWAITED)

static cl_place first_of(const cl_space *space, cl_ref replies) {
    return cl_inline_place(space, replies, CL_REPLIES_FIRST);
}

/* M2 with a CAS in the place of the store. `seen` is a root of the caller. */
static bool exchange(cl_mutator m, cl_place place, cl_word seen, cl_word word) {
    const cl_space *space = &m.client->space;
    uint64_t gc = cl_enter(m);
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade_word(space, word, gc);
    }
    cl_shade_word(space, seen, gc);
    bool stored = cl_cas_acq_rel(place.address, &seen.bits, word.bits);
    cl_leave(m);
    return stored;
}

static void add(cl_mutator m, cl_ref replies, cl_ref call) {
    const cl_space *space = &m.client->space;
    cl_place first = first_of(space, replies);
    cl_word seen;
    do {
        seen = cl_heap_load(m, first);
        cl_heap_store(m, cl_inline_place(space, call, CL_CALL_NEXT), seen);
    } while (!exchange(m, first, seen, cl_word_of_ref(call)));
    _Atomic uint32_t *count = cl_call_futex(space, replies);
    if ((cl_add_acq_rel(count, (uint32_t)ONE) & CL_CALL_AWAITED) != 0) {
        cl_and_acq_rel(count, ~(uint32_t)CL_CALL_AWAITED);
        cl_futex_wake_all(count);
    }
}

void cl_replies_report(cl_mutator m, cl_ref call) {
    const cl_space *space = &m.client->space;
    cl_place place = cl_inline_place(space, call, CL_CALL_REPLIES);
    if (cl_place_load_relaxed(place).bits != CL_TAG_NULL) {
        cl_word replies = cl_heap_load(m, place);
        if (cl_word_is_reference(replies) && cl_replies_is(space, cl_ref_of_word(replies))) {
            add(m, cl_ref_of_word(replies), call);
        }
    }
}

static uint64_t take_all(cl_mutator m, cl_ref replies) {
    cl_place first = first_of(&m.client->space, replies);
    cl_word seen;
    do {
        seen = cl_heap_load(m, first);
    } while (seen.bits != CL_TAG_NULL && !exchange(m, first, seen, CL_WORD_NULL));
    return seen.bits;
}

/* Announced as a call is, so that it ends when a process died. */
static void sleep_once(cl_mutator m, cl_ref replies, uint64_t timeout_ns) {
    const cl_space *space = &m.client->space;
    _Atomic uint64_t *count = cl_call_word(space, replies);
    cl_call_announce(m, replies);
    uint64_t seen = cl_load_acquire(count);
    uint64_t flagged = seen | CL_CALL_AWAITED;
    if (cl_cas_acq_rel(count, &seen, flagged) &&
        cl_place_load_relaxed(first_of(space, replies)).bits == CL_TAG_NULL) {
        cl_call_sleep(count, flagged, timeout_ns);
    }
    cl_store_release(&m.slot->waiting_at, 0);
}

uint64_t cl_replies_take(uint64_t slot, uint64_t replies, uint64_t timeout_ns, cl_patience *patience) {
    cl_mutator m = cl_mutator_of(slot);
    cl_ref ref = cl_ref_of(replies);
    uint64_t first = take_all(m, ref);
    if (first != CL_TAG_NULL || timeout_ns == 0) {
        return first;
    }
    const _Atomic uint64_t *count = cl_call_word(&m.client->space, ref);
    uint64_t spin_ns = cl_patience_spin(m.client, patience);
    uint64_t seen = cl_load_acquire(count);
    first = take_all(m, ref);
    bool sleeps =
        first == CL_TAG_NULL && (spin_ns == 0 || !cl_patience_wait(m.client, patience, count, seen, spin_ns));
    if (sleeps) {
        sleep_once(m, ref, timeout_ns);
    }
    cl_patience_learn(patience, spin_ns, sleeps);
    return first != CL_TAG_NULL ? first : take_all(m, ref);
}
