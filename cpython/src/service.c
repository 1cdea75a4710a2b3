/* SPDX-License-Identifier: Apache-2.0 */
/* Services by name [layout.service]: who calls sends and waits, who serves takes. A forked child finds one anew. */
#include "call.h"

typedef struct service {
    PyObject_HEAD
    PyObject *name;
    PyObject *servers; /* the array's wrapper */
    uint64_t queue;
    cl_patience calling, taking; /* hints that threads share, without the GIL too */
    uint32_t capacity;           /* 0: as it is */
    uint32_t process;
} service;

typedef struct request {
    cn_thread *thread;
    uint64_t queue;
    uint64_t servers; /* 0: it waits for servers, too */
    uint64_t call;
    cl_patience *patience;
    int32_t result;
    cl_error error;
} request;

static int open_again(service *s, cn_thread *thread) {
    CN_NO_ERROR(error);
    cl_service found;
    const char *bytes;
    Py_ssize_t count;
    if (!cn_name_bytes(s->name, "service", &bytes, &count)) {
        return 0;
    }
    int32_t done = cl_service_open(thread->slot, bytes, (size_t)count, s->capacity, &found, &error);
    uint32_t chunk = cn_chunk_look(thread);
    if (!done) {
        cn_raise(&error);
        return 0;
    }
    PyObject *servers = cn_take_reference(thread, found.servers, chunk);
    cn_scope_leave_out(servers);
    if (servers == NULL) {
        return 0;
    }
    Py_XSETREF(s->servers, servers);
    s->queue = found.queue;
    s->process = cn_process;
    return 1;
}

static int is_open(service *s, cn_thread *thread) {
    return thread != NULL && (s->process == cn_process || open_again(s, thread));
}

/* What a method of a client asks for. 0 and an exception. */
static int begin_request(PyObject *self, PyObject *call, int needs_servers, request *r) {
    service *s = (service *)self;
    *r = (request){.thread = cn_thread_here(), .patience = &s->calling};
    if (!is_open(s, r->thread)) {
        return 0;
    }
    r->queue = s->queue;
    r->servers = needs_servers ? cn_reference_of(s->servers) : 0;
    r->call = cn_call_argument(call);
    return r->call != 0;
}

/* ---- calling ---- */

/* begin(method, deadline, replies, context, arguments): a call that is not sent yet. */
static PyObject *service_begin(PyObject *self, PyObject *given) {
    unsigned method;
    long long deadline;
    PyObject *replies, *context, *arguments;
    cn_thread *thread = cn_thread_here();
    if (!PyArg_ParseTuple(given, "ILOOO!:begin", &method, &deadline, &replies, &context, &PyTuple_Type,
                          &arguments) ||
        !is_open((service *)self, thread)) {
        return NULL;
    }
    if (replies != Py_None && !Py_IS_TYPE(replies, &cn_replies_type)) {
        return PyErr_Format(PyExc_TypeError, "replies were expected, not %R", replies);
    }
    return cn_call_begin(thread, method, deadline, replies, context, arguments);
}

static int send_step(void *argument, int64_t slice_ns) {
    request *r = argument;
    r->result = cl_call_send(r->thread->slot, r->queue, r->call, (uint64_t)slice_ns, &r->error);
    return r->result != CL_CHANNEL_TIMEOUT || (r->servers != 0 && cl_service_serves(r->servers) == 0);
}

/* What can be done at once is done with the GIL held. */
static int32_t send_call(request *r, int64_t duration_ns) {
    const cl_queue *queue = cn_at(r->queue);
    if (cn_is_free(&queue->send_lock)) {
        r->result = cl_call_send(r->thread->slot, r->queue, r->call, 0, &r->error);
        if (r->result != CL_CHANNEL_TIMEOUT || duration_ns == 0) {
            return r->result;
        }
    }
    return cn_await(r->thread, duration_ns, send_step, r) < 0 ? -1 : r->result;
}

/* send(call, needs_servers, ns): 1: it was sent; 2: there was no room in time, or no server; 3: the service was
 * removed. */
static PyObject *service_send(PyObject *self, PyObject *given) {
    PyObject *call, *time;
    int needs_servers;
    int64_t duration;
    request r;
    if (!PyArg_ParseTuple(given, "OpO:send", &call, &needs_servers, &time) || !cn_duration(time, 1, &duration) ||
        !begin_request(self, call, needs_servers, &r)) {
        return NULL;
    }
    int32_t result = send_call(&r, duration);
    cn_chunk_look(r.thread);
    return result < 0 ? NULL : result == 0 ? cn_raise(&r.error) : PyLong_FromLong(result);
}

static int has_ended(int32_t state) {
    return state > CL_CALL_TAKEN;
}

static int await_step(void *argument, int64_t slice_ns) {
    request *r = argument;
    r->result = cl_call_await(r->thread->slot, r->call, r->servers, (uint64_t)slice_ns, r->patience);
    return has_ended(r->result);
}

/* wait(call, needs_servers, ns): its state, after its end or that time. */
static PyObject *service_wait(PyObject *self, PyObject *given) {
    PyObject *call, *time;
    int needs_servers;
    int64_t duration;
    request r;
    if (!PyArg_ParseTuple(given, "OpO:wait", &call, &needs_servers, &time) || !cn_duration(time, 1, &duration) ||
        !begin_request(self, call, needs_servers, &r)) {
        return NULL;
    }
    r.result = (int32_t)cn_call_state(r.call);
    return !has_ended(r.result) && cn_await(r.thread, duration, await_step, &r) < 0 ? NULL
                                                                                    : PyLong_FromLong(r.result);
}

