/* SPDX-License-Identifier: Apache-2.0 */
/* The module's functions. The package calls them (truffle-lang/python/colors/_cpython.py); programs do not. */
#include "container.h"
#include "scope.h"
#include "sync.h"

PyObject *cn_hooks[CN_HOOKS];
PyObject *cn_attributes[CN_ATTRIBUTES];
PyTypeObject *cn_kind_types[CL_KIND_COUNT];

/* ---- the process ---- */

static PyObject *attach(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return cn_thread_here() == NULL ? NULL : Py_NewRef(Py_None);
}

static PyObject *collect(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    CN_NO_ERROR(error);
    cn_thread *thread = cn_thread_here();
    if (thread == NULL) {
        return NULL;
    }
    PyThreadState *state = cn_wait_begin(thread);
    int32_t done = cl_collect(0, &error);
    cn_wait_end(thread, state);
    return done ? Py_NewRef(Py_None) : cn_raise(&error);
}

/* What tests ask. */
static PyObject *live_bytes(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return cn_thread_here() == NULL
               ? NULL
               : PyLong_FromUnsignedLongLong(atomic_load_explicit(&cn_header->live_bytes, memory_order_acquire));
}

/* ---- what the package gives ---- */

static PyObject *hooks(PyObject *module, PyObject *functions) {
    (void)module;
    if (PyTuple_GET_SIZE(functions) != CN_HOOKS) {
        return PyErr_Format(PyExc_TypeError, "%d functions were expected, not %zd", (int)CN_HOOKS,
                            PyTuple_GET_SIZE(functions));
    }
    for (int i = 0; i < CN_HOOKS; i++) {
        Py_XSETREF(cn_hooks[i], Py_NewRef(PyTuple_GET_ITEM(functions, i)));
    }
    Py_RETURN_NONE;
}

/* A wrapper dies when it dies: the program's __del__ is for its private objects. */
static PyObject *bind_class(PyObject *module, PyObject *arguments) {
    unsigned class_entity;
    PyObject *type;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "IO!", &class_entity, &PyType_Type, &type)) {
        return NULL;
    }
    if (!PyType_IsSubtype((PyTypeObject *)type, &cn_object_type)) {
        return PyErr_Format(PyExc_TypeError, "%R is no type of shared objects", type);
    }
    ((PyTypeObject *)type)->tp_finalize = NULL;
    return cn_bind_class(class_entity, (PyTypeObject *)type) ? Py_NewRef(Py_None) : NULL;
}

static PyObject *bind_kind(PyObject *module, PyObject *arguments) {
    unsigned kind;
    PyObject *type;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "IO!", &kind, &PyType_Type, &type)) {
        return NULL;
    }
    if (kind >= CL_KIND_COUNT || !PyType_IsSubtype((PyTypeObject *)type, &cn_wrapper_type)) {
        return PyErr_Format(PyExc_TypeError, "%R is no type of shared containers of kind %u", type, kind);
    }
    Py_XSETREF(cn_kind_types[kind], (PyTypeObject *)Py_NewRef(type));
    Py_RETURN_NONE;
}

/* ---- objects ---- */

static uint64_t object_argument(PyObject *value) {
    if (!PyObject_TypeCheck(value, &cn_object_type)) {
        PyObject *name = PyType_GetQualName(Py_TYPE(value));
        if (name != NULL) {
            cn_error("SharedMemoryError", "a shared object was expected, not a private %U; copy_in makes one", name);
        }
        Py_XDECREF(name);
        return 0;
    }
    return cn_checked_reference(value);
}

static cn_shape *shape_argument(PyObject *value) {
    uint64_t object = object_argument(value);
    return object == 0 ? NULL : cn_shape_of(cn_shape_id(object));
}

static PyObject *has_field(PyObject *module, PyObject *arguments) {
    PyObject *object, *name;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OU", &object, &name)) {
        return NULL;
    }
    cn_shape *shape = shape_argument(object);
    return shape == NULL ? NULL : PyBool_FromLong(cn_shape_find(shape, name) != NULL);
}

