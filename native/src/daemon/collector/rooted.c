/* SPDX-License-Identifier: Apache-2.0 */
#include "collector.h"

#include "base.h"
#include "rootlog.h"

static uint64_t bytes_of(const cl_space *space, const cl_ranges *ranges) {
    uint64_t bytes = 0;
    uint32_t count = cl_load_relaxed(&ranges->count);
    for (uint32_t i = 0; i < count && i < CL_CHUNK_RANGES; i++) {
        cl_stretch stretch;
        if (cl_range_read(space, cl_load_relaxed(&ranges->ranges[i]), &stretch)) {
            bytes += cl_bytes(stretch.to - stretch.from);
        }
    }
    return bytes;
}

uint64_t cl_rooted_bytes(const cl_space *space) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        const cl_chunk *chunk = cl_chunk_at(space, i);
        if (cl_load_relaxed(&chunk->vm) != 0 && cl_load_acquire(&chunk->backed) != 0) {
            bytes += bytes_of(space, cl_chunk_ranges(space, i));
        }
    }
    return bytes;
}
