/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Litmus tests of docs/memory-model.md, over monitors, between processes: each access is in a critical section of the
 * object's own monitor, so the program has no data race, and only outcomes of some interleaving are allowed. The
 * processes go through the same row of instances side by side; a run is one instance. LITMUS_RUNS says how many of each
 * test; without it there are as many as some seconds allow.
 *
 *   Dekker                      x=1; r1=y | y=1; r2=x                      not r1=0, r2=0
 *   message passing             x=1; y=1 | r1=y; r2=x                      not r1=1, r2=0
 *   independent reads           x=1 | y=1 | r1=x; r2=y | r3=y; r4=x        not r1=1, r2=0, r3=1, r4=0
 */
#include <sched.h>

#include "here.h"
#include "monitors.h"

#define SEGMENT   "litmus"
#define INSTANCES 2000u
#define CI_RUNS   400000u
#define CI_MS     1500u
#define PROCESSES 4u
#define RESULTS   4u

typedef struct shared { /* in the block of one binary object: what the test itself needs is not under test */
    _Atomic uint32_t arrived;
    _Atomic uint32_t turn;
    _Atomic uint32_t over;
    struct {
        _Alignas(CL_CACHE_LINE) _Atomic uint32_t at;
    } progress[PROCESSES];
    uint8_t results[INSTANCES][RESULTS];
} shared;

typedef struct litmus {
    const char *name;
    uint32_t processes;
    void (*run)(uint32_t process, uint32_t i);
    uint32_t results;
    bool (*is_forbidden)(const uint8_t *results);
} litmus;

static uint64_t x[INSTANCES], y[INSTANCES]; /* objects of one field */
static uint64_t slot;
static shared *board;
static uint32_t spins; /* before a process that is ahead lets another run */

static void store_one(uint64_t object) {
    enter(slot, object);
    cl_store_raw(object, 0, 1);
    leave(slot, object);
}

static uint8_t load(uint64_t object) {
    enter(slot, object);
    uint8_t value = (uint8_t)cl_load_raw(object, 0);
    leave(slot, object);
    return value;
}

static void dekker(uint32_t process, uint32_t i) {
    store_one(process == 0 ? x[i] : y[i]);
    board->results[i][process] = load(process == 0 ? y[i] : x[i]);
}

static bool neither_saw(const uint8_t *r) {
    return r[0] == 0 && r[1] == 0;
}

static void pass_message(uint32_t process, uint32_t i) {
    if (process == 0) {
        store_one(x[i]);
        store_one(y[i]);
    } else {
        board->results[i][0] = load(y[i]);
        board->results[i][1] = load(x[i]);
    }
}

static bool flag_without_data(const uint8_t *r) {
    return r[0] == 1 && r[1] == 0;
}

static void read_independently(uint32_t process, uint32_t i) {
    if (process < 2) {
        store_one(process == 0 ? x[i] : y[i]);
    } else {
        uint32_t first = 2 * (process - 2);
        board->results[i][first] = load(process == 2 ? x[i] : y[i]);
        board->results[i][first + 1] = load(process == 2 ? y[i] : x[i]);
    }
}

static bool writes_in_two_orders(const uint8_t *r) {
    return r[0] == 1 && r[1] == 0 && r[2] == 1 && r[3] == 0;
}

/* Until all of them are here. */
static void meet(uint32_t processes) {
    uint32_t turn = cl_load_acquire(&board->turn);
    if (cl_add_acq_rel(&board->arrived, 1) + 1 == processes) {
        cl_store_release(&board->arrived, 0);
        cl_add_acq_rel(&board->turn, 1);
    }
    while (cl_load_acquire(&board->turn) == turn) {
        sched_yield();
    }
}

/* Until nobody is far behind; and a little longer now and then, so that they meet in many ways. */
static void keep_step(uint32_t processes, uint32_t self, uint32_t i, uint64_t *random) {
    uint32_t ahead = 1u << i / 200 % 6; /* instances that one may be ahead of another */
    cl_store_release(&board->progress[self].at, i);
    for (uint32_t p = 0; p < processes; p++) {
        for (uint32_t turn = 0; cl_load_acquire(&board->progress[p].at) + ahead < i; turn++) {
            if (turn < spins) {
                cl_pause();
            } else {
                sched_yield();
            }
        }
    }
    if (i % 8 == 0) {
        for (uint64_t pauses = check_random(random) % 8; pauses > 0; pauses--) {
            cl_pause();
        }
    }
}

static uint64_t count_outcomes(const litmus *test, uint64_t *outcomes) {
    uint64_t forbidden = 0;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        uint32_t outcome = 0;
        for (uint32_t r = 0; r < test->results; r++) {
            outcome |= (uint32_t)board->results[i][r] << r;
        }
        outcomes[outcome]++;
        forbidden += test->is_forbidden(board->results[i]);
    }
    return forbidden;
}

static void clear(void) {
    for (uint32_t i = 0; i < INSTANCES; i++) {
        cl_store_raw(x[i], 0, 0);
        cl_store_raw(y[i], 0, 0);
    }
}

typedef struct part {
    const litmus *test;
    uint64_t runs;
    uint64_t end_ms;
    uint32_t process;
} part;

