/* SPDX-License-Identifier: Apache-2.0 */
/* Monitors: what each function does, alone, between threads of one process and between processes. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "here.h"
#include "monitors.h"
#include "roots.h"

#define SEGMENT "monitor"

/* ---- one thread ---- */

static void enters_and_leaves(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = pair_of(slot);
    uint32_t owner = cl_slot_index(here(), slot_at(slot)) + 1;
    CHECK(monitor_word(pair) == 0 && !cl_monitor_is_held(slot, pair));
    enter(slot, pair);
    CHECK(monitor_word(pair) == owner && cl_monitor_is_held(slot, pair) && slot_at(slot)->held == 1);
    daemon_validate(3);
    leave(slot, pair);
    CHECK(monitor_word(pair) == 0 && !cl_monitor_is_held(slot, pair) && slot_at(slot)->held == 0);
    CHECK(cl_monitor_enter(slot, pair, 0, NULL) == 1);
    leave(slot, pair);
    CHECK(monitor_word(pair) == 0);
    daemon_validate(3);
}

static void enters_again(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = pair_of(slot);
    uint32_t limit = CL_MONITOR_RECURSION_MASK / CL_MONITOR_RECURSION + 1;
    for (uint32_t i = 0; i < limit; i++) {
        enter(slot, pair);
    }
    CHECK(slot_at(slot)->held == 1);
    CHECK(cl_monitor_enter(slot, pair, FOREVER, &error) == 0 && check_error(&error, CL_ERR_STATE, "16384 times"));
    for (uint32_t i = 0; i < limit; i++) {
        CHECK(cl_monitor_is_held(slot, pair));
        leave(slot, pair);
    }
    CHECK(monitor_word(pair) == 0 && slot_at(slot)->held == 0);
}

static void needs_the_owner(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t other = claim_slot();
    uint64_t pair = pair_of(slot);
    for (int i = 0; i < 2; i++) { /* free, then another's */
        CHECK(!cl_monitor_exit(other, pair, &error) && check_error(&error, CL_ERR_STATE, "does not have the monitor"));
        CHECK(!cl_monitor_wait(other, pair, FOREVER, &error) && check_error(&error, CL_ERR_STATE, "does not have"));
        CHECK(!cl_monitor_notify(other, pair, 1, &error) && check_error(&error, CL_ERR_STATE, "does not have"));
        CHECK(i == 1 || cl_monitor_enter(slot, pair, FOREVER, &error) == 1);
    }
    CHECK(cl_monitor_is_held(slot, pair) && !cl_monitor_is_held(other, pair));
    leave(slot, pair);
}

static void gives_up_in_time(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t other = claim_slot();
    uint64_t pair = pair_of(slot);
    enter(slot, pair);
    uint64_t start = check_now_ms();
    CHECK(cl_monitor_enter(other, pair, 0, &error) == CL_MONITOR_TIMED_OUT);
    CHECK(monitor_word(pair) == cl_slot_index(here(), slot_at(slot)) + 1);
    CHECK(cl_monitor_enter(other, pair, 150 * MS, &error) == CL_MONITOR_TIMED_OUT);
    CHECK(check_now_ms() - start >= 150);
    CHECK(slot_at(other)->held == 0 && slot_at(other)->waiting == 0);
    leave(slot, pair);
    enter(other, pair);
    leave(other, pair);
    CHECK(monitor_word(pair) == 0);
}

static void waits_in_vain(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = pair_of(slot);
    enter(slot, pair);
    enter(slot, pair);
    enter(slot, pair);
    uint32_t before = monitor_word(pair);
    uint64_t start = check_now_ms();
    CHECK(cl_monitor_wait(slot, pair, 120 * MS, &error) == CL_MONITOR_TIMED_OUT);
    CHECK(check_now_ms() - start >= 120 && monitor_word(pair) == before);
    CHECK(cl_monitor_wait(slot, pair, 0, &error) == CL_MONITOR_TIMED_OUT);
    CHECK(slot_at(slot)->waiting_on == 0 && slot_at(slot)->wake == CL_WAKE_NONE && slot_at(slot)->held == 1);
    leave(slot, pair);
    leave(slot, pair);
    leave(slot, pair);
    CHECK(monitor_word(pair) == 0);
    daemon_validate(3);
}

