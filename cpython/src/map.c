/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Maps and sets. A look-up waits for nobody: it reads the table in one operation (native/src/containers/map.c), and
 * asks the package about keys that are no scalars outside of it. Changes are made on condition that what was seen still
 * holds.
 */
#include "map.h"

static const _Atomic uint32_t *hashes_of(const cn_table *t) {
    return (const _Atomic uint32_t *)cn_key_place(t, t->length);
}

/* ---- look-up ---- */

enum outcome { MISSING, FOUND, UNDECIDED };

typedef struct search {
    cl_found seen;
    uint32_t hash, place; /* where to go on in the index */
    uint64_t word;        /* of the value that was found */
    PyObject *value;      /* when it was found without a log entry */
} search;

/* From s->place on; in an operation. */
static inline enum outcome go_on(search *s, const cn_table *t, const cn_key *key) {
    const _Atomic uint32_t *hashes = hashes_of(t), *index = hashes + t->length;
    uint32_t mask = 2 * t->length - 1;
    for (;;) {
        uint32_t number = atomic_load_explicit(&index[s->place], memory_order_acquire);
        if (number == 0) {
            return MISSING;
        }
        s->place = (s->place + 1) & mask;
        if (number - 1 < t->count &&
            atomic_load_explicit(&hashes[number - 1], memory_order_relaxed) == s->hash) {
            uint64_t word = atomic_load_explicit(cn_key_place(t, number - 1), memory_order_acquire);
            int same = word == key->word && word != CL_TAG_VACANT;
            enum cn_match match = same ? CN_EQUAL_KEYS : cn_key_match(key, word);
            if (match != CN_DIFFERENT) {
                s->seen.entry = number - 1;
                return match == CN_UNDECIDED ? UNDECIDED : FOUND;
            }
        }
    }
}

/* `wants`: the value is to be had, if that needs no log entry. */
static enum outcome search_once(cn_thread *thread, uint64_t map, const cn_key *key, search *s, int first, int wants) {
    enum outcome outcome = MISSING;
    cn_enter(thread->mutator);
    uint32_t generation = cn_generation_of(map); /* before the head: it is stored before */
    uint64_t head = cn_head_of(map);
    cn_table t = cn_table_of(head);
    if (first) {
        s->seen = (cl_found){.head = head, .generation = generation};
        s->place = t.length == 0 ? 0 : s->hash * 0x9E3779B1u >> __builtin_clz(t.length);
    } else if (s->seen.generation != generation || cn_head_part(s->seen.head) != t.at) {
        cn_leave(thread->mutator);
        return search_once(thread, map, key, s, 1, wants); /* another table: from the beginning */
    }
    s->seen.entry = UINT32_MAX;
    outcome = t.length == 0 ? MISSING : go_on(s, &t, key);
    if (outcome == FOUND) {
        s->word = atomic_load_explicit(cn_value_place(&t, s->seen.entry), memory_order_acquire);
        outcome = s->word == CL_TAG_VACANT ? MISSING : FOUND;
        if (wants && outcome == FOUND && cn_is_reference(s->word)) {
            s->value = cn_known(s->word);
        }
    }
    cn_leave(thread->mutator);
    return outcome;
}

/* Loads key and value of an entry for an undecided search: 1, CL_STALE, 0 and an exception. The key is `there`, the
 * value pinned. */
static int32_t load_entry(cn_thread *thread, uint64_t map, search *s, PyObject **there, uint32_t *chunk) {
    CN_NO_ERROR(error);
    cl_entry entry;
    int32_t done = cl_map_entry(thread->slot, map, &s->seen, &entry, &error);
    *chunk = cn_chunk_look(thread);
    if (done != 1) {
        return done == 0 ? (cn_raise(&error), 0) : done;
    }
    if (entry.key == CL_TAG_VACANT) {
        *there = NULL;
        s->word = CL_TAG_VACANT;
        return 1;
    }
    s->word = entry.value;
    if (!cn_pin_word(entry.value)) {
        return 0;
    }
    *there = cn_take_word(thread, entry.key, *chunk);
    if (*there == NULL) {
        cn_unpin_word(entry.value);
    }
    return *there != NULL;
}

