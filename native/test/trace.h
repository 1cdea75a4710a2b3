/* SPDX-License-Identifier: Apache-2.0 */
/* Single steps of a child process that let itself be traced. */
#ifndef TEST_TRACE_H
#define TEST_TRACE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/ptrace.h>
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

#endif
