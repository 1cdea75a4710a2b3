/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compare and set, get and set, get and add: one step each for all processes (docs/model.md, model.atomic). Each loads
 * what a place holds and keeps it a root, computes, and exchanges it if it is still the same; so the same word is the
 * same value.
 */
#include "container.h"
#include "sync.h"

enum cell_kind { ELEMENT, NUMBER, ENTRY, FIELD };

/* The place of one operation. */
typedef struct cell {
    enum cell_kind kind;
    uint64_t owner;
    const char *kind_name;
    PyObject *owner_object, *name; /* name: of a field or key */
    int32_t index;
    cn_key key;
    /* as it was located and loaded: */
    cn_shape *shape;
    const cl_field *field;
    cl_element seen;
    cl_found found;
    uint32_t at;
    uint32_t chunk;
} cell;

static void *number_place(const cell *c) {
    if (c->kind == NUMBER) {
        return (char *)cl_flat_elements(c->owner) + (size_t)c->at * cn_flat_width(c->seen.kind);
    }
    return (char *)cn_slot_place(c->owner, c->shape->shape->inline_slots, c->field->slot) + c->field->byte;
}

static uint64_t load_own(const void *place, uint32_t bytes) {
    switch (bytes) {
    case 1:
        return atomic_load_explicit((const _Atomic uint8_t *)place, memory_order_acquire);
    case 2:
        return atomic_load_explicit((const _Atomic uint16_t *)place, memory_order_acquire);
    case 4:
        return atomic_load_explicit((const _Atomic uint32_t *)place, memory_order_acquire);
    default:
        return atomic_load_explicit((const _Atomic uint64_t *)place, memory_order_acquire);
    }
}

/* Of bits as memory has them. */
static PyObject *number_value(uint32_t kind, uint64_t own) {
    float narrow;
    double wide;
    switch (kind) {
    case CL_SLOT_BOOLEAN:
        return PyBool_FromLong(own != 0);
    case CL_SLOT_FLOAT32:
        memcpy(&narrow, &own, sizeof narrow);
        return PyFloat_FromDouble(narrow);
    case CL_SLOT_FLOAT64:
        memcpy(&wide, &own, sizeof wide);
        return PyFloat_FromDouble(wide);
    case CL_SLOT_INT8:
        return PyLong_FromLong((int8_t)own);
    case CL_SLOT_INT16:
        return PyLong_FromLong((int16_t)own);
    case CL_SLOT_CHAR:
        return PyLong_FromLong((uint16_t)own);
    case CL_SLOT_INT32:
        return PyLong_FromLong((int32_t)own);
    default:
        return PyLong_FromLongLong((int64_t)own);
    }
}

static uint64_t own_bits(uint32_t kind, uint64_t bits) {
    uint64_t own = 0;
    if (kind == CL_SLOT_FLOAT32) {
        double wide;
        memcpy(&wide, &bits, sizeof wide);
        float narrow = (float)wide;
        memcpy(&own, &narrow, sizeof narrow);
        return own;
    }
    uint32_t bytes = cn_flat_width(kind);
    return bytes == 8 ? bits : bits & ((1ull << 8 * bytes) - 1);
}

/* ---- loads: 1, 0: there is none, -1: exception ---- */

static int load_element(cn_thread *thread, cell *c) {
    CN_NO_ERROR(error);
    for (;;) {
        int64_t size = cn_list_size(c->owner), at = c->index < 0 ? c->index + size : c->index;
        if (at < 0 || at >= size) {
            return 0;
        }
        c->at = (uint32_t)at;
        if (cl_list_get(thread->slot, c->owner, c->at, &c->seen, &error)) {
            return 1;
        }
        if (error.code != CL_OK) {
            cn_raise(&error);
            return -1;
        }
    }
}

