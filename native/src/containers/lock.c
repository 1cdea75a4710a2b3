/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lock of a container [layout.lock]: one compare and swap takes it, one exchange releases it, who has to wait
 * sleeps on the word. slot.container is written before, so that the daemon finds what a dead thread held (reclaim.c).
 */
#include "lock.h"

#include "base.h"
#include "object.h"
#include "segment.h"

#define SPINS       100u
#define SLEEP_NS    100000000ull /* at most, for the daemon may be gone */
#define PATIENCE_NS 15000000000ull  /* longer than an owner waits for one cycle (collect.c), which it may do */
#define MOST_NS     150000000000ull /* with an owner that waits for memory, which ends by itself */

static bool try_take(_Atomic uint32_t *lock, uint32_t owner, uint32_t *seen) {
    uint32_t word = cl_load_relaxed(lock);
    while ((word & CL_LOCK_OWNER_MASK) == 0) {
        if (cl_cas_acq_rel(lock, &word, owner | (word & CL_LOCK_WAITERS))) {
            *seen = word;
            return true;
        }
    }
    *seen = word;
    return false;
}

static void sleep_on(_Atomic uint32_t *lock, uint32_t seen) {
    if ((seen & CL_LOCK_WAITERS) != 0 || cl_cas_acq_rel(lock, &seen, seen | CL_LOCK_WAITERS)) {
        cl_futex_wait(lock, seen | CL_LOCK_WAITERS, SLEEP_NS);
    }
}

static int too_long(const cl_space *space, cl_ref container, uint32_t seen, uint64_t waited_ns, cl_error *error) {
    return cl_fail(
        error, CL_ERR_STATE,
        "container %#llx is being changed by thread %u for more than %u s; its process is stopped (continue or "
        "end it), or it died and the daemon is gone too",
        (unsigned long long)container.offset, cl_slot_at(space, ((seen & CL_LOCK_OWNER_MASK) - 1) % CL_SLOT_MAX)->tid,
        (uint32_t)(waited_ns / 1000000000));
}

/* A cycle that marks or sweeps a large heap may take long, and the owner wait for it. */
static bool is_collecting(const cl_space *space) {
    uint32_t phase = cl_load_acquire(&space->header->phase);
    return phase == CL_PHASE_MARK || phase == CL_PHASE_SWEEP;
}

/* Who slept takes the lock with CL_LOCK_WAITERS: others may sleep still. While anybody is short of memory, which may be
 * the owner, it is no sign of a stopped process that the lock is not free. */
enum cl_taken cl_lock_take(cl_mutator m, cl_ref container, _Atomic uint32_t *lock, cl_error *error) {
    const cl_space *space = &m.client->space;
    uint32_t owner = cl_slot_index(space, m.slot) + 1;
    const _Atomic uint32_t *pressure = &space->header->pressure;
    uint64_t first = 0, start = 0;
    uint32_t seen, shortages = cl_load_relaxed(pressure);
    if (!cl_writable(m.client, "change a container", error)) {
        return (enum cl_taken)0;
    }
    cl_store_release(&m.slot->container, cl_ref_granules(container));
    for (uint32_t i = 0; !try_take(lock, owner, &seen); i++) {
        if (i < SPINS) {
            cl_pause();
            continue;
        }
        uint64_t now = cl_now_ns();
        first = first == 0 ? now : first;
        if (start == 0 || cl_load_relaxed(pressure) != shortages || is_collecting(space)) {
            shortages = cl_load_relaxed(pressure);
            start = now;
        }
        if (now - start > PATIENCE_NS || now - first > MOST_NS) {
            cl_futex_wake_one(lock); /* it may have been woken by now, in another's place */
            cl_store_release(&m.slot->container, 0);
            return (enum cl_taken)too_long(space, container, seen, now - first, error);
        }
        sleep_on(lock, seen);
        owner |= CL_LOCK_WAITERS;
    }
    return (seen & CL_LOCK_ABANDONED) != 0 ? CL_TAKEN_ABANDONED : CL_TAKEN;
}

bool cl_lock_try(cl_mutator m, cl_ref container, _Atomic uint32_t *lock) {
    uint32_t word = 0;
    cl_store_release(&m.slot->container, cl_ref_granules(container));
    if (cl_cas_acq_rel(lock, &word, cl_slot_index(&m.client->space, m.slot) + 1)) {
        return true;
    }
    cl_store_release(&m.slot->container, 0);
    return false;
}

/* Whether the slot has the lock, and says so to the daemon. */
static inline bool is_of(cl_mutator m, uint32_t word) {
    return (word & CL_LOCK_OWNER_MASK) == cl_slot_index(&m.client->space, m.slot) + 1 &&
           cl_load_relaxed(&m.slot->container) != 0;
}

void cl_lock_release(cl_mutator m, _Atomic uint32_t *lock) {
    CL_ASSERT(is_of(m, cl_load_relaxed(lock)));
    uint32_t word = cl_exchange_acq_rel(lock, 0);
    if ((word & CL_LOCK_WAITERS) != 0) {
        cl_futex_wake_one(lock);
    }
    cl_store_release(&m.slot->container, 0); /* who dies before it wakes leaves that to the daemon */
}

void cl_lock_abandon(cl_mutator m, _Atomic uint32_t *lock) {
    CL_ASSERT(is_of(m, cl_load_relaxed(lock)));
    cl_exchange_acq_rel(lock, CL_LOCK_ABANDONED);
    cl_futex_wake_all(lock);
    cl_store_release(&m.slot->container, 0);
}
