/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects of the program's classes. Attributes are fields: a cache of type, name and shape says where a field is; what
 * is not there is found as Python finds attributes, and noted. The type's version says whether it changed since.
 */
#include "operation.h"

#include <structmember.h>

#define LINES 2048u /* a power of two */

typedef struct line {
    PyTypeObject *type;
    PyObject *name; /* interned, kept by a shape or by the cache for ever */
    uint32_t version;
    uint32_t shape;     /* 0: no shape has a field of that name before the type's own attribute */
    uint32_t offset;    /* of an inline slot's bytes in the object */
    uint8_t slot_kind;
    uint8_t type_of_field;
    uint8_t flags;
    uint8_t reserved;
    const cl_field *field;
} line;

static line lines[LINES];

static inline line *line_of(PyTypeObject *type, PyObject *name, uint32_t shape) {
    uintptr_t mixed = ((uintptr_t)type >> 5) ^ ((uintptr_t)name >> 4) ^ ((uintptr_t)shape * 7);
    return &lines[mixed & (LINES - 1)];
}

static inline int is_hit(const line *at, PyTypeObject *type, PyObject *name, uint32_t shape) {
    return at->name == name && at->type == type && at->shape == shape && at->version == type->tp_version_tag &&
           PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG);
}

/* The child may attach to another segment. */
void cn_objects_forget_in_child(void) {
    memset(lines, 0, sizeof lines);
}

static int is_special(PyObject *name) {
    Py_ssize_t length = PyUnicode_GET_LENGTH(name);
    return length > 4 && PyUnicode_READ_CHAR(name, 0) == '_' && PyUnicode_READ_CHAR(name, 1) == '_' &&
           PyUnicode_READ_CHAR(name, length - 1) == '_' && PyUnicode_READ_CHAR(name, length - 2) == '_';
}

static void note(line *at, PyTypeObject *type, PyObject *name, const cn_shape *shape, const cn_named_field *found) {
    if (found == NULL || found->field->slot >= shape->shape->inline_slots ||
        !PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG) || found->name != name) {
        return;
    }
    *at = (line){.type = type,
                 .name = name,
                 .version = type->tp_version_tag,
                 .shape = shape->id,
                 .offset = (uint32_t)sizeof(cl_object_header) + 8 * found->field->slot + found->field->byte,
                 .slot_kind = found->field->slot_kind,
                 .type_of_field = found->field->type,
                 .flags = found->field->flags,
                 .field = found->field};
}

/* ---- loads ---- */

static PyObject *number_of(uint64_t bits, uint32_t slot_kind, uint32_t type) {
    if (slot_kind == CL_SLOT_FLOAT64 || slot_kind == CL_SLOT_FLOAT32) {
        double number;
        memcpy(&number, &bits, sizeof number);
        return PyFloat_FromDouble(number);
    }
    return type == CL_TYPE_BOOLEAN ? PyBool_FromLong(bits != 0) : PyLong_FromLongLong((int64_t)bits);
}

static inline PyObject *load_at(uint64_t object, const line *at) {
    const _Atomic uint64_t *place = (const _Atomic uint64_t *)(cn_base + object + at->offset);
    if (at->slot_kind == CL_SLOT_INT64 && at->type_of_field == CL_TYPE_INTEGER) {
        return PyLong_FromLongLong((int64_t)atomic_load_explicit(place, memory_order_acquire));
    }
    if (at->slot_kind == CL_SLOT_TAGGED) {
        PyObject *known = at->type_of_field != CL_TYPE_STRING ? cn_wrapper_at(place) : NULL;
        if (known != NULL) {
            return known;
        }
        cn_thread *thread = cn_thread_here();
        return thread == NULL ? NULL : cn_load(thread, place);
    }
    return number_of(cl_load_number(object, at->field), at->slot_kind, at->type_of_field);
}

static PyObject *load_field(const cn_shape *shape, uint64_t object, const cl_field *field) {
    if (field->slot_kind != CL_SLOT_TAGGED) {
        return number_of(cl_load_number(object, field), field->slot_kind, field->type);
    }
    cn_thread *thread = cn_thread_here();
    return thread == NULL ? NULL : cn_load(thread, cn_slot_place(object, shape->shape->inline_slots, field->slot));
}

/* What stands in a class for a field of its objects. */
static int is_of_fields(PyObject *attribute) {
    return attribute != NULL &&
           (Py_IS_TYPE(attribute, &cn_descriptor_type) || Py_IS_TYPE(attribute, &PyMemberDescr_Type));
}

/* Whether a property or another data descriptor of the program's class stands before the fields. */
static int is_own_descriptor(PyObject *attribute) {
    return attribute != NULL && Py_TYPE(attribute)->tp_descr_set != NULL && !is_of_fields(attribute);
}

