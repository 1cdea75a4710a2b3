/* SPDX-License-Identifier: Apache-2.0 */
/* Monitors of objects, containers and repositories. A thread is its mutator slot. */
#include <limits.h>

#include "sync.h"

typedef struct monitor {
    PyObject_HEAD
    PyObject *target; /* a wrapper or a repository */
    int is_repository;
} monitor;

typedef struct entering {
    cn_thread *thread;
    uint64_t object;
    int32_t result;
    cl_error error;
} entering;

static uint64_t object_of(PyObject *self) {
    monitor *m = (monitor *)self;
    if (!m->is_repository) {
        return cn_checked_reference(m->target);
    }
    uint64_t place = cn_repository_place(m->target);
    return place == 0 ? 0 : place - offsetof(cl_entity, value);
}

static int enter_step(void *argument, int64_t slice_ns) {
    entering *e = argument;
    e->result = cl_monitor_enter(e->thread->slot, e->object, slice_ns, &e->error);
    return e->result != CL_MONITOR_TIMED_OUT;
}

/* 1: it was entered, 0: the time is over, -1: exception. The thread has no more than it had when it did not enter. */
static int enter(PyObject *self, int64_t duration_ns) {
    entering e;
    e.thread = cn_thread_here();
    e.object = e.thread == NULL ? 0 : object_of(self);
    if (e.object == 0) {
        return -1;
    }
    if (!enter_step(&e, 0)) {
        int arrived = duration_ns == 0 ? 0 : cn_await(e.thread, duration_ns, enter_step, &e);
        if (arrived <= 0) {
            return arrived;
        }
    }
    if (e.result == 0) {
        cn_raise(&e.error);
        return -1;
    }
    return 1;
}

static int leave(PyObject *self) {
    cl_error error;
    cn_thread *thread = cn_thread_here();
    uint64_t object = thread == NULL ? 0 : object_of(self);
    if (object != 0 && !cl_monitor_exit(thread->slot, object, &error)) {
        cn_raise(&error);
        return 0;
    }
    return object != 0;
}

/* ---- the methods of threading.Condition ---- */

static PyObject *monitor_acquire(PyObject *self, PyObject *arguments, PyObject *named) {
    static char *names[] = {"blocking", "timeout", NULL};
    int blocking = 1;
    double timeout = -1;
    int64_t duration = CN_FOREVER;
    if ((PyTuple_GET_SIZE(arguments) != 0 || named != NULL) &&
        !PyArg_ParseTupleAndKeywords(arguments, named, "|pd:acquire", names, &blocking, &timeout)) {
        return NULL;
    }
    if (!blocking && timeout != -1) {
        PyErr_SetString(PyExc_ValueError, "can't specify a timeout for a non-blocking call");
        return NULL;
    }
    if (timeout != -1 && !(timeout >= 0)) {
        PyErr_SetString(PyExc_ValueError, "timeout value must be a non-negative number");
        return NULL;
    }
    if (timeout != -1) {
        duration = timeout * CN_S < 0x1p62 ? (int64_t)(timeout * CN_S) : INT64_C(1) << 62;
    }
    int entered = enter(self, blocking ? duration : 0);
    return entered < 0 ? NULL : PyBool_FromLong(entered);
}

static PyObject *monitor_release(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return leave(self) ? Py_NewRef(Py_None) : NULL;
}

static PyObject *monitor_enter(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return enter(self, CN_FOREVER) < 0 ? NULL : Py_NewRef(self);
}

static PyObject *monitor_exit(PyObject *self, PyObject *const *error, Py_ssize_t count) {
    (void)error, (void)count;
    return leave(self) ? Py_NewRef(Py_None) : NULL;
}

static PyObject *monitor_locked(PyObject *self, PyObject *nothing) {
    (void)nothing;
    cn_thread *thread = cn_thread_here();
    uint64_t object = thread == NULL ? 0 : object_of(self);
    return object == 0 ? NULL : PyBool_FromLong(cl_monitor_is_held(thread->slot, object));
}

static PyObject *notify(PyObject *self, uint32_t most) {
    cl_error error;
    cn_thread *thread = cn_thread_here();
    uint64_t object = thread == NULL ? 0 : object_of(self);
    return object == 0                                                  ? NULL
           : cl_monitor_notify(thread->slot, object, most, &error) == 0 ? cn_raise(&error)
                                                                        : Py_NewRef(Py_None);
}

static PyObject *monitor_notify(PyObject *self, PyObject *arguments, PyObject *named) {
    static char *names[] = {"n", NULL};
    int most = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|i:notify", names, &most)) {
        return NULL;
    }
    if (most < 0) {
        return cn_error("SharedMemoryError", "the number of threads to notify was expected, 0 or more, not %d", most);
    }
    return notify(self, (uint32_t)most);
}

static PyObject *monitor_notify_all(PyObject *self, PyObject *nothing) {
    (void)nothing;
    return notify(self, UINT32_MAX);
}

/* ---- wait ---- */

static int sleep_step(void *argument, int64_t slice_ns) {
    entering *e = argument;
    return cl_monitor_wait_sleep(e->thread->slot, slice_ns) == 1;
}

static PyObject *abandoned(const cl_error *error) {
    PyErr_Clear();
    return cn_raise(error);
}

/* The thread has the monitor again afterwards, unless handlers of signals raise twice, so that nobody waits for ever.
 * 0 and an exception. */
