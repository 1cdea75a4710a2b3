/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls of services [layout.call]. A client fills a call before it is sent, a server stores the result before it ends
 * it. The wrapper of a call is its root; a process that calls itself has one for both sides.
 */
#include "call.h"

#define WORDS (CL_CALL_INLINE + 1) /* the last is that of the tuple of the others */
#define PLACE "an argument or result of a service"

typedef struct shape_of_process {
    uint32_t process;
    uint32_t id;
} shape_of_process;

/* The arguments of a call on their way into shared memory. */
typedef struct arguments {
    Py_ssize_t count;
    uint32_t used; /* values */
    cn_value values[WORDS];
    uint64_t words[WORDS];
    uint32_t chunks[WORDS]; /* that has the word's entry; 0: nothing to forget */
} arguments;

static _Atomic uint64_t *place_of(uint64_t call, uint32_t slot) {
    return (_Atomic uint64_t *)(cn_object(call) + 1) + slot;
}

static uint64_t number_at(uint64_t call, uint32_t slot) {
    return atomic_load_explicit(place_of(call, slot), memory_order_acquire);
}

/* Nobody else has the object yet. */
static void put_number(uint64_t call, uint32_t slot, uint64_t number) {
    atomic_store_explicit(place_of(call, slot), number, memory_order_relaxed);
}

static uint32_t shape_id(shape_of_process *known, uint32_t (*declare)(cl_error *error)) {
    CN_NO_ERROR(error);
    if (known->process != cn_process) {
        known->id = declare(&error);
        if (known->id == 0) {
            cn_raise(&error);
            return 0;
        }
        known->process = cn_process;
    }
    return known->id;
}

static PyObject *wrapper_of(PyTypeObject *type, cn_thread *thread, uint64_t reference, uint32_t chunk) {
    PyObject *known = Py_XNewRef(cn_find_wrapper(cn_granules(reference)));
    PyObject *result = known != NULL ? known : cn_make_wrapper(type, reference, chunk);
    if (known != NULL || result == NULL) {
        cn_forget(thread, reference, chunk);
    }
    cn_scope_leave_out(result);
    if (result != NULL && !Py_IS_TYPE(result, type)) {
        Py_CLEAR(result);
        cn_error("SharedMemoryError", "an object of %s was got by other means than colors.rpc, and is in use; let go "
                                      "of it",
                 type->tp_name);
    }
    return result;
}

PyObject *cn_call_of(cn_thread *thread, uint64_t reference, uint32_t chunk) {
    return wrapper_of(&cn_call_type, thread, reference, chunk);
}

uint64_t cn_call_argument(PyObject *value) {
    if (!Py_IS_TYPE(value, &cn_call_type)) {
        PyErr_Format(PyExc_TypeError, "a call was expected, not %R", value);
        return 0;
    }
    return cn_checked_reference(value);
}

uint32_t cn_call_state(uint64_t call) {
    return (uint32_t)(number_at(call, CL_CALL_STATUS) >> CL_CALL_STATE_SHIFT & CL_CALL_STATE_MASK);
}

/* ---- the client ---- */

static void clear_arguments(arguments *a) {
    for (uint32_t i = 0; i < a->used; i++) {
        cn_value_clear(&a->values[i]);
    }
}

/* Code of the program may run. */
static int convert(PyObject *given, arguments *a) {
    a->count = PyTuple_GET_SIZE(given);
    for (a->used = 0; a->used < CL_CALL_INLINE && a->used < a->count; a->used++) {
        if (!cn_value_of(PyTuple_GET_ITEM(given, a->used), &a->values[a->used], PLACE)) {
            clear_arguments(a);
            return 0;
        }
    }
    if (a->count > CL_CALL_INLINE) {
        PyObject *others = PyTuple_GetSlice(given, CL_CALL_INLINE, a->count);
        PyObject *frozen = others == NULL ? NULL : cn_frozen_of(CL_TYPE_LIST, others);
        Py_XDECREF(others);
        if (frozen == NULL) {
            clear_arguments(a);
            return 0;
        }
        a->values[a->used++] = (cn_value){.form = CN_FROZEN, .type = CL_TYPE_LIST, .object = frozen};
    }
    return 1;
}

/* No code of the program runs. The caller has pinned 0, so that the entries stay. */
static int make_words(cn_thread *thread, arguments *a) {
    for (uint32_t i = 0; i < a->used; i++) {
        a->chunks[i] = 0;
        a->words[i] = cn_word_of(thread, &a->values[i]);
        if (a->words[i] == CL_TAG_FAILED) {
            a->used = i;
            return 0;
        }
        if (cn_is_reference(a->words[i]) && a->values[i].form != CN_SHARED) {
            a->chunks[i] = cn_chunk_look(thread);
        }
    }
    return 1;
}

