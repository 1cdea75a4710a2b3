/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes are killed at any time while they enter, leave, wait and notify. Both fields of an object are equal
 * whenever its monitor is free; who hears that an owner died makes them so again. MONITOR_KILLS says how many processes
 * die (100,000 take some minutes), DAEMON_EVERY after how many of these the daemon dies too (300), 0: never.
 */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "monitors.h"
#include "roots.h"

#define SEGMENT "kill"
#define VICTIMS 4
#define OBJECTS 3

/* Who is told of an owner's death has not got the monitor: another one may enter before it and meet what is half
 * changed, and nobody is told again if it dies by then. So each process says what it is about to enter. */
typedef struct board {
    struct {
        _Atomic uint32_t acts;        /* that it did */
        _Atomic uint32_t entering;    /* index + 1 of the object */
    } victims[VICTIMS + 1];           /* the last is the killer */
    _Atomic uint32_t untold[OBJECTS]; /* somebody died so */
} board;

static board *shared_board;
static uint32_t self;
static uint64_t objects[OBJECTS];
static uint64_t verdict; /* field 0: what was not so; field 1: how often an owner's death was found */

static void name_of(char *name, size_t bytes, int i) {
    snprintf(name, bytes, "object%d", i);
}

/* By who has the monitor. */
static void expect(bool good) {
    if (!good) {
        cl_store_raw(verdict, 0, 1);
    }
}

static void repair(uint64_t pair) {
    cl_store_raw(pair, 1, cl_load_raw(pair, 0));
    cl_store_raw(verdict, 1, cl_load_raw(verdict, 1) + 1);
}

/* Another one was told, or may have been. */
static bool may_be_untold(uint32_t object) {
    bool may = false;
    for (uint32_t i = 0; i <= VICTIMS; i++) {
        may = may || (i != self && cl_load_acquire(&shared_board->victims[i].entering) == object + 1);
    }
    return cl_exchange_acq_rel(&shared_board->untold[object], 0) != 0 || may;
}

static uint32_t say_entering(uint64_t pair) {
    uint32_t object = 0;
    while (objects[object] != pair) {
        object++;
    }
    cl_store_release(&shared_board->victims[self].entering, object + 1);
    return object;
}

static void say_entered(uint64_t pair, uint32_t object, bool told) {
    if (told || cl_load_raw(pair, 0) != cl_load_raw(pair, 1)) {
        expect(told || may_be_untold(object));
        repair(pair);
    }
    cl_store_release(&shared_board->victims[self].entering, 0);
}

static void enter_sound(uint64_t slot, uint64_t pair) {
    uint32_t object = say_entering(pair);
    say_entered(pair, object, enter_whatever(slot, pair));
}

/* Takes some time, so that many die in it. */
static void change(uint64_t pair) {
    cl_store_raw(pair, 0, cl_load_raw(pair, 0) + 1);
    for (uint32_t i = 0; i < 500; i++) {
        cl_pause();
    }
    cl_store_raw(pair, 1, cl_load_raw(pair, 1) + 1);
}

static void wait_some_time(uint64_t slot, uint64_t pair, int64_t ns) {
    cl_error error = {0, ""};
    uint32_t object = say_entering(pair);
    bool told = cl_monitor_wait(slot, pair, ns, &error) == 0;
    REQUIRE(!told || error.code == CL_ERR_ABANDONED, &error);
    say_entered(pair, object, told);
}

static void act(uint64_t slot, uint64_t *random) {
    uint64_t choice = check_random(random);
    uint64_t pair = objects[choice % OBJECTS];
    enter_sound(slot, pair);
    change(pair);
    switch (choice / OBJECTS % 8) {
    case 0:
        wait_some_time(slot, pair, (int64_t)(choice >> 20) % (2 * MS));
        break;
    case 1:
        notify(slot, pair, 1);
        break;
    case 2:
        notify(slot, pair, UINT32_MAX);
        break;
    case 3:
        enter(slot, pair);
        change(pair);
        leave(slot, pair);
        break;
    case 4:
        if (pair != objects[OBJECTS - 1]) { /* two at a time, in the order of the array */
            enter_sound(slot, objects[OBJECTS - 1]);
            change(objects[OBJECTS - 1]);
            leave(slot, objects[OBJECTS - 1]);
        }
        break;
    default:;
    }
    change(pair);
    leave(slot, pair);
}

static void find_objects(uint64_t slot) {
    for (int i = 0; i < OBJECTS; i++) {
        char name[16];
        name_of(name, sizeof name, i);
        objects[i] = found_pair(slot, name);
    }
    verdict = found_pair(slot, "verdict");
}

