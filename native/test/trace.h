/* SPDX-License-Identifier: Apache-2.0 */
/* Single steps of a child process that let itself be traced. */
#ifndef TEST_TRACE_H
#define TEST_TRACE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* Some sandboxes forbid it. */
static inline bool trace_is_permitted(void) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* One instruction. False when the child stopped by itself or ended. */
static inline bool trace_step(pid_t child) {
    int status;
    return ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0 && waitpid(child, &status, 0) == child &&
           WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP;
}

/* The same, but a repeated string instruction of x86, as in memset, is one and not thousands. */
static inline bool trace_step_over(pid_t child) {
#ifdef __x86_64__
    void *place = (void *)offsetof(struct user, regs.rip);
    long before = ptrace(PTRACE_PEEKUSER, child, place, NULL);
    bool stopped;
    do {
        stopped = trace_step(child);
    } while (stopped && ptrace(PTRACE_PEEKUSER, child, place, NULL) == before);
    return stopped;
#else
    return trace_step(child);
#endif
}

#endif
