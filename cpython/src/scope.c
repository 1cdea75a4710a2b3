/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scopes. Wrappers that are born in a thread's scope are in a table of the scope, not in that of all: so its end finds
 * them, and nothing is asked outside of scopes. At the end they lose their references, and cn_checked_reference raises.
 * Another thread that gets such an object meanwhile takes its wrapper out of the scope, for there is one for all.
 *
 * Who closes a scope may be called by an operation that still needs an object, and so may another thread. Where neither
 * can be, the roots go at once; else a root is left for the wrapper's last reference (`cn_left`).
 */
#include "scope.h"

cn_scope *cn_scopes;
cn_wrappers cn_left;

static void unlink_scope(cn_scope *scope) {
    if (scope->next != NULL) {
        scope->next->previous = scope->previous;
    }
    if (scope->previous != NULL) {
        scope->previous->next = scope->next;
    } else {
        cn_scopes = scope->next;
    }
    cn_scope **place = &scope->thread->scope;
    while (*place != scope) { /* those in it that are open */
        place = &(*place)->outer;
    }
    *place = scope->outer;
    scope->thread = NULL;
}

static void link_scope(cn_scope *scope, cn_thread *thread) {
    scope->thread = thread;
    scope->outer = thread->scope;
    thread->scope = scope;
    scope->previous = NULL;
    scope->next = cn_scopes;
    if (cn_scopes != NULL) {
        cn_scopes->previous = scope;
    }
    cn_scopes = scope;
}

static cn_wrappers *around(const cn_scope *scope) {
    return scope->outer == NULL ? &cn_all : &scope->outer->born;
}

/* ---- what root.c asks ---- */

cn_wrappers *cn_scope_births(void) {
    cn_thread *thread = cn_this_thread;
    return thread == NULL || thread->scope == NULL ? &cn_all : &thread->scope->born;
}

static cn_scope *scope_of(uint32_t granules, cn_entry **entry) {
    cn_scope *scope = cn_scopes;
    while (scope != NULL && (*entry = cn_wrappers_find(&scope->born, granules)) == NULL) {
        scope = scope->next;
    }
    return scope;
}

cn_wrappers *cn_scope_table(uint32_t granules, cn_entry **entry) {
    cn_scope *scope = scope_of(granules, entry);
    return scope == NULL ? NULL : &scope->born;
}

static int move(cn_wrappers *from, cn_entry *entry, cn_wrappers *to) {
    if (!cn_wrappers_reserve(to, 1)) {
        return 0;
    }
    cn_wrappers_put(to, *entry);
    cn_wrappers_take_out(from, entry);
    return 1;
}

PyObject *cn_scope_find(uint32_t granules) {
    cn_entry *entry;
    cn_scope *scope = scope_of(granules, &entry);
    if (scope == NULL) {
        return NULL;
    }
    PyObject *wrapper = entry->wrapper;
    if (scope->thread != cn_this_thread) {
        move(&scope->born, entry, &cn_all); /* without memory it stays: it is refused after the scope */
    }
    return wrapper;
}

int cn_scope_leave_out(PyObject *wrapper) {
    cn_entry *entry;
    cn_scope *scope = wrapper == NULL || !cn_is_wrapper(wrapper) ? NULL
                                                                 : scope_of(((cn_wrapper *)wrapper)->granules, &entry);
    return scope == NULL || move(&scope->born, entry, &cn_all);
}

void cn_left_end(cn_wrapper *wrapper) {
    uint32_t mask = cn_left.size - 1, i = cn_wrappers_home(&cn_left, wrapper->chunk);
    while (cn_left.entries[i].wrapper != (PyObject *)wrapper || cn_left.entries[i].granules != wrapper->chunk) {
        i = (i + 1) & mask;
    }
    cn_entry entry = cn_left.entries[i];
    cn_wrappers_take_out(&cn_left, &cn_left.entries[i]);
    cn_root_end(entry.chunk - 1, entry.granules);
}

/* ---- the end ---- */

void cn_leave_root(const cn_entry *entry) {
    cn_wrapper *wrapper = (cn_wrapper *)entry->wrapper;
    uint32_t chunk = wrapper->chunk;
    wrapper->granules = 0;
    wrapper->chunk = CN_CLOSED;
    if (cn_wrappers_reserve(&cn_left, 1)) { /* else it stays a root */
        wrapper->chunk = entry->granules;
        cn_wrappers_put(&cn_left, (cn_entry){entry->granules, chunk, entry->wrapper});
    }
}

static void end_root_of(const cn_entry *entry) {
    cn_wrapper *wrapper = (cn_wrapper *)entry->wrapper;
    uint32_t chunk = wrapper->chunk;
    wrapper->granules = 0;
    wrapper->chunk = CN_CLOSED;
    cn_root_end(chunk - 1, entry->granules);
}

/* The innermost one of its thread. 0 and an exception, and nothing is done. The roots that are left come first: when
 * others end, a reader may tidy chunks, and that takes the roots of what is in no table. */
static int close_one(cn_scope *scope, int at_once) {
    if (!cn_wrappers_reserve(&cn_left, scope->born.used)) {
        PyErr_NoMemory();
        return 0;
    }
    unlink_scope(scope);
    cn_map_forget_newest();
    for (uint32_t i = 0; i < scope->born.size; i++) {
        cn_entry *entry = &scope->born.entries[i];
        if (entry->granules != 0 && (!at_once || cn_is_exported(entry->wrapper))) {
            cn_leave_root(entry);
            entry->wrapper = NULL;
        }
    }
    for (uint32_t i = 0; i < scope->born.size; i++) {
        if (scope->born.entries[i].granules != 0 && scope->born.entries[i].wrapper != NULL) {
            end_root_of(&scope->born.entries[i]);
        }
    }
    cn_wrappers_free(&scope->born);
    return 1;
}

