/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Monitors [layout.monitor]: one compare and swap takes the word, one store of its lower half gives it up.
 *
 * A lost wake-up. The owner's exit is S, a store of 0 to the owner half, then L, a load of the other half, with the
 * waiters bit; they are of different bytes, so x86 may do L before others see S. A sleeper does C, the CAS that sets
 * the bit on the whole word while it is owned, then M, a membarrier, then F, where the kernel compares the word before
 * it lets him sleep. M makes the owner's processor pass a full fence at some point P between C and F. If P is before L,
 * L is after C and sees the bit: the owner wakes. If P is after L it is after S too, so F sees that the word is free or
 * another's. That one took the word as a whole, with the bit, and wakes in turn. An owner that is not running has
 * passed such a fence when it was taken from its processor. C and S cannot undo each other: a locked instruction has
 * the whole word to itself, and S leaves the half with the bit alone.
 *
 * Who slept takes the word with the bit, for others may sleep still. Who gives up instead, or dies, leaves a wake-up to
 * nobody: it is passed on (cl_monitor_acquire; abandon.c).
 */
#include "monitor.h"

#include <unistd.h>

#include "base.h"
#include "object.h"
#include "segment.h"

#define SPINS_MOST  2048u
#define SPINS_LEAST 256u
#define SPIN_STEP   64u /* pauses between two looks: each takes the cache line from the owner, who does more without */
#define SLEEP_NS    100000000ull /* at most, for the daemon may be gone */

typedef uint16_t __attribute__((__may_alias__)) half;

static uint32_t own_number(cl_mutator m) {
    return cl_slot_index(&m.client->space, m.slot) + 1;
}

static const cl_slot *all_slots(const cl_space *space) {
    return cl_slot_at(space, 0);
}

/* Only its owner stores to `held`. Before the word is taken, and after it was given up: who dies never has more. */
static void count_held(cl_slot *slot, uint32_t change) {
    cl_store_release(&slot->held, cl_load_relaxed(&slot->held) + change);
}

/* ---- giving up ---- */

/* Returns whether somebody sleeps. */
static bool give_up(_Atomic uint32_t *monitor) {
#if defined(__x86_64__)
    half *halves = (half *)(void *)monitor;
    __atomic_store_n(&halves[0], 0, __ATOMIC_RELEASE); /* S */
    cl_fence_compiler();
    return (__atomic_load_n(&halves[1], __ATOMIC_RELAXED) & CL_MONITOR_WAITERS >> 16) != 0; /* L */
#else
    return (cl_exchange_acq_rel(monitor, 0) & CL_MONITOR_WAITERS) != 0;
#endif
}

/* One of those who sleep. If the word is another's by now he wakes them, for he has the bit. */
static void wake_one(_Atomic uint32_t *monitor) {
#if defined(__x86_64__)
    uint32_t word = CL_MONITOR_WAITERS;
    if (!cl_cas_acq_rel(monitor, &word, 0)) {
        return;
    }
#endif
    cl_futex_wake_one(monitor);
}

void cl_monitor_release(cl_mutator m, cl_ref object) {
    _Atomic uint32_t *monitor = cl_monitor_word(&m.client->space, object);
    CL_ASSERT(cl_monitor_is_of(cl_load_relaxed(monitor), own_number(m)) && cl_load_relaxed(&m.slot->held) != 0);
    if (give_up(monitor)) {
        wake_one(monitor);
    }
    count_held(m.slot, -1u);
}

/* ---- taking ---- */

static bool may_spin(void) {
    static _Atomic long processors;
    long count = cl_load_relaxed(&processors);
    if (count == 0) {
        count = sysconf(_SC_NPROCESSORS_ONLN);
        cl_store_relaxed(&processors, count);
    }
    return count > 1;
}

static bool is_asleep(const cl_space *space, uint32_t word) {
    uint32_t owner = word & CL_MONITOR_OWNER_MASK;
    if (owner == 0 || owner > CL_SLOT_MAX) {
        return false;
    }
    const cl_slot *slot = all_slots(space) + owner - 1;
    return cl_load_relaxed(&slot->waiting) != 0 || (cl_load_relaxed(&slot->wake) & CL_WAKE_MASK) == CL_WAKE_WAITING;
}

