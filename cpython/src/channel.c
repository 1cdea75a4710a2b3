/* SPDX-License-Identifier: Apache-2.0 */
/* Channels. What can be done at once is done with the GIL held, else it is released. */
#include <string.h>
#include <unistd.h>

#include "sync.h"

#define SPIN_NS 10000u /* as the other languages do, on a machine with several processors */

typedef struct channel {
    PyObject_HEAD
    PyObject *key;
    uint64_t queue;
    uint64_t spin_ns;
    cl_field type; /* what a message has to fit */
    uint32_t process;
} channel;

typedef struct transfer {
    cn_thread *thread;
    uint64_t queue;
    uint64_t spin_ns;
    uint64_t word;
    int32_t result;
    cl_error error;
} transfer;

static int open_channel(channel *c, const cl_channel_spec *spec) {
    cl_error error;
    const char *bytes;
    Py_ssize_t count;
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !cn_name_bytes(c->key, "channel", &bytes, &count)) {
        return 0;
    }
    c->queue = cl_channel_open(thread->slot, bytes, (size_t)count, spec, &error);
    cn_chunk_look(thread);
    if (c->queue == 0) {
        cn_raise(&error);
        return 0;
    }
    const cl_queue *queue = cn_at(c->queue);
    c->type = (cl_field){.type = (uint8_t)queue->type,
                         .type_name = queue->type_name,
                         .flags = CL_FIELD_DECLARED | CL_FIELD_NULLABLE,
                         .slot_kind = CL_SLOT_TAGGED};
    c->process = cn_process;
    return 1;
}

uint64_t cn_channel_queue(PyObject *self, cn_thread *thread) {
    channel *c = (channel *)self;
    const cl_channel_spec as_it_is = {0, 0, 0};
    return thread != NULL && (c->process == cn_process || open_channel(c, &as_it_is)) ? c->queue : 0;
}

static const cl_queue *queue_of(PyObject *self) {
    uint64_t queue = cn_channel_queue(self, cn_thread_here());
    return queue == 0 ? NULL : cn_at(queue);
}

/* ---- sending ---- */

static int send_step(void *argument, int64_t slice_ns) {
    transfer *t = argument;
    t->result = cl_channel_send(t->thread->slot, t->queue, t->word, (uint64_t)slice_ns, t->spin_ns, &t->error);
    return t->result != CL_CHANNEL_TIMEOUT;
}

static int conflict(const channel *c, const cn_value *value) {
    PyObject *type = cn_text_of_range(&c->type), *what = cn_describe(value);
    if (type != NULL && what != NULL) {
        cn_error("TypeConflictError", "channel '%U' has messages of type %U; it cannot take %U; nothing was sent",
                 c->key, type, what);
    }
    Py_XDECREF(type);
    Py_XDECREF(what);
    return 0;
}

/* The word is pinned: code of the program may run while it waits. */
static int send_word(transfer *t, int64_t duration_ns) {
    const cl_queue *queue = cn_at(t->queue);
    if (cn_is_free(&queue->send_lock) && send_step(t, 0)) {
        return 1;
    }
    if (duration_ns == 0 && cn_is_free(&queue->send_lock)) {
        return 0;
    }
    if (!cn_pin_word(t->word)) {
        return -1;
    }
    int arrived = cn_await(t->thread, duration_ns, send_step, t);
    cn_unpin_word(t->word);
    return arrived;
}

static PyObject *sent(const channel *c, const transfer *t, int arrived) {
    return arrived < 0                          ? NULL
           : arrived == 0                       ? Py_NewRef(Py_False)
           : t->result == 1                     ? Py_NewRef(Py_True)
           : t->result == CL_CHANNEL_CLOSED     ? cn_error("ChannelClosedError",
                                                       "channel '%U' is closed; nothing was sent", c->key)
                                                : cn_raise(&t->error);
}

static PyObject *send_value(channel *c, transfer *t, const cn_value *value, int64_t duration_ns) {
    int fits = cn_fits(&c->type, value);
    if (fits <= 0) {
        return fits < 0 ? NULL : (conflict(c, value), NULL);
    }
    t->word = cn_word_for_field(t->thread, &c->type, value);
    if (t->word == CL_TAG_FAILED) {
        return NULL;
    }
    uint32_t chunk = cn_chunk_look(t->thread);
    int arrived = send_word(t, duration_ns);
    if (value->form != CN_SHARED && cn_is_reference(t->word)) {
        cn_forget(t->thread, t->word, chunk);
    }
    return sent(c, t, arrived);
}