static void forget_words(cn_thread *thread, const arguments *a) {
    for (uint32_t i = 0; i < a->used; i++) {
        if (a->chunks[i] != 0) {
            cn_forget(thread, a->words[i], a->chunks[i]);
        }
    }
}

static uint64_t allocate(cn_thread *thread, uint32_t shape, const arguments *a) {
    CN_NO_ERROR(error);
    uint64_t call = cl_allocate(thread->slot, shape, &error);
    if (call == 0) {
        cn_chunk_look(thread);
        cn_raise(&error);
        return 0;
    }
    put_number(call, CL_CALL_CALLER, cl_vm_incarnation());
    put_number(call, CL_CALL_COUNT, (uint64_t)a->count);
    for (uint32_t i = 0; i < a->used; i++) {
        if (a->words[i] != CL_TAG_NULL) {
            cl_store_tagged(thread->slot, call, i < CL_CALL_INLINE ? CL_CALL_ARGUMENTS + i : CL_CALL_MORE, a->words[i]);
        }
    }
    return call;
}

static PyObject *make(cn_thread *thread, uint32_t shape, arguments *a) {
    PyObject *made = NULL;
    if (cn_pin(0)) {
        uint32_t used = a->used;
        uint64_t call = make_words(thread, a) ? allocate(thread, shape, a) : 0;
        made = call == 0 ? NULL : cn_call_of(thread, call, cn_chunk_look(thread));
        forget_words(thread, a);
        a->used = used;
        cn_unpin(0);
        cn_release_chunks(thread);
    }
    return made;
}

/* Of what the caller's program passes along, if that is not None. Code of the program may run. */
static int put_context(cn_thread *thread, uint64_t call, PyObject *context) {
    cn_value value;
    if (context == Py_None) {
        return 1;
    }
    if (!cn_value_of(context, &value, "the context of a call")) {
        return 0;
    }
    cn_tidy(thread);
    uint64_t word = cn_word_of(thread, &value);
    if (word != CL_TAG_FAILED) {
        cl_store_tagged(thread->slot, call, CL_CALL_CONTEXT, word);
        if (value.form != CN_SHARED) {
            cn_forget_word(thread, word);
        }
    }
    cn_value_clear(&value);
    return word != CL_TAG_FAILED;
}

PyObject *cn_call_begin(cn_thread *thread, uint64_t method, int64_t deadline, PyObject *replies, PyObject *context,
                        PyObject *given) {
    static shape_of_process known;
    arguments a;
    uint32_t shape = shape_id(&known, cl_call_shape);
    uint64_t reported = replies == Py_None ? 0 : cn_checked_reference(replies);
    if (shape == 0 || (replies != Py_None && reported == 0)) {
        return NULL;
    }
    cn_tidy(thread);
    if (!convert(given, &a)) {
        return NULL;
    }
    PyObject *made = make(thread, shape, &a);
    clear_arguments(&a);
    if (made != NULL) {
        uint64_t call = cn_reference_of(made);
        put_number(call, CL_CALL_DEADLINE, (uint64_t)deadline);
        put_number(call, CL_CALL_METHOD, method);
        if (reported != 0) {
            cl_store_tagged(thread->slot, call, CL_CALL_REPLIES, reported);
        }
        if (!put_context(thread, call, context)) {
            Py_CLEAR(made);
        }
    }
    return made;
}

static PyObject *call_cancel(PyObject *self, PyObject *nothing) {
    (void)nothing;
    uint64_t call = cn_thread_here() == NULL ? 0 : cn_checked_reference(self);
    return call == 0 ? NULL : PyLong_FromLong(cl_call_cancel(call));
}

static PyObject *call_result(PyObject *self, PyObject *nothing) {
    (void)nothing;
    cn_thread *thread = cn_thread_here();
    uint64_t call = thread == NULL ? 0 : cn_checked_reference(self);
    return call == 0 ? NULL : cn_load(thread, place_of(call, CL_CALL_RESULT));
}

/* ---- the server ---- */

/* Those beyond the first ones are in a tuple; another program may have stored anything. */
static PyObject *with_others(cn_thread *thread, uint64_t call, PyObject *first) {
    PyObject *more = cn_load(thread, place_of(call, CL_CALL_MORE));
    PyObject *others = more == NULL ? NULL : PySequence_Tuple(more);
    PyObject *all = others == NULL ? NULL : PySequence_Concat(first, others);
    Py_XDECREF(more);
    Py_XDECREF(others);
    Py_DECREF(first);
    return all;
}

