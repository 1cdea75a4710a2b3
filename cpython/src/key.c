/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys (docs/equality.md). Strings, numbers up to 64 bits, booleans and None are hashed and compared here, inside the
 * operation that looks for them; all others by the package (_equality.py), while nothing is held.
 */
#include <math.h>

#include "container.h"

static PyObject *hashes_of, *equal_of, *keep_of; /* functions of the package */
static PyObject *shared_error;                   /* its class of errors */

/* ---- hashes ---- */

static uint32_t hash_of_integer(int64_t value) {
    return (uint32_t)((uint64_t)value >> 32) ^ (uint32_t)value;
}

static int is_integral(double number) {
    return number == rint(number) && number >= -0x1p63 && number < 0x1p63;
}

static uint32_t hash_of_float(double number) {
    if (is_integral(number)) {
        return hash_of_integer((int64_t)number);
    }
    uint64_t bits;
    number = isnan(number) ? NAN : number;
    memcpy(&bits, &number, sizeof bits);
    return hash_of_integer(isnan(number) ? 0x7ff8000000000000 : (int64_t)bits);
}

/* java.lang.String.hashCode of the UTF-16 units. */
static uint32_t hash_of_text(PyObject *text) {
    Py_ssize_t count = PyUnicode_GET_LENGTH(text);
    uint32_t hash = 0;
    if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND) {
        const Py_UCS1 *units = PyUnicode_1BYTE_DATA(text);
        for (Py_ssize_t i = 0; i < count; i++) {
            hash = 31 * hash + units[i];
        }
    } else if (PyUnicode_KIND(text) == PyUnicode_2BYTE_KIND) {
        const Py_UCS2 *units = PyUnicode_2BYTE_DATA(text);
        for (Py_ssize_t i = 0; i < count; i++) {
            hash = 31 * hash + units[i];
        }
    } else {
        const Py_UCS4 *points = PyUnicode_4BYTE_DATA(text);
        for (Py_ssize_t i = 0; i < count; i++) {
            if (points[i] > 0xffff) {
                hash = 31 * hash + Py_UNICODE_HIGH_SURROGATE(points[i]);
            }
            hash = 31 * hash + (points[i] > 0xffff ? Py_UNICODE_LOW_SURROGATE(points[i]) : points[i]);
        }
    }
    return hash;
}

/* Of a string that is in the word itself (cn_word_of_text). */
static inline void hash_short(cn_key *key, const Py_UCS1 *units, uint32_t count) {
    uint64_t bytes = 0;
    uint32_t hash = 0;
    for (uint32_t i = 0; i < count; i++) {
        hash = 31 * hash + units[i];
        bytes |= (uint64_t)units[i] << 8 * i;
    }
    key->hash = hash;
    key->word = CL_TAG_STRING | (uint64_t)count << CL_TAG_STRING_SHIFT | bytes << 8;
}

static void hash_scalar(cn_key *key) {
    const cn_value *value = &key->value;
    uint64_t word;
    key->is_scalar = 1;
    key->word = CL_TAG_VACANT;
    switch (value->form) {
    case CN_NULL:
        key->word = CL_TAG_NULL;
        key->hash = 0;
        break;
    case CN_BOOLEAN:
        key->word = value->integer != 0 ? CL_TAG_TRUE : CL_TAG_FALSE;
        key->hash = value->integer != 0 ? 1231 : 1237;
        break;
    case CN_INTEGER:
        key->word = cl_tag_integer(value->integer, &word) ? word : CL_TAG_VACANT;
        key->hash = hash_of_integer(value->integer);
        break;
    case CN_FLOAT:
        key->hash = hash_of_float(value->number);
        break;
    default:
        if (PyUnicode_KIND(value->object) == PyUnicode_1BYTE_KIND &&
            PyUnicode_GET_LENGTH(value->object) <= CL_TAG_STRING_MOST) {
            hash_short(key, PyUnicode_1BYTE_DATA(value->object), (uint32_t)PyUnicode_GET_LENGTH(value->object));
        } else {
            key->hash = hash_of_text(value->object);
        }
    }
}

/* ---- keys ---- */

static int is_scalar(const cn_value *value) {
    return value->form <= CN_TEXT;
}

/* (hash, hash that is kept, hash by address), or None: no container can hold it. */
static int ask_hashes(cn_key *key, int put) {
    if (hashes_of == NULL) {
        PyErr_SetString(PyExc_SystemError, "the package did not say how keys are compared");
        return -1;
    }
    uint32_t process = cn_process;
    PyObject *found = PyObject_CallFunctionObjArgs(hashes_of, key->object, put ? Py_True : Py_False, NULL);
    if (found == NULL || found == Py_None || !cn_is_still(process)) {
        int none = PyErr_Occurred() ? -1 : 0;
        Py_XDECREF(found);
        return none;
    }
    unsigned own, kept, by_address;
    int good = PyArg_ParseTuple(found, "III", &own, &kept, &by_address);
    key->hash = own;
    key->other_hashes[0] = kept;
    key->other_hashes[1] = by_address;
    Py_DECREF(found);
    return good ? 1 : -1;
}