static int load_number(cell *c) {
    int64_t size = cn_flat_count(c->owner), at = c->index < 0 ? c->index + size : c->index;
    if (at < 0 || at >= size) {
        return 0;
    }
    c->at = (uint32_t)at;
    c->seen.kind = cn_flat_kind(c->owner);
    c->seen.bits = load_own(number_place(c), cn_flat_width(c->seen.kind));
    return 1;
}

static int load_field(cn_thread *thread, cell *c) {
    c->shape = cn_shape_of(cn_shape_id(c->owner));
    const cn_named_field *found = c->shape == NULL ? NULL : cn_shape_find(c->shape, c->name);
    if (found == NULL) {
        if (c->shape != NULL) {
            PyErr_Format(PyExc_AttributeError, "'%U' object has no attribute '%U'", c->shape->class_name, c->name);
        }
        return -1;
    }
    c->field = found->field;
    if ((c->field->flags & CL_FIELD_FINAL) != 0) {
        return cn_final_conflict(c->shape->shape, c->field) - 1;
    }
    c->seen.kind = c->field->slot_kind;
    c->seen.bits = c->seen.kind == CL_SLOT_TAGGED
                       ? cl_load_at(thread->slot, (uint64_t)((char *)number_place(c) - cn_base))
                       : load_own(number_place(c), cn_flat_width(c->seen.kind));
    return 1;
}

static int load(cn_thread *thread, cell *c) {
    int loaded = 0;
    switch (c->kind) {
    case ELEMENT:
        loaded = load_element(thread, c);
        break;
    case NUMBER:
        return load_number(c);
    case FIELD:
        loaded = load_field(thread, c);
        break;
    default:
        loaded = cn_map_seen(thread, c->owner, &c->key, &c->found, &c->seen.bits);
        c->seen.kind = CL_SLOT_TAGGED;
    }
    if (thread->mutator == NULL) {
        return -1;
    }
    c->chunk = cn_chunk_look(thread);
    if (loaded == 1 && c->seen.kind == CL_SLOT_TAGGED && !cn_pin_word(c->seen.bits)) {
        return -1;
    }
    return loaded;
}

static void unload(cn_thread *thread, cell *c) {
    if (c->seen.kind == CL_SLOT_TAGGED) {
        cn_unpin_word(c->seen.bits);
        if (cn_is_reference(c->seen.bits)) {
            cn_forget(thread, c->seen.bits, c->chunk);
        }
    }
}

static PyObject *current(cn_thread *thread, cell *c) {
    return c->seen.kind == CL_SLOT_TAGGED ? cn_take_word(thread, c->seen.bits, c->chunk)
           : c->kind == ELEMENT           ? cn_raw_value(c->seen.kind, c->seen.bits)
                                          : number_value(c->seen.kind, c->seen.bits);
}

/* ---- exchanges: 1, CL_STALE, 0 and an exception ---- */

#define EXCHANGE(type)                                                                                                 \
    do {                                                                                                               \
        type seen = (type)c->seen.bits;                                                                                \
        return atomic_compare_exchange_strong((_Atomic type *)place, &seen, (type)bits) ? 1 : CL_STALE;                \
    } while (0)

static int32_t exchange_number(cell *c, PyObject *value) {
    uint64_t bits;
    void *place = number_place(c);
    if (!cn_flat_bits(c->seen.kind, value, &bits)) {
        return 0;
    }
    bits = own_bits(c->seen.kind, bits);
    switch (cn_flat_width(c->seen.kind)) {
    case 1:
        EXCHANGE(uint8_t);
    case 2:
        EXCHANGE(uint16_t);
    case 4:
        EXCHANGE(uint32_t);
    default:
        EXCHANGE(uint64_t);
    }
}

