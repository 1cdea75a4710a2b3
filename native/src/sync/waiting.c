/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for a notification, and giving one [layout.wait]. A waiter sleeps on a word of its own slot; who notifies
 * looks through the slots for the one that waits longest. Its CAS from WAITING to NOTIFIED and the waiter's from
 * WAITING to NONE, when its time is over, settle which came first. The ticket in the word makes it one wait's own.
 *
 * The bucket of an object is 0 only while nobody waits for an object of that hash. A waiter changes it after it
 * announced itself; who looked through all slots and found nobody puts 0 there if it did not change since before. So
 * deaths leave nothing wrong behind, but a search.
 */
#include "monitor.h"

#include "base.h"
#include "segment.h"

#define SLEEP_NS     100000000ull /* at most: who notified may have died before it woke */
#define CHANGES_MOST 100u         /* of who is found, one after the other, by who may not be kept at it for ever */

static uint32_t bucket_of(uint32_t object) {
    return (object * 0x9E3779B1u) >> 24;
}
static_assert(CL_WAIT_BUCKETS == 256, "bucket_of");

static _Atomic uint32_t *bucket_at(const cl_space *space, uint32_t object) {
    return &space->header->wait_buckets[bucket_of(object)];
}

static uint32_t state_of(uint32_t wake) {
    return wake & CL_WAKE_MASK;
}

static uint32_t slots_used(const cl_space *space) {
    uint32_t top = cl_load_acquire(&space->header->slots_top);
    return top < CL_SLOT_MAX ? top : CL_SLOT_MAX;
}

/* ---- notify ---- */

/* Settles it for one waiter, as it was seen. */
static bool notify_slot(cl_slot *slot, uint32_t wake) {
    if (!cl_cas_acq_rel(&slot->wake, &wake, (wake & ~CL_WAKE_MASK) | CL_WAKE_NOTIFIED)) {
        return false;
    }
    cl_futex_wake_one(&slot->wake);
    return true;
}

static cl_slot *find_longest(cl_slot *slots, uint32_t count, uint32_t object, uint32_t *seen, bool *others) {
    cl_slot *found = NULL;
    uint64_t oldest = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t wake = cl_load_acquire(&slots[i].wake);
        uint32_t on = cl_load_relaxed(&slots[i].waiting_on);
        if (state_of(wake) != CL_WAKE_WAITING) {
            continue;
        }
        uint64_t ticket = cl_load_relaxed(&slots[i].wait_ticket);
        if (on == object && (found == NULL || ticket < oldest)) {
            found = &slots[i];
            oldest = ticket;
            *seen = wake;
        }
        *others = *others || (on != object && bucket_of(on) == bucket_of(object));
    }
    return found;
}

/* For the one that waits longest; false when none does. *others: whether one waits for another object of the bucket. */
static bool notify(cl_slot *slots, uint32_t count, uint32_t object, uint32_t tries, bool *others) {
    while (tries-- > 0) {
        uint32_t wake = CL_WAKE_NONE;
        *others = false;
        cl_slot *slot = find_longest(slots, count, object, &wake, others);
        if (slot == NULL || notify_slot(slot, wake)) {
            return slot != NULL;
        }
    }
    return false;
}

/* In one look at the slots: the caller has the monitor, so nobody begins to wait for the object meanwhile. Returns
 * whether some wait for another object of the same bucket. */
static bool notify_all(cl_slot *slots, uint32_t count, uint32_t object) {
    bool others = false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t wake = cl_load_acquire(&slots[i].wake);
        uint32_t on = cl_load_relaxed(&slots[i].waiting_on);
        if (state_of(wake) == CL_WAKE_WAITING && on == object) {
            notify_slot(&slots[i], wake);
        } else if (state_of(wake) == CL_WAKE_WAITING) {
            others = others || bucket_of(on) == bucket_of(object);
        }
    }
    return others;
}

int32_t cl_monitor_notify(uint64_t slot, uint64_t object, uint32_t most, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    uint32_t granules = cl_ref_granules(cl_ref_of(object));
    _Atomic uint32_t *bucket = bucket_at(space, granules);
    if (!cl_monitor_check(m, cl_ref_of(object), error)) {
        return 0;
    }
    uint32_t before = cl_load_acquire(bucket);
    bool others = true;
    bool found = before != 0;
    if (found && most == UINT32_MAX) {
        others = notify_all(cl_slot_at(space, 0), slots_used(space), granules);
        found = false;
    }
    for (uint32_t i = 0; found && i < most; i++) {
        found = notify(cl_slot_at(space, 0), slots_used(space), granules, UINT32_MAX, &others);
    }
    if (before != 0 && !found && !others) {
        cl_cas_acq_rel(bucket, &before, 0);
    }
    return 1;
}

void cl_waiting_pass_on(cl_slot *slots, uint32_t count, uint32_t object) {
    bool others;
    notify(slots, count, object, CHANGES_MOST, &others);
}

