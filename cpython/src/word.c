/* SPDX-License-Identifier: Apache-2.0 */
/* Values of Python and tagged words (docs/values.md). */
#include <stdarg.h>

#include "operation.h"

#define TEXT_AT_ONCE 4096 /* bytes that are copied inside the operation that loads them */

/* ---- into shared memory ---- */

static uint32_t type_of_kind(uint32_t kind) {
    switch (kind) {
    case CL_KIND_LIST:
    case CL_KIND_TUPLE:
    case CL_KIND_FLAT:
        return CL_TYPE_LIST;
    case CL_KIND_MAP:
        return CL_TYPE_MAP;
    case CL_KIND_SET:
    case CL_KIND_FROZEN_SET:
        return CL_TYPE_SET;
    case CL_KIND_BINARY:
    case CL_KIND_BYTES:
        return CL_TYPE_BINARY;
    default:
        return CL_TYPE_CLASS;
    }
}

static int shared_value(PyObject *value, cn_value *result) {
    uint64_t reference = cn_checked_reference(value);
    if (reference == 0) {
        return 0;
    }
    const cl_shape *shape = cn_shape_at(cn_shape_id(reference));
    *result = (cn_value){.form = CN_SHARED,
                         .type = type_of_kind(shape->kind),
                         .class_entity = shape->class_entity,
                         .reference = reference,
                         .object = value};
    return 1;
}

static int unborn_value(PyObject *value, cn_value *result) {
    cn_planned *planned = (cn_planned *)value;
    if (planned->made != NULL) {
        return shared_value(planned->made, result);
    }
    *result = (cn_value){.form = CN_UNBORN, .type = planned->type, .object = value};
    if (planned->class_name != NULL) {
        result->class_entity = cn_entity_of(CL_KIND_CLASS, planned->class_name);
        return result->class_entity != 0;
    }
    return 1;
}

/* An int beyond 64 bits becomes a colors.BigInteger. */
static int big_value(PyObject *value, cn_value *result) {
    PyObject *coded = PyObject_CallOneArg(cn_hooks[CN_BIG_INTEGER], value);
    if (coded == NULL) {
        return 0;
    }
    *result = (cn_value){.form = CN_CODED, .type = CL_TYPE_CLASS, .object = coded};
    result->class_entity = cn_entity_of(CL_KIND_CLASS, PyTuple_GET_ITEM(coded, 0));
    if (result->class_entity == 0) {
        Py_CLEAR(result->object);
    }
    return result->object != NULL;
}

static int integer_value(PyObject *value, cn_value *result) {
    int overflow;
    long long integer = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (integer == -1 && PyErr_Occurred()) {
        return 0;
    }
    if (overflow != 0) {
        return big_value(value, result);
    }
    *result = (cn_value){.form = CN_INTEGER, .type = CL_TYPE_INTEGER, .integer = integer, .object = value};
    return 1;
}

static void float_value(PyObject *value, cn_value *result) {
    *result = (cn_value){
        .form = CN_FLOAT, .type = CL_TYPE_FLOAT, .number = PyFloat_AS_DOUBLE(value), .object = value};
}

static uint32_t type_of_frozen(PyObject *name) {
    return PyUnicode_CompareWithASCIIString(name, "tuple") == 0       ? CL_TYPE_LIST
           : PyUnicode_CompareWithASCIIString(name, "frozenset") == 0 ? CL_TYPE_SET
                                                                      : CL_TYPE_BINARY;
}

/* The package gives a class name, a text and whether it is an enum's; or the kind of a frozen container, its content
 * and None; or None. 1: it is such a value, 0: it is none, -1: exception. */
static int coded_value(PyObject *value, cn_value *result) {
    uint32_t process = cn_process;
    PyObject *coded = PyObject_CallOneArg(cn_hooks[CN_TO_VALUE], value);
    if (coded == NULL || coded == Py_None || !cn_is_still(process)) {
        int none = PyErr_Occurred() ? -1 : 0;
        Py_XDECREF(coded);
        return none;
    }
    PyObject *name = PyTuple_GET_ITEM(coded, 0);
    if (PyTuple_GET_ITEM(coded, 2) == Py_None) {
        uint32_t type = type_of_frozen(name);
        PyObject *frozen = cn_frozen_of(type, PyTuple_GET_ITEM(coded, 1));
        *result = (cn_value){.form = CN_FROZEN, .type = type, .object = frozen};
        Py_DECREF(coded);
        return frozen == NULL ? -1 : 1;
    }
    *result = (cn_value){.form = CN_CODED, .type = CL_TYPE_CLASS, .object = coded};
    result->class_entity = cn_entity_of(CL_KIND_CLASS, name);
    if (result->class_entity == 0) {
        Py_CLEAR(result->object);
        return -1;
    }
    return 1;
}

