/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The module colors._native: what the package colors needs of libcolors in CPython. The files share this header.
 *
 * All state of the module is guarded by the GIL, but for a thread's mutator slot, which its thread uses without the GIL
 * too while it waits (cn_wait_begin). No Python code runs inside a heap operation (operation.h).
 */
#ifndef COLORS_NATIVE_H
#define COLORS_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <colors.h>

#define CN_REFERENCE_SHIFT CL_GRANULE_SHIFT

/* ---- thread.c ---------------------------------------------------------------------------------- */

/* CN_ENDED: its chunk is to be tidied by others. CN_ENDED_WITH_PINS: it was, but for entries that are pinned. */
enum cn_thread_state { CN_THREAD_TIDY, CN_ENDED, CN_ENDED_WITH_PINS };

typedef struct cn_thread {
    uint64_t slot;   /* offset of its mutator slot */
    cl_slot *mutator; /* NULL: of the process that this one was forked from */
    uint32_t chunk;  /* the chunk that the slot had when this thread last looked, + 1 */
    uint32_t waiting; /* it runs without the GIL: nobody clears entries of its chunk */
    uint32_t *deferred; /* entries that were to be cleared meanwhile, granules */
    uint32_t deferred_count, deferred_room;
    uint64_t tidy_objects, tidy_bytes; /* what its slot had allocated when its chunk was last tidied */
    _Atomic uint32_t state; /* enum cn_thread_state; CN_ENDED is set without the GIL */
    struct cn_scope *scope; /* its innermost open one, or NULL */
    struct cn_thread *next_free, *next;
} cn_thread;

extern char *cn_base; /* of the segment; NULL while not attached */
extern cl_header *cn_header;
extern int cn_is_readonly; /* cl_is_readonly() of this attachment */
extern uint32_t cn_process; /* never 0; another number in each forked child */
extern _Thread_local cn_thread *cn_this_thread;
extern cn_thread *cn_threads;           /* all of this process, also those that have ended */
extern _Atomic uint32_t cn_ended_count; /* of those, with CN_ENDED */

/* Attaches this process if it is not, and gives the calling thread a slot. NULL and an exception. */
cn_thread *cn_thread_begin(void);

/* After code of the program ran, which may have forked: whether this is still that process, and not a child to which
 * the references and the thread do not belong that its caller has. 0 and an exception. */
int cn_is_still(uint32_t process);

static inline cn_thread *cn_thread_here(void) {
    return cn_this_thread != NULL ? cn_this_thread : cn_thread_begin();
}

/* Between the two the GIL is released, and the thread may wait. What the library logged meanwhile stays logged. */
PyThreadState *cn_wait_begin(cn_thread *thread);
void cn_wait_end(cn_thread *thread, PyThreadState *state);

/* ---- root.c: one wrapper for one object, and one log entry for one wrapper ------------------------ */

/* What every shared object and container is in Python. Its reference is a root as long as it lives. */
typedef struct cn_wrapper {
    PyObject_HEAD
    uint32_t granules; /* 0: it may not be used any more: `chunk` says why (scope.h) */
    uint32_t chunk;    /* index + 1 of the chunk that has its entry */
} cn_wrapper;

extern PyTypeObject cn_wrapper_type;

static inline int cn_is_wrapper(PyObject *value) {
    return PyObject_TypeCheck(value, &cn_wrapper_type);
}

static inline uint64_t cn_reference_of(PyObject *wrapper) {
    return (uint64_t)((cn_wrapper *)wrapper)->granules << CN_REFERENCE_SHIFT;
}

/* The reference of a wrapper that this process may use; 0 and an exception. */
uint64_t cn_checked_reference(PyObject *wrapper);

