/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes are killed at instructions spread over each change of a list or map. The container is then as before or as
 * after, the heap is valid, nothing is lost or left, and others go on: count, order and index are right.
 */
#include <stdlib.h>

#include "here.h"
#include "maps.h"
#include "step.h"

#define MANY    2100u      /* so that the array has regions of its own */
#define ENTRIES 16u        /* of a map, at most */
#define TEXT    1000000000 /* added to the number that a text shows */
#define NUMBER  77

typedef struct state {
    uint32_t count;
    int64_t keys[MANY + 8];
    int64_t values[MANY + 8];
} state;

typedef struct operation {
    const char *name;
    uint64_t (*make)(uint64_t slot); /* the container */
    step steps;
    bool changes;
} operation;

static uint64_t target; /* the container */
static uint64_t text;   /* the victim's */

/* ---- what is in a container ---- */

static int64_t number_of(uint64_t word) {
    if (is_text(word)) {
        const cl_string_head *head = cl_at(here(), word);
        return TEXT + strtol((const char *)(head + 1), NULL, 10);
    }
    return is_reference(word) ? (int64_t)cl_load_raw(word, 0) : cl_untag_integer(word);
}

static bool is_list(void) {
    return shape_of(target)->kind == CL_KIND_LIST;
}

static state state_of_list(uint64_t slot) {
    state s = {.count = cl_list_count(target)};
    for (uint32_t i = 0; i < s.count && i < MANY + 8; i++) {
        cl_error error = {0, "no such element"};
        cl_element element;
        REQUIRE(cl_list_get(slot, target, i, &element, &error), &error);
        s.values[i] = element.kind == CL_SLOT_INT64 ? (int64_t)element.bits : number_of(element.bits);
    }
    return s;
}

static state state_of_map(uint64_t slot) {
    cl_entry entries[ENTRIES];
    state s = {.count = map_entries(slot, target, entries, ENTRIES)};
    for (uint32_t i = 0; i < s.count && i < ENTRIES; i++) {
        s.keys[i] = number_of(entries[i].key);
        s.values[i] = number_of(entries[i].value);
        CHECK(map_get(slot, target, entries[i].hash, entries[i].key) == entries[i].value);
    }
    return s;
}

static state state_of(uint64_t slot) {
    return is_list() ? state_of_list(slot) : state_of_map(slot);
}