static PyObject *get_slowly(PyObject *self, PyObject *name) {
    PyTypeObject *type = Py_TYPE(self);
    if (!PyUnicode_Check(name) || is_special(name)) {
        return PyObject_GenericGetAttr(self, name);
    }
    uint64_t object = cn_checked_reference(self);
    cn_shape *shape = object == 0 ? NULL : cn_shape_of(cn_shape_id(object));
    if (shape == NULL) {
        return NULL;
    }
    PyObject *attribute = _PyType_Lookup(type, name);
    if (is_own_descriptor(attribute)) {
        return PyObject_GenericGetAttr(self, name);
    }
    const cn_named_field *found = cn_shape_find(shape, name);
    if (found != NULL) {
        note(line_of(type, name, shape->id), type, name, shape, found);
        return load_field(shape, object, found->field);
    }
    if (is_of_fields(attribute)) {
        return PyObject_CallFunctionObjArgs(cn_hooks[CN_MISSING], self, name, NULL);
    }
    return PyObject_GenericGetAttr(self, name);
}

static PyObject *object_getattro(PyObject *self, PyObject *name) {
    uint32_t granules = ((cn_wrapper *)self)->granules;
    if (granules != 0) {
        uint64_t object = (uint64_t)granules << CN_REFERENCE_SHIFT;
        uint32_t shape = atomic_load_explicit(&cn_object(object)->shape, memory_order_acquire);
        const line *at = line_of(Py_TYPE(self), name, shape);
        if (is_hit(at, Py_TYPE(self), name, shape)) {
            return load_at(object, at);
        }
    }
    return get_slowly(self, name);
}

/* ---- stores ---- */

/* The plain cases; 0: another one. */
static int store_at(uint64_t object, const line *at, PyObject *value) {
    if (cn_is_readonly) {
        return 0;
    }
    if (at->slot_kind == CL_SLOT_INT64 && at->type_of_field == CL_TYPE_INTEGER && PyLong_CheckExact(value)) {
        int overflow;
        int64_t number = cn_integer_of(value, &overflow);
        if (overflow == 0) {
            atomic_store_explicit((_Atomic uint64_t *)(cn_base + object + at->offset), (uint64_t)number,
                                  memory_order_release);
        }
        return overflow == 0;
    }
    if (at->slot_kind == CL_SLOT_FLOAT64 && PyFloat_CheckExact(value)) {
        double number = PyFloat_AS_DOUBLE(value);
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        atomic_store_explicit((_Atomic uint64_t *)(cn_base + object + at->offset), bits, memory_order_release);
        return 1;
    }
    return 0;
}

/* 1, 0: a descriptor of the program's class does, -1: exception. */
static int is_field(PyObject *self, PyObject *name) {
    if (is_special(name)) {
        return 0;
    }
    if (!is_own_descriptor(_PyType_Lookup(Py_TYPE(self), name))) {
        return 1;
    }
    PyObject *found = PyObject_CallFunctionObjArgs(cn_hooks[CN_IS_FIELD], self, name, NULL);
    int is = found == NULL ? -1 : PyObject_IsTrue(found);
    Py_XDECREF(found);
    return is;
}

static int no_attribute(PyObject *self, PyObject *name) {
    PyObject *type = PyObject_GetAttr(self, cn_attributes[CN_ATTRIBUTE_CLASS]); /* the program's */
    PyObject *type_name = type == NULL ? NULL : PyObject_GetAttr(type, cn_attributes[CN_ATTRIBUTE_NAME]);
    if (type_name != NULL) {
        PyErr_Format(PyExc_AttributeError, "'%U' object has no attribute '%U'", type_name, name);
    }
    Py_XDECREF(type);
    Py_XDECREF(type_name);
    return -1;
}

static int delete_field(cn_thread *thread, PyObject *self, uint64_t object, PyObject *name) {
    CN_NO_ERROR(error);
    cn_shape *shape = cn_shape_of(cn_shape_id(object));
    if (shape == NULL) {
        return -1;
    }
    if (cn_shape_find(shape, name) == NULL) {
        return no_attribute(self, name);
    }
    uint32_t entity = cn_entity_of(CL_KIND_NAME, name);
    uint32_t result = entity == 0 ? 0 : cl_evolve_remove(thread->slot, object, entity, &error);
    cn_chunk_look(thread);
    if (result == 0 && entity != 0) {
        cn_raise(&error);
    }
    return result == 0 ? -1 : 0;
}

/* Who calls __setattr__ by itself may give anything. */
static int is_name(PyObject *name) {
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "attribute name must be string, not '%.200s'", Py_TYPE(name)->tp_name);
        return 0;
    }
    return 1;
}

/* Stores, and meets the version that the object has then. 0 and an exception. */
static int put(cn_thread *thread, PyObject *self, uint64_t object, PyObject *name, PyObject *value) {
    if (!cn_put_field(thread, object, name, value)) {
        return 0;
    }
    cn_shape *shape = cn_shape_of(cn_shape_id(object));
    if (shape == NULL || cn_shape_type(shape) == NULL) { /* its fields are to be met */
        return 0;
    }
    note(line_of(Py_TYPE(self), name, shape->id), Py_TYPE(self), name, shape, cn_shape_find(shape, name));
    return 1;
}