static int text_value(PyObject *value, cn_value *result) {
    *result = (cn_value){.form = CN_TEXT, .type = CL_TYPE_STRING, .object = value};
    return 1;
}

/* A scalar of numpy, of which no array is made: by its own item(). 0 without an exception: it is none. */
static int numpy_value(PyObject *value, cn_value *result) {
    uint32_t process = cn_process;
    if (!PyObject_HasAttr(value, cn_attributes[CN_ATTRIBUTE_DTYPE]) ||
        !PyObject_HasAttr(value, cn_attributes[CN_ATTRIBUTE_ITEM]) ||
        (!PyIndex_Check(value) && !PyNumber_Check(value)) || PySequence_Check(value)) {
        return 0;
    }
    PyObject *item = PyObject_CallMethodNoArgs(value, cn_attributes[CN_ATTRIBUTE_ITEM]);
    int done = 0;
    if (!cn_is_still(process)) {
        Py_CLEAR(item);
    }
    if (item != NULL && PyBool_Check(item)) {
        *result = (cn_value){.form = CN_BOOLEAN, .type = CL_TYPE_BOOLEAN, .integer = item == Py_True};
        done = 1;
    } else if (item != NULL && PyLong_CheckExact(item)) {
        done = integer_value(item, result);
    } else if (item != NULL && PyFloat_CheckExact(item)) {
        float_value(item, result);
        done = 1;
    }
    if (done && result->form != CN_CODED) {
        result->object = NULL;
    }
    Py_XDECREF(item);
    return done;
}

static int subclass_value(PyObject *value, cn_value *result) {
    if (PyLong_Check(value)) {
        return integer_value(value, result);
    }
    if (PyFloat_Check(value)) {
        float_value(value, result);
        return 1;
    }
    return PyUnicode_Check(value) ? text_value(value, result) : numpy_value(value, result);
}

static void refuse(PyObject *value, const char *place, va_list arguments) {
    PyObject *where = PyUnicode_FromFormatV(place, arguments);
    PyObject *name = where == NULL ? NULL : PyType_GetQualName(Py_TYPE(value));
    if (name != NULL) {
        cn_error("SharedMemoryError",
                 "%U cannot hold a private %U: other processes could not follow the reference; store a shared object "
                 "(copy_in, copyIn make one), a number, a string, a boolean or null; nothing was stored",
                 where, name);
    }
    Py_XDECREF(name);
    Py_XDECREF(where);
}

int cn_value_of(PyObject *value, cn_value *result, const char *place, ...) {
    if (value == Py_None) {
        *result = (cn_value){.form = CN_NULL, .type = CL_TYPE_ANY};
        return 1;
    }
    if (PyLong_CheckExact(value)) {
        return integer_value(value, result);
    }
    if (PyUnicode_CheckExact(value)) {
        return text_value(value, result);
    }
    if (PyFloat_CheckExact(value)) {
        float_value(value, result);
        return 1;
    }
    if (PyBool_Check(value)) {
        *result = (cn_value){.form = CN_BOOLEAN, .type = CL_TYPE_BOOLEAN, .integer = value == Py_True, .object = value};
        return 1;
    }
    if (cn_is_wrapper(value)) {
        return shared_value(value, result);
    }
    if (Py_IS_TYPE(value, &cn_planned_type)) {
        return unborn_value(value, result);
    }
    int coded = coded_value(value, result);
    if (coded != 0) {
        return coded > 0;
    }
    if (subclass_value(value, result)) {
        return 1;
    }
    if (!PyErr_Occurred()) {
        va_list arguments;
        va_start(arguments, place);
        refuse(value, place, arguments);
        va_end(arguments);
    }
    return 0;
}

void cn_value_clear(cn_value *value) {
    if (value->form == CN_CODED || value->form == CN_FROZEN) {
        Py_CLEAR(value->object);
    }
}