/* Who was notified before its time was over was notified. */
static void a_notification_and_a_time_out(void) {
    uint32_t entries;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t other = claim_slot();
    uint64_t pair = pair_of(slot);
    enter(slot, pair);
    CHECK(cl_monitor_wait_begin(slot, pair, &entries, NULL));
    CHECK(cl_monitor_wait_sleep(slot, 0) == CL_MONITOR_TIMED_OUT);
    enter(other, pair);
    notify(other, pair, 1);
    leave(other, pair);
    CHECK(cl_monitor_wait_cancel(slot) == 1 && cl_monitor_wait_sleep(slot, FOREVER) == 1);
    enter(slot, pair);
    cl_monitor_wait_end(slot, pair, entries);
    CHECK(cl_monitor_wait_begin(slot, pair, &entries, NULL) && cl_monitor_wait_cancel(slot) == CL_MONITOR_TIMED_OUT);
    enter(other, pair);
    notify(other, pair, 1); /* nobody waits any more */
    leave(other, pair);
    enter(slot, pair);
    cl_monitor_wait_end(slot, pair, entries);
    CHECK((slot_at(slot)->wake & CL_WAKE_MASK) == CL_WAKE_NONE);
    leave(slot, pair);
}

/* The bucket of an object is 0 again after a search that found nobody. */
static void nobody_waits(void) {
    uint32_t entries;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t other = claim_slot();
    uint64_t pair = pair_of(slot);
    const _Atomic uint32_t *buckets = here()->header->wait_buckets;
    uint32_t before[CL_WAIT_BUCKETS], bucket = 0, changed = 0;
    memcpy(before, (const void *)buckets, sizeof before);
    enter(slot, pair);
    CHECK(cl_monitor_wait_begin(slot, pair, &entries, NULL));
    for (uint32_t i = 0; i < CL_WAIT_BUCKETS; i++) {
        if (cl_load_relaxed(&buckets[i]) != before[i]) {
            bucket = i;
            changed++;
        }
    }
    CHECK(changed == 1 && cl_load_relaxed(&buckets[bucket]) != 0);
    enter(other, pair);
    notify(other, pair, 1);
    CHECK(cl_load_relaxed(&buckets[bucket]) != 0);
    notify(other, pair, 1);
    CHECK(cl_load_relaxed(&buckets[bucket]) == 0);
    leave(other, pair);
    CHECK(cl_monitor_wait_sleep(slot, FOREVER) == 1);
    enter(slot, pair);
    cl_monitor_wait_end(slot, pair, entries);
    leave(slot, pair);
}

static void of_a_repository(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t other = claim_slot();
    uint64_t named_root = cl_bytes(named(CL_KIND_REPOSITORY, "root"));
    enter(slot, named_root);
    CHECK(cl_monitor_enter(other, named_root, 0, NULL) == CL_MONITOR_TIMED_OUT);
    daemon_validate(3);
    cl_slot_release(slot); /* without leaving it */
    CHECK(count_zombies() == 1);
    CHECK(enter_whatever(other, named_root));
    leave(other, named_root);
    enter(other, named_root);
    cl_slot_release(other);
    collect(); /* clears the words of repositories too */
    CHECK(count_zombies() == 0);
    slot = claim_slot();
    CHECK(monitor_word(named_root) == CL_MONITOR_ABANDONED);
    daemon_validate(3);
    CHECK(enter_whatever(slot, named_root));
    leave(slot, named_root);
}

static void a_damaged_word(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = pair_of(slot);
    uint32_t wrong[] = {CL_SLOT_MAX + 1, 0x80000001u, CL_MONITOR_RECURSION | CL_MONITOR_ABANDONED};
    for (int i = 0; i < 3; i++) {
        cl_store_release(cl_monitor_word(here(), cl_ref_of(pair)), wrong[i]);
        CHECK(!cl_validate(cl_base(), 3, &error) && check_error(&error, CL_ERR_STATE, "monitor word"));
    }
    cl_store_release(cl_monitor_word(here(), cl_ref_of(pair)), wrong[0]);
    CHECK(cl_monitor_enter(slot, pair, FOREVER, &error) == 0 && check_error(&error, CL_ERR_STATE, "damaged"));
    CHECK(slot_at(slot)->held == 0);
    cl_store_release(cl_monitor_word(here(), cl_ref_of(pair)), 0);
}

/* ---- several ---- */

#define ADDERS 3
#define ADDS   20000u

static void add(uint64_t slot, uint64_t pair, uint32_t times) {
    for (uint32_t i = 0; i < times; i++) {
        enter(slot, pair);
        cl_store_raw(pair, 0, cl_load_raw(pair, 0) + 1);
        cl_store_raw(pair, 1, cl_load_raw(pair, 1) + 1);
        leave(slot, pair);
    }
}

static void be_adder(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    add(slot, found_pair(slot, "sum"), ADDS);
}

