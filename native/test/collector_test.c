/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles of a real daemon, seen from attached processes. */
#include <signal.h>
#include <stdlib.h>

#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "region.h"
#include "roots.h"

#define NODE_BYTES 32u

static uint32_t node_shape(void) {
    cl_error error = {0, ""};
    cl_field_spec fields[] = {field("next", CL_TYPE_ANY), field("value", CL_TYPE_INTEGER)};
    uint32_t shape = cl_shape_intern(named(CL_KIND_CLASS, "Node"), fields, 2, &error);
    REQUIRE(shape != 0, &error);
    return shape;
}

static uint64_t node(uint64_t slot, uint64_t next, uint64_t value) {
    static uint32_t shape; /* a case, and so a process, has one segment */
    cl_error error = {0, ""};
    shape = shape != 0 ? shape : node_shape();
    uint64_t object = cl_allocate(slot, shape, &error);
    REQUIRE(object != 0, &error);
    cl_store_tagged(slot, object, 0, next);
    cl_store_raw(object, 1, value);
    return object;
}

static uint64_t list(uint64_t slot, uint32_t length) {
    uint64_t head = 0;
    for (uint32_t i = 0; i < length; i++) {
        head = node(slot, head, i);
    }
    return head;
}

static uint32_t length_of(uint64_t slot, uint64_t head) {
    uint32_t length = 0;
    for (uint64_t at = head; at != 0; at = cl_load_tagged(slot, at, 0)) {
        length++;
    }
    return length;
}

/* Four times what fits is allocated; a list in a repository stays whole. */
static void garbage_makes_room(void) {
    uint64_t slot = daemon_attach_slot("small");
    cl_store_at(slot, repository("kept"), list(slot, 1000));
    for (uint32_t i = 0; i < 4 * 4 * 1024 * 1024 / NODE_BYTES; i++) {
        node(slot, 0, i);
        if (i % 10000 == 0) {
            keep_only(slot, NULL, 0);
        }
    }
    CHECK(length_of(slot, cl_load_at(slot, repository("kept"))) == 1000);
    CHECK(cl_load_acquire(&here()->header->cycles_finished) > 2);
    daemon_validate(3);
}

static void nothing_unreachable_survives(void) {
    uint64_t slot = daemon_attach_slot("small");
    cl_store_at(slot, repository("kept"), 0);
    keep_only(slot, NULL, 0);
    collect();
    uint64_t before = count_objects();
    uint64_t head = list(slot, 5000);
    keep_only(slot, &head, 1);
    collect();
    collect();
    CHECK(count_objects() == before + 5000 && length_of(slot, head) == 5000);
    keep_only(slot, NULL, 0);
    collect();
    CHECK(last_cycle()->used_bytes >= last_cycle()->marked_bytes + 5000 * NODE_BYTES);
    collect();
    CHECK(count_objects() == before && !is_object(head));
    daemon_validate(3);
}

static void a_cycle_of_references_is_garbage(void) {
    uint64_t slot = daemon_attach_slot("small");
    uint64_t a = node(slot, 0, 1);
    uint64_t b = node(slot, a, 2);
    cl_store_tagged(slot, a, 0, b);
    keep_only(slot, &b, 1);
    collect();
    CHECK(is_object(a) && is_object(b));
    keep_only(slot, NULL, 0);
    collect();
    CHECK(!is_object(a) && !is_object(b));
}

/* Strings, boxes, extension blocks: marked through their object. */
static void what_an_object_holds_lives(void) {
    uint64_t slot = daemon_attach_slot("small");
    cl_error error = {0, ""};
    uint64_t object = node(slot, 0, 7);
    for (uint32_t i = 0; i < 40; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%u", i);
        put(slot, object, field(name, CL_TYPE_ANY),
            i % 2 == 0 ? string(slot, name) : cl_box_integer(slot, INT64_MAX - i, &error));
    }
    keep_only(slot, &object, 1);
    collect();
    collect();
    for (uint32_t i = 0; i < 40; i++) {
        char name[8];
        snprintf(name, sizeof name, "f%u", i);
        uint64_t word = bits_of(object, name);
        const cl_string_head *head = cl_at(here(), word);
        CHECK(is_object(word));
        CHECK(i % 2 != 0 || (head->header.length == strlen(name) && memcmp(head + 1, name, strlen(name)) == 0));
        CHECK(i % 2 == 0 || cl_load_raw(word, 0) == (uint64_t)(INT64_MAX - i));
    }
    daemon_validate(3);
}

