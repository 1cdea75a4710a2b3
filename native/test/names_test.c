/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The trie of names: what was made is found by every process, once, whoever makes it at the same time or is killed on
 * the way; the collector finds the references that repositories and channels hold, and a trie that leads nowhere.
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "hash.h"
#include "here.h"
#include "names.h"
#include "step.h"

#define KINDS  4u
#define MAKERS 4u
#define BYTES  32u

static const char *segment; /* of each test its own */

static uint32_t many(void) {
    return (uint32_t)check_amount("NAMES", 40000);
}

/* Of numbers in a row FNV makes hashes that differ. */
static size_t name_of(uint32_t number, char *name) {
    return (size_t)snprintf(name, BYTES, "Thing%llx", number * 0x9E3779B97F4A7C15ull);
}

static uint32_t intern(uint32_t kind, uint32_t number) {
    cl_error error = {0, ""};
    char name[BYTES];
    uint32_t entity = cl_entity_intern(kind, name, name_of(number, name), &error);
    REQUIRE(entity != 0, &error);
    return entity;
}

static uint32_t find(uint32_t kind, uint32_t number) {
    char name[BYTES];
    return cl_entity_find(kind, name, name_of(number, name));
}

static _Atomic uint32_t *bucket_of(uint32_t entity) {
    const cl_entity *at = cl_entity_at(here(), entity);
    return (_Atomic uint32_t *)cl_at(here(), here()->header->buckets_offset) + cl_bucket_of(at->kind, at->hash);
}

static cl_name_node *node_at(uint32_t word) {
    return cl_at(here(), cl_bytes(word & ~CL_NAME_NODE));
}

/* ---- one process ---- */

/* Of `names` ones: names of each kind, or repositories alone. */
static uint32_t *make_all(uint32_t names, uint32_t kind) {
    uint32_t *made = malloc(names * sizeof *made);
    for (uint32_t i = 0; i < names; i++) {
        made[i] = intern(kind, i);
    }
    return made;
}

static void finds_what_was_made(void) {
    daemon_start(segment = __func__, "--classes", "64M", NULL);
    daemon_attach_slot(segment);
    uint32_t wrong = 0;
    uint32_t *made[KINDS];
    for (uint32_t k = 0; k < KINDS; k++) {
        made[k] = make_all(many(), CL_KIND_NAME + k);
    }
    for (uint32_t k = 0; k < KINDS; k++) {
        for (uint32_t i = 0; i < many(); i++) {
            const cl_entity *entity = cl_entity_at(here(), made[k][i]);
            wrong += find(CL_KIND_NAME + k, i) != made[k][i] || intern(CL_KIND_NAME + k, i) != made[k][i] ||
                     entity->kind != CL_KIND_NAME + k;
        }
        wrong += find(CL_KIND_NAME + k, many()) != 0;
        wrong +=
            find(CL_KIND_STRING, k) != 0 || find(CL_KIND_QUEUE, k) != 0 || find(UINT32_MAX, k) != 0; /* have none */
        free(made[k]);
    }
    CHECK(wrong == 0);
    daemon_validate(3);
}

/* Of each kind, and by the way that channels have. What was refused is nowhere to be found. */
static void refuses_what_is_no_utf8(void) {
    static const char *const invalid[] = {"\xff",         "name\xc3",     "\xc3(",         "\x80",
                                          "\xc0\xaf",     "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe6\xbc"};
    daemon_start(segment = __func__, NULL);
    uint64_t slot = daemon_attach_slot(segment);
    for (uint32_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        cl_error error = {0, ""};
        size_t bytes = strlen(invalid[i]);
        for (uint32_t k = 0; k < KINDS; k++) {
            CHECK(cl_entity_intern(CL_KIND_NAME + k, invalid[i], bytes, &error) == 0);
            CHECK(check_error(&error, CL_ERR_ARGUMENT, "not valid UTF-8 at byte"));
            CHECK(cl_entity_find(CL_KIND_NAME + k, invalid[i], bytes) == 0);
        }
        cl_channel_spec spec = {4, 0, 0};
        CHECK(cl_channel_open(slot, invalid[i], bytes, &spec, &error) == 0);
        CHECK(check_error(&error, CL_ERR_ARGUMENT, "not valid UTF-8"));
    }
    cl_error error = {0, ""};
    CHECK(cl_entity_intern(CL_KIND_CLASS, "Angestellter \xc3\xa9\xe6\xbc\xa2\xf0\x9f\x98\x80", 22, &error) != 0);
    daemon_validate(3);
}