static PyObject *fields_of(PyObject *module, PyObject *object) {
    (void)module;
    cn_shape *shape = shape_argument(object);
    PyObject *names = shape == NULL ? NULL : PyList_New(shape->count);
    for (uint32_t i = 0; names != NULL && i < shape->count; i++) {
        PyList_SET_ITEM(names, i, Py_NewRef(shape->fields[i].name));
    }
    return names;
}

static PyObject *class_name_of(PyObject *module, PyObject *object) {
    (void)module;
    cn_shape *shape = shape_argument(object);
    return shape == NULL ? NULL : Py_NewRef(shape->class_name);
}

/* Of an object or container: where it is, which tells it from all others. */
static PyObject *address_of(PyObject *module, PyObject *value) {
    (void)module;
    if (!cn_is_wrapper(value)) {
        return PyErr_Format(PyExc_TypeError, "%R is not shared", value);
    }
    uint64_t reference = cn_checked_reference(value);
    return reference == 0 ? NULL : PyLong_FromUnsignedLongLong(reference);
}

/* check_value(value, place): raises what storing it would, and stores nothing. */
static PyObject *check_value(PyObject *module, PyObject *arguments) {
    PyObject *value, *place;
    cn_value stored;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OU", &value, &place) || cn_thread_here() == NULL ||
        !cn_value_of(value, &stored, "%U", place)) {
        return NULL;
    }
    cn_value_clear(&stored);
    Py_RETURN_NONE;
}

/* ---- reflection ---- */

static PyObject *shape_text(const cn_shape *shape) {
    PyObject *fields = PyTuple_New(shape->count);
    for (uint32_t i = 0; fields != NULL && i < shape->count; i++) {
        const cl_field *field = shape->fields[i].field;
        PyObject *type_name = field->type_name == 0 ? Py_NewRef(Py_None) : cn_entity_text(field->type_name);
        PyObject *one = type_name == NULL ? NULL
                                          : Py_BuildValue("OINI", shape->fields[i].name, (unsigned)field->type,
                                                          type_name, (unsigned)field->flags);
        if (one == NULL) {
            Py_CLEAR(fields);
        } else {
            PyTuple_SET_ITEM(fields, i, one);
        }
    }
    return fields == NULL ? NULL
                          : Py_BuildValue("IOIN", shape->id, shape->class_name, shape->shape->version, fields);
}

/* (id, class name, version, ((field, type, class of it, flags), ...)) of an object, or of a shape by its id. */
static PyObject *describe_shape(PyObject *module, PyObject *value) {
    (void)module;
    if (cn_thread_here() == NULL) {
        return NULL;
    }
    cn_shape *shape = PyLong_Check(value) ? cn_shape_of((uint32_t)PyLong_AsUnsignedLong(value)) : shape_argument(value);
    return shape == NULL ? NULL : shape_text(shape);
}

/* The ids of all versions of the class of an object, oldest first. */
static PyObject *versions_of(PyObject *module, PyObject *object) {
    (void)module;
    cn_shape *shape = shape_argument(object);
    PyObject *ids = shape == NULL ? NULL : PyList_New(0);
    if (ids == NULL) {
        return NULL;
    }
    const cl_entity *entity = cn_at((uint64_t)shape->class_entity << CL_GRANULE_SHIFT);
    uint32_t id = (uint32_t)atomic_load_explicit(&entity->value, memory_order_acquire);
    for (; id != 0; id = cn_shape_at(id)->older) {
        PyObject *number = PyLong_FromUnsignedLong(id);
        if (number == NULL || PyList_Append(ids, number) < 0) {
            Py_XDECREF(number);
            Py_DECREF(ids);
            return NULL;
        }
        Py_DECREF(number);
    }
    return PyList_Reverse(ids) < 0 ? (Py_DECREF(ids), NULL) : ids;
}