static PyObject *channel_send(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    channel *c = (channel *)self;
    int64_t duration;
    cn_value value;
    transfer t;
    if (count < 1 || count > 2) {
        return PyErr_Format(PyExc_TypeError, "a message and a time are sent, not %zd", count);
    }
    if (!cn_duration(count == 2 ? arguments[1] : NULL, CN_MS, &duration)) {
        return NULL;
    }
    t.thread = cn_thread_here();
    t.queue = cn_channel_queue(self, t.thread);
    t.spin_ns = c->spin_ns;
    if (t.queue == 0 || !cn_value_of(arguments[0], &value, "channel '%U'", c->key)) {
        return NULL;
    }
    PyObject *result = send_value(c, &t, &value, duration);
    cn_value_clear(&value);
    return result;
}

/* ---- receiving ---- */

static int receive_step(void *argument, int64_t slice_ns) {
    transfer *t = argument;
    t->result = cl_channel_receive(t->thread->slot, t->queue, (uint64_t)slice_ns, t->spin_ns, &t->word, &t->error);
    return t->result != CL_CHANNEL_TIMEOUT;
}

static int receive_word(transfer *t, int64_t duration_ns) {
    const cl_queue *queue = cn_at(t->queue);
    if (cn_is_free(&queue->receive_lock) && receive_step(t, 0)) {
        return 1;
    }
    return duration_ns == 0 && cn_is_free(&queue->receive_lock) ? 0
                                                                : cn_await(t->thread, duration_ns, receive_step, t);
}

static PyObject *channel_receive(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    channel *c = (channel *)self;
    int64_t duration;
    transfer t;
    if (count > 2) {
        return PyErr_Format(PyExc_TypeError, "a time and a default are given, not %zd", count);
    }
    if (!cn_duration(count == 0 ? NULL : arguments[0], CN_MS, &duration)) {
        return NULL;
    }
    t.thread = cn_thread_here();
    t.queue = cn_channel_queue(self, t.thread);
    t.spin_ns = c->spin_ns;
    int arrived = t.queue == 0 ? -1 : receive_word(&t, duration);
    if (arrived <= 0) {
        return arrived < 0    ? NULL
               : count == 2   ? Py_NewRef(arguments[1])
                              : cn_error("TimeoutError", "no message came to channel '%U' in %S ms", c->key,
                                         count == 0 ? Py_None : arguments[0]);
    }
    if (t.result == 1) {
        return cn_take_word(t.thread, t.word, cn_chunk_look(t.thread));
    }
    return t.result == CL_CHANNEL_CLOSED
               ? cn_error("ChannelClosedError", "channel '%U' is closed, and no message is left", c->key)
               : cn_raise(&t.error);
}

/* ---- the rest ---- */

static int close_step(void *argument, int64_t slice_ns) {
    transfer *t = argument;
    (void)slice_ns;
    t->result = cl_channel_close(t->thread->slot, t->queue, &t->error);
    return 1;
}

static PyObject *channel_close(PyObject *self, PyObject *nothing) {
    transfer t;
    (void)nothing;
    t.thread = cn_thread_here();
    t.queue = cn_channel_queue(self, t.thread);
    if (t.queue == 0 || cn_await(t.thread, 0, close_step, &t) < 0) {
        return NULL;
    }
    return t.result == 0 ? cn_raise(&t.error) : Py_NewRef(Py_None);
}

static PyObject *channel_size(PyObject *self, PyObject *nothing) {
    (void)nothing;
    uint64_t queue = cn_channel_queue(self, cn_thread_here());
    return queue == 0 ? NULL : PyLong_FromUnsignedLong(cl_channel_size(queue));
}

static PyObject *channel_is_closed(PyObject *self, PyObject *nothing) {
    (void)nothing;
    uint64_t queue = cn_channel_queue(self, cn_thread_here());
    return queue == 0 ? NULL : PyBool_FromLong(cl_channel_is_closed(queue));
}

static PyObject *channel_key(PyObject *self, void *nothing) {
    (void)nothing;
    return Py_NewRef(((channel *)self)->key);
}

static PyObject *channel_capacity(PyObject *self, void *nothing) {
    (void)nothing;
    const cl_queue *queue = queue_of(self);
    return queue == NULL ? NULL : PyLong_FromUnsignedLong(queue->capacity);
}

static PyObject *channel_type(PyObject *self, void *nothing) {
    (void)nothing;
    return queue_of(self) == NULL ? NULL : cn_text_of_range(&((channel *)self)->type);
}

/* ---- names ---- */

static int is_listed(const cl_entity *entity) {
    return atomic_load_explicit(&entity->value, memory_order_acquire) != 0;
}

