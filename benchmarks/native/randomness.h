/* SPDX-License-Identifier: Apache-2.0 */
/* xorshift64*: the same sequence in every program. */
#ifndef BENCH_RANDOMNESS_H
#define BENCH_RANDOMNESS_H

#include <stdint.h>

static uint64_t randomness_state = 0x9E3779B97F4A7C15ull;

static inline uint64_t randomness_below(uint64_t limit) {
    randomness_state ^= randomness_state >> 12;
    randomness_state ^= randomness_state << 25;
    randomness_state ^= randomness_state >> 27;
    return (randomness_state * 0x2545F4914F6CDD1Dull >> 16) % limit;
}

#endif
