/* SPDX-License-Identifier: Apache-2.0 */
/* Strings: Latin-1 or UTF-16 in shared memory, as Python's own where they are of one byte. Lone surrogates stay. */
#include <string.h>

#include "operation.h"

#define WIDE_AT_ONCE 256

PyObject *cn_text_of_object(uint64_t reference) {
    const cl_string_head *head = cn_at(reference);
    const char *content = (const char *)(head + 1);
    Py_ssize_t bytes = (Py_ssize_t)head->header.length;
    if (head->encoding == CL_ENCODING_LATIN1) {
        return PyUnicode_DecodeLatin1(content, bytes, NULL);
    }
    int order = PY_BIG_ENDIAN ? 1 : -1;
    return PyUnicode_DecodeUTF16(content, bytes, "surrogatepass", &order);
}

PyObject *cn_text_of_word(uint64_t word) {
    char content[8];
    uint64_t shifted = word >> 8;
    memcpy(content, &shifted, sizeof content);
    return PyUnicode_DecodeLatin1(content, (Py_ssize_t)(word >> CL_TAG_STRING_SHIFT & 7), NULL);
}

int cn_plain_text(PyObject *text, cl_text *result) {
    int kind = (int)PyUnicode_KIND(text);
    *result = (cl_text){PyUnicode_DATA(text), (uint64_t)PyUnicode_GET_LENGTH(text),
                        kind == PyUnicode_1BYTE_KIND ? CL_ENCODING_LATIN1 : CL_ENCODING_UTF16};
    return kind != PyUnicode_4BYTE_KIND;
}

static uint64_t word_of_short(const uint8_t *latin1, size_t count) {
    uint64_t bytes = 0;
    memcpy(&bytes, latin1, count);
    return CL_TAG_STRING | (uint64_t)count << CL_TAG_STRING_SHIFT | bytes << 8;
}

/* Characters beyond 16 bits become two units. */
static uint64_t make_wide(cn_thread *thread, PyObject *text, Py_ssize_t count, cl_error *error) {
    const Py_UCS4 *points = PyUnicode_4BYTE_DATA(text);
    uint16_t few[2 * WIDE_AT_ONCE] = {0};
    uint16_t *units = count <= WIDE_AT_ONCE ? few : PyMem_RawMalloc(4 * (size_t)count);
    uint64_t made = 0, length = 0;
    if (units == NULL) {
        error->code = CL_ERR_MEMORY;
        snprintf(error->text, sizeof error->text, "no private memory for %zd characters of text", count);
        return 0;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        if (points[i] > 0xffff) {
            units[length++] = Py_UNICODE_HIGH_SURROGATE(points[i]);
            units[length++] = Py_UNICODE_LOW_SURROGATE(points[i]);
        } else {
            units[length++] = (uint16_t)points[i];
        }
    }
    made = cl_string_units(thread->slot, CL_ENCODING_UTF16, units, length, error);
    if (units != few) {
        PyMem_RawFree(units);
    }
    return made;
}

uint64_t cn_string_of_text(cn_thread *thread, PyObject *text, cl_error *error) {
    Py_ssize_t count = PyUnicode_GET_LENGTH(text);
    int kind = (int)PyUnicode_KIND(text);
    uint64_t made = kind == PyUnicode_4BYTE_KIND
                        ? make_wide(thread, text, count, error)
                        : cl_string_units(thread->slot,
                                          kind == PyUnicode_1BYTE_KIND ? CL_ENCODING_LATIN1 : CL_ENCODING_UTF16,
                                          PyUnicode_DATA(text), (uint64_t)count, error);
    cn_chunk_look(thread);
    return made;
}

uint64_t cn_word_of_text(cn_thread *thread, PyObject *text) {
    CN_NO_ERROR(error);
    Py_ssize_t count = PyUnicode_GET_LENGTH(text);
    if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND && count <= CL_TAG_STRING_MOST) {
        return word_of_short(PyUnicode_1BYTE_DATA(text), (size_t)count);
    }
    uint64_t made = cn_string_of_text(thread, text, &error);
    if (made == 0) {
        cn_raise(&error);
        return CL_TAG_FAILED;
    }
    return made;
}