/* Each on a processor of its own, if there are so many: else they would seldom run at the same time. */
static void take_processor(const part *p) {
    cpu_set_t all, one;
    CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
    bool enough = (uint32_t)CPU_COUNT(&all) >= p->test->processes;
    spins = enough ? 20000 : 100;
    for (uint32_t cpu = 0, seen = 0; enough && cpu < CPU_SETSIZE; cpu++) {
        if (CPU_ISSET(cpu, &all) && seen++ == p->process) {
            CPU_ZERO(&one);
            CPU_SET(cpu, &one);
            CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
        }
    }
}

static void take_part(const part *p) {
    uint64_t outcomes[1u << RESULTS] = {0};
    uint64_t forbidden = 0;
    uint64_t random = p->process + 1;
    take_processor(p);
    uint64_t done = 0;
    for (;; done += INSTANCES) {
        if (p->process == 0) {
            clear();
            cl_store_release(&board->over, done >= p->runs || check_now_ms() > p->end_ms);
        }
        cl_store_release(&board->progress[p->process].at, 0);
        meet(p->test->processes);
        if (cl_load_acquire(&board->over)) {
            break;
        }
        for (uint32_t i = 0; i < INSTANCES; i++) {
            keep_step(p->test->processes, p->process, i, &random);
            p->test->run(p->process, i);
        }
        cl_store_release(&board->progress[p->process].at, INSTANCES);
        meet(p->test->processes);
        forbidden += p->process == 0 ? count_outcomes(p->test, outcomes) : 0;
    }
    if (p->process == 0) {
        printf("  %s: %llu runs:", p->test->name, (unsigned long long)done);
        for (uint32_t outcome = 0; outcome < 1u << p->test->results; outcome++) {
            for (uint32_t r = 0; r < p->test->results; r++) {
                printf("%s%u", r == 0 ? " " : "", outcome >> r & 1);
            }
            printf(" %llu", (unsigned long long)outcomes[outcome]);
        }
        printf("\n");
        CHECK(forbidden == 0 && done != 0);
    }
}

static void find_objects(void) {
    uint64_t list = cl_load_at(slot, repository("row"));
    cl_error error = {0, "no such index"};
    cl_element element;
    for (uint32_t i = 0; i <= 2 * INSTANCES; i++) {
        REQUIRE(cl_list_get(slot, list, i, &element, &error) == 1, &error);
        if (i < 2 * INSTANCES) {
            *(i % 2 == 0 ? &x[i / 2] : &y[i / 2]) = element.bits;
        }
    }
    board = cl_at(here(), cl_round_up(element.bits + sizeof(cl_string_head), CL_CACHE_LINE));
}

static void make_objects(void) {
    static char zeros[sizeof(shared) + CL_CACHE_LINE];
    cl_error error = {0, "no such index"};
    memset(zeros, '0', sizeof zeros);
    uint64_t list = cl_list_make(slot, CL_SLOT_TAGGED, 2 * INSTANCES + 1, &error);
    for (uint32_t i = 0; i <= 2 * INSTANCES; i++) {
        uint64_t made = i < 2 * INSTANCES ? pair_of(slot) : cl_string(slot, zeros, sizeof zeros, &error);
        cl_element element = {.kind = CL_SLOT_TAGGED, .bits = made};
        REQUIRE(made != 0 && cl_list_insert(slot, list, UINT32_MAX, &element, &error) == 1, &error);
    }
    cl_store_at(slot, repository("row"), list);
    find_objects();
    memset(board, 0, sizeof *board);
}

static void be_part(void *argument) {
    slot = daemon_attach_slot(SEGMENT);
    find_objects();
    take_part(argument);
}

static void run_test(const litmus *test, uint64_t runs, uint64_t most_ms) {
    pid_t others[PROCESSES];
    cpu_set_t all;
    CHECK(sched_getaffinity(0, sizeof all, &all) == 0);
    uint64_t start = check_now_ms();
    for (uint32_t i = 1; i < test->processes; i++) {
        part other = {test, runs, start + most_ms, i};
        others[i] = check_fork(be_part, &other);
    }
    part own = {test, runs, start + most_ms, 0};
    take_part(&own);
    CHECK(sched_setaffinity(0, sizeof all, &all) == 0);
    for (uint32_t i = 1; i < test->processes; i++) {
        CHECK(check_join(others[i]));
    }
    printf("  %llu ms\n", (unsigned long long)(check_now_ms() - start));
    fflush(stdout);
}

static void only_allowed_outcomes(void) {
    static const litmus tests[] = {
        {"Dekker, r1 r2", 2, dekker, 2, neither_saw},
        {"message passing, r1 r2", 2, pass_message, 2, flag_without_data},
        {"independent reads, r1 r2 r3 r4", 4, read_independently, 4, writes_in_two_orders},
    };
    uint64_t runs = check_number("LITMUS_RUNS", 0);
    uint64_t most_ms = runs != 0 ? UINT32_MAX : check_amount("LITMUS_MS", CI_MS);
    runs = runs != 0 ? runs : CI_RUNS;
    slot = daemon_attach_slot(SEGMENT);
    make_objects();
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        run_test(&tests[i], runs, most_ms);
    }
}

int main(void) {
    check_begin("litmus");
    daemon_start(SEGMENT, "--objects", "16M", "--gc-threshold", "95", NULL);
    RUN(only_allowed_outcomes);
    return check_end();
}
