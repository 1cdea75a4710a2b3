/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Roots. An object has at most one wrapper in this process, and a wrapper one entry in one root-log chunk, which goes
 * when the wrapper dies: reference counts say when. So what a program drops is free for the next cycle.
 *
 * A chunk is a set [root-log.entry]. Clearing one entry is M5: shade while reports are out, then clear. The library may
 * have put an entry behind a hole, or twice since, so all its places are looked at. Nobody clears entries of a chunk
 * whose thread runs without the GIL: it might have just found one there, and rely on it.
 */
#include <string.h>

#include "scope.h"

#define ROOM_LEFT (CL_CHUNK_ENTRIES / 4) /* a retired chunk with fewer wrappers is filled again */

#define UNTIDY_MOST 32u
#define LEFT_MOST 64u
#define TIDY_OBJECTS 1024u         /* allocated in a thread before its chunk is looked through, */
#define TIDY_BYTES (256u * 1024u) /* or bytes: 10 us, 2048 entries */

cn_wrappers cn_all;

static uint32_t live[CL_CHUNK_MAX];        /* wrappers whose entry is in a chunk */
static cn_thread *filling[CL_CHUNK_MAX];   /* whose current chunk it is */
static uint32_t retired[CL_CHUNK_MAX];     /* chunks that have wrappers, and no thread that fills them */
static uint32_t retired_place[CL_CHUNK_MAX]; /* index in `retired` + 1, or 0 */
static uint32_t retired_count;
static uint32_t roomy[CL_CHUNK_MAX]; /* a ring of retired chunks that had room again; some may have been given back */
static uint8_t is_roomy[CL_CHUNK_MAX];
static uint32_t roomy_first, roomy_count;
static uint32_t untidy[CL_CHUNK_MAX]; /* retired chunks that may have entries which nobody needs */
static uint8_t is_untidy[CL_CHUNK_MAX];
static uint32_t untidy_count, untidy_fresh; /* all, and those that nobody looked through yet */
static uint32_t left_by_reader; /* entries that were not cleared because reports were out */

static uint32_t *pins;
static uint32_t pin_count, pin_room;

/* ---- the tables ---- */

/* The table and the entry of a wrapper, for whatever thread. */
static cn_wrappers *table_of(uint32_t granules, cn_entry **entry) {
    *entry = cn_wrappers_find(&cn_all, granules);
    return *entry != NULL ? &cn_all : cn_scopes == NULL ? NULL : cn_scope_table(granules, entry);
}

/* Without references, and not freed yet: CPython runs callbacks of weak references first, and puts off what is nested
 * deeply while it runs code of the program. Its root is left for its end; who finds the object gets a new wrapper. */
static void set_aside(uint32_t granules) {
    cn_entry *entry;
    cn_wrappers *table = table_of(granules, &entry);
    cn_entry dying = *entry;
    cn_wrappers_take_out(table, entry);
    cn_leave_root(&dying);
    cn_map_forget_newest();
}

PyObject *cn_find_wrapper(uint32_t granules) {
    const cn_entry *found = cn_wrappers_find(&cn_all, granules);
    PyObject *wrapper = found != NULL ? found->wrapper : cn_scopes == NULL ? NULL : cn_scope_find(granules);
    if (wrapper != NULL && Py_REFCNT(wrapper) == 0) {
        set_aside(granules);
        return NULL;
    }
    return wrapper;
}

static int put(PyObject *wrapper, uint32_t granules) {
    cn_wrappers *table = cn_scopes == NULL ? &cn_all : cn_scope_births();
    if (!cn_wrappers_reserve(table, 1)) {
        PyErr_NoMemory();
        return 0;
    }
    cn_wrappers_put(table, (cn_entry){granules, 0, wrapper});
    return 1;
}

/* ---- chunks ---- */

static void retire(uint32_t chunk) {
    retired[retired_count] = chunk;
    retired_place[chunk] = ++retired_count;
}

