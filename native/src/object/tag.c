/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tagged words [layout.tag]. A float's top exponent bits are 011 or 100 for magnitudes of about 2^-255 to 2^256;
 * rotating the sign and those bits to the bottom leaves two bits that are always the same, which the tag 10 replaces
 * (Ruby's flonums).
 */
#include "object.h"

#include <string.h>

#include "base.h"

#define ROTATE_LEFT(x, n)  ((x) << (n) | (x) >> (64 - (n)))
#define ROTATE_RIGHT(x, n) ((x) >> (n) | (x) << (64 - (n)))
#define FLOAT_CLASH        0x3000000000000000ull /* 2^-255 would take the word of +0.0 */

int32_t cl_tag_integer(int64_t value, uint64_t *word) {
    *word = (uint64_t)value << 1 | CL_TAG_INTEGER_BIT;
    return cl_untag_integer(*word) == value;
}

int64_t cl_untag_integer(uint64_t word) {
    return (int64_t)word >> 1;
}

int32_t cl_tag_float(double value, uint64_t *word) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t exponent = bits >> 60 & 7;
    if (bits == 0) {
        *word = CL_TAG_FLOAT_ZERO;
        return 1;
    }
    *word = (ROTATE_LEFT(bits, 3) & ~CL_TAG_FLOAT_MASK) | CL_TAG_FLOAT;
    return (exponent == 3 || exponent == 4) && bits != FLOAT_CLASH;
}

double cl_untag_float(uint64_t word) {
    uint64_t bits = 0;
    if (word != CL_TAG_FLOAT_ZERO) {
        uint64_t top = 2 - (word >> 63); /* exponent 011 has its lowest two bits set, 100 has them clear */
        bits = ROTATE_RIGHT((word & ~CL_TAG_FLOAT_MASK) | top, 3);
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- strings ---- */

#define LENGTH_MASK ((uint64_t)CL_TAG_STRING_MOST << CL_TAG_STRING_SHIFT)
#define CHAR_BITS   8

int32_t cl_tag_string(const char *utf8, size_t bytes, uint64_t *word) {
    uint64_t made = CL_TAG_STRING;
    uint32_t length = 0;
    for (size_t at = 0; at < bytes; length++) {
        uint32_t point;
        size_t step = cl_utf8_next(utf8 + at, bytes - at, &point);
        if (step == 0 || point > 0xff || length == CL_TAG_STRING_MOST) {
            return 0;
        }
        made |= (uint64_t)point << CHAR_BITS * (length + 1);
        at += step;
    }
    *word = made | (uint64_t)length << CL_TAG_STRING_SHIFT;
    return 1;
}

int32_t cl_tag_text(const cl_text *text, uint64_t *word) {
    uint64_t bytes = 0;
    if (text->encoding != CL_ENCODING_LATIN1 || text->count > CL_TAG_STRING_MOST) {
        return 0;
    }
    for (uint32_t i = 0; i < text->count; i++) {
        bytes |= (uint64_t)((const uint8_t *)text->units)[i] << CHAR_BITS * i;
    }
    *word = CL_TAG_STRING | text->count << CL_TAG_STRING_SHIFT | bytes << CHAR_BITS;
    return 1;
}

int32_t cl_is_tagged_string(uint64_t word) {
    return (word & CL_TAG_STRING_MASK) == CL_TAG_STRING;
}

static uint32_t length_of(uint64_t word) {
    return (uint32_t)((word & LENGTH_MASK) >> CL_TAG_STRING_SHIFT);
}

size_t cl_untag_string(uint64_t word, char utf8[14]) {
    size_t bytes = 0;
    for (uint32_t i = 1; i <= length_of(word); i++) {
        uint32_t point = word >> CHAR_BITS * i & 0xff;
        if (point > 0x7f) {
            utf8[bytes++] = (char)(0xc0 | point >> 6);
            point = 0x80 | (point & 0x3f);
        }
        utf8[bytes++] = (char)point;
    }
    return bytes;
}

/* Nothing behind the last character: equal strings are equal words. */
static bool is_string(uint64_t word) {
    uint32_t bits = CHAR_BITS * (length_of(word) + 1);
    return cl_is_tagged_string(word) && (bits == 64 || word >> bits == 0);
}

bool cl_word_is_valid(cl_word tagged) {
    uint64_t word = tagged.bits;
    return (word & CL_TAG_INTEGER_BIT) != 0 || (word & CL_TAG_FLOAT_MASK) == CL_TAG_FLOAT || word == CL_TAG_FALSE ||
           word == CL_TAG_TRUE || (word & CL_TAG_REFERENCE_MASK) == 0 || is_string(word);
}
