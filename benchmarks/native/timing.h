/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stdint.h>
#include <time.h>

static inline uint64_t timing_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
}

static inline uint64_t timing_wall(void) {
    return timing_ns(CLOCK_MONOTONIC);
}

/* Of the calling thread: what others do on the machine does not count. */
static inline uint64_t timing_cpu(void) {
    return timing_ns(CLOCK_THREAD_CPUTIME_ID);
}

#endif