static void unretire(uint32_t chunk) {
    uint32_t place = retired_place[chunk] - 1;
    uint32_t last = retired[--retired_count];
    retired[place] = last;
    retired_place[last] = place + 1;
    retired_place[chunk] = 0;
}

static void give_back(cn_thread *thread, uint32_t chunk) {
    cl_chunk_free(thread->slot, cn_chunk_entries_offset(chunk));
}

void cn_release_chunks(cn_thread *thread) {
    for (uint32_t i = retired_count; pin_count == 0 && i-- > 0;) {
        uint32_t chunk = retired[i]; /* the last takes the place of one that goes */
        if (live[chunk] == 0) {
            unretire(chunk);
            give_back(thread, chunk);
        }
    }
}

static void note_room(uint32_t chunk) {
    if (retired_place[chunk] != 0 && live[chunk] < ROOM_LEFT && !is_roomy[chunk]) {
        is_roomy[chunk] = 1;
        roomy[(roomy_first + roomy_count++) % CL_CHUNK_MAX] = chunk;
    }
}

/* Gives the thread's slot a chunk with room; its index + 1, or 0. The thread is to look which one it has. */
static uint32_t resume(cn_thread *thread) {
    while (roomy_count > 0) {
        uint32_t chunk = roomy[roomy_first];
        roomy_first = (roomy_first + 1) % CL_CHUNK_MAX;
        roomy_count--;
        is_roomy[chunk] = 0;
        if (retired_place[chunk] != 0 && live[chunk] < ROOM_LEFT &&
            cl_chunk_resume(thread->slot, cn_chunk_entries_offset(chunk), NULL)) {
            unretire(chunk);
            return chunk + 1;
        }
    }
    return 0;
}

static void note_untidy(uint32_t chunk) {
    if (!is_untidy[chunk]) {
        is_untidy[chunk] = 1;
        untidy[untidy_count++] = chunk;
        untidy_fresh++;
    }
}

static void leave(cn_thread *thread, uint32_t chunk) {
    filling[chunk] = NULL;
    if (live[chunk] == 0 && pin_count == 0) {
        give_back(thread, chunk);
    } else {
        retire(chunk);
        note_room(chunk);
        note_untidy(chunk);
    }
}

uint32_t cn_chunk_look(cn_thread *thread) {
    uint32_t now = thread->mutator->chunk;
    if (now == thread->chunk) {
        return now;
    }
    uint32_t old = thread->chunk;
    thread->chunk = now;
    filling[now - 1] = thread;
    if (old != 0) {
        thread->deferred_count = 0; /* a retired chunk's go with it, or with its wrappers */
        leave(thread, old - 1);
    }
    return now;
}

/* ---- entries ---- */

static void shade(uint64_t reference, uint64_t gc) {
    if (reference < cn_header->objects_offset) {
        return;
    }
    uint64_t index = (reference - cn_header->objects_offset) >> CL_GRANULE_SHIFT;
    _Atomic uint8_t *mark = (_Atomic uint8_t *)cn_at(cn_header->marks_offset) + index;
    uint8_t epoch = (uint8_t)(gc & CL_GC_EPOCH_MASK);
    if ((atomic_load_explicit(mark, memory_order_relaxed) & CL_MARK_EPOCH_MASK) != epoch) {
        atomic_store_explicit(mark, (uint8_t)(CL_MARK_OBJECT | CL_MARK_GREY | epoch), memory_order_relaxed);
    }
}

static void clear_places(_Atomic uint32_t *entries, uint32_t granules) {
    for (uint32_t i = 0; i < CL_CHUNK_PROBES; i++) {
        _Atomic uint32_t *at = &entries[cn_log_place(granules, i)];
        if (atomic_load_explicit(at, memory_order_relaxed) == granules) {
            atomic_store_explicit(at, 0, memory_order_release);
        }
    }
}

