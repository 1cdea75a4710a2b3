/* SPDX-License-Identifier: Apache-2.0 */
#include "base.h"

#include <stdarg.h>
#include <stdio.h>

int cl_fail(cl_error *error, enum cl_code code, const char *format, ...) {
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        error->code = (int32_t)code;
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return 0;
}