/* Large blocks come and go, more than fit at once, and leave no region behind. */
static void large_objects_are_returned(void) {
    uint64_t slot = daemon_attach_slot("small");
    char *text = malloc(700000);
    cl_error error = {0, ""};
    for (uint32_t i = 0; i < 40; i++) {
        memset(text, 'a' + (int)(i % 26), 700000);
        uint64_t made = cl_string(slot, text, 20000 + 17000 * i, &error);
        REQUIRE(made != 0, &error);
        CHECK(memcmp((const cl_string_head *)cl_at(here(), made) + 1, text, 20000 + 17000 * i) == 0);
        keep_only(slot, &made, 1);
    }
    keep_only(slot, NULL, 0);
    collect();
    collect();
    for (uint32_t i = 0; i < here()->region_count; i++) {
        uint32_t state = cl_load_acquire(&here()->regions[i]) & CL_REGION_STATE_MASK;
        CHECK(state != CL_REGION_LARGE && state != CL_REGION_TAIL);
    }
    free(text);
    daemon_validate(3);
}

/* A block that its maker gave up is no object, is not freed under it, and is given back by the next one. */
static void an_unpublished_large_block(void) {
    uint64_t slot = daemon_attach_slot("small");
    cl_error error = {0, ""};
    uint64_t block = cl_block_large(slot, 100000, &error);
    CHECK_OK(block != 0, &error);
    collect();
    CHECK((cl_load_acquire(&here()->regions[cl_region_of(here(), block)]) & CL_REGION_STATE_MASK) == CL_REGION_LARGE);
    CHECK(cl_block_large(slot, 100000, &error) == block);
    cl_slot_release(slot);
    CHECK((cl_load_acquire(&here()->regions[cl_region_of(here(), block)]) & CL_REGION_STATE_MASK) == CL_REGION_FREE);
}

/* The owner of a large block that died settles it while the sweep frees it: what of it is another's already stays so.
 */
static void a_settled_block_takes_nothing_of_others(void) {
    uint64_t slot = daemon_attach_slot("small");
    cl_error error = {0, ""};
    uint64_t block = cl_block_large(slot, 100000, &error);
    REQUIRE(block != 0, &error);
    uint32_t last = cl_region_of(here(), block + 100000 - 1);
    uint32_t others = cl_region_word(CL_REGION_OWNED, 0, CL_SLOT_MAX);
    _Atomic uint32_t *place = (_Atomic uint32_t *)&here()->regions[last];
    cl_store_release(place, others);
    cl_slot_release(slot);
    CHECK(cl_load_acquire(place) == others);
    CHECK(cl_region_is_empty(cl_load_acquire(&here()->regions[last - 1])));
    cl_store_release(place, cl_region_word(CL_REGION_FREE, 0, 0));
}

static void full_of_live_objects(void) {
    uint64_t slot = daemon_attach_slot("tiny");
    cl_error error = {0, ""};
    uint64_t head = 0, count = 0;
    for (uint64_t object; (object = cl_allocate(slot, node_shape(), &error)) != 0; count++) {
        cl_store_tagged(slot, object, 0, head);
        head = object;
    }
    CHECK(count == 1024 * 1024 / NODE_BYTES); /* every byte was used */
    CHECK(check_error(&error, CL_ERR_MEMORY, "1048576 of 1048576 bytes are live"));
    CHECK(length_of(slot, head) == count);
    daemon_validate(3);
    keep_only(slot, NULL, 0);
    CHECK_OK(cl_allocate(slot, node_shape(), &error) != 0, &error);
}

static void hold(void *argument) {
    (void)argument;
    uint64_t slot = daemon_attach_slot("stopped");
    cl_enter(mutator_of(cl_at(here(), slot)));
    cl_store_release(word_at(repository("inside")), integer(1));
    raise(SIGSTOP);
    cl_leave(mutator_of(cl_at(here(), slot)));
    for (;;) {
        check_sleep_us(1000);
    }
}

/* In the middle of a cycle, while reports are outstanding. */
static void attach_and_publish(void *argument) {
    (void)argument;
    uint64_t slot = daemon_attach_slot("stopped");
    CHECK((cl_load_acquire(&here()->header->gc_word) & CL_GC_REPORT) != 0);
    cl_store_at(slot, repository("late"), list(slot, 1000));
}