PyObject *cn_channels(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return cn_sorted_names(CL_KIND_CHANNEL, is_listed);
}

PyObject *cn_channel_remove(PyObject *module, PyObject *key) {
    cl_error error;
    const char *bytes;
    Py_ssize_t count;
    (void)module;
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !cn_name_bytes(key, "channel", &bytes, &count)) {
        return NULL;
    }
    PyThreadState *state = cn_wait_begin(thread);
    int32_t removed = cl_channel_remove(thread->slot, bytes, (size_t)count, &error);
    cn_wait_end(thread, state);
    return removed == 0 && error.code != CL_OK ? cn_raise(&error) : PyBool_FromLong(removed);
}

/* ---- the type ---- */

static int read_capacity(PyObject *given, cl_channel_spec *spec) {
    int overflow = 0;
    int is_integer = PyLong_Check(given);
    long long capacity = given == Py_None ? 0 : is_integer ? PyLong_AsLongLongAndOverflow(given, &overflow) : -1;
    if (given != Py_None && (overflow != 0 || capacity < 1 || capacity > CL_CHANNEL_CAPACITY_MAX)) {
        PyObject *text = PyObject_Repr(given);
        PyErr_Clear(); /* an int too long to be printed */
        cn_error("SharedMemoryError", "a channel has room for 1 to %u messages; its capacity cannot be %V",
                 CL_CHANNEL_CAPACITY_MAX, text, "a number that is too long to be printed");
        Py_XDECREF(text);
        return 0;
    }
    spec->capacity = (uint32_t)capacity;
    return 1;
}

/* A word for a type, else the shared name of a class. */
static int read_type(PyObject *given, cl_channel_spec *spec) {
    static const char *const NAMES[] = {"any", "integer", "float", "boolean", "string", "binary", "list", "set", "map"};
    if (given == Py_None) {
        return 1;
    }
    if (!PyUnicode_Check(given)) {
        PyErr_Format(PyExc_TypeError, "the type of a channel is the name of one, not %R", given);
        return 0;
    }
    for (uint32_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (PyUnicode_CompareWithASCIIString(given, NAMES[i]) == 0) {
            spec->type = CL_TYPE_ANY + i;
            return 1;
        }
    }
    spec->type = CL_TYPE_CLASS;
    spec->type_name = cn_entity_of(CL_KIND_CLASS, given);
    return spec->type_name != 0;
}

static PyObject *channel_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    PyObject *key, *capacity = Py_None, *of = Py_None, *spin = Py_None;
    cl_channel_spec spec = {0, 0, 0};
    int64_t spin_ns;
    if (!PyArg_ParseTuple(arguments, "O|OOO:Channel", &key, &capacity, &of, &spin) ||
        (named != NULL && PyDict_GET_SIZE(named) != 0) || !cn_duration(spin, CN_MS, &spin_ns) ||
        !read_capacity(capacity, &spec) || cn_thread_here() == NULL || !read_type(of, &spec)) {
        return NULL;
    }
    channel *made = (channel *)type->tp_alloc(type, 0);
    if (made != NULL) {
        made->key = Py_NewRef(key);
        made->spin_ns = spin_ns >= 0 ? (uint64_t)spin_ns : sysconf(_SC_NPROCESSORS_ONLN) > 1 ? SPIN_NS : 0;
        if (!open_channel(made, &spec)) {
            Py_CLEAR(made);
        }
    }
    return (PyObject *)made;
}

static void channel_dealloc(PyObject *self) {
    Py_XDECREF(((channel *)self)->key);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef methods[] = {
    {"send", (PyCFunction)(void (*)(void))channel_send, METH_FASTCALL,
     "Sends a message, waits for room some milliseconds. Whether it was sent."},
    {"receive", (PyCFunction)(void (*)(void))channel_receive, METH_FASTCALL,
     "Receives the oldest message, waits for one some milliseconds, else gives the default."},
    {"close", channel_close, METH_NOARGS, "Closes it for all processes."},
    {"size", channel_size, METH_NOARGS, "Messages in it now."},
    {"isClosed", channel_is_closed, METH_NOARGS, "Whether it is closed."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"key", channel_key, NULL, NULL, NULL},
    {"capacity", channel_capacity, NULL, NULL, NULL},
    {"type", channel_type, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyTypeObject cn_channel_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Channel",
    .tp_basicsize = sizeof(channel),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = channel_new,
    .tp_dealloc = channel_dealloc,
    .tp_methods = methods,
    .tp_getset = properties,
    .tp_doc = "A channel, found or made by its key.",
};