/* M5. A reader cannot shade: while reports are out its entry stays, and is found when its chunk is tidied. */
static void clear(cn_thread *thread, uint32_t chunk, uint32_t granules) {
    uint64_t gc = cn_enter(thread->mutator);
    if ((gc & CL_GC_REPORT) != 0 && cl_is_readonly()) {
        left_by_reader++;
    } else {
        if ((gc & CL_GC_REPORT) != 0) {
            shade((uint64_t)granules << CN_REFERENCE_SHIFT, gc);
        }
        clear_places(cn_chunk_entries(chunk), granules);
    }
    cn_leave(thread->mutator);
}

static int is_pinned(uint32_t granules) {
    for (uint32_t i = 0; i < pin_count; i++) {
        if (pins[i] == granules) {
            return 1;
        }
    }
    return cn_left.used != 0 && cn_wrappers_find(&cn_left, granules) != NULL;
}

static int is_wrapped(uint32_t chunk, uint32_t granules) {
    cn_entry *entry;
    return table_of(granules, &entry) != NULL && ((cn_wrapper *)entry->wrapper)->chunk == chunk + 1;
}

/* Whether a wrapper, or somebody who is about to make one, needs the entry. */
static int is_needed(uint32_t chunk, uint32_t granules) {
    return is_wrapped(chunk, granules) || is_pinned(granules);
}

static void defer(cn_thread *owner, uint32_t granules) {
    if (owner->deferred_count == owner->deferred_room) {
        uint32_t room = owner->deferred_room == 0 ? 64 : 2 * owner->deferred_room;
        uint32_t *larger = PyMem_RawRealloc(owner->deferred, room * sizeof *larger);
        if (larger == NULL) {
            return; /* it stays a root until its chunk goes */
        }
        owner->deferred = larger;
        owner->deferred_room = room;
    }
    owner->deferred[owner->deferred_count++] = granules;
}

static void drop(cn_thread *thread, uint32_t chunk, uint32_t granules) {
    cn_thread *owner = filling[chunk];
    int pinned = is_pinned(granules); /* perhaps by a thread that has an entry of its own */
    if (pinned && owner == NULL) {
        note_untidy(chunk);
    } else if (owner != NULL && owner != thread && (pinned || owner->waiting)) {
        defer(owner, granules);
    } else if (!pinned) {
        clear(thread, chunk, granules);
        if (left_by_reader > LEFT_MOST) {
            cn_tidy(thread);
        }
    }
}

/* Those of a thread that is not waiting. What is pinned is left for the next time. */
static void clear_deferred(cn_thread *thread, cn_thread *owner) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < owner->deferred_count; i++) {
        uint32_t granules = owner->deferred[i];
        if (is_pinned(granules)) {
            owner->deferred[kept++] = granules;
        } else if (!is_needed(owner->chunk - 1, granules)) {
            clear(thread, owner->chunk - 1, granules);
        }
    }
    owner->deferred_count = kept;
}

void cn_deferred_end(cn_thread *thread) {
    cn_chunk_look(thread);
    clear_deferred(thread, thread);
}

void cn_forget(cn_thread *thread, uint64_t reference, uint32_t chunk) {
    uint32_t granules = cn_granules(reference);
    if (thread->mutator != NULL && !is_needed(chunk - 1, granules)) {
        drop(thread, chunk - 1, granules);
    }
}

void cn_forget_word(cn_thread *thread, uint64_t word) {
    if (cn_is_reference(word) && thread->mutator != NULL) {
        cn_forget(thread, word, cn_chunk_look(thread));
    }
}

int cn_pin(uint32_t granules) {
    if (pin_count == pin_room) {
        uint32_t room = pin_room == 0 ? 64 : 2 * pin_room;
        uint32_t *larger = PyMem_RawRealloc(pins, room * sizeof *larger);
        if (larger == NULL) {
            PyErr_NoMemory();
            return 0;
        }
        pins = larger;
        pin_room = room;
    }
    pins[pin_count++] = granules;
    return 1;
}

void cn_unpin(uint32_t granules) {
    for (uint32_t i = pin_count; i-- > 0;) {
        if (pins[i] == granules) {
            pins[i] = pins[--pin_count];
            return;
        }
    }
}