typedef struct walked {
    uint32_t kind;
    uint32_t count;
    uint32_t wrong;
    uint32_t most;
} walked;

static bool count_walked(uint32_t entity, void *argument) {
    walked *w = argument;
    const cl_entity *at = cl_entity_at(here(), entity);
    w->wrong += at->kind != w->kind || cl_entity_find(w->kind, at->name, at->header.length) != entity;
    return ++w->count < w->most;
}

static void a_walk_visits_each_of_a_kind_once(void) {
    daemon_start(segment = __func__, "--classes", "64M", NULL);
    daemon_attach_slot(segment);
    for (uint32_t k = 0; k < 2; k++) {
        walked w = {CL_KIND_REPOSITORY + k, 0, 0, UINT32_MAX};
        CHECK(cl_entity_walk(w.kind, count_walked, &w) && w.count == 0);
        free(make_all(many() + k, w.kind));
        CHECK(cl_entity_walk(w.kind, count_walked, &w) && w.count == many() + k && w.wrong == 0);
        walked few = {w.kind, 0, 0, 3};
        CHECK(!cl_entity_walk(few.kind, count_walked, &few) && few.count == 3);
        CHECK(!cl_entity_walk(CL_KIND_STRING, count_walked, &w) && w.count == many() + k);
    }
}

typedef struct hashed {
    uint32_t hash;
    uint32_t number;
} hashed;

static int by_hash(const void *a, const void *b) {
    uint32_t x = ((const hashed *)a)->hash, y = ((const hashed *)b)->hash;
    return (x > y) - (x < y);
}

/* Names of one hash share a list, wherever in the trie it is by then. */
static void tells_names_of_one_hash_apart(void) {
    uint32_t count = 300000, pairs = 0;
    hashed *all = malloc(count * sizeof *all);
    for (uint32_t i = 0; i < count; i++) {
        char name[BYTES];
        all[i] = (hashed){cl_entity_hash(CL_KIND_NAME, name, name_of(i, name)), i};
    }
    qsort(all, count, sizeof *all, by_hash);
    daemon_start(segment = __func__, "--classes", "64M", NULL);
    daemon_attach_slot(segment);
    for (uint32_t i = 1; i < count; i++) {
        if (all[i].hash == all[i - 1].hash) {
            uint32_t a = intern(CL_KIND_NAME, all[i - 1].number), b = intern(CL_KIND_NAME, all[i].number);
            CHECK(a != b && find(CL_KIND_NAME, all[i - 1].number) == a && find(CL_KIND_NAME, all[i].number) == b);
            pairs++;
        }
    }
    CHECK(pairs > 0);
    free(make_all(many(), CL_KIND_NAME)); /* they divide the lists */
    for (uint32_t i = 1; i < count; i++) {
        if (all[i].hash == all[i - 1].hash) {
            CHECK(find(CL_KIND_NAME, all[i].number) != 0 && find(CL_KIND_NAME, all[i - 1].number) != 0);
        }
    }
    free(all);
    daemon_validate(3);
}

/* ---- names that were chosen to have one hash ---- */

#define BLOCK_BYTES 6u
#define BLOCKS      9u
#define CHOSEN      (1u << BLOCKS)

/* For each part of a name two texts after which the hash is the same. */
static char blocks[BLOCKS][2][BLOCK_BYTES + 1];

static void write_block(uint32_t number, char *text) {
    uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15ull;
    mixed ^= mixed >> 29;
    for (uint32_t i = 0; i < BLOCK_BYTES; i++, mixed /= 26) {
        text[i] = (char)('a' + mixed % 26);
    }
    text[BLOCK_BYTES] = 0;
}