static void forget(cn_thread *thread, uint64_t word, uint32_t chunk) {
    if (cn_is_reference(word)) {
        cn_forget(thread, word, chunk);
    }
}

/* 1: the undecided entry has an equal key, and s->value its value if that is wanted; 0: it has not; CL_STALE; -1. */
static int32_t decide(cn_thread *thread, uint64_t map, const cn_key *key, search *s, int wants) {
    PyObject *there = NULL;
    uint32_t chunk;
    int32_t loaded = load_entry(thread, map, s, &there, &chunk);
    if (loaded != 1) {
        return loaded == 0 ? -1 : loaded;
    }
    if (there == NULL) {
        return 0;
    }
    int equal = cn_key_equal(key, there);
    Py_DECREF(there);
    cn_unpin_word(s->word);
    if (equal == 1 && wants) {
        s->value = cn_take_word(thread, s->word, chunk);
        return s->value == NULL ? -1 : 1;
    }
    forget(thread, s->word, chunk);
    return equal;
}

/* The value of what was found. NULL without an exception: it was removed, or moved: look again. */
static PyObject *value_of(cn_thread *thread, uint64_t map, search *s) {
    CN_NO_ERROR(error);
    cl_entry entry;
    if (s->value != NULL || PyErr_Occurred()) {
        return s->value;
    }
    if (!cn_is_reference(s->word)) {
        return cn_take_word(thread, s->word, 0);
    }
    int32_t done = cl_map_entry(thread->slot, map, &s->seen, &entry, &error);
    uint32_t chunk = cn_chunk_look(thread);
    if (done != 1) {
        return done == 0 ? cn_raise(&error) : NULL;
    }
    forget(thread, entry.key, chunk);
    return entry.key == CL_TAG_VACANT ? NULL : cn_take_word(thread, entry.value, chunk);
}

/* 1: found, 0: missing, -1: exception. */
static int find_by(cn_thread *thread, uint64_t map, const cn_key *key, uint32_t hash, int wants, search *s) {
    int first = 1;
    cl_found before = {0};
    s->hash = hash;
    s->value = NULL;
    for (;;) {
        enum outcome outcome = search_once(thread, map, key, s, first, wants);
        before = first ? s->seen : before;
        if (outcome == MISSING) {
            s->seen.head = before.generation == s->seen.generation ? before.head : s->seen.head;
            s->seen.entry = UINT32_MAX;
            return 0;
        }
        if (outcome == FOUND && wants && s->value == NULL) {
            s->value = value_of(thread, map, s);
            if (s->value == NULL) {
                if (PyErr_Occurred()) {
                    return -1;
                }
                first = 1;
                continue;
            }
        }
        if (outcome == FOUND) {
            return 1;
        }
        int32_t decided = decide(thread, map, key, s, wants);
        if (decided == 1 || decided < 0) {
            return decided;
        }
        first = decided == CL_STALE;
    }
}

/* An object may have been put by a program that knows less of its class, or more. */
static int find(cn_thread *thread, uint64_t map, const cn_key *key, int wants, search *s) {
    int found = find_by(thread, map, key, key->hash, wants, s);
    for (int i = 0; found == 0 && !key->is_scalar && i < 2; i++) {
        uint32_t other = key->other_hashes[i];
        if (other != key->hash && (i == 0 || other != key->other_hashes[0])) {
            search another;
            found = find_by(thread, map, key, other, wants, &another);
            *s = found != 0 ? another : *s;
        }
    }
    return found;
}

/* ---- single operations ---- */

uint64_t cn_map_argument(PyObject *value) {
    return cn_thread_here() == NULL ? 0 : cn_argument(value, CN_MAPS, "map or set");
}

/* A new reference; NULL without an exception: there is none. */
static PyObject *get(cn_thread *thread, uint64_t map, PyObject *object) {
    cn_key key;
    search s;
    if (cn_key_of_plain(object, &key)) {
        return find_by(thread, map, &key, key.hash, 1, &s) > 0 ? s.value : NULL;
    }
    int is = cn_key_of(thread, object, 0, &key);
    if (is <= 0) {
        return NULL;
    }
    int found = find(thread, map, &key, 1, &s);
    cn_key_clear(&key);
    return found > 0 ? s.value : NULL;
}