int cn_key_of_plain(PyObject *object, cn_key *key) {
    int overflow;
    if (PyUnicode_CheckExact(object)) {
        key->value.form = CN_TEXT;
        key->value.object = object;
    } else if (PyLong_CheckExact(object)) {
        key->value.form = CN_INTEGER;
        key->value.integer = PyLong_AsLongLongAndOverflow(object, &overflow);
        if (overflow != 0) {
            return 0;
        }
    } else {
        return 0;
    }
    key->object = object;
    hash_scalar(key);
    return 1;
}

int cn_key_of(cn_thread *thread, PyObject *object, int put, cn_key *key) {
    (void)thread;
    *key = (cn_key){.object = Py_NewRef(object), .word = CL_TAG_VACANT};
    int shared = cn_value_of(object, &key->value, "the key of a map or set");
    if (shared && is_scalar(&key->value)) {
        hash_scalar(key);
        return 1;
    }
    if (!shared && (put || shared_error == NULL || !PyErr_ExceptionMatches(shared_error))) {
        Py_CLEAR(key->object);
        return -1;
    }
    PyErr_Clear();
    if (!shared) {
        key->value = (cn_value){.form = CN_NULL};
    }
    int is = ask_hashes(key, put);
    if (is <= 0) {
        cn_key_clear(key);
    }
    return is;
}

void cn_key_clear(cn_key *key) {
    cn_value_clear(&key->value);
    Py_CLEAR(key->object);
}

/* ---- comparisons inside an operation ---- */

static enum cn_match matches(int equal) {
    return equal ? CN_EQUAL_KEYS : CN_DIFFERENT;
}

static enum cn_match match_integer(const cn_key *key, int64_t number) {
    const cn_value *value = &key->value;
    if (!key->is_scalar) {
        return CN_UNDECIDED;
    }
    return matches(value->form == CN_INTEGER ? value->integer == number
                                             : value->form == CN_FLOAT && is_integral(value->number) &&
                                                   (int64_t)value->number == number);
}

static enum cn_match match_float(const cn_key *key, double number) {
    const cn_value *value = &key->value;
    if (!key->is_scalar) {
        return CN_UNDECIDED;
    }
    if (value->form == CN_FLOAT) {
        return matches(value->number == number || (isnan(value->number) && isnan(number)));
    }
    return matches(value->form == CN_INTEGER && is_integral(number) && (int64_t)number == value->integer);
}

static int is_text(uint64_t object, PyObject *text) {
    const cl_string_head *head = cn_at(object);
    const char *content = (const char *)(head + 1);
    Py_ssize_t count = PyUnicode_GET_LENGTH(text);
    size_t bytes = head->header.length;
    if (head->encoding == CL_ENCODING_LATIN1) {
        return PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND && bytes == (size_t)count &&
               memcmp(content, PyUnicode_1BYTE_DATA(text), bytes) == 0;
    }
    if (PyUnicode_KIND(text) == PyUnicode_2BYTE_KIND) {
        return bytes == 2 * (size_t)count && memcmp(content, PyUnicode_2BYTE_DATA(text), bytes) == 0;
    }
    const uint16_t *units = (const uint16_t *)content, *end = units + bytes / 2;
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_UCS4 point = PyUnicode_READ_CHAR(text, i);
        int wide = point > 0xffff;
        if (end - units < 1 + wide || *units != (wide ? Py_UNICODE_HIGH_SURROGATE(point) : point) ||
            (wide && units[1] != Py_UNICODE_LOW_SURROGATE(point))) {
            return 0;
        }
        units += 1 + wide;
    }
    return units == end;
}

static enum cn_match match_object(const cn_key *key, uint64_t object) {
    uint32_t kind = cn_kind_of(object);
    uint64_t bits = atomic_load_explicit((_Atomic uint64_t *)(cn_object(object) + 1), memory_order_acquire);
    double number;
    switch (kind) {
    case CL_KIND_STRING:
        return matches(key->is_scalar && key->value.form == CN_TEXT && is_text(object, key->value.object));
    case CL_KIND_BOX_INTEGER:
        return match_integer(key, (int64_t)bits);
    case CL_KIND_BOX_FLOAT:
        memcpy(&number, &bits, sizeof number);
        return match_float(key, number);
    default:
        break;
    }
    if (cn_is_wrapper(key->object) && cn_reference_of(key->object) == object) {
        return CN_EQUAL_KEYS;
    }
    int number_like = key->value.form == CN_INTEGER || key->value.form == CN_FLOAT;
    return key->is_scalar && !(number_like && kind == CL_KIND_OBJECT) ? CN_DIFFERENT : CN_UNDECIDED;
}

