/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers, objects, boxes and strings. */
#include <pthread.h>
#include <stdlib.h>

#include "daemon.h"
#include "here.h"
#include "words.h"

#define THREADS 6
#define OBJECTS 20000

static uint32_t pair_shape;

/* Each object holds its own reference in both slots: two objects in one place would show. */
static void *allocate_many(void *unused) {
    (void)unused;
    cl_error error = {0, ""};
    uint64_t slot = cl_slot_claim(&error);
    uint64_t *objects = malloc(OBJECTS * sizeof *objects);
    CHECK_OK(slot != 0, &error);
    for (int i = 0; i < OBJECTS; i++) {
        objects[i] = cl_allocate(slot, pair_shape, &error);
        REQUIRE(objects[i] != 0, &error);
        CHECK(cl_load_raw(objects[i], 0) == 0 && cl_load_raw(objects[i], 1) == 0);
        cl_store_raw(objects[i], 0, objects[i]);
        cl_store_tagged(slot, objects[i], 1, objects[i]);
    }
    for (int i = 0; i < OBJECTS; i++) {
        CHECK(cl_load_raw(objects[i], 0) == objects[i] && cl_load_tagged(slot, objects[i], 1) == objects[i]);
    }
    free(objects);
    cl_slot_release(slot);
    return NULL;
}

static void many_threads(void) {
    cl_error error = {0, ""};
    daemon_attach("alloc");
    cl_field_spec fields[] = {field("number", CL_TYPE_INTEGER), field("self", CL_TYPE_ANY)};
    pair_shape = cl_shape_intern(named(CL_KIND_CLASS, "Pair"), fields, 2, &error);
    REQUIRE(pair_shape != 0, &error);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, allocate_many, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    daemon_validate(3);
}

static void large_objects(void) {
    uint64_t slot = daemon_attach_slot("alloc");
    cl_error error = {0, ""};
    static cl_field_spec fields[CL_FIELDS_MAX];
    for (uint32_t i = 0; i < CL_FIELDS_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", i);
        fields[i] = field(name, CL_TYPE_INTEGER);
    }
    uint64_t first = object_of(slot, "Wide", fields, CL_FIELDS_MAX);
    uint64_t second = object_of(slot, "Wide", fields, CL_FIELDS_MAX);
    cl_store_raw(first, CL_FIELDS_MAX - 1, 7);
    CHECK(cl_load_raw(second, CL_FIELDS_MAX - 1) == 0);
    CHECK(second >= first + 8 * CL_FIELDS_MAX || first >= second + 8 * CL_FIELDS_MAX);
    CHECK(cl_block_large(slot, 0, &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "multiple of 16"));
    CHECK(cl_block_large(slot, 24, &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "24 bytes"));
    daemon_validate(3);
}

/* A released slot's region is there for the next one, but for what was used. */
static void buffers_are_passed_on(void) {
    uint64_t slot = daemon_attach_slot("alloc");
    cl_error error = {0, ""};
    uint64_t first = string(slot, "first");
    const cl_slot *record = cl_at(here(), slot);
    CHECK(record->alloc_limit > record->alloc_top && record->alloc_top % CL_GRANULE == 0);
    uint32_t region = record->region;
    uint64_t top = record->alloc_top;
    cl_slot_release(slot);
    CHECK(record->region == 0 && record->alloc_limit == 0);
    CHECK(cl_slot_claim(&error) == slot && cl_buffer_refill(slot, 4096, &error));
    CHECK(record->region == region && record->alloc_top == top && top > first);
    CHECK(!cl_buffer_refill(slot, CL_REGION_BYTES + 1, &error) &&
          check_error(&error, CL_ERR_ARGUMENT, "cl_block_large"));
    CHECK_OK(cl_buffer_refill(slot, CL_REGION_BYTES, &error), &error);
    CHECK(record->alloc_limit - record->alloc_top == CL_REGION_BYTES);
}

static void boxes(void) {
    uint64_t slot = daemon_attach_slot("alloc");
    cl_error error = {0, ""};
    uint64_t integer_box = cl_box_integer(slot, INT64_MIN, &error);
    uint64_t float_box = cl_box_float(slot, -0.0, &error);
    CHECK_OK(integer_box != 0 && float_box != 0, &error);
    CHECK(cl_load_raw(integer_box, 0) == 1ull << 63 && cl_load_raw(float_box, 0) == 1ull << 63);
    CHECK(shape_of(integer_box)->kind == CL_KIND_BOX_INTEGER && shape_of(float_box)->kind == CL_KIND_BOX_FLOAT);
    daemon_validate(3);
}

static bool is_string(uint64_t reference, uint32_t encoding, uint32_t hash, const void *text, uint32_t bytes) {
    const cl_string_head *head = cl_at(here(), reference);
    return shape_of(reference)->kind == CL_KIND_STRING && head->encoding == encoding && head->hash == hash &&
           head->header.length == bytes && memcmp(head + 1, text, bytes) == 0;
}

static void strings(void) {
    uint64_t slot = daemon_attach_slot("alloc");
    cl_error error = {0, ""};
    const uint16_t euro[] = {'5', 0x20ac, 0xd83d, 0xde00};
    CHECK(is_string(string(slot, ""), CL_ENCODING_LATIN1, 0, "", 0));
    CHECK(is_string(string(slot, "hello"), CL_ENCODING_LATIN1, 99162322, "hello", 5)); /* "hello".hashCode() in Java */
    CHECK(is_string(string(slot, "h\xc3\xa9"), CL_ENCODING_LATIN1, 'h' * 31 + 0xe9, "h\xe9", 2));
    uint32_t hash = (((uint32_t)'5' * 31 + 0x20ac) * 31 + 0xd83d) * 31 + 0xde00;
    CHECK(is_string(string(slot, "5\xe2\x82\xac\xf0\x9f\x98\x80"), CL_ENCODING_UTF16, hash, euro, sizeof euro));
    const char *bad[] = {"\xff",     "\xc3", "a\xc0\x80",    "\xed\xa0\x80",    "\xf4\x90\x80\x80",
                         "\xe2\x82", "\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        error.code = 0;
        CHECK(cl_string(slot, bad[i], strlen(bad[i]), &error) == 0 &&
              check_error(&error, CL_ERR_ARGUMENT, "not valid UTF-8"));
    }
    char *long_text = malloc(100000);
    memset(long_text, 'x', 100000);
    uint64_t reference = cl_string(slot, long_text, 100000, &error);
    CHECK_OK(reference != 0, &error);
    CHECK(((const cl_object_header *)cl_at(here(), reference))->length == 100000);
    free(long_text);
    daemon_validate(3);
}

static void wrong_shapes(void) {
    uint64_t slot = daemon_attach_slot("alloc");
    const uint32_t ids[] = {0, 1, 1u << 27, UINT32_MAX, here()->header->builtin_shape[CL_KIND_STRING]};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        cl_error error = {0, ""};
        CHECK(cl_allocate(slot, ids[i], &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "cl_shape_intern"));
    }
}

int main(void) {
    check_begin("alloc");
    daemon_start("alloc", NULL);
    RUN(many_threads);
    RUN(large_objects);
    RUN(buffers_are_passed_on);
    RUN(boxes);
    RUN(strings);
    RUN(wrong_shapes);
    return check_end();
}