/* The wrapper of an object; borrowed, NULL when there is none. */
PyObject *cn_find_wrapper(uint32_t granules);
/* Looks whether the library gave the slot another chunk; the thread's chunk now. After each call that may. */
uint32_t cn_chunk_look(cn_thread *thread);
/* A wrapper of that type for an object that the chunk has logged. */
PyObject *cn_make_wrapper(PyTypeObject *type, uint64_t reference, uint32_t chunk);
/* Takes back a log entry of a chunk, unless the object has a wrapper whose entry it is. */
void cn_forget(cn_thread *thread, uint64_t reference, uint32_t chunk);
/* The same of a word in the thread's chunk. */
void cn_forget_word(cn_thread *thread, uint64_t word);
/* While an object is pinned, code of the program may run between the load and the wrapper. 0 and an exception. */
int cn_pin(uint32_t granules); /* 0: words on their way that have no wrapper; chunks stay, and nothing is tidied */
void cn_unpin(uint32_t granules);
int cn_pin_word(uint64_t word);
void cn_unpin_word(uint64_t word);
/* Gives back retired chunks in which no wrapper has its entry, unless something is pinned. */
void cn_release_chunks(cn_thread *thread);
void cn_deferred_end(cn_thread *thread);
/* Where a thread begins, with the slot of one that has ended. */
void cn_tidy_again(cn_thread *thread);
/* Where it has waited for a while: nothing that it has not pinned is on its way. */
void cn_tidy_all(cn_thread *thread);
/* Takes back entries of what the library made for itself: extension blocks, arrays of lists, tables of maps. Where an
 * operation begins that may allocate: what this thread has loaded or made is pinned or has a wrapper. Cheap when little
 * was allocated since the last time. */
void cn_tidy(cn_thread *thread);
PyObject *cn_tidy_now(PyObject *module, PyObject *nothing);
PyObject *cn_roots(PyObject *module, PyObject *nothing);
void cn_roots_forget_in_child(void);

/* ---- scope.c ---- */

/* A wrapper that the module needs for itself belongs to no scope. It may be NULL. 0: no memory; it stays in its scope,
 * and no exception is set. */
int cn_scope_leave_out(PyObject *wrapper);
/* Those of a thread that has ended. */
void cn_scopes_abandon(cn_thread *thread);

/* ---- export.c ------------------------------------------------------------------------------------ */

/* Memory of the segment that others have the address of; whoever made it keeps its owner. */
typedef struct cn_export {
    const PyObject *owner; /* a wrapper */
    uint64_t offset, bytes;
    uint32_t process;
    struct cn_export *next, *previous;
} cn_export;

void cn_export_begin(cn_export *export, const PyObject *owner, const void *memory, uint64_t bytes);
int cn_is_exported(const PyObject *owner);
void cn_export_end(cn_export *export);
void cn_exports_inherit(void); /* in a forked child, while the library knows the segment */

/* ---- text.c: strings ---------------------------------------------------------------------------- */

PyObject *cn_text_of_object(uint64_t reference); /* which is rooted */
PyObject *cn_text_of_word(uint64_t word);
/* The characters of a str, as long as it lives. 0: some are beyond 16 bits. */
int cn_plain_text(PyObject *text, cl_text *result);
/* The word of a str; an object is logged by the thread's chunk. CL_TAG_FAILED and an exception. */
uint64_t cn_word_of_text(cn_thread *thread, PyObject *text);
/* A string object of a str, logged by the thread's chunk. 0; no exception is set. */
uint64_t cn_string_of_text(cn_thread *thread, PyObject *text, cl_error *error);

/* ---- recent_texts.c ---------------------------------------------------------------------------------------- */

/* The str of a shared string that is a root, or inside the operation that loaded it; NULL: none is known. */
PyObject *cn_recent_text(uint64_t reference);
/* The same string was read: `text` is its str. */
void cn_remember_text(uint64_t reference, PyObject *text);
PyObject *cn_recent_count(PyObject *module, PyObject *nothing); /* how many str are kept for that */
void cn_recent_forget_in_child(void);

/* ---- stored_texts.c ---------------------------------------------------------------------------------------- */

/* A shared string with the text of a str, which lives until cn_tidy without an entry of its own; 0: there is none.
 * Raises nothing, and runs no code of the program. */
uint64_t cn_stored_text(cn_thread *thread, PyObject *text);
/* Whether they are to be given up: memory is short, or others are stored now. */
int cn_stored_is_due(void);
void cn_stored_shortage(void); /* an allocation of this process failed */
void cn_stored_give_up(void); /* if they are due; where nothing is on its way to shared memory */
PyObject *cn_stored_count(PyObject *module, PyObject *nothing);
int cn_stored_roots(void); /* wrappers that are none of the program */
void cn_stored_forget_in_child(void);
int cn_stored_add(void);