/* As long as it is worth it, by how long it took before; counted in pauses. Returns whether the word is free. */
static bool spin(cl_mutator m, const _Atomic uint32_t *monitor) {
    uint32_t usual = m.slot->spins;
    uint32_t most = 2 * usual + SPINS_LEAST;
    most = !may_spin() ? 0 : most < SPINS_MOST ? most : SPINS_MOST;
    for (uint32_t done = 0; done < most; done += SPIN_STEP) {
        uint32_t word = cl_load_relaxed(monitor);
        if ((word & CL_MONITOR_OWNER_MASK) == 0) {
            m.slot->spins = usual - usual / 8 + done / 8;
            return true;
        }
        if (is_asleep(&m.client->space, word)) {
            return false;
        }
        for (uint32_t i = 0; i < SPIN_STEP; i++) {
            cl_pause();
        }
    }
    m.slot->spins = usual - usual / 8;
    return false;
}

/* Whether the word, which named a dead owner, is free now. In an operation: so the slot that it names cannot become
 * another thread's between the check and the exchange (zombies.c). */
static bool clear_dead(cl_mutator m, _Atomic uint32_t *monitor, uint32_t word) {
    cl_enter(m);
    bool cleared = ((word & CL_MONITOR_OWNER_MASK) == CL_MONITOR_ABANDONED ||
                    cl_monitor_is_dead(all_slots(&m.client->space), word)) &&
                   cl_cas_acq_rel(monitor, &word, 0);
    cl_leave(m);
    if (cleared && (word & CL_MONITOR_WAITERS) != 0) {
        cl_futex_wake_one(monitor);
    }
    return cleared;
}