static int has(cn_thread *thread, uint64_t map, PyObject *object) {
    cn_key key;
    search s;
    if (cn_key_of_plain(object, &key)) {
        return find_by(thread, map, &key, key.hash, 0, &s);
    }
    int is = cn_key_of(thread, object, 0, &key);
    if (is <= 0) {
        return is;
    }
    is = find(thread, map, &key, 0, &s);
    cn_key_clear(&key);
    return is;
}

int cn_map_seen(cn_thread *thread, uint64_t map, const cn_key *key, cl_found *found, uint64_t *word) {
    for (;;) {
        search s;
        CN_NO_ERROR(error);
        cl_entry entry;
        int is = find(thread, map, key, 0, &s);
        if (is <= 0) {
            return is;
        }
        int32_t done = cl_map_entry(thread->slot, map, &s.seen, &entry, &error);
        uint32_t chunk = cn_chunk_look(thread);
        if (done == 0) {
            cn_raise(&error);
            return -1;
        }
        if (done == 1 && entry.key != CL_TAG_VACANT) {
            *found = s.seen;
            *word = entry.value;
            if (entry.key != entry.value) {
                forget(thread, entry.key, chunk);
            }
            return 1;
        }
    }
}

typedef struct change { /* a put */
    cn_key key;
    cn_value value;
    uint64_t value_word, key_word;
    uint32_t value_chunk, key_chunk;
    int replaces;
    PyObject *old; /* the value before, if it is wanted */
    int wants;
} change;

/* 1, CL_STALE, 0 and an exception. */
static int32_t replace(cn_thread *thread, uint64_t map, const search *s, change *c) {
    CN_NO_ERROR(error);
    uint64_t old;
    int32_t done = cl_map_replace(thread->slot, map, &s->seen, c->value_word, &old, &error);
    uint32_t chunk = cn_chunk_look(thread);
    if (done == 0) {
        cn_raise(&error);
    }
    if (done == 1 && c->wants) {
        c->old = cn_take_word(thread, old, chunk);
        return c->old != NULL;
    }
    if (done == 1 && old != c->value_word) {
        forget(thread, old, chunk);
    }
    return done;
}

static int32_t add(cn_thread *thread, uint64_t map, const search *s, change *c) {
    CN_NO_ERROR(error);
    if (c->key_word == CL_TAG_VACANT) {
        if (!cn_key_keep(&c->key)) {
            return 0;
        }
        c->key_word = cn_word_of(thread, &c->key.value);
        c->key_chunk = c->key.value.form == CN_SHARED ? 0 : cn_chunk_look(thread);
        if (c->key_word == CL_TAG_FAILED) {
            return 0;
        }
    }
    cl_entry entry = {.key = c->key_word, .value = c->value_word, .hash = c->key.hash};
    int32_t done = cl_map_append(thread->slot, map, &s->seen, &entry, &error);
    cn_chunk_look(thread);
    if (done == 0) {
        cn_raise(&error);
    }
    return done;
}

static int32_t change_entry(cn_thread *thread, uint64_t map, change *c) {
    for (;;) {
        search s;
        int32_t found = find(thread, map, &c->key, !c->replaces, &s), done;
        if (found < 0) {
            return 0;
        }
        if (found && !c->replaces) {
            c->old = s.value;
            return 1;
        }
        done = found ? replace(thread, map, &s, c) : add(thread, map, &s, c);
        if (done != CL_STALE) {
            return done;
        }
    }
}

static int convert_change(cn_thread *thread, change *c, PyObject *key, PyObject *value, const char *kind) {
    if (!cn_value_of(value, &c->value, "a %s", kind)) {
        return 0;
    }
    if (cn_key_of(thread, key, 1, &c->key) < 0) {
        cn_value_clear(&c->value);
        return 0;
    }
    return 1;
}

