/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes are killed at instructions spread over entering, leaving, waiting and notifying. Afterwards nobody is
 * stuck: others enter, who slept wakes, who was notified comes back, and slots of the dead are used again.
 */
#include <pthread.h>

#include "monitors.h"
#include "step.h"

typedef struct operation {
    const char *name;
    step steps;
    bool abandoned; /* the monitor's last owner died before */
    bool sleeper;   /* another thread sleeps for the monitor */
    bool waiter;    /* another thread waits to be notified */
} operation;

static uint64_t pair;

/* ---- the operations, in the victim ---- */

static void nothing(uint64_t slot) {
    (void)slot;
}

static void enter_it(uint64_t slot) {
    enter_whatever(slot, pair);
}

static void leave_it(uint64_t slot) {
    leave(slot, pair);
}

static void enter_and_leave(uint64_t slot) {
    enter_whatever(slot, pair);
    leave(slot, pair);
}

static void wait_in_vain(uint64_t slot) {
    CHECK(cl_monitor_wait(slot, pair, MS / 10, NULL) != 0);
    leave(slot, pair);
}

static void notify_one(uint64_t slot) {
    notify(slot, pair, 1);
    leave(slot, pair);
}

static void notify_all(uint64_t slot) {
    notify(slot, pair, UINT32_MAX);
    leave(slot, pair);
}

/* Its time is over at once, after it has announced that it sleeps. */
static void give_up(uint64_t slot) {
    CHECK(cl_monitor_enter(slot, pair, 1, NULL) != 1);
}

/* ---- their peers, in the killer ---- */

typedef struct peer {
    uint64_t slot;
    pthread_t thread;
} peer;

static void *sleep_for_it(void *argument) {
    const peer *p = argument;
    enter_whatever(p->slot, pair);
    leave(p->slot, pair);
    return NULL;
}

static void *wait_for_it(void *argument) {
    const peer *p = argument;
    cl_error error = {0, "not in time"};
    enter_whatever(p->slot, pair);
    int32_t result = cl_monitor_wait(p->slot, pair, TOO_LONG, &error);
    REQUIRE(result == 1 || error.code == CL_ERR_ABANDONED, &error);
    leave(p->slot, pair);
    return NULL;
}

static void begin_peer(peer *p, void *(*body)(void *)) {
    CHECK(pthread_create(&p->thread, NULL, body, p) == 0);
}

static bool still_waits(const peer *p) {
    return (cl_load_acquire(&slot_at(p->slot)->wake) & CL_WAKE_MASK) == CL_WAKE_WAITING;
}

static void leave_abandoned(void) {
    uint64_t dying = claim_slot();
    enter_whatever(dying, pair);
    cl_slot_release(dying);
}

/* ---- kills ---- */

/* Who was notified by the victim comes back by that; else by this process. */
static void judge(uint64_t slot, const operation *what, peer *sleeper, peer *waiter) {
    if (what->sleeper) {
        CHECK(pthread_join(sleeper->thread, NULL) == 0);
    }
    if (what->waiter && still_waits(waiter)) {
        enter_whatever(slot, pair);
        notify(slot, pair, 1);
        leave(slot, pair);
    }
    if (what->waiter) {
        CHECK(pthread_join(waiter->thread, NULL) == 0);
    }
    enter_whatever(slot, pair);
    CHECK(cl_monitor_is_held(slot, pair));
    leave(slot, pair);
    CHECK((monitor_word(pair) & CL_MONITOR_OWNER_MASK) == 0);
    CHECK(!enter_whatever(slot, pair));
    leave(slot, pair);
}

static uint32_t kill_at(uint64_t slot, const operation *what, uint32_t most, peer *sleeper, peer *waiter) {
    uint32_t steps = 0;
    if (what->abandoned) {
        leave_abandoned();
    }
    if (what->waiter) {
        begin_peer(waiter, wait_for_it);
        await_waiters(pair, 1);
    }
    bool other_owner = what->steps.run == give_up;
    if (other_owner) {
        enter_whatever(slot, pair);
    }
    pid_t victim = step_begin(step_victim, &what->steps);
    if (what->sleeper) {
        begin_peer(sleeper, sleep_for_it);
        await_sleeper(pair);
    }
    while (steps < most && trace_step_over(victim)) {
        steps++;
    }
    kill(victim, SIGKILL);
    CHECK(check_killed(victim));
    daemon_wait_vms(1);
    if (other_owner) {
        leave(slot, pair);
    }
    judge(slot, what, sleeper, waiter);
    return steps;
}

static void kill_within(uint64_t slot, const operation *what, uint64_t *seed, peer *sleeper, peer *waiter) {
    uint32_t all = kill_at(slot, what, UINT32_MAX, sleeper, waiter);
    CHECK(all > 20);
    uint32_t stride = 3 * all / step_kills() + 1;
    uint32_t count = 0;
    for (uint32_t at = (uint32_t)(check_random(seed) % stride); at < all; at += stride, count++) {
        kill_at(slot, what, at, sleeper, waiter);
        daemon_validate(3);
    }
    uint32_t zombies = count_zombies();
    collect();
    CHECK(count_zombies() == 0);
    daemon_validate(3);
    printf("  %s: %u instructions, killed at %u, %u had it\n", what->name, all, count, zombies);
    fflush(stdout);
}

static void killed_in_any_operation(void) {
    static const operation operations[] = {
        {"enter", {nothing, enter_it}, false, false, false},
        {"enter and leave", {nothing, enter_and_leave}, false, false, false},
        {"enter again and leave", {enter_it, enter_and_leave}, false, false, false},
        {"enter what was abandoned", {nothing, enter_and_leave}, true, false, false},
        {"leave to a sleeper", {enter_it, leave_it}, false, true, false},
        {"give up", {nothing, give_up}, false, false, false},
        {"wait in vain", {enter_it, wait_in_vain}, false, false, false},
        {"wait in vain, with a sleeper", {enter_it, wait_in_vain}, false, true, false},
        {"notify nobody", {enter_it, notify_one}, false, false, false},
        {"notify", {enter_it, notify_one}, false, false, true},
        {"notify all, with a sleeper", {enter_it, notify_all}, false, true, true},
    };
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot(STEP_SEGMENT);
    peer sleeper = {.slot = claim_slot()};
    peer waiter = {.slot = claim_slot()};
    pair = published_pair(slot, "pair");
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        kill_within(slot, &operations[i], &seed, &sleeper, &waiter);
    }
}

int main(void) {
    check_begin("monitor_step");
    daemon_start(STEP_SEGMENT, "--objects", "16M", NULL);
    if (trace_is_permitted()) {
        RUN(killed_in_any_operation);
    } else {
        check_skip("killed_in_any_operation", "tracing is not permitted here");
    }
    return check_end();
}
