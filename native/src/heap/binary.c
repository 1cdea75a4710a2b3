/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of a fixed size, behind a header. */
#include "base.h"
#include "heap.h"

uint64_t cl_binary_make(uint64_t slot, const void *bytes, uint64_t count, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    if (count > CL_FLAT_BYTES_MAX) {
        return (uint64_t)cl_fail(error, CL_ERR_MEMORY, "%llu bytes were asked for; one object can have %u of them",
                                 (unsigned long long)count, CL_FLAT_BYTES_MAX);
    }
    cl_new wanted = {.shape = cl_builtin_shape(&m.client->space, CL_KIND_BINARY),
                     .length = (uint32_t)count,
                     .bytes = cl_block_bytes(CL_KIND_BINARY, 0, (uint32_t)count),
                     .content = bytes,
                     .content_bytes = bytes == NULL ? 0 : count};
    return cl_object_make(m, &wanted, error).offset;
}