static PyObject *call_arguments(PyObject *self, PyObject *nothing) {
    (void)nothing;
    cn_thread *thread = cn_thread_here();
    uint64_t call = thread == NULL ? 0 : cn_checked_reference(self);
    if (call == 0) {
        return NULL;
    }
    uint64_t count = number_at(call, CL_CALL_COUNT);
    uint64_t few = count < CL_CALL_INLINE ? count : CL_CALL_INLINE;
    PyObject *all = PyTuple_New((Py_ssize_t)few);
    for (uint32_t i = 0; all != NULL && i < few; i++) {
        PyObject *one = cn_load(thread, place_of(call, CL_CALL_ARGUMENTS + i));
        if (one == NULL) {
            Py_CLEAR(all);
        } else {
            PyTuple_SET_ITEM(all, i, one);
        }
    }
    return all == NULL || count == few ? all : with_others(thread, call, all);
}

/* end(result, failed): whether anybody still waited. */
static PyObject *call_end(PyObject *self, PyObject *given) {
    PyObject *result;
    int failed;
    cn_value value;
    cn_thread *thread = cn_thread_here();
    uint64_t call = thread == NULL ? 0 : cn_checked_reference(self);
    if (call == 0 || !PyArg_ParseTuple(given, "Op:end", &result, &failed) || !cn_value_of(result, &value, PLACE)) {
        return NULL;
    }
    cn_tidy(thread);
    uint64_t word = cn_word_of(thread, &value);
    int32_t ended = 0;
    if (word != CL_TAG_FAILED) {
        cl_store_tagged(thread->slot, call, CL_CALL_RESULT, word);
        if (value.form != CN_SHARED) {
            cn_forget_word(thread, word);
        }
        ended = cl_call_end(thread->slot, call, failed ? CL_CALL_FAILED : CL_CALL_DONE);
        cn_chunk_look(thread);
    }
    cn_value_clear(&value);
    return word == CL_TAG_FAILED ? NULL : PyBool_FromLong(ended);
}

/* ---- the type of calls ---- */

static PyObject *call_state(PyObject *self, void *nothing) {
    (void)nothing;
    uint64_t call = cn_checked_reference(self);
    return call == 0 ? NULL : PyLong_FromUnsignedLong(cn_call_state(call));
}

static PyObject *call_number(PyObject *self, void *slot) {
    uint64_t call = cn_checked_reference(self);
    return call == 0 ? NULL : PyLong_FromLongLong((int64_t)number_at(call, (uint32_t)(uintptr_t)slot));
}

/* Another program may have stored anything. */
static PyObject *call_context(PyObject *self, void *nothing) {
    (void)nothing;
    cn_thread *thread = cn_thread_here();
    uint64_t call = thread == NULL ? 0 : cn_checked_reference(self);
    return call == 0                                          ? NULL
           : number_at(call, CL_CALL_CONTEXT) == CL_TAG_NULL ? Py_NewRef(Py_None)
                                                              : cn_load(thread, place_of(call, CL_CALL_CONTEXT));
}

