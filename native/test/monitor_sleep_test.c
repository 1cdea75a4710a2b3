/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread that is about to sleep for a monitor is stopped at each of its last instructions before the kernel; there
 * its owner leaves, or ends with it. It must not sleep then: nobody is left who would wake it, and after 100 ms it
 * would find out by itself, which no lock is to rely on.
 */
#include <linux/futex.h>
#include <sys/syscall.h>

#include "here.h"
#include "monitors.h"
#include "step.h"

#define INSTRUCTIONS 30u /* before the sleep: it looks for the last time 15 before */

static uint64_t pair;

static void nothing(uint64_t slot) {
    (void)slot;
}

static void enter_it(uint64_t slot) {
    enter_whatever(slot, pair);
    leave(slot, pair);
}

static const step sleeper = {nothing, enter_it};

#ifdef __x86_64__
/* Whether the next instruction calls futex to wait; *value: for as long as the word is that. */
static bool is_at_sleep(pid_t child, uint32_t *value) {
    struct user_regs_struct regs;
    CHECK(ptrace(PTRACE_GETREGS, child, NULL, &regs) == 0);
    if (regs.rax != SYS_futex || ((uint32_t)regs.rsi & (uint32_t)FUTEX_CMD_MASK) != FUTEX_WAIT) {
        return false;
    }
    *value = (uint32_t)regs.rdx;
    return (ptrace(PTRACE_PEEKTEXT, child, (void *)regs.rip, NULL) & 0xffff) == 0x050f; /* syscall */
}
#else
static bool is_at_sleep(pid_t child, uint32_t *value) {
    (void)child, (void)value;
    return false;
}
#endif

static void end_victim(pid_t victim) {
    kill(victim, SIGKILL);
    CHECK(check_killed(victim));
    daemon_wait_vms(1);
}

/* Who waits for one that itself sleeps does not spin before, which would be thousands of instructions. */
static uint64_t claim_owner(void) {
    uint64_t owner = claim_slot();
    enter_whatever(owner, pair);
    cl_store_release(&slot_at(owner)->wake, CL_WAKE_WAITING);
    return owner;
}

static void leave_it(uint64_t owner) {
    leave(owner, pair);
    cl_slot_release(owner);
}

static void end_with_it(uint64_t owner) {
    cl_slot_release(owner);
}

/* How many instructions it does until it sleeps, while the caller has the monitor. */
static uint32_t count_instructions(void) {
    uint64_t owner = claim_owner();
    uint32_t value;
    uint32_t steps = 0;
    pid_t victim = step_begin(step_victim, &sleeper);
    while (!is_at_sleep(victim, &value)) {
        CHECK(trace_step_over(victim));
        steps++;
    }
    CHECK(monitor_word(pair) == value);
    end_victim(victim);
    leave_it(owner);
    return steps;
}

static bool has_living_owner(uint32_t word) {
    uint32_t owner = word & CL_MONITOR_OWNER_MASK;
    return owner != 0 && owner <= CL_SLOT_MAX && !cl_monitor_is_dead(cl_slot_at(here(), 0), word);
}

/* After so many instructions the owner does that. Returns whether the sleeper came to a sleep that it had to begin. */
static void let_go_at(uint32_t most, void (*let_go)(uint64_t slot)) {
    uint64_t owner = claim_owner();
    uint32_t value;
    pid_t victim = step_begin(step_victim, &sleeper);
    for (uint32_t i = 0; i < most; i++) {
        CHECK(trace_step_over(victim));
    }
    let_go(owner);
    do {
        bool sleeps = is_at_sleep(victim, &value) && monitor_word(pair) == value;
        CHECK(!sleeps || has_living_owner(value));
    } while (trace_step_over(victim));
    end_victim(victim);
}

static void let_go_before_the_sleep(void (*let_go)(uint64_t slot)) {
    uint64_t slot = daemon_attach_slot(STEP_SEGMENT);
    pair = published_pair(slot, "pair");
    uint32_t all = count_instructions();
    printf("  it sleeps after %u instructions\n", all);
    fflush(stdout);
    for (uint32_t i = all < INSTRUCTIONS ? 0 : all - INSTRUCTIONS; i < all + 1; i++) {
        let_go_at(i, let_go);
    }
    collect();
    CHECK(count_zombies() == 0);
    daemon_validate(3);
}

static void nobody_sleeps_for_a_free_monitor(void) {
    let_go_before_the_sleep(leave_it);
}

static void nobody_sleeps_for_an_ended_owner(void) {
    let_go_before_the_sleep(end_with_it);
}

int main(void) {
    check_begin("monitor_sleep");
    daemon_start(STEP_SEGMENT, "--objects", "16M", NULL);
#ifdef __x86_64__
    bool can_look = trace_is_permitted();
#else
    bool can_look = false;
#endif
    if (can_look) {
        RUN(nobody_sleeps_for_a_free_monitor);
        RUN(nobody_sleeps_for_an_ended_owner);
    } else {
        check_skip("nobody_sleeps_for_a_free_monitor", "tracing is not permitted here, or not of this processor");
    }
    return check_end();
}
