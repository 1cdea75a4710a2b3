/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waits of coroutines. One thread of the process sleeps for all of them at once, on the futexes that the library names
 * and on a word of this process, the bell, which says that the list of waits is another one.
 */
#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "sync.h"

#define MOST     127u       /* of one sleep, beside the bell */
#define SLEEP_NS 100000000l /* as the library sleeps: who was to wake may have died */
#define LOOK_NS  5000000l   /* where the system cannot sleep for so many, or nobody wakes a reader */

#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif

/* As struct futex_waitv of <linux/futex.h>, which older systems lack. */
typedef struct waited {
    uint64_t value, address;
    uint32_t flags, reserved;
} waited;
#define WORD_OF_32_BITS 2u

typedef struct watch {
    PyObject_HEAD
    PyObject *target; /* a channel or a repository */
    uint64_t queue;   /* of a channel, else 0 */
    uint64_t place;   /* of a repository's value, else 0 */
    uint32_t process; /* whose `seen` it is */
    int sends;
    int differed; /* it had another value before the wait began */
    cn_seen seen; /* a repository's value that is waited to change */
} watch;

static _Atomic uint32_t bell;

static PyObject *ring(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    atomic_fetch_add_explicit(&bell, 1, memory_order_release);
    syscall(SYS_futex, &bell, FUTEX_WAKE, 1, NULL, NULL, 0);
    Py_RETURN_NONE;
}

static PyObject *bell_now(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return PyLong_FromUnsignedLong(atomic_load_explicit(&bell, memory_order_acquire));
}

static int is_ready(const watch *w, waited *at) {
    cl_watch found;
    if (w->differed) {
        return 1;
    }
    int ready = w->queue != 0 ? cl_channel_watch(w->queue, w->sends, &found)
                              : cl_repository_watch(w->place, w->seen.word, &found);
    if (!ready) {
        *at = (waited){.value = found.seen, .address = (uintptr_t)cn_at(found.word), .flags = WORD_OF_32_BITS};
    }
    return ready;
}

static void nap(const _Atomic uint32_t *word, uint32_t seen, long ns) {
    struct timespec time = {.tv_nsec = ns};
    syscall(SYS_futex, word, FUTEX_WAIT, seen, &time, NULL, 0);
}

static void sleep_for(waited *waits, uint32_t count, int all) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += all && !cl_is_readonly() ? SLEEP_NS : LOOK_NS;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    if (syscall(SYS_futex_waitv, waits, count, 0, &end, CLOCK_MONOTONIC) < 0 && (errno == ENOSYS || errno == EPERM)) {
        nap(&bell, (uint32_t)waits[0].value, count == 1 ? SLEEP_NS : LOOK_NS);
    }
}

/* Looks at each; sleeps at most once if none is ready. Which are: a list. Without the GIL: the list keeps them. */
static int look(PyObject *watches, uint32_t rung, char *ready) {
    waited waits[MOST + 1];
    Py_ssize_t count = PyTuple_GET_SIZE(watches), found = 0;
    uint32_t waiting = 1;
    waits[0] = (waited){.value = rung, .address = (uintptr_t)&bell, .flags = WORD_OF_32_BITS};
    for (Py_ssize_t i = 0; i < count; i++) {
        waited other, *at = waiting <= MOST ? &waits[waiting] : &other;
        ready[i] = (char)is_ready((watch *)PyTuple_GET_ITEM(watches, i), at);
        found += ready[i];
        waiting += !ready[i] && waiting <= MOST;
    }
    if (found == 0) {
        sleep_for(waits, waiting, count <= MOST);
    }
    return found != 0;
}

/* await_any(watches, bell): sleeps once, for a while; which of them are ready. The bell is what it was before the list
 * was made. */
