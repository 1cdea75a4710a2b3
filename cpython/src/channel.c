/* SPDX-License-Identifier: Apache-2.0 */
/* Channels (docs/channels.md): named queues of messages. A queue is permanent; a forked child finds it anew. */
#include "sync.h"

#define SPIN_NS 10000 /* as Java's Channels.SPIN_NS */

typedef struct channel {
    PyObject_HEAD
    PyObject *key;
    uint64_t queue;
    uint64_t spin_ns;
    cl_channel_spec spec;
    uint32_t process;
} channel;

static const char *const TYPES[] = {"any", "integer", "float", "boolean", "string", "binary", "list", "set", "map"};
#define TYPE_COUNT (sizeof TYPES / sizeof *TYPES)

static int open_again(channel *c, cn_thread *thread) {
    const char *bytes;
    Py_ssize_t count;
    cl_error error = {0, ""};
    if (!cn_name_bytes(c->key, "channel", &bytes, &count)) {
        return 0;
    }
    c->queue = cl_channel_open(thread->slot, bytes, (size_t)count, &c->spec, &error);
    cn_chunk_look(thread);
    if (c->queue == 0) {
        cn_raise(&error);
        return 0;
    }
    c->process = cn_process;
    return 1;
}

uint64_t cn_channel_queue(PyObject *self, cn_thread *thread) {
    channel *c = (channel *)self;
    return c->process == cn_process || open_again(c, thread) ? c->queue : 0;
}

static const cl_queue *queue_at(uint64_t queue) {
    return cn_at(queue);
}

/* What a message has to fit, as a declared field would say it; None fits always. */
static cl_field field_of(uint64_t queue) {
    return (cl_field){.type_name = queue_at(queue)->type_name,
                      .slot_kind = CL_SLOT_TAGGED,
                      .type = (uint8_t)queue_at(queue)->type,
                      .flags = CL_FIELD_DECLARED | CL_FIELD_NULLABLE};
}

/* ---- send ---- */

typedef struct transfer {
    cn_thread *thread;
    uint64_t queue, word, spin_ns;
    int32_t result;
    uint32_t chunk;
    cl_error error;
} transfer;

static int send_step(void *argument, int64_t slice_ns) {
    transfer *t = argument;
    t->result = cl_channel_send(t->thread->slot, t->queue, t->word, (uint64_t)slice_ns, slice_ns == 0 ? 0 : t->spin_ns,
                                &t->error);
    return t->result != CL_CHANNEL_TIMEOUT;
}

static int refuse(uint64_t queue, PyObject *key, const cn_value *value) {
    cl_field field = field_of(queue);
    PyObject *range = cn_text_of_range(&field), *what = cn_describe(value);
    if (range != NULL && what != NULL) {
        cn_error("TypeConflictError", "channel '%U' has messages of type %U; it cannot take %U; nothing was sent", key,
                 range, what);
    }
    Py_XDECREF(range);
    Py_XDECREF(what);
    return 0;
}

/* At once if there is room; else it waits without the GIL. 1: sent, 0: the time is over, -1: exception. */
static int send_word(channel *c, transfer *t, int64_t duration_ns) {
    int arrived = send_step(t, 0);
    if (!arrived && duration_ns != 0) {
        arrived = cn_await(t->thread, duration_ns, send_step, t);
    }
    if (arrived <= 0) {
        return arrived;
    }
    if (t->result == CL_CHANNEL_CLOSED) {
        cn_error("ChannelClosedError", "channel '%U' is closed, nothing can be sent to it; nothing was sent", c->key);
    } else if (t->result == 0) {
        cn_raise(&t->error);
    }
    return t->result == 1 ? 1 : -1;
}

static int send_value(channel *c, transfer *t, const cn_value *value, int64_t duration_ns) {
    cl_field field = field_of(t->queue);
    int fits = cn_fits(&field, value);
    if (fits <= 0) {
        return fits < 0 ? -1 : refuse(t->queue, c->key, value) - 1;
    }
    t->word = cn_word_for_field(t->thread, &field, value);
    uint32_t chunk = cn_chunk_look(t->thread);
    if (t->word == CL_TAG_FAILED || !cn_pin_word(t->word)) { /* handlers of signals may run while it waits */
        return -1;
    }
    int sent = send_word(c, t, duration_ns);
    cn_unpin_word(t->word);
    if (cn_is_reference(t->word)) {
        cn_forget(t->thread, t->word, chunk);
    }
    return sent;
}

