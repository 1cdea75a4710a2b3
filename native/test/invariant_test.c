/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of src/object/invariant.h find what they are for, and nothing in a program that does as it should. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "daemon.h"
#include "here.h"
#include "invariant.h"
#include "lock.h"
#include "maps.h"
#include "mutator.h"
#include "region.h"

#define SEGMENT "invariant"

typedef struct made {
    uint64_t slot;
    uint64_t object; /* of two slots */
    uint64_t list;
} made;

static made make(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot(SEGMENT);
    cl_field_spec fields[] = {field("a", CL_TYPE_ANY), field("b", CL_TYPE_ANY)};
    made m = {slot, object_of(slot, "Two", fields, 2), cl_list_make(slot, 0, 0, &error)};
    REQUIRE(m.list != 0, &error);
    return m;
}

static uint64_t place_of(uint64_t object, uint32_t index) {
    return slot_place(object, index);
}

static void places_inside_blocks_are_told_from_others(void) {
    made m = make();
    const cl_slot *slot = cl_at(here(), m.slot);
    uint64_t text = string(m.slot, "fifteen letters");
    uint64_t end = here()->header->objects_offset + here()->header->objects_bytes;
    CHECK(cl_is_inside_block(here(), cl_at(here(), m.object), 32));
    CHECK(cl_is_inside_block(here(), cl_at(here(), place_of(m.object, 1)), 8));
    CHECK(!cl_is_inside_block(here(), cl_at(here(), place_of(m.object, 1)), 9));
    CHECK(cl_is_inside_block(here(), cl_at(here(), text + sizeof(cl_string_head)), 15));
    CHECK(!cl_is_inside_block(here(), cl_at(here(), text + sizeof(cl_string_head)), 30));
    CHECK(!cl_is_inside_block(here(), cl_at(here(), slot->alloc_top), 16));      /* where the next will be made */
    CHECK(!cl_is_inside_block(here(), cl_at(here(), end - CL_REGION_BYTES), 8)); /* a region that nobody has */
    CHECK(!cl_is_inside_block(here(), cl_at(here(), end), 8));
    CHECK(!cl_is_inside_block(here(), here()->header, 8));
    CHECK(cl_is_inside_block(here(), cl_at(here(), here()->header->classes_top - 16), 16));
    CHECK(!cl_is_inside_block(here(), cl_at(here(), here()->header->classes_top - 16), 17));
}

static void large_blocks_are_one(void) {
    made m = make();
    cl_error error = {0, ""};
    static uint64_t many[20000];
    cl_elements all = {.kind = CL_SLOT_INT64, .count = 20000, .bits = many};
    REQUIRE(cl_list_replace(m.slot, m.list, UINT32_MAX, 0, &all, &error), &error);
    const cl_container *container = cl_at(here(), m.list);
    uint64_t array = cl_bytes((uint32_t)(cl_load_acquire(&container->head) >> CL_HEAD_PART_SHIFT));
    uint64_t last = place_of(array, cl_object_at(here(), cl_ref_of(array))->length - 1);
    CHECK(cl_region_of(here(), last) > cl_region_of(here(), array) + 3);
    CHECK(cl_is_inside_block(here(), cl_at(here(), last), 8));
    CHECK(!cl_is_inside_block(here(), cl_at(here(), last), 16) || last % CL_GRANULE == 0);
}

/* ---- region words ---- */

