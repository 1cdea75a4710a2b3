/* SPDX-License-Identifier: Apache-2.0 */
/* Deaths of threads and processes that have monitors, sleep for them, or wait to be notified. */
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "here.h"
#include "monitors.h"
#include "roots.h"

#define SEGMENT "death"

typedef struct helper { /* a thread of this process */
    uint64_t pair;
    bool abandoned;
    pthread_t thread;
} helper;

static void begin(helper *h, uint64_t pair, void *(*body)(void *)) {
    *h = (helper){.pair = pair};
    CHECK(pthread_create(&h->thread, NULL, body, h) == 0);
}

static void end(helper *h) {
    CHECK(pthread_join(h->thread, NULL) == 0);
}

static void *enter_once(void *argument) {
    helper *h = argument;
    uint64_t slot = claim_slot();
    h->abandoned = enter_whatever(slot, h->pair);
    leave(slot, h->pair);
    cl_slot_release(slot);
    return NULL;
}

static void *wait_once(void *argument) {
    helper *h = argument;
    cl_error error = {0, "not in time"};
    uint64_t slot = claim_slot();
    h->abandoned = enter_whatever(slot, h->pair);
    int32_t result = cl_monitor_wait(slot, h->pair, TOO_LONG, &error);
    REQUIRE(result == 1 || error.code == CL_ERR_ABANDONED, &error);
    CHECK(cl_monitor_is_held(slot, h->pair));
    leave(slot, h->pair);
    cl_slot_release(slot);
    return NULL;
}

/* ---- victims ---- */

static void hold_and_die(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = found_pair(slot, "pair");
    enter(slot, pair);
    enter(slot, pair);
    await_sleeper(pair);
    raise(SIGKILL);
}

static void sleep_forever(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    enter(slot, found_pair(slot, "pair"));
}

static void wait_forever(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = found_pair(slot, "pair");
    enter(slot, pair);
    cl_monitor_wait(slot, pair, FOREVER, NULL);
}

/* ---- cases ---- */

static void the_owner(void) {
    helper sleepers[3];
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = published_pair(slot, "pair");
    pid_t owner = check_fork(hold_and_die, NULL);
    while ((monitor_word(pair) & CL_MONITOR_RECURSION_MASK) == 0) {
        check_sleep_us(200);
    }
    for (int i = 0; i < 3; i++) {
        begin(&sleepers[i], pair, enter_once);
    }
    CHECK(check_killed(owner));
    uint32_t told = 0;
    for (int i = 0; i < 3; i++) {
        end(&sleepers[i]);
        told += sleepers[i].abandoned;
    }
    CHECK(told == 1 && (monitor_word(pair) & CL_MONITOR_OWNER_MASK) == 0);
    CHECK(!enter_whatever(slot, pair));
    leave(slot, pair);
    daemon_wait_vms(1);
    CHECK(count_zombies() == 1);
    daemon_validate(3);
    collect();
    CHECK(count_zombies() == 0);
    daemon_validate(3);
}

/* Whoever is woken in the place of the dead. */
static void a_sleeper(void) {
    helper other;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = published_pair(slot, "pair");
    enter(slot, pair);
    pid_t sleeper = check_fork(sleep_forever, NULL);
    await_sleeper(pair);
    begin(&other, pair, enter_once);
    check_stop(sleeper);
    leave(slot, pair); /* wakes the stopped one */
    kill(sleeper, SIGKILL);
    CHECK(check_killed(sleeper));
    end(&other);
    CHECK(!other.abandoned);
    daemon_wait_vms(1);
    enter(slot, pair);
    leave(slot, pair);
    CHECK(count_zombies() == 0); /* it had nothing */
}

/* A process, which it returns, and then a thread. */
static pid_t begin_two_waiters(uint64_t pair, helper *second) {
    pid_t first = check_fork(wait_forever, NULL);
    await_waiters(pair, 1);
    begin(second, pair, wait_once);
    await_waiters(pair, 2);
    return first;
}

static void a_waiter(void) {
    helper other;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = published_pair(slot, "pair");
    pid_t first = begin_two_waiters(pair, &other);
    kill(first, SIGKILL);
    CHECK(check_killed(first));
    daemon_wait_vms(1);
    await_waiters(pair, 1);
    enter(slot, pair);
    notify(slot, pair, 1);
    leave(slot, pair);
    end(&other);
    CHECK(count_zombies() == 0);
}

