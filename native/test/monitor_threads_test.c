/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of one process under monitors, for ThreadSanitizer: what they protect are plain variables, so it reports
 * every pair of accesses that a monitor does not order. */
#include <pthread.h>

#include "monitors.h"

#define SEGMENT "threads"
#define THREADS 4u
#define ROUNDS  3000u

static uint64_t adder, queue;
static uint64_t sum;      /* under adder */
static uint32_t elements; /* under queue */
static uint32_t taken;

static void *add(void *unused) {
    (void)unused;
    uint64_t slot = claim_slot();
    for (uint32_t i = 0; i < ROUNDS; i++) {
        enter(slot, adder);
        if (i % 5 == 0) {
            enter(slot, adder);
            sum++;
            leave(slot, adder);
        } else {
            sum++;
        }
        leave(slot, adder);
        if (i % 64 == 0 && cl_monitor_enter(slot, queue, 0, NULL) == 1) {
            cl_monitor_wait(slot, queue, 1000, NULL);
            leave(slot, queue);
        }
    }
    cl_slot_release(slot);
    return NULL;
}

static void *produce(void *unused) {
    (void)unused;
    uint64_t slot = claim_slot();
    for (uint32_t i = 0; i < ROUNDS; i++) {
        enter(slot, queue);
        elements++;
        notify(slot, queue, i % 3 == 0 ? UINT32_MAX : 1);
        leave(slot, queue);
    }
    cl_slot_release(slot);
    return NULL;
}

static void *consume(void *unused) {
    cl_error error = {0, "not in time"};
    uint64_t slot = claim_slot();
    for (uint32_t i = 0; i < ROUNDS; i++) {
        enter(slot, queue);
        while (elements == 0) {
            REQUIRE(cl_monitor_wait(slot, queue, 100 * MS, &error) != 0, &error);
        }
        elements--;
        taken++;
        leave(slot, queue);
    }
    cl_slot_release(slot);
    return unused;
}

static void in_order(void) {
    pthread_t threads[3 * THREADS];
    uint64_t slot = daemon_attach_slot(SEGMENT);
    adder = pair_of(slot);
    queue = pair_of(slot);
    for (uint32_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[3 * i], NULL, add, NULL) == 0);
        CHECK(pthread_create(&threads[3 * i + 1], NULL, produce, NULL) == 0);
        CHECK(pthread_create(&threads[3 * i + 2], NULL, consume, NULL) == 0);
    }
    for (uint32_t i = 0; i < 3 * THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(sum == THREADS * ROUNDS && elements == 0 && taken == THREADS * ROUNDS);
    CHECK((monitor_word(adder) & CL_MONITOR_OWNER_MASK) == 0 && (monitor_word(queue) & CL_MONITOR_OWNER_MASK) == 0);
    daemon_validate(3);
}

int main(void) {
    check_begin("monitor_threads");
    daemon_start(SEGMENT, "--objects", "16M", NULL);
    RUN(in_order);
    return check_end();
}
