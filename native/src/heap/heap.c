/* SPDX-License-Identifier: Apache-2.0 */
/* Heap operations by the reference protocol; the twin of colors.heap.Heap. */
#include "heap.h"

#include <string.h>

#include "base.h"
#include "classes.h"
#include "object.h"
#include "rootlog.h"
#include "segment.h"

/* A zeroed block, outside an operation: it is nothing to anyone until its mark byte is stored. */
static cl_ref take_block(cl_mutator m, uint64_t bytes, cl_error *error) {
    if (bytes >= CL_LARGE_BYTES) {
        return cl_large_begin(m, bytes, error);
    }
    if (!cl_buffer_need(m, bytes, error)) {
        return CL_REF_NULL;
    }
    cl_ref block = cl_ref_of(m.slot->alloc_top);
    m.slot->alloc_top += bytes;
    m.slot->allocated_objects++;
    return block;
}

/* Logs a new block before it is an object, so that no other operation lies between. */
static int log_block(cl_mutator m, cl_ref block, cl_error *error) {
    while (!cl_log(m, block)) {
        if (cl_chunk_follow(m, error) == 0) {
            return 0;
        }
    }
    return 1;
}

cl_ref cl_block_begin(cl_mutator m, const cl_new *wanted, cl_error *error) {
    const cl_space *space = &m.client->space;
    cl_ref block = take_block(m, wanted->bytes, error);
    if (!cl_ref_is_null(block)) {
        cl_object_header *header = cl_object_at(space, block);
        CL_ASSERT_PLACE(space, header, wanted->bytes);
        CL_ASSERT(wanted->content_bytes <= wanted->bytes - sizeof *header);
        cl_store_relaxed(&header->shape, wanted->shape);
        header->length = wanted->length;
        cl_store_relaxed(&header->extension, wanted->extension);
        if (wanted->content_bytes != 0) {
            memcpy(header + 1, wanted->content, wanted->content_bytes);
        }
    }
    return block;
}

cl_ref cl_block_end(cl_mutator m, cl_ref block, cl_error *error) {
    if (!log_block(m, block, error)) {
        return CL_REF_NULL;
    }
    uint64_t gc = cl_enter(m);
    cl_mark_new(m, block, gc);
    cl_leave(m);
    return block;
}

void cl_block_end_at(cl_mutator m, cl_ref block, cl_place place) {
    uint64_t gc = cl_enter(m);
    cl_mark_new(m, block, gc);
    cl_store_barriered(m, place, cl_word_of_ref(block), gc);
    cl_leave(m);
}

cl_ref cl_object_make(cl_mutator m, const cl_new *wanted, cl_error *error) {
    cl_ref block = cl_block_begin(m, wanted, error);
    return cl_ref_is_null(block) ? block : cl_block_end(m, block, error);
}

int cl_object_make_at(cl_mutator m, const cl_new *wanted, cl_place place, cl_error *error) {
    cl_ref block = cl_block_begin(m, wanted, error);
    if (cl_ref_is_null(block)) {
        return 0;
    }
    cl_block_end_at(m, block, place);
    return 1;
}

static int is_allocatable(const cl_shape *shape) {
    bool box = shape->kind == CL_KIND_BOX_INTEGER || shape->kind == CL_KIND_BOX_FLOAT;
    return box ||
           (shape->kind == CL_KIND_OBJECT && shape->removed_count == 0 && shape->total_slots == shape->inline_slots);
}

uint64_t cl_allocate(uint64_t slot, uint32_t shape_id, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    if (!cl_is_shape_id(space, shape_id)) {
        return (uint64_t)cl_fail(error, CL_ERR_ARGUMENT, "%u is no shape id; take it from cl_shape_intern", shape_id);
    }
    const cl_shape *shape = cl_shape_at(space, shape_id);
    if (!is_allocatable(shape)) {
        return (uint64_t)cl_fail(
            error, CL_ERR_ARGUMENT,
            "shape %u (kind %u, %u removed fields, %u of %u slots inline) is not one to allocate from; take one "
            "from cl_shape_intern",
            shape_id, shape->kind, shape->removed_count, shape->inline_slots, shape->total_slots);
    }
    cl_new wanted = {.shape = shape_id, .bytes = cl_object_bytes(shape->inline_slots)};
    return cl_object_make(m, &wanted, error).offset;
}

