/* SPDX-License-Identifier: Apache-2.0 */
/* Notifications, among slots in this process's own memory. */
#include <pthread.h>

#include "atomics.h"
#include "check.h"
#include "monitor.h"

#define SLOTS  CL_SLOT_MAX
#define OBJECT 7u

static cl_slot slots[SLOTS];
static _Atomic bool stop;

/* Another wait each time that somebody looks, by no rule. */
static void *wait_anew(void *slot) {
    for (uint32_t i = 0; !cl_load_relaxed(&stop); i++) {
        cl_store_relaxed(&((cl_slot *)slot)->wake, i << CL_WAKE_SHIFT | CL_WAKE_WAITING);
    }
    return NULL;
}

static void *notify(void *done) {
    cl_waiting_pass_on(slots, SLOTS, OBJECT);
    cl_store_release((_Atomic uint32_t *)done, 1);
    return NULL;
}

/* The daemon passes on what a dead thread was notified of, and must not do so for ever. */
static void who_waits_without_rules_ends_no_notification(void) {
    static _Atomic uint32_t done;
    pthread_t waiter, notifier;
    cl_slot *slot = &slots[0];
    cl_store_relaxed(&slot->waiting_on, OBJECT);
    cl_store_relaxed(&slot->wake, CL_WAKE_WAITING);
    pthread_create(&waiter, NULL, wait_anew, slot);
    pthread_create(&notifier, NULL, notify, (void *)&done);
    for (uint64_t start = check_now_ms(); cl_load_acquire(&done) == 0 && check_now_ms() - start < PATIENCE_MS;) {
        check_sleep_us(1000);
    }
    CHECK(cl_load_acquire(&done) == 1);
    cl_store_relaxed(&stop, true);
    pthread_join(waiter, NULL);
    pthread_join(notifier, NULL);
}

int main(void) {
    check_begin("waiting");
    RUN(who_waits_without_rules_ends_no_notification);
    return check_end();
}
