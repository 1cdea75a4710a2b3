/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parts of cl_validate. Nothing read from a segment is used as an offset, index or length before it was checked, so
 * a corrupt segment gives a fault with its place and never a crash. Free root-log chunks and memory beyond the tops are
 * not touched: reading a hole of a memfd would fill it.
 */
#ifndef COLORS_VALIDATE_H
#define COLORS_VALIDATE_H

#include "base.h"
#include "classes.h"
#include "object.h"
#include "segment.h"

#define FAULT(...) cl_fail(v->error, CL_ERR_STATE, "corrupt segment: " __VA_ARGS__)
#define ULL(x)     ((unsigned long long)(x))

typedef struct cl_checked {
    cl_space space; /* what was checked is what is used */
    uint64_t classes_top;
    uint64_t objects_top; /* end of the regions that were ever claimed */
    cl_error *error;
    uint64_t steps;     /* left: lists may be cyclic */
    uint32_t copied;    /* id of the shape that is in `copy`; 0: none */
    cl_shape_copy copy; /* of the shape that was looked at last */
} cl_checked;

/* ---- what may be followed ---- */

/* A block of the classes space with a header. */
static inline bool is_class_block(const cl_checked *v, uint64_t offset, uint64_t bytes) {
    return cl_has_block(&v->space, offset, bytes, v->classes_top);
}

static inline bool is_builtin(const cl_checked *v, cl_ref ref, uint32_t kind) {
    return cl_load_relaxed(&cl_object_at(&v->space, ref)->shape) == cl_builtin_shape(&v->space, kind);
}

static inline const cl_entity *entity_at(const cl_checked *v, uint32_t granules) {
    return (const cl_entity *)cl_at(&v->space, cl_bytes(granules));
}

static inline bool is_entity(const cl_checked *v, uint32_t granules, uint32_t kind) {
    uint64_t offset = cl_bytes(granules);
    return is_class_block(v, offset, sizeof(cl_entity)) && is_builtin(v, cl_ref_of(offset), kind) &&
           is_class_block(v, offset, sizeof(cl_entity) + CL_ONCE(entity_at(v, granules)->header.length));
}

/* A copy of a shape of some kind, valid until the next call; NULL: there is none. */
static inline const cl_shape *shape_of_id(cl_checked *v, uint32_t id) {
    if (id != v->copied) {
        v->copied = 0;
        if (!cl_copy_shape(&v->space, id, v->classes_top, &v->copy)) {
            return NULL;
        }
        v->copied = id;
    }
    return id == 0 ? NULL : &v->copy.shape;
}

static inline uint32_t length_of(const cl_checked *v, cl_ref reference) {
    return CL_ONCE(cl_object_at(&v->space, reference)->length);
}

static inline bool is_marked(const cl_checked *v, cl_ref reference) {
    return cl_has_object(&v->space, reference) && reference.offset < v->objects_top &&
           (cl_load_acquire(cl_mark_at(&v->space, reference)) & CL_MARK_OBJECT) != 0;
}

static inline uint32_t shape_id_of(const cl_checked *v, cl_ref reference) {
    return cl_load_acquire(&cl_object_at(&v->space, reference)->shape) & CL_SHAPE_ID_MASK;
}

static inline bool is_kind(const cl_checked *v, cl_ref reference, uint32_t first, uint32_t last) {
    uint32_t id = shape_id_of(v, reference);
    for (uint32_t kind = first; kind <= last; kind++) {
        if (id == v->space.geometry.builtin_shape[kind]) {
            return true;
        }
    }
    return false;
}

/* A reference that a program may hold: an object that is no part of another one, or a thing of the classes &space-> */
static inline bool is_target(const cl_checked *v, cl_ref reference) {
    if (is_marked(v, reference)) {
        return !is_kind(v, reference, CL_KIND_EXTENSION, CL_KIND_EXTENSION) &&
               !is_kind(v, reference, CL_KIND_ARRAY, CL_KIND_TABLE);
    }
    if (!is_class_block(v, reference.offset, sizeof(cl_object_header))) {
        return false;
    }
    for (uint32_t kind = CL_KIND_SHAPE; kind < CL_KIND_COUNT; kind++) {
        if (is_builtin(v, reference, kind)) {
            return true;
        }
    }
    return false;
}

static inline bool is_good_word(const cl_checked *v, cl_word word) {
    return cl_word_is_valid(word) && (!cl_word_is_reference(word) || is_target(v, cl_ref_of_word(word)));
}

/* ---- the checks: 1, 0 and a fault ---- */

int cl_check_classes(cl_checked *v);
/* Visits every named thing; the walk's argument is v, where a visit that returns false leaves its fault. */
int cl_check_names(cl_checked *v, bool (*visit)(cl_names_walk *walk, uint32_t entity, uint32_t first));
/* Whether no two names of the list that begins with an entity are equal. */
int cl_check_differing(cl_checked *v, uint32_t first);
int cl_check_objects(cl_checked *v); /* after the classes */
int cl_check_roots(cl_checked *v);   /* after the objects */
/* Of one object, whose block lies inside the space and has this length. */
int cl_check_list(cl_checked *v, cl_ref reference);
int cl_check_map(cl_checked *v, cl_ref reference);
int cl_check_array(cl_checked *v, cl_ref reference, uint64_t count);
int cl_check_table(cl_checked *v, cl_ref reference, uint32_t length);
/* What does not change of a channel's queue. *queue: null when the channel has none. */
int cl_check_queue(cl_checked *v, uint32_t channel, cl_ref *queue);
/* The messages of a channel. */
int cl_check_channel(cl_checked *v, uint32_t channel);

#endif