/* One operation for all entries of a chunk. Whether some are left that no wrapper needs: they are pinned, or this is a
 * reader while reports are out. */
static int tidy(cn_thread *thread, uint32_t chunk) {
    _Atomic uint32_t *entries = cn_chunk_entries(chunk);
    uint64_t gc = cn_enter(thread->mutator);
    int may = (gc & CL_GC_REPORT) == 0 || !cl_is_readonly(), left = !may;
    for (uint32_t i = 0; may && i < CL_CHUNK_ENTRIES; i++) {
        uint32_t granules = atomic_load_explicit(&entries[i], memory_order_relaxed);
        if (granules == 0 || is_wrapped(chunk, granules)) {
            continue;
        }
        if (is_pinned(granules)) {
            left = 1;
        } else {
            if ((gc & CL_GC_REPORT) != 0) {
                shade((uint64_t)granules << CN_REFERENCE_SHIFT, gc);
            }
            atomic_store_explicit(&entries[i], 0, memory_order_release);
        }
    }
    cn_leave(thread->mutator);
    return left;
}

/* Whether it is still untidy. */
static int tidy_retired(cn_thread *thread, uint32_t chunk) {
    if (retired_place[chunk] == 0) {
        return 0; /* given back since, or filled again: then its thread tidies it */
    }
    if (live[chunk] == 0 && pin_count == 0) {
        unretire(chunk);
        give_back(thread, chunk);
        return 0;
    }
    return tidy(thread, chunk);
}

static void tidy_chunks(cn_thread *thread) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < untidy_count; i++) {
        uint32_t chunk = untidy[i];
        is_untidy[chunk] = (uint8_t)tidy_retired(thread, chunk);
        if (is_untidy[chunk]) {
            untidy[kept++] = chunk;
        }
    }
    untidy_count = kept;
    untidy_fresh = 0;
}

static uint32_t take_state(cn_thread *thread) {
    uint32_t state = atomic_exchange_explicit(&thread->state, CN_THREAD_TIDY, memory_order_acquire);
    if (state == CN_ENDED) {
        atomic_fetch_sub_explicit(&cn_ended_count, 1, memory_order_relaxed);
    }
    return state;
}

void cn_tidy_again(cn_thread *thread) {
    if (take_state(thread) != CN_THREAD_TIDY && !is_pinned(0)) {
        clear_deferred(thread, thread);
        tidy(thread, thread->chunk - 1);
    }
}

static void tidy_thread(cn_thread *thread, cn_thread *owner) {
    uint32_t state = take_state(owner);
    if (owner->chunk == 0) {
        return; /* it never had one */
    }
    clear_deferred(thread, owner);
    if (owner == thread) {
        tidy(thread, thread->chunk - 1);
    } else if (state != CN_THREAD_TIDY && tidy(thread, owner->chunk - 1)) {
        atomic_store_explicit(&owner->state, CN_ENDED_WITH_PINS, memory_order_relaxed);
    }
}

/* What other threads deferred when they waited, they may do so never again. */
void cn_tidy_all(cn_thread *thread) {
    cn_chunk_look(thread);
    if (is_pinned(0)) {
        return; /* words that have no wrapper are on their way */
    }
    left_by_reader = 0;
    cn_stored_give_up();
    tidy_chunks(thread);
    for (cn_thread *owner = cn_threads; owner != NULL; owner = owner->next) {
        if (!owner->waiting) {
            tidy_thread(thread, owner);
        }
    }
    thread->tidy_objects = thread->mutator->allocated_objects;
    thread->tidy_bytes = thread->mutator->allocated_bytes;
}

void cn_tidy(cn_thread *thread) {
    if (thread->mutator->allocated_objects - thread->tidy_objects >= TIDY_OBJECTS ||
        thread->mutator->allocated_bytes - thread->tidy_bytes >= TIDY_BYTES || untidy_fresh > UNTIDY_MOST ||
        left_by_reader > LEFT_MOST || cn_stored_is_due() ||
        atomic_load_explicit(&cn_ended_count, memory_order_relaxed) != 0) {
        cn_tidy_all(thread);
    }
}