static bool is_same(const state *a, const state *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- lists ---- */

static void list_put(uint64_t slot, uint64_t list, uint32_t from, uint32_t removed, uint32_t kind, uint64_t bits) {
    cl_error error = {0, "no such index"};
    uint64_t three[3] = {bits, bits, bits};
    cl_elements new = {.kind = kind, .count = removed == 0 ? 1 : 3, .bits = three};
    REQUIRE(cl_list_replace(slot, list, from, removed, &new, &error), &error);
}

static uint64_t list_of(uint64_t slot, uint32_t count, uint32_t texts) {
    cl_error error = {0, ""};
    uint64_t list = cl_list_make(slot, 0, 0, &error);
    REQUIRE(list != 0, &error);
    for (uint32_t i = 0; i < count; i++) {
        char digits[12];
        snprintf(digits, sizeof digits, "%u", i);
        bool is = texts != 0 && i % texts == 0;
        list_put(slot, list, UINT32_MAX, 0, is ? CL_SLOT_TAGGED : CL_SLOT_INT64, is ? string(slot, digits) : i);
    }
    return list;
}

static uint64_t integers(uint64_t slot) {
    return list_of(slot, 5, 0);
}

/* With one that has to be boxed among tagged words. */
static uint64_t large_integers(uint64_t slot) {
    uint64_t list = integers(slot);
    list_put(slot, list, 2, 1, CL_SLOT_INT64, (uint64_t)INT64_MAX);
    return list;
}

static uint64_t mixed(uint64_t slot) {
    return list_of(slot, 5, 2);
}

static uint64_t full_list(uint64_t slot) {
    uint64_t list = mixed(slot);
    const cl_container *container = cl_at(here(), list);
    for (;;) {
        uint64_t head = cl_load_acquire(&container->head);
        if (cl_object_at(here(), cl_ref_of(cl_bytes((uint32_t)(head >> CL_HEAD_PART_SHIFT))))->length ==
            (head & CL_HEAD_COUNT_MASK)) {
            return list;
        }
        list_put(slot, list, UINT32_MAX, 0, CL_SLOT_INT64, 3);
    }
}

static uint64_t long_list(uint64_t slot) {
    return list_of(slot, MANY, 5);
}

/* It also claims a region, so that few of the steps are those that make its memory zero. */
static void make_text(uint64_t slot) {
    text = string(slot, "77");
}

static void set_to(uint64_t slot, uint32_t kind, uint64_t bits) {
    cl_error error = {0, "no such index"};
    cl_element element = {.kind = kind, .bits = bits};
    cl_element old;
    REQUIRE(cl_list_set(slot, target, 2, &element, &old, &error), &error);
}

static void set_integer(uint64_t slot) {
    set_to(slot, CL_SLOT_INT64, NUMBER);
}

static void set_text(uint64_t slot) {
    set_to(slot, CL_SLOT_TAGGED, text);
}

static void set_large(uint64_t slot) {
    set_to(slot, CL_SLOT_INT64, (uint64_t)INT64_MIN);
}

static void append_integer(uint64_t slot) {
    list_put(slot, target, UINT32_MAX, 0, CL_SLOT_INT64, NUMBER);
}

static void append_text(uint64_t slot) {
    list_put(slot, target, UINT32_MAX, 0, CL_SLOT_TAGGED, text);
}

static const cl_text PRIVATE_TEXT = {"0000000077", 10, CL_ENCODING_LATIN1};

static void append_private_text(uint64_t slot) {
    list_put(slot, target, UINT32_MAX, 0, CL_ELEMENT_TEXT, (uintptr_t)&PRIVATE_TEXT);
}

static void replace_by_private_texts(uint64_t slot) {
    list_put(slot, target, 1, 3, CL_ELEMENT_TEXT, (uintptr_t)&PRIVATE_TEXT);
}

static void at_once(uint64_t slot, uint32_t kind, uint64_t bits) {
    cl_error error = {0, "it needed room"};
    REQUIRE(cl_list_append_at_once(slot, target, kind, bits) == 1, &error);
}

static void append_integer_at_once(uint64_t slot) {
    at_once(slot, CL_SLOT_INT64, NUMBER);
}

static void append_text_at_once(uint64_t slot) {
    at_once(slot, CL_SLOT_TAGGED, text);
}

static void append_large(uint64_t slot) {
    list_put(slot, target, UINT32_MAX, 0, CL_SLOT_INT64, (uint64_t)INT64_MIN);
}

static void insert_text(uint64_t slot) {
    list_put(slot, target, 1, 0, CL_SLOT_TAGGED, text);
}

static void replace_slice(uint64_t slot) {
    list_put(slot, target, 1, 2, CL_SLOT_TAGGED, text);
}

static void remove_last(uint64_t slot) {
    cl_error error = {0, "no such index"};
    cl_element old;
    REQUIRE(cl_list_remove(slot, target, UINT32_MAX, &old, &error), &error);
}

static void remove_first(uint64_t slot) {
    cl_error error = {0, "no such index"};
    cl_element old;
    REQUIRE(cl_list_remove(slot, target, 0, &old, &error), &error);
}

static void clear_list(uint64_t slot) {
    cl_error error = {0, ""};
    REQUIRE(cl_list_clear(slot, target, &error), &error);
}

/* ---- maps ---- */

static uint32_t hash_of(int64_t key) {
    return (uint32_t)key % 3;
}

static uint64_t map_of(uint64_t slot, int64_t from, int64_t to) {
    uint64_t map = make_map(slot, CL_KIND_MAP);
    for (int64_t i = 0; i < to; i++) {
        char digits[12];
        snprintf(digits, sizeof digits, "%lld", (long long)i);
        map_put(slot, map, hash_of(i), i % 2 == 0 ? integer(i) : string(slot, digits), string(slot, digits));
    }
    for (int64_t i = 0; i < from; i++) {
        char digits[12];
        snprintf(digits, sizeof digits, "%lld", (long long)i);
        map_remove(slot, map, hash_of(i), i % 2 == 0 ? integer(i) : string(slot, digits));
    }
    return map;
}

static uint64_t empty_map(uint64_t slot) {
    return map_of(slot, 0, 0);
}

static uint64_t some_entries(uint64_t slot) {
    return map_of(slot, 1, 6);
}

static uint64_t full_table(uint64_t slot) {
    return map_of(slot, 0, CL_TABLE_LENGTH_LEAST);
}

static uint64_t full_of_removed(uint64_t slot) {
    return map_of(slot, 5, CL_TABLE_LENGTH_LEAST);
}

static uint64_t abandoned_map(uint64_t slot) {
    uint64_t map = some_entries(slot);
    cl_container *container = cl_at(here(), map);
    cl_store_release(&container->live, 99);
    cl_store_release(&container->lock, CL_LOCK_ABANDONED);
    return map;
}

static void append_entry(uint64_t slot) {
    map_put(slot, target, hash_of(NUMBER), text, text);
}

static void replace_value(uint64_t slot) {
    map_put(slot, target, hash_of(4), integer(4), text);
}

static uint64_t counters(uint64_t slot) {
    uint64_t map = some_entries(slot);
    map_put(slot, map, hash_of(2), integer(2), integer(NUMBER));
    return map;
}

static void count_up(uint64_t slot) {
    CHECK(map_increment(slot, target, hash_of(2), integer(2)) == 1);
}

static void take_expected(uint64_t slot) {
    cl_error error = {0, "there is no such key"};
    cl_found found;
    uint64_t old;
    REQUIRE(map_find(slot, target, hash_of(4), integer(4), &found), &error);
    REQUIRE(cl_map_remove_if(slot, target, &found, map_get(slot, target, hash_of(4), integer(4)), &old, &error) == 1,
            &error);
}

static void expect_another(uint64_t slot) {
    cl_error error = {0, "there is no such key"};
    cl_found found;
    uint64_t old;
    REQUIRE(map_find(slot, target, hash_of(4), integer(4), &found), &error);
    CHECK(cl_map_replace_if(slot, target, &found, text, integer(1), &old, &error) == CL_STALE);
    CHECK(cl_map_remove_if(slot, target, &found, text, &old, &error) == CL_STALE);
}

static void remove_entry(uint64_t slot) {
    map_remove(slot, target, hash_of(4), integer(4));
}

static void clear_map(uint64_t slot) {
    cl_error error = {0, ""};
    REQUIRE(cl_map_clear(slot, target, &error), &error);
}

static void count_entries(uint64_t slot) {
    CHECK(map_count(slot, target) == 5);
}

/* ---- kills ---- */

static bool others_go_on(uint64_t slot, const state *found) {
    cl_error error = {0, ""};
    uint32_t abandoned = cl_load_acquire(&((cl_container *)cl_at(here(), target))->lock);
    bool free = CHECK((abandoned & CL_LOCK_OWNER_MASK) == 0);
    if (is_list()) {
        list_put(slot, target, UINT32_MAX, 0, CL_SLOT_INT64, 5);
        free = CHECK(cl_list_count(target) == found->count + 1) && free;
        REQUIRE(cl_list_remove(slot, target, UINT32_MAX, NULL, &error), &error);
    } else {
        free = CHECK(map_count(slot, target) == found->count) && free;
        free = CHECK(map_put(slot, target, 1, integer(1000), integer(1)) == MAP_NONE) && free;
        free = CHECK(map_count(slot, target) == found->count + 1) && free;
        free = CHECK(map_remove(slot, target, 1, integer(1000)) == integer(1)) && free;
    }
    state now = state_of(slot);
    return CHECK(is_same(&now, found)) && CHECK_OK(cl_validate(cl_base(), 3, &error), &error) && free;
}

static void make_target(uint64_t slot, const operation *what) {
    target = what->make(slot);
    cl_store_at(slot, repository("target"), target);
}

static bool is_good_after(uint64_t slot, const state *before, const state *after) {
    bool none = step_nothing_is_left(slot, target);
    state found = state_of(slot);
    return CHECK(is_same(&found, before) || is_same(&found, after)) && others_go_on(slot, &found) && none;
}

static void kill_within(uint64_t slot, const operation *what, uint32_t kills, uint64_t *seed) {
    uint32_t undone = 0, abandoned = 0, count = 0;
    make_target(slot, what);
    state before = state_of(slot);
    uint32_t all = step_and_kill(&what->steps, UINT32_MAX);
    state after = state_of(slot);
    CHECK(all > 20 && is_same(&before, &after) == !what->changes);
    uint32_t stride = all / kills + 1;
    for (uint32_t at = (uint32_t)(check_random(seed) % stride); at < all; at += stride, count++) {
        make_target(slot, what);
        step_and_kill(&what->steps, at);
        abandoned += cl_load_acquire(&((cl_container *)cl_at(here(), target))->lock) == CL_LOCK_ABANDONED;
        state found = state_of(slot);
        undone += is_same(&found, &before);
        if (!is_good_after(slot, &before, &after)) {
            printf("  %s, after %u of %u instructions\n", what->name, at, all);
        }
    }
    printf("  %s: %u instructions, killed at %u: %u as before, %u left the lock\n", what->name, all, count, undone,
           abandoned);
    fflush(stdout);
}

static void killed_while_changing(void) {
    static const operation operations[] = {
        {"set an integer", integers, {make_text, set_integer}, true},
        {"set a text", mixed, {make_text, set_text}, true},
        {"set a box", mixed, {make_text, set_large}, true},
        {"set a text among integers", integers, {make_text, set_text}, true},
        {"append an integer", integers, {make_text, append_integer}, true},
        {"append an integer at once", integers, {make_text, append_integer_at_once}, true},
        {"append a text", mixed, {make_text, append_text}, true},
        {"append a text at once", mixed, {make_text, append_text_at_once}, true},
        {"append a box", mixed, {make_text, append_large}, true},
        {"append a text to integers", large_integers, {make_text, append_text}, true},
        {"append to a full array", full_list, {make_text, append_text}, true},
        {"append a private text", mixed, {make_text, append_private_text}, true},
        {"replace by private texts", integers, {make_text, replace_by_private_texts}, true},
        {"insert", mixed, {make_text, insert_text}, true},
        {"replace two by three", mixed, {make_text, replace_slice}, true},
        {"insert into a long list", long_list, {make_text, insert_text}, true},
        {"remove the last", mixed, {make_text, remove_last}, true},
        {"remove the first", mixed, {make_text, remove_first}, true},
        {"clear a list", mixed, {make_text, clear_list}, true},
        {"clear a long list", long_list, {make_text, clear_list}, true},
        {"the first entry", empty_map, {make_text, append_entry}, true},
        {"append an entry", some_entries, {make_text, append_entry}, true},
        {"append to a full table", full_table, {make_text, append_entry}, true},
        {"append to one full of removed", full_of_removed, {make_text, append_entry}, true},
        {"replace a value", some_entries, {make_text, replace_value}, true},
        {"replace an expected value", counters, {make_text, count_up}, true},
        {"remove an expected value", some_entries, {make_text, take_expected}, true},
        {"expect another value", some_entries, {make_text, expect_another}, false},
        {"remove an entry", some_entries, {make_text, remove_entry}, true},
        {"clear a map", some_entries, {make_text, clear_map}, true},
        {"repair a map", abandoned_map, {make_text, count_entries}, false},
    };
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot(STEP_SEGMENT);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        kill_within(slot, &operations[i], step_kills() / 2, &seed);
    }
}

