/* SPDX-License-Identifier: Apache-2.0 */
/* Repositories: named roots. An entity is permanent; a forked child finds it anew. */
#include "container.h"
#include "sync.h"

typedef struct repository {
    PyObject_HEAD
    PyObject *key;
    uint64_t place; /* of its value */
    uint32_t process;
} repository;

static int open_again(repository *r) {
    if (cn_thread_here() == NULL) {
        return 0;
    }
    uint32_t granules = cn_entity_of(CL_KIND_REPOSITORY, r->key);
    if (granules == 0) {
        return 0;
    }
    const cl_entity *entity = cn_at((uint64_t)granules << CL_GRANULE_SHIFT);
    r->place = ((uint64_t)granules << CL_GRANULE_SHIFT) + offsetof(cl_entity, value);
    r->process = cn_process;
    if ((atomic_load_explicit(&entity->changes, memory_order_acquire) & CL_CHANGES_REMOVED) != 0 && !cl_is_readonly()) {
        cl_repository_changed(r->place); /* it is listed again */
    }
    return 1;
}

uint64_t cn_repository_place(PyObject *self) {
    repository *r = (repository *)self;
    return r->process == cn_process || open_again(r) ? r->place : 0;
}

static PyObject *repository_get(PyObject *self, PyObject *nothing) {
    (void)nothing;
    cn_thread *thread = cn_thread_here();
    uint64_t place = thread == NULL ? 0 : cn_repository_place(self);
    return place == 0 ? NULL : cn_load(thread, cn_at(place));
}

static PyObject *repository_set(PyObject *self, PyObject *value) {
    cn_value stored;
    cn_thread *thread = cn_thread_here();
    uint64_t place = thread == NULL ? 0 : cn_repository_place(self);
    if (place == 0 || !cn_value_of(value, &stored, "repository '%U'", ((repository *)self)->key)) {
        return NULL;
    }
    if (cl_is_readonly()) {
        cn_value_clear(&stored);
        return cn_error("ReadOnlyError", "this process is attached read-only and cannot set a repository; attach "
                                         "without COLORS_READONLY; nothing was stored");
    }
    uint64_t word = cn_word_of(thread, &stored);
    if (word != CL_TAG_FAILED) {
        cl_repository_set(thread->slot, place, word);
        if (stored.form != CN_SHARED) {
            cn_forget_word(thread, word);
        }
    }
    cn_value_clear(&stored);
    return word == CL_TAG_FAILED ? NULL : Py_NewRef(Py_None);
}

static PyObject *exchange(PyObject *self, PyObject *expected, PyObject *value) {
    cn_value stored;
    cn_thread *thread = cn_thread_here();
    uint64_t place = thread == NULL ? 0 : cn_repository_place(self);
    if (place == 0 || !cn_check_writable() ||
        !cn_value_of(value, &stored, "repository '%U'", ((repository *)self)->key)) {
        return NULL;
    }
    PyObject *old = cn_exchange_word(thread, place, expected, &stored);
    cn_value_clear(&stored);
    return old;
}

static PyObject *repository_compare_and_set(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    if (count != 2) {
        return PyErr_Format(PyExc_TypeError, "an expected value and a value are given, not %zd", count);
    }
    PyObject *old = exchange(self, arguments[0], arguments[1]);
    Py_XDECREF(old);
    return old == NULL && PyErr_Occurred() ? NULL : PyBool_FromLong(old != NULL);
}

static PyObject *repository_get_and_set(PyObject *self, PyObject *value) {
    return exchange(self, NULL, value);
}

/* ---- waiting ---- */

typedef struct awaited {
    uint64_t place;
    uint64_t word;
} awaited;

static int wait_step(void *argument, int64_t slice_ns) {
    const awaited *a = argument;
    return cl_repository_wait(a->place, a->word, (uint64_t)slice_ns);
}

/* 1: *value is another one than `seen`; 0: the time is over; -1: exception. */
static int wait_once(cn_thread *thread, uint64_t place, PyObject *seen, int64_t left_ns, PyObject **value) {
    cn_seen now;
    if (!cn_see(thread, place, &now)) {
        return -1;
    }
    int same = cn_is_expected(now.value, seen);
    if (same == 0) {
        *value = Py_NewRef(now.value);
    }
    awaited a = {place, now.word};
    int changed = same < 0 ? -1 : same == 0 ? 1 : cn_await(thread, left_ns, wait_step, &a);
    cn_seen_end(thread, &now);
    return changed;
}

