/* SPDX-License-Identifier: Apache-2.0 */
/* Maps and sets: against a twin in this process, by several processes at once, and with processes killed meanwhile. */
#include "maps.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "census.h"
#include "daemon.h"
#include "here.h"
#include "mutator.h"
#include "roots.h"

#define PROCESSES 3u

static uint32_t good_hash(int64_t number) {
    return (uint32_t)number * 0x85ebca6bu;
}

static uint32_t weak_hash(int64_t number) {
    return (uint32_t)number % 5;
}

static uint32_t no_hash(int64_t number) {
    (void)number;
    return 7;
}

/* ---- what is refused ---- */

static void errors(void) {
    uint64_t slot = daemon_attach_slot("map");
    cl_error error = {0, ""};
    cl_found found;
    cl_entry entry = {.key = integer(1), .value = integer(2), .hash = 1};
    uint64_t old;
    uint32_t count;
    CHECK(!cl_map_make(slot, CL_KIND_LIST, 0, &error) && check_error(&error, CL_ERR_ARGUMENT, "neither that of a map"));
    CHECK(!cl_map_make(slot, CL_KIND_MAP, UINT32_MAX, &error) && check_error(&error, CL_ERR_MEMORY, "more than"));
    uint64_t text = string(slot, "a text that is no map at all");
    CHECK(!cl_map_clear(slot, text, &error) && check_error(&error, CL_ERR_ARGUMENT, "is no map"));
    CHECK(!cl_map_count(slot, text, &count, &error) && check_error(&error, CL_ERR_ARGUMENT, "is no map"));
    uint64_t map = make_map(slot, CL_KIND_MAP);
    CHECK(!map_find(slot, map, 1, integer(1), &found));
    CHECK(!cl_map_entry(slot, map, &found, &entry, &error) && check_error(&error, CL_ERR_ARGUMENT, "no entry"));
    CHECK(cl_map_replace(slot, map, &found, integer(2), &old, &error) == CL_STALE);
    CHECK(cl_map_remove(slot, map, &found, &old, &error) == CL_STALE);
    CHECK_OK(cl_map_append(slot, map, &found, &entry, &error) == 1, &error);
    CHECK(cl_map_append(slot, map, &found, &entry, &error) == CL_STALE && map_count(slot, map) == 1);
    CHECK(map_find(slot, map, 1, integer(1), &found) && found.entry == 0);
    CHECK(!cl_map_append(slot, map, &found, &entry, &error) && check_error(&error, CL_ERR_ARGUMENT, "is there"));
    CHECK(!map_find(slot, map, 1, integer(2), &(cl_found){0}) && !map_find(slot, map, 2, integer(1), &(cl_found){0}));
    daemon_validate(3);
}

static void only_the_newest_is_removed(void) {
    uint64_t slot = daemon_attach_slot("map");
    cl_error error = {0, ""};
    cl_found found;
    uint64_t old;
    uint64_t map = make_map(slot, CL_KIND_MAP);
    map_put(slot, map, 1, integer(1), integer(10));
    REQUIRE(map_find(slot, map, 1, integer(1), &found), &error);
    map_put(slot, map, 2, integer(2), integer(20));
    CHECK(cl_map_remove_newest(slot, map, &found, &old, &error) == CL_STALE && map_count(slot, map) == 2);
    REQUIRE(map_find(slot, map, 2, integer(2), &found), &error);
    CHECK(cl_map_remove_newest(slot, map, &found, &old, &error) == 1 && old == integer(20));
    CHECK(cl_map_remove_newest(slot, map, &found, &old, &error) == CL_STALE && map_count(slot, map) == 1);
}

