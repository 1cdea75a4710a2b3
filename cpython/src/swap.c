/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compare and set, get and set, get and add of fields and repositories: the twin of colors.atomics. Each loads what a
 * place holds, keeps it a root, computes, and exchanges the word if it is still the same.
 */
#include <math.h>

#include "sync.h"

enum operation { COMPARE, SET, ADD };

typedef struct cell {
    cn_thread *thread;
    enum operation operation;
    PyObject *expected; /* of COMPARE */
    PyObject *given;    /* what is stored, or added */
    uint64_t place;
    PyObject *repository;  /* NULL: a field */
    uint64_t object;
    PyObject *name;
    const cn_shape *shape;
    const cl_field *field; /* NULL: a repository's value */
} cell;

/* ---- which values are the same ---- */

static int is_float_nan(PyObject *value) {
    return PyFloat_Check(value) && isnan(PyFloat_AS_DOUBLE(value));
}

/* Objects, and containers that change, are equal to themselves alone. */
static int has_identity(PyObject *value) {
    if (!cn_is_wrapper(value)) {
        return 0;
    }
    uint32_t kind = cn_shape_at(cn_shape_id(cn_reference_of(value)))->kind;
    return kind != CL_KIND_TUPLE && kind != CL_KIND_FROZEN_SET && kind != CL_KIND_BYTES;
}

int cn_is_same(PyObject *loaded, PyObject *expected) {
    cn_value value;
    if (loaded == expected) {
        return 1;
    }
    if (!cn_value_of(expected, &value, "a value that is expected")) {
        return -1;
    }
    cn_value_clear(&value);
    if (has_identity(loaded) || has_identity(expected) || PyBool_Check(loaded) != PyBool_Check(expected) ||
        loaded == Py_None || expected == Py_None) {
        return 0;
    }
    return (is_float_nan(loaded) && is_float_nan(expected)) || PyObject_RichCompareBool(loaded, expected, Py_EQ);
}

/* ---- what a place holds ---- */

int cn_see(cn_thread *thread, uint64_t place, cn_seen *seen) {
    seen->word = cl_load_at(thread->slot, place);
    seen->chunk = cn_chunk_look(thread);
    seen->value = NULL;
    if (seen->word == CL_TAG_FAILED || cn_pin_word(seen->word)) {
        seen->value = cn_take_word(thread, seen->word, seen->chunk);
        if (seen->value == NULL) {
            cn_seen_end(thread, seen);
        }
    }
    return seen->value != NULL;
}

void cn_seen_end(cn_thread *thread, cn_seen *seen) {
    Py_CLEAR(seen->value);
    if (cn_is_reference(seen->word)) {
        cn_unpin_word(seen->word);
        cn_forget(thread, seen->word, seen->chunk);
    }
}

static uint32_t bytes_of(uint32_t slot_kind) {
    switch (slot_kind) {
    case CL_SLOT_INT8:
    case CL_SLOT_BOOLEAN:
        return 1;
    case CL_SLOT_INT16:
    case CL_SLOT_CHAR:
        return 2;
    case CL_SLOT_INT32:
    case CL_SLOT_FLOAT32:
        return 4;
    default:
        return 8;
    }
}

static uint64_t load_exact(uint64_t place, uint32_t slot_kind) {
    void *at = cn_at(place);
    switch (bytes_of(slot_kind)) {
    case 1:
        return atomic_load_explicit((_Atomic uint8_t *)at, memory_order_acquire);
    case 2:
        return atomic_load_explicit((_Atomic uint16_t *)at, memory_order_acquire);
    case 4:
        return atomic_load_explicit((_Atomic uint32_t *)at, memory_order_acquire);
    default:
        return atomic_load_explicit((_Atomic uint64_t *)at, memory_order_acquire);
    }
}

static PyObject *of_exact(uint64_t bits, const cl_field *field) {
    double wide;
    float narrow;
    uint32_t half = (uint32_t)bits;
    switch (field->slot_kind) {
    case CL_SLOT_FLOAT64:
        memcpy(&wide, &bits, sizeof wide);
        return PyFloat_FromDouble(wide);
    case CL_SLOT_FLOAT32:
        memcpy(&narrow, &half, sizeof narrow);
        return PyFloat_FromDouble((double)narrow);
    case CL_SLOT_BOOLEAN:
        return PyBool_FromLong((uint8_t)bits != 0);
    case CL_SLOT_INT8:
        return PyLong_FromLong((int8_t)bits);
    case CL_SLOT_INT16:
        return PyLong_FromLong((int16_t)bits);
    case CL_SLOT_CHAR:
        return PyLong_FromLong((uint16_t)bits);
    case CL_SLOT_INT32:
        return PyLong_FromLong((int32_t)bits);
    default:
        return field->type == CL_TYPE_BOOLEAN ? PyBool_FromLong(bits != 0) : PyLong_FromLongLong((int64_t)bits);
    }
}

static int is_tagged(const cell *c) {
    return c->field == NULL || c->field->slot_kind == CL_SLOT_TAGGED;
}