static int begin(PyObject *self, transfer *t) {
    t->thread = cn_thread_here();
    t->queue = t->thread == NULL ? 0 : cn_channel_queue(self, t->thread);
    t->spin_ns = ((channel *)self)->spin_ns;
    return t->queue != 0;
}

static PyObject *channel_send(PyObject *self, PyObject *const *a, Py_ssize_t count) {
    channel *c = (channel *)self;
    cn_value value;
    transfer t;
    int64_t duration;
    if (count < 1 || count > 2) {
        return PyErr_Format(PyExc_TypeError, "a message and a time are sent, not %zd arguments", count);
    }
    if (!cn_duration(count == 2 ? a[1] : NULL, CN_MS, &duration) || !begin(self, &t)) {
        return NULL;
    }
    cn_tidy(t.thread);
    if (!cn_value_of(a[0], &value, "channel '%U'", c->key)) {
        return NULL;
    }
    int sent = send_value(c, &t, &value, duration);
    cn_value_clear(&value);
    return sent < 0 ? NULL : PyBool_FromLong(sent);
}

/* ---- receive ---- */

static int receive_step(void *argument, int64_t slice_ns) {
    transfer *t = argument;
    t->result = cl_channel_receive(t->thread->slot, t->queue, (uint64_t)slice_ns, slice_ns == 0 ? 0 : t->spin_ns,
                                   &t->word, &t->error);
    t->chunk = t->thread->mutator->chunk; /* that has its entry */
    return t->result != CL_CHANNEL_TIMEOUT;
}

static PyObject *received(const channel *c, transfer *t) {
    switch (t->result) {
    case 1:
        return cn_take_word(t->thread, t->word, t->chunk);
    case CL_CHANNEL_CLOSED:
        return cn_error("ChannelClosedError", "channel '%U' is closed and has no message left", c->key);
    default:
        return cn_raise(&t->error);
    }
}

/* receive([ms, otherwise]) */
static PyObject *channel_receive(PyObject *self, PyObject *const *a, Py_ssize_t count) {
    channel *c = (channel *)self;
    transfer t;
    int64_t duration;
    if (count > 2) {
        return PyErr_Format(PyExc_TypeError, "receive takes a time and a value, not %zd arguments", count);
    }
    if (!cn_duration(count >= 1 ? a[0] : NULL, CN_MS, &duration) || !begin(self, &t)) {
        return NULL;
    }
    int arrived = receive_step(&t, 0);
    cn_chunk_look(t.thread);
    if (!arrived && duration != 0) {
        arrived = cn_await(t.thread, duration, receive_step, &t);
    }
    if (arrived > 0) {
        return received(c, &t);
    }
    if (arrived < 0 || count == 2) {
        return arrived < 0 ? NULL : Py_NewRef(a[1]);
    }
    return cn_error("TimeoutError", "no message came to channel '%U' in %S ms", c->key, a[0]);
}

/* ---- the others ---- */

static PyObject *channel_close(PyObject *self, PyObject *nothing) {
    transfer t;
    (void)nothing;
    t.error = (cl_error){0, ""};
    if (!begin(self, &t)) {
        return NULL;
    }
    return cl_channel_close(t.thread->slot, t.queue, &t.error) ? Py_NewRef(Py_None) : cn_raise(&t.error);
}

static PyObject *channel_size(PyObject *self, PyObject *nothing) {
    transfer t;
    (void)nothing;
    return begin(self, &t) ? PyLong_FromUnsignedLong(cl_channel_size(t.queue)) : NULL;
}

static PyObject *channel_is_closed(PyObject *self, PyObject *nothing) {
    transfer t;
    (void)nothing;
    return begin(self, &t) ? PyBool_FromLong(cl_channel_is_closed(t.queue)) : NULL;
}

static PyObject *channel_key(PyObject *self, void *nothing) {
    (void)nothing;
    return Py_NewRef(((channel *)self)->key);
}

