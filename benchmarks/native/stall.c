/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stall SEGMENT BYTES SECONDS CYCLES: how long single heap operations of one thread take, for so many seconds and until
 * so many cycles ended, which it awaits for PATIENCE seconds more. Works on the graph of mark_shared and prints, for
 * each kind of operation, how often it took how long: "KIND NANOSECONDS COUNT". Kind "control" is the same thread
 * reading the clock for about as long as an operation takes, in turn with the operations: what happens to it is the
 * machine's doing. ".switched" is added when the kernel ran something else meanwhile.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "shared_graph.h"
#include "timing.h"

#define HELD          64u
#define CONTROL_READS 3u
#define PATIENCE      60u
#define SLOW_NS       10000u /* only of slow operations it is asked whether the thread was switched out */
#define FINE_BITS     7u     /* 128 steps in each power of two */
#define BUCKETS       (64u << FINE_BITS)

enum { LOAD, STORE, ALLOCATE, FORGET, CONTROL, KINDS };
static const char *const names[KINDS] = {"load", "store", "allocate", "forget", "control"};
static uint64_t counts[KINDS][2][BUCKETS];
static node held[HELD];
static node root;

static uint32_t bucket_of(uint64_t ns) {
    uint32_t power = ns >> FINE_BITS == 0 ? 0 : 64 - FINE_BITS - (uint32_t)__builtin_clzll(ns);
    return (power << FINE_BITS) + (uint32_t)(ns >> power);
}

static uint64_t value_of(uint32_t bucket) {
    uint32_t power = bucket >> (FINE_BITS + 1) == 0 ? 0 : (bucket >> FINE_BITS) - 1;
    return (uint64_t)(bucket - (power << FINE_BITS)) << power;
}

static bool was_switched(void) {
    static long before;
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    long now = usage.ru_nvcsw + usage.ru_nivcsw;
    bool changed = now != before;
    before = now;
    return changed;
}

static uint64_t note(unsigned kind, uint64_t since) {
    uint64_t now = timing_wall();
    bool switched = now - since >= SLOW_NS && was_switched();
    counts[kind][switched][bucket_of(now - since)]++;
    return now - since >= SLOW_NS ? timing_wall() : now;
}

static void operate(unsigned kind) {
    node *one = &held[randomness_below(HELD)];
    node other = held[randomness_below(HELD)];
    uint64_t began = timing_wall();
    if (kind == LOAD) {
        *one = cl_load_tagged(shared_slot, *one, randomness_below(2) == 0 ? SHARED_LEFT : SHARED_RIGHT);
    } else if (kind == STORE) {
        cl_store_tagged(shared_slot, *one, SHARED_LEFT, other);
    } else if (kind == ALLOCATE) {
        *one = shared_make();
    } else {
        for (unsigned i = 1; i < CONTROL_READS; i++) {
            timing_wall();
        }
    }
    note(kind, began);
    if (*one == CL_TAG_NULL) {
        *one = cl_load_tagged(shared_slot, root, SHARED_RIGHT);
    }
}

/* What is held moves on to the new chunk before the old one is freed. */
static void forget(void) {
    uint64_t began = timing_wall();
    cl_keep(shared_slot, root, NULL);
    for (unsigned i = 0; i < HELD; i++) {
        cl_keep(shared_slot, held[i], NULL);
    }
    shared_forget();
    note(FORGET, began);
}

static void print(void) {
    for (unsigned kind = 0; kind < KINDS; kind++) {
        for (unsigned switched = 0; switched < 2; switched++) {
            for (uint32_t i = 0; i < BUCKETS; i++) {
                if (counts[kind][switched][i] != 0) {
                    printf("%s%s %llu %llu\n", names[kind], switched ? ".switched" : "",
                           (unsigned long long)value_of(i), (unsigned long long)counts[kind][switched][i]);
                }
            }
        }
    }
}

static void measure(uint64_t seconds, uint32_t cycles) {
    const uint32_t before = shared_header()->cycles_finished;
    const uint64_t end = timing_wall() + seconds * 1000000000ull;
    const uint64_t last = end + PATIENCE * 1000000000ull;
    uint64_t now = 0;
    for (uint64_t turn = 0; now < end || (shared_header()->cycles_finished - before < cycles && now < last); turn++) {
        operate(turn % 2 == 0 ? CONTROL : (unsigned)(turn / 2 % 3));
        if (shared_is_chunk_full()) {
            forget();
        }
        now = turn % 1024 == 0 ? timing_wall() : now;
    }
    print();
    printf("cycles 0 %u\n", shared_header()->cycles_finished - before);
}

int main(int count, char **arguments) {
    if (count != 5) {
        fprintf(stderr, "usage: %s SEGMENT BYTES SECONDS CYCLES\n", arguments[0]);
        return EXIT_FAILURE;
    }
    shared_attach(arguments[1], "stall");
    root = node_make();
    cl_store_at(shared_slot, shared_repository("bench.graph"), root);
    graph_build(root, strtoull(arguments[2], NULL, 10));
    for (unsigned i = 0; i < HELD; i++) {
        held[i] = root;
    }
    measure(strtoull(arguments[3], NULL, 10), (uint32_t)strtoul(arguments[4], NULL, 10));
    return EXIT_SUCCESS;
}