PyObject *cn_tidy_now(PyObject *module, PyObject *nothing) {
    (void)module, (void)nothing;
    cn_thread *thread = cn_thread_here();
    if (thread != NULL) {
        cn_tidy_all(thread);
    }
    return thread == NULL ? NULL : Py_NewRef(Py_None);
}

int cn_pin_word(uint64_t word) {
    return !cn_is_reference(word) || cn_pin(cn_granules(word));
}

void cn_unpin_word(uint64_t word) {
    if (cn_is_reference(word)) {
        cn_unpin(cn_granules(word));
    }
}

/* ---- wrappers ---- */

/* The library has just taken a fresh chunk, for this wrapper: one that has room again takes it, and those to come; the
 * fresh one goes back. Where the wrapper's places are taken the library takes one more. */
static void look_for_room(cn_wrapper *wrapper) {
    uint32_t fresh = wrapper->chunk - 1;
    cn_thread *thread = cn_this_thread;
    if (live[fresh] != 1 || roomy_count == 0 || thread == NULL || filling[fresh] != thread) {
        return;
    }
    uint32_t resumed = resume(thread);
    if (resumed == 0) {
        return;
    }
    if (cl_keep(thread->slot, (uint64_t)wrapper->granules << CN_REFERENCE_SHIFT, NULL)) {
        live[fresh]--;
        wrapper->chunk = thread->mutator->chunk;
        live[wrapper->chunk - 1]++;
    }
    if (thread->mutator->chunk != resumed) {
        retire(resumed - 1);
        note_untidy(resumed - 1);
    }
    cn_chunk_look(thread);
}

static PyObject *made_meanwhile(PyObject *found, uint64_t reference, uint32_t chunk) {
    Py_XINCREF(found);
    cn_thread *thread = cn_thread_here();
    if (thread != NULL) {
        cn_forget(thread, reference, chunk);
    }
    return found;
}

PyObject *cn_make_wrapper(PyTypeObject *type, uint64_t reference, uint32_t chunk) {
    uint32_t granules = cn_granules(reference);
    if (!cn_pin(granules)) {
        return NULL;
    }
    PyObject *made = type->tp_alloc(type, 0); /* Python's collector may run */
    PyObject *found = cn_find_wrapper(granules);
    cn_unpin(granules);
    if (made == NULL || found != NULL || !put(made, granules)) {
        Py_XDECREF(made);
        return made_meanwhile(found, reference, chunk);
    }
    ((cn_wrapper *)made)->granules = granules;
    ((cn_wrapper *)made)->chunk = chunk;
    live[chunk - 1]++;
    look_for_room((cn_wrapper *)made);
    return made;
}

/* Whatever exception there is stays. */
static void begin_silently(void) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    (void)cn_thread_begin();
    PyErr_Restore(type, value, traceback);
}

/* The entry goes; and the chunk, if it was the last of a retired one. */
static void end_root(uint32_t chunk, uint32_t granules, int others) {
    live[chunk]--;
    cn_thread *thread = cn_this_thread;
    if (thread == NULL) {
        return; /* no slot for this thread: it stays a root */
    }
    if (live[chunk] == 0 && retired_place[chunk] != 0 && pin_count == 0) {
        unretire(chunk);
        give_back(thread, chunk);
    } else if (!others || !is_wrapped(chunk, granules)) {
        drop(thread, chunk, granules);
        note_room(chunk);
    }
}

void cn_root_end(uint32_t chunk, uint32_t granules) {
    end_root(chunk, granules, 1);
}

/* To get a slot releases the GIL. So it comes before the entry is looked at: others may rely on it from then on, or set
 * the wrapper aside. */
