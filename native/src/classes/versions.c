/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many versions a class may have. Versions are immortal, so a program that makes them without end, by accident,
 * would fill the classes space for everybody; and finding a version takes longer with each one.
 */
#include "shape.h"

#include <stdio.h>
#include <string.h>

#include "base.h"
#include "segment.h"

#define SHOWN      3   /* names of added fields in a message */
#define NAME_BYTES 100 /* of each name in a message */

static bool has_live(const cl_shape *shape, uint32_t name) {
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (shape->fields[i].name == name && (shape->fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return true;
        }
    }
    return false;
}

/* The name entity of the last field that the version before has not, 0 when there is none. */
static uint32_t added_name(const cl_space *space, const cl_shape *shape) {
    const cl_shape *older = shape->older == 0 ? NULL : cl_shape_at(space, shape->older);
    for (uint32_t i = shape->field_count; i-- > 0;) {
        const cl_field *field = &shape->fields[i];
        if ((field->flags & CL_FIELD_REMOVED) == 0 && (older == NULL || !has_live(older, field->name))) {
            return field->name;
        }
    }
    return 0;
}

/* Writes the names that the newest versions added: "'z', 'y', 'x'". */
static void added_names(const cl_space *space, const cl_shape *newest, char *text, size_t size) {
    const cl_shape *shape = newest;
    size_t at = 0;
    text[0] = 0;
    for (uint32_t shown = 0, seen = 0; shown < SHOWN && seen < CL_VERSIONS_WARN; seen++) {
        uint32_t name = added_name(space, shape);
        if (name != 0) {
            const cl_entity *entity = cl_entity_at(space, name);
            int bytes = entity->header.length < NAME_BYTES ? (int)entity->header.length : NAME_BYTES;
            at += (size_t)snprintf(text + at, size - at, "%s'%.*s'", shown == 0 ? "" : ", ", bytes, entity->name);
            shown++;
        }
        if (shape->older == 0) {
            break;
        }
        shape = cl_shape_at(space, shape->older);
    }
    if (at == 0) {
        snprintf(text, size, "none: the types of fields changed, or fields were removed");
    }
}

static int class_bytes(const cl_entity *class) {
    return class->header.length < NAME_BYTES ? (int)class->header.length : NAME_BYTES;
}

bool cl_versions_have_room(const cl_space *space, uint32_t class_entity, uint32_t newest, cl_error *error) {
    const cl_shape *shape = newest == 0 ? NULL : cl_shape_at(space, newest);
    if (shape == NULL || shape->version < CL_VERSIONS_MAX) {
        return true;
    }
    const cl_entity *class = cl_entity_at(space, class_entity);
    char added[SHOWN * (NAME_BYTES + 8)];
    added_names(space, shape, added, sizeof added);
    cl_fail(
        error, CL_ERR_MEMORY,
        "class %.*s has %u versions, and a class can have no more; fields added last: %s. Programs give its objects "
        "ever other fields, or the same fields in ever other orders or types: set all fields where objects are made, "
        "and keep what has free names in other objects",
        class_bytes(class), class->name, shape->version, added);
    return false;
}

void cl_versions_warn(const cl_space *space, const cl_shape *shape) {
    if (shape->version != CL_VERSIONS_WARN) {
        return;
    }
    const cl_entity *class = cl_entity_at(space, shape->class_entity);
    char added[SHOWN * (NAME_BYTES + 8)];
    added_names(space, shape, added, sizeof added);
    fprintf(stderr,
            "colors: class %.*s has %u versions now, and can have %u; fields added last: %s. Does a program give its "
            "objects "
            "ever other fields?\n",
            class_bytes(class), class->name, shape->version, CL_VERSIONS_MAX, added);
}