static void only_the_expected_value_is_changed(void) {
    uint64_t slot = daemon_attach_slot("map");
    cl_error error = {0, ""};
    cl_found found;
    uint64_t old = MAP_NONE;
    uint64_t map = make_map(slot, CL_KIND_MAP);
    uint64_t one = string(slot, "one");
    uint64_t twin = string(slot, "one");
    map_put(slot, map, 1, integer(1), one);
    REQUIRE(map_find(slot, map, 1, integer(1), &found), &error);
    CHECK(cl_map_replace_if(slot, map, &found, twin, integer(2), &old, &error) == CL_STALE && old == MAP_NONE);
    CHECK(cl_map_remove_if(slot, map, &found, integer(1), &old, &error) == CL_STALE && old == MAP_NONE);
    CHECK(map_get(slot, map, 1, integer(1)) == one && map_count(slot, map) == 1);
    CHECK(cl_map_replace_if(slot, map, &found, one, integer(2), &old, &error) == 1 && old == one);
    CHECK(map_put(slot, map, 1, integer(1), one) == integer(2)); /* there and back: the same value */
    CHECK(cl_map_replace_if(slot, map, &found, one, CL_TAG_NULL, &old, &error) == 1 && old == one);
    CHECK(!cl_map_replace_if(slot, map, &found, CL_TAG_NULL, CL_TAG_VACANT, &old, &error) &&
          check_error(&error, CL_ERR_ARGUMENT, "is no value"));
    CHECK(cl_map_remove_if(slot, map, &found, CL_TAG_NULL, &old, &error) == 1 && old == CL_TAG_NULL);
    CHECK(cl_map_remove_if(slot, map, &found, CL_TAG_VACANT, &old, &error) == CL_STALE);
    CHECK(cl_map_replace_if(slot, map, &found, CL_TAG_VACANT, integer(1), &old, &error) == CL_STALE);
    CHECK(map_count(slot, map) == 0);
    daemon_validate(3);
}

/* Who disagrees about the hash of an object does not add it a second time in a race. */
static void one_word_is_one_key(void) {
    uint64_t slot = daemon_attach_slot("map");
    cl_error error = {0, ""};
    cl_found found;
    uint64_t map = make_map(slot, CL_KIND_MAP);
    uint64_t object = string(slot, "stands for an object");
    cl_entry mine = {.key = object, .value = integer(1), .hash = 1};
    cl_entry theirs = {.key = object, .value = integer(2), .hash = 2};
    map_put(slot, map, 3, integer(3), integer(3)); /* so that the table stays */
    CHECK(!map_find(slot, map, 1, object, &found));
    CHECK_OK(cl_map_append(slot, map, &found, &theirs, &error) == 1, &error);
    CHECK(cl_map_append(slot, map, &found, &mine, &error) == CL_STALE && map_count(slot, map) == 2);
    CHECK(!map_find(slot, map, 1, object, &found) && map_find(slot, map, 2, object, &(cl_found){0}));
    daemon_validate(3);
}

/* Such words would never be seen, or never be taken for a value. */
static void words_that_are_no_values(void) {
    static const uint64_t words[] = {CL_TAG_VACANT, CL_TAG_FAILED, 0x1008};
    uint64_t slot = daemon_attach_slot("map");
    cl_error error = {0, ""};
    uint64_t map = make_map(slot, CL_KIND_MAP);
    uint64_t old;
    cl_found found;
    map_put(slot, map, 1, integer(1), integer(1));
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        cl_entry key = {.key = words[i], .value = integer(1), .hash = 2};
        cl_entry value = {.key = integer(3), .value = words[i], .hash = 3};
        map_find(slot, map, 2, integer(2), &found);
        CHECK(!cl_map_append(slot, map, &found, &key, &error) && check_error(&error, CL_ERR_ARGUMENT, "is no value"));
        CHECK(!cl_map_append(slot, map, &found, &value, &error) && check_error(&error, CL_ERR_ARGUMENT, "is no value"));
        CHECK(map_find(slot, map, 1, integer(1), &found));
        CHECK(!cl_map_replace(slot, map, &found, words[i], &old, &error) &&
              check_error(&error, CL_ERR_ARGUMENT, "is no value"));
    }
    CHECK(map_count(slot, map) == 1 && map_get(slot, map, 1, integer(1)) == integer(1));
    daemon_validate(3);
}

