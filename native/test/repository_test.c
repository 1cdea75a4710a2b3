/* SPDX-License-Identifier: Apache-2.0 */
/* Named roots: what one process stores, another finds. */
#include "daemon.h"
#include "words.h"

#define NODES   20000
#define WRITERS 4
#define ROUNDS  5000

static void build_list(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot("repository");
    cl_field_spec fields[] = {field("value", CL_TYPE_INTEGER), field("next", CL_TYPE_ANY)};
    uint64_t head = CL_TAG_NULL;
    for (int i = 0; i < NODES; i++) {
        uint64_t node = object_of(slot, "Node", fields, 2);
        cl_store_raw(node, 0, (uint64_t)i);
        cl_store_tagged(slot, node, 1, head);
        head = node;
    }
    cl_store_at(slot, repository("list"), head);
}

/* The objects outlive the process that made them. */
static void another_process_finds_the_list(void) {
    CHECK(check_join(check_fork(build_list, NULL)));
    uint64_t slot = daemon_attach_slot("repository");
    daemon_wait_vms(1);
    uint64_t node = cl_load_at(slot, repository("list"));
    for (int i = NODES - 1; i >= 0; i--) {
        CHECK(cl_load_raw(node, 0) == (uint64_t)i);
        node = cl_load_tagged(slot, node, 1);
    }
    CHECK(node == CL_TAG_NULL && cl_load_at(slot, repository("empty")) == CL_TAG_NULL);
    daemon_validate(3);
}

static void swap_values(void *number) {
    uint64_t slot = daemon_attach_slot("repository");
    cl_field_spec fields[] = {field("a", CL_TYPE_INTEGER), field("b", CL_TYPE_INTEGER)};
    uint64_t place = repository("contended");
    for (uint64_t i = 0; i < ROUNDS; i++) {
        uint64_t object = object_of(slot, "Twin", fields, 2);
        cl_store_raw(object, 0, i * WRITERS + *(uint64_t *)number);
        cl_store_raw(object, 1, i * WRITERS + *(uint64_t *)number);
        cl_store_at(slot, place, object);
        uint64_t seen = cl_load_at(slot, place);
        CHECK(cl_load_raw(seen, 0) == cl_load_raw(seen, 1)); /* published after it was complete */
    }
}

static void writers_see_complete_objects(void) {
    pid_t children[WRITERS];
    for (uint64_t i = 0; i < WRITERS; i++) {
        children[i] = check_fork(swap_values, &i);
    }
    for (int i = 0; i < WRITERS; i++) {
        CHECK(check_join(children[i]));
    }
    daemon_attach("repository");
    daemon_wait_vms(1);
    daemon_validate(3);
}

int main(void) {
    check_begin("repository");
    daemon_start("repository", NULL);
    RUN(another_process_finds_the_list);
    RUN(writers_see_complete_objects);
    return check_end();
}
