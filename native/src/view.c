/* SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

#include <string.h>

void cl_view_make(cl_view *view, void *base) {
    memset(view, 0, sizeof *view);
    view->base = base;
    memcpy(&view->header, base, sizeof view->header);
    view->region_count = (uint32_t)(view->header.objects_bytes >> CL_REGION_SHIFT);
    view->objects_end = view->header.objects_offset + ((uint64_t)view->region_count << CL_REGION_SHIFT);
    view->marks = cl_view_at(view, view->header.marks_offset);
    view->regions = cl_view_at(view, view->header.regions_offset);
    view->live = cl_header_of(base);
}