/* Made by hand here: its shape says it. */
static void frozen_ones_do_not_change(void) {
    uint64_t slot = daemon_attach_slot("map");
    cl_error error = {0, ""};
    uint64_t set = make_map(slot, CL_KIND_SET);
    uint32_t count = 0;
    map_put(slot, set, 1, integer(1), 0);
    cl_store_release(&cl_object_at(here(), cl_ref_of(set))->shape, here()->header->builtin_shape[CL_KIND_FROZEN_SET]);
    CHECK(!cl_map_clear(slot, set, &error) && check_error(&error, CL_ERR_STATE, "does not change"));
    CHECK_OK(cl_map_count(slot, set, &count, &error) && count == 1, &error);
    CHECK(map_get(slot, set, 1, integer(1)) == 0);
    daemon_validate(3);
}

/* Who wants to make room must be able to. */
static void abandoned_in_a_full_heap(void) {
    uint64_t slot = daemon_attach_slot("full");
    cl_error error = {0, ""};
    uint64_t map = make_map(slot, CL_KIND_MAP);
    int64_t number = 0;
    static char filler[4000];
    memset(filler, 'x', sizeof filler);
    for (;; number++) {
        uint64_t text = cl_string(slot, filler, sizeof filler, &error);
        cl_entry entry = {.key = integer(number), .value = text, .hash = good_hash(number)};
        cl_found found;
        map_find(slot, map, entry.hash, entry.key, &found);
        if (text == 0 || !cl_map_append(slot, map, &found, &entry, &error)) {
            break;
        }
    }
    CHECK(number > 100 && check_error(&error, CL_ERR_MEMORY, "is full"));
    while (cl_string(slot, filler, 16, &error) != 0) {
    }
    cl_store_release(&((cl_container *)cl_at(here(), map))->lock, CL_LOCK_ABANDONED); /* as by a death */
    CHECK(map_get(slot, map, good_hash(3), integer(3)) != MAP_NONE);
    CHECK_OK(cl_map_clear(slot, map, &error), &error);
    keep_only(slot, &map, 1);
    collect();
    CHECK(map_count(slot, map) == 0);
    map_put(slot, map, 1, integer(1), string(slot, "text"));
    CHECK(map_count(slot, map) == 1);
    daemon_validate(3);
}

/* ---- random operations, against a twin: entries in their order ---- */

#define KEYS 600u

typedef struct twin {
    int64_t keys[KEYS]; /* each in the map as an integer, or as a text of its digits */
    int64_t values[KEYS];
    uint32_t count;
} twin;

static uint64_t key_word(uint64_t slot, int64_t key) {
    char digits[24];
    snprintf(digits, sizeof digits, "key %lld", (long long)key);
    return key % 3 == 0 ? string(slot, digits) : integer(key);
}

static uint64_t value_word(uint64_t slot, int64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)value);
    return value % 4 == 0 ? string(slot, digits) : integer(value);
}

static bool is_value(uint64_t slot, uint64_t word, int64_t value) {
    uint64_t expected = value_word(slot, value);
    return is_equal_key(word, &expected);
}

static uint32_t twin_find(const twin *t, int64_t key) {
    uint32_t at = 0;
    while (at < t->count && t->keys[at] != key) {
        at++;
    }
    return at;
}

static void twin_put(twin *t, int64_t key, int64_t value) {
    uint32_t at = twin_find(t, key);
    t->keys[at] = key;
    t->values[at] = value;
    t->count += at == t->count;
}

static void twin_remove(twin *t, uint32_t at) {
    t->count--;
    memmove(&t->keys[at], &t->keys[at + 1], (t->count - at) * sizeof t->keys[0]);
    memmove(&t->values[at], &t->values[at + 1], (t->count - at) * sizeof t->values[0]);
}

static void change(uint64_t slot, uint64_t map, twin *t, uint32_t (*hash)(int64_t), uint32_t keys, uint64_t *seed) {
    cl_error error = {0, ""};
    int64_t key = (int64_t)(check_random(seed) % keys);
    int64_t value = (int64_t)(check_random(seed) % 1000);
    uint32_t what = (uint32_t)(check_random(seed) % 1000);
    uint32_t at = twin_find(t, key);
    uint64_t word = key_word(slot, key);
    uint64_t old = MAP_NONE;
    if (what < 550) {
        old = map_put(slot, map, hash(key), word, value_word(slot, value));
    } else if (what < 998) {
        old = map_remove(slot, map, hash(key), word);
    } else {
        CHECK_OK(cl_map_clear(slot, map, &error), &error);
        t->count = 0;
        return;
    }
    CHECK(at == t->count ? old == MAP_NONE : is_value(slot, old, t->values[at]));
    if (what < 550) {
        twin_put(t, key, value);
    } else if (at < t->count) {
        twin_remove(t, at);
    }
}

