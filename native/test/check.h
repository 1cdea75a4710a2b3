/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tests' harness. Each case runs in a process of its own (a process attaches once), so a crash is a failed case.
 *
 *   static void adds(void) { CHECK(1 + 1 == 2); }
 *   int main(void) { check_begin("sums"); RUN(adds); return check_end(); }
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "colors.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A failed CHECK is printed and counted, the case goes on. */
#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__, NULL)
/* The same with what the library said. */
#define CHECK_OK(condition, error) check_that((condition), #condition, __FILE__, __LINE__, (error)->text)
/* A failed REQUIRE ends the process. */
#define REQUIRE(condition, error)                                                                                      \
    do {                                                                                                               \
        if (!check_that((condition), #condition, __FILE__, __LINE__, (error)->text)) {                                 \
            check_exit();                                                                                              \
        }                                                                                                              \
    } while (0)
/* How long a test waits for what must happen: a machine that is overloaded keeps a process waiting for many seconds. */
#define PATIENCE_MS 60000

#define RUN(test) check_run(#test, test)

void check_begin(const char *subject);
int check_end(void);
bool check_that(bool good, const char *what, const char *file, int line, const char *more);
void check_run(const char *name, void (*test)(void));
/* Counts a case that this machine cannot run. */
void check_skip(const char *name, const char *why);
void check_exit(void) __attribute__((noreturn));
/* Whether an error has this code and names this text. */
bool check_error(const cl_error *error, int code, const char *text);

/* A process beside this one that runs `body` and then ends with the number of its failed checks. */
pid_t check_fork(void (*body)(void *), void *argument);
/* Waits for it. True when none of its checks failed. */
bool check_join(pid_t child);
/* The same for a process that is to end by SIGKILL. */
bool check_killed(pid_t child);

/* Stops a process, and returns when none of its threads runs any more. */
void check_stop(pid_t process);

/* Memory that is shared with the processes forked from now on, all zero. */
void *check_share(size_t bytes);
/* Waits until another process or thread has raised a word to a value. Ends the process when that takes too long. */
#ifndef __cplusplus
void check_await(const _Atomic uint32_t *word, uint32_t value);
#endif

/* A seed from the variable SEED or the clock, printed. */
uint64_t check_seed(void);
uint64_t check_random(uint64_t *state);
/* A number from the environment. */
uint64_t check_number(const char *variable, uint64_t otherwise);
/* How much of what they do by default tests are to do, in percent: EFFORT. */
uint64_t check_effort(void);
/* check_number for how much a test does: without that variable, the part of the default that the effort says, at
 * least 1. */
uint64_t check_amount(const char *variable, uint64_t otherwise);
uint64_t check_now_ms(void);
void check_sleep_us(uint64_t us);

#ifdef __cplusplus
}
#endif
#endif
