/* SPDX-License-Identifier: Apache-2.0 */
/* Maps as a program uses them: it says which keys are equal, and looks again when somebody was faster. */
#ifndef TEST_MAPS_H
#define TEST_MAPS_H

#include "check.h"
#include "here.h"
#include "words.h"

#define MAP_NONE CL_TAG_VACANT /* no such key */

static inline bool is_text(uint64_t word) {
    return word != 0 && (word & CL_TAG_REFERENCE_MASK) == 0 && shape_of(word)->kind == CL_KIND_STRING;
}

static inline bool is_same_text(uint64_t one, uint64_t other) {
    const cl_string_head *a = cl_at(here(), one);
    const cl_string_head *b = cl_at(here(), other);
    return a->header.length == b->header.length && memcmp(a + 1, b + 1, a->header.length) == 0;
}

/* *key: a word. */
static inline bool is_equal_key(uint64_t word, void *key) {
    uint64_t other = *(uint64_t *)key;
    return word == other || (is_text(word) && is_text(other) && is_same_text(word, other));
}

static inline bool map_find(uint64_t slot, uint64_t map, uint32_t hash, uint64_t key, cl_found *found) {
    return cl_map_find(slot, map, hash, is_equal_key, &key, found) != 0;
}

/* The value, MAP_NONE when there is none. */
static inline uint64_t map_get(uint64_t slot, uint64_t map, uint32_t hash, uint64_t key) {
    cl_error error = {0, ""};
    cl_found found;
    cl_entry entry = {.key = CL_TAG_VACANT};
    int done = CL_STALE;
    while (map_find(slot, map, hash, key, &found) && done == CL_STALE) {
        done = cl_map_entry(slot, map, &found, &entry, &error);
        REQUIRE(done != 0, &error);
        done = entry.key == CL_TAG_VACANT ? CL_STALE : done; /* removed meanwhile */
    }
    return found.entry == UINT32_MAX ? MAP_NONE : entry.value;
}

/* Stores a value. Returns the old one, MAP_NONE when there was none. */
static inline uint64_t map_put(uint64_t slot, uint64_t map, uint32_t hash, uint64_t key, uint64_t value) {
    cl_error error = {0, ""};
    cl_entry entry = {.key = key, .value = value, .hash = hash};
    uint64_t old = MAP_NONE;
    int done = CL_STALE;
    while (done == CL_STALE) {
        cl_found found;
        old = MAP_NONE;
        done = map_find(slot, map, hash, key, &found) ? cl_map_replace(slot, map, &found, value, &old, &error)
                                                      : cl_map_append(slot, map, &found, &entry, &error);
    }
    REQUIRE(done == 1, &error);
    return old;
}

/* Removes a key. Returns its value, MAP_NONE when there was none. */
static inline uint64_t map_remove(uint64_t slot, uint64_t map, uint32_t hash, uint64_t key) {
    cl_error error = {0, ""};
    cl_found found;
    uint64_t old = MAP_NONE;
    int done = CL_STALE;
    while (done == CL_STALE && map_find(slot, map, hash, key, &found)) {
        done = cl_map_remove(slot, map, &found, &old, &error);
    }
    REQUIRE(done != 0, &error);
    return done == 1 ? old : MAP_NONE;
}

/* Replaces a value by the next number, computed while nothing is held. Returns how often that was. */
static inline uint32_t map_increment(uint64_t slot, uint64_t map, uint32_t hash, uint64_t key) {
    cl_error error = {0, "there is no such key"};
    uint32_t computed = 0;
    int done = CL_STALE;
    while (done == CL_STALE) {
        cl_found found;
        cl_entry entry;
        uint64_t old;
        REQUIRE(map_find(slot, map, hash, key, &found), &error);
        done = cl_map_entry(slot, map, &found, &entry, &error);
        if (done == 1) {
            done = cl_map_replace_if(slot, map, &found, entry.value, integer(cl_untag_integer(entry.value) + 1), &old,
                                     &error);
            computed++;
        }
    }
    REQUIRE(done == 1, &error);
    return computed;
}

static inline uint32_t map_count(uint64_t slot, uint64_t map) {
    cl_error error = {0, ""};
    uint32_t count = UINT32_MAX;
    REQUIRE(cl_map_count(slot, map, &count, &error), &error);
    return count;
}

/* The entries in order, at most `room`. Returns how many there are; again from the start when the table changes. */
static inline uint32_t map_entries(uint64_t slot, uint64_t map, cl_entry *entries, uint32_t room) {
    cl_error error = {0, ""};
    cl_found seen;
    uint32_t count = 0;
    int done = CL_STALE;
    while (done == CL_STALE) {
        cl_map_find(slot, map, 0, is_equal_key, &(uint64_t){CL_TAG_VACANT}, &seen);
        count = 0;
        done = 1;
        for (seen.entry = 0; done == 1 && seen.entry < (seen.head & CL_HEAD_COUNT_MASK); seen.entry++) {
            cl_entry entry;
            done = cl_map_entry(slot, map, &seen, &entry, &error);
            if (done == 1 && entry.key != CL_TAG_VACANT && count++ < room) {
                entries[count - 1] = entry;
            }
        }
        REQUIRE(done != 0, &error);
    }
    return count;
}

static inline uint64_t make_map(uint64_t slot, uint32_t kind) {
    cl_error error = {0, ""};
    uint64_t map = cl_map_make(slot, kind, 0, &error);
    REQUIRE(map != 0, &error);
    return map;
}

#endif
