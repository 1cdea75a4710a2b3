/* SPDX-License-Identifier: Apache-2.0 */
/* Named roots: what one process stores, another finds. */
#include "daemon.h"
#include "here.h"
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

static void wait_for_text(void *unused) {
    (void)unused;
    uint64_t slot = daemon_attach_slot("repository");
    uint64_t place = repository("awaited");
    CHECK(cl_repository_wait(place, integer(1), UINT64_MAX) == 1);
    uint64_t word = cl_load_at(slot, place);
    CHECK(memcmp(cl_at(here(), word + sizeof(cl_string_head)), "news", 4) == 0);
}

static void a_set_wakes_who_waits(void) {
    uint64_t slot = daemon_attach_slot("repository");
    uint64_t place = repository("awaited");
    const cl_entity *entity = cl_at(here(), place - offsetof(cl_entity, value));
    cl_repository_set(slot, place, integer(1));
    CHECK(cl_load_acquire(&entity->changes) == 0); /* nobody waits: a store and a look */
    CHECK(cl_repository_wait(place, integer(2), 0) == 1 && cl_repository_wait(place, integer(1), 20000000) == 0);
    pid_t waiter = check_fork(wait_for_text, NULL);
    while ((cl_load_acquire(&entity->changes) & CL_CHANGES_AWAITED) == 0) {
        check_sleep_us(100);
    }
    cl_repository_set(slot, place, string(slot, "news"));
    CHECK(check_join(waiter));
    uint64_t seen = cl_load_at(slot, place);
    CHECK(!cl_repository_exchange(slot, place, integer(1), integer(3)) && cl_load_at(slot, place) == seen);
    CHECK(cl_repository_exchange(slot, place, seen, integer(3)) && cl_load_at(slot, place) == integer(3));
}

static void a_removed_one_comes_back(void) {
    uint64_t slot = daemon_attach_slot("repository");
    uint64_t place = repository("removed");
    const cl_entity *entity = cl_at(here(), place - offsetof(cl_entity, value));
    cl_repository_set(slot, place, string(slot, "kept"));
    CHECK(cl_repository_remove(slot, "removed", 7) == 1 && cl_load_at(slot, place) == CL_TAG_NULL);
    CHECK((cl_load_acquire(&entity->changes) & CL_CHANGES_REMOVED) != 0);
    CHECK(cl_repository_remove(slot, "removed", 7) == 0 && cl_repository_remove(slot, "never", 5) == 0);
    cl_repository_set(slot, place, integer(1)); /* by who still has it */
    CHECK((cl_load_acquire(&entity->changes) & CL_CHANGES_REMOVED) == 0);
    daemon_validate(3);
}

int main(void) {
    check_begin("repository");
    daemon_start("repository", NULL);
    RUN(another_process_finds_the_list);
    RUN(writers_see_complete_objects);
    RUN(a_set_wakes_who_waits);
    RUN(a_removed_one_comes_back);
    return check_end();
}