static bool is_abandoned(const cl_space *space, uint32_t word) {
    return (word & CL_MONITOR_OWNER_MASK) == CL_MONITOR_ABANDONED || cl_monitor_is_dead(all_slots(space), word);
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* One sleep, unless the word changes, or says by now that nobody has it, who would end the sleep. The announcement is
 * seen by who declares the owner dead (abandon.c), or the death is seen here: the CAS between them is a full fence. */
static bool sleep_on(cl_mutator m, cl_ref object, _Atomic uint32_t *monitor, uint32_t word, uint64_t left_ns) {
    const cl_space *space = &m.client->space;
    if ((word & CL_MONITOR_OWNER_MASK) == 0 || is_abandoned(space, word)) {
        return false;
    }
    cl_store_release(&m.slot->waiting, cl_ref_granules(object));
    if (!cl_cas_acq_rel(monitor, &word, word | CL_MONITOR_WAITERS)) { /* C */
        return false;
    }
    word |= CL_MONITOR_WAITERS;
    cl_fence_heavy(); /* M */
    if (cl_monitor_is_dead(all_slots(space), word)) {
        return false;
    }
    cl_futex_wait(monitor, word, least(left_ns, SLEEP_NS)); /* F */
    return true;
}

static enum cl_acquired acquire(cl_mutator m, cl_ref object, uint64_t deadline_ns) {
    const cl_space *space = &m.client->space;
    _Atomic uint32_t *monitor = cl_monitor_word(space, object);
    uint32_t owner = own_number(m);
    bool slept = false;
    for (uint32_t word = cl_load_acquire(monitor);;) {
        if ((word & CL_MONITOR_OWNER_MASK) == 0) {
            count_held(m.slot, 1);
            if (cl_cas_acq_rel(monitor, &word,
                               owner | (word & CL_MONITOR_WAITERS) | (slept ? CL_MONITOR_WAITERS : 0))) {
                return CL_ACQUIRED;
            }
            count_held(m.slot, -1u);
            continue;
        }
        if (is_abandoned(space, word)) {
            if (clear_dead(m, monitor, word)) {
                return CL_ACQUIRED_ABANDONED;
            }
        } else if (!cl_monitor_is_valid(word)) {
            return CL_ACQUIRED_CORRUPT;
        } else if (deadline_ns == 0 || !spin(m, monitor)) {
            uint64_t now = deadline_ns == CL_MONITOR_FOREVER || deadline_ns == 0 ? 0 : cl_now_ns();
            if (now >= deadline_ns) {
                if (slept) { /* it may have been woken by now, in another's place */
                    cl_futex_wake_one(monitor);
                }
                return CL_ACQUIRED_LATE;
            }
            slept = sleep_on(m, object, monitor, cl_load_acquire(monitor), deadline_ns - now) || slept;
        }
        word = cl_load_acquire(monitor);
    }
}

enum cl_acquired cl_monitor_acquire(cl_mutator m, cl_ref object, uint64_t deadline_ns) {
    enum cl_acquired how = acquire(m, object, deadline_ns);
    if (cl_load_relaxed(&m.slot->waiting) != 0) {
        cl_store_release(&m.slot->waiting, 0);
    }
    return how;
}

/* ---- the API ---- */

uint64_t cl_monitor_deadline(int64_t timeout_ns) {
    uint64_t now = timeout_ns > 0 ? cl_now_ns() : 0;
    return timeout_ns < 0 ? CL_MONITOR_FOREVER : timeout_ns == 0 ? 0 : now + (uint64_t)timeout_ns;
}

int cl_monitor_refused(const cl_space *space, enum cl_acquired how, cl_ref object, cl_error *error) {
    if (how == CL_ACQUIRED_ABANDONED) {
        return cl_fail(error, CL_ERR_ABANDONED,
                       "the owner of the monitor of object %#llx died before it left; what the monitor protects may be "
                       "half changed: check or repair it; the monitor is usable again",
                       (unsigned long long)object.offset);
    }
    return cl_fail(error, CL_ERR_STATE,
                   "the monitor of object %#llx holds %#x, which names no thread: the segment is damaged",
                   (unsigned long long)object.offset, cl_load_relaxed(cl_monitor_word(space, object)));
}

int cl_monitor_check(cl_mutator m, cl_ref object, cl_error *error) {
    uint32_t word = cl_load_relaxed(cl_monitor_word(&m.client->space, object));
    return cl_monitor_is_of(word, own_number(m))
               ? 1
               : cl_fail(error, CL_ERR_STATE, "this thread does not have the monitor of object %#llx; enter it first",
                         (unsigned long long)object.offset);
}

static int enter_again(_Atomic uint32_t *monitor, uint32_t word, cl_ref object, cl_error *error) {
    do {
        if ((word & CL_MONITOR_RECURSION_MASK) == CL_MONITOR_RECURSION_MASK) {
            return cl_fail(error, CL_ERR_STATE,
                           "this thread has entered the monitor of object %#llx %u times without leaving it, which is "
                           "the limit; is an exit missing?",
                           (unsigned long long)object.offset, CL_MONITOR_RECURSION_MASK / CL_MONITOR_RECURSION + 1);
        }
    } while (!cl_cas_acq_rel(monitor, &word, word + CL_MONITOR_RECURSION));
    return 1;
}

int32_t cl_monitor_enter(uint64_t slot, uint64_t object, int64_t timeout_ns, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    _Atomic uint32_t *monitor = cl_monitor_word(space, cl_ref_of(object));
    uint32_t word = cl_load_relaxed(monitor);
    if (!cl_writable(m.client, "enter a monitor", error)) {
        return 0;
    }
    if (cl_monitor_is_of(word, own_number(m))) {
        return enter_again(monitor, word, cl_ref_of(object), error);
    }
    enum cl_acquired how = cl_monitor_acquire(m, cl_ref_of(object), cl_monitor_deadline(timeout_ns));
    return how == CL_ACQUIRED        ? 1
           : how == CL_ACQUIRED_LATE ? CL_MONITOR_TIMED_OUT
                                     : cl_monitor_refused(space, how, cl_ref_of(object), error);
}

int32_t cl_monitor_exit(uint64_t slot, uint64_t object, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    _Atomic uint32_t *monitor = cl_monitor_word(&m.client->space, cl_ref_of(object));
    uint32_t word = cl_load_relaxed(monitor);
    if (!cl_monitor_check(m, cl_ref_of(object), error)) {
        return 0;
    }
    if ((word & CL_MONITOR_RECURSION_MASK) == 0) {
        cl_monitor_release(m, cl_ref_of(object));
        return 1;
    }
    while (!cl_cas_acq_rel(monitor, &word, word - CL_MONITOR_RECURSION)) {
    }
    return 1;
}

void cl_monitor_wake(uint64_t object) {
    const cl_space *space = &cl_self.space;
    wake_one(cl_monitor_word(space, cl_ref_of(object)));
}

int32_t cl_monitor_is_held(uint64_t slot, uint64_t object) {
    cl_mutator m = cl_mutator_of(slot);
    return cl_monitor_check(m, cl_ref_of(object), NULL);
}
