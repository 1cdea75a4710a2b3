/* SPDX-License-Identifier: Apache-2.0 */
/*
 * names SEGMENT COUNT: makes so many names, then repositories, and says how long one takes to make and to find, and how
 * long a cycle of the collector takes that has nothing to do. What it judges is how many words and entities the worst
 * find looks at: in a fixed number of lists that grew with the number of names.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "colors.h"

#define FINDS     200000u
#define CYCLES    9u
#define LOOKS_MOST 16u

static const char *at(uint64_t granules) {
    return (const char *)cl_base() + granules * CL_GRANULE;
}

/* Processor time counts for this process alone, not for what else runs on the machine. */
static uint64_t now_ns(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000ull + (uint64_t)now.tv_nsec;
}

static size_t name_of(uint32_t number, char *name) {
    return (size_t)sprintf(name, "company.Class%u", number);
}

static int fail(const cl_error *error) {
    puts(error->text);
    exit(1);
}

/* How many slots and entities lead to one that is there. */
static uint32_t looks(uint32_t entity) {
    const cl_header *header = cl_base();
    const cl_entity *wanted = (const cl_entity *)at(entity);
    const _Atomic uint32_t *slot = (const _Atomic uint32_t *)((const char *)cl_base() + header->buckets_offset) +
                                   ((wanted->kind - CL_KIND_NAME) << CL_NAME_BUCKETS_LOG2) +
                                   wanted->hash % (1u << CL_NAME_BUCKETS_LOG2);
    uint32_t count = 1, bits = CL_NAME_BUCKETS_LOG2;
    for (; (*slot & CL_NAME_NODE) != 0; count++, bits += CL_NAME_NODE_LOG2) {
        const cl_name_node *node = (const cl_name_node *)at(*slot & ~CL_NAME_NODE);
        slot = &node->children[(wanted->hash >> bits) % (1u << CL_NAME_NODE_LOG2)];
    }
    for (uint32_t next = *slot; next != 0 && next != entity; next = ((const cl_entity *)at(next))->next) {
        count++;
    }
    return count + 1;
}

static uint64_t marking_ns(void) {
    const cl_header *header = cl_base();
    const cl_cycle *records = (const cl_cycle *)((const char *)cl_base() + header->cycles_offset);
    return records[header->cycles_finished % CL_CYCLE_RECORDS].mark_cpu_ns;
}

static double empty_cycle_ms(void) {
    uint64_t best = UINT64_MAX;
    cl_error error = {0, ""};
    for (uint32_t i = 0; i < CYCLES; i++) {
        uint64_t start = now_ns(CLOCK_MONOTONIC);
        if (!cl_collect(0, &error)) {
            fail(&error);
        }
        uint64_t took = now_ns(CLOCK_MONOTONIC) - start;
        best = took < best ? took : best;
    }
    return (double)best / 1e6;
}

static void measure(uint32_t kind, const char *what, uint32_t count) {
    char name[32];
    cl_error error = {0, ""};
    uint32_t worst = 0;
    uint64_t start = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    for (uint32_t i = 0; i < count; i++) {
        if (cl_entity_intern(kind, name, name_of(i, name), &error) == 0) {
            fail(&error);
        }
    }
    uint64_t made = now_ns(CLOCK_PROCESS_CPUTIME_ID) - start;
    uint32_t *numbers = malloc(FINDS * sizeof *numbers);
    for (uint32_t i = 0; i < FINDS; i++) {
        numbers[i] = (uint32_t)rand() % count;
    }
    start = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    for (uint32_t i = 0; i < FINDS; i++) {
        if (cl_entity_find(kind, name, name_of(numbers[i], name)) == 0) {
            printf("%s is not found\n", name);
            exit(1);
        }
    }
    uint64_t found = now_ns(CLOCK_PROCESS_CPUTIME_ID) - start;
    for (uint32_t i = 0; i < FINDS; i++) {
        uint32_t looked = looks(cl_entity_find(kind, name, name_of(numbers[i], name)));
        worst = looked > worst ? looked : worst;
    }
    free(numbers);
    double cycle_ms = empty_cycle_ms();
    printf("%u %s: make %.0f ns, find %.0f ns, the worst looks at %u places; empty cycle %.2f ms, %.2f ms of marking\n",
           count, what, (double)made / count, (double)found / FINDS, worst, cycle_ms, (double)marking_ns() / 1e6);
    if (worst > LOOKS_MOST) {
        printf("expected at most %u places\n", LOOKS_MOST);
        exit(1);
    }
}

int main(int count, char **arguments) {
    cl_error error = {0, ""};
    cl_attach_options options = {.segment = count > 1 ? arguments[1] : NULL, .timeout_ms = 10000};
    if (count != 3 || cl_attach(&options, &error) == NULL) {
        fail(&error);
    }
    uint32_t names = (uint32_t)strtoul(arguments[2], NULL, 10);
    measure(CL_KIND_NAME, "names", names);
    measure(CL_KIND_REPOSITORY, "repositories", names);
    if (!cl_validate(cl_base(), 3, &error)) {
        fail(&error);
    }
    return 0;
}
