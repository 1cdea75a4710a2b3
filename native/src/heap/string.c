/* SPDX-License-Identifier: Apache-2.0 */
/* Shared strings: {hash u32, encoding u32}, then the text in Latin-1 when it fits, else in UTF-16 of this machine's
 * order. */
#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "heap.h"
#include "segment.h"

typedef struct text {
    uint32_t hash;
    uint32_t encoding;
    char content[];
} text;

typedef struct measure {
    uint64_t units; /* UTF-16 */
    uint32_t widest;
} measure;

static int measure_text(const char *utf8, size_t bytes, measure *result, cl_error *error) {
    *result = (measure){0, 0};
    for (size_t at = 0; at < bytes;) {
        uint32_t point;
        size_t step = cl_utf8_next(utf8 + at, bytes - at, &point);
        if (step == 0) {
            return cl_fail(error, CL_ERR_ARGUMENT, "the text is not valid UTF-8 at byte %zu of %zu", at, bytes);
        }
        result->units += point > 0xffff ? 2 : 1;
        result->widest = point > result->widest ? point : result->widest;
        at += step;
    }
    return 1;
}

static void put_unit(text *into, uint64_t index, uint32_t unit) {
    into->hash = into->hash * 31 + unit;
    if (into->encoding == CL_ENCODING_LATIN1) {
        into->content[index] = (char)unit;
    } else {
        uint16_t wide = (uint16_t)unit;
        memcpy(into->content + 2 * index, &wide, sizeof wide);
    }
}

static void convert(const char *utf8, size_t bytes, text *into) {
    uint64_t units = 0;
    for (size_t at = 0; at < bytes;) {
        uint32_t point = 0;
        at += cl_utf8_next(utf8 + at, bytes - at, &point);
        if (point > 0xffff) {
            put_unit(into, units++, 0xd7c0 + (point >> 10)); /* high surrogate: 0xd800 - (0x10000 >> 10) */
            point = 0xdc00 | (point & 0x3ff);
        }
        put_unit(into, units++, point);
    }
}

/* Private memory for what the object will hold; NULL: there is none, or the text is too long. */
static text *content_of(uint32_t encoding, uint64_t length, cl_error *error) {
    if (length > INT32_MAX) {
        cl_fail(error, CL_ERR_ARGUMENT, "a string of %llu bytes is too long; at most 2147483647 can be shared",
                (unsigned long long)length);
        return NULL;
    }
    text *content = malloc(sizeof(text) + length);
    if (content == NULL) {
        cl_fail(error, CL_ERR_MEMORY, "no private memory for %llu bytes of text", (unsigned long long)length);
        return NULL;
    }
    *content = (text){0, encoding};
    return content;
}

static uint64_t make(uint64_t slot, text *content, uint64_t length, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    cl_new wanted = {.shape = cl_builtin_shape(&m.client->space, CL_KIND_STRING),
                     .length = (uint32_t)length,
                     .bytes = cl_round_up(sizeof(cl_string_head) + length, CL_GRANULE),
                     .content = content,
                     .content_bytes = sizeof(text) + length};
    cl_ref string = cl_object_make(m, &wanted, error);
    free(content);
    return string.offset;
}

uint64_t cl_string(uint64_t slot, const char *utf8, size_t bytes, cl_error *error) {
    measure size;
    if (!measure_text(utf8, bytes, &size, error)) {
        return 0;
    }
    uint32_t encoding = size.widest <= 0xff ? CL_ENCODING_LATIN1 : CL_ENCODING_UTF16;
    uint64_t length = encoding == CL_ENCODING_LATIN1 ? size.units : 2 * size.units;
    text *content = content_of(encoding, length, error);
    if (content == NULL) {
        return 0;
    }
    convert(utf8, bytes, content);
    return make(slot, content, length, error);
}

uint64_t cl_string_units(uint64_t slot, uint32_t encoding, const void *units, uint64_t count, cl_error *error) {
    uint64_t length = encoding == CL_ENCODING_LATIN1 ? count : 2 * count;
    text *content = content_of(encoding, length, error);
    if (content == NULL) {
        return 0;
    }
    memcpy(content->content, units, length);
    uint32_t hash = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint16_t wide = 0;
        memcpy(&wide, content->content + 2 * i, encoding == CL_ENCODING_LATIN1 ? 0 : sizeof wide);
        hash = hash * 31 + (encoding == CL_ENCODING_LATIN1 ? (uint8_t)content->content[i] : wide);
    }
    content->hash = hash;
    return make(slot, content, length, error);
}