/* Stores; or, unless it replaces, only where there is no entry. *old: the value that was or is there, NULL: none. */
static int put(uint64_t map, PyObject *key, PyObject *value, int replaces, PyObject **old) {
    cn_thread *thread = cn_thread_here();
    change c = {.replaces = replaces, .wants = old != NULL, .key_word = CL_TAG_VACANT};
    if (thread != NULL) {
        cn_tidy(thread);
    }
    if (thread == NULL || !convert_change(thread, &c, key, value, cn_kind_name(cn_kind_of(map)))) {
        return 0;
    }
    int32_t done = 0;
    if (cn_pin(0)) {
        c.value_word = cn_word_of(thread, &c.value);
        c.value_chunk = cn_chunk_look(thread);
        done = c.value_word == CL_TAG_FAILED ? 0 : change_entry(thread, map, &c);
        if (c.value.form != CN_SHARED && c.value_word != CL_TAG_FAILED) {
            forget(thread, c.value_word, c.value_chunk);
        }
        if (c.key_chunk != 0 && c.key_word != CL_TAG_FAILED) {
            forget(thread, c.key_word, c.key_chunk);
        }
        cn_unpin(0);
    }
    cn_key_clear(&c.key);
    cn_value_clear(&c.value);
    if (old != NULL) {
        *old = c.old;
    } else {
        Py_XDECREF(c.old);
    }
    return done;
}

/* 1: *old is its value, 0: there was none, -1: exception. */
static int remove_key(uint64_t map, PyObject *object, PyObject **old) {
    cn_thread *thread = cn_thread_here();
    cn_key key;
    int is = cn_key_of(thread, object, 0, &key);
    while (is > 0) {
        search s;
        CN_NO_ERROR(error);
        uint64_t word;
        is = find(thread, map, &key, 0, &s);
        if (is <= 0) {
            break;
        }
        int32_t done = cl_map_remove(thread->slot, map, &s.seen, &word, &error);
        uint32_t chunk = cn_chunk_look(thread);
        if (done == 1) {
            *old = cn_take_word(thread, word, chunk);
            is = *old == NULL ? -1 : 1;
            break;
        }
        is = done == 0 ? (cn_raise(&error), -1) : 1;
    }
    if (key.object != NULL) {
        cn_key_clear(&key);
    }
    return is;
}

/* Where the last removal of a newest entry ended: as long as nothing is added, all behind it is vacant. */
static struct {
    uint64_t map, head;
    uint32_t generation, entry;
} newest;

void cn_map_forget_newest(void) {
    newest.map = 0;
}

static uint32_t newest_entry(uint64_t map, const cl_found *seen) {
    cn_table t = cn_table_of(seen->head);
    int same = newest.map == map && newest.head == seen->head && newest.generation == seen->generation;
    uint32_t entry = same ? newest.entry : t.count;
    while (entry > 0 && atomic_load_explicit(cn_key_place(&t, entry - 1), memory_order_relaxed) == CL_TAG_VACANT) {
        entry--;
    }
    newest.map = map;
    newest.head = seen->head;
    newest.generation = seen->generation;
    newest.entry = entry;
    return entry - 1; /* UINT32_MAX: there is none */
}

/* (key, value), or NULL. */
static PyObject *remove_newest(uint64_t map) {
    cn_thread *thread = cn_thread_here();
    CN_NO_ERROR(error);
    cl_entry entry;
    uint64_t old;
    for (;;) {
        cn_enter(thread->mutator);
        cl_found seen = {.generation = cn_generation_of(map)};
        seen.head = cn_head_of(map);
        seen.entry = newest_entry(map, &seen);
        cn_leave(thread->mutator);
        if (seen.entry == UINT32_MAX) {
            return NULL;
        }
        int32_t done = cl_map_entry(thread->slot, map, &seen, &entry, &error);
        uint32_t chunk = cn_chunk_look(thread);
        if (done == 1) {
            forget(thread, entry.value, chunk);
        }
        if (done == 0 || done == CL_STALE || entry.key == CL_TAG_VACANT) {
            if (done == 0) {
                return cn_raise(&error);
            }
            continue;
        }
        PyObject *key = cn_take_word(thread, entry.key, chunk);
        done = key == NULL ? -1 : cl_map_remove_newest(thread->slot, map, &seen, &old, &error);
        chunk = cn_chunk_look(thread);
        if (done == 1) {
            PyObject *value = cn_take_word(thread, old, chunk);
            return value == NULL ? (Py_DECREF(key), NULL) : Py_BuildValue("(NN)", key, value);
        }
        Py_XDECREF(key);
        if (done != CL_STALE) {
            return done == 0 ? cn_raise(&error) : NULL;
        }
    }
}