/* ---- shape.c: versions of classes ---------------------------------------------------------------- */

typedef struct cn_named_field {
    PyObject *name; /* interned */
    const cl_field *field;
} cn_named_field;

typedef struct cn_shape {
    uint32_t id;
    uint32_t class_entity;
    const cl_shape *shape;
    PyObject *class_name;
    PyTypeObject *type;   /* the hidden class of its objects; NULL before it was met */
    uint32_t value_class; /* enum cn_value_class */
    uint32_t count;
    cn_named_field fields[];
} cn_shape;

enum cn_value_class { CN_NOT_A_VALUE, CN_RESERVED_VALUE, CN_ENUM_VALUE };

cn_shape *cn_shape_of(uint32_t id);                /* NULL and an exception */
PyTypeObject *cn_shape_type(cn_shape *shape);      /* borrowed; meets it first */
const cn_named_field *cn_shape_find(const cn_shape *shape, PyObject *name); /* NULL: there is none */
int cn_bind_class(uint32_t class_entity, PyTypeObject *type);
uint32_t cn_entity_of(uint32_t kind, PyObject *name); /* 0 and an exception */
PyObject *cn_entity_text(uint32_t granules);
void cn_no_characters(PyObject *name); /* the exception for a name that UTF-8 cannot have */
void cn_shapes_forget_in_child(void);

/* ---- word.c: values of Python and tagged words --------------------------------------------------- */

enum cn_form { CN_NULL, CN_BOOLEAN, CN_INTEGER, CN_FLOAT, CN_TEXT, CN_SHARED, CN_CODED, CN_FROZEN, CN_UNBORN };

/* A value on its way into shared memory. */
typedef struct cn_value {
    enum cn_form form;
    uint32_t type;         /* enum cl_type; CL_TYPE_ANY of None */
    uint32_t class_entity; /* of CL_TYPE_CLASS */
    union {
        int64_t integer;
        double number;
        uint64_t reference;
    };
    PyObject *object; /* the value; of CN_CODED and CN_FROZEN what to_value gave: owned, else borrowed */
} cn_value;

/* Of an int; *overflow is not 0 where 64 bits have no room for it. */
static inline int64_t cn_integer_of(PyObject *value, int *overflow) {
#if PY_VERSION_HEX >= 0x030C0000
    if (PyUnstable_Long_IsCompact((const PyLongObject *)value)) {
        *overflow = 0;
        return PyUnstable_Long_CompactValue((const PyLongObject *)value);
    }
#else
    Py_ssize_t digits = Py_SIZE(value); /* negative of a negative number */
    if (digits >= -1 && digits <= 1) {
        *overflow = 0;
        return digits * (int64_t)((const PyLongObject *)value)->ob_digit[0];
    }
#endif
    return PyLong_AsLongLongAndOverflow(value, overflow);
}

/* 0 and an exception when the value cannot be shared; `place` names where it was to be stored (a format of
 * PyUnicode_FromFormatV's, then its arguments). */
int cn_value_of(PyObject *value, cn_value *result, const char *place, ...);
void cn_value_clear(cn_value *value);
/* Its tagged word; what it makes is logged by the thread's chunk until cn_forget_word. CL_TAG_FAILED, exception. */
uint64_t cn_word_of(cn_thread *thread, const cn_value *value);
/* The value of a word that was loaded; a reference is in that chunk, and is no longer when no wrapper came of it. Code
 * of the program may run: further words that were loaded with it are pinned meanwhile (cn_pin_word), and `chunk` is
 * what cn_chunk_look gave right after the load. */
PyObject *cn_take_word(cn_thread *thread, uint64_t word, uint32_t chunk);
/* The same of an object. */
PyObject *cn_take_reference(cn_thread *thread, uint64_t reference, uint32_t chunk);
/* Of a reference, inside the operation that loaded it: its wrapper, or a short text, which is copied and not logged.
 * NULL without an exception: neither. */
