/* SPDX-License-Identifier: Apache-2.0 */
/* Versions of classes, as this process knows them: immutable, kept for ever, by their ids. */
#include <string.h>

#include "operation.h"

#define TABLE_LEAST 256u

static cn_shape **table; /* open addressing by id */
static uint32_t table_size, table_used;
static cn_shape *last; /* that was asked for */

typedef struct bound { /* a class and the type of its objects */
    uint32_t class_entity;
    PyTypeObject *type;
} bound;

static bound *classes;
static uint32_t class_count, class_room;

PyObject *cn_entity_text(uint32_t granules) {
    const cl_entity *entity = cn_at((uint64_t)granules << CL_GRANULE_SHIFT);
    PyObject *text = PyUnicode_DecodeUTF8(entity->name, (Py_ssize_t)entity->header.length, "surrogatepass");
    if (text != NULL) {
        PyUnicode_InternInPlace(&text);
    }
    return text;
}

void cn_no_characters(PyObject *name) {
    PyErr_Clear();
    cn_error("SharedMemoryError",
             "the name %A has half of a surrogate pair, which is no character; a name is a text of whole characters",
             name);
}

uint32_t cn_entity_of(uint32_t kind, PyObject *name) {
    CN_NO_ERROR(error);
    Py_ssize_t bytes;
    const char *utf8 = PyUnicode_AsUTF8AndSize(name, &bytes);
    if (utf8 == NULL) {
        cn_no_characters(name);
        return 0;
    }
    uint32_t entity = cl_entity_intern(kind, utf8, (size_t)bytes, &error);
    if (entity == 0) {
        cn_raise(&error);
    }
    return entity;
}

/* ---- the types of classes ---- */

static bound *bound_of(uint32_t class_entity) {
    for (uint32_t i = 0; i < class_count; i++) {
        if (classes[i].class_entity == class_entity) {
            return &classes[i];
        }
    }
    return NULL;
}

int cn_bind_class(uint32_t class_entity, PyTypeObject *type) {
    bound *found = bound_of(class_entity);
    if (found == NULL) {
        if (class_count == class_room) {
            uint32_t room = class_room == 0 ? 64 : 2 * class_room;
            bound *larger = PyMem_RawRealloc(classes, room * sizeof *larger);
            if (larger == NULL) {
                PyErr_NoMemory();
                return 0;
            }
            classes = larger;
            class_room = room;
        }
        found = &classes[class_count++];
        *found = (bound){class_entity, NULL};
    }
    Py_XSETREF(found->type, (PyTypeObject *)Py_NewRef(type));
    for (uint32_t i = 0; i < table_size; i++) {
        if (table[i] != NULL && table[i]->class_entity == class_entity) {
            table[i]->type = type;
        }
    }
    return 1;
}

static PyObject *field_names(const cn_shape *shape) {
    PyObject *names = PyList_New(shape->count);
    for (uint32_t i = 0; names != NULL && i < shape->count; i++) {
        PyList_SET_ITEM(names, i, Py_NewRef(shape->fields[i].name));
    }
    return names;
}

/* Code of the package, which may import modules of the program. */
PyTypeObject *cn_shape_type(cn_shape *shape) {
    if (shape->type != NULL) {
        return shape->type;
    }
    PyObject *names = field_names(shape);
    PyObject *result = names == NULL ? NULL
                                     : PyObject_CallFunction(cn_hooks[CN_MEET], "IOO", shape->class_entity,
                                                             shape->class_name, names);
    Py_XDECREF(names);
    if (result == NULL) {
        return NULL;
    }
    Py_DECREF(result);
    bound *found = bound_of(shape->class_entity);
    if (found == NULL) {
        PyErr_Format(PyExc_SystemError, "class %U was met and has no type", shape->class_name);
        return NULL;
    }
    shape->type = found->type;
    return shape->type;
}

/* ---- shapes ---- */

static const char *const RESERVED[] = {"colors.BigInteger", "colors.Decimal",   "colors.UUID",    "colors.Instant",
                                       "colors.LocalDateTime", "colors.LocalDate", "colors.Duration"};