/* ---- functions of the package ---- */

static PyObject *make(uint32_t kind) {
    CN_NO_ERROR(error);
    cn_thread *thread = cn_thread_here();
    return thread == NULL ? NULL : cn_made(thread, cl_map_make(thread->slot, kind, 0, &error), &error);
}

static PyObject *new_map(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return make(CL_KIND_MAP);
}

static PyObject *new_set(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    return make(CL_KIND_SET);
}

static PyObject *found(PyObject *value, PyObject *otherwise) {
    return value != NULL || PyErr_Occurred() ? value : Py_NewRef(otherwise);
}

/* map_get(map, key, otherwise) */
static PyObject *map_get(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    uint64_t map = count != 3 ? 0 : cn_map_argument(a[0]);
    return map == 0 ? NULL : found(get(cn_thread_here(), map, a[1]), a[2]);
}

/* map_has(map, key) */
static PyObject *map_has(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    uint64_t map = count != 2 ? 0 : cn_map_argument(a[0]);
    int is = map == 0 ? -1 : has(cn_thread_here(), map, a[1]);
    return is < 0 ? NULL : PyBool_FromLong(is);
}

static PyObject *put_with_old(PyObject *const *a, Py_ssize_t count, int replaces) {
    PyObject *old = NULL;
    uint64_t map = count != 4 ? 0 : cn_map_argument(a[0]);
    if (map == 0 || !put(map, a[1], a[2], replaces, &old)) {
        return NULL;
    }
    return found(old, a[3]);
}

/* map_put(map, key, value, otherwise): the value before, or the last argument. */
static PyObject *map_put(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    return put_with_old(a, count, 1);
}

static PyObject *map_put_if_absent(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    return put_with_old(a, count, 0);
}

/* map_remove(map, key, otherwise): the value that was removed, or the last argument. */
static PyObject *map_remove(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    PyObject *old = NULL;
    (void)module;
    uint64_t map = count != 3 ? 0 : cn_map_argument(a[0]);
    return map == 0 || remove_key(map, a[1], &old) < 0 ? NULL : found(old, a[2]);
}

/* map_remove_last(map, otherwise): (key, value) */
static PyObject *map_remove_last(PyObject *module, PyObject *const *a, Py_ssize_t count) {
    (void)module;
    uint64_t map = count != 2 ? 0 : cn_map_argument(a[0]);
    return map == 0 ? NULL : found(remove_newest(map), a[1]);
}

#define FAST(function) (PyCFunction)(void (*)(void))function, METH_FASTCALL

static PyMethodDef functions[] = {
    {"new_map", new_map, METH_NOARGS, "An empty map."},
    {"new_set", new_set, METH_NOARGS, "An empty set."},
    {"map_get", FAST(map_get), "The value of a key, or the last argument."},
    {"map_has", FAST(map_has), "Whether there is such a key."},
    {"map_put", FAST(map_put), "Sets the value of a key; the one before, or the last argument."},
    {"map_put_if_absent", FAST(map_put_if_absent), "The same where there is none."},
    {"map_remove", FAST(map_remove), "Removes a key and gives its value, or the last argument."},
    {"map_remove_last", FAST(map_remove_last), "Removes the newest entry and gives it, or the last argument."},
    {NULL, NULL, 0, NULL},
};

/* ---- the slots ---- */

/* Strings, ints, floats and the like, whose hash needs no code of the program. */
static int is_plain(PyObject *key) {
    return PyUnicode_CheckExact(key) || PyLong_CheckExact(key) || PyFloat_CheckExact(key) || PyBool_Check(key) ||
           key == Py_None;
}

static int is_hashable(PyObject *key) {
    uint32_t process = cn_process;
    return is_plain(key) || (PyObject_Hash(key) != -1 && cn_is_still(process));
}