static PyMethodDef methods[] = {
    {"cancel", call_cancel, METH_NOARGS, "Gives it up if it has not ended. How it ended."},
    {"result", call_result, METH_NOARGS, "What the server stored."},
    {"arguments", call_arguments, METH_NOARGS, "What the client stored: a tuple."},
    {"end", call_end, METH_VARARGS, "Ends it with a result, or with what says why there is none."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"state", call_state, NULL, NULL, NULL},
    {"deadline", call_number, NULL, NULL, (void *)CL_CALL_DEADLINE},
    {"method", call_number, NULL, NULL, (void *)CL_CALL_METHOD},
    {"caller", call_number, NULL, NULL, (void *)CL_CALL_CALLER},
    {"context", call_context, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyTypeObject cn_call_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Call",
    .tp_base = &cn_wrapper_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_methods = methods,
    .tp_getset = properties,
    .tp_doc = "A call of a service.",
};

/* ---- replies ---- */

static cl_patience patience; /* of the thread that takes replies */

typedef struct taking {
    cn_thread *thread;
    uint64_t replies;
    uint64_t first;
} taking;

static int take_step(void *argument, int64_t slice_ns) {
    taking *t = argument;
    t->first = cl_replies_take(t->thread->slot, t->replies, (uint64_t)slice_ns, &patience);
    return t->first != CL_TAG_NULL;
}

/* In the order in which they ended: each call leads to the one before it. */
static int put_calls(cn_thread *thread, uint64_t first, PyObject *list) {
    uint64_t word = first;
    while (cn_is_reference(word)) {
        PyObject *call = cn_call_of(thread, word, cn_chunk_look(thread));
        if (call == NULL || PyList_Append(list, call) < 0) {
            Py_XDECREF(call);
            return 0;
        }
        word = cl_load_tagged(thread->slot, cn_reference_of(call), CL_CALL_NEXT);
        Py_DECREF(call);
    }
    return PyList_Reverse(list) == 0;
}

/* take(ns): the calls that were reported since the last time; waits for one. */
static PyObject *replies_take(PyObject *self, PyObject *time) {
    int64_t duration;
    taking t = {.thread = cn_thread_here(), .first = CL_TAG_NULL};
    t.replies = t.thread == NULL ? 0 : cn_checked_reference(self);
    if (t.replies == 0 || !cn_duration(time, 1, &duration)) {
        return NULL;
    }
    PyObject *list = PyList_New(0); /* Python's collector may run, so before anything is taken */
    if (list == NULL || cn_await(t.thread, duration, take_step, &t) < 0 || !put_calls(t.thread, t.first, list)) {
        Py_CLEAR(list);
    }
    return list;
}

static PyMethodDef replies_methods[] = {
    {"take", replies_take, METH_O, "The calls that were reported since the last time; waits for one."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject cn_replies_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Replies",
    .tp_base = &cn_wrapper_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_methods = replies_methods,
    .tp_doc = "Where the ends of calls are reported.",
};

static PyObject *new_replies(PyObject *module, PyObject *nothing) {
    static shape_of_process known;
    CN_NO_ERROR(error);
    (void)module, (void)nothing;
    cn_thread *thread = cn_thread_here();
    uint32_t shape = thread == NULL ? 0 : shape_id(&known, cl_replies_shape);
    if (shape == 0) {
        return NULL;
    }
    uint64_t made = cl_allocate(thread->slot, shape, &error);
    uint32_t chunk = cn_chunk_look(thread);
    return made == 0 ? cn_raise(&error) : wrapper_of(&cn_replies_type, thread, made, chunk);
}

/* ---- processes and names ---- */

static PyObject *incarnation(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return cn_thread_here() == NULL ? NULL : PyLong_FromLongLong((int64_t)cl_vm_incarnation());
}

static PyObject *is_alive(PyObject *module, PyObject *number) {
    (void)module;
    long long process = PyLong_AsLongLong(number);
    if ((process == -1 && PyErr_Occurred()) || cn_thread_here() == NULL) {
        return NULL;
    }
    return PyBool_FromLong(cl_vm_is_alive((uint64_t)process));
}

static PyObject *name_entity(PyObject *module, PyObject *name) {
    (void)module;
    if (!PyUnicode_Check(name)) {
        return PyErr_Format(PyExc_TypeError, "a name is a str, not %R", name);
    }
    uint32_t entity = cn_thread_here() == NULL ? 0 : cn_entity_of(CL_KIND_NAME, name);
    return entity == 0 ? NULL : PyLong_FromUnsignedLong(entity);
}

/* Another program may have stored any number as the method of a call. */
static int is_name(uint64_t granules) {
    uint64_t offset = granules << CL_GRANULE_SHIFT;
    uint64_t most = cn_header->segment_bytes - sizeof(cl_entity);
    if (granules == 0 || granules > UINT32_MAX || offset > most) {
        return 0;
    }
    const cl_entity *entity = cn_at(offset);
    uint32_t bytes = entity->header.length;
    return entity->kind == CL_KIND_NAME && bytes <= most - offset &&
           cl_entity_find(CL_KIND_NAME, entity->name, bytes) == granules;
}

static PyObject *entity_name(PyObject *module, PyObject *number) {
    (void)module;
    long long granules = PyLong_AsLongLong(number);
    if ((granules == -1 && PyErr_Occurred()) || cn_thread_here() == NULL) {
        return NULL;
    }
    return is_name((uint64_t)granules) ? cn_entity_text((uint32_t)granules)
                                       : cn_error("SharedMemoryError", "%lld stands for no name", granules);
}

PyMethodDef cn_call_functions[] = {
    {"new_replies", new_replies, METH_NOARGS, "An object where the ends of calls are reported."},
    {"incarnation", incarnation, METH_NOARGS, "This process, as calls name it."},
    {"is_alive", is_alive, METH_O, "Whether a process lives."},
    {"name_entity", name_entity, METH_O, "What stands for a name in shared memory."},
    {"entity_name", entity_name, METH_O, "The name that it stands for."},
    {NULL, NULL, 0, NULL},
};