static int32_t exchange_field(cn_thread *thread, cell *c, const cn_value *value, uint64_t word, cl_error *error) {
    cl_exchange wanted = {.place = (uint64_t)((char *)number_place(c) - cn_base),
                          .seen = c->seen.bits,
                          .bits = word,
                          .slot_kind = c->seen.kind};
    if (c->seen.kind != CL_SLOT_TAGGED) {
        cn_value number = *value;
        if (c->field->type == CL_TYPE_FLOAT && value->form == CN_INTEGER) {
            number.form = CN_FLOAT;
            number.number = (double)value->integer;
        }
        wanted.bits = own_bits(c->seen.kind, cn_element_bits(&number));
    }
    return cl_field_exchange(thread->slot, c->owner, c->shape->id, &wanted, error);
}

static int32_t exchange_word(cn_thread *thread, cell *c, const cn_value *value, uint64_t word, cl_error *error) {
    uint64_t old;
    cl_element element = {.kind = cn_element_kind(value), .bits = word};
    switch (c->kind) {
    case ELEMENT:
        element.bits = element.kind == CL_SLOT_TAGGED ? word : cn_element_bits(value);
        return cl_list_set_if(thread->slot, c->owner, c->at, &c->seen, &element, error);
    case ENTRY:
        return cl_map_replace_if(thread->slot, c->owner, &c->found, c->seen.bits, word, &old, error);
    default:
        return exchange_field(thread, c, value, word, error);
    }
}

static int needs_word(const cell *c, const cn_value *value) {
    return c->kind == ENTRY || (c->kind == ELEMENT && cn_element_kind(value) == CL_SLOT_TAGGED) ||
           (c->kind == FIELD && c->seen.kind == CL_SLOT_TAGGED);
}

static int is_stored(cell *c, const cn_value *value) {
    int fits = c->kind == FIELD ? cn_fits(c->field, value) : 1;
    if (fits == 0) {
        cn_conflict(c->shape->shape, c->field, value);
    }
    return fits > 0;
}

static int32_t exchange(cn_thread *thread, cell *c, PyObject *given) {
    CN_NO_ERROR(error);
    cn_value value;
    if (c->kind == NUMBER) {
        return exchange_number(c, given);
    }
    if (!cn_value_of(given, &value, "a %s", c->kind_name)) {
        return 0;
    }
    int32_t done = 0;
    uint64_t word = CL_TAG_NULL;
    if (is_stored(c, &value)) {
        word = needs_word(c, &value) ? cn_word_of(thread, &value) : CL_TAG_NULL;
        done = word == CL_TAG_FAILED ? 0 : exchange_word(thread, c, &value, word, &error);
        cn_chunk_look(thread);
        if (done == 0 && error.code == CL_OK && word != CL_TAG_FAILED) {
            done = CL_STALE; /* the list became shorter */
        } else if (done == 0 && word != CL_TAG_FAILED) {
            cn_raise(&error);
        }
        if (value.form != CN_SHARED && word != CL_TAG_FAILED) {
            cn_forget_word(thread, word);
        }
    }
    cn_value_clear(&value);
    return done;
}

/* ---- operations ---- */

enum operation { COMPARE_AND_SET, GET_AND_SET, GET_AND_ADD };

static PyObject *same_of; /* the package's */

static PyObject *place_text(const cell *c) {
    return c->kind == FIELD  ? PyUnicode_FromFormat("field '%U' of %U", c->name, c->shape->class_name)
           : c->kind == ENTRY ? PyUnicode_FromFormat("the value of %R in a shared map", c->name)
                              : PyUnicode_FromFormat("element %d of a shared list", (int)c->index);
}

static PyObject *no_sum(const cell *c, PyObject *found, PyObject *delta) {
    PyObject *text = place_text(c);
    int number = (PyLong_Check(found) || PyFloat_Check(found)) && !PyBool_Check(found);
    if (text != NULL && number && PyLong_Check(found) && PyFloat_Check(delta)) {
        cn_error("TypeConflictError",
                 "%U holds the integer %R, to which the float %R cannot be added in one step; add an integer; nothing "
                 "was stored",
                 text, found, delta);
    } else if (text != NULL && number) {
        cn_error("TypeConflictError",
                 "%U holds a number, to which %R cannot be added; add a number; nothing was stored",
                 text, delta);
    } else if (text != NULL) {
        cn_error("TypeConflictError", "%U holds %R, which is no number to add to; nothing was stored", text, found);
    }
    Py_XDECREF(text);
    return NULL;
}