typedef struct victim {
    pid_t pid;
    uint64_t seed;
    uint32_t index;
} victim;

static void act_forever(void *argument) {
    victim *v = argument;
    uint64_t slot = daemon_attach_slot(SEGMENT);
    self = v->index;
    find_objects(slot);
    for (;;) {
        act(slot, &v->seed);
        cl_add_relaxed(&shared_board->victims[self].acts, 1);
    }
}

static void make_objects(uint64_t slot) {
    for (int i = 0; i < OBJECTS; i++) {
        char name[16];
        name_of(name, sizeof name, i);
        published_pair(slot, name);
    }
    published_pair(slot, "verdict");
    find_objects(slot);
}

static void begin_victim(victim *v, uint64_t *seed) {
    v->seed = check_random(seed);
    uint32_t entering = cl_load_acquire(&shared_board->victims[v->index].entering);
    if (entering != 0) { /* of the one before */
        cl_store_release(&shared_board->untold[entering - 1], 1);
    }
    cl_store_release(&shared_board->victims[v->index].entering, 0);
    cl_store_relaxed(&shared_board->victims[v->index].acts, 0);
    v->pid = check_fork(act_forever, v);
}

static void await_acts(const victim *v, uint32_t acts) {
    for (uint64_t start = check_now_ms(); cl_load_relaxed(&shared_board->victims[v->index].acts) < acts;) {
        if (check_now_ms() - start > PATIENCE_MS) {
            CHECK(!"a victim goes on");
            check_exit();
        }
        check_sleep_us(100);
    }
}

/* When it is at work. */
static void kill_victim(victim *v, uint64_t *seed) {
    int status;
    await_acts(v, (uint32_t)(check_random(seed) % 20 + 1));
    check_sleep_us(check_random(seed) % 200);
    kill(v->pid, SIGKILL);
    CHECK(waitpid(v->pid, &status, 0) == v->pid);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL); /* it did not end because something was not so */
}

static void await_victims(const victim *victims) {
    for (int i = 0; i < VICTIMS; i++) {
        await_acts(&victims[i], 1);
    }
}

/* What the dead left: each monitor can be entered, and says when it was left in the middle; a cycle frees their slots.
 */
static uint32_t settle(uint64_t slot) {
    daemon_wait_vms(1);
    for (int i = 0; i < OBJECTS; i++) {
        enter_sound(slot, objects[i]);
        leave(slot, objects[i]);
    }
    daemon_validate(3);
    uint32_t zombies = count_zombies();
    collect();
    CHECK(count_zombies() == 0);
    CHECK(cl_load_raw(verdict, 0) == 0);
    CHECK(cl_load_raw(verdict, 1) != 0);
    daemon_validate(3);
    return zombies;
}

static void killed_at_any_time(void) {
#if defined(__SANITIZE_ADDRESS__)
    uint64_t kills = check_amount("MONITOR_KILLS", 400);
#else
    uint64_t kills = check_amount("MONITOR_KILLS", 1500);
#endif
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot(SEGMENT);
    victim victims[VICTIMS];
    uint32_t daemons = 0;
    uint64_t daemon_every = check_number("DAEMON_EVERY", 300);
    shared_board = check_share(CL_PAGE);
    self = VICTIMS;
    make_objects(slot);
    for (int i = 0; i < VICTIMS; i++) {
        victims[i].index = (uint32_t)i;
        begin_victim(&victims[i], &seed);
    }
    for (uint64_t i = 0; i < kills; i++) {
        if (daemon_every != 0 && (i + 1) % daemon_every == 0) {
            await_victims(victims);
            daemons += daemon_replace(SEGMENT);
        }
        victim *v = &victims[check_random(&seed) % VICTIMS];
        kill_victim(v, &seed);
        act(slot, &seed); /* waits for nobody who is dead */
        begin_victim(v, &seed);
    }
    for (int i = 0; i < VICTIMS; i++) {
        kill_victim(&victims[i], &seed);
    }
    uint32_t zombies = settle(slot);
    printf("  %llu processes and %u daemons died, %llu of the processes seen in a critical section, %u slots waited "
           "for a cycle\n",
           (unsigned long long)kills + VICTIMS, daemons, (unsigned long long)cl_load_raw(verdict, 1), zombies);
}

int main(void) {
    check_begin("monitor_kill");
    daemon_start(SEGMENT, "--objects", "16M", NULL);
    RUN(killed_at_any_time);
    return check_end();
}