static void one_at_a_time(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = published_pair(slot, "sum");
    pid_t adders[ADDERS];
    for (int i = 0; i < ADDERS; i++) {
        adders[i] = check_fork(be_adder, NULL);
    }
    add(slot, pair, ADDS);
    for (int i = 0; i < ADDERS; i++) {
        CHECK(check_join(adders[i]));
    }
    CHECK(cl_load_raw(pair, 0) == (ADDERS + 1) * ADDS && cl_load_raw(pair, 1) == (ADDERS + 1) * ADDS);
    CHECK((monitor_word(pair) & CL_MONITOR_OWNER_MASK) == 0);
    daemon_wait_vms(1);
    daemon_validate(3);
}

#define WAITERS 4

typedef struct waiter {
    uint64_t pair;
    uint64_t place; /* when it came back */
    pthread_t thread;
} waiter;

static void *wait_once(void *argument) {
    waiter *w = argument;
    uint64_t slot = claim_slot();
    cl_error error = {0, "not in time"};
    enter(slot, w->pair);
    REQUIRE(cl_monitor_wait(slot, w->pair, TOO_LONG, &error) == 1, &error);
    w->place = cl_load_raw(w->pair, 0);
    cl_store_raw(w->pair, 0, w->place + 1);
    leave(slot, w->pair);
    cl_slot_release(slot);
    return NULL;
}

static void begin_waiters(waiter *waiters, uint64_t pair) {
    for (uint32_t i = 0; i < WAITERS; i++) { /* one after the other: so their order is known */
        waiters[i] = (waiter){.pair = pair};
        CHECK(pthread_create(&waiters[i].thread, NULL, wait_once, &waiters[i]) == 0);
        await_waiters(pair, i + 1);
    }
}

static void await_count(uint64_t slot, uint64_t pair, uint64_t count) {
    for (uint64_t seen = 0; seen != count;) {
        enter(slot, pair);
        seen = cl_load_raw(pair, 0);
        leave(slot, pair);
    }
}

static void who_waits_longest_is_first(void) {
    waiter waiters[WAITERS];
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = pair_of(slot);
    begin_waiters(waiters, pair);
    for (uint32_t i = 0; i < WAITERS; i++) {
        enter(slot, pair);
        CHECK(cl_load_raw(pair, 0) == i); /* nobody came by itself */
        notify(slot, pair, 1);
        leave(slot, pair);
        await_count(slot, pair, i + 1);
    }
    for (uint32_t i = 0; i < WAITERS; i++) {
        CHECK(pthread_join(waiters[i].thread, NULL) == 0 && waiters[i].place == i);
    }
}

static void some_and_all(void) {
    waiter waiters[WAITERS];
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = pair_of(slot);
    begin_waiters(waiters, pair);
    enter(slot, pair);
    notify(slot, pair, 2);
    leave(slot, pair);
    await_count(slot, pair, 2);
    CHECK(waiters[0].place + waiters[1].place == 1);
    await_waiters(pair, WAITERS - 2);
    enter(slot, pair);
    notify(slot, pair, UINT32_MAX);
    leave(slot, pair);
    await_count(slot, pair, WAITERS);
    for (uint32_t i = 0; i < WAITERS; i++) {
        CHECK(pthread_join(waiters[i].thread, NULL) == 0);
    }
}

#define TURNS 2000

/* Field 0 says whose turn it is. */
static void take_turns(uint64_t slot, uint64_t pair, uint64_t self) {
    cl_error error = {0, "not in time"};
    enter(slot, pair);
    for (uint32_t i = 0; i < TURNS; i++) {
        while (cl_load_raw(pair, 0) != self) {
            REQUIRE(cl_monitor_wait(slot, pair, TOO_LONG, &error) == 1, &error);
        }
        cl_store_raw(pair, 0, 1 - self);
        cl_store_raw(pair, 1, cl_load_raw(pair, 1) + 1);
        notify(slot, pair, 1);
    }
    leave(slot, pair);
}

static void be_second(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    take_turns(slot, found_pair(slot, "turns"), 1);
}

static void by_turns(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = published_pair(slot, "turns");
    pid_t second = check_fork(be_second, NULL);
    take_turns(slot, pair, 0);
    CHECK(check_join(second));
    CHECK(cl_load_raw(pair, 1) == 2 * TURNS);
    daemon_wait_vms(1);
    daemon_validate(3);
}

int main(void) {
    check_begin("monitor");
    daemon_start(SEGMENT, "--objects", "16M", NULL);
    RUN(enters_and_leaves);
    RUN(enters_again);
    RUN(needs_the_owner);
    RUN(gives_up_in_time);
    RUN(waits_in_vain);
    RUN(a_notification_and_a_time_out);
    RUN(nobody_waits);
    RUN(of_a_repository);
    RUN(a_damaged_word);
    RUN(one_at_a_time);
    RUN(who_waits_longest_is_first);
    RUN(some_and_all);
    RUN(by_turns);
    return check_end();
}