/* Reads what it wrote: the text is checked and made canonical by the package, which has the rules. */
static uint32_t coded_shape(const cn_value *value) {
    CN_NO_ERROR(error);
    PyObject *is_enum = PyTuple_GET_ITEM(value->object, 2);
    PyObject *name = PyUnicode_FromString(is_enum == Py_True ? "Enum.name" : "text");
    uint32_t entity = name == NULL ? 0 : cn_entity_of(CL_KIND_NAME, name);
    Py_XDECREF(name);
    if (entity == 0) {
        return 0;
    }
    cl_field_spec spec = {
        .name = entity, .type = CL_TYPE_STRING, .flags = CL_FIELD_NULLABLE | CL_FIELD_DECLARED};
    uint32_t shape = cl_shape_intern(value->class_entity, &spec, 1, &error);
    if (shape == 0) {
        cn_raise(&error);
    }
    return shape;
}

static uint64_t word_of_coded(cn_thread *thread, const cn_value *value) {
    CN_NO_ERROR(error);
    uint32_t shape = coded_shape(value);
    uint64_t text = shape == 0 ? CL_TAG_FAILED : cn_word_of_text(thread, PyTuple_GET_ITEM(value->object, 1));
    if (text == CL_TAG_FAILED) {
        return CL_TAG_FAILED;
    }
    uint64_t object = cl_allocate(thread->slot, shape, &error);
    cn_chunk_look(thread);
    if (object == 0) {
        cn_forget_word(thread, text);
        cn_raise(&error);
        return CL_TAG_FAILED;
    }
    cl_store_tagged(thread->slot, object, 0, text);
    cn_forget_word(thread, text);
    return object;
}

static uint64_t boxed(cn_thread *thread, uint64_t box, const cl_error *error) {
    cn_chunk_look(thread);
    if (box == 0) {
        cn_raise(error);
        return CL_TAG_FAILED;
    }
    return box;
}

uint64_t cn_word_of(cn_thread *thread, const cn_value *value) {
    CN_NO_ERROR(error);
    uint64_t word;
    switch (value->form) {
    case CN_NULL:
        return CL_TAG_NULL;
    case CN_BOOLEAN:
        return value->integer != 0 ? CL_TAG_TRUE : CL_TAG_FALSE;
    case CN_INTEGER:
        return cl_tag_integer(value->integer, &word)
                   ? word
                   : boxed(thread, cl_box_integer(thread->slot, value->integer, &error), &error);
    case CN_FLOAT:
        return cl_tag_float(value->number, &word)
                   ? word
                   : boxed(thread, cl_box_float(thread->slot, value->number, &error), &error);
    case CN_TEXT:
        return cn_word_of_text(thread, value->object);
    case CN_SHARED:
        return value->reference;
    case CN_CODED:
        return word_of_coded(thread, value);
    case CN_FROZEN:
        return cn_word_of_frozen(thread, value->object);
    default:
        PyErr_SetString(PyExc_SystemError, "an object of a plan was stored before it was made");
        return CL_TAG_FAILED;
    }
}

/* ---- out of shared memory ---- */

/* Its field never changes, so the text needs no root of its own. */
static PyObject *value_of_object(const cn_shape *shape, uint64_t reference) {
    uint64_t word = atomic_load_explicit(cn_slot_place(reference, shape->shape->inline_slots, 0), memory_order_acquire);
    PyObject *text = cl_is_tagged_string(word) ? cn_text_of_word(word)
                     : cn_is_reference(word)   ? cn_text_of_object(word)
                                               : cn_error("TypeConflictError",
                                                        "a value of class %U has no text: the program that stored it "
                                                          "does not follow the conventions of docs/values.md",
                                                        shape->class_name);
    if (text == NULL) {
        return NULL;
    }
    PyObject *is_enum = shape->value_class == CN_ENUM_VALUE ? Py_True : Py_False;
    PyObject *value = PyObject_CallFunctionObjArgs(cn_hooks[CN_OF_VALUE], shape->class_name, text, is_enum, NULL);
    Py_DECREF(text);
    return value;
}

/* Of an object of a class, or a container: code of the program may run. */
static PyObject *wrap(const cl_shape *shape, uint32_t id, uint64_t reference, uint32_t chunk) {
    int references = shape->kind == CL_KIND_FLAT &&
                     atomic_load_explicit(&cn_object(reference)->extension, memory_order_relaxed) == CL_SLOT_TAGGED;
    PyTypeObject *type = cn_kind_types[references ? CL_KIND_LIST : shape->kind];
    if (shape->kind == CL_KIND_OBJECT) {
        cn_shape *known = cn_shape_of(id);
        if (known == NULL) {
            return NULL;
        }
        if (known->value_class != CN_NOT_A_VALUE) {
            return value_of_object(known, reference);
        }
        type = cn_shape_type(known);
    }
    if (type == NULL) {
        return PyErr_Occurred()
                   ? NULL
                   : PyErr_Format(PyExc_SystemError, "no type for a shared object of kind %u", shape->kind);
    }
    return cn_make_wrapper(type, reference, chunk);
}