static int enter_again(entering *e, uint32_t entries) {
    int interrupted = PyErr_Occurred() != NULL, died = 0;
    CN_NO_ERROR(error);
    for (;;) {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        int arrived = enter_step(e, 0) ? 1 : cn_await(e->thread, CN_FOREVER, enter_step, e);
        if (arrived > 0) {
            PyErr_Restore(type, value, traceback);
        } else {
            Py_XDECREF(type);
            Py_XDECREF(value);
            Py_XDECREF(traceback);
        }
        if (arrived > 0 && e->result == 1) {
            break;
        }
        if (e->thread->mutator == NULL) {
            return 0;
        }
        if (arrived > 0) { /* the owner died: the monitor is free now; or its word is damaged */
            died = e->error.code == CL_ERR_ABANDONED;
            error = e->error;
        }
        if (arrived > 0 ? !died : interrupted++ > 0) {
            cl_monitor_wait_end(e->thread->slot, e->object, 0);
            return PyErr_Occurred() ? 0 : (cn_raise(&error), 0);
        }
    }
    cl_monitor_wait_end(e->thread->slot, e->object, entries);
    if (died && !PyErr_Occurred()) {
        abandoned(&error);
    }
    return PyErr_Occurred() == NULL;
}

static int begin_wait(entering *e, uint32_t *entries) {
    uint32_t wake = atomic_load_explicit(&e->thread->mutator->wake, memory_order_relaxed);
    if ((wake & CL_WAKE_MASK) != CL_WAKE_NONE) {
        cn_error("SharedMemoryError", "this thread waits already: the handler of a signal cannot wait meanwhile");
        return 0;
    }
    if (!cl_monitor_wait_begin(e->thread->slot, e->object, entries, &e->error)) {
        cn_raise(&e->error);
        return 0;
    }
    return 1;
}

static PyObject *monitor_wait(PyObject *self, PyObject *arguments, PyObject *named) {
    static char *names[] = {"timeout", NULL};
    PyObject *timeout = Py_None;
    int64_t duration;
    uint32_t entries;
    entering e;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|O:wait", names, &timeout) ||
        !cn_duration(timeout, CN_S, &duration)) {
        return NULL;
    }
    e.thread = cn_thread_here();
    e.object = e.thread == NULL ? 0 : object_of(self);
    if (e.object == 0 || !begin_wait(&e, &entries)) {
        return NULL;
    }
    int notified = cn_await(e.thread, duration, sleep_step, &e);
    if (e.thread->mutator == NULL) {
        return NULL;
    }
    if (notified <= 0) {
        notified = cl_monitor_wait_cancel(e.thread->slot) == 1;
    }
    return enter_again(&e, entries) ? PyBool_FromLong(notified) : NULL;
}

/* ---- the type ---- */

static PyObject *monitor_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    PyObject *target;
    if (!PyArg_ParseTuple(arguments, "O:Monitor", &target) || (named != NULL && PyDict_GET_SIZE(named) != 0)) {
        return NULL;
    }
    int is_repository = PyObject_TypeCheck(target, &cn_repository_type);
    if (!is_repository && !cn_is_wrapper(target)) {
        PyObject *name = PyType_GetQualName(Py_TYPE(target));
        if (name != NULL) {
            cn_error("SharedMemoryError",
                     "a shared object or a repository was expected, which have monitors, not a private %U", name);
        }
        Py_XDECREF(name);
        return NULL;
    }
    monitor *made = (monitor *)type->tp_alloc(type, 0);
    if (made != NULL) {
        made->target = Py_NewRef(target);
        made->is_repository = is_repository;
    }
    return (PyObject *)made;
}

static void monitor_dealloc(PyObject *self) {
    Py_XDECREF(((monitor *)self)->target);
    Py_TYPE(self)->tp_free(self);
}

#define NAMED(FUNCTION) (PyCFunction)(void (*)(void))(FUNCTION)

static PyMethodDef methods[] = {
    {"acquire", NAMED(monitor_acquire), METH_VARARGS | METH_KEYWORDS,
     "acquire($self, blocking=True, timeout=-1)\n--\n\nEnters. Returns whether it did: at once when blocking is "
     "false, or within timeout seconds if that is not -1."},
    {"release", monitor_release, METH_NOARGS, "Leaves."},
    {"__enter__", monitor_enter, METH_NOARGS, "Enters."},
    {"__exit__", NAMED(monitor_exit), METH_FASTCALL, "Leaves."},
    {"locked", monitor_locked, METH_NOARGS, "Whether this thread has it."},
    {"wait", NAMED(monitor_wait), METH_VARARGS | METH_KEYWORDS,
     "wait($self, timeout=None)\n--\n\nLeaves, waits until another thread notifies, at most timeout seconds, and "
     "enters again. Returns whether it was notified."},
    {"notify", NAMED(monitor_notify), METH_VARARGS | METH_KEYWORDS,
     "notify($self, n=1)\n--\n\nWakes at most n threads that wait, those first who wait longest."},
    {"notify_all", monitor_notify_all, METH_NOARGS, "Wakes all threads that wait."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject cn_monitor_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Monitor",
    .tp_basicsize = sizeof(monitor),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = monitor_new,
    .tp_dealloc = monitor_dealloc,
    .tp_methods = methods,
    .tp_doc = "The monitor of a shared object, a shared container or a repository.",
};
