/* SPDX-License-Identifier: Apache-2.0 */
/*
 * alloc SEGMENT SECONDS LIVE: what an allocation costs when nothing of it lives for long: nodes of 48 bytes, rooted in
 * the root log until its chunk is full, beside LIVE bytes of nodes in a list that stays. The first half of the time is
 * a warm-up. Prints "alloc" and, for one allocation: ns of the thread's processor time, of these in the system, and of
 * the clock on the wall; then the cycles that were run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "shared.h"
#include "timing.h"

#define BATCH      1024u
#define NODE_BYTES 48u

typedef struct spent {
    uint64_t made;
    uint64_t wall_ns;
    uint64_t system_ns;
    uint64_t cpu_ns;
} spent;

static uint64_t ns_of(struct timeval time) {
    return (uint64_t)time.tv_sec * 1000000000ull + (uint64_t)time.tv_usec * 1000;
}

static spent now(void) {
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return (spent){.wall_ns = timing_wall(),
                   .system_ns = ns_of(usage.ru_stime),
                   .cpu_ns = ns_of(usage.ru_stime) + ns_of(usage.ru_utime)};
}

static spent allocate(uint64_t ns) {
    spent before = now();
    uint64_t made = 0;
    while (timing_wall() - before.wall_ns < ns) {
        for (unsigned i = 0; i < BATCH; i++) {
            shared_make();
            shared_forget();
        }
        made += BATCH;
    }
    spent after = now();
    return (spent){made, after.wall_ns - before.wall_ns, after.system_ns - before.system_ns,
                   after.cpu_ns - before.cpu_ns};
}

static void build_live(uint64_t bytes) {
    uint64_t place = shared_repository("bench.live");
    for (uint64_t i = 0; i < bytes / NODE_BYTES; i++) {
        uint64_t node = shared_make();
        cl_store_tagged(shared_slot, node, SHARED_LEFT, cl_load_at(shared_slot, place));
        cl_store_at(shared_slot, place, node);
        shared_forget();
    }
}

static double each(uint64_t ns, uint64_t made) {
    return (double)ns / (double)made;
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: %s SEGMENT SECONDS LIVE\n", arguments[0]);
        return EXIT_FAILURE;
    }
    uint64_t half_ns = (uint64_t)(atof(arguments[2]) * 0.5e9);
    shared_attach(arguments[1], "alloc");
    build_live(strtoull(arguments[3], NULL, 10));
    allocate(half_ns);
    uint32_t cycles = shared_header()->cycles_finished;
    spent s = allocate(half_ns);
    printf("alloc %.2f %.2f %.2f %u\n", each(s.cpu_ns, s.made), each(s.system_ns, s.made), each(s.wall_ns, s.made),
           shared_header()->cycles_finished - cycles);
    return EXIT_SUCCESS;
}
