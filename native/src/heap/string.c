/* SPDX-License-Identifier: Apache-2.0 */
/* Shared strings: {hash u32, encoding u32}, then the text in Latin-1 when it fits, else in UTF-16 of this machine's
 * order. */
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

/* A block for a text of so many bytes, whose hash and content are to be filled in. */
static cl_ref begin(cl_mutator m, uint32_t encoding, uint64_t length, cl_error *error) {
    if (length > INT32_MAX) {
        cl_fail(error, CL_ERR_ARGUMENT, "a string of %llu bytes is too long; at most 2147483647 can be shared",
                (unsigned long long)length);
        return CL_REF_NULL;
    }
    text head = {0, encoding};
    cl_new wanted = {.shape = cl_builtin_shape(&m.client->space, CL_KIND_STRING),
                     .length = (uint32_t)length,
                     .bytes = cl_round_up(sizeof(cl_string_head) + length, CL_GRANULE),
                     .content = &head,
                     .content_bytes = sizeof head};
    return cl_block_begin(m, &wanted, error);
}

static text *text_at(cl_mutator m, cl_ref block) {
    return (text *)(cl_object_at(&m.client->space, block) + 1);
}

uint64_t cl_string(uint64_t slot, const char *utf8, size_t bytes, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    measure size;
    if (!measure_text(utf8, bytes, &size, error)) {
        return 0;
    }
    uint32_t encoding = size.widest <= 0xff ? CL_ENCODING_LATIN1 : CL_ENCODING_UTF16;
    cl_ref block = begin(m, encoding, encoding == CL_ENCODING_LATIN1 ? size.units : 2 * size.units, error);
    if (cl_ref_is_null(block)) {
        return 0;
    }
    convert(utf8, bytes, text_at(m, block));
    return cl_block_end(m, block, error).offset;
}

/* Four at a time: a product waits for the one before. */
static uint32_t hash_of_latin1(const uint8_t *units, uint64_t count) {
    uint32_t hash = 0;
    uint64_t i = 0;
    for (; i + 4 <= count; i += 4) {
        hash = hash * (31u * 31u * 31u * 31u) + units[i] * (31u * 31u * 31u) + units[i + 1] * (31u * 31u) +
               units[i + 2] * 31u + units[i + 3];
    }
    for (; i < count; i++) {
        hash = hash * 31 + units[i];
    }
    return hash;
}

static uint32_t hash_of_utf16(const char *units, uint64_t count) {
    uint32_t hash = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint16_t unit;
        memcpy(&unit, units + 2 * i, sizeof unit);
        hash = hash * 31 + unit;
    }
    return hash;
}

static cl_ref begin_units(cl_mutator m, const cl_text *from, cl_error *error) {
    bool narrow = from->encoding == CL_ENCODING_LATIN1;
    uint64_t length = narrow ? from->count : 2 * from->count;
    cl_ref block = begin(m, from->encoding, length, error);
    if (!cl_ref_is_null(block)) {
        text *into = text_at(m, block);
        memcpy(into->content, from->units, length);
        into->hash = narrow ? hash_of_latin1(from->units, from->count) : hash_of_utf16(from->units, from->count);
    }
    return block;
}

uint64_t cl_string_units(uint64_t slot, uint32_t encoding, const void *units, uint64_t count, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    cl_ref block = begin_units(m, &(cl_text){units, count, encoding}, error);
    return cl_ref_is_null(block) ? 0 : cl_block_end(m, block, error).offset;
}

int cl_string_make_at(cl_mutator m, const cl_text *from, cl_place place, cl_error *error) {
    cl_ref block = begin_units(m, from, error);
    if (cl_ref_is_null(block)) {
        return 0;
    }
    cl_block_end_at(m, block, place);
    return 1;
}

int32_t cl_string_at(uint64_t slot, uint64_t place, const cl_text *from, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    cl_word word;
    if (cl_tag_text(from, &word.bits)) {
        cl_heap_store(m, cl_place_at(&cl_self.space, place), word);
        return 1;
    }
    return cl_string_make_at(m, from, cl_place_at(&cl_self.space, place), error);
}
