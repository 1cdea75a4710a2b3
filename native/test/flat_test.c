/* SPDX-License-Identifier: Apache-2.0 */
/* Flat arrays: every width, by two processes at once, collected, and refused where they are no list. */
#include <stdlib.h>
#include <sys/wait.h>

#include "census.h"
#include "daemon.h"
#include "here.h"
#include "roots.h"
#include "words.h"

typedef struct width {
    uint32_t kind, bytes;
    int64_t least, most;
} width;

static const width integers[] = {{CL_SLOT_INT8, 1, INT8_MIN, INT8_MAX},    {CL_SLOT_INT16, 2, INT16_MIN, INT16_MAX},
                                 {CL_SLOT_CHAR, 2, 0, UINT16_MAX},         {CL_SLOT_INT32, 4, INT32_MIN, INT32_MAX},
                                 {CL_SLOT_INT64, 8, INT64_MIN, INT64_MAX}, {CL_SLOT_BOOLEAN, 1, 0, 1}};

static uint64_t make(uint64_t slot, uint32_t kind, uint64_t count) {
    cl_error error = {0, ""};
    uint64_t array = cl_flat_make(slot, kind, count, &error);
    REQUIRE(array != 0, &error);
    return array;
}

static cl_element get(uint64_t slot, uint64_t array, uint32_t index) {
    cl_error error = {0, "no such element"};
    cl_element element;
    REQUIRE(cl_list_get(slot, array, index, &element, &error), &error);
    return element;
}

/* As the language would: little endian, so the first bytes of an int64 are the narrow number. */
static void put_integer(uint64_t array, uint32_t index, const width *w, int64_t value) {
    memcpy((char *)cl_flat_elements(array) + index * w->bytes, &value, w->bytes);
}

static void every_width(void) {
    uint64_t slot = daemon_attach_slot("flat");
    for (uint32_t i = 0; i < sizeof integers / sizeof integers[0]; i++) {
        const width *w = &integers[i];
        uint64_t array = make(slot, w->kind, 5);
        uint32_t kind, count;
        CHECK(cl_flat_info(array, &kind, &count, NULL) && kind == w->kind && count == 5 && cl_list_count(array) == 5);
        CHECK((uint64_t)(uintptr_t)cl_flat_elements(array) % w->bytes == 0);
        put_integer(array, 0, w, w->least);
        put_integer(array, 4, w, w->most);
        cl_element first = get(slot, array, 0), last = get(slot, array, 4), zero = get(slot, array, 1);
        if (w->kind == CL_SLOT_BOOLEAN) {
            CHECK(first.kind == CL_SLOT_TAGGED && first.bits == CL_TAG_FALSE && last.bits == CL_TAG_TRUE);
        } else {
            CHECK(first.kind == CL_SLOT_INT64 && (int64_t)first.bits == w->least);
            CHECK((int64_t)last.bits == w->most && zero.bits == 0);
        }
    }
    uint64_t singles = make(slot, CL_SLOT_FLOAT32, 3), doubles = make(slot, CL_SLOT_FLOAT64, 3);
    ((float *)cl_flat_elements(singles))[1] = 0.5f;
    ((double *)cl_flat_elements(doubles))[2] = -1e300;
    double half = 0.5, large = -1e300;
    cl_element single = get(slot, singles, 1), twice = get(slot, doubles, 2);
    CHECK(single.kind == CL_SLOT_FLOAT64 && memcmp(&single.bits, &half, sizeof half) == 0);
    CHECK(twice.kind == CL_SLOT_FLOAT64 && memcmp(&twice.bits, &large, sizeof large) == 0);
    daemon_validate(3);
}