static PyMethodDef functions[] = {
    {"attach", attach, METH_NOARGS, "Attaches this process to its segment."},
    {"collect", collect, METH_NOARGS, "Runs a cycle of the shared collector."},
    {"live_bytes", live_bytes, METH_NOARGS, "What the last cycle of the shared collector found alive, in bytes."},
    {"hooks", hooks, METH_VARARGS, "Takes the functions that the module calls, in the order of enum cn_hook."},
    {"bind_class", bind_class, METH_VARARGS, "Makes a type that of all objects of a class (an entity)."},
    {"bind_kind", bind_kind, METH_VARARGS, "Makes a type that of all containers of a kind (enum cl_kind)."},
    {"has_field", has_field, METH_VARARGS, "Whether an object has a field now."},
    {"fields", fields_of, METH_O, "The names of the fields of an object."},
    {"class_name", class_name_of, METH_O, "The shared name of the class of an object."},
    {"address", address_of, METH_O, "What tells an object or container from all others that live."},
    {"check_value", check_value, METH_VARARGS, "Raises what storing a value at a named place would."},
    {"describe_shape", describe_shape, METH_O, "The version of an object's class, or that of an id."},
    {"versions", versions_of, METH_O, "The ids of the versions of an object's class."},
    {"allocate", (PyCFunction)(void (*)(void))cn_allocate, METH_FASTCALL | METH_KEYWORDS,
     "allocate($module, cls, /, **fields)\n--\n\nMakes an object in shared memory with these fields, without calling "
     "__init__. cls is a class or a shared name."},
    {"make_object", cn_make_object, METH_VARARGS, "Makes an object of a class name, names and values."},
    {"put_field", cn_put_by_name, METH_VARARGS, "Stores a field whatever property or __setattr__ the class has."},
    {"set_namer", cn_set_namer, METH_O, "Takes the function that gives the shared name of a class."},
    {"tidy", cn_tidy_now, METH_NOARGS, "Takes back log entries that no wrapper needs."},
    {"recent_texts", cn_recent_count, METH_NOARGS, "How many strings are kept that were read before."},
    {"stored_texts", cn_stored_count, METH_NOARGS, "Counts strings that are stored again and again."},
    {"roots", cn_roots, METH_NOARGS, "Counts wrappers, their log entries, all log entries, and chunks."},
    {NULL, NULL, 0, NULL},
};

static int add_type(PyObject *module, PyTypeObject *type, const char *name) {
    return PyType_Ready(type) < 0 ? -1 : PyModule_AddObjectRef(module, name, (PyObject *)type);
}

static int intern_attributes(void) {
    static const char *const NAMES[CN_ATTRIBUTES] = {"dtype", "item", "__class__", "__name__"};
    for (int i = 0; i < CN_ATTRIBUTES; i++) {
        if (cn_attributes[i] == NULL && (cn_attributes[i] = PyUnicode_InternFromString(NAMES[i])) == NULL) {
            return -1;
        }
    }
    return 0;
}

static int execute(PyObject *module) {
    if (PyInterpreterState_Get() != PyInterpreterState_Main()) {
        PyErr_SetString(PyExc_ImportError,
                        "colors cannot be imported in a sub-interpreter: a process has one attachment to shared "
                        "memory; use it in the main interpreter, or start a process");
        return -1;
    }
    return intern_attributes() < 0 || add_type(module, &cn_wrapper_type, "Wrapper") < 0 ||
                   add_type(module, &cn_object_type, "Object") < 0 ||
                   add_type(module, &cn_descriptor_type, "Field") < 0 ||
                   add_type(module, &cn_planned_type, "Planned") < 0 ||
                   add_type(module, &cn_scope_type, "Scope") < 0 || cn_containers_add(module) < 0 ||
                   cn_stored_add() < 0 || cn_sync_add(module) < 0
               ? -1
               : 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, execute},
#if PY_VERSION_HEX >= 0x030c0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED}, /* else CPython refuses, without a reason */
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "colors._native",
    .m_doc = "libcolors for the package colors.",
    .m_methods = functions,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void) {
    return PyModuleDef_Init(&definition);
}