/* The notification is not lost with who got it: the next one has it. */
static void a_notified_waiter(void) {
    helper other;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t pair = published_pair(slot, "pair");
    pid_t first = begin_two_waiters(pair, &other);
    kill(first, SIGSTOP);
    CHECK(waitpid(first, NULL, WUNTRACED) == first);
    enter(slot, pair);
    notify(slot, pair, 1);
    leave(slot, pair);
    await_waiters(pair, 1);
    kill(first, SIGKILL);
    CHECK(check_killed(first));
    end(&other);
    daemon_wait_vms(1);
    daemon_validate(3);
}

/* An owner dies while others wait: they have the monitor when they hear of it. */
static void the_owner_of_a_monitor_with_waiters(void) {
    helper waiters[2];
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t dying = claim_slot();
    uint64_t pair = published_pair(slot, "pair");
    for (uint32_t i = 0; i < 2; i++) {
        begin(&waiters[i], pair, wait_once);
        await_waiters(pair, i + 1);
    }
    enter(dying, pair);
    notify(dying, pair, UINT32_MAX);
    cl_slot_release(dying); /* a thread that ends without leaving */
    end(&waiters[0]);
    end(&waiters[1]);
    CHECK(!enter_whatever(slot, pair));
    leave(slot, pair);
    daemon_validate(3);
    collect();
    CHECK(count_zombies() == 0);
}

/* ---- slots ---- */

#define THREADS 1500u /* of one victim */
#define ROUNDS  12u
#define SHOWN   16u

static_assert(THREADS * ROUNDS > CL_SLOT_MAX, "more deaths than slots");

static void name_of(char *name, size_t bytes, uint32_t i) {
    snprintf(name, bytes, "shown%u", i);
}

/* Each of its threads has a monitor; of some the object can be reached by others. */
static void hold_many(void *unused) {
    (void)unused;
    char name[16];
    daemon_attach(SEGMENT);
    for (uint32_t i = 0; i < THREADS; i++) {
        uint64_t slot = claim_slot();
        uint64_t pair = pair_of(slot);
        enter(slot, pair);
        if (i < SHOWN) {
            name_of(name, sizeof name, i);
            cl_store_at(slot, repository(name), pair);
        }
    }
    raise(SIGKILL);
}

static void more_than_there_are_slots(void) {
    char name[16];
    uint64_t slot = daemon_attach_slot(SEGMENT);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        CHECK(check_killed(check_fork(hold_many, NULL)));
        daemon_wait_vms(1);
        for (uint32_t i = 0; i < SHOWN; i++) {
            name_of(name, sizeof name, i);
            uint64_t pair = found_pair(slot, name);
            CHECK(enter_whatever(slot, pair));
            leave(slot, pair);
        }
        daemon_validate(3);
    }
    CHECK(cl_load_acquire(&here()->header->cycles_finished) != 0 && count_zombies() != 0);
    collect();
    CHECK(count_zombies() == 0);
    daemon_validate(3);
}

/* The words of reachable objects, leaves too, say who is dead until a cycle cleared them. */
static void a_cycle_clears_words(void) {
    uint64_t slot = daemon_attach_slot(SEGMENT);
    uint64_t dying = claim_slot();
    uint64_t kept[] = {pair_of(slot), string(slot, "a leaf"), cl_box_integer(slot, INT64_MAX, NULL),
                       cl_list_make(slot, 0, 0, NULL)};
    for (int i = 0; i < 4; i++) {
        enter(dying, kept[i]);
    }
    uint32_t owner = cl_slot_index(here(), slot_at(dying)) + 1;
    cl_slot_release(dying);
    CHECK(count_zombies() == 1 && monitor_word(kept[0]) == owner);
    collect();
    CHECK(count_zombies() == 0);
    for (int i = 0; i < 4; i++) {
        CHECK(monitor_word(kept[i]) == CL_MONITOR_ABANDONED);
    }
    daemon_validate(3);
    dying = claim_slot();
    for (int i = 0; i < 4; i++) {
        CHECK(enter_whatever(dying, kept[i]));
        leave(dying, kept[i]);
        CHECK(!enter_whatever(slot, kept[i]));
        leave(slot, kept[i]);
    }
    daemon_validate(3);
}

int main(void) {
    check_begin("monitor_death");
    daemon_start(SEGMENT, "--objects", "64M", NULL);
    RUN(the_owner);
    RUN(a_sleeper);
    RUN(a_waiter);
    RUN(a_notified_waiter);
    RUN(the_owner_of_a_monitor_with_waiters);
    RUN(a_cycle_clears_words);
    RUN(more_than_there_are_slots);
    return check_end();
}
