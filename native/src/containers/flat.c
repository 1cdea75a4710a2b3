/* SPDX-License-Identifier: Apache-2.0 */
/* Flat arrays [layout.flat]: elements of one slot kind behind a header. There is nothing to publish or to lock. */
#include "base.h"
#include "containers.h"
#include "heap.h"
#include "object.h"

uint64_t cl_flat_make(uint64_t slot, uint32_t kind, uint64_t count, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    uint32_t width = cl_slot_kind_bytes(kind);
    if (width == 0) {
        return (uint64_t)cl_fail(error, CL_ERR_ARGUMENT,
                                 "%u is no slot kind; expected that of the array's elements, CL_SLOT_INT8 for instance",
                                 kind);
    }
    if (count > CL_FLAT_BYTES_MAX / width) {
        return (uint64_t)cl_fail(error, CL_ERR_MEMORY,
                                 "a flat array of %llu elements of %u bytes was asked for; it can have %u bytes",
                                 (unsigned long long)count, width, CL_FLAT_BYTES_MAX);
    }
    cl_new wanted = {.shape = cl_builtin_shape(&m.client->space, CL_KIND_FLAT),
                     .length = (uint32_t)count * width,
                     .extension = kind,
                     .bytes = cl_block_bytes(CL_KIND_FLAT, 0, (uint32_t)count * width)};
    return cl_object_make(m, &wanted, error).offset;
}

static int look(const cl_space *space, cl_ref array, uint32_t *kind, uint32_t *count, cl_error *error) {
    const cl_object_header *header = cl_object_at(space, array);
    uint32_t found = cl_builtin_kind(space, array);
    if (found != CL_KIND_FLAT) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no flat array: its kind is %u",
                       (unsigned long long)array.offset, found);
    }
    *kind = cl_load_relaxed(&header->extension);
    uint32_t width = cl_slot_kind_bytes(*kind);
    if (width == 0) {
        return cl_fail(error, CL_ERR_STATE, "the flat array %#llx has elements of the slot kind %u, which is none",
                       (unsigned long long)array.offset, *kind);
    }
    *count = header->length / width;
    return 1;
}

static bool is_integer(uint32_t kind) {
    return kind != CL_SLOT_TAGGED && kind != CL_SLOT_BOOLEAN && kind != CL_SLOT_FLOAT32 && kind != CL_SLOT_FLOAT64;
}

int32_t cl_flat_get(cl_mutator m, cl_ref array, uint32_t index, cl_element *element, cl_error *error) {
    const cl_space *space = &m.client->space;
    uint32_t kind = 0, count = 0;
    if (!look(space, array, &kind, &count, error) || index >= count) {
        return 0;
    }
    if (kind == CL_SLOT_TAGGED) {
        *element = (cl_element){.kind = kind, .bits = cl_heap_load(m, cl_inline_place(space, array, index)).bits};
        return element->bits != CL_TAG_FAILED ||
               cl_fail(error, CL_ERR_MEMORY, "no chunk is left to log element %u of the array %#llx", index,
                       (unsigned long long)array.offset);
    }
    const char *elements = (const char *)(cl_object_at(space, array) + 1);
    uint64_t bits = cl_number_load(elements + (uint64_t)index * cl_slot_kind_bytes(kind), kind);
    bool is_boolean = kind == CL_SLOT_BOOLEAN;
    element->kind = is_boolean ? CL_SLOT_TAGGED : is_integer(kind) ? CL_SLOT_INT64 : CL_SLOT_FLOAT64;
    element->bits = is_boolean ? (bits != 0 ? CL_TAG_TRUE : CL_TAG_FALSE) : bits;
    return 1;
}

void *cl_flat_elements(uint64_t array) {
    const cl_space *space = &cl_self.space;
    return cl_object_at(space, cl_ref_of(array)) + 1;
}

int32_t cl_flat_info(uint64_t array, uint32_t *kind, uint32_t *count, cl_error *error) {
    const cl_space *space = &cl_self.space;
    return look(space, cl_ref_of(array), kind, count, error);
}
