/* SPDX-License-Identifier: Apache-2.0 */
#include "marker.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Atomic int found;

bool cl_fault(const cl_space *space, const char *format, ...) {
    int none = 0;
    if (cl_cas_acq_rel(&found, &none, 1)) {
        char text[sizeof space->header->fault];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        memcpy(space->header->fault, text, sizeof text);
        cl_store_release(&space->header->phase, CL_PHASE_CORRUPT);
        fprintf(stderr, "colorsd: corrupt heap, nothing is freed any more: %s\n", text);
    }
    return false;
}

bool cl_fault_found(void) {
    return cl_load_acquire(&found) != 0;
}

void cl_fault_forget(void) {
    cl_store_release(&found, 0);
}
