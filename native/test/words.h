/* SPDX-License-Identifier: Apache-2.0 */
/* Short forms for tests that build objects. Each ends the process when the library fails. */
#ifndef TEST_WORDS_H
#define TEST_WORDS_H

#include <string.h>

#include "address.h"
#include "check.h"
#include "here.h"

static inline uint32_t named(uint32_t kind, const char *text) {
    cl_error error = {0, ""};
    uint32_t entity = cl_entity_intern(kind, text, strlen(text), &error);
    REQUIRE(entity != 0, &error);
    return entity;
}

static inline cl_field_spec field(const char *name, uint32_t type) {
    return (cl_field_spec){.name = named(CL_KIND_NAME, name), .type = type};
}

static inline uint64_t integer(int64_t value) {
    uint64_t word;
    return cl_tag_integer(value, &word) ? word : CL_TAG_FAILED;
}

static inline uint64_t string(uint64_t slot, const char *text) {
    cl_error error = {0, ""};
    uint64_t reference = cl_string(slot, text, strlen(text), &error);
    REQUIRE(reference != 0, &error);
    return reference;
}

static inline uint64_t repository(const char *name) {
    return cl_bytes(named(CL_KIND_REPOSITORY, name)) + offsetof(cl_entity, value);
}

static inline const cl_shape *shape_of(uint64_t object) {
    return cl_shape_at(here(), cl_load_acquire(&cl_object_at(here(), cl_ref_of(object))->shape));
}

/* The live field of that name, NULL when there is none. */
static inline const cl_field *find_field(uint64_t object, const char *name) {
    const cl_shape *shape = shape_of(object);
    uint32_t entity = named(CL_KIND_NAME, name);
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (shape->fields[i].name == entity && (shape->fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return &shape->fields[i];
        }
    }
    return NULL;
}

/* The bits of a field, 0 when there is none. */
static inline uint64_t bits_of(uint64_t object, const char *name) {
    const cl_field *found = find_field(object, name);
    return found == NULL ? 0 : cl_load_number(object, found);
}

static inline uint64_t object_of(uint64_t slot, const char *class, const cl_field_spec *fields, uint32_t count) {
    cl_error error = {0, ""};
    uint32_t shape = cl_shape_intern(named(CL_KIND_CLASS, class), fields, count, &error);
    REQUIRE(shape != 0, &error);
    uint64_t object = cl_allocate(slot, shape, &error);
    REQUIRE(object != 0, &error);
    return object;
}

static inline uint32_t put(uint64_t slot, uint64_t object, cl_field_spec spec, uint64_t bits) {
    cl_error error = {0, ""};
    uint32_t shape = cl_evolve_put(slot, object, &spec, bits, &error);
    REQUIRE(shape != 0, &error);
    return shape;
}

/* A text of this length that begins with a number, and can be told from what is half of it. */
#define NUMBERED_TEXT_BYTES 200u

static inline uint64_t text_of_number(uint64_t slot, uint32_t number) {
    char text[NUMBERED_TEXT_BYTES];
    memset(text, 'a' + (int)(number % 26), sizeof text);
    snprintf(text, 12, "%010u", number);
    text[10] = '-';
    cl_error error = {0, ""};
    uint64_t made = cl_string(slot, text, sizeof text, &error);
    REQUIRE(made != 0, &error);
    return made;
}

#endif