static int see(const cell *c, cn_seen *seen) {
    if (is_tagged(c)) {
        return cn_see(c->thread, c->place, seen);
    }
    seen->word = load_exact(c->place, c->field->slot_kind);
    seen->value = of_exact(seen->word, c->field);
    return seen->value != NULL;
}

static void seen_end(const cell *c, cn_seen *seen) {
    if (is_tagged(c)) {
        cn_seen_end(c->thread, seen);
    } else {
        Py_CLEAR(seen->value);
    }
}

/* ---- where it is ---- */

static int locate(cell *c) {
    if (c->repository != NULL) {
        c->place = cn_repository_place(c->repository);
        return c->place != 0;
    }
    c->shape = cn_shape_of(cn_shape_id(c->object));
    const cn_named_field *found = c->shape == NULL ? NULL : cn_shape_find(c->shape, c->name);
    if (found == NULL) {
        if (c->shape != NULL) {
            PyErr_Format(PyExc_AttributeError, "'%U' object has no field '%U'", c->shape->class_name, c->name);
        }
        return 0;
    }
    if ((found->field->flags & CL_FIELD_FINAL) != 0) {
        return cn_final_conflict(c->shape->shape, found->field);
    }
    c->field = found->field;
    c->place = (uint64_t)((char *)cn_slot_place(c->object, c->shape->shape->inline_slots, c->field->slot) - cn_base) +
               c->field->byte;
    return 1;
}

/* 1: stored, 0: look again, -1: exception. */
static int exchange(const cell *c, uint64_t seen, uint64_t bits) {
    if (cl_is_readonly()) {
        cn_error("ReadOnlyError", "this process is attached read-only and cannot change shared objects; attach without "
                                  "COLORS_READONLY; nothing was stored");
        return -1;
    }
    if (c->field == NULL) {
        return cl_repository_exchange(c->thread->slot, c->place, seen, bits);
    }
    cl_error error;
    cl_exchange wanted = {.place = c->place, .seen = seen, .bits = bits, .slot_kind = c->field->slot_kind};
    int32_t result = cl_field_exchange(c->thread->slot, c->object, c->shape->id, &wanted, &error);
    cn_chunk_look(c->thread);
    if (result == 0) {
        cn_raise(&error);
        return -1;
    }
    return result == 1;
}

/* ---- what is stored ---- */

static int value_of(const cell *c, PyObject *given, cn_value *value) {
    return c->field == NULL ? cn_value_of(given, value, "a repository")
                            : cn_value_of(given, value, "field '%U' of %U", c->name, c->shape->class_name);
}

static uint64_t exact_of(const cl_field *field, const cn_value *value) {
    uint64_t bits = cn_raw_bits(field->type, field->flags & CL_FIELD_WIDTH_MASK, value);
    if (field->slot_kind == CL_SLOT_FLOAT32) {
        double wide;
        memcpy(&wide, &bits, sizeof wide);
        float narrow = (float)wide;
        uint32_t half;
        memcpy(&half, &narrow, sizeof half);
        return half;
    }
    uint32_t bytes = bytes_of(field->slot_kind);
    return bytes == 8 ? bits : bits & ((UINT64_C(1) << (8 * bytes)) - 1);
}

static int store_tagged(const cell *c, const cn_value *value, uint64_t seen) {
    uint64_t word = c->field == NULL ? cn_word_of(c->thread, value) : cn_word_for_field(c->thread, c->field, value);
    if (word == CL_TAG_FAILED) {
        return -1;
    }
    uint32_t chunk = cn_chunk_look(c->thread);
    int stored = exchange(c, seen, word);
    if (value->form != CN_SHARED && cn_is_reference(word)) {
        cn_forget(c->thread, word, chunk);
    }
    return stored;
}

static int store(const cell *c, PyObject *given, uint64_t seen) {
    cn_value value;
    if (!value_of(c, given, &value)) {
        return -1;
    }
    int fits = c->field == NULL ? 1 : cn_fits(c->field, &value);
    int stored = -1;
    if (fits == 0) {
        cn_conflict(c->shape->shape, c->field, &value);
    } else if (fits > 0) {
        stored = is_tagged(c) ? store_tagged(c, &value, seen) : exchange(c, seen, exact_of(c->field, &value));
    }
    cn_value_clear(&value);
    return stored;
}

/* An operation in one step moves no object to a version that takes the value; so it fails whatever the place holds. */
static int check(const cell *c) {
    cn_value value;
    if (!value_of(c, c->given, &value)) {
        return 0;
    }
    int fits = c->field == NULL ? 1 : cn_fits(c->field, &value);
    if (fits == 0) {
        cn_conflict(c->shape->shape, c->field, &value);
    }
    cn_value_clear(&value);
    return fits > 0;
}

/* ---- sums ---- */

static PyObject *describe(PyObject *given) {
    cn_value value;
    if (!cn_value_of(given, &value, "a number that is added")) {
        return NULL;
    }
    PyObject *text = cn_describe(&value);
    cn_value_clear(&value);
    return text;
}