/* Who read the list before the change, and has its generation, must not take it for the same: the victim dies at the
 * instruction behind the one that made the change. */
static void killed_right_after_the_change(void) {
    static const operation operations[] = {
        {"set an integer", integers, {make_text, set_integer}, true},
        {"set a text", mixed, {make_text, set_text}, true},
        {"set a box", mixed, {make_text, set_large}, true},
        {"append a text", mixed, {make_text, append_text}, true},
        {"append a text at once", mixed, {make_text, append_text_at_once}, true},
        {"insert", mixed, {make_text, insert_text}, true},
        {"remove the last", mixed, {make_text, remove_last}, true},
        {"clear a list", mixed, {make_text, clear_list}, true},
    };
    uint64_t slot = daemon_attach_slot(STEP_SEGMENT);
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        cl_error error = {0, ""};
        cl_elements none = {.kind = CL_SLOT_TAGGED};
        make_target(slot, &operations[i]);
        state before = state_of(slot), now = before;
        uint32_t generation = cl_load_acquire(&((cl_container *)cl_at(here(), target))->generation);
        pid_t victim = step_begin(step_victim, &operations[i].steps);
        while (is_same(&now, &before) && trace_step_over(victim)) {
            now = state_of(slot);
        }
        kill(victim, SIGKILL);
        CHECK(check_killed(victim));
        daemon_wait_vms(1);
        if (!CHECK(!is_same(&now, &before)) ||
            !CHECK(cl_list_replace_if(slot, target, generation, now.count, 0, &none, &error) == CL_STALE)) {
            printf("  %s\n", operations[i].name);
        }
    }
}

int main(void) {
    check_begin("container_step");
    daemon_start(STEP_SEGMENT, "--objects", "16M", NULL);
    if (trace_is_permitted()) {
        RUN(killed_while_changing);
        RUN(killed_right_after_the_change);
    } else {
        check_skip("killed_while_changing", "tracing is not permitted here");
    }
    return check_end();
}