/* A process that is stopped inside an operation delays a cycle, is named, and blocks nobody that has memory. */
static void a_stopped_process_is_named(void) {
    uint64_t slot = daemon_attach_slot("stopped");
    cl_error error = {0, ""};
    pid_t child = check_fork(hold, NULL);
    while (cl_load_acquire(word_at(repository("inside"))) != integer(1)) {
        check_sleep_us(1000);
    }
    CHECK(!cl_collect(500, &error));
    check_await(&here()->header->waiting_slot, 1); /* on a slow machine the cycle has only begun */
    CHECK(!cl_collect(500, &error));
    char pid[32];
    snprintf(pid, sizeof pid, "process %d (thread", (int)child);
    CHECK(check_error(&error, CL_ERR_MEMORY, pid));
    CHECK(cl_load_acquire(&here()->header->waiting_slot) != 0);
    CHECK(length_of(slot, list(slot, 1000)) == 1000);
    CHECK(check_join(check_fork(attach_and_publish, NULL)));
    kill(child, SIGCONT);
    error.code = 0;
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error);
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error);
    CHECK(length_of(slot, cl_load_at(slot, repository("late"))) == 1000);
    kill(child, SIGKILL);
    CHECK(check_killed(child));
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error);
}

/* A process that dies inside an operation does not hold up a cycle. */
static void a_process_killed_inside_an_operation(void) {
    daemon_attach("stopped");
    cl_error error = {0, ""};
    cl_store_release(word_at(repository("inside")), 0);
    pid_t child = check_fork(hold, NULL);
    while (cl_load_acquire(word_at(repository("inside"))) != integer(1)) {
        check_sleep_us(1000);
    }
    kill(child, SIGKILL);
    CHECK(check_killed(child));
    CHECK_OK(cl_collect(PATIENCE_MS, &error), &error);
    daemon_validate(3);
}

static void no_daemon(void) {
    daemon_attach("gone");
    cl_error error = {0, ""};
    daemon_stop("gone", SIGKILL);
    CHECK(!cl_collect(PATIENCE_MS, &error) && check_error(&error, CL_ERR_MEMORY, "which collects garbage, is gone"));
}

static uint64_t bare_bytes(void) {
    uint64_t bare = 0;
    for (uint32_t i = 0; i < here()->region_count; i++) {
        bare += cl_region_state_of(cl_load_acquire(&here()->regions[i])) == CL_REGION_BARE;
    }
    return bare << CL_REGION_SHIFT;
}

static void memory_goes_back(void) {
    uint64_t slot = daemon_attach_slot("roomy");
    cl_error error = {0, ""};
    uint64_t head = list(slot, 64 * 1024 * 1024 / NODE_BYTES);
    CHECK(head != 0);
    keep_only(slot, NULL, 0);
    uint64_t start = check_now_ms();
    collect();
    uint64_t bare = bare_bytes();
    uint64_t steps = (check_now_ms() - start) / 1000; /* of 4 MiB, each second one */
    CHECK(bare <= (256 - 60 + 4 * steps) * 1024 * 1024); /* the next period may need it */
    collect();
    CHECK(bare_bytes() >= (256 - 24) * 1024ull * 1024);
    CHECK_OK(length_of(slot, list(slot, 1000)) == 1000, &error);
    daemon_validate(3);
}

int main(void) {
    check_begin("collector");
    daemon_start("small", "--objects", "4M", NULL);
    daemon_start("tiny", "--objects", "1M", NULL);
    daemon_start("stopped", NULL);
    daemon_start("gone", NULL);
    daemon_start("roomy", "--gc-floor", "1G", NULL);
    RUN(garbage_makes_room);
    RUN(nothing_unreachable_survives);
    RUN(a_cycle_of_references_is_garbage);
    RUN(what_an_object_holds_lives);
    RUN(large_objects_are_returned);
    RUN(an_unpublished_large_block);
    RUN(a_settled_block_takes_nothing_of_others);
    RUN(full_of_live_objects);
    RUN(a_stopped_process_is_named);
    RUN(a_process_killed_inside_an_operation);
    RUN(no_daemon);
    RUN(memory_goes_back);
    return check_end();
}