PyObject *cn_known(uint64_t reference);
/* The wrapper of the object at a place of one that the caller keeps alive; NULL without an exception: none is known. */
PyObject *cn_wrapper_at(const _Atomic uint64_t *place);
/* Loads the tagged word at a place of an object that the caller keeps alive. */
PyObject *cn_load(cn_thread *thread, const _Atomic uint64_t *place);
/* What becomes a frozen container of a type (enum cl_type), with all that it holds converted; NULL and an exception. */
PyObject *cn_frozen_of(uint32_t type, PyObject *content);
/* The word of a new frozen container of such. */
uint64_t cn_word_of_frozen(cn_thread *thread, PyObject *coded);

/* ---- field.c: fields by name, with the rules of dynamic languages --------------------------------- */

/* 0 and an exception, when nothing was stored. */
int cn_put_field(cn_thread *thread, uint64_t object, PyObject *name, PyObject *value);
int cn_fits(const cl_field *field, const cn_value *value);
int cn_fits_at_once(const cl_field *field, const cn_value *value);
int cn_final_conflict(const cl_shape *shape, const cl_field *field); /* 0 and an exception */
PyObject *cn_conflict(const cl_shape *shape, const cl_field *field, const cn_value *value);
int cn_store_field(cn_thread *thread, uint64_t object, const cl_field *field, const cn_value *value);
/* The word as a field of that type takes it, logged as cn_word_of says. */
uint64_t cn_word_for_field(cn_thread *thread, const cl_field *field, const cn_value *value);
PyObject *cn_describe(const cn_value *value); /* for messages */
PyObject *cn_text_of_range(const cl_field *field);

cl_field_spec cn_inferred(uint32_t name, const cn_value *value); /* a field of the value's own type */

/* ---- map.c ---- */

void cn_map_forget_newest(void); /* the addresses of maps may be those of others from now on */

/* ---- object.c, allocate.c ------------------------------------------------------------------------ */

extern PyTypeObject cn_object_type, cn_descriptor_type, cn_planned_type;
PyObject *cn_allocate(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *names);
PyObject *cn_make_fields(PyObject *class_name, PyObject *const *names, PyObject *const *values, Py_ssize_t count);
PyObject *cn_make_object(PyObject *module, PyObject *arguments);
/* Stores a field whatever property or __setattr__ the class has. 0 and an exception. */
int cn_put_attribute(PyObject *object, PyObject *name, PyObject *value);
PyObject *cn_put_by_name(PyObject *module, PyObject *arguments);
PyObject *cn_set_namer(PyObject *module, PyObject *namer);
void cn_allocations_forget_in_child(void);
void cn_objects_forget_in_child(void);

typedef struct cn_planned { /* an object that a deep copy will make */
    PyObject_HEAD
    uint32_t type;
    PyObject *class_name; /* NULL for containers */
    PyObject *made;       /* NULL before */
} cn_planned;

/* ---- error.c ------------------------------------------------------------------------------------- */

/* No error yet; the text, which is long, is left as it is. */
#define CN_NO_ERROR(error)                                                                                             \
    cl_error error;                                                                                                    \
    (error).code = CL_OK;                                                                                              \
    (error).text[0] = '\0'

/* Each sets an exception of the package and returns NULL. */
PyObject *cn_raise(const cl_error *error);
PyObject *cn_error(const char *class_name, const char *format, ...);

/* ---- module.c: what the package gave -------------------------------------------------------------- */

enum cn_hook {
    CN_RAISE,
    CN_MEET,
    CN_IS_SUBCLASS,
    CN_MISSING,
    CN_IS_FIELD,
    CN_SET_BY_DESCRIPTOR,
    CN_OF_VALUE,
    CN_TO_VALUE,
    CN_HASH,
    CN_EQUAL,
    CN_PRIVATE_KEY,
    CN_BIG_INTEGER,
    CN_HOOKS
};
extern PyObject *cn_hooks[CN_HOOKS];

/* Names of attributes that C asks for. Interned: CPython's cache of attributes keeps each name object that it was asked
 * for. */
enum cn_attribute { CN_ATTRIBUTE_DTYPE, CN_ATTRIBUTE_ITEM, CN_ATTRIBUTE_CLASS, CN_ATTRIBUTE_NAME, CN_ATTRIBUTES };
extern PyObject *cn_attributes[CN_ATTRIBUTES];
extern PyTypeObject *cn_kind_types[CL_KIND_COUNT]; /* of containers, by enum cl_kind */

#endif
