/* SPDX-License-Identifier: Apache-2.0 */
/* The marker in this process, on a segment whose daemon does not collect meanwhile. */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "pointer_maps.h"
#include "marker.h"
#include "peers.h"
#include "region.h"
#include "roots.h"
#include "workers.h"

#define CHILDREN 60u

static uint64_t parent(uint64_t slot) {
    cl_field_spec fields[CHILDREN];
    for (uint32_t i = 0; i < CHILDREN; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%u", i);
        fields[i] = field(name, CL_TYPE_ANY);
    }
    return object_of(slot, "Parent", fields, CHILDREN);
}

/* Stacks and their packets hold 18 references here; what has no room is left grey for a pass, at a place that the pass
 * has gone by. */
static void what_the_stack_has_no_room_for_is_scanned(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("marker");
    uint64_t grandchildren[CHILDREN];
    uint64_t object = parent(slot);
    cl_field_spec only = field("only", CL_TYPE_ANY);
    cl_store_at(slot, repository("parent"), object);
    for (uint32_t i = 0; i < CHILDREN; i++) {
        uint64_t child = object_of(slot, "Child", &only, 1);
        grandchildren[i] = string(slot, "grandchild");
        cl_store_tagged(slot, child, 0, grandchildren[i]);
        cl_store_tagged(slot, object, i, child);
    }
    cl_space_take(cl_base());
    const cl_space *space = cl_space_get();
    uint32_t epoch = cl_epoch_after(cl_load_relaxed(&space->header->gc_word) & CL_GC_EPOCH_MASK);
    REQUIRE(cl_workers_start(1, &error) && cl_pointer_maps_open(space, &error) && cl_marker_open(space, 2, &error),
            &error);
    cl_marker_begin(epoch);
    _Atomic bool never = false;
    CHECK(cl_marker_run(&never));
    for (uint32_t i = 0; i < CHILDREN; i++) {
        CHECK(cl_load_relaxed(cl_mark_at(here(), cl_ref_of(grandchildren[i]))) == (CL_MARK_OBJECT | epoch));
    }
    CHECK(cl_marker_result().objects == 1 + 2 * CHILDREN);
}

/* A mutator may overwrite a field of an object on the stack, behind the pass: what it shades is scanned by the next. */
static void a_pass_that_begins_with_roots_is_not_the_last(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("marker");
    cl_store_at(slot, repository("parent"), string(slot, "only"));
    cl_space_take(cl_base());
    const cl_space *space = cl_space_get();
    uint32_t epoch = cl_epoch_after(cl_load_relaxed(&space->header->gc_word) & CL_GC_EPOCH_MASK);
    REQUIRE(cl_workers_start(1, &error) && cl_pointer_maps_open(space, &error) && cl_marker_open(space, 1024, &error),
            &error);
    _Atomic bool never = false;
    cl_marker_begin(epoch);
    CHECK(cl_marker_run(&never));
    CHECK(cl_marker_result().passes == 2 && cl_marker_result().roots == 1 && cl_marker_result().objects == 1);
    cl_marker_begin(epoch);
    CHECK(cl_marker_run(&never));
    CHECK(cl_marker_result().objects == 0); /* marked already */
}

typedef struct greyer {
    _Atomic uint8_t *mark;
    uint8_t grey;
    int log; /* what the daemon's log would get */
    _Atomic bool stopping;
} greyer;

static bool has_text(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && status.st_size > 0;
}

static void *grey_for_no_reason(void *argument) {
    greyer *g = argument;
    while (!has_text(g->log)) {
        for (int i = 0; i < 1000; i++) {
            cl_store_relaxed(g->mark, g->grey);
        }
    }
    cl_store_relaxed(&g->stopping, true);
    return NULL;
}

/* Marking does not end as long as a process makes marks grey. The daemon says so, and can be ended. */
static void passes_without_end_are_reported(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("marker");
    uint64_t only = string(slot, "only");
    cl_store_at(slot, repository("parent"), only);
    cl_space_take(cl_base());
    const cl_space *space = cl_space_get();
    uint32_t epoch = cl_epoch_after(cl_load_relaxed(&space->header->gc_word) & CL_GC_EPOCH_MASK);
    REQUIRE(cl_workers_start(1, &error) && cl_pointer_maps_open(space, &error) && cl_marker_open(space, 1024, &error),
            &error);
    greyer g = {.mark = cl_mark_at(here(), cl_ref_of(only)),
                .grey = (uint8_t)(CL_MARK_OBJECT | CL_MARK_GREY | epoch),
                .log = memfd_create("log", 0)};
    int usual = dup(STDERR_FILENO);
    pthread_t thread;
    REQUIRE(g.log >= 0 && usual >= 0 && dup2(g.log, STDERR_FILENO) >= 0 &&
                pthread_create(&thread, NULL, grey_for_no_reason, &g) == 0,
            &error);
    uint32_t most = 0;
    for (bool ended = true;
         ended;) { /* where the other thread does not run for a moment, marking ends, also after the report */
        cl_marker_begin(epoch);
        ended = cl_marker_run(&g.stopping);
        most = cl_marker_result().passes > most ? cl_marker_result().passes : most;
    }
    pthread_join(thread, NULL);
    dup2(usual, STDERR_FILENO);
    CHECK(most > CL_MARKER_PASSES_WARN);
    char text[200] = "";
    CHECK(pread(g.log, text, sizeof text - 1, 0) > 0 && strstr(text, "marks still after 1000 passes") != NULL);
}

int main(void) {
    check_begin("marker");
    daemon_start("marker", NULL);
    RUN(what_the_stack_has_no_room_for_is_scanned);
    RUN(a_pass_that_begins_with_roots_is_not_the_last);
    RUN(passes_without_end_are_reported);
    return check_end();
}
