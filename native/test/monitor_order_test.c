/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Why a monitor is in its object: the CoLoRS paper (section 3.3) hashes objects onto a table of mutexes. Two threads
 * that lock in the same order of objects deadlock there when the first and the last share an entry.
 */
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "monitors.h"

#define SEGMENT "order"
#define ENTRIES 64u /* of the paper's table */

static pthread_mutex_t table[ENTRIES];
static pthread_barrier_t both_have_one;
static uint64_t ordered[3]; /* objects: 0 before 1 before 2; 0 and 2 share an entry */

static uint32_t entry_of(uint64_t object) {
    return cl_granules(object) * 0x9E3779B1u >> 26;
}
static_assert(ENTRIES == 64, "entry_of");

static void find_objects(uint64_t slot) {
    ordered[0] = pair_of(slot);
    do {
        ordered[1] = pair_of(slot);
    } while (entry_of(ordered[1]) == entry_of(ordered[0]));
    do {
        ordered[2] = pair_of(slot);
    } while (entry_of(ordered[2]) != entry_of(ordered[0]));
}

typedef struct locker {
    uint32_t first; /* then the next */
    int second;     /* how it went with that */
    pthread_t thread;
} locker;

static void *lock_hashed(void *argument) {
    locker *l = argument;
    struct timespec until;
    pthread_mutex_lock(&table[entry_of(ordered[l->first])]);
    pthread_barrier_wait(&both_have_one);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    l->second = pthread_mutex_timedlock(&table[entry_of(ordered[l->first + 1])], &until);
    pthread_barrier_wait(&both_have_one); /* neither has unlocked anything before both have given up */
    if (l->second == 0) {
        pthread_mutex_unlock(&table[entry_of(ordered[l->first + 1])]);
    }
    pthread_mutex_unlock(&table[entry_of(ordered[l->first])]);
    return NULL;
}

static void *lock_in_objects(void *argument) {
    locker *l = argument;
    uint64_t slot = claim_slot();
    enter(slot, ordered[l->first]);
    pthread_barrier_wait(&both_have_one);
    l->second = cl_monitor_enter(slot, ordered[l->first + 1], TOO_LONG, NULL);
    leave(slot, ordered[l->first + 1]);
    leave(slot, ordered[l->first]);
    cl_slot_release(slot);
    return NULL;
}

static void run_both(locker lockers[2], void *(*body)(void *)) {
    CHECK(pthread_barrier_init(&both_have_one, NULL, 2) == 0);
    for (uint32_t i = 0; i < 2; i++) {
        lockers[i] = (locker){.first = i};
        CHECK(pthread_create(&lockers[i].thread, NULL, body, &lockers[i]) == 0);
    }
    for (uint32_t i = 0; i < 2; i++) {
        CHECK(pthread_join(lockers[i].thread, NULL) == 0);
    }
    pthread_barrier_destroy(&both_have_one);
}

static void the_paper_deadlocks_and_this_does_not(void) {
    locker lockers[2];
    pthread_mutexattr_t recursive;
    find_objects(daemon_attach_slot(SEGMENT));
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
    for (uint32_t i = 0; i < ENTRIES; i++) {
        CHECK(pthread_mutex_init(&table[i], &recursive) == 0);
    }
    run_both(lockers, lock_hashed);
    CHECK(lockers[0].second == ETIMEDOUT && lockers[1].second == ETIMEDOUT);
    run_both(lockers, lock_in_objects);
    CHECK(lockers[0].second == 1 && lockers[1].second == 1);
}

int main(void) {
    check_begin("monitor_order");
    daemon_start(SEGMENT, "--objects", "16M", NULL);
    RUN(the_paper_deadlocks_and_this_does_not);
    return check_end();
}