static PyObject *sum(const cell *c, PyObject *found, PyObject *delta) {
    int bad = PyBool_Check(found) || PyBool_Check(delta);
    if (!bad && PyFloat_Check(found) && (PyFloat_Check(delta) || PyLong_Check(delta))) {
        return PyNumber_Add(found, delta);
    }
    if (bad || !PyLong_Check(found) || !PyLong_Check(delta)) {
        return no_sum(c, found, delta);
    }
    PyObject *result = PyNumber_Add(found, delta);
    int overflow = 0;
    if (result != NULL) {
        PyLong_AsLongLongAndOverflow(result, &overflow);
    }
    if (overflow != 0) {
        PyObject *text = place_text(c);
        if (text != NULL) {
            cn_error("IntegerOverflowError",
                     "%U holds %R; with %R added it overflows an integer of 64 bits; nothing was stored", text, found,
                     delta);
        }
        Py_XDECREF(text);
        Py_CLEAR(result);
    }
    return result;
}

int cn_is_expected(PyObject *now, PyObject *expected) {
    cn_value value;
    if (!cn_value_of(expected, &value, "a value that is expected")) {
        return -1;
    }
    cn_value_clear(&value);
    uint32_t process = cn_process;
    PyObject *is = PyObject_CallFunctionObjArgs(same_of, now, expected, NULL);
    int same = is == NULL || !cn_is_still(process) ? -1 : PyObject_IsTrue(is);
    Py_XDECREF(is);
    return same;
}

/* What is to be stored, NULL: nothing, or an exception. */
static PyObject *next_of(const cell *c, enum operation operation, PyObject *now, PyObject *const *a) {
    if (operation == GET_AND_ADD) {
        return sum(c, now, a[0]);
    }
    if (operation == GET_AND_SET) {
        return Py_NewRef(a[0]);
    }
    return cn_is_expected(now, a[0]) == 1 ? Py_NewRef(a[1]) : NULL;
}

static PyObject *run(cn_thread *thread, cell *c, enum operation operation, PyObject *const *a, PyObject *otherwise) {
    for (;;) {
        int loaded = load(thread, c);
        if (loaded <= 0) {
            return loaded < 0 ? NULL : Py_NewRef(otherwise);
        }
        PyObject *now = current(thread, c), *next = now == NULL ? NULL : next_of(c, operation, now, a);
        int kept = next == NULL && !PyErr_Occurred();
        int32_t done = next == NULL ? 0 : exchange(thread, c, next);
        unload(thread, c);
        Py_XDECREF(next);
        if (done == CL_STALE) {
            Py_DECREF(now);
            continue;
        }
        if (operation == COMPARE_AND_SET && (done || kept)) {
            Py_DECREF(now);
            return PyBool_FromLong(done);
        }
        if (!done) {
            Py_XDECREF(now);
            return NULL;
        }
        return now;
    }
}

/* 1; 0: no container can hold such a key; -1: exception. */
static int locate(cn_thread *thread, cell *c, PyObject *owner, PyObject *index) {
    c->owner_object = owner;
    c->owner = cn_argument(owner, CN_LISTS | CN_KIND(MAP), "list, map or array");
    if (c->owner == 0 || !cn_check_writable()) {
        return -1;
    }
    uint32_t kind = cn_kind_of(c->owner);
    c->kind_name = cn_kind_name(kind);
    c->kind = kind == CL_KIND_MAP ? ENTRY : kind == CL_KIND_FLAT ? NUMBER : ELEMENT;
    if (kind == CL_KIND_TUPLE || (kind == CL_KIND_FLAT && cn_flat_kind(c->owner) == CL_SLOT_TAGGED)) {
        cn_error("SharedMemoryError",
                 kind == CL_KIND_TUPLE
                     ? "this shared list was made from one that does not change, so it does not change either; copy it "
                       "to a new one; nothing was stored"
                     : "an element of an array of references cannot be exchanged in one step by CPython; hold a "
                       "monitor meanwhile; nothing was stored");
        return -1;
    }
    c->name = index;
    return c->kind == ENTRY ? cn_key_of(thread, index, 0, &c->key) : cn_index(index, &c->index) ? 1 : -1;
}