static PyObject *channel_capacity(PyObject *self, void *nothing) {
    transfer t;
    (void)nothing;
    return begin(self, &t) ? PyLong_FromUnsignedLong(queue_at(t.queue)->capacity) : NULL;
}

static PyObject *channel_type(PyObject *self, void *nothing) {
    transfer t;
    (void)nothing;
    if (!begin(self, &t)) {
        return NULL;
    }
    cl_field field = field_of(t.queue);
    return cn_text_of_range(&field);
}

/* ---- opening ---- */

static int read_capacity(PyObject *value, uint32_t *capacity) {
    if (value == Py_None) {
        return 1;
    }
    long number = PyLong_Check(value) && !PyBool_Check(value) ? PyLong_AsLong(value) : -1;
    PyErr_Clear();
    if (number < 1 || number > INT32_MAX) {
        cn_error("SharedMemoryError", "a channel has room for 1 to %u messages; its capacity cannot be %R",
                 CL_CHANNEL_CAPACITY_MAX, value);
        return 0;
    }
    *capacity = (uint32_t)number;
    return 1;
}

/* The name of a type or of a class. */
static int read_type(PyObject *value, cl_channel_spec *spec) {
    if (value == Py_None) {
        return 1;
    }
    if (!PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "the type of a channel is a name, not %R", value);
        return 0;
    }
    for (uint32_t i = 0; i < TYPE_COUNT; i++) {
        if (PyUnicode_CompareWithASCIIString(value, TYPES[i]) == 0) {
            spec->type = CL_TYPE_ANY + i;
            return 1;
        }
    }
    spec->type = CL_TYPE_CLASS;
    spec->type_name = cn_entity_of(CL_KIND_CLASS, value);
    return spec->type_name != 0;
}

/* Channel(key, capacity, type, spin in ms); None stands for what is left out. */
static PyObject *channel_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    PyObject *key, *capacity = Py_None, *kind = Py_None, *spin = Py_None;
    int64_t spin_ns = SPIN_NS;
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !PyArg_ParseTuple(arguments, "O|OOO:Channel", &key, &capacity, &kind, &spin) ||
        (named != NULL && PyDict_GET_SIZE(named) != 0) || (spin != Py_None && !cn_duration(spin, CN_MS, &spin_ns))) {
        return NULL;
    }
    channel *made = (channel *)type->tp_alloc(type, 0);
    if (made != NULL) {
        made->key = Py_NewRef(key);
        made->spin_ns = (uint64_t)spin_ns;
        if (!read_capacity(capacity, &made->spec.capacity) || !read_type(kind, &made->spec) ||
            !open_again(made, thread)) {
            Py_CLEAR(made);
        }
    }
    return (PyObject *)made;
}

static void channel_dealloc(PyObject *self) {
    Py_XDECREF(((channel *)self)->key);
    Py_TYPE(self)->tp_free(self);
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
    const char *bytes;
    Py_ssize_t count;
    cl_error error = {0, ""};
    (void)module;
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !cn_name_bytes(key, "channel", &bytes, &count)) {
        return NULL;
    }
    int32_t done = cl_channel_remove(thread->slot, bytes, (size_t)count, &error);
    cn_chunk_look(thread);
    return done == 0 && error.code != CL_OK ? cn_raise(&error) : PyBool_FromLong(done);
}

#define FAST(FUNCTION) (PyCFunction)(void (*)(void))(FUNCTION), METH_FASTCALL

static PyMethodDef methods[] = {
    {"send", FAST(channel_send), "Sends a message, waits some milliseconds while the channel is full. Whether it did."},
    {"receive", FAST(channel_receive), "Receives the oldest message, waits some milliseconds while there is none."},
    {"close", channel_close, METH_NOARGS, "From then on nothing is sent."},
    {"size", channel_size, METH_NOARGS, "Messages in it now."},
    {"isClosed", channel_is_closed, METH_NOARGS, "Whether it is closed."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {{"key", channel_key, NULL, NULL, NULL},
                                   {"capacity", channel_capacity, NULL, NULL, NULL},
                                   {"type", channel_type, NULL, NULL, NULL},
                                   {NULL, NULL, NULL, NULL, NULL}};

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
