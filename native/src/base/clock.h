/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_CLOCK_H
#define COLORS_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Not inlined: its callers would have a struct on their stack, and look at a canary, where they read no clock. */
static __attribute__((noinline, unused)) uint64_t cl_clock_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
}

/* Does not jump; for waiting. */
static inline uint64_t cl_now_ns(void) {
    return cl_clock_ns(CLOCK_MONOTONIC);
}

#endif