static void compare(uint64_t slot, uint64_t map, const twin *t, uint32_t (*hash)(int64_t)) {
    cl_entry entries[KEYS];
    CHECK(map_count(slot, map) == t->count);
    if (!CHECK(map_entries(slot, map, entries, KEYS) == t->count)) {
        return;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        uint64_t key = key_word(slot, t->keys[i]);
        bool same = is_equal_key(entries[i].key, &key) && entries[i].hash == hash(t->keys[i]) &&
                    is_value(slot, entries[i].value, t->values[i]) &&
                    map_get(slot, map, hash(t->keys[i]), key) == entries[i].value;
        if (!check_that(same, "entry as in the twin", __FILE__, __LINE__, NULL)) {
            return;
        }
    }
    for (int64_t key = 0; key < KEYS; key += 7) {
        bool there = twin_find(t, key) < t->count;
        CHECK((map_get(slot, map, hash(key), key_word(slot, key)) != MAP_NONE) == there);
    }
}

static void like_a_twin(uint32_t (*hash)(int64_t), uint32_t keys, uint64_t changes) {
    static twin t;
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = make_map(slot, CL_KIND_MAP);
    t.count = 0;
    cl_store_at(slot, repository("map"), map);
    for (uint64_t i = 0; i < changes; i++) {
        change(slot, map, &t, hash, keys, &seed);
        if (i % 1000 == 0) {
            compare(slot, map, &t, hash);
            keep_only(slot, NULL, 0);
            census_check();
        }
    }
    compare(slot, map, &t, hash);
}

static void with_a_good_hash(void) {
    like_a_twin(good_hash, KEYS, check_amount("MAP_CHANGES", 12000));
}

static void with_collisions(void) {
    like_a_twin(weak_hash, KEYS / 4, check_amount("MAP_CHANGES", 12000));
}

static void with_one_hash_for_all(void) {
    like_a_twin(no_hash, KEYS / 6, check_amount("MAP_CHANGES", 12000) / 2);
}

/* A table is not filled up to its last place, and a map that stays small has a small one. */
static void room(void) {
    uint64_t slot = daemon_attach_slot("map");
    cl_error error = {0, ""};
    uint64_t map = cl_map_make(slot, CL_KIND_MAP, 100, &error);
    REQUIRE(map != 0, &error);
    uint64_t head = cl_load_acquire(&((cl_container *)cl_at(here(), map))->head);
    for (int64_t i = 0; i < 100; i++) {
        map_put(slot, map, good_hash(i), integer(i), integer(i));
    }
    CHECK(cl_load_acquire(&((cl_container *)cl_at(here(), map))->head) == head + 100); /* the same table */
    uint64_t small = make_map(slot, CL_KIND_MAP);
    for (int64_t i = 0; i < 1000; i++) {
        map_put(slot, small, good_hash(i), integer(i), integer(i));
        CHECK(map_remove(slot, small, good_hash(i), integer(i)) == integer(i));
    }
    head = cl_load_acquire(&((cl_container *)cl_at(here(), small))->head);
    CHECK(cl_object_at(here(), cl_ref_of(cl_bytes((uint32_t)(head >> CL_HEAD_PART_SHIFT))))->length ==
          CL_TABLE_LENGTH_LEAST);
    CHECK(map_count(slot, small) == 0);
    daemon_validate(3);
}

static void sets(void) {
    uint64_t slot = daemon_attach_slot("map");
    cl_entry entries[3];
    uint64_t set = make_map(slot, CL_KIND_SET);
    map_put(slot, set, 1, integer(1), 0);
    map_put(slot, set, 1, string(slot, "one"), 0);
    map_put(slot, set, 1, string(slot, "two"), 0);
    CHECK(map_remove(slot, set, 1, integer(1)) == 0);
    map_put(slot, set, 1, string(slot, "one"), 0);
    map_put(slot, set, 1, integer(1), 0);
    CHECK(map_entries(slot, set, entries, 3) == 3 && entries[2].key == integer(1) && is_text(entries[0].key));
    CHECK(map_count(slot, set) == 3);
    daemon_validate(3);
}

