/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COLORS_UTF8_H
#define COLORS_UTF8_H

#include <stddef.h>
#include <stdint.h>

static inline size_t cl_utf8_length(uint8_t first) {
    if (first < 0x80) {
        return 1;
    }
    return first >= 0xc2 && first <= 0xdf ? 2 : (first & 0xf0) == 0xe0 ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

/* Decodes one code point. Returns the bytes it took, 0 when the text is not valid UTF-8 there. */
static inline size_t cl_utf8_next(const char *text, size_t bytes, uint32_t *point) {
    const uint8_t *at = (const uint8_t *)text;
    size_t length = bytes == 0 ? 0 : cl_utf8_length(at[0]);
    if (length == 0 || length > bytes) {
        return 0;
    }
    uint32_t value = length == 1 ? at[0] : at[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            return 0;
        }
        value = value << 6 | (at[i] & 0x3f);
    }
    int overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
    if (overlong || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) {
        return 0;
    }
    *point = value;
    return length;
}

#endif
