/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of one process change and read one list and one map: for ThreadSanitizer, which sees one process only. No
 * cycle runs meanwhile, for it does not see the collector's order either. */
#include <pthread.h>

#include "daemon.h"
#include "here.h"
#include "maps.h"

#define THREADS 4u
#define ROUNDS  3000

static uint64_t list, map;

static uint64_t claim_slot(void) {
    cl_error error = {0, ""};
    uint64_t slot = cl_slot_claim(&error);
    REQUIRE(slot != 0, &error);
    return slot;
}

static void change_list(uint64_t slot, int64_t round) {
    cl_error error = {0, ""};
    cl_element element = {.kind = CL_SLOT_INT64, .bits = (uint64_t)round};
    REQUIRE((round % 7 != 0 && cl_list_append_at_once(slot, list, element.kind, element.bits)) ||
                cl_list_insert(slot, list, round % 7 == 0 ? 0 : UINT32_MAX, &element, &error),
            &error);
    if (round % 50 == 0) {
        cl_element text = {.kind = CL_SLOT_TAGGED, .bits = string(slot, "text")};
        REQUIRE(cl_list_set(slot, list, 0, &text, NULL, &error) || error.code == CL_OK, &error);
    }
    if (round % 3 == 0 || cl_list_count(list) > 200) {
        REQUIRE(cl_list_remove(slot, list, round % 2 == 0 ? 0 : UINT32_MAX, NULL, &error) || error.code == CL_OK,
                &error);
    }
    if (round % 500 == 0) {
        REQUIRE(cl_list_clear(slot, list, &error), &error);
    }
    cl_list_get(slot, list, (uint32_t)round % 16, &element, &error);
}

static void change_map(uint64_t slot, int64_t round) {
    cl_error error = {0, ""};
    int64_t key = round * 7 % 64;
    uint64_t value = round % 2 == 0 ? integer(key) : string(slot, "text");
    map_put(slot, map, (uint32_t)key % 9, integer(key), value);
    map_remove(slot, map, (uint32_t)(round * 3 % 64) % 9, integer(round * 3 % 64));
    value = map_get(slot, map, (uint32_t)(round % 64) % 9, integer(round % 64));
    CHECK(value == MAP_NONE || value == integer(round % 64) || is_text(value));
    CHECK(map_count(slot, map) <= 64);
    if (round % 500 == 0) {
        REQUIRE(cl_map_clear(slot, map, &error), &error);
    }
}

static void *change_both(void *argument) {
    int64_t self = (int64_t)(intptr_t)argument;
    uint64_t slot = claim_slot();
    for (int64_t i = 1; i <= ROUNDS; i++) {
        change_list(slot, i * (int64_t)THREADS + self);
        change_map(slot, i * (int64_t)THREADS + self);
    }
    cl_slot_release(slot);
    return NULL;
}

static void at_once(void) {
    cl_error error = {0, ""};
    pthread_t threads[THREADS];
    uint64_t slot = daemon_attach_slot("threads");
    list = cl_list_make(slot, 0, 0, &error);
    REQUIRE(list != 0, &error);
    map = make_map(slot, CL_KIND_MAP);
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, change_both, (void *)i) == 0);
    }
    for (uint32_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    CHECK(cl_load_acquire(&here()->header->cycles_started) == 0);
    CHECK(map_count(slot, map) == map_entries(slot, map, NULL, 0));
    daemon_validate(3);
}

int main(void) {
    check_begin("container_threads");
    daemon_start("threads", "--objects", "256M", "--gc-threshold", "90", NULL);
    RUN(at_once);
    return check_end();
}
