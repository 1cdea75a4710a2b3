/* SPDX-License-Identifier: Apache-2.0 */
/* What operations do to mark bytes in each phase of the collector (rules M2, M4, M5). The test plays the collector. */
#include "daemon.h"
#include "here.h"
#include "words.h"

#define WHITE_2 (CL_MARK_OBJECT | 1) /* of epoch 1, while 2 is current */
#define BLACK_2 (CL_MARK_OBJECT | 2)
#define GREY_2  (CL_MARK_OBJECT | CL_MARK_GREY | 2)

static uint8_t mark(uint64_t object) {
    return cl_load_acquire(cl_mark_at(here(), cl_ref_of(object)));
}

static void set_phase(uint64_t epoch, bool reports) {
    cl_store_release(&here()->header->gc_word, epoch | (reports ? CL_GC_REPORT : 0));
}

typedef struct nodes {
    uint64_t slot, holder, old, new;
} nodes;

static nodes make(void) {
    nodes n = {.slot = daemon_attach_slot("barrier")};
    set_phase(1, false);
    cl_field_spec next = field("next", CL_TYPE_ANY);
    n.holder = object_of(n.slot, "Node", &next, 1);
    n.old = object_of(n.slot, "Node", &next, 1);
    n.new = object_of(n.slot, "Node", &next, 1);
    cl_store_tagged(n.slot, n.holder, 0, n.old);
    CHECK(mark(n.old) == WHITE_2 && mark(n.new) == WHITE_2);
    return n;
}

static void deletion_shades_always(void) {
    nodes n = make();
    set_phase(2, false);
    cl_store_tagged(n.slot, n.holder, 0, n.new);
    CHECK(mark(n.old) == GREY_2 && mark(n.new) == WHITE_2 && mark(n.holder) == WHITE_2);
    set_phase(1, false);
}

static void insertion_shades_while_reports_are_out(void) {
    nodes n = make();
    set_phase(2, true);
    cl_store_tagged(n.slot, n.holder, 0, n.new);
    CHECK(mark(n.old) == GREY_2 && mark(n.new) == GREY_2);
    set_phase(1, false);
}

static void marked_objects_stay_as_they_are(void) {
    nodes n = make();
    set_phase(2, true);
    cl_store_release(cl_mark_at(here(), cl_ref_of(n.old)), BLACK_2);
    cl_store_tagged(n.slot, n.holder, 0, CL_TAG_NULL);
    CHECK(mark(n.old) == BLACK_2);
    set_phase(1, false);
}

static void allocation_is_grey_while_reports_are_out(void) {
    nodes n = make();
    cl_field_spec next = field("next", CL_TYPE_ANY);
    set_phase(2, true);
    CHECK(mark(object_of(n.slot, "Node", &next, 1)) == GREY_2);
    CHECK(mark(string(n.slot, "text")) == GREY_2);
    set_phase(2, false);
    CHECK(mark(object_of(n.slot, "Node", &next, 1)) == BLACK_2);
    set_phase(1, false);
}

static void freeing_a_chunk_shades_while_reports_are_out(void) {
    nodes n = make();
    cl_error error = {0, ""};
    uint64_t first = cl_chunk_entries_offset(here(), ((const cl_slot *)cl_at(here(), n.slot))->chunk - 1);
    CHECK_OK(cl_chunk_next(n.slot, &error) != 0, &error);
    set_phase(2, false);
    CHECK_OK(cl_load_tagged(n.slot, n.holder, 0) == n.old, &error);
    uint64_t second = cl_chunk_entries_offset(here(), ((const cl_slot *)cl_at(here(), n.slot))->chunk - 1);
    CHECK_OK(cl_chunk_next(n.slot, &error) != 0, &error);
    cl_chunk_free(n.slot, second);
    CHECK(mark(n.old) == WHITE_2);
    set_phase(2, true);
    cl_chunk_free(n.slot, first);
    CHECK(mark(n.old) == GREY_2 && mark(n.new) == GREY_2 && mark(n.holder) == GREY_2);
    set_phase(1, false);
}

static void evolution_runs_the_barrier(void) {
    nodes n = make();
    cl_error error = {0, ""};
    uint64_t replaced = string(n.slot, "replaced");
    uint64_t value = string(n.slot, "value");
    put(n.slot, n.holder, field("name", CL_TYPE_STRING), replaced);
    set_phase(2, true);
    put(n.slot, n.holder, field("name", CL_TYPE_ANY), value); /* wider: the same slot */
    CHECK(mark(replaced) == GREY_2 && mark(value) == GREY_2);
    CHECK(mark(n.old) == WHITE_2);
    CHECK_OK(cl_evolve_remove(n.slot, n.holder, named(CL_KIND_NAME, "next"), &error) != 0, &error);
    CHECK(mark(n.old) == GREY_2);
    set_phase(1, false);
}

/* Things of the classes space have no mark byte. */
static void immortal_things_are_not_shaded(void) {
    nodes n = make();
    uint64_t class = cl_bytes(named(CL_KIND_CLASS, "Node"));
    set_phase(2, true);
    cl_store_tagged(n.slot, n.holder, 0, class);
    cl_store_tagged(n.slot, n.holder, 0, class);
    set_phase(1, false);
    daemon_validate(1);
}

static void operations_leave_an_even_counter(void) {
    nodes n = make();
    const cl_slot *record = cl_at(here(), n.slot);
    uint64_t before = cl_load_relaxed(&record->seq);
    cl_load_tagged(n.slot, n.holder, 0);
    CHECK(cl_load_relaxed(&record->seq) == before + 2 && before % 2 == 0);
    CHECK(cl_load_relaxed(&record->evolving) == 0);
}

int main(void) {
    check_begin("barrier");
    daemon_start("barrier", NULL);
    RUN(deletion_shades_always);
    RUN(insertion_shades_while_reports_are_out);
    RUN(marked_objects_stay_as_they_are);
    RUN(allocation_is_grey_while_reports_are_out);
    RUN(freeing_a_chunk_shades_while_reports_are_out);
    RUN(evolution_runs_the_barrier);
    RUN(immortal_things_are_not_shaded);
    RUN(operations_leave_an_even_counter);
    return check_end();
}
