/* SPDX-License-Identifier: Apache-2.0 */
/* New objects of the program's classes: their version, by the names and values that are given (section 3.1.6). */
#include "container.h"

#include <structmember.h>

#define CASES 64u /* calls of allocate that are remembered, by class and names */
#define FIELDS_AT_ONCE 32

typedef struct given { /* fields by name */
    Py_ssize_t count;
    PyObject *const *names;
    const cn_value *values;
} given;

static PyObject *namer; /* gives the shared name of a class, or raises */

/* ---- which version ---- */

static int is_compact(const cl_shape *shape) {
    return shape->removed_count == 0 && shape->total_slots == shape->inline_slots;
}

static Py_ssize_t place_of(const given *fields, PyObject *name) {
    for (Py_ssize_t i = 0; i < fields->count; i++) {
        if (fields->names[i] == name || PyUnicode_Compare(fields->names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static int is_same_spec(const cl_field *a, const cl_field *b) {
    return a->type == b->type && a->type_name == b->type_name && a->flags == b->flags;
}

/* Whether an object with these fields, and beyond them pinned ones only, can be of that version. -1: exception. */
static int takes(const cn_shape *shape, const cn_shape *pins, const given *fields) {
    Py_ssize_t found = 0;
    for (uint32_t i = 0; i < shape->count; i++) {
        const cl_field *field = shape->fields[i].field;
        const cn_named_field *pin = pins == NULL ? NULL : cn_shape_find(pins, shape->fields[i].name);
        Py_ssize_t at = place_of(fields, shape->fields[i].name);
        if (at < 0 ? pin == NULL : pin != NULL && !is_same_spec(pin->field, field)) {
            return 0;
        }
        int fits = at < 0 ? 1 : cn_fits(field, &fields->values[at]);
        if (fits <= 0) {
            return fits;
        }
        found += at >= 0;
    }
    for (uint32_t i = 0; pins != NULL && i < pins->count; i++) {
        if (cn_shape_find(shape, pins->fields[i].name) == NULL) {
            return 0;
        }
    }
    return found == fields->count;
}

static int make_spec(const cn_shape *pins, PyObject *name, const cn_value *value, cl_field_spec *spec) {
    const cn_named_field *pin = pins == NULL ? NULL : cn_shape_find(pins, name);
    uint32_t entity = cn_entity_of(CL_KIND_NAME, name);
    if (entity == 0) {
        return 0;
    }
    if (pin != NULL) {
        int fits = cn_fits(pin->field, value);
        if (fits == 0) {
            cn_conflict(pins->shape, pin->field, value);
        }
        *spec = (cl_field_spec){entity, pin->field->type_name, pin->field->type, pin->field->flags};
        return fits > 0;
    }
    *spec = cn_inferred(entity, value);
    return 1;
}

static uint32_t intern(uint32_t class_entity, const cn_shape *pins, const given *fields) {
    CN_NO_ERROR(error);
    if (fields->count > CL_FIELDS_MAX) {
        cn_error("SharedMemoryError", "an object of %zd fields was to be made; at most %u are possible", fields->count,
                 CL_FIELDS_MAX);
        return 0;
    }
    cl_field_spec *specs = PyMem_RawMalloc((size_t)(fields->count + 1) * sizeof *specs);
    uint32_t made = 0;
    Py_ssize_t i = 0;
    if (specs == NULL) {
        PyErr_NoMemory();
        return 0;
    }
    while (i < fields->count && make_spec(pins, fields->names[i], &fields->values[i], &specs[i])) {
        i++;
    }
    if (i == fields->count) {
        made = cl_shape_intern(class_entity, specs, (uint32_t)fields->count, &error);
        if (made == 0) {
            cn_raise(&error);
        }
    }
    PyMem_RawFree(specs);
    return made;
}

static uint32_t newest_of(uint32_t class_entity) {
    const cl_entity *entity = cn_at((uint64_t)class_entity << CL_GRANULE_SHIFT);
    return (uint32_t)atomic_load_explicit(&entity->value, memory_order_acquire);
}

/* The newest version that has exactly these names and takes the values, else a new one of the values' own types. */
static cn_shape *version_for(uint32_t class_entity, const given *fields) {
    uint32_t id = newest_of(class_entity);
    cn_shape *pins = NULL;
    if (id != 0 && cn_shape_at(id)->pins != 0) {
        pins = cn_shape_of(cn_shape_at(id)->pins);
        if (pins == NULL) {
            return NULL;
        }
    }
    for (; id != 0; id = cn_shape_at(id)->older) {
        if (!is_compact(cn_shape_at(id))) {
            continue;
        }
        cn_shape *shape = cn_shape_of(id);
        int is = shape == NULL ? -1 : takes(shape, pins, fields);
        if (is != 0) {
            return is < 0 ? NULL : shape;
        }
    }
    id = intern(class_entity, pins, fields);
    return id == 0 ? NULL : cn_shape_of(id);
}

/* ---- making ---- */

/* Into a new object, all of whose words are 0. */
static int store_first(cn_thread *thread, uint64_t object, const cl_shape *shape, const cl_field *field,
                       const cn_value *value) {
    static_assert(CL_TAG_NULL == 0, "a new object's references are null");
    int is_number = (field->slot_kind == CL_SLOT_INT64 && value->form == CN_INTEGER) ||
                    (field->slot_kind == CL_SLOT_FLOAT64 && value->form == CN_FLOAT);
    if (is_number && field->slot < shape->inline_slots) {
        atomic_store_explicit(cn_slot_place(object, shape->inline_slots, field->slot), cn_element_bits(value),
                              memory_order_release);
        return 1;
    }
    return (field->slot_kind == CL_SLOT_TAGGED && value->form == CN_NULL) ||
           cn_store_field(thread, object, field, value);
}

static PyObject *finish(cn_thread *thread, cn_shape *shape, PyTypeObject *type, const cn_value *values,
                        const cn_named_field *const *places, Py_ssize_t count) {
    CN_NO_ERROR(error);
    uint64_t object = cl_allocate(thread->slot, shape->id, &error);
    uint32_t chunk = cn_chunk_look(thread);
    if (object == 0) {
        return cn_raise(&error);
    }
    PyObject *made = cn_make_wrapper(type, object, chunk);
    for (Py_ssize_t i = 0; made != NULL && i < count; i++) {
        if (values[i].form != CN_UNBORN && !store_first(thread, object, shape->shape, places[i]->field, &values[i])) {
            Py_CLEAR(made);
        }
    }
    return made;
}

static PyObject *make_values(cn_thread *thread, uint32_t class_entity, const given *fields, cn_shape **found) {
    const cn_named_field *few[FIELDS_AT_ONCE];
    const cn_named_field **places = few;
    cn_shape *shape = version_for(class_entity, fields);
    PyTypeObject *type = shape == NULL ? NULL : cn_shape_type(shape);
    if (type == NULL) {
        return NULL;
    }
    if (fields->count > FIELDS_AT_ONCE) {
        places = PyMem_RawMalloc((size_t)fields->count * sizeof *places);
    }
    if (places == NULL) {
        return PyErr_NoMemory();
    }
    for (Py_ssize_t i = 0; i < fields->count; i++) {
        places[i] = cn_shape_find(shape, fields->names[i]);
    }
    PyObject *made = finish(thread, shape, type, fields->values, places, fields->count);
    if (places != few) {
        PyMem_RawFree(places);
    }
    *found = shape;
    return made;
}

static void clear_values(cn_value *values, Py_ssize_t count) {
    for (Py_ssize_t i = 0; i < count; i++) {
        cn_value_clear(&values[i]);
    }
}

static PyObject *make(PyObject *class_name, PyObject *const *names, PyObject *const *values, Py_ssize_t count,
                      cn_shape **found) {
    cn_thread *thread = cn_thread_here();
    uint32_t class_entity = thread == NULL ? 0 : cn_entity_of(CL_KIND_CLASS, class_name);
    cn_value few[FIELDS_AT_ONCE];
    cn_value *converted = count <= FIELDS_AT_ONCE ? few : PyMem_RawMalloc((size_t)count * sizeof *converted);
    PyObject *made = NULL;
    Py_ssize_t i = 0;
    if (class_entity == 0 || converted == NULL) {
        return class_entity == 0 ? NULL : PyErr_NoMemory();
    }
    cn_tidy(thread);
    while (i < count && cn_value_of(values[i], &converted[i], "field '%U' of %U", names[i], class_name)) {
        i++;
    }
    if (i == count) {
        made = make_values(thread, class_entity, &(given){count, names, converted}, found);
    }
    clear_values(converted, i);
    if (converted != few) {
        PyMem_RawFree(converted);
    }
    return made;
}

/* ---- allocate(cls, /, **fields) ---- */

/* A call site has one tuple of names for ever, so both are compared by identity. */
typedef struct remembered {
    PyObject *class, *names;
    cn_shape *shape;
    uint32_t newest;
    const cn_named_field *places[FIELDS_AT_ONCE];
} remembered;

static remembered cases[CASES];

static remembered *case_of(PyObject *class, PyObject *names) {
    return &cases[(((uintptr_t)class >> 5) ^ ((uintptr_t)names >> 4)) & (CASES - 1)];
}

static void remember(PyObject *class, PyObject *names, cn_shape *shape) {
    remembered *at = case_of(class, names);
    Py_ssize_t count = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    if (count > FIELDS_AT_ONCE) {
        return;
    }
    Py_XSETREF(at->class, Py_NewRef(class));
    Py_XSETREF(at->names, Py_XNewRef(names));
    at->shape = shape;
    at->newest = newest_of(shape->class_entity);
    for (Py_ssize_t i = 0; i < count; i++) {
        at->places[i] = cn_shape_find(shape, PyTuple_GET_ITEM(names, i));
    }
}

/* NULL without an exception: not the remembered version, or another case has its place now, since code of the program
 * ran while a value was converted. */
static PyObject *make_like(const remembered *like, PyObject *const *values, Py_ssize_t count) {
    cn_value converted[FIELDS_AT_ONCE];
    const PyObject *class = like->class, *names = like->names;
    cn_shape *shape = like->shape;
    cn_thread *thread = cn_thread_here();
    PyObject *made = NULL;
    Py_ssize_t i = 0;
    if (thread == NULL) {
        return NULL;
    }
    cn_tidy(thread);
    while (i < count && cn_value_of(values[i], &converted[i], "field '%U' of %U", like->places[i]->name,
                                    shape->class_name)) {
        if (like->class != class || like->names != names || like->shape != shape ||
            !cn_fits_at_once(like->places[i]->field, &converted[i])) {
            clear_values(converted, i + 1);
            return NULL;
        }
        i++;
    }
    if (i == count) {
        made = finish(thread, shape, shape->type, converted, like->places, count);
    }
    clear_values(converted, i);
    return made;
}

static int is_like(const remembered *like, PyObject *class, PyObject *names) {
    return like->class == class && like->names == names && cn_base != NULL && like->shape != NULL &&
           like->shape->type != NULL && newest_of(like->shape->class_entity) == like->newest;
}

PyObject *cn_allocate(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
    (void)module;
    Py_ssize_t fields = names == NULL ? 0 : PyTuple_GET_SIZE(names);
    if (count != 1) {
        return count == 0 ? PyErr_Format(PyExc_TypeError, "allocate() missing 1 required positional argument: 'cls'")
                          : PyErr_Format(PyExc_TypeError,
                                         "allocate() takes 1 positional argument but %zd were given", count);
    }
    const remembered *like = case_of(arguments[0], names);
    if (is_like(like, arguments[0], names)) {
        PyObject *made = make_like(like, arguments + 1, fields);
        if (made != NULL || PyErr_Occurred()) {
            return made;
        }
    }
    PyObject *class_name = PyObject_CallOneArg(namer, arguments[0]);
    if (class_name == NULL) {
        return NULL;
    }
    cn_shape *shape = NULL;
    PyObject *const *given_names = names == NULL ? NULL : &PyTuple_GET_ITEM(names, 0);
    PyObject *made = make(class_name, given_names, arguments + 1, fields, &shape);
    Py_DECREF(class_name);
    if (made != NULL) {
        remember(arguments[0], names, shape);
    }
    return made;
}

PyObject *cn_make_fields(PyObject *class_name, PyObject *const *names, PyObject *const *values, Py_ssize_t count) {
    cn_shape *shape;
    return make(class_name, names, values, count, &shape);
}

/* make_object(class name, names, values) */
PyObject *cn_make_object(PyObject *module, PyObject *arguments) {
    PyObject *class_name, *names, *values;
    cn_shape *shape;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "UO!O!", &class_name, &PyTuple_Type, &names, &PyTuple_Type, &values)) {
        return NULL;
    }
    return make(class_name, &PyTuple_GET_ITEM(names, 0), &PyTuple_GET_ITEM(values, 0), PyTuple_GET_SIZE(names), &shape);
}

PyObject *cn_set_namer(PyObject *module, PyObject *given_namer) {
    (void)module;
    Py_XSETREF(namer, Py_NewRef(given_namer));
    Py_RETURN_NONE;
}

void cn_allocations_forget_in_child(void) {
    for (uint32_t i = 0; i < CASES; i++) {
        cases[i].shape = NULL;
    }
}

/* ---- objects that a plan will make ---- */

static PyObject *planned_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    unsigned kind;
    PyObject *class_name = Py_None;
    if (!PyArg_ParseTuple(arguments, "I|O:Planned", &kind, &class_name) ||
        (named != NULL && PyDict_GET_SIZE(named) != 0)) {
        return NULL;
    }
    cn_planned *made = (cn_planned *)type->tp_alloc(type, 0);
    if (made != NULL) {
        made->type = kind;
        made->class_name = class_name == Py_None ? NULL : Py_NewRef(class_name);
    }
    return (PyObject *)made;
}

static void planned_dealloc(PyObject *self) {
    Py_XDECREF(((cn_planned *)self)->class_name);
    Py_XDECREF(((cn_planned *)self)->made);
    Py_TYPE(self)->tp_free(self);
}

static PyMemberDef planned_members[] = {
    {"class_name", T_OBJECT, offsetof(cn_planned, class_name), READONLY, "The shared name of its class, or None."},
    {"made", T_OBJECT, offsetof(cn_planned, made), 0, "The shared object, once it is made."},
    {NULL, 0, 0, 0, NULL}};

PyTypeObject cn_planned_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Planned",
    .tp_basicsize = sizeof(cn_planned),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = planned_new,
    .tp_dealloc = planned_dealloc,
    .tp_members = planned_members,
    .tp_doc = "Stands for an object or container that a deep copy will make, of a type (enum cl_type).",
};
