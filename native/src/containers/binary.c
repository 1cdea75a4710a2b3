/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of a fixed number behind a header, as a flat array's. */
#include "base.h"
#include "containers.h"
#include "heap.h"
#include "object.h"

uint64_t cl_binary_make(uint64_t slot, int32_t frozen, const void *bytes, uint64_t count, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    uint32_t kind = frozen ? CL_KIND_BYTES : CL_KIND_BINARY;
    if (count > CL_FLAT_BYTES_MAX) {
        return (uint64_t)cl_fail(error, CL_ERR_MEMORY, "%llu bytes were to be shared as one binary; it can have %u",
                                 (unsigned long long)count, CL_FLAT_BYTES_MAX);
    }
    cl_new wanted = {.shape = cl_builtin_shape(&m.client->space, kind),
                     .length = (uint32_t)count,
                     .bytes = cl_block_bytes(kind, 0, (uint32_t)count),
                     .content = bytes,
                     .content_bytes = bytes == NULL ? 0 : count};
    return cl_object_make(m, &wanted, error).offset;
}

void *cl_binary_bytes(uint64_t binary, uint32_t *count) {
    cl_object_header *header = cl_object_at(&cl_self.space, cl_ref_of(binary));
    *count = header->length;
    return header + 1;
}
