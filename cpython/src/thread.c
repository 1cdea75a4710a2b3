/* SPDX-License-Identifier: Apache-2.0 */
/* Attaching the process, and a mutator slot for each thread. */
#include <pthread.h>
#include <string.h>

#include "operation.h"

char *cn_base;
cl_header *cn_header;
int cn_is_readonly;
uint32_t cn_process = 1;
_Thread_local cn_thread *cn_this_thread;
cn_thread *cn_threads;
_Atomic uint32_t cn_ended_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of `ended`: threads end without the GIL */
static cn_thread *ended;                                 /* their slots are for the next threads */
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* For the next thread: root.c may know it by the chunk that it filled, so it is never freed. */
static void put_ended(cn_thread *thread) {
    pthread_mutex_lock(&lock);
    thread->next_free = ended;
    ended = thread;
    pthread_mutex_unlock(&lock);
}

/* A slot with monitors is given up at once, so that who waits for them learns that they were abandoned. */
static void end_thread(void *pointer) {
    cn_thread *thread = pointer;
    if (atomic_load_explicit(&thread->mutator->held, memory_order_relaxed) != 0) {
        cl_slot_release(thread->slot);
        thread->slot = 0;
    }
    if (atomic_exchange_explicit(&thread->state, CN_ENDED, memory_order_release) != CN_ENDED) {
        atomic_fetch_add_explicit(&cn_ended_count, 1, memory_order_release);
    }
    put_ended(thread);
}

static void before_fork(void) {
    pthread_mutex_lock(&lock);
}

static void after_fork(void) {
    pthread_mutex_unlock(&lock);
}

/* The library forgets the segment by itself, by a handler that was registered later; the child attaches anew. */
static void after_fork_in_child(void) {
    pthread_mutex_init(&lock, NULL);
    cn_exports_inherit();
    ended = cn_threads = NULL;
    atomic_store_explicit(&cn_ended_count, 0, memory_order_relaxed);
    cn_base = NULL;
    cn_header = NULL;
    cn_process++;
    if (cn_this_thread != NULL) {
        cn_this_thread->mutator = NULL;
    }
    cn_this_thread = NULL;
    pthread_setspecific(at_end, NULL);
    cn_roots_forget_in_child();
    cn_stored_forget_in_child();
    cn_recent_forget_in_child();
    cn_shapes_forget_in_child();
    cn_allocations_forget_in_child();
    cn_objects_forget_in_child();
}

int cn_is_still(uint32_t process) {
    if (cn_process != process && !PyErr_Occurred()) {
        cn_error("SharedMemoryError",
                 "this process was forked in the middle of an operation, which is that of its parent; begin it anew, "
                 "with objects that you get by a repository or a channel");
    }
    return cn_process == process;
}

static void register_once(void) {
    pthread_key_create(&at_end, end_thread);
    pthread_atfork(before_fork, after_fork, after_fork_in_child);
}

static const char *environment(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] != 0 ? value : NULL;
}

static void program_name(char *into, size_t bytes) {
    PyObject *argv = PySys_GetObject("argv"); /* borrowed */
    PyObject *first = argv != NULL && PyList_Check(argv) && PyList_GET_SIZE(argv) > 0 ? PyList_GET_ITEM(argv, 0) : NULL;
    const char *path = first != NULL && PyUnicode_Check(first) ? PyUnicode_AsUTF8(first) : NULL;
    PyErr_Clear();
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    snprintf(into, bytes, "%s", path == NULL || path[0] == 0 ? "python" : slash != NULL ? slash + 1 : path);
}

static int attach(void) {
    CN_NO_ERROR(error);
    char program[48];
    program_name(program, sizeof program);
    cl_attach_options options = {.segment = environment("COLORS_SEGMENT"),
                                 .daemon = environment("COLORS_DAEMON"),
                                 .language = "cpython",
                                 .program = program,
                                 .autostart = 1};
    void *base;
    Py_BEGIN_ALLOW_THREADS
    base = cl_attach(&options, &error);
    Py_END_ALLOW_THREADS
    if (base == NULL) {
        cn_raise(&error);
        return 0;
    }
    cn_base = base;
    cn_is_readonly = cl_is_readonly();
    cn_header = base;
    return 1;
}

static cn_thread *take_ended(void) {
    pthread_mutex_lock(&lock);
    cn_thread *thread = ended;
    if (thread != NULL) {
        ended = thread->next_free;
    }
    pthread_mutex_unlock(&lock);
    return thread;
}

static int claim(cn_thread *thread) {
    CN_NO_ERROR(error);
    uint64_t slot;
    Py_BEGIN_ALLOW_THREADS
    slot = cl_slot_claim(&error);
    Py_END_ALLOW_THREADS
    if (slot == 0) {
        cn_raise(&error);
        return 0;
    }
    thread->slot = slot;
    thread->mutator = cn_at(slot);
    return 1;
}

static cn_thread *make(void) {
    cn_thread *thread = take_ended();
    if (thread == NULL) {
        thread = PyMem_RawCalloc(1, sizeof *thread);
        if (thread == NULL) {
            PyErr_NoMemory();
            return NULL;
        }
        thread->next = cn_threads;
        cn_threads = thread;
    }
    if (thread->slot != 0) {
        cl_slot_pass(thread->slot);
    } else if (!claim(thread)) {
        put_ended(thread);
        return NULL;
    }
    return thread;
}

cn_thread *cn_thread_begin(void) {
    pthread_once(&once, register_once);
    if (cn_base == NULL && !attach()) {
        return NULL;
    }
    cn_thread *thread = make();
    if (thread != NULL) {
        pthread_setspecific(at_end, thread);
        cn_this_thread = thread;
        cn_scopes_abandon(thread);
        cn_chunk_look(thread);
        cn_tidy_again(thread);
    }
    return thread;
}

PyThreadState *cn_wait_begin(cn_thread *thread) {
    cn_deferred_end(thread);
    thread->waiting = 1;
    return PyEval_SaveThread();
}

void cn_wait_end(cn_thread *thread, PyThreadState *state) {
    PyEval_RestoreThread(state);
    thread->waiting = 0;
    cn_chunk_look(thread);
}
