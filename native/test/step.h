/* SPDX-License-Identifier: Apache-2.0 */
/* Kills processes between two instructions of an operation, and looks at what they left. */
#ifndef TEST_STEP_H
#define TEST_STEP_H

#include "census.h"
#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "roots.h"
#include "trace.h"

#define STEP_SEGMENT "step"

typedef struct step {
    void (*prepare)(uint64_t slot); /* in the victim, before it is stepped */
    void (*run)(uint64_t slot);
} step;

/* In each operation. */
static inline uint32_t step_kills(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return (uint32_t)check_amount("STEP_KILLS", 12);
#else
    return (uint32_t)check_amount("STEP_KILLS", 40);
#endif
}

/* It stops, does the operation under its killer's steps, and stops again. */
static inline void step_victim(void *argument) {
    const step *what = argument;
    uint64_t slot = daemon_attach_slot(STEP_SEGMENT);
    what->prepare(slot);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP);
    what->run(slot);
    raise(SIGSTOP);
}

static inline pid_t step_begin(void (*body)(void *), const void *argument) {
    int status;
    pid_t child = check_fork(body, (void *)(uintptr_t)argument);
    CHECK(waitpid(child, &status, 0) == child && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
    return child;
}

/* Kills a victim after so many instructions, or when it is done. Returns how many it did. */
static inline uint32_t step_and_kill(const step *what, uint32_t most) {
    uint32_t steps = 0;
    pid_t victim = step_begin(step_victim, what);
    while (steps < most && trace_step_over(victim)) {
        steps++;
    }
    kill(victim, SIGKILL);
    CHECK(check_killed(victim));
    daemon_wait_vms(1);
    return steps;
}

/* In a heap that nobody else changes. `kept` is the caller's only root. */
static inline bool step_nothing_is_left(uint64_t slot, uint64_t kept) {
    cl_error error = {0, ""};
    keep_only(slot, &kept, 1);
    collect();
    collect();
    cl_enter(mutator_of(cl_at(here(), slot)));
    census now = census_take();
    cl_leave(mutator_of(cl_at(here(), slot)));
    bool valid = CHECK_OK(cl_validate(cl_base(), 3, &error), &error);
    bool none = CHECK(census_orphans() == 0);
    bool whole = CHECK(now.lost == 0);
    return CHECK(now.objects == now.reachable) && valid && none && whole;
}

#endif
