/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of services [layout.call]: their status, who waits for it and how. */
#ifndef COLORS_CALLS_H
#define COLORS_CALLS_H

#include "object.h"

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the lower half of a slot comes first");

/* Whether an object is of this class, in whatever version. */
bool cl_call_is(const cl_space *space, cl_ref object);
bool cl_replies_is(const cl_space *space, cl_ref object);

/* Slot 0 of a call or of replies. */
static inline _Atomic uint64_t *cl_call_word(const cl_space *space, cl_ref object) {
    return cl_inline_place(space, object, CL_CALL_STATUS).address;
}
static_assert((int)CL_REPLIES_COUNT == (int)CL_CALL_STATUS, "slot 0");

static inline _Atomic uint32_t *cl_call_futex(const cl_space *space, cl_ref object) {
    return (_Atomic uint32_t *)cl_call_word(space, object);
}

/* Sleeps at most once, until the word is not `seen`, which has CL_CALL_AWAITED. The slot announced the object. */
void cl_call_sleep(_Atomic uint64_t *word, uint64_t seen, uint64_t most_ns);
/* What the daemon looks for when a process died. */
static inline void cl_call_announce(cl_mutator m, cl_ref object) {
    cl_store_release(&m.slot->waiting_at, cl_ref_granules(object) | CL_WAITING_FOR_CALL);
}

/* Reports a call that ended, if its caller asked for that. */
void cl_replies_report(cl_mutator m, cl_ref call);

/* Whether a process of the service's lives [layout.service]. */
bool cl_service_is_served(const cl_space *space, cl_ref servers);

/* How long a thread waits busily before it sleeps, 0: not at all; learned from whether it had to sleep after it had:
 * one of the caller's for each thing that it waits for. */
uint64_t cl_patience_spin(const cl_client *client, cl_patience *patience);
void cl_patience_learn(cl_patience *patience, uint64_t spun_ns, bool slept);
/* Waits busily until the word has another value than `seen`, at most so long. False when it has not. */
bool cl_patience_wait(cl_client *client, cl_patience *patience, const _Atomic uint64_t *word, uint64_t seen,
                      uint64_t spin_ns);

#endif
