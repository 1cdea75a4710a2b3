/* SPDX-License-Identifier: Apache-2.0 */
/* The monitor of an object [layout.monitor]: its word, how it is taken and given up. */
#ifndef COLORS_MONITOR_H
#define COLORS_MONITOR_H

#include "object.h"

enum cl_acquired { CL_ACQUIRED, CL_ACQUIRED_ABANDONED, CL_ACQUIRED_LATE, CL_ACQUIRED_CORRUPT };

#define CL_MONITOR_FOREVER UINT64_MAX

/* Of an object, or of a repository. */
static inline _Atomic uint32_t *cl_monitor_word(const cl_space *space, cl_ref object) {
    return &cl_object_at(space, object)->lock;
}

static inline bool cl_monitor_is_of(uint32_t word, uint32_t owner) {
    return (word & CL_MONITOR_OWNER_MASK) == owner;
}

/* Whether the word names a slot whose thread is dead. Its word stays as it is until somebody clears it. */
static inline bool cl_monitor_is_dead(const cl_slot *slots, uint32_t word) {
    uint32_t owner = word & CL_MONITOR_OWNER_MASK;
    return owner != 0 && owner <= CL_SLOT_MAX && cl_load_acquire(&slots[owner - 1].vm) == CL_SLOT_DEAD;
}

/* Whose owner field says that there is none, or one that may be. */
static inline bool cl_monitor_is_valid(uint32_t word) {
    uint32_t owner = word & CL_MONITOR_OWNER_MASK;
    bool none = owner == 0 || owner == CL_MONITOR_ABANDONED;
    return none ? (word & ~(CL_MONITOR_OWNER_MASK | CL_MONITOR_WAITERS)) == 0
                : owner <= CL_SLOT_MAX && (word & 0x80000000u) == 0;
}

/* Takes a monitor that the slot does not have, by cl_now_ns() at the latest; 0: at once or not at all. What was
 * abandoned is free afterwards, and not the caller's. Outside an operation. */
enum cl_acquired cl_monitor_acquire(cl_mutator m, cl_ref object, uint64_t deadline_ns);
/* Gives up a monitor that the slot has without recursion. */
void cl_monitor_release(cl_mutator m, cl_ref object);
/* The error of each way not to get it; returns 0. */
int cl_monitor_refused(const cl_space *space, enum cl_acquired how, cl_ref object, cl_error *error);
/* The deadline of a time-out; negative: none. */
uint64_t cl_monitor_deadline(int64_t timeout_ns);
/* 1 if the slot has it, else 0 and an error. */
int cl_monitor_check(cl_mutator m, cl_ref object, cl_error *error);

/* Who waits to be notified [layout.wait]. */

/* Notifies the one of `count` slots that waits longest for the object, for a notified one that died. Gives up when
 * those that it finds change again and again, as slots of honest threads do not. */
void cl_waiting_pass_on(cl_slot *slots, uint32_t count, uint32_t object);
/* Of `count` slots, the thread of `slot` ended or died: a notification that it did not come to use is another's. */
void cl_waiting_end(cl_slot *slots, uint32_t count, cl_slot *slot);

#endif
