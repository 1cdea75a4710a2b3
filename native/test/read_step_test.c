/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Readers take no lock: one is stopped after each of its instructions while others change the container, and some of
 * them die over it. What it returns was in the container.
 */
#include <elf.h>
#include <sys/uio.h>

#include "here.h"
#include "maps.h"
#include "step.h"

#define INDEX 4u
#define THERE 5
#define LATER 6
#define NEVER 0x05ca1ab1e0ddba11 /* whose appender dies before its commit */

typedef struct question {
    void (*ask)(uint64_t slot);
    uint64_t slot; /* the reader's */
    uint64_t container;
    cl_found found;
    int32_t result;
    cl_element element;
    cl_entry entry;
} question;

static question *asked; /* shared with the reader */

/* ---- the reader ---- */

static void ask_list(uint64_t slot) {
    cl_error error = {0, ""};
    asked->result = cl_list_get(slot, asked->container, INDEX, &asked->element, &error);
    REQUIRE(error.code == CL_OK, &error);
}

static void ask_entry(uint64_t slot) {
    cl_error error = {0, ""};
    asked->result = cl_map_entry(slot, asked->container, &asked->found, &asked->entry, &error);
    REQUIRE(asked->result != 0, &error);
}

static void ask_find(uint64_t slot) {
    asked->result = map_find(slot, asked->container, 1, integer(1), &asked->found);
}

static void answer_forever(void *nothing) {
    (void)nothing;
    uint64_t slot = asked->slot = daemon_attach_slot(STEP_SEGMENT);
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    for (;;) {
        raise(SIGSTOP);
        asked->ask(slot);
    }
}

/* False when it answered before so many steps. */
static bool go_on(pid_t reader, uint32_t steps) {
    while (steps > 0 && trace_step(reader)) {
        steps--;
    }
    return steps == 0;
}

/* Whether one of its registers has this value. */
static bool holds(pid_t reader, uint64_t value) {
    uint64_t registers[128];
    struct iovec all = {registers, sizeof registers};
    bool found = false;
    if (ptrace(PTRACE_GETREGSET, reader, (void *)NT_PRSTATUS, &all) == 0) {
        for (size_t i = 0; i < all.iov_len / sizeof *registers; i++) {
            found = found || registers[i] == value;
        }
    }
    return found;
}

/* It stops after so many instructions of its operation. False when it answered before. */
static bool begin(pid_t reader, uint32_t steps) {
    const cl_slot *slot = cl_at(here(), asked->slot);
    bool running = true;
    while (running && cl_load_acquire(&slot->seq) % 2 == 0) {
        running = trace_step(reader);
    }
    return running && go_on(reader, steps);
}

static uint32_t stride_of(uint64_t *seed, uint64_t most) {
    return 1 + (uint32_t)(check_random(seed) % check_number("STRIDE", most * 100 / check_effort()));
}

/* Sanitizers make many instructions of one. */
static uint32_t stride(uint64_t *seed) {
#if defined(__SANITIZE_THREAD__)
    return stride_of(seed, 150);
#elif defined(__SANITIZE_ADDRESS__)
    return stride_of(seed, 12);
#else
    return stride_of(seed, 2);
#endif
}

/* ---- lists ---- */

static void append(uint64_t slot, uint64_t list, int64_t value) {
    cl_error error = {0, ""};
    cl_element element = {.kind = CL_SLOT_INT64, .bits = (uint64_t)value};
    REQUIRE(cl_list_insert(slot, list, UINT32_MAX, &element, &error), &error);
}

static uint64_t five_integers(uint64_t slot) {
    cl_error error = {0, ""};
    uint64_t list = cl_list_make(slot, CL_SLOT_INT64, 16, &error);
    REQUIRE(list != 0, &error);
    for (int64_t i = 1; i <= THERE; i++) {
        append(slot, list, i);
    }
    return list;
}

static void append_never(uint64_t slot) {
    append(slot, asked->container, NEVER);
}

static void prepare_nothing(uint64_t slot) {
    (void)slot;
}

/* An appender dies after it stored its element, before it stored the head. */
static void die_before_commit(void) {
    static const step what = {prepare_nothing, append_never};
    uint64_t head = cl_load_acquire(&((cl_container *)cl_at(here(), asked->container))->head);
    uint64_t array = cl_bytes((uint32_t)(head >> CL_HEAD_PART_SHIFT));
    const _Atomic uint64_t *place = word_at(slot_place(array, INDEX));
    pid_t victim = step_begin(step_victim, &what);
    while (cl_load_acquire(place) != NEVER && trace_step(victim)) {
    }
    kill(victim, SIGKILL);
    CHECK(check_killed(victim));
    daemon_wait_vms(2);
    CHECK(cl_load_acquire(place) == NEVER && cl_list_count(asked->container) == INDEX);
}