enum cn_match cn_key_match(const cn_key *key, uint64_t word) {
    if (key->word != CL_TAG_VACANT && word == key->word) {
        return CN_EQUAL_KEYS;
    }
    if (word == CL_TAG_VACANT || word == CL_TAG_NULL || cl_is_tagged_string(word)) {
        return CN_DIFFERENT; /* a scalar of that kind has a word of its own */
    }
    if (cn_is_reference(word)) {
        return match_object(key, word);
    }
    if ((word & CL_TAG_INTEGER_BIT) != 0) {
        return match_integer(key, cl_untag_integer(word));
    }
    return (word & CL_TAG_FLOAT_MASK) == CL_TAG_FLOAT ? match_float(key, cl_untag_float(word)) : CN_DIFFERENT;
}

int cn_key_equal(const cn_key *key, PyObject *there) {
    uint32_t process = cn_process;
    PyObject *found = PyObject_CallFunctionObjArgs(equal_of, key->object, there, NULL);
    int equal = found == NULL || !cn_is_still(process) ? -1 : PyObject_IsTrue(found);
    Py_XDECREF(found);
    return equal;
}

int cn_key_keep(const cn_key *key) {
    if (key->is_scalar || key->value.form == CN_CODED) {
        return 1;
    }
    uint32_t process = cn_process;
    PyObject *done = PyObject_CallOneArg(keep_of, key->object);
    Py_XDECREF(done);
    return done != NULL && cn_is_still(process);
}

int cn_hash_of(PyObject *value, uint32_t *hash) {
    cn_key key;
    int is = cn_key_of(cn_thread_here(), value, 1, &key);
    if (is > 0) {
        *hash = key.hash;
        cn_key_clear(&key);
    }
    return is > 0;
}

/* ---- functions of the package ---- */

/* set_equality(hashes, equal, keep, error class) */
static PyObject *set_equality(PyObject *module, PyObject *functions) {
    (void)module;
    if (!PyArg_ParseTuple(functions, "OOOO", &hashes_of, &equal_of, &keep_of, &shared_error)) {
        return NULL;
    }
    Py_INCREF(hashes_of);
    Py_INCREF(equal_of);
    Py_INCREF(keep_of);
    Py_INCREF(shared_error);
    Py_RETURN_NONE;
}

/* The hash of None, a boolean, a number up to 64 bits or a string; None for any other value. */
static PyObject *scalar_hash(PyObject *module, PyObject *value) {
    cn_key key = {.object = value};
    (void)module;
    if (!cn_value_of(value, &key.value, "a key")) {
        return NULL;
    }
    if (!is_scalar(&key.value)) {
        cn_value_clear(&key.value);
        Py_RETURN_NONE;
    }
    hash_scalar(&key);
    return PyLong_FromUnsignedLong(key.hash);
}

/* kept_hash(shared, by address): the hash of an object or container without rule. */
static PyObject *kept_hash(PyObject *module, PyObject *arguments) {
    PyObject *shared;
    int by_address;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!p", &cn_wrapper_type, &shared, &by_address)) {
        return NULL;
    }
    uint64_t reference = cn_checked_reference(shared);
    if (reference == 0) {
        return NULL;
    }
    uint32_t kept = by_address || cn_kind_of(reference) != CL_KIND_OBJECT
                        ? 0
                        : atomic_load_explicit(&cn_object(reference)->key_hash, memory_order_acquire);
    return PyLong_FromUnsignedLong(kept != 0 ? kept : cn_granules(reference) * 31);
}

/* keep_hash(object, hash) */
static PyObject *keep_hash(PyObject *module, PyObject *arguments) {
    PyObject *shared;
    unsigned hash;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!I", &cn_object_type, &shared, &hash) || !cn_check_writable()) {
        return NULL;
    }
    uint64_t reference = cn_checked_reference(shared);
    if (reference != 0) {
        atomic_store_explicit(&cn_object(reference)->key_hash, hash, memory_order_release);
    }
    return reference == 0 ? NULL : Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"set_equality", set_equality, METH_VARARGS, "Takes the functions that hash and compare keys that are no scalars."},
    {"scalar_hash", scalar_hash, METH_O, "The hash of a scalar as a key; None for any other value."},
    {"kept_hash", kept_hash, METH_VARARGS, "The hash that an object was put with, or that of its address."},
    {"keep_hash", keep_hash, METH_VARARGS, "Keeps the hash with which an object is put."},
    {NULL, NULL, 0, NULL},
};

int cn_keys_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
