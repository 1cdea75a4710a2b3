/* SPDX-License-Identifier: Apache-2.0 */
/* Heap operations by the reference protocol; the twin of colors.runtime.Heap. */
#include "heap.h"

#include <string.h>

#include "base.h"
#include "classes.h"
#include "object.h"
#include "segment.h"

/* A zeroed block, outside an operation: it is nothing to anyone until its mark byte is stored. */
static uint64_t take_block(uint64_t slot_offset, uint64_t bytes, cl_error *error) {
    if (bytes >= CL_LARGE_BYTES) {
        return cl_block_large(slot_offset, bytes, error);
    }
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    if (!cl_buffer_refill(slot_offset, bytes, error)) {
        return 0;
    }
    uint64_t block = slot->alloc_top;
    slot->alloc_top += bytes;
    slot->allocated_objects++;
    return block;
}

/* Logs a new block before it is an object, so that no other operation lies between. */
static int log_block(uint64_t slot_offset, uint64_t block, cl_error *error) {
    const cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    while (!cl_log(&cl_self.space, slot, block)) {
        if (cl_chunk_next(slot_offset, error) == 0) {
            return 0;
        }
    }
    return 1;
}

uint64_t cl_block_begin(uint64_t slot, const cl_new *wanted, cl_error *error) {
    uint64_t block = take_block(slot, wanted->bytes, error);
    if (block != 0) {
        cl_object_header *header = cl_object_at(&cl_self.space, block);
        CL_ASSERT_PLACE(cl_self.space.base, header, wanted->bytes);
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

uint64_t cl_object_make(uint64_t slot_offset, const cl_new *wanted, cl_error *error) {
    uint64_t block = cl_block_begin(slot_offset, wanted, error);
    if (block == 0 || !log_block(slot_offset, block, error)) {
        return 0;
    }
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    uint64_t gc = cl_enter(&cl_self.space, slot);
    cl_mark_new(&cl_self.space, block, gc);
    cl_leave(slot);
    return block;
}

int cl_object_make_at(uint64_t slot_offset, const cl_new *wanted, uint64_t place, cl_error *error) {
    uint64_t block = cl_block_begin(slot_offset, wanted, error);
    if (block == 0) {
        return 0;
    }
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    uint64_t gc = cl_enter(&cl_self.space, slot);
    cl_mark_new(&cl_self.space, block, gc);
    cl_store_barriered(&cl_self.space, cl_word_at(&cl_self.space, place), block, gc);
    cl_leave(slot);
    return 1;
}

static int is_allocatable(const cl_shape *shape) {
    bool box = shape->kind == CL_KIND_BOX_INTEGER || shape->kind == CL_KIND_BOX_FLOAT;
    return box ||
           (shape->kind == CL_KIND_OBJECT && shape->removed_count == 0 && shape->total_slots == shape->inline_slots);
}

uint64_t cl_allocate(uint64_t slot, uint32_t shape_id, cl_error *error) {
    if (!cl_is_shape_id(shape_id)) {
        return (uint64_t)cl_fail(error, CL_ERR_ARGUMENT, "%u is no shape id; take it from cl_shape_intern", shape_id);
    }
    const cl_shape *shape = cl_shape_at(&cl_self.space, shape_id);
    if (!is_allocatable(shape)) {
        return (uint64_t)cl_fail(
            error, CL_ERR_ARGUMENT,
            "shape %u (kind %u, %u removed fields, %u of %u slots inline) is not one to allocate from; take one "
            "from cl_shape_intern",
            shape_id, shape->kind, shape->removed_count, shape->inline_slots, shape->total_slots);
    }
    cl_new wanted = {.shape = shape_id, .bytes = cl_object_bytes(shape->inline_slots)};
    return cl_object_make(slot, &wanted, error);
}

static uint64_t make_box(uint64_t slot, uint32_t kind, const void *bits, cl_error *error) {
    cl_new wanted = {.shape = cl_builtin_shape(&cl_self.space, kind),
                     .bytes = cl_object_bytes(1),
                     .content = bits,
                     .content_bytes = 8};
    return cl_object_make(slot, &wanted, error);
}

uint64_t cl_box_integer(uint64_t slot, int64_t value, cl_error *error) {
    return make_box(slot, CL_KIND_BOX_INTEGER, &value, error);
}

uint64_t cl_box_float(uint64_t slot, double value, cl_error *error) {
    return make_box(slot, CL_KIND_BOX_FLOAT, &value, error);
}

/* A slot index is of the object's shape at some time; later shapes of the object keep its place. */
static inline __attribute__((always_inline)) uint64_t place_of(uint64_t object, uint32_t slot_index) {
    uint32_t shape = cl_load_acquire(&cl_object_at(&cl_self.space, object)->shape);
    return cl_slot_place(&cl_self.space, object, cl_shape_at(&cl_self.space, shape)->inline_slots, slot_index);
}

uint64_t cl_load_raw(uint64_t object, uint32_t slot_index) {
    return cl_load_acquire(cl_word_at(&cl_self.space, place_of(object, slot_index)));
}

uint64_t cl_load_number(uint64_t object, const cl_field *field) {
    return cl_number_load(&cl_self.space, place_of(object, field->slot) + field->byte, field->slot_kind);
}

void cl_store_number(uint64_t object, const cl_field *field, uint64_t bits) {
    cl_number_store(&cl_self.space, place_of(object, field->slot) + field->byte, field->slot_kind, bits);
}

void cl_store_raw(uint64_t object, uint32_t slot_index, uint64_t bits) {
    _Atomic uint64_t *place = cl_word_at(&cl_self.space, place_of(object, slot_index));
    CL_ASSERT_PLACE(cl_self.space.base, place, sizeof bits);
    cl_store_release(place, bits);
}

uint64_t cl_load_tagged(uint64_t slot, uint64_t object, uint32_t slot_index) {
    return cl_load_at(slot, place_of(object, slot_index));
}

void cl_store_tagged(uint64_t slot, uint64_t object, uint32_t slot_index, uint64_t word) {
    cl_store_at(slot, place_of(object, slot_index), word);
}

/* Apart from cl_load_at, which needs no stack frame so. */
static __attribute__((noinline)) uint64_t load_with_next_chunk(uint64_t slot, uint64_t place) {
    return cl_chunk_next(slot, NULL) == 0 ? CL_TAG_FAILED : cl_load_at(slot, place);
}

uint64_t cl_load_at(uint64_t slot_offset, uint64_t place) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    cl_enter(&cl_self.space, slot);
    uint64_t word = cl_load_acquire(cl_word_at(&cl_self.space, place));
    bool logged = !cl_is_reference(word) || cl_log(&cl_self.space, slot, word); /* M3 */
    cl_leave(slot);
    return logged ? word : load_with_next_chunk(slot_offset, place);
}

void cl_store_at(uint64_t slot_offset, uint64_t place, uint64_t word) {
    cl_slot *slot = cl_at(&cl_self.space, slot_offset);
    uint64_t gc = cl_enter(&cl_self.space, slot);
    cl_store_barriered(&cl_self.space, cl_word_at(&cl_self.space, place), word, gc);
    cl_leave(slot);
}
