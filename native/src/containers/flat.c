/* SPDX-License-Identifier: Apache-2.0 */
/* Flat arrays [layout.flat]: numbers of one width behind a header, with nothing to publish, to lock or to scan. */
#include "base.h"
#include "containers.h"
#include "heap.h"
#include "number.h"
#include "object.h"

uint64_t cl_flat_make(uint64_t slot, uint32_t kind, uint64_t count, cl_error *error) {
    uint32_t width = cl_number_bytes(kind);
    if (width == 0) {
        return (uint64_t)cl_fail(error, CL_ERR_ARGUMENT,
                                 "%u is no slot kind of a flat array's elements; expected that of a number or of "
                                 "booleans, CL_SLOT_INT8 to CL_SLOT_FLOAT64",
                                 kind);
    }
    if (count > CL_FLAT_BYTES_MAX / width) {
        return (uint64_t)cl_fail(error, CL_ERR_MEMORY,
                                 "a flat array of %llu elements of %u bytes was asked for; it can have %u bytes",
                                 (unsigned long long)count, width, CL_FLAT_BYTES_MAX);
    }
    cl_new wanted = {.shape = cl_builtin_shape(CL_KIND_FLAT),
                     .length = (uint32_t)count * width,
                     .extension = kind,
                     .bytes = cl_block_bytes(CL_KIND_FLAT, 0, (uint32_t)count * width)};
    return cl_object_make(slot, &wanted, error);
}

int32_t cl_flat_info(uint64_t array, uint32_t *kind, uint32_t *count, cl_error *error) {
    const cl_object_header *header = cl_object_at(cl_self.base, array);
    uint32_t found = cl_builtin_kind(array);
    if (found != CL_KIND_FLAT) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no flat array: its kind is %u", (unsigned long long)array,
                       found);
    }
    *kind = cl_load_relaxed(&header->extension);
    uint32_t width = cl_number_bytes(*kind);
    if (width == 0) {
        return cl_fail(error, CL_ERR_STATE, "the flat array %#llx has elements of the slot kind %u, which is none",
                       (unsigned long long)array, *kind);
    }
    *count = header->length / width;
    return 1;
}

int32_t cl_flat_get(uint64_t array, uint32_t index, cl_element *element, cl_error *error) {
    uint32_t kind, count;
    if (!cl_flat_info(array, &kind, &count, error) || index >= count) {
        return 0;
    }
    uint64_t place = array + sizeof(cl_object_header) + (uint64_t)index * cl_number_bytes(kind);
    uint64_t bits = cl_number_load(cl_self.base, place, kind);
    bool is_float = kind == CL_SLOT_FLOAT32 || kind == CL_SLOT_FLOAT64;
    element->kind = kind == CL_SLOT_BOOLEAN ? CL_SLOT_TAGGED : is_float ? CL_SLOT_FLOAT64 : CL_SLOT_INT64;
    element->bits = kind == CL_SLOT_BOOLEAN ? (bits != 0 ? CL_TAG_TRUE : CL_TAG_FALSE) : bits;
    return 1;
}

void *cl_flat_elements(uint64_t array) {
    return cl_object_at(cl_self.base, array) + 1;
}