/* The slot keeps it until it is passed on: a daemon that dies between leaves it to the next one, and one notification
 * too many does no harm. When the CAS fails it was notified just now. */
void cl_waiting_end(cl_slot *slots, uint32_t count, cl_slot *slot) {
    uint32_t wake = cl_load_acquire(&slot->wake);
    if (state_of(wake) == CL_WAKE_NOTIFIED || !cl_cas_acq_rel(&slot->wake, &wake, CL_WAKE_NONE)) {
        cl_waiting_pass_on(slots, count, cl_load_relaxed(&slot->waiting_on));
        cl_store_release(&slot->wake, CL_WAKE_NONE);
    }
    cl_store_release(&slot->waiting_on, 0);
}

/* ---- wait, in steps, so that other languages can do the blocking ---- */

/* Changes to another number but 0. */
static void mark_bucket(const cl_space *space, uint32_t object) {
    _Atomic uint32_t *bucket = bucket_at(space, object);
    uint32_t word = cl_load_relaxed(bucket);
    while (!cl_cas_acq_rel(bucket, &word, (word + 2) | 1)) {
    }
}

static void announce(cl_mutator m, uint32_t object) {
    const cl_space *space = &m.client->space;
    uint64_t ticket = cl_add_relaxed(&space->header->wait_tickets, 1);
    cl_store_relaxed(&m.slot->waiting_on, object);
    cl_store_relaxed(&m.slot->wait_ticket, ticket);
    cl_store_release(&m.slot->wake, (uint32_t)ticket << CL_WAKE_SHIFT | CL_WAKE_WAITING);
    mark_bucket(space, object);
}

int32_t cl_monitor_wait_begin(uint64_t slot, uint64_t object, uint32_t *entries, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    _Atomic uint32_t *monitor = cl_monitor_word(&m.client->space, cl_ref_of(object));
    if (!cl_monitor_check(m, cl_ref_of(object), error)) {
        return 0;
    }
    announce(m, cl_ref_granules(cl_ref_of(object)));
    uint32_t word = cl_load_relaxed(monitor);
    *entries = word & CL_MONITOR_RECURSION_MASK;
    while (*entries != 0 && !cl_cas_acq_rel(monitor, &word, word & ~CL_MONITOR_RECURSION_MASK)) {
    }
    cl_monitor_release(m, cl_ref_of(object));
    return 1;
}

int32_t cl_monitor_wait_sleep(uint64_t slot, int64_t timeout_ns) {
    cl_mutator m = cl_mutator_of(slot);
    uint64_t deadline = cl_monitor_deadline(timeout_ns);
    for (;;) {
        uint32_t wake = cl_load_acquire(&m.slot->wake);
        uint64_t now = deadline == CL_MONITOR_FOREVER ? 0 : cl_now_ns();
        if (state_of(wake) != CL_WAKE_WAITING) {
            return 1;
        }
        if (now >= deadline) {
            return CL_MONITOR_TIMED_OUT;
        }
        cl_futex_wait(&m.slot->wake, wake, deadline - now < SLEEP_NS ? deadline - now : SLEEP_NS);
    }
}

int32_t cl_monitor_wait_cancel(uint64_t slot) {
    cl_mutator m = cl_mutator_of(slot);
    uint32_t wake = cl_load_acquire(&m.slot->wake);
    return state_of(wake) == CL_WAKE_WAITING && cl_cas_acq_rel(&m.slot->wake, &wake, CL_WAKE_NONE)
               ? CL_MONITOR_TIMED_OUT
               : 1;
}

void cl_monitor_wait_end(uint64_t slot, uint64_t object, uint32_t entries) {
    cl_mutator m = cl_mutator_of(slot);
    _Atomic uint32_t *monitor = cl_monitor_word(&m.client->space, cl_ref_of(object));
    uint32_t word = cl_load_relaxed(monitor);
    while (entries != 0 && !cl_cas_acq_rel(monitor, &word, word + entries)) {
    }
    cl_store_release(&m.slot->wake, CL_WAKE_NONE);
    cl_store_release(&m.slot->waiting_on, 0);
}

int32_t cl_monitor_wait(uint64_t slot, uint64_t object, int64_t timeout_ns, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    uint32_t entries;
    if (!cl_monitor_wait_begin(slot, object, &entries, error)) {
        return 0;
    }
    int32_t result = cl_monitor_wait_sleep(slot, timeout_ns);
    if (result == CL_MONITOR_TIMED_OUT) {
        result = cl_monitor_wait_cancel(slot);
    }
    enum cl_acquired how;
    while ((how = cl_monitor_acquire(m, cl_ref_of(object), CL_MONITOR_FOREVER)) == CL_ACQUIRED_ABANDONED) {
        result = cl_monitor_refused(space, how, cl_ref_of(object), error);
    }
    if (how != CL_ACQUIRED) {
        return cl_monitor_refused(space, how, cl_ref_of(object), error);
    }
    cl_monitor_wait_end(slot, object, entries);
    return result;
}