static PyObject *boxed_number(uint64_t reference, uint32_t kind) {
    uint64_t bits = atomic_load_explicit((_Atomic uint64_t *)(cn_object(reference) + 1), memory_order_acquire);
    double number;
    memcpy(&number, &bits, sizeof number);
    return kind == CL_KIND_BOX_INTEGER ? PyLong_FromLongLong((int64_t)bits) : PyFloat_FromDouble(number);
}

PyObject *cn_take_reference(cn_thread *thread, uint64_t reference, uint32_t chunk) {
    uint32_t granules = cn_granules(reference), id = cn_shape_id(reference);
    const cl_shape *shape = cn_shape_at(id);
    PyObject *result = cn_find_wrapper(granules);
    if (result != NULL) {
        Py_INCREF(result);
        cn_forget(thread, reference, chunk);
        return result;
    }
    if (shape->kind == CL_KIND_STRING) {
        result = cn_text_of_object(reference);
    } else if (shape->kind == CL_KIND_BOX_INTEGER || shape->kind == CL_KIND_BOX_FLOAT) {
        result = boxed_number(reference, shape->kind);
    } else if (cn_pin(granules)) {
        result = wrap(shape, id, reference, chunk);
        cn_unpin(granules);
    }
    if (result == NULL || !cn_is_wrapper(result)) {
        cn_forget(thread, reference, chunk);
    }
    return result;
}

PyObject *cn_take_word(cn_thread *thread, uint64_t word, uint32_t chunk) {
    if ((word & CL_TAG_INTEGER_BIT) != 0) {
        return PyLong_FromLongLong((int64_t)word >> 1);
    }
    if (cn_is_reference(word)) {
        return cn_take_reference(thread, word, chunk);
    }
    if ((word & CL_TAG_FLOAT_MASK) == CL_TAG_FLOAT) {
        return PyFloat_FromDouble(cl_untag_float(word));
    }
    if (cl_is_tagged_string(word)) {
        return cn_text_of_word(word);
    }
    if (word == CL_TAG_FAILED) {
        return cn_error("OutOfSharedMemoryError",
                        "all root-log chunks of the segment are in use; let go of shared objects");
    }
    return word == CL_TAG_NULL ? Py_NewRef(Py_None) : PyBool_FromLong(word == CL_TAG_TRUE);
}

PyObject *cn_known(uint64_t reference) {
    PyObject *text = cn_recent_text(reference);
    if (text != NULL) {
        return text;
    }
    if (cn_shape_id(reference) != cn_header->builtin_shape[CL_KIND_STRING]) {
        return Py_XNewRef(cn_find_wrapper(cn_granules(reference)));
    }
    if (((const cl_object_header *)cn_object(reference))->length <= TEXT_AT_ONCE) {
        text = cn_text_of_object(reference);
    }
    if (text != NULL) {
        cn_remember_text(reference, text);
    }
    return text;
}

/* Without an operation: the GIL is held, so a wrapper that is found was there before the load. Its root kept the object
 * at that address alive meanwhile: the word means that object and no earlier one there [root-log.entry]. */
PyObject *cn_wrapper_at(const _Atomic uint64_t *place) {
    uint64_t word = atomic_load_explicit(place, memory_order_acquire);
    return cn_is_reference(word) ? Py_XNewRef(cn_find_wrapper(cn_granules(word))) : NULL;
}

PyObject *cn_load(cn_thread *thread, const _Atomic uint64_t *place) {
    uint64_t word = atomic_load_explicit(place, memory_order_acquire);
    if (!cn_is_reference(word)) {
        return cn_take_word(thread, word, 0);
    }
    cn_enter(thread->mutator);
    word = atomic_load_explicit(place, memory_order_acquire);
    PyObject *known = cn_is_reference(word) ? cn_known(word) : NULL;
    cn_leave(thread->mutator);
    if (known != NULL || PyErr_Occurred()) {
        return known;
    }
    word = cl_load_at(thread->slot, (uint64_t)((const char *)place - cn_base));
    return cn_take_word(thread, word, cn_chunk_look(thread));
}