static int is_reserved(PyObject *class_name) {
    for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++) {
        if (PyUnicode_CompareWithASCIIString(class_name, RESERVED[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

/* docs/values.md: one declared field of text, of the name that says which kind of value it is. */
static uint32_t value_class_of(const cn_shape *shape) {
    if (shape->shape->kind != CL_KIND_OBJECT || shape->count != 1 || shape->shape->field_count != 1) {
        return CN_NOT_A_VALUE;
    }
    const cl_field *field = shape->fields[0].field;
    if (field->type != CL_TYPE_STRING || (field->flags & CL_FIELD_DECLARED) == 0) {
        return CN_NOT_A_VALUE;
    }
    if (is_reserved(shape->class_name)) {
        return PyUnicode_CompareWithASCIIString(shape->fields[0].name, "text") == 0 ? CN_RESERVED_VALUE
                                                                                    : CN_NOT_A_VALUE;
    }
    return PyUnicode_CompareWithASCIIString(shape->fields[0].name, "Enum.name") == 0 ? CN_ENUM_VALUE : CN_NOT_A_VALUE;
}

static int fill(cn_shape *made) {
    const cl_shape *shape = made->shape;
    for (uint32_t i = 0; i < shape->field_count; i++) {
        const cl_field *field = &shape->fields[i];
        if ((field->flags & CL_FIELD_REMOVED) == 0) {
            PyObject *name = cn_entity_text(field->name);
            if (name == NULL) {
                return 0;
            }
            made->fields[made->count++] = (cn_named_field){name, field};
        }
    }
    made->class_name = shape->class_entity == 0 ? PyUnicode_FromString("") : cn_entity_text(shape->class_entity);
    if (made->class_name == NULL) {
        return 0;
    }
    made->value_class = value_class_of(made);
    return 1;
}

static cn_shape *make(uint32_t id) {
    const cl_shape *shape = cn_shape_at(id);
    cn_shape *made = PyMem_RawCalloc(1, sizeof *made + shape->field_count * sizeof(cn_named_field));
    if (made == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    made->id = id;
    made->class_entity = shape->class_entity;
    made->shape = shape;
    if (!fill(made)) {
        PyMem_RawFree(made);
        return NULL;
    }
    return made;
}

static void put(cn_shape *shape) {
    uint32_t i = shape->id * 0x9E3779B1u & (table_size - 1);
    while (table[i] != NULL) {
        i = (i + 1) & (table_size - 1);
    }
    table[i] = shape;
}

static int grow(void) {
    cn_shape **old = table;
    uint32_t old_size = table_size, size = old_size == 0 ? TABLE_LEAST : 2 * old_size;
    cn_shape **larger = PyMem_RawCalloc(size, sizeof *larger);
    if (larger == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    table = larger;
    table_size = size;
    for (uint32_t i = 0; i < old_size; i++) {
        if (old[i] != NULL) {
            put(old[i]);
        }
    }
    PyMem_RawFree(old);
    return 1;
}

static cn_shape *find(uint32_t id) {
    if (table_size != 0) {
        for (uint32_t i = id * 0x9E3779B1u & (table_size - 1); table[i] != NULL; i = (i + 1) & (table_size - 1)) {
            if (table[i]->id == id) {
                return table[i];
            }
        }
    }
    return NULL;
}

cn_shape *cn_shape_of(uint32_t id) {
    if (last != NULL && last->id == id) {
        return last;
    }
    cn_shape *found = find(id);
    if (found == NULL) {
        found = make(id);
        if (found == NULL || (2 * (table_used + 1) > table_size && !grow())) {
            return NULL;
        }
        put(found);
        table_used++;
    }
    last = found;
    return found;
}

const cn_named_field *cn_shape_find(const cn_shape *shape, PyObject *name) {
    for (uint32_t i = 0; i < shape->count; i++) {
        if (shape->fields[i].name == name) {
            return &shape->fields[i];
        }
    }
    if (PyUnicode_CHECK_INTERNED(name)) {
        return NULL;
    }
    for (uint32_t i = 0; i < shape->count; i++) {
        if (PyUnicode_Compare(shape->fields[i].name, name) == 0) {
            return &shape->fields[i];
        }
    }
    return NULL;
}

/* The child may attach to another segment; shapes of the old one stay in memory, for somebody may have a pointer. */
void cn_shapes_forget_in_child(void) {
    PyMem_RawFree(table);
    table = NULL;
    last = NULL;
    table_size = table_used = class_count = 0;
}
