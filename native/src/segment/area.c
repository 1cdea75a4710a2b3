/* SPDX-License-Identifier: Apache-2.0 */
#include "area.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "base.h"

cl_area_place cl_area_place_of(const cl_header *geometry, uint32_t first_slot, uint32_t first_chunk) {
    return (cl_area_place){
        .slots = geometry->slots_offset + first_slot * sizeof(cl_slot),
        .heads = geometry->chunks_offset + first_chunk * sizeof(cl_chunk),
        .entries = geometry->chunk_entries_offset + first_chunk * 4ull * CL_CHUNK_ENTRIES,
    };
}

static int map(void *base, uint64_t offset, uint64_t bytes, int file, uint64_t file_offset, cl_error *error) {
    void *wanted = (char *)base + offset;
    void *found =
        mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, file, (off_t)file_offset);
    if (found == MAP_FAILED) {
        return cl_fail(error, CL_ERR_SYSTEM, "cannot map %llu bytes of a reader's area: %s", (unsigned long long)bytes,
                       strerror(errno));
    }
    madvise(wanted, bytes, MADV_DONTDUMP);
    madvise(wanted, bytes, MADV_DONTFORK);
    return 1;
}

int cl_area_map(void *base, const cl_area_place *place, int area, cl_error *error) {
    return map(base, place->slots, CL_PAGE, area, 0, error) && map(base, place->heads, CL_PAGE, area, CL_PAGE, error) &&
           map(base, place->entries, CL_AREA_BYTES - 2ull * CL_PAGE, area, 2ull * CL_PAGE, error);
}