/* As cl_region_word, a constant. */
#define WORD(state, epoch, owner)                                                                                      \
    ((uint32_t)CL_REGION_##state | epoch##u << CL_REGION_SWEPT_SHIFT | owner##u << CL_REGION_OWNER_SHIFT)

typedef struct transition {
    uint32_t from, to;
    enum cl_region_mover mover;
} transition;

/* One way that each state comes and goes. */
static const transition legal[] = {
    {WORD(BARE, 0, 77), WORD(CLEAN, 0, 0), CL_REGION_BY_ALLOCATOR},
    {WORD(CLEAN, 0, 0), WORD(OWNED, 1, 5), CL_REGION_BY_ALLOCATOR},
    {WORD(OWNED, 1, 5), WORD(OWNED, 2, 5), CL_REGION_BY_DAEMON},
    {WORD(OWNED, 2, 5), WORD(HOLES, 2, 40), CL_REGION_BY_ALLOCATOR},
    {WORD(HOLES, 2, 40), WORD(SWEEPING, 3, 0), CL_REGION_BY_DAEMON},
    {WORD(SWEEPING, 3, 0), WORD(FULL, 3, 0), CL_REGION_BY_DAEMON},
    {WORD(FULL, 3, 0), WORD(OWNED, 1, 5), CL_REGION_BY_ALLOCATOR},
    {WORD(OWNED, 0, 5), WORD(TAIL, 0, 5), CL_REGION_BY_ALLOCATOR},
    {WORD(OWNED, 0, 5), WORD(LARGE, 0, 5), CL_REGION_BY_ALLOCATOR},
    {WORD(LARGE, 0, 5), WORD(SWEEPING, 1, 5), CL_REGION_BY_DAEMON},
    {WORD(TAIL, 0, 5), WORD(FREE, 1, 0), CL_REGION_BY_DAEMON},
    {WORD(SWEEPING, 1, 5), WORD(FREE, 1, 0), CL_REGION_BY_DAEMON},
    {WORD(FREE, 1, 0), WORD(SWEEPING, 0, 0), CL_REGION_BY_DAEMON},
    {WORD(SWEEPING, 0, 0), WORD(BARE, 0, 77), CL_REGION_BY_DAEMON},
};

static const transition illegal[] = {
    {WORD(BARE, 0, 77), WORD(HOLES, 0, 0), CL_REGION_BY_ALLOCATOR},    /* never had memory                   */
    {WORD(BARE, 0, 77), WORD(SWEEPING, 0, 0), CL_REGION_BY_DAEMON},    /* nothing to give back               */
    {WORD(CLEAN, 0, 0), WORD(OWNED, 1, 0), CL_REGION_BY_ALLOCATOR},    /* an owner who is nobody             */
    {WORD(CLEAN, 0, 0), WORD(OWNED, 1, 5), CL_REGION_BY_DAEMON},       /* the daemon makes no objects        */
    {WORD(FREE, 0, 0), WORD(BARE, 0, 77), CL_REGION_BY_DAEMON},        /* not taken first                    */
    {WORD(FREE, 0, 0), WORD(LARGE, 0, 5), CL_REGION_BY_ALLOCATOR},     /* the same                           */
    {WORD(FREE, 0, 0), WORD(CLEAN, 0, 0), CL_REGION_BY_DAEMON},        /* its memory is not zero             */
    {WORD(HOLES, 1, 0), WORD(FREE, 1, 0), CL_REGION_BY_DAEMON},        /* has objects                        */
    {WORD(HOLES, 1, 0), WORD(SWEEPING, 2, 0), CL_REGION_BY_ALLOCATOR}, /* the daemon's                       */
    {WORD(FULL, 1, 0), WORD(HOLES, 2, 0), CL_REGION_BY_DAEMON},        /* not taken first                    */
    {WORD(OWNED, 1, 5), WORD(OWNED, 1, 6), CL_REGION_BY_DAEMON},       /* another's                          */
    {WORD(OWNED, 1, 5), WORD(OWNED, 2, 5), CL_REGION_BY_ALLOCATOR},    /* claimed twice                      */
    {WORD(OWNED, 1, 5), WORD(HOLES, 2, 0), CL_REGION_BY_ALLOCATOR},    /* said to be swept, and is not       */
    {WORD(OWNED, 1, 5), WORD(FULL, 1, 5), CL_REGION_BY_ALLOCATOR},     /* given back, and keeps its owner    */
    {WORD(OWNED, 1, 5), WORD(SWEEPING, 2, 0), CL_REGION_BY_DAEMON},    /* taken from a living owner          */
    {WORD(SWEEPING, 2, 0), WORD(HOLES, 1, 0), CL_REGION_BY_DAEMON},    /* swept for an older cycle           */
    {WORD(SWEEPING, 2, 0), WORD(OWNED, 2, 5), CL_REGION_BY_ALLOCATOR}, /* the daemon has it                  */
    {WORD(SWEEPING, 2, 5), WORD(LARGE, 0, 6), CL_REGION_BY_DAEMON},    /* another's                          */
    {WORD(LARGE, 0, 5), WORD(FREE, 1, 0), CL_REGION_BY_ALLOCATOR},     /* not taken first                    */
    {WORD(LARGE, 0, 5), WORD(SWEEPING, 1, 0), CL_REGION_BY_DAEMON},    /* forgets whose tails to free        */
    {WORD(TAIL, 0, 5), WORD(OWNED, 0, 5), CL_REGION_BY_ALLOCATOR},     /* goes with its head                 */
    {WORD(TAIL, 0, 5), WORD(HOLES, 1, 0), CL_REGION_BY_DAEMON},        /* no small object was ever in it     */
    {CL_REGION_STATES, WORD(FREE, 0, 0), CL_REGION_BY_DAEMON},         /* no state                           */
    {WORD(FREE, 0, 0), CL_REGION_STATE_MASK, CL_REGION_BY_DAEMON},     /* the same                           */
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void legal_transitions_are_told_from_others(void) {
    for (uint32_t i = 0; i < COUNT(legal); i++) {
        const transition *t = &legal[i];
        CHECK(cl_region_may_move(t->from, t->to, t->mover));
    }
    for (uint32_t i = 0; i < COUNT(illegal); i++) {
        const transition *t = &illegal[i];
        if (cl_region_may_move(t->from, t->to, t->mover)) {
            printf("illegal[%u], from %#x to %#x\n", i, t->from, t->to);
        }
        CHECK(!cl_region_may_move(t->from, t->to, t->mover));
    }
}

/* ---- what ends a process ---- */

static void enter_twice(const made *m) {
    cl_enter(mutator_of(cl_at(here(), m->slot)));
    cl_enter(mutator_of(cl_at(here(), m->slot)));
}

static void release_a_lock_that_it_has_not(const made *m) {
    cl_lock_release(mutator_of(cl_at(here(), m->slot)), &((cl_container *)cl_at(here(), m->list))->lock);
}

static void store_behind_an_object(const made *m) {
    cl_store_raw(m->object, 6, 7); /* the list is between */
}

static void store_a_reference_behind_an_object(const made *m) {
    cl_store_at(m->slot, ((const cl_slot *)cl_at(here(), m->slot))->alloc_top, m->object);
}

static void store_into_nothing(const made *m) {
    cl_store_at(m->slot, cl_region_start(here(), here()->region_count - 2), m->object);
}

static void shade_what_is_no_object(const made *m) {
    cl_store_at(m->slot, place_of(m->object, 0), 0);
    *word_at(place_of(m->object, 0)) = m->object + CL_GRANULE;
    cl_store_at(m->slot, place_of(m->object, 0), 0);
}

static const transition *chosen;

static void move_a_region_illegally(const made *m) {
    (void)m;
    uint32_t word = chosen->from;
    cl_region_move(&here()->regions[here()->region_count - 1], &word, chosen->to, chosen->mover);
}

static void put_a_region_down_illegally(const made *m) {
    (void)m;
    cl_region_put(&here()->regions[here()->region_count - 1], chosen->from, chosen->to, chosen->mover);
}

typedef void (*deed)(const made *m);

static void commit_it(void *argument) {
    made m = make();
    (*(deed *)argument)(&m);
}

static void ends(deed what) {
    int status;
    pid_t child = check_fork(commit_it, &what);
    CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void a_broken_step_ends_the_process(void) {
    ends(enter_twice);
    ends(release_a_lock_that_it_has_not);
    ends(shade_what_is_no_object);
}

static void an_illegal_transition_ends_the_process(void) {
    for (uint32_t i = 0; i < COUNT(illegal); i++) {
        chosen = &illegal[i];
        ends(i % 2 == 0 ? move_a_region_illegally : put_a_region_down_illegally);
    }
    make();
    const _Atomic uint32_t *last = &here()->regions[here()->region_count - 1];
    CHECK(cl_region_state_of(cl_load_acquire(last)) == CL_REGION_BARE); /* no word was written */
}

static void a_store_outside_a_block_ends_the_process(void) {
    ends(store_behind_an_object);
    ends(store_a_reference_behind_an_object);
    ends(store_into_nothing);
}

int main(void) {
    check_begin("invariant");
    daemon_start(SEGMENT, NULL);
    RUN(places_inside_blocks_are_told_from_others);
    RUN(large_blocks_are_one);
    RUN(legal_transitions_are_told_from_others);
    if (CL_CHECK >= 1) {
        RUN(a_broken_step_ends_the_process);
        RUN(an_illegal_transition_ends_the_process);
    } else {
        check_skip("a_broken_step_ends_the_process", "this build does not check");
        check_skip("an_illegal_transition_ends_the_process", "this build does not check");
    }
    if (CL_CHECK >= 2) {
        RUN(a_store_outside_a_block_ends_the_process);
    } else {
        check_skip("a_store_outside_a_block_ends_the_process", "this build does not check that");
    }
    return check_end();
}