static PyObject *on_element(PyObject *const *a, Py_ssize_t count, Py_ssize_t expected, enum operation operation) {
    cn_thread *thread = cn_thread_here();
    cell c = {.kind = ELEMENT};
    if (thread == NULL || count != expected) {
        return thread == NULL ? NULL : PyErr_Format(PyExc_TypeError, "%zd arguments were expected", expected);
    }
    int located = locate(thread, &c, a[0], a[1]);
    if (located <= 0) {
        return located < 0 ? NULL : Py_NewRef(a[count - 1]);
    }
    PyObject *result = run(thread, &c, operation, a + 2, a[count - 1]);
    if (c.kind == ENTRY) {
        cn_key_clear(&c.key);
    }
    return result;
}

static PyObject *compare_and_set(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    return on_element(a, count, 5, COMPARE_AND_SET);
}

static PyObject *get_and_set(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    return on_element(a, count, 4, GET_AND_SET);
}

static PyObject *get_and_add(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    return on_element(a, count, 4, GET_AND_ADD);
}

static PyObject *on_field(PyObject *const *a, Py_ssize_t count, Py_ssize_t expected, enum operation operation) {
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || count != expected || !PyUnicode_Check(a[1]) || !PyObject_TypeCheck(a[0], &cn_object_type)) {
        return thread == NULL
                   ? NULL
                   : cn_error("SharedMemoryError", "a shared object and the name of a field were expected, not %R",
                              count > 1 ? a[1] : Py_None);
    }
    cell c = {.kind = FIELD, .owner_object = a[0], .owner = cn_checked_reference(a[0]), .kind_name = "field",
              .name = Py_NewRef(a[1])};
    PyUnicode_InternInPlace(&c.name);
    PyObject *result = c.owner == 0 || !cn_check_writable() ? NULL : run(thread, &c, operation, a + 2, Py_None);
    Py_DECREF(c.name);
    return result;
}

static PyObject *field_compare_and_set(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    return on_field(a, count, 4, COMPARE_AND_SET);
}

static PyObject *field_get_and_set(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    return on_field(a, count, 3, GET_AND_SET);
}

static PyObject *field_get_and_add(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    return on_field(a, count, 3, GET_AND_ADD);
}

static PyObject *set_same(PyObject *module, PyObject *function) {
    (void)module;
    Py_XSETREF(same_of, Py_NewRef(function));
    Py_RETURN_NONE;
}

#define FAST(function) (PyCFunction)(void (*)(void))function, METH_FASTCALL

static PyMethodDef functions[] = {
    {"compare_and_set", FAST(compare_and_set), "Replaces an element or value if it is the one expected."},
    {"get_and_set", FAST(get_and_set), "Replaces an element or value, and gives the one before."},
    {"get_and_add", FAST(get_and_add), "Adds to an element or value, and gives the number before."},
    {"field_compare_and_set", FAST(field_compare_and_set), "Sets a field if it holds the value expected."},
    {"field_get_and_set", FAST(field_get_and_set), "Sets a field, and gives the value before."},
    {"field_get_and_add", FAST(field_get_and_add), "Adds to a field, and gives the number before."},
    {"set_same", set_same, METH_O, "Takes the function that says whether a value is the one expected."},
    {NULL, NULL, 0, NULL},
};

int cn_atomics_add(PyObject *module) {
    return PyModule_AddFunctions(module, functions);
}