/* The head that the reader saw comes again. */
static bool read_over_a_death(uint64_t slot, pid_t reader, uint32_t steps, uint32_t *caught) {
    cl_error error = {0, ""};
    asked->container = five_integers(slot);
    if (!begin(reader, steps)) {
        return false;
    }
    REQUIRE(cl_list_remove(slot, asked->container, INDEX, NULL, &error), &error);
    die_before_commit();
    bool running = true;
    while (running && !holds(reader, NEVER)) {
        running = trace_step(reader);
    }
    append(slot, asked->container, LATER);
    *caught += running;
    go_on(reader, running ? UINT32_MAX : 0);
    CHECK(asked->result == 0 || asked->element.bits == THERE || asked->element.bits == LATER);
    return true;
}

static void never_what_a_dead_one_left(void) {
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot(STEP_SEGMENT);
    uint32_t steps = 0, caught = 0;
    asked->ask = ask_list;
    pid_t reader = step_begin(answer_forever, NULL);
    while (read_over_a_death(slot, reader, steps, &caught)) {
        steps += stride(&seed);
    }
    kill(reader, SIGKILL);
    CHECK(check_killed(reader));
    printf("  %u instructions, at %u the element of the dead was read\n", steps, caught);
    CHECK(caught > 0);
}

/* ---- maps ---- */

static void replace(uint64_t slot) {
    CHECK(map_put(slot, asked->container, 1, integer(1), integer(LATER)) == integer(THERE));
}

static void take_out(uint64_t slot) {
    CHECK(map_remove(slot, asked->container, 1, integer(1)) == integer(THERE));
}

static void take_out_and_in(uint64_t slot) {
    take_out(slot);
    CHECK(map_put(slot, asked->container, 1, integer(1), integer(LATER)) == MAP_NONE);
}

static void clear(uint64_t slot) {
    cl_error error = {0, ""};
    REQUIRE(cl_map_clear(slot, asked->container, &error), &error);
    CHECK(map_put(slot, asked->container, 1, integer(1), integer(LATER)) == MAP_NONE);
}

static void grow(uint64_t slot) {
    for (int64_t i = 2; i <= CL_TABLE_LENGTH_LEAST + 1; i++) {
        map_put(slot, asked->container, 1, integer(i), integer(i));
    }
}

static void check_answer(void) {
    bool found = asked->ask == ask_entry && asked->result == 1;
    if (found && asked->entry.key != CL_TAG_VACANT) {
        CHECK(asked->entry.key == integer(1) && asked->entry.hash == 1);
        CHECK(asked->entry.value == integer(THERE) || asked->entry.value == integer(LATER));
    }
    CHECK(found || asked->ask == ask_find || asked->result == CL_STALE);
}

/* Returns after how many instructions it answers. */
static uint32_t read_meanwhile(uint64_t slot, pid_t reader, void (*change)(uint64_t), uint64_t *seed) {
    uint32_t steps = 0;
    for (bool more = true; more; steps += stride(seed)) {
        asked->container = make_map(slot, CL_KIND_MAP);
        map_put(slot, asked->container, 1, integer(7), integer(7));
        map_put(slot, asked->container, 1, integer(1), integer(THERE));
        CHECK(map_find(slot, asked->container, 1, integer(1), &asked->found) && asked->found.entry == 1);
        more = begin(reader, steps);
        if (more) {
            change(slot);
            go_on(reader, UINT32_MAX);
        }
        check_answer();
    }
    return steps;
}

static void entries_are_whole(void) {
    static void (*const changes[])(uint64_t) = {replace, take_out, take_out_and_in, clear, grow};
    static void (*const asks[])(uint64_t) = {ask_entry, ask_find};
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot(STEP_SEGMENT);
    pid_t reader = step_begin(answer_forever, NULL);
    for (size_t k = 0; k < sizeof asks / sizeof asks[0]; k++) {
        asked->ask = asks[k];
        for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
            uint32_t steps = read_meanwhile(slot, reader, changes[i], &seed);
            CHECK(steps > 20);
        }
    }
    kill(reader, SIGKILL);
    CHECK(check_killed(reader));
    daemon_wait_vms(1);
    daemon_validate(3);
}

int main(void) {
    check_begin("read_step");
    asked = check_share(sizeof *asked);
    daemon_start(STEP_SEGMENT, "--objects", "16M", NULL);
    if (trace_is_permitted()) {
        RUN(never_what_a_dead_one_left);
        RUN(entries_are_whole);
    } else {
        check_skip("never_what_a_dead_one_left", "tracing is not permitted here");
        check_skip("entries_are_whole", "tracing is not permitted here");
    }
    return check_end();
}