static void refused(void) {
    uint64_t slot = daemon_attach_slot("flat");
    cl_error error = {0, ""};
    uint32_t wrong[] = {0, CL_SLOT_KINDS, UINT32_MAX};
    for (uint32_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(cl_flat_make(slot, wrong[i], 1, &error) == 0 && check_error(&error, CL_ERR_ARGUMENT, "no slot kind"));
    }
    CHECK(cl_flat_make(slot, CL_SLOT_INT64, UINT64_MAX, &error) == 0 && check_error(&error, CL_ERR_MEMORY, "bytes"));
    CHECK(cl_flat_make(slot, CL_SLOT_INT8, CL_FLAT_BYTES_MAX + 1ull, &error) == 0);
    uint64_t array = make(slot, CL_SLOT_INT32, 2);
    cl_element one = {.kind = CL_SLOT_INT64, .bits = 1};
    CHECK(!cl_list_insert(slot, array, UINT32_MAX, &one, &error) && check_error(&error, CL_ERR_STATE, "flat array"));
    CHECK(!cl_list_set(slot, array, 0, &one, NULL, &error) && check_error(&error, CL_ERR_STATE, "flat array"));
    CHECK(!cl_list_clear(slot, array, &error) && check_error(&error, CL_ERR_STATE, "flat array"));
    CHECK(!cl_list_append_at_once(slot, array, CL_SLOT_INT64, 1));
    CHECK(!cl_list_get(slot, array, 2, &one, &error) && error.code == CL_OK);
    CHECK(!cl_list_get(slot, array, UINT32_MAX, &one, &error) && error.code == CL_OK);
    uint32_t kind, count;
    uint64_t list = cl_list_make(slot, 0, 0, &error);
    CHECK(!cl_flat_info(list, &kind, &count, &error) && check_error(&error, CL_ERR_ARGUMENT, "no flat array"));
    uint64_t empty = make(slot, CL_SLOT_FLOAT64, 0);
    CHECK(cl_list_count(empty) == 0);
    daemon_validate(3);
}

/* Large ones have regions of their own; what is in them is nothing to follow, whatever it looks like. */
static void collected(void) {
    uint64_t slot = daemon_attach_slot("flat");
    uint64_t kept[] = {make(slot, CL_SLOT_INT64, 1000), make(slot, CL_SLOT_INT64, 1 << 20)};
    uint64_t text = string(slot, "what nobody refers to, but for its bits");
    for (uint32_t i = 0; i < 2; i++) {
        ((uint64_t *)cl_flat_elements(kept[i]))[7] = text;
        ((uint64_t *)cl_flat_elements(kept[i]))[8] = UINT64_MAX;
    }
    uint64_t dead = make(slot, CL_SLOT_INT8, 1 << 20);
    keep_only(slot, kept, 2);
    collect();
    collect();
    CHECK(is_object(kept[0]) && is_object(kept[1]) && !is_object(text) && !is_object(dead));
    CHECK(((uint64_t *)cl_flat_elements(kept[1]))[7] == text && get(slot, kept[1], (1 << 20) - 1).bits == 0);
    daemon_validate(3);
}

/* What an array of references refers to lives as long as itself, and no longer than it is in there. */
static void references(void) {
    uint64_t slot = daemon_attach_slot("flat");
    uint64_t array = make(slot, CL_SLOT_TAGGED, 3000), large = make(slot, CL_SLOT_TAGGED, 1 << 17);
    uint64_t first = string(slot, "the first one is long enough"), last = string(slot, "and so is the last one");
    CHECK(get(slot, array, 0).kind == CL_SLOT_TAGGED && get(slot, array, 0).bits == 0);
    cl_store_at(slot, cl_flat_place(array, 0), first);
    cl_store_at(slot, cl_flat_place(array, 2999), large);
    cl_store_at(slot, cl_flat_place(large, (1 << 17) - 1), last);
    keep_only(slot, &array, 1);
    collect();
    collect();
    CHECK(holds_text(first, "the first") && holds_text(last, "and so") && get(slot, array, 2999).bits == large);
    census now = census_take();
    CHECK(now.lost == 0 && now.objects == now.reachable);
    cl_store_at(slot, cl_flat_place(array, 0), 0);
    keep_only(slot, &array, 1);
    collect();
    collect();
    CHECK(!is_object(first) && holds_text(last, "and so"));
    daemon_validate(3);
    cl_error error = {0, ""};
    ((uint64_t *)cl_flat_elements(large))[9] = last + CL_GRANULE;
    CHECK(!cl_validate(cl_base(), 3, &error) && check_error(&error, CL_ERR_STATE, "no value"));
    ((uint64_t *)cl_flat_elements(large))[9] = 0;
}