static uint32_t hash_on(uint32_t hash, const char *text) {
    for (; *text != 0; text++) {
        hash = cl_fnv32_byte(hash, (uint8_t)*text);
    }
    return hash;
}

/* A birthday search: two of some hundred thousand texts meet. Returns the hash after them. */
static uint32_t find_blocks(uint32_t from, char (*two)[BLOCK_BYTES + 1]) {
    uint32_t count = 300000;
    hashed *all = malloc(count * sizeof *all);
    for (uint32_t i = 0; i < count; i++) {
        char text[BLOCK_BYTES + 1];
        write_block(i, text);
        all[i] = (hashed){hash_on(from, text), i};
    }
    qsort(all, count, sizeof *all, by_hash);
    uint32_t at = 1, hash = 0;
    while (at < count && hash == 0) {
        write_block(all[at - 1].number, two[0]);
        write_block(all[at].number, two[1]);
        hash = all[at].hash == all[at - 1].hash && strcmp(two[0], two[1]) != 0 ? all[at].hash : 0;
        at++;
    }
    free(all);
    cl_error error = {0, "no two texts have one hash"};
    REQUIRE(hash != 0, &error);
    return hash;
}

static uint32_t intern_chosen(uint32_t number) {
    cl_error error = {0, ""};
    char name[BLOCKS * BLOCK_BYTES + 1];
    for (uint32_t i = 0; i < BLOCKS; i++) {
        memcpy(name + i * BLOCK_BYTES, blocks[i][number >> i & 1], BLOCK_BYTES);
    }
    uint32_t entity = cl_entity_intern(CL_KIND_NAME, name, sizeof name - 1, &error);
    REQUIRE(entity != 0, &error);
    return entity;
}

static void choose_names(const char *name) {
    uint32_t hash = cl_entity_hash(CL_KIND_NAME, "", 0);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        hash = find_blocks(hash, blocks[i]);
    }
    daemon_start(segment = name, "--classes", "64K", NULL);
    daemon_attach_slot(segment);
    for (uint32_t i = 0; i < CHOSEN; i++) {
        intern_chosen(i);
    }
    CHECK(cl_entity_at(here(), intern_chosen(0))->hash == cl_entity_at(here(), intern_chosen(CHOSEN - 1))->hash);
}

/* A long list is checked in about as many steps as it has names, and the next daemon takes it over. */
static void names_may_have_one_hash(void) {
    choose_names(__func__);
    daemon_validate(3);
    daemon_stop(segment, SIGKILL);
    daemon_start(segment, NULL);
    daemon_await_served();
    cl_error error = {0, ""};
    CHECK_OK(cl_collect(30000, &error), &error);
}

static void two_equal_names_are_found(void) {
    choose_names(__func__);
    cl_entity *one = cl_entity_at(here(), intern_chosen(7));
    memcpy(one->name, cl_entity_at(here(), intern_chosen(CHOSEN / 2))->name, (size_t)BLOCKS * BLOCK_BYTES);
    cl_error error = {0, ""};
    CHECK(!cl_validate(cl_base(), 2, &error) && check_error(&error, CL_ERR_STATE, "have one name"));
}

/* ---- processes at the same time ---- */

typedef struct board {
    _Atomic uint32_t ready;
    _Atomic uint32_t wrong;
    _Atomic uint32_t entities[]; /* by number: what the first one that asked was given */
} board;

static board *shared;

static void make_the_same(void *argument) {
    uint64_t seed = (uintptr_t)argument;
    daemon_attach(segment);
    cl_add_relaxed(&shared->ready, 1);
    check_await(&shared->ready, MAKERS);
    for (uint32_t i = 0; i < many(); i++) {
        uint32_t number = i / 8 * 8 + (uint32_t)(check_random(&seed) % 8);
        uint32_t seen = 0, entity = intern(CL_KIND_REPOSITORY, number);
        bool first = cl_cas_acq_rel(&shared->entities[number], &seen, entity);
        cl_add_relaxed(&shared->wrong, !first && seen != entity);
    }
}

