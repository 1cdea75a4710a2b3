/* SPDX-License-Identifier: Apache-2.0 */
/* Tuples, frozen sets and bytes: made whole, read as lists and sets, never changed, alive with what they hold. */
#include <stdlib.h>

#include "daemon.h"
#include "here.h"
#include "maps.h"
#include "roots.h"

static cl_element element_of(uint64_t slot, uint64_t list, uint32_t index) {
    cl_error error = {0, "no such element"};
    cl_element element;
    REQUIRE(cl_list_get(slot, list, index, &element, &error), &error);
    return element;
}

static uint64_t tuple(uint64_t slot, uint32_t kind, uint32_t count, const uint64_t *bits) {
    cl_error error = {0, ""};
    uint64_t made = cl_tuple_make(slot, &(cl_elements){kind, count, bits}, &error);
    REQUIRE(made != 0, &error);
    return made;
}

/* Their hash is that of a string that was made by itself. */
static void tuples_of_private_texts(void) {
    uint64_t slot = daemon_attach_slot("frozen");
    static const char *const WHOLE = "a long t\u20acxt";
    const cl_text narrow = {"short", 5, CL_ENCODING_LATIN1}, wide = {u"a long t\u20acxt", 11, CL_ENCODING_UTF16};
    uint64_t made = tuple(slot, CL_ELEMENT_TEXT, 2, (uint64_t[]){(uintptr_t)&narrow, (uintptr_t)&wide});
    CHECK(cl_is_tagged_string(element_of(slot, made, 0).bits));
    const cl_string_head *found = cl_at(here(), element_of(slot, made, 1).bits);
    const cl_string_head *whole = cl_at(here(), string(slot, WHOLE));
    CHECK(found->header.length == 22 && found->hash == whole->hash && memcmp(found + 1, whole + 1, 22) == 0);
    daemon_validate(3);
}

static void tuples(void) {
    uint64_t slot = daemon_attach_slot("frozen");
    cl_error error = {0, ""};
    uint64_t numbers[] = {7, 8, 9};
    uint64_t words[] = {integer(1), string(slot, "a text that has to be an object"), CL_TAG_NULL};
    uint64_t raw = tuple(slot, CL_SLOT_INT64, 3, numbers), mixed = tuple(slot, CL_SLOT_TAGGED, 3, words);
    uint64_t empty = tuple(slot, 0, 0, NULL);
    CHECK(cl_list_count(raw) == 3 && cl_list_count(mixed) == 3 && cl_list_count(empty) == 0);
    CHECK(element_of(slot, raw, 2).kind == CL_SLOT_INT64 && element_of(slot, raw, 2).bits == 9);
    CHECK(element_of(slot, mixed, 0).bits == integer(1) && element_of(slot, mixed, 1).bits == words[1]);
    cl_element other = {.kind = CL_SLOT_INT64, .bits = 1};
    CHECK(!cl_list_set(slot, raw, 0, &other, NULL, &error) && check_error(&error, CL_ERR_STATE, "does not change"));
    CHECK(!cl_list_clear(slot, mixed, &error) && check_error(&error, CL_ERR_STATE, "does not change"));
    uint64_t wrong = CL_TAG_VACANT;
    CHECK(!cl_tuple_make(slot, &(cl_elements){CL_SLOT_TAGGED, 1, &wrong}, &error) &&
          check_error(&error, CL_ERR_ARGUMENT, "is no value"));
    daemon_validate(3);
}

static void sets(void) {
    uint64_t slot = daemon_attach_slot("frozen");
    cl_error error = {0, ""};
    cl_entry entries[100];
    cl_found found;
    uint32_t count = 0;
    for (uint32_t i = 0; i < 100; i++) {
        entries[i] = (cl_entry){.key = integer(i), .hash = i * 7};
    }
    for (uint32_t size = 0; size <= 100; size += 20) {
        uint64_t set = cl_frozen_set_make(slot, entries, size, &error);
        REQUIRE(set != 0, &error);
        CHECK(cl_map_count(slot, set, &count, &error) && count == size);
        for (uint32_t i = 0; i < 100; i++) {
            CHECK(map_find(slot, set, i * 7, integer(i), &found) == (i < size));
        }
        CHECK(!cl_map_clear(slot, set, &error) && check_error(&error, CL_ERR_STATE, "does not change"));
    }
    daemon_validate(3);
}

static void bytes(void) {
    uint64_t slot = daemon_attach_slot("frozen");
    cl_error error = {0, ""};
    uint32_t count = 0;
    uint64_t zeros = cl_binary_make(slot, 0, NULL, 1000, &error);
    REQUIRE(zeros != 0, &error);
    const char *content = cl_binary_bytes(zeros, &count);
    CHECK(count == 1000 && content[0] == 0 && content[999] == 0);
    uint64_t frozen = cl_binary_make(slot, 1, "bytes", 5, &error);
    REQUIRE(frozen != 0, &error);
    CHECK(memcmp(cl_binary_bytes(frozen, &count), "bytes", 5) == 0 && count == 5);
    CHECK(cl_shape_at(here(), cl_load_relaxed(&cl_object_at(here(), cl_ref_of(frozen))->shape))->kind == CL_KIND_BYTES);
    CHECK(!cl_binary_make(slot, 0, NULL, 1ull << 31, &error) && check_error(&error, CL_ERR_MEMORY, "one binary"));
    daemon_validate(3);
}

/* What a tuple and a set hold lives by them alone. */
static void kept(void) {
    uint64_t slot = daemon_attach_slot("frozen");
    cl_error error = {0, ""};
    uint64_t word = string(slot, "another text that has to be an object");
    uint64_t inner = tuple(slot, CL_SLOT_TAGGED, 1, &word);
    cl_entry entry = {.key = inner, .hash = 1};
    uint64_t set = cl_frozen_set_make(slot, &entry, 1, &error);
    REQUIRE(set != 0, &error);
    uint64_t outer = tuple(slot, CL_SLOT_TAGGED, 1, &set);
    REQUIRE(cl_keep(slot, outer, &error), &error);
    for (int i = 0; i < 3; i++) {
        CHECK_OK(cl_collect(0, &error), &error);
    }
    CHECK(element_of(slot, inner, 0).bits == word);
    daemon_validate(3);
}

int main(void) {
    check_begin("frozen");
    daemon_start("frozen", "--objects", "64M", NULL);
    RUN(tuples);
    RUN(tuples_of_private_texts);
    RUN(sets);
    RUN(bytes);
    RUN(kept);
    return check_end();
}