/* ---- several processes ---- */

static void await_start(uint64_t slot) {
    while (cl_load_at(slot, repository("start")) != CL_TAG_TRUE) {
        sched_yield();
    }
}

static void run_together(uint64_t slot, void (*body)(void *)) {
    pid_t others[PROCESSES];
    cl_store_at(slot, repository("start"), CL_TAG_FALSE);
    for (int64_t i = 0; i < PROCESSES; i++) {
        others[i] = check_fork(body, &i);
    }
    cl_store_at(slot, repository("start"), CL_TAG_TRUE);
    for (uint32_t i = 0; i < PROCESSES; i++) {
        CHECK(check_join(others[i]));
    }
    daemon_wait_vms(1);
}

#define ADDITIONS 4000
#define RACED     40000
#define TOKEN     (-1)

/* Counts in its own entry, and in a common one that it takes out of the map for the while. */
static void count_up(void *argument) {
    int64_t self = *(int64_t *)argument;
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = cl_load_at(slot, repository("counters"));
    await_start(slot);
    for (int64_t i = 0; i < ADDITIONS; i++) {
        uint64_t old = map_put(slot, map, weak_hash(self), integer(self), integer(i));
        CHECK(i == 0 ? old == MAP_NONE : old == integer(i - 1));
        uint64_t token;
        while ((token = map_remove(slot, map, no_hash(TOKEN), integer(TOKEN))) == MAP_NONE) {
            sched_yield();
        }
        uint64_t next = integer(cl_untag_integer(token) + 1);
        CHECK(map_put(slot, map, no_hash(TOKEN), integer(TOKEN), next) == MAP_NONE);
    }
}

static void no_update_is_lost(void) {
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = make_map(slot, CL_KIND_MAP);
    cl_store_at(slot, repository("counters"), map);
    map_put(slot, map, no_hash(TOKEN), integer(TOKEN), integer(0));
    run_together(slot, count_up);
    CHECK(map_get(slot, map, no_hash(TOKEN), integer(TOKEN)) == integer(PROCESSES * ADDITIONS));
    for (int64_t i = 0; i < PROCESSES; i++) {
        CHECK(map_get(slot, map, weak_hash(i), integer(i)) == integer(ADDITIONS - 1));
    }
    CHECK(map_count(slot, map) == PROCESSES + 1);
    daemon_validate(3);
}

/* All count in the same entries, while others come and go, and the table with them. */
static void count_by_condition(void *argument) {
    int64_t self = *(int64_t *)argument;
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = cl_load_at(slot, repository("conditional"));
    await_start(slot);
    uint64_t computed = 0;
    for (int64_t i = 0; i < ADDITIONS; i++) {
        computed += map_increment(slot, map, weak_hash(i % 3), integer(i % 3));
        map_put(slot, map, good_hash(100 + self), integer(100 + self), integer(i));
        if (i % 2 == 1) {
            map_remove(slot, map, good_hash(100 + self), integer(100 + self));
        }
    }
    printf("  computed %llu for %d\n", (unsigned long long)computed, ADDITIONS);
}

static void no_increment_is_lost(void) {
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = make_map(slot, CL_KIND_MAP);
    int64_t sum = 0;
    cl_store_at(slot, repository("conditional"), map);
    for (int64_t i = 0; i < 3; i++) {
        map_put(slot, map, weak_hash(i), integer(i), integer(0));
    }
    run_together(slot, count_by_condition);
    for (int64_t i = 0; i < 3; i++) {
        sum += cl_untag_integer(map_get(slot, map, weak_hash(i), integer(i)));
    }
    CHECK(sum == PROCESSES * ADDITIONS && map_count(slot, map) == 3);
    daemon_validate(3);
}