/* Nobody can close it any more: what was got in it belongs to what is around it. */
static void abandon(cn_scope *scope) {
    cn_wrappers *table = around(scope);
    int fits = cn_wrappers_reserve(table, scope->born.used);
    for (uint32_t i = 0; i < scope->born.size; i++) {
        const cn_entry *entry = &scope->born.entries[i];
        if (entry->granules != 0 && fits) {
            cn_wrappers_put(table, *entry);
        } else if (entry->granules != 0) { /* they are refused, and stay roots */
            ((cn_wrapper *)entry->wrapper)->granules = 0;
            ((cn_wrapper *)entry->wrapper)->chunk = CN_CLOSED;
        }
    }
    cn_wrappers_free(&scope->born);
}

void cn_scopes_abandon(cn_thread *thread) {
    while (thread->scope != NULL) {
        cn_scope *scope = thread->scope;
        abandon(scope);
        unlink_scope(scope);
    }
}

static void forget_wrappers(cn_wrappers *table, uint32_t chunk) {
    for (uint32_t i = 0; i < table->size; i++) {
        if (table->entries[i].granules != 0) {
            ((cn_wrapper *)table->entries[i].wrapper)->granules = 0;
            ((cn_wrapper *)table->entries[i].wrapper)->chunk = chunk;
        }
    }
    cn_wrappers_free(table);
}

void cn_wrappers_forget_in_child(void) {
    forget_wrappers(&cn_all, 0);
    forget_wrappers(&cn_left, CN_CLOSED);
    for (; cn_scopes != NULL; cn_scopes = cn_scopes->next) {
        forget_wrappers(&cn_scopes->born, 0);
        cn_scopes->thread = NULL;
    }
}

/* ---- the type ---- */

static PyObject *scope_new(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    cn_thread *thread = cn_thread_here();
    if (thread == NULL || !PyArg_ParseTuple(arguments, ":Scope") || (named != NULL && PyDict_GET_SIZE(named) != 0)) {
        return NULL;
    }
    cn_scope *made = (cn_scope *)type->tp_alloc(type, 0);
    if (made != NULL) {
        made->owner = PyThread_get_thread_ident();
        made->held = atomic_load_explicit(&thread->mutator->held, memory_order_relaxed);
        link_scope(made, thread);
    }
    return (PyObject *)made;
}

static void scope_dealloc(PyObject *self) {
    cn_scope *scope = (cn_scope *)self;
    if (scope->thread != NULL) {
        abandon(scope);
        unlink_scope(scope);
    }
    Py_TYPE(self)->tp_free(self);
}

/* 0: open; 1: of another thread; 2: closed; 3: another one is open in it. */
static PyObject *scope_state(PyObject *self, PyObject *nothing) {
    const cn_scope *scope = (cn_scope *)self;
    (void)nothing;
    int is_own = scope->owner == PyThread_get_thread_ident();
    return PyLong_FromLong(!is_own ? 1 : scope->thread == NULL ? 2 : scope->thread->scope != scope ? 3 : 0);
}

/* How many monitors the thread has that it had not when it opened the scope. */
static PyObject *scope_monitors(PyObject *self, PyObject *nothing) {
    const cn_scope *scope = (cn_scope *)self;
    (void)nothing;
    uint32_t held = scope->thread == NULL
                        ? 0
                        : atomic_load_explicit(&scope->thread->mutator->held, memory_order_relaxed);
    return PyLong_FromLong(held > scope->held ? (long)(held - scope->held) : 0);
}

static PyObject *scope_keep(PyObject *self, PyObject *value) {
    cn_scope *scope = (cn_scope *)self;
    uint32_t granules = cn_is_wrapper(value) ? ((cn_wrapper *)value)->granules : 0;
    cn_entry *entry = granules == 0 ? NULL : cn_wrappers_find(&scope->born, granules);
    return entry != NULL && !move(&scope->born, entry, around(scope)) ? PyErr_NoMemory() : Py_NewRef(value);
}

static int is_only_thread(void) {
    PyThreadState *state = PyThreadState_Get();
    return PyInterpreterState_ThreadHead(PyInterpreterState_Get()) == state && PyThreadState_Next(state) == NULL;
}

/* close(is_lexical): this one, and those that are open in it. Lexical: no operation that began in it goes on. */
static PyObject *scope_close(PyObject *self, PyObject *lexical) {
    cn_scope *scope = (cn_scope *)self;
    int at_once = PyObject_IsTrue(lexical) && is_only_thread(), open = 1;
    while (open && scope->thread != NULL) {
        cn_scope *inner = scope->thread->scope;
        open = close_one(inner, at_once);
    }
    return open ? Py_NewRef(Py_None) : NULL;
}

static PyMethodDef methods[] = {
    {"state", scope_state, METH_NOARGS, "0: it is open; 1: of another thread; 2: closed; 3: another is open in it."},
    {"monitors", scope_monitors, METH_NOARGS, "How many monitors were entered in it and not left."},
    {"keep", scope_keep, METH_O, "The wrapper belongs to what is around the scope."},
    {"close", scope_close, METH_O, "Ends it; says whether no operation that began in it can go on."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject cn_scope_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Scope",
    .tp_basicsize = sizeof(cn_scope),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = scope_new,
    .tp_dealloc = scope_dealloc,
    .tp_methods = methods,
    .tp_doc = "An open scope of the thread that makes it.",
};