/* Two processes add to halves of one array, and to one element by atomic adds. */
static void shared_by_processes(void) {
    uint64_t slot = daemon_attach_slot("flat");
    uint64_t array = make(slot, CL_SLOT_INT32, 1001);
    cl_store_at(slot, repository("numbers"), array);
    pid_t pids[2];
    for (uint32_t p = 0; p < 2; p++) {
        pids[p] = fork();
        if (pids[p] == 0) {
            uint64_t own = daemon_attach_slot("flat");
            uint64_t found = cl_load_at(own, repository("numbers"));
            _Atomic int32_t *elements = cl_flat_elements(found);
            for (uint32_t round = 0; round < 1000; round++) {
                for (uint32_t i = p; i < 1000; i += 2) {
                    elements[i] = elements[i] + (int32_t)i;
                }
                atomic_fetch_add(&elements[1000], 1);
            }
            _exit(0);
        }
    }
    for (uint32_t p = 0; p < 2; p++) {
        int status;
        CHECK(waitpid(pids[p], &status, 0) == pids[p] && status == 0);
    }
    const int32_t *elements = cl_flat_elements(array);
    for (int32_t i = 0; i < 1000; i++) {
        CHECK(elements[i] == 1000 * i);
    }
    CHECK(elements[1000] == 2000);
    daemon_validate(3);
}

static void faults_are_found(void) {
    uint64_t slot = daemon_attach_slot("flat");
    uint64_t array = make(slot, CL_SLOT_INT64, 4);
    cl_object_header *header = cl_object_at(here(), cl_ref_of(array));
    cl_error error = {0, ""};
    uint32_t wrong[] = {0, CL_SLOT_KINDS};
    for (uint32_t i = 0; i < 2; i++) {
        cl_store_relaxed(&header->extension, wrong[i]);
        CHECK(!cl_validate(cl_base(), 3, &error) && check_error(&error, CL_ERR_STATE, "flat array"));
        uint32_t kind, count;
        CHECK(!cl_flat_info(array, &kind, &count, &error));
    }
    cl_store_relaxed(&header->extension, CL_SLOT_INT64);
    header->length = 31;
    CHECK(!cl_validate(cl_base(), 3, &error) && check_error(&error, CL_ERR_STATE, "flat array"));
    header->length = 32;
    daemon_validate(3);
}

/* Of a size that is given, zero where nothing is, and too large to be one object. */
static void bytes_are_copied(void) {
    uint64_t slot = daemon_attach_slot("flat");
    cl_error error = {0, ""};
    char large[100000];
    memset(large, 7, sizeof large);
    const uint64_t made[] = {cl_binary_make(slot, 0, "abc", 3, &error), cl_binary_make(slot, 0, NULL, 5, &error),
                             cl_binary_make(slot, 0, large, sizeof large, &error),
                             cl_binary_make(slot, 0, NULL, 0, &error)};
    const uint32_t sizes[] = {3, 5, sizeof large, 0};
    const char *contents[] = {"abc", "\0\0\0\0", large, ""};
    for (uint32_t i = 0; i < 4; i++) {
        REQUIRE(made[i] != 0, &error);
        const cl_object_header *header = cl_object_at(here(), cl_ref_of(made[i]));
        CHECK(shape_of(made[i])->kind == CL_KIND_BINARY && header->length == sizes[i]);
        CHECK(memcmp(header + 1, contents[i], sizes[i]) == 0);
    }
    CHECK(!cl_binary_make(slot, 0, NULL, 1ull << 31, &error) && check_error(&error, CL_ERR_MEMORY, "one binary"));
    daemon_validate(3);
}

int main(void) {
    check_begin("flat");
    daemon_start("flat", "--objects", "64M", NULL);
    RUN(every_width);
    RUN(refused);
    RUN(collected);
    RUN(references);
    RUN(shared_by_processes);
    RUN(faults_are_found);
    RUN(bytes_are_copied);
    return check_end();
}