static void all_are_given_the_same(void) {
    uint64_t seed = check_seed();
    shared = check_share(sizeof *shared + (many() + 8) * sizeof shared->entities[0]);
    daemon_start(segment = __func__, "--classes", "64M", NULL);
    pid_t makers[MAKERS];
    for (uint32_t i = 0; i < MAKERS; i++) {
        makers[i] = check_fork(make_the_same, (void *)(uintptr_t)check_random(&seed));
    }
    for (uint32_t i = 0; i < MAKERS; i++) {
        CHECK(check_join(makers[i]));
    }
    CHECK(cl_load_relaxed(&shared->wrong) == 0);
    daemon_attach(segment);
    uint32_t lost = 0;
    for (uint32_t i = 0; i < many() + 8; i++) {
        lost += cl_load_relaxed(&shared->entities[i]) != find(CL_KIND_REPOSITORY, i);
    }
    CHECK(lost == 0);
    daemon_validate(3);
}

/* ---- killed at any instruction ---- */

static uint32_t stepped; /* the name that the victim makes */

static void prepare_nothing(uint64_t slot) {
    (void)slot;
}

static void make_stepped(uint64_t slot) {
    (void)slot;
    intern(CL_KIND_NAME, stepped);
}

/* A number of a name that would divide a list, so that both CAS are made. */
static uint32_t one_that_divides(uint32_t from) {
    for (uint32_t i = from;; i++) {
        char name[BYTES];
        uint32_t hash = cl_entity_hash(CL_KIND_NAME, name, name_of(i, name));
        const _Atomic uint32_t *buckets = cl_at(here(), here()->header->buckets_offset);
        uint32_t word = cl_load_acquire(&buckets[cl_bucket_of(CL_KIND_NAME, hash)]);
        if (word != 0 && (word & CL_NAME_NODE) == 0 && find(CL_KIND_NAME, i) == 0) {
            return i;
        }
    }
}

static void survives_a_death_at_any_instruction(void) {
    daemon_start(STEP_SEGMENT, NULL);
    daemon_attach_slot(STEP_SEGMENT);
    free(make_all(1000, CL_KIND_NAME));
    const step what = {prepare_nothing, make_stepped};
    stepped = one_that_divides(1000);
    uint32_t all = step_and_kill(&what, UINT32_MAX);
    CHECK(all > 100 && find(CL_KIND_NAME, stepped) != 0);
    uint32_t made = 0, missing = 0;
    for (uint32_t i = 0; i < step_kills(); i++) {
        stepped = one_that_divides(stepped + 1);
        step_and_kill(&what, all * i / step_kills());
        bool there = find(CL_KIND_NAME, stepped) != 0;
        made += there;
        missing += !there;
        CHECK(find(CL_KIND_NAME, i) != 0);
        daemon_validate(2);
        CHECK(intern(CL_KIND_NAME, stepped) == find(CL_KIND_NAME, stepped));
    }
    CHECK(made + missing == step_kills() && missing > 0);
    daemon_validate(3);
}

/* ---- the collector ---- */

static void roots_are_found_deep_in_the_trie(void) {
    daemon_start(segment = __func__, "--classes", "64M", "--gc-threads", "2", NULL);
    uint64_t slot = daemon_attach_slot(segment);
    uint32_t *made = make_all(many(), CL_KIND_REPOSITORY);
    for (uint32_t i = 0; i < many(); i++) {
        char name[BYTES];
        name_of(i, name);
        cl_store_at(slot, cl_bytes(made[i]) + offsetof(cl_entity, value), string(slot, name));
    }
    keep_only(slot, NULL, 0);
    collect();
    collect();
    CHECK(last_cycle()->marked_objects == many());
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < many(); i++) {
        char name[BYTES];
        name_of(i, name);
        wrong += !holds_text(cl_load_acquire(&cl_entity_at(here(), made[i])->value), name);
        cl_store_at(slot, cl_bytes(made[i]) + offsetof(cl_entity, value), CL_TAG_NULL);
    }
    CHECK(wrong == 0);
    collect();
    CHECK(last_cycle()->marked_objects == 0);
    free(made);
    daemon_validate(3);
}