static PyObject *map_subscript(PyObject *self, PyObject *key) {
    cn_thread *thread = cn_thread_here();
    uint64_t map = thread == NULL ? 0 : cn_checked_reference(self);
    if (map == 0) {
        return NULL;
    }
    PyObject *value = is_hashable(key) ? get(thread, map, key) : NULL;
    if (value == NULL && !PyErr_Occurred()) {
        PyObject *error = PyTuple_Pack(1, key); /* as in dict: a tuple is one argument */
        if (error != NULL) {
            PyErr_SetObject(PyExc_KeyError, error);
            Py_DECREF(error);
        }
    }
    return value;
}

static int map_ass_subscript(PyObject *self, PyObject *key, PyObject *value) {
    uint64_t map = cn_thread_here() == NULL ? 0 : cn_checked_reference(self);
    if (map == 0 || !is_hashable(key)) {
        return -1;
    }
    if (value != NULL) {
        return put(map, key, value, 1, NULL) ? 0 : -1;
    }
    PyObject *old = NULL;
    int removed = remove_key(map, key, &old);
    Py_XDECREF(old);
    if (removed == 0) {
        PyObject *error = PyTuple_Pack(1, key);
        if (error != NULL) {
            PyErr_SetObject(PyExc_KeyError, error);
            Py_DECREF(error);
        }
    }
    return removed == 1 ? 0 : -1;
}

static int map_contains(PyObject *self, PyObject *key) {
    cn_thread *thread = cn_thread_here();
    uint64_t map = thread == NULL ? 0 : cn_checked_reference(self);
    return map == 0 || !is_hashable(key) ? -1 : has(thread, map, key);
}

static PyObject *map_iter(PyObject *self) {
    return cn_map_iterator(self);
}

/* get(key, default=None) */
static PyObject *map_get_method(PyObject *self, PyObject *const *a, Py_ssize_t count, PyObject *names) {
    cn_thread *thread = cn_thread_here();
    uint64_t map = thread == NULL ? 0 : cn_checked_reference(self);
    if (map == 0 || count < 1 || count > 2 || names != NULL) {
        return map == 0 ? NULL : PyErr_Format(PyExc_TypeError, "get expected 1 or 2 arguments, got %zd", count);
    }
    if (!is_hashable(a[0])) {
        return NULL;
    }
    return found(get(thread, map, a[0]), count == 2 ? a[1] : Py_None);
}

static PyObject *class_of_map(PyObject *self, void *nothing) {
    (void)self, (void)nothing;
    return Py_NewRef(&PyDict_Type);
}

static void map_dealloc(PyObject *self) {
    if (newest.map == cn_reference_of(self)) {
        newest.map = 0; /* its address may be another map's from now on */
    }
    cn_wrapper_type.tp_dealloc(self);
}

static PyGetSetDef map_attributes[] = {{"__class__", class_of_map, NULL, NULL, NULL}, {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef map_methods[] = {
    {"get", (PyCFunction)(void (*)(void))map_get_method, METH_FASTCALL | METH_KEYWORDS,
     "get($self, key, default=None, /)\n--\n\nThe value of a key, or the default."},
    {NULL, NULL, 0, NULL},
};

static PyMappingMethods map_as_mapping = {.mp_subscript = map_subscript, .mp_ass_subscript = map_ass_subscript};
static PySequenceMethods map_as_sequence = {.sq_contains = map_contains};

PyTypeObject cn_map_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Dict",
    .tp_base = &cn_container_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_dealloc = map_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_MAPPING,
    .tp_as_mapping = &map_as_mapping,
    .tp_as_sequence = &map_as_sequence,
    .tp_iter = map_iter,
    .tp_methods = map_methods,
    .tp_getset = map_attributes,
    .tp_doc = "A shared map.",
};

PyTypeObject cn_set_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Set",
    .tp_base = &cn_container_type,
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_dealloc = map_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_iter = map_iter,
    .tp_doc = "A shared set.",
};

int cn_maps_add(PyObject *module) {
    return cn_add_type(module, &cn_map_type, "Dict") < 0 || cn_add_type(module, &cn_set_type, "Set") < 0 ||
                   cn_cursors_add(module) < 0 || PyModule_AddFunctions(module, functions) < 0
               ? -1
               : 0;
}
