/* SPDX-License-Identifier: Apache-2.0 */
#include "here.h"
#include "referee.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "daemon.h"
#include "graph.h"
#include "mutator.h"
#include "roots.h"

#define NO_INDEX     UINT32_MAX
#define ANSWER_MS    (1000 * check_number("PATIENCE_SECONDS", 120))
#define FIRST_VICTIM 4u /* index */
#define VICTIMS      3u

static void set_control(referee *r, int64_t control) {
    r->control = control;
    cl_store_at(r->slot, graph_repository("control", NO_INDEX), integer(control));
}

referee referee_open(uint64_t slot) {
    referee r = {.slot = slot};
    graph_open();
    set_control(&r, 0);
    return r;
}

void referee_go(referee *r) {
    set_control(r, r->control + 1);
}

void referee_pause(referee *r) {
    cl_error error = {0, ""};
    if (r->control % 2 != 0) {
        set_control(r, r->control + 1);
    }
    for (uint32_t i = 0; i < GRAPH_MUTATORS; i++) {
        uint64_t ack = graph_repository("ack", i);
        for (uint64_t start = check_now_ms();
             (r->mutators >> i & 1) != 0 && cl_load_at(r->slot, ack) != integer(r->control); check_sleep_us(500)) {
            snprintf(error.text, sizeof error.text, "mutator %u does not answer", i);
            REQUIRE(check_now_ms() - start < ANSWER_MS, &error);
            REQUIRE(cl_load_acquire(&here()->header->phase) != CL_PHASE_CORRUPT,
                    &(cl_error){.text = "the collector found the heap corrupt"});
        }
    }
}

void referee_end(referee *r) {
    set_control(r, GRAPH_END);
}

/* Enters an operation while no cycle runs: one that begins now waits for its end, so nothing moves under the judge. */
static void enter_quiet(cl_slot *slot) {
    const cl_header *header = here()->header;
    for (;;) {
        cl_enter(mutator_of(slot));
        if (cl_load_acquire(&header->cycles_started) == cl_load_acquire(&header->cycles_finished)) {
            return;
        }
        cl_leave(mutator_of(slot));
        check_sleep_us(200);
    }
}

/* False when a root changed meanwhile: a paused Java process still frees chunks whose wrappers are dead. */
static bool judge(referee *r) {
    cl_error error = {0, ""};
    cl_slot *slot = cl_at(here(), r->slot);
    uint64_t before = census_roots();
    collect();
    collect();
    enter_quiet(slot);
    r->last = census_take();
    bool valid = cl_validate(cl_base(), 3, &error);
    uint32_t orphans = census_orphans();
    bool same = census_roots() == before;
    cl_leave(mutator_of(slot));
    CHECK_OK(valid, &error);
    CHECK(orphans == 0);
    if (!same && r->last.lost == 0) {
        return false;
    }
    CHECK(r->last.lost == 0);
    snprintf(error.text, sizeof error.text, "%llu objects, %llu are reachable", (unsigned long long)r->last.objects,
             (unsigned long long)r->last.reachable);
    CHECK_OK(r->last.objects == r->last.reachable, &error);
    return true;
}

void referee_check(referee *r) {
    cl_error error = {0, "roots never stopped changing while all mutators paused"};
    daemon_await_served(); /* it may have been killed */
    keep_only(r->slot, NULL, 0);
    for (uint64_t start = check_now_ms(); !judge(r);) {
        REQUIRE(check_now_ms() - start < ANSWER_MS, &error);
    }
    r->checks++;
}

/* ---- victims ---- */

typedef struct victim {
    const char *segment;
    uint32_t index;
    uint64_t seed;
} victim;

static void be_victim(void *argument) {
    const victim *v = argument;
    uint64_t slot = daemon_attach_slot(v->segment);
    graph_mutate(slot, v->index, v->seed);
}

void referee_kill(const char *segment, uint32_t count, uint64_t *seed) {
    while (count != 0) {
        pid_t pids[VICTIMS];
        uint32_t now = count < VICTIMS ? count : VICTIMS;
        for (uint32_t i = 0; i < now; i++) {
            victim v = {segment, FIRST_VICTIM + i, check_random(seed)};
            pids[i] = check_fork(be_victim, &v);
        }
        check_sleep_us(check_random(seed) % 30000);
        for (uint32_t i = 0; i < now; i++) {
            check_sleep_us(check_random(seed) % 3000);
            kill(pids[i], SIGKILL);
            CHECK(check_killed(pids[i])); /* and not by a fault or a failed check */
        }
        count -= now;
    }
}
