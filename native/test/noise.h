/* SPDX-License-Identifier: Apache-2.0 */
/* Messages that no client sends. */
#ifndef TEST_NOISE_H
#define TEST_NOISE_H

#include "raw.h"

static inline void noise_fill(char *bytes, size_t count, uint64_t *random) {
    for (size_t i = 0; i < count; i += 8) {
        uint64_t word = check_random(random);
        memcpy(bytes + i, &word, count - i < 8 ? count - i : 8);
    }
}

/* Pure noise, or a hello with some bytes changed, cut or followed by more. */
static inline size_t noise_message(char *message, size_t room, uint64_t *random) {
    cl_hello hello = raw_hello();
    size_t bytes = check_random(random) % room;
    noise_fill(message, room, random);
    if (check_random(random) % 4 == 0) {
        return bytes;
    }
    memcpy(message, &hello, sizeof hello);
    for (uint64_t changes = check_random(random) % 4; changes > 0; changes--) {
        message[check_random(random) % sizeof hello] = (char)check_random(random);
    }
    return check_random(random) % 3 == 0 ? bytes : sizeof hello;
}

#endif
