/* SPDX-License-Identifier: Apache-2.0 */
/* Futexes in the segment: shared between processes. */
#ifndef COLORS_FUTEX_H
#define COLORS_FUTEX_H

#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Sleeps while the word is `value`, at most so long. May wake up for no reason. */
static inline void cl_futex_wait(const _Atomic uint32_t *word, uint32_t value, uint64_t ns) {
    struct timespec time = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    syscall(SYS_futex, word, FUTEX_WAIT, value, &time, NULL, 0);
}

static inline void cl_futex_wake_one(const _Atomic uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static inline void cl_futex_wake_all(const _Atomic uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

#endif
