/* SPDX-License-Identifier: Apache-2.0 */
/* Short forms for tests of monitors. Each ends the process when the library fails. */
#ifndef TEST_MONITORS_H
#define TEST_MONITORS_H

#include "daemon.h"
#include "here.h"
#include "monitor.h"
#include "words.h"

#define FOREVER  (-1)
#define MS       1000000ll
#define TOO_LONG (PATIENCE_MS * MS) /* who waits so long is stuck */

static inline uint64_t claim_slot(void) {
    cl_error error = {0, ""};
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    return slot;
}

static inline cl_slot *slot_at(uint64_t slot) {
    return cl_at(here(), slot);
}

static inline uint32_t monitor_word(uint64_t object) {
    return cl_load_acquire(cl_monitor_word(here(), cl_ref_of(object)));
}

static inline void enter(uint64_t slot, uint64_t object) {
    cl_error error = {0, "not in time"};
    REQUIRE(cl_monitor_enter(slot, object, TOO_LONG, &error) == 1, &error);
}

/* Returns whether a dead owner's monitor was found; the next owner may be dead by then, too. */
static inline bool enter_whatever(uint64_t slot, uint64_t object) {
    bool found = false;
    for (;;) {
        cl_error error = {0, "not in time"};
        if (cl_monitor_enter(slot, object, TOO_LONG, &error) == 1) {
            return found;
        }
        REQUIRE(error.code == CL_ERR_ABANDONED, &error);
        found = true;
    }
}

static inline void leave(uint64_t slot, uint64_t object) {
    cl_error error = {0, ""};
    REQUIRE(cl_monitor_exit(slot, object, &error), &error);
}

static inline void notify(uint64_t slot, uint64_t object, uint32_t most) {
    cl_error error = {0, ""};
    REQUIRE(cl_monitor_notify(slot, object, most, &error), &error);
}

/* An object with two raw integers. */
static inline uint64_t pair_of(uint64_t slot) {
    cl_field_spec fields[] = {field("a", CL_TYPE_INTEGER), field("b", CL_TYPE_INTEGER)};
    return object_of(slot, "Pair", fields, 2);
}

/* Made by one process for others. */
static inline uint64_t published_pair(uint64_t slot, const char *name) {
    uint64_t pair = pair_of(slot);
    cl_store_at(slot, repository(name), pair);
    return pair;
}

static inline uint64_t found_pair(uint64_t slot, const char *name) {
    return cl_load_at(slot, repository(name));
}

static inline uint32_t count_zombies(void) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        count += cl_load_acquire(&cl_slot_at(here(), i)->vm) == CL_SLOT_DEAD;
    }
    return count;
}

/* Until so many slots wait for the object to be notified. */
static inline void await_waiters(uint64_t object, uint32_t wanted) {
    for (uint64_t start = check_now_ms(); check_now_ms() - start < PATIENCE_MS; check_sleep_us(200)) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
            const cl_slot *slot = cl_slot_at(here(), i);
            count += (cl_load_acquire(&slot->wake) & CL_WAKE_MASK) == CL_WAKE_WAITING &&
                     cl_load_relaxed(&slot->waiting_on) == cl_granules(object);
        }
        if (count == wanted) {
            return;
        }
    }
    CHECK(!"as many waiters as expected");
    check_exit();
}

/* Until some slot sleeps for the object's monitor. */
static inline void await_sleeper(uint64_t object) {
    for (uint64_t start = check_now_ms(); check_now_ms() - start < PATIENCE_MS; check_sleep_us(200)) {
        for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
            if (cl_load_acquire(&cl_slot_at(here(), i)->waiting) == cl_granules(object)) {
                return;
            }
        }
    }
    CHECK(!"a sleeper");
    check_exit();
}

#endif