static cl_ref make_box(cl_mutator m, uint32_t kind, const void *bits, cl_error *error) {
    cl_new wanted = {.shape = cl_builtin_shape(&m.client->space, kind),
                     .bytes = cl_object_bytes(1),
                     .content = bits,
                     .content_bytes = 8};
    return cl_object_make(m, &wanted, error);
}

uint64_t cl_box_integer(uint64_t slot, int64_t value, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return make_box(m, CL_KIND_BOX_INTEGER, &value, error).offset;
}

uint64_t cl_box_float(uint64_t slot, double value, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return make_box(m, CL_KIND_BOX_FLOAT, &value, error).offset;
}

/* A slot index is of the object's shape at some time; later shapes of the object keep its place. */
static inline __attribute__((always_inline)) cl_place place_of(const cl_space *space, cl_ref object,
                                                               uint32_t slot_index) {
    uint32_t shape = cl_load_acquire(&cl_object_at(space, object)->shape);
    return cl_slot_place(space, object, cl_shape_at(space, shape)->inline_slots, slot_index);
}

/* Apart from load, which needs no stack frame so. */
static __attribute__((noinline)) cl_word load_with_next_chunk(cl_mutator m, cl_place place) {
    return cl_chunk_follow(m, NULL) == 0 ? CL_WORD_FAILED : cl_heap_load(m, place);
}

static inline __attribute__((always_inline)) cl_word load(cl_mutator m, cl_place place) {
    cl_enter(m);
    cl_word word = cl_place_load(place);
    bool logged = cl_log_word(m, word);
    cl_leave(m);
    return logged ? word : load_with_next_chunk(m, place);
}

static inline __attribute__((always_inline)) void store(cl_mutator m, cl_place place, cl_word word) {
    uint64_t gc = cl_enter(m);
    cl_store_barriered(m, place, word, gc);
    cl_leave(m);
}

cl_word cl_heap_load(cl_mutator m, cl_place place) {
    return load(m, place);
}

void cl_heap_store(cl_mutator m, cl_place place, cl_word word) {
    store(m, place, word);
}

/* ---- the API ---- */

uint64_t cl_load_raw(uint64_t object, uint32_t slot_index) {
    return cl_load_acquire(place_of(&cl_self.space, cl_ref_of(object), slot_index).address);
}

void cl_store_raw(uint64_t object, uint32_t slot_index, uint64_t bits) {
    const cl_space *space = &cl_self.space;
    cl_place place = place_of(space, cl_ref_of(object), slot_index);
    CL_ASSERT_PLACE(space, place.address, sizeof bits);
    cl_store_release(place.address, bits);
}

static inline void *number_of(const cl_space *space, cl_ref object, const cl_field *field) {
    return (char *)place_of(space, object, field->slot).address + field->byte;
}

uint64_t cl_load_number(uint64_t object, const cl_field *field) {
    return cl_number_load(number_of(&cl_self.space, cl_ref_of(object), field), field->slot_kind);
}

void cl_store_number(uint64_t object, const cl_field *field, uint64_t bits) {
    const cl_space *space = &cl_self.space;
    cl_number_store(space, number_of(space, cl_ref_of(object), field), field->slot_kind, bits);
}

uint64_t cl_load_tagged(uint64_t slot, uint64_t object, uint32_t slot_index) {
    cl_mutator m = cl_mutator_of(slot);
    return load(m, place_of(&m.client->space, cl_ref_of(object), slot_index)).bits;
}

void cl_store_tagged(uint64_t slot, uint64_t object, uint32_t slot_index, uint64_t word) {
    cl_mutator m = cl_mutator_of(slot);
    store(m, place_of(&m.client->space, cl_ref_of(object), slot_index), cl_word_of(word));
}

uint64_t cl_load_at(uint64_t slot, uint64_t place) {
    return load(cl_mutator_of(slot), cl_place_at(&cl_self.space, place)).bits;
}

void cl_store_at(uint64_t slot, uint64_t place, uint64_t word) {
    store(cl_mutator_of(slot), cl_place_at(&cl_self.space, place), cl_word_of(word));
}
