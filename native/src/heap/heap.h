/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects: allocated in holes of regions or as large blocks, filled, published, loaded, stored, moved to another
 * version.
 *
 * Uses: base segment object memory classes rootlog
 * Used by: containers sync client
 */
#ifndef COLORS_HEAP_H
#define COLORS_HEAP_H

#include "buffer.h"
#include "object.h"

/* A block that is to become an object. */
typedef struct cl_new {
    uint32_t shape;
    uint32_t length;
    uint32_t extension;
    uint64_t bytes;      /* whole block, a multiple of CL_GRANULE */
    const void *content; /* copied behind the header */
    uint64_t content_bytes;
} cl_new;

/* Allocates, fills, publishes and logs an object. Returns its reference, 0 on error. */
cl_ref cl_object_make(cl_mutator m, const cl_new *wanted, cl_error *error);
/* The same, and stores its reference into a tagged place of a live object, in one operation and without a log entry. */
int cl_object_make_at(cl_mutator m, const cl_new *wanted, cl_place place, cl_error *error);
/* As cl_load_at and cl_store_at. */
cl_word cl_heap_load(cl_mutator m, cl_place place);
void cl_heap_store(cl_mutator m, cl_place place, cl_word word);
/* A zeroed block with a header, unknown to everybody until cl_mark_new; before the slot makes another large one. */
cl_ref cl_block_begin(cl_mutator m, const cl_new *wanted, cl_error *error);
/* What is left of cl_object_make and cl_object_make_at when the block is filled. */
cl_ref cl_block_end(cl_mutator m, cl_ref block, cl_error *error);
void cl_block_end_at(cl_mutator m, cl_ref block, cl_place place);
/* As cl_string_at, of a text that cl_text_tag does not take, in a place of the mutator's process. */
int cl_string_make_at(cl_mutator m, const cl_text *text, cl_place place, cl_error *error);
/* Waits, outside an operation, until nobody evolves the object, and reads its shape word. Returns 1, 0 on error. */
int cl_object_settled(const cl_space *space, cl_ref object, uint32_t *word, cl_error *error);

#endif
