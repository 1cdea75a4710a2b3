/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes are killed at instructions spread over whole operations: allocating in each way, changing a root-log chunk,
 * claiming and releasing a slot, storing a reference. Two cycles later the heap is valid, what is not reachable is
 * gone, and nothing belongs to the dead.
 */
#include "here.h"
#include "step.h"

#define LARGE_BYTES 40000u

typedef struct operation {
    const char *name;
    step steps;
} operation;

static uint64_t shared; /* an object with one field */
static uint32_t shape;  /* of a node */

/* ---- the operations ---- */

static void nothing(uint64_t slot) {
    (void)slot;
}

static void allocate(uint64_t slot) {
    cl_error error = {0, ""};
    REQUIRE(cl_allocate(slot, shape, &error) != 0, &error);
}

/* The hole that it allocates in has no room. */
static void use_up_hole(uint64_t slot_offset) {
    cl_slot *slot = cl_at(here(), slot_offset);
    allocate(slot_offset);
    slot->alloc_top = slot->alloc_limit;
}

/* Nor has the region. */
static void use_up_region(uint64_t slot_offset) {
    cl_slot *slot = cl_at(here(), slot_offset);
    use_up_hole(slot_offset);
    slot->alloc_scan = cl_region_start(here(), slot->region - 1) + CL_REGION_BYTES;
}

/* A block that never becomes an object: as after a kill while it was filled. */
static void take_large(uint64_t slot) {
    cl_error error = {0, ""};
    REQUIRE(cl_block_large(slot, LARGE_BYTES, &error) != 0, &error);
}

static void change_chunk(uint64_t slot) {
    cl_error error = {0, ""};
    uint64_t old = cl_chunk_entries_offset(here(), ((cl_slot *)cl_at(here(), slot))->chunk - 1);
    REQUIRE(cl_chunk_next(slot, &error) != 0, &error);
    cl_chunk_free(slot, old);
}

static void change_slot(uint64_t slot) {
    cl_error error = {0, ""};
    cl_slot_release(slot);
    REQUIRE(cl_slot_claim(&error) != 0, &error);
}

static void link_new(uint64_t slot) {
    cl_error error = {0, ""};
    uint64_t made = cl_allocate(slot, shape, &error);
    REQUIRE(made != 0, &error);
    cl_store_tagged(slot, shared, 0, made);
    CHECK(cl_load_tagged(slot, shared, 0) == made);
}

static void exchange_new(uint64_t slot) {
    cl_error error = {0, ""};
    uint64_t made = cl_allocate(slot, shape, &error);
    REQUIRE(made != 0, &error);
    cl_exchange wanted = {.place = slot_place(shared, 0),
                          .seen = cl_load_tagged(slot, shared, 0),
                          .bits = made,
                          .slot_kind = CL_SLOT_TAGGED};
    uint32_t version = cl_load_acquire(&cl_object_at(here(), cl_ref_of(shared))->shape) & CL_SHAPE_ID_MASK;
    REQUIRE(cl_field_exchange(slot, shared, version, &wanted, &error) == 1, &error);
}

/* ---- kills ---- */

/* Garbage between live objects, so that buffers are holes and regions have to be swept. */
static void make_holes(uint64_t slot) {
    cl_error error = {0, ""};
    uint64_t last = 0;
    for (uint32_t i = 0; i < 6000; i++) {
        uint64_t made = cl_allocate(slot, shape, &error);
        REQUIRE(made != 0, &error);
        if (i % 37 == 0) {
            cl_store_tagged(slot, made, 0, last);
            cl_store_at(slot, repository("kept"), made);
            last = made;
        }
    }
}

static void kill_within(uint64_t slot, const operation *what, uint32_t kills, uint64_t *seed) {
    uint32_t all = step_and_kill(&what->steps, UINT32_MAX);
    CHECK(all > 20);
    uint32_t stride = all / kills + 1;
    for (uint32_t at = (uint32_t)(check_random(seed) % stride); at < all; at += stride) {
        if (at % 4 == 0) {
            make_holes(slot);
            collect();
        }
        step_and_kill(&what->steps, at);
        if (!step_nothing_is_left(slot, shared)) {
            printf("  %s, after %u of %u instructions\n", what->name, at, all);
        }
    }
    printf("  %s: %u instructions, every %u\n", what->name, all, stride);
    fflush(stdout);
}

static void killed_in_any_operation(void) {
    static const operation operations[] = {
        {"in its hole", {allocate, allocate}},
        {"in the next hole", {use_up_hole, allocate}},
        {"in the next region", {use_up_region, allocate}},
        {"in its first region", {nothing, allocate}},
        {"large", {nothing, take_large}},
        {"linked", {allocate, link_new}},
        {"exchanged", {allocate, exchange_new}},
        {"another chunk", {nothing, change_chunk}},
        {"another slot", {allocate, change_slot}},
    };
    uint64_t seed = check_seed();
    uint32_t kills = step_kills();
    uint64_t slot = daemon_attach_slot("step");
    cl_field_spec next = field("next", CL_TYPE_ANY);
    shared = object_of(slot, "Node", &next, 1);
    shape = cl_load_acquire(&cl_object_at(here(), cl_ref_of(shared))->shape);
    make_holes(slot);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        kill_within(slot, &operations[i], kills, &seed);
    }
}

int main(void) {
    check_begin("death_step");
    daemon_start("step", "--objects", "16M", NULL);
    if (trace_is_permitted()) {
        RUN(killed_in_any_operation);
    } else {
        check_skip("killed_in_any_operation", "tracing is not permitted here");
    }
    return check_end();
}