/* All want to append the same keys: each gets in once. */
static void append_once(void *argument) {
    int64_t self = *(int64_t *)argument;
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = cl_load_at(slot, repository("raced"));
    await_start(slot);
    for (int64_t i = 0; i < RACED; i++) {
        cl_error error = {0, ""};
        cl_found found;
        cl_entry entry = {.key = integer(i), .value = integer(self), .hash = good_hash(i / 4)};
        int done = CL_STALE;
        while (done == CL_STALE && !map_find(slot, map, entry.hash, entry.key, &found)) {
            done = cl_map_append(slot, map, &found, &entry, &error);
        }
        REQUIRE(done != 0, &error);
    }
}

static void no_key_comes_twice(void) {
    static cl_entry entries[RACED];
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = make_map(slot, CL_KIND_MAP);
    uint32_t share[PROCESSES] = {0};
    cl_store_at(slot, repository("raced"), map);
    run_together(slot, append_once);
    CHECK(map_count(slot, map) == RACED && map_entries(slot, map, entries, RACED) == RACED);
    for (int64_t i = 0; i < RACED; i++) { /* nobody goes on before his key is in */
        CHECK(entries[i].key == integer(i));
        share[cl_untag_integer(entries[i].value) % PROCESSES]++;
    }
    printf("  appended %u, %u, %u\n", share[0], share[1], share[2]);
    daemon_validate(3);
}

/* Its texts say which key they belong to. */
static void add_and_remove(void *argument) {
    (void)argument;
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = cl_load_at(slot, repository("shaky"));
    for (int64_t i = 0;; i++) {
        int64_t key = i % 32;
        char text[40];
        snprintf(text, sizeof text, "%lld of %lld", (long long)i, (long long)key);
        map_put(slot, map, weak_hash(key), integer(key), string(slot, text));
        map_remove(slot, map, weak_hash((key + 16) % 32), integer((key + 16) % 32));
        if (i % 64 == 0) {
            keep_only(slot, NULL, 0);
        }
    }
}

static bool belongs(uint64_t value, int64_t key) {
    if (!is_text(value)) {
        return false;
    }
    const cl_string_head *head = cl_at(here(), value);
    char text[40] = "";
    memcpy(text, head + 1, head->header.length < sizeof text ? head->header.length : 0);
    const char *of = strstr(text, " of ");
    return of != NULL && strtoll(of + 4, NULL, 10) == key;
}

static void readers_wait_for_nobody(void) {
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = make_map(slot, CL_KIND_MAP);
    uint32_t found = 0, rounds = 0;
    cl_store_at(slot, repository("shaky"), map);
    pid_t other = check_fork(add_and_remove, NULL);
    for (uint64_t start = check_now_ms(); check_now_ms() - start < 800 || found == 0; rounds++) {
        cl_entry entries[64];
        cl_error late = {0, "the other process never had an entry there"};
        REQUIRE(check_now_ms() - start < PATIENCE_MS, &late);
        int64_t key = rounds % 32;
        uint64_t value = map_get(slot, map, weak_hash(key), integer(key));
        found += value != MAP_NONE;
        CHECK(value == MAP_NONE || belongs(value, key));
        if (rounds % 64 == 0) {
            uint32_t count = map_entries(slot, map, entries, 64);
            for (uint32_t i = 0; i < count && i < 64; i++) {
                CHECK(belongs(entries[i].value, cl_untag_integer(entries[i].key)));
            }
            CHECK(map_count(slot, map) <= 17);
            keep_only(slot, &map, 1);
        }
    }
    kill(other, SIGKILL);
    CHECK(check_killed(other));
}

/* ---- killed at any moment ---- */

#define WINDOW 12

/* Its keys are a row of numbers, appended at the end and removed at the front; its counter is the newest. */
static void slide_forever(void *argument) {
    int64_t self = *(int64_t *)argument;
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = cl_load_at(slot, repository("killed"));
    cl_error error = {0, ""};
    for (int64_t i = 0;; i++) {
        int64_t key = self << 32 | i;
        map_put(slot, map, weak_hash(i), integer(key), i % 2 == 0 ? integer(i) : string(slot, "odd"));
        map_put(slot, map, no_hash(self), integer(-1 - self), integer(i));
        map_remove(slot, map, weak_hash(i - WINDOW), integer(key - WINDOW));
        if (i % 5000 == 4999) {
            REQUIRE(cl_map_clear(slot, map, &error), &error);
        }
        if (i % 100 == 0) {
            keep_only(slot, &map, 1);
        }
    }
}