int cn_put_attribute(PyObject *self, PyObject *name, PyObject *value) {
    cn_thread *thread = cn_thread_here();
    uint64_t object = thread == NULL ? 0 : cn_checked_reference(self);
    if (object == 0) {
        return 0;
    }
    cn_tidy(thread);
    return put(thread, self, object, name, value);
}

/* put_field(object, name, value) */
PyObject *cn_put_by_name(PyObject *module, PyObject *arguments) {
    PyObject *object, *name, *value;
    (void)module;
    return PyArg_ParseTuple(arguments, "O!UO", &cn_object_type, &object, &name, &value) &&
                   cn_put_attribute(object, name, value)
               ? Py_NewRef(Py_None)
               : NULL;
}

static int set_slowly(PyObject *self, PyObject *name, PyObject *value) {
    int field = is_name(name) ? is_field(self, name) : -1;
    if (field <= 0) {
        return field < 0 ? -1 : PyObject_GenericSetAttr(self, name, value);
    }
    cn_thread *thread = cn_thread_here();
    uint64_t object = thread == NULL ? 0 : cn_checked_reference(self);
    if (object == 0) {
        return -1;
    }
    cn_tidy(thread);
    if (value == NULL) {
        return delete_field(thread, self, object, name);
    }
    return put(thread, self, object, name, value) ? 0 : -1;
}

static int object_setattro(PyObject *self, PyObject *name, PyObject *value) {
    uint32_t granules = ((cn_wrapper *)self)->granules;
    if (granules != 0 && value != NULL) {
        uint64_t object = (uint64_t)granules << CN_REFERENCE_SHIFT;
        uint32_t shape = atomic_load_explicit(&cn_object(object)->shape, memory_order_acquire);
        const line *at = line_of(Py_TYPE(self), name, shape);
        if (is_hit(at, Py_TYPE(self), name, shape) && store_at(object, at, value)) {
            return 0;
        }
    }
    return set_slowly(self, name, value);
}

static Py_hash_t object_hash(PyObject *self) {
    uint64_t object = cn_checked_reference(self);
    return object == 0 ? -1 : (Py_hash_t)((object >> CN_REFERENCE_SHIFT) * 0x9E3779B1u & 0x7fffffff);
}

PyTypeObject cn_object_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Object",
    .tp_base = &cn_wrapper_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_getattro = object_getattro,
    .tp_setattro = object_setattro,
    .tp_hash = object_hash,
    .tp_doc = "A shared object of one of the program's classes.",
};

/* ---- the descriptor of a field: for code that asks it by itself, such as object.__getattribute__ ---- */

typedef struct descriptor {
    PyObject_HEAD
    PyObject *name;
} descriptor;

static PyObject *descriptor_get(PyObject *self, PyObject *object, PyObject *type) {
    (void)type;
    if (object == NULL || object == Py_None || !PyObject_TypeCheck(object, &cn_object_type)) {
        return Py_NewRef(self);
    }
    PyObject *name = ((descriptor *)self)->name;
    uint64_t reference = cn_checked_reference(object);
    const cn_shape *shape = reference == 0 ? NULL : cn_shape_of(cn_shape_id(reference));
    const cn_named_field *found = shape == NULL ? NULL : cn_shape_find(shape, name);
    if (found != NULL) {
        return load_field(shape, reference, found->field); /* whatever property is over it */
    }
    return shape == NULL ? NULL : get_slowly(object, name);
}

static int descriptor_set(PyObject *self, PyObject *object, PyObject *value) {
    if (!PyObject_TypeCheck(object, &cn_object_type)) {
        PyErr_Format(PyExc_TypeError, "field '%U' is one of shared objects; what is a '%.200s' has none",
                     ((descriptor *)self)->name, Py_TYPE(object)->tp_name);
        return -1;
    }
    return set_slowly(object, ((descriptor *)self)->name, value);
}

static PyObject *descriptor_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    PyObject *name;
    if (!PyArg_ParseTuple(arguments, "U:Field", &name) || (named != NULL && PyDict_GET_SIZE(named) != 0)) {
        return NULL;
    }
    descriptor *made = (descriptor *)type->tp_alloc(type, 0);
    if (made != NULL) {
        made->name = Py_NewRef(name);
        PyUnicode_InternInPlace(&made->name);
    }
    return (PyObject *)made;
}

static void descriptor_dealloc(PyObject *self) {
    Py_XDECREF(((descriptor *)self)->name);
    Py_TYPE(self)->tp_free(self);
}

static PyMemberDef descriptor_members[] = {
    {"__name__", T_OBJECT, offsetof(descriptor, name), READONLY, "The name of the field."}, {NULL, 0, 0, 0, NULL}};

PyTypeObject cn_descriptor_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Field",
    .tp_basicsize = sizeof(descriptor),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = descriptor_new,
    .tp_dealloc = descriptor_dealloc,
    .tp_descr_get = descriptor_get,
    .tp_descr_set = descriptor_set,
    .tp_members = descriptor_members,
    .tp_doc = "The field of that name of shared objects.",
};
