/* SPDX-License-Identifier: Apache-2.0 */
/* No room: in the objects, in the classes, in the system. Each is an error with its numbers; what was there stays good.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon.h"
#include "here.h"
#include "words.h"

static bool system_is_full;

/* Stands before libc's for this program and the libcolors.so it loaded. */
__attribute__((visibility("default"))) int fallocate(int file, int mode, off_t offset, off_t bytes) {
    if (system_is_full) {
        errno = ENOSPC;
        return -1;
    }
    return (int)syscall(SYS_fallocate, file, mode, offset, bytes);
}

static uint64_t fill_objects(uint64_t slot, uint64_t *first, cl_error *error) {
    cl_field_spec spec = field("next", CL_TYPE_ANY);
    uint32_t shape = cl_shape_intern(named(CL_KIND_CLASS, "Filler"), &spec, 1, error);
    uint64_t count = 0, previous = 0, object;
    for (; (object = cl_allocate(slot, shape, error)) != 0; count++) {
        cl_store_tagged(slot, object, 0, previous);
        previous = object;
        *first = *first == 0 ? object : *first;
    }
    return count;
}

static void objects(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("small");
    uint64_t first = 0;
    CHECK(cl_large_is_free(1 << 20) == 1 && cl_large_is_free((2 << 20) + 1) == 0);
    uint64_t count = fill_objects(slot, &first, &error);
    CHECK(count == 2 * 1024 * 1024 / 32); /* every byte was used */
    CHECK(check_error(&error, CL_ERR_MEMORY,
                      "the objects space of the shared segment is full: 2097152 of 2097152 bytes are live"));
    CHECK(check_error(&error, CL_ERR_MEMORY, "--objects (or the variable COLORS_OBJECTS"));
    cl_field_spec spec = field("added", CL_TYPE_INTEGER);
    uint32_t before = cl_shape_id(here(), shape_of(first));
    CHECK(cl_evolve_put(slot, first, &spec, 1, &error) == 0 && check_error(&error, CL_ERR_MEMORY, "objects space"));
    CHECK(cl_shape_id(here(), shape_of(first)) == before); /* nothing changed, nothing is held */
    CHECK(cl_string(slot, "no room", 7, &error) == 0 && error.code == CL_ERR_MEMORY);
    CHECK(cl_block_large(slot, 1 << 20, &error) == 0 && check_error(&error, CL_ERR_MEMORY, "no hole for 1048576 more"));
    CHECK(cl_large_is_free(CL_REGION_BYTES) == 0 && cl_large_is_free(UINT64_MAX) == 0);
    CHECK(cl_block_large(slot, UINT64_MAX - 15, &error) == 0 && error.code == CL_ERR_MEMORY);
    cl_store_tagged(slot, first, 0, integer(7));
    CHECK(cl_load_tagged(slot, first, 0) == integer(7));
    daemon_validate(3);
}

static void classes(void) {
    cl_error error = {0, ""};
    daemon_attach("narrow");
    uint32_t kept = named(CL_KIND_NAME, "kept");
    uint32_t class = named(CL_KIND_CLASS, "Kept");
    cl_field_spec spec = field("kept", CL_TYPE_INTEGER);
    uint32_t count = 0;
    for (char name[32]; error.code == 0; count++) {
        snprintf(name, sizeof name, "a.rather.long.name.%u", count);
        cl_entity_intern(CL_KIND_NAME, name, strlen(name), &error);
    }
    CHECK(count > 500);
    CHECK(check_error(&error, CL_ERR_MEMORY, "the classes space of the shared segment is full: 655"));
    CHECK(check_error(&error, CL_ERR_MEMORY, "of 65536 bytes are used, 64 more were asked for"));
    CHECK(check_error(&error, CL_ERR_MEMORY, "--classes (or the variable COLORS_CLASSES"));
    CHECK(named(CL_KIND_NAME, "kept") == kept);
    CHECK(cl_shape_intern(class, &spec, 1, &error) == 0 && check_error(&error, CL_ERR_MEMORY, "classes space"));
    daemon_validate(3);
}

static void no_memory_in_the_system(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("starved");
    cl_field_spec spec = field("next", CL_TYPE_ANY);
    uint64_t object = object_of(slot, "Node", &spec, 1);
    system_is_full = true;
    static char text[8000];
    memset(text, 'x', sizeof text);
    while (cl_string(slot, text, sizeof text, &error) != 0) {
    }
    CHECK(check_error(&error, CL_ERR_MEMORY, "the system has no memory for 32768 more bytes of the objects space"));
    CHECK(cl_block_large(slot, 1 << 20, &error) == 0 &&
          check_error(&error, CL_ERR_MEMORY, "the system has no memory for 1048576 more bytes of the objects space"));
    CHECK(cl_chunk_next(slot, &error) == 0 && check_error(&error, CL_ERR_MEMORY, "of a root log"));
    CHECK(cl_slot_claim(&error) == 0 && check_error(&error, CL_ERR_MEMORY, "of a root log"));
    error.code = 0;
    for (uint32_t i = 0; error.code == 0; i++) {
        char name[32];
        snprintf(name, sizeof name, "name%u", i);
        cl_entity_intern(CL_KIND_NAME, name, strlen(name), &error);
    }
    CHECK(check_error(&error, CL_ERR_MEMORY, "more bytes of the classes space"));
    daemon_validate(3);
    system_is_full = false;
    CHECK(object_of(slot, "Node", &spec, 1) != 0 && cl_chunk_next(slot, NULL) != 0 &&
          named(CL_KIND_NAME, "again") != 0);
    CHECK(cl_load_tagged(slot, object, 0) == CL_TAG_NULL);
    daemon_validate(3);
}

/* A load that cannot log its reference says so. */
static void no_chunk_for_a_load(void) {
    cl_error error = {0, ""};
    uint64_t slot = daemon_attach_slot("starved");
    cl_slot *record = cl_at(here(), slot);
    cl_field_spec spec = field("next", CL_TYPE_ANY);
    uint64_t object = object_of(slot, "Node", &spec, 1);
    cl_store_tagged(slot, object, 0, string(slot, "x"));
    CHECK_OK(cl_chunk_next(slot, &error) != 0, &error);
    _Atomic uint32_t *entries = cl_chunk_entries(here(), record->chunk - 1);
    for (uint32_t i = 0; i < CL_CHUNK_ENTRIES; i++) {
        cl_store_release(&entries[i], cl_granules(object));
    }
    system_is_full = true;
    CHECK(cl_load_tagged(slot, object, 0) == CL_TAG_FAILED && cl_load_relaxed(&record->seq) % 2 == 0);
    system_is_full = false;
    CHECK(cl_load_tagged(slot, object, 0) != CL_TAG_FAILED);
}

int main(void) {
    check_begin("full");
    daemon_start("small", "--objects", "2M", NULL);
    daemon_start("narrow", "--classes", "64K", NULL);
    daemon_start("starved", NULL);
    RUN(objects);
    RUN(classes);
    RUN(no_memory_in_the_system);
    RUN(no_chunk_for_a_load);
    return check_end();
}