static PyObject *no_sum(const cell *c, PyObject *found) {
    PyObject *has = describe(found), *added = has == NULL ? NULL : describe(c->given);
    if (added != NULL && PyLong_Check(found) && !PyBool_Check(found) && PyFloat_Check(c->given)) {
        cn_error("TypeConflictError",
                 "field '%U' of %U holds %U, to which %U cannot be added in one step; add an integer; nothing was "
                 "stored",
                 c->name, c->shape->class_name, has, added);
    } else if (added != NULL && ((PyLong_Check(found) && !PyBool_Check(found)) || PyFloat_Check(found))) {
        cn_error("TypeConflictError",
                 "field '%U' of %U holds a number, to which %U cannot be added; add a number; nothing was stored",
                 c->name, c->shape->class_name, added);
    } else if (added != NULL) {
        cn_error("TypeConflictError", "field '%U' of %U holds %U, which is no number to add to; nothing was stored",
                 c->name, c->shape->class_name, has);
    }
    Py_XDECREF(has);
    Py_XDECREF(added);
    return NULL;
}

static PyObject *sum(const cell *c, PyObject *found) {
    int is_integer = PyLong_Check(c->given) && !PyBool_Check(c->given);
    if (PyFloat_Check(found) && (is_integer || PyFloat_Check(c->given))) {
        return PyNumber_Add(found, c->given);
    }
    if (!PyLong_Check(found) || PyBool_Check(found) || !is_integer) {
        return no_sum(c, found);
    }
    PyObject *total = PyNumber_Add(found, c->given);
    int overflow = 0;
    if (total != NULL) {
        PyLong_AsLongLongAndOverflow(total, &overflow);
    }
    if (overflow != 0) {
        Py_CLEAR(total);
        cn_error("IntegerOverflowError",
                 "field '%U' of %U holds %S; with %S added it overflows an integer of 64 bits; nothing was stored",
                 c->name, c->shape->class_name, found, c->given);
    }
    return total;
}

/* ---- the loop ---- */

/* 1: stored, 2: it holds another value than expected, 0: look again, -1: exception. */
static int attempt(const cell *c, const cn_seen *seen) {
    int same = c->operation == COMPARE ? cn_is_same(seen->value, c->expected) : 1;
    if (same <= 0) {
        int confirmed = same < 0 ? -1 : c->field == NULL ? 1 : exchange(c, seen->word, seen->word);
        return confirmed == 1 ? 2 : confirmed;
    }
    PyObject *next = c->operation == ADD ? sum(c, seen->value) : Py_NewRef(c->given);
    if (next == NULL) {
        return -1;
    }
    int stored = store(c, next, seen->word);
    Py_DECREF(next);
    return stored;
}

/* What was there before; or whether it was stored. */
static PyObject *run(cell *c) {
    for (;;) {
        cn_seen seen;
        if (!locate(c) || (c->operation != ADD && !check(c)) || !see(c, &seen)) {
            return NULL;
        }
        int done = attempt(c, &seen);
        PyObject *result = done <= 0 ? NULL : c->operation == COMPARE ? PyBool_FromLong(done == 1) : Py_NewRef(seen.value);
        seen_end(c, &seen);
        if (done != 0) {
            return result;
        }
    }
}

PyObject *cn_repository_exchange(PyObject *repository, PyObject *expected, PyObject *value) {
    cell c = {.thread = cn_thread_here(),
              .operation = expected == NULL ? SET : COMPARE,
              .expected = expected,
              .given = value,
              .repository = repository};
    return c.thread == NULL ? NULL : run(&c);
}

static PyObject *exchange_field(PyObject *arguments, enum operation operation, const char *format) {
    cell c = {.operation = operation};
    PyObject *object, *first, *second = NULL;
    if (!PyArg_ParseTuple(arguments, format, &object, &c.name, &first, &second)) {
        return NULL;
    }
    c.thread = cn_thread_here();
    if (c.thread == NULL) {
        return NULL;
    }
    if (!PyObject_TypeCheck(object, &cn_object_type)) {
        return cn_error("SharedMemoryError", "a shared object was expected, not %R; copy_in makes one", object);
    }
    c.object = cn_checked_reference(object);
    c.expected = operation == COMPARE ? first : NULL;
    c.given = operation == COMPARE ? second : first;
    return c.object == 0 ? NULL : run(&c);
}

static PyObject *compare_and_set(PyObject *module, PyObject *arguments) {
    (void)module;
    return exchange_field(arguments, COMPARE, "OUOO:compare_and_set");
}

static PyObject *get_and_set(PyObject *module, PyObject *arguments) {
    (void)module;
    return exchange_field(arguments, SET, "OUO:get_and_set");
}

static PyObject *get_and_add(PyObject *module, PyObject *arguments) {
    (void)module;
    return exchange_field(arguments, ADD, "OUO:get_and_add");
}

PyMethodDef cn_exchange_functions[] = {
    {"field_compare_and_set", compare_and_set, METH_VARARGS, "Sets a field if it holds the value expected."},
    {"field_get_and_set", get_and_set, METH_VARARGS, "Sets a field and returns the value before."},
    {"field_get_and_add", get_and_add, METH_VARARGS, "Adds to a field and returns the number before."},
    {NULL, NULL, 0, NULL},
};