static void check_windows(uint64_t slot, uint64_t map) {
    cl_entry entries[PROCESSES * (WINDOW + 3)];
    int64_t first[PROCESSES], last[PROCESSES], counter[PROCESSES];
    memset(first, -1, sizeof first);
    memset(last, -1, sizeof last);
    memset(counter, -1, sizeof counter);
    uint32_t count = map_entries(slot, map, entries, PROCESSES * (WINDOW + 3));
    CHECK(map_count(slot, map) == count && count <= PROCESSES * (WINDOW + 2));
    for (uint32_t i = 0; i < count; i++) {
        int64_t key = cl_untag_integer(entries[i].key);
        int64_t process = key < 0 ? -1 - key : key >> 32;
        int64_t number = key & 0xffffffff;
        REQUIRE(process < PROCESSES, &(cl_error){.text = "a key that nobody put there"});
        CHECK(map_get(slot, map, entries[i].hash, entries[i].key) == entries[i].value);
        if (key < 0) {
            counter[process] = cl_untag_integer(entries[i].value);
            continue;
        }
        CHECK(last[process] == -1 || number == last[process] + 1); /* in order, none is lost */
        CHECK(number % 2 == 0 ? entries[i].value == integer(number) : is_text(entries[i].value));
        first[process] = first[process] == -1 ? number : first[process];
        last[process] = number;
    }
    for (uint32_t i = 0; i < PROCESSES; i++) {
        CHECK(last[i] == -1 || last[i] - first[i] <= WINDOW);
        CHECK(counter[i] == -1 || last[i] == -1 || counter[i] == last[i] || counter[i] == last[i] - 1);
    }
}

static void killed_while_changing(void) {
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot("map");
    uint64_t map = make_map(slot, CL_KIND_MAP);
    uint32_t rounds = 0, abandoned = 0;
    cl_container *container = cl_at(here(), map);
    cl_store_at(slot, repository("killed"), map);
    for (uint64_t end = check_now_ms() + check_amount("KILL_MS", 4000); check_now_ms() < end; rounds++) {
        pid_t victims[PROCESSES];
        cl_error error = {0, ""};
        CHECK_OK(cl_map_clear(slot, map, &error), &error);
        for (int64_t i = 0; i < PROCESSES; i++) {
            victims[i] = check_fork(slide_forever, &i);
        }
        check_sleep_us(3000 + check_random(&seed) % 20000);
        for (uint32_t i = 0; i < PROCESSES; i++) {
            kill(victims[i], SIGKILL);
            CHECK(check_killed(victims[i]));
        }
        daemon_wait_vms(1);
        uint32_t lock = cl_load_acquire(&container->lock);
        CHECK((lock & CL_LOCK_OWNER_MASK) == 0);
        abandoned += lock == CL_LOCK_ABANDONED;
        check_windows(slot, map);
        CHECK(cl_load_acquire(&container->lock) == 0);
        keep_only(slot, &map, 1);
        if (rounds % 8 == 0) {
            census_check();
        }
    }
    printf("  killed %u processes, %u in the middle of a change\n", rounds * PROCESSES, abandoned);
    CHECK(rounds > 0);
}

/* ---- values that are only in one map, or on their way to another one ---- */

#define MAPS   32u
#define TEXTS  24u /* in each at first */
#define MOVERS 4u

/* The number that text_of_number was given, -1 when it is not whole. */
static int64_t number_of_text(uint64_t word) {
    if (word == 0 || (word & CL_TAG_REFERENCE_MASK) != 0 || !is_object(word) || !is_text(word)) {
        return -1;
    }
    const char *text = (const char *)((cl_string_head *)cl_at(here(), word) + 1);
    uint32_t number = (uint32_t)strtoul(text, NULL, 10);
    for (uint32_t i = 11; i < NUMBERED_TEXT_BYTES; i++) {
        if (text[i] != 'a' + (int)(number % 26)) {
            return -1;
        }
    }
    return number;
}

static uint64_t map_of_number(uint64_t slot, uint32_t number) {
    char name[16];
    snprintf(name, sizeof name, "moved%u", number);
    return cl_load_at(slot, repository(name));
}

