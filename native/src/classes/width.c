/* SPDX-License-Identifier: Apache-2.0 */
/* The widths that static languages declare for integers and floats [model.width]. */
#include "width.h"

#include <string.h>

bool cl_width_fits(uint32_t type, uint32_t flags) {
    uint32_t width = flags & CL_FIELD_WIDTH_MASK;
    if (width == 0) {
        return true;
    }
    return width <= CL_FIELD_FLOAT32 && (flags & CL_FIELD_DECLARED) != 0 &&
           type == (width == CL_FIELD_FLOAT32 ? CL_TYPE_FLOAT : CL_TYPE_INTEGER);
}

static bool holds_integer(uint32_t width, int64_t value) {
    switch (width) {
    case CL_FIELD_INT8:
        return value >= INT8_MIN && value <= INT8_MAX;
    case CL_FIELD_INT16:
        return value >= INT16_MIN && value <= INT16_MAX;
    case CL_FIELD_INT32:
        return value >= INT32_MIN && value <= INT32_MAX;
    case CL_FIELD_CHAR:
        return value >= 0 && value <= UINT16_MAX;
    default:
        return true;
    }
}

/* Also NaN, which is equal to nothing. */
static bool holds_float(uint32_t width, double value) {
    return width != CL_FIELD_FLOAT32 || (double)(float)value == value || value != value;
}

bool cl_width_holds(const cl_field_spec *spec, uint64_t bits) {
    uint32_t width = spec->flags & CL_FIELD_WIDTH_MASK;
    if ((spec->flags & CL_FIELD_NULLABLE) != 0) {
        if ((bits & CL_TAG_INTEGER_BIT) != 0) {
            return holds_integer(width, cl_untag_integer(bits));
        }
        return (bits & CL_TAG_FLOAT_MASK) != CL_TAG_FLOAT || holds_float(width, cl_untag_float(bits));
    }
    if (spec->type == CL_TYPE_INTEGER) {
        return holds_integer(width, (int64_t)bits);
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return spec->type != CL_TYPE_FLOAT || holds_float(width, value);
}