static PyObject *repository_wait_for_change(PyObject *self, PyObject *arguments) {
    PyObject *seen, *time = Py_None, *otherwise = NULL, *value = NULL;
    int64_t duration;
    if (!PyArg_ParseTuple(arguments, "O|OO:waitForChange", &seen, &time, &otherwise) ||
        !cn_duration(time, CN_MS, &duration)) {
        return NULL;
    }
    cn_thread *thread = cn_thread_here();
    uint64_t place = thread == NULL ? 0 : cn_repository_place(self);
    int64_t end = duration < 0 ? 0 : cn_now_ns() + duration;
    while (place != 0) {
        int64_t left = duration < 0 ? CN_FOREVER : end - cn_now_ns();
        int changed = wait_once(thread, place, seen, duration >= 0 && left < 0 ? 0 : left, &value);
        if (changed < 0 || value != NULL) {
            return value;
        }
        if (changed == 0) {
            return otherwise != NULL
                       ? Py_NewRef(otherwise)
                       : cn_error("TimeoutError", "repository '%U' got no other value in %S ms",
                                  ((repository *)self)->key, time);
        }
    }
    return NULL;
}

/* ---- names ---- */

static int is_listed(const cl_entity *entity) {
    return (atomic_load_explicit(&entity->changes, memory_order_acquire) & CL_CHANGES_REMOVED) == 0;
}

PyObject *cn_repositories(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return cn_sorted_names(CL_KIND_REPOSITORY, is_listed);
}

PyObject *cn_repository_remove(PyObject *module, PyObject *key) {
    const char *bytes;
    Py_ssize_t count;
    (void)module;
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !cn_name_bytes(key, "repository", &bytes, &count)) {
        return NULL;
    }
    if (cl_is_readonly()) {
        return cn_error("ReadOnlyError", "this process is attached read-only and cannot remove a repository; attach "
                                         "without COLORS_READONLY");
    }
    return PyBool_FromLong(cl_repository_remove(thread->slot, bytes, (size_t)count));
}

/* ---- the type ---- */

static PyObject *repository_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    PyObject *key;
    if (!PyArg_ParseTuple(arguments, "O:Repository", &key) || (named != NULL && PyDict_GET_SIZE(named) != 0)) {
        return NULL;
    }
    if (!PyUnicode_Check(key)) {
        return PyErr_Format(PyExc_TypeError, "the key of a repository is a str, not %s", Py_TYPE(key)->tp_name);
    }
    repository *made = (repository *)type->tp_alloc(type, 0);
    if (made != NULL) {
        made->key = Py_NewRef(key);
        if (!open_again(made)) {
            Py_CLEAR(made);
        }
    }
    return (PyObject *)made;
}

static void repository_dealloc(PyObject *self) {
    Py_XDECREF(((repository *)self)->key);
    Py_TYPE(self)->tp_free(self);
}

static PyObject *repository_key(PyObject *self, void *nothing) {
    (void)nothing;
    return Py_NewRef(((repository *)self)->key);
}

static PyMethodDef methods[] = {
    {"get", repository_get, METH_NOARGS, "The value."},
    {"set", repository_set, METH_O, "Sets the value, and wakes who waits."},
    {"compareAndSet", (PyCFunction)(void (*)(void))repository_compare_and_set, METH_FASTCALL,
     "Sets the value if it is the one expected. Whether it did."},
    {"getAndSet", repository_get_and_set, METH_O, "Sets the value, and gives the one before."},
    {"waitForChange", repository_wait_for_change, METH_VARARGS,
     "Waits until the value is another one than that given, some milliseconds, and gives it."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {{"key", repository_key, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject cn_repository_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Repository",
    .tp_basicsize = sizeof(repository),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = repository_new,
    .tp_dealloc = repository_dealloc,
    .tp_methods = methods,
    .tp_getset = properties,
    .tp_doc = "A repository, found or made by its key.",
};