/* Breaks a place, and looks what the collector and the validator say. Both find it, and end. */
static void is_found(uint32_t entity, uint32_t child, uint32_t word) {
    cl_error error = {0, ""};
    _Atomic uint32_t *bucket = bucket_of(entity);
    REQUIRE((cl_load_acquire(bucket) & CL_NAME_NODE) != 0, &error);
    cl_store_release(&node_at(cl_load_acquire(bucket))->children[child], word);
    CHECK(!cl_validate(cl_base(), 2, &error) && check_error(&error, CL_ERR_STATE, "name bucket"));
    CHECK(!cl_collect(30000, &error) && check_error(&error, CL_ERR_STATE, "name bucket"));
}

static uint32_t begin_corrupt(const char *name) {
    daemon_start(segment = name, NULL);
    daemon_attach_slot(segment);
    free(make_all(20000, CL_KIND_REPOSITORY)); /* five in a bucket: all have nodes */
    return find(CL_KIND_REPOSITORY, 7);
}

static void a_node_that_leads_to_itself_is_found(void) {
    uint32_t entity = begin_corrupt(__func__);
    uint32_t node = cl_load_acquire(bucket_of(entity));
    for (uint32_t i = 0; i < 1u << CL_NAME_NODE_LOG2; i++) {
        cl_store_release(&node_at(node)->children[i], node);
    }
    is_found(entity, 0, node);
}

static void a_node_outside_the_classes_is_found(void) {
    uint32_t entity = begin_corrupt(__func__);
    is_found(entity, 3, CL_NAME_NODE | cl_granules(here()->header->objects_offset));
}

static void an_entity_of_another_place_is_found(void) {
    uint32_t entity = begin_corrupt(__func__);
    uint32_t hash = cl_entity_at(here(), entity)->hash;
    is_found(entity, ((hash >> CL_NAME_BUCKETS_LOG2) + 1) % (1u << CL_NAME_NODE_LOG2), entity);
}

static void a_cyclic_list_is_found(void) {
    uint32_t entity = begin_corrupt(__func__);
    cl_entity_at(here(), entity)->next = entity;
    cl_error error = {0, ""};
    CHECK(!cl_validate(cl_base(), 2, &error) && check_error(&error, CL_ERR_STATE, "no end"));
    CHECK(!cl_collect(30000, &error) && check_error(&error, CL_ERR_STATE, "no end"));
}

static void *make_names(void *done) {
    for (uint32_t i = 0; i < 4 * many(); i++) {
        intern(CL_KIND_NAME + i % KINDS, (1u << 24) + i);
    }
    cl_store_release((_Atomic uint32_t *)done, 1);
    return NULL;
}

/* At level 2 mutators may run: what is made meanwhile is no fault. */
static void is_valid_while_names_are_made(void) {
    static _Atomic uint32_t done;
    pthread_t maker;
    cl_error error = {0, ""};
    segment = __func__;
    daemon_start(segment, NULL);
    daemon_attach(segment);
    pthread_create(&maker, NULL, make_names, (void *)&done);
    while (cl_load_acquire(&done) == 0) {
        CHECK_OK(cl_validate(cl_base(), 2, &error), &error);
    }
    pthread_join(maker, NULL);
}

int main(void) {
    check_begin("names");
    RUN(finds_what_was_made);
    RUN(refuses_what_is_no_utf8);
    RUN(a_walk_visits_each_of_a_kind_once);
    RUN(tells_names_of_one_hash_apart);
    RUN(names_may_have_one_hash);
    RUN(two_equal_names_are_found);
    RUN(is_valid_while_names_are_made);
    RUN(all_are_given_the_same);
    if (trace_is_permitted()) {
        RUN(survives_a_death_at_any_instruction);
    } else {
        check_skip("survives_a_death_at_any_instruction", "tracing is not permitted here");
    }
    RUN(roots_are_found_deep_in_the_trie);
    RUN(a_node_that_leads_to_itself_is_found);
    RUN(a_node_outside_the_classes_is_found);
    RUN(an_entity_of_another_place_is_found);
    RUN(a_cyclic_list_is_found);
    return check_end();
}