/* Keys are texts too: each is the equal of its value. */
static void move_in(uint64_t slot, uint64_t map, uint64_t text) {
    int64_t number = number_of_text(text);
    REQUIRE(number >= 0, &(cl_error){.text = "the text is whole"});
    uint64_t old = map_put(slot, map, weak_hash(number), text_of_number(slot, (uint32_t)number), text);
    REQUIRE(old == MAP_NONE, &(cl_error){.text = "each text is in one map only"});
}

/* Takes any text out of a map, makes some garbage, looks at the text, and puts it into another map. */
static void move_forever(void *argument) {
    uint64_t seed = *(uint64_t *)argument;
    uint64_t slot = daemon_attach_slot("moves");
    for (uint32_t i = 0;; i++) {
        uint64_t from = map_of_number(slot, (uint32_t)(check_random(&seed) % MAPS));
        uint64_t to = map_of_number(slot, (uint32_t)(check_random(&seed) % MAPS));
        cl_entry entries[MAPS * TEXTS];
        uint32_t count = map_entries(slot, from, entries, MAPS * TEXTS);
        if (count != 0) {
            cl_entry entry = entries[check_random(&seed) % count];
            uint64_t text = map_remove(slot, from, entry.hash, entry.key);
            for (uint32_t k = (uint32_t)check_random(&seed) % 8; k > 0; k--) {
                string(slot, "garbage that takes the place of what was freed too early, if there is any");
            }
            if (text != MAP_NONE) {
                move_in(slot, to, text);
            }
        }
        if (i % 16 == 0) {
            keep_only(slot, NULL, 0);
        }
    }
}

static void moved_values_live(void) {
    uint64_t seed = check_seed();
    uint64_t slot = daemon_attach_slot("moves");
    for (uint32_t i = 0; i < MAPS; i++) {
        char name[16];
        snprintf(name, sizeof name, "moved%u", i);
        uint64_t map = make_map(slot, CL_KIND_MAP);
        cl_store_at(slot, repository(name), map);
        for (uint32_t k = 0; k < TEXTS; k++) {
            move_in(slot, map, text_of_number(slot, i * TEXTS + k));
        }
    }
    keep_only(slot, NULL, 0);
    daemon_kill_at_work(move_forever, MOVERS, check_amount("MOVE_MS", 4000), &seed);
    uint32_t left = 0;
    for (uint32_t i = 0; i < MAPS; i++) {
        cl_entry entries[MAPS * TEXTS];
        uint64_t map = map_of_number(slot, i);
        uint32_t count = map_entries(slot, map, entries, MAPS * TEXTS);
        CHECK(map_count(slot, map) == count);
        left += count;
        for (uint32_t k = 0; k < count; k++) {
            CHECK(number_of_text(entries[k].value) >= 0 && is_same_text(entries[k].key, entries[k].value));
        }
    }
    CHECK(left >= MAPS * TEXTS - MOVERS && left <= MAPS * TEXTS); /* those on their way died with their movers */
    daemon_validate(3);
    printf("  %u cycles\n", cl_load_acquire(&here()->header->cycles_finished));
}

int main(void) {
    check_begin("map");
    daemon_start("moves", "--objects", "8M", "--gc-interval", "1", NULL);
    daemon_start("map", "--objects", "64M", "--gc-interval", "20", NULL);
    daemon_start("full", "--objects", "2M", NULL);
    RUN(errors);
    RUN(only_the_newest_is_removed);
    RUN(only_the_expected_value_is_changed);
    RUN(one_word_is_one_key);
    RUN(words_that_are_no_values);
    RUN(frozen_ones_do_not_change);
    RUN(abandoned_in_a_full_heap);
    RUN(room);
    RUN(sets);
    RUN(with_a_good_hash);
    RUN(with_collisions);
    RUN(with_one_hash_for_all);
    RUN(no_update_is_lost);
    RUN(no_increment_is_lost);
    RUN(no_key_comes_twice);
    RUN(readers_wait_for_nobody);
    RUN(killed_while_changing);
    RUN(moved_values_live);
    return check_end();
}