/* look(call, needs_servers): its state now, which ends if its server died. */
static PyObject *service_look(PyObject *self, PyObject *given) {
    PyObject *call;
    int needs_servers;
    request r;
    if (!PyArg_ParseTuple(given, "Op:look", &call, &needs_servers) || !begin_request(self, call, needs_servers, &r)) {
        return NULL;
    }
    return PyLong_FromLong(cl_call_look(r.call, r.servers));
}

/* ---- serving ---- */

static int take_step(void *argument, int64_t slice_ns) {
    request *r = argument;
    r->result = cl_call_take(r->thread->slot, r->queue, (uint64_t)slice_ns, r->patience, &r->call, &r->error);
    return r->result != CL_CHANNEL_TIMEOUT;
}

/* A call that was taken is this process's to end, also where there is no memory for its wrapper. */
static PyObject *taken(request *r) {
    uint64_t call = r->call;
    PyObject *made = cn_call_of(r->thread, call, cn_chunk_look(r->thread));
    if (made == NULL) {
        cl_call_end(r->thread->slot, call, CL_CALL_FAILED);
        cn_chunk_look(r->thread);
    }
    return made;
}

/* take(ns): the next call, or None. */
static PyObject *service_take(PyObject *self, PyObject *time) {
    service *s = (service *)self;
    int64_t duration;
    request r = {.thread = cn_thread_here(), .patience = &s->taking};
    if (!cn_duration(time, 1, &duration) || !is_open(s, r.thread)) {
        return NULL;
    }
    r.queue = s->queue;
    int arrived = cn_await(r.thread, duration, take_step, &r);
    if (arrived <= 0) {
        return arrived < 0 ? NULL : Py_NewRef(Py_None);
    }
    return r.result == 1                   ? taken(&r)
           : r.result == CL_CHANNEL_CLOSED ? cn_error("ChannelClosedError", "service '%U' was removed", s->name)
                                           : cn_raise(&r.error);
}

static PyObject *service_join(PyObject *self, PyObject *nothing) {
    CN_NO_ERROR(error);
    service *s = (service *)self;
    (void)nothing;
    if (!is_open(s, cn_thread_here())) {
        return NULL;
    }
    return cl_service_join(cn_reference_of(s->servers), &error) ? Py_NewRef(Py_None) : cn_raise(&error);
}

static PyObject *service_leave(PyObject *self, PyObject *nothing) {
    service *s = (service *)self;
    (void)nothing;
    if (!is_open(s, cn_thread_here())) {
        return NULL;
    }
    cl_service_leave(cn_reference_of(s->servers));
    Py_RETURN_NONE;
}

static PyObject *service_servers(PyObject *self, PyObject *nothing) {
    service *s = (service *)self;
    (void)nothing;
    return is_open(s, cn_thread_here()) ? PyLong_FromLong(cl_service_serves(cn_reference_of(s->servers))) : NULL;
}

/* ---- the type ---- */

static int read_capacity(PyObject *given, service *s) {
    long long capacity = given == Py_None ? 0 : PyLong_Check(given) ? PyLong_AsLongLong(given) : -1;
    if (given != Py_None && (capacity < 1 || capacity > CL_CHANNEL_CAPACITY_MAX)) {
        PyErr_Clear();
        cn_error("SharedMemoryError", "a service has room for 1 to %u calls; its capacity cannot be %R",
                 CL_CHANNEL_CAPACITY_MAX, given);
        return 0;
    }
    s->capacity = (uint32_t)capacity;
    return 1;
}

static PyObject *service_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    PyObject *name, *capacity = Py_None;
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !PyArg_ParseTuple(arguments, "O|O:Service", &name, &capacity) ||
        (named != NULL && PyDict_GET_SIZE(named) != 0)) {
        return NULL;
    }
    service *made = (service *)type->tp_alloc(type, 0);
    if (made != NULL) {
        made->name = Py_NewRef(name);
        if (!read_capacity(capacity, made) || !open_again(made, thread)) {
            Py_CLEAR(made);
        }
    }
    return (PyObject *)made;
}

static void service_dealloc(PyObject *self) {
    Py_XDECREF(((service *)self)->name);
    Py_XDECREF(((service *)self)->servers);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef methods[] = {
    {"begin", service_begin, METH_VARARGS, "A call that is not sent yet."},
    {"send", service_send, METH_VARARGS, "Sends a call, waits for room some ns."},
    {"wait", service_wait, METH_VARARGS, "Waits for the end of a call some ns. Its state."},
    {"look", service_look, METH_VARARGS, "The state of a call, whose server may have died."},
    {"take", service_take, METH_O, "Takes the next call, waits for one some ns."},
    {"join", service_join, METH_NOARGS, "This process serves from now on."},
    {"leave", service_leave, METH_NOARGS, "This process serves no more."},
    {"servers", service_servers, METH_NOARGS, "How many living processes serve."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject cn_service_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Service",
    .tp_basicsize = sizeof(service),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = service_new,
    .tp_dealloc = service_dealloc,
    .tp_methods = methods,
    .tp_doc = "A service, found or made by its name.",
};
