/* SPDX-License-Identifier: Apache-2.0 */
/* Where each part of a segment begins. */
#include "address.h"
#include "base.h"
#include "segment.h"

static uint64_t place_part(uint64_t *end, uint64_t bytes) {
    uint64_t start = *end;
    *end = cl_round_up(start + bytes, CL_PAGE);
    return start;
}

int cl_geometry(cl_header *geometry, uint64_t objects_bytes, uint64_t classes_bytes, cl_error *error) {
    if (objects_bytes < CL_OBJECTS_LEAST || objects_bytes > CL_SEGMENT_MOST) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "size of objects %llu bytes is out of range: 1M to 64G less the rest of the segment",
                       (unsigned long long)objects_bytes);
    }
    if (classes_bytes < CL_CLASSES_LEAST || classes_bytes > CL_CLASSES_MOST) {
        return cl_fail(error, CL_ERR_ARGUMENT, "size of classes %llu bytes is out of range: 64K to 4G",
                       (unsigned long long)classes_bytes);
    }
    uint64_t end = 0;
    place_part(&end, sizeof(cl_header));
    geometry->buckets_offset = place_part(&end, CL_NAME_BUCKETS * sizeof(uint32_t));
    geometry->vms_offset = place_part(&end, CL_VM_MAX * sizeof(cl_vm));
    geometry->slots_offset = place_part(&end, CL_SLOT_MAX * sizeof(cl_slot));
    geometry->chunks_offset = place_part(&end, CL_CHUNK_MAX * sizeof(cl_chunk));
    geometry->chunk_entries_offset = place_part(&end, CL_CHUNK_MAX * CL_CHUNK_BYTES);
    geometry->chunk_ranges_offset = place_part(&end, CL_CHUNK_MAX * sizeof(cl_ranges));
    geometry->objects_bytes = cl_round_up(objects_bytes, CL_REGION_BYTES);
    geometry->regions_offset = place_part(&end, (geometry->objects_bytes >> CL_REGION_SHIFT) * sizeof(uint32_t));
    geometry->cycles_offset = place_part(&end, CL_CYCLE_RECORDS * sizeof(cl_cycle));
    geometry->classes_bytes = cl_round_up(classes_bytes, CL_PAGE);
    geometry->classes_offset = place_part(&end, geometry->classes_bytes);
    geometry->marks_bytes = geometry->objects_bytes >> CL_GRANULE_SHIFT;
    geometry->marks_offset = place_part(&end, geometry->marks_bytes);
    end = cl_round_up(end, CL_HUGE_PAGE);
    geometry->objects_offset = place_part(&end, geometry->objects_bytes);
    geometry->segment_bytes = end;
    if (end > CL_SEGMENT_MOST) {
        return cl_fail(
            error, CL_ERR_ARGUMENT,
            "objects of %llu and classes of %llu bytes make a segment of %llu bytes; at most 64G (%llu) can be "
            "addressed: ask for less",
            (unsigned long long)objects_bytes, (unsigned long long)classes_bytes, (unsigned long long)end,
            (unsigned long long)CL_SEGMENT_MOST);
    }
    return 1;
}