static PyObject *await_any(PyObject *module, PyObject *arguments) {
    PyObject *watches;
    unsigned rung;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "O!I", &PyTuple_Type, &watches, &rung)) {
        return NULL;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(watches);
    for (Py_ssize_t i = 0; i < count; i++) {
        if (!Py_IS_TYPE(PyTuple_GET_ITEM(watches, i), &cn_watch_type)) {
            return PyErr_Format(PyExc_TypeError, "a watch was expected, not %R", PyTuple_GET_ITEM(watches, i));
        }
    }
    char *ready = PyMem_RawCalloc((size_t)count + 1, 1);
    PyObject *found = ready == NULL ? PyErr_NoMemory() : PyList_New(0);
    if (found != NULL) {
        Py_BEGIN_ALLOW_THREADS
        look(watches, rung, ready);
        Py_END_ALLOW_THREADS
    }
    for (Py_ssize_t i = 0; found != NULL && i < count; i++) {
        if (ready[i] && PyList_Append(found, PyTuple_GET_ITEM(watches, i)) < 0) {
            Py_CLEAR(found);
        }
    }
    PyMem_RawFree(ready);
    return found;
}

/* ---- the type: Watch(channel, sends), Watch(repository, seen) ---- */

static int begin_repository(watch *w, cn_thread *thread, PyObject *seen) {
    uint64_t place = cn_repository_place(w->target);
    if (place == 0 || !cn_see(thread, place, &w->seen)) {
        return 0;
    }
    w->place = place;
    int same = cn_is_expected(w->seen.value, seen);
    w->differed = same == 0;
    return same >= 0;
}

static PyObject *watch_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    PyObject *target, *what;
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !PyArg_ParseTuple(arguments, "OO:Watch", &target, &what) ||
        (named != NULL && PyDict_GET_SIZE(named) != 0)) {
        return NULL;
    }
    int is_channel = PyObject_TypeCheck(target, &cn_channel_type);
    if (!is_channel && !PyObject_TypeCheck(target, &cn_repository_type)) {
        return PyErr_Format(PyExc_TypeError, "a channel or a repository was expected, not %R", target);
    }
    watch *w = (watch *)type->tp_alloc(type, 0);
    if (w == NULL) {
        return NULL;
    }
    w->target = Py_NewRef(target);
    w->process = cn_process;
    w->sends = is_channel && what == Py_True;
    w->queue = is_channel ? cn_channel_queue(target, thread) : 0;
    if (is_channel ? w->queue == 0 : !begin_repository(w, thread, what)) {
        Py_CLEAR(w);
    }
    return (PyObject *)w;
}

/* Nobody asks any more: others that sleep are woken in its place. */
static PyObject *watch_end(PyObject *self, PyObject *nothing) {
    watch *w = (watch *)self;
    (void)nothing;
    if (w->queue != 0 && w->process == cn_process) {
        cl_channel_watched(w->queue, w->sends);
    }
    Py_RETURN_NONE;
}

static void watch_dealloc(PyObject *self) {
    watch *w = (watch *)self;
    cn_thread *thread = w->place != 0 && w->process == cn_process ? cn_thread_here() : NULL;
    if (thread != NULL) {
        cn_seen_end(thread, &w->seen);
    }
    Py_XDECREF(w->target);
    Py_TYPE(self)->tp_free(self);
}

static PyMethodDef methods[] = {{"end", watch_end, METH_NOARGS, "It is not asked any more."}, {NULL, NULL, 0, NULL}};

PyTypeObject cn_watch_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Watch",
    .tp_basicsize = sizeof(watch),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = watch_new,
    .tp_dealloc = watch_dealloc,
    .tp_methods = methods,
    .tp_doc = "What a coroutine waits for: a message, room for one, another value.",
};

PyMethodDef cn_watch_functions[] = {
    {"await_any", await_any, METH_VARARGS, "Which of these watches are ready; sleeps once if none is."},
    {"ring", ring, METH_NOARGS, "Ends the sleep of await_any."},
    {"bell", bell_now, METH_NOARGS, "What await_any is told."},
    {NULL, NULL, 0, NULL},
};
