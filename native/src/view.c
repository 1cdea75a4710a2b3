/* SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

#include <string.h>

static cl_view own;

void cl_view_take(void *base) {
    memset(&own, 0, sizeof own);
    own.base = base;
    memcpy(&own.header, base, sizeof own.header);
    own.region_count = (uint32_t)(own.header.objects_bytes >> CL_REGION_SHIFT);
    own.objects_end = own.header.objects_offset + ((uint64_t)own.region_count << CL_REGION_SHIFT);
    own.marks = cl_view_at(&own, own.header.marks_offset);
    own.regions = cl_view_at(&own, own.header.regions_offset);
    own.live = cl_header_of(base);
}

const cl_view *cl_view_get(void) {
    return &own;
}