static void wrapper_dealloc(PyObject *self) {
    const cn_wrapper *wrapper = (cn_wrapper *)self;
    if (cn_this_thread == NULL && (wrapper->granules != 0 || wrapper->chunk > CN_CLOSED)) {
        begin_silently();
    }
    if (wrapper->granules != 0) {
        cn_entry *entry;
        cn_wrappers *table = table_of(wrapper->granules, &entry);
        cn_wrappers_take_out(table, entry);
        end_root(wrapper->chunk - 1, wrapper->granules, 0);
    } else if (wrapper->chunk > CN_CLOSED) {
        cn_left_end((cn_wrapper *)self);
    }
    Py_TYPE(self)->tp_free(self);
}

uint64_t cn_checked_reference(PyObject *wrapper) {
    if (((cn_wrapper *)wrapper)->granules == 0 && ((cn_wrapper *)wrapper)->chunk != 0) {
        cn_error("SharedMemoryError",
                 "a shared object was got in a scope that is closed by now: get it again, or keep it (keep of the "
                 "scope) before the scope is closed");
    } else if (((cn_wrapper *)wrapper)->granules == 0) {
        cn_error("SharedMemoryError",
                 "this shared object belongs to the process that this one was forked from, or was never made; get it "
                 "anew, by a repository or a channel");
    }
    return cn_reference_of(wrapper);
}

/* ---- what tests ask ---- */

static uint32_t count_entries(uint32_t chunk) {
    const _Atomic uint32_t *entries = cn_chunk_entries(chunk);
    uint32_t count = 0;
    for (uint32_t i = 0; i < CL_CHUNK_ENTRIES; i++) {
        count += atomic_load_explicit(&entries[i], memory_order_relaxed) != 0;
    }
    return count;
}

static int has_entry(const cn_wrapper *wrapper) {
    const _Atomic uint32_t *entries = cn_chunk_entries(wrapper->chunk - 1);
    for (uint32_t i = 0; i < CL_CHUNK_PROBES; i++) {
        if (atomic_load_explicit(&entries[cn_log_place(wrapper->granules, i)], memory_order_relaxed) ==
            wrapper->granules) {
            return 1;
        }
    }
    return 0;
}

static uint32_t count_rooted(const cn_wrappers *table) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < table->size; i++) {
        count += table->entries[i].granules != 0 && has_entry((cn_wrapper *)table->entries[i].wrapper);
    }
    return count;
}

/* (wrappers, their entries, all entries, chunks): the first three are equal when no thread is making a wrapper, and
 * none is left of a closed scope. */
PyObject *cn_roots(PyObject *module, PyObject *nothing) {
    unsigned wrappers = cn_all.used, own = count_rooted(&cn_all), entries = 0, chunks = 0;
    (void)module, (void)nothing;
    for (const cn_scope *scope = cn_scopes; scope != NULL; scope = scope->next) {
        wrappers += scope->born.used;
        own += count_rooted(&scope->born);
    }
    for (uint32_t chunk = 0; cn_base != NULL && chunk < CL_CHUNK_MAX; chunk++) {
        if (filling[chunk] != NULL || retired_place[chunk] != 0) {
            entries += count_entries(chunk);
            chunks++;
        }
    }
    unsigned hidden = (unsigned)cn_stored_roots();
    return Py_BuildValue("IIII", wrappers - hidden, own - hidden, entries - hidden, chunks);
}

void cn_roots_forget_in_child(void) {
    cn_wrappers_forget_in_child();
    retired_count = roomy_count = untidy_count = untidy_fresh = 0;
    memset(is_roomy, 0, sizeof is_roomy);
    memset(is_untidy, 0, sizeof is_untidy);
    pin_count = 0;
    memset(live, 0, sizeof live);
    memset(filling, 0, sizeof filling);
    memset(retired_place, 0, sizeof retired_place);
}

PyTypeObject cn_wrapper_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "colors._native.Wrapper",
    .tp_basicsize = sizeof(cn_wrapper),
    .tp_dealloc = wrapper_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "What shared objects and containers have in common: the reference, which is a root.",
};
