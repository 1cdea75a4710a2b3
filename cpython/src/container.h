/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared containers: what their files share. A container's own memory is read inline, as the library reads it
 * (native/src/containers); it is changed by the library alone. Files that have functions add them by their own table.
 */
#ifndef COLORS_CONTAINER_H
#define COLORS_CONTAINER_H

#include "operation.h"

extern PyTypeObject cn_container_type, cn_list_type, cn_tuple_type, cn_array_type, cn_map_type, cn_set_type;
extern PyTypeObject cn_binary_type;

int cn_add_type(PyObject *module, PyTypeObject *type, const char *name);
/* Each adds its types and functions to the module. -1 and an exception. */
int cn_containers_add(PyObject *module);
int cn_lists_add(PyObject *module);
int cn_flats_add(PyObject *module);
int cn_maps_add(PyObject *module);
int cn_keys_add(PyObject *module);
int cn_binaries_add(PyObject *module);
int cn_frozen_add(PyObject *module);
int cn_atomics_add(PyObject *module);
int cn_copies_add(PyObject *module);
extern PyMethodDef cn_array_methods[]; /* dlpack.c */
/* The reference of a flat array, and its kind; 0 and an exception. */
uint64_t cn_flat_of(PyObject *self, uint32_t *kind);
/* A consumer of an array's memory ends: on whatever thread, with or without the GIL. */
void cn_view_end(PyObject *owner, cn_export *export);

/* ---- arrow.c ---- */

PyObject *cn_arrow_array(PyObject *self, PyObject *arguments, PyObject *named);
PyObject *cn_arrow_schema(PyObject *self, PyObject *nothing);
PyObject *cn_arrow_of_texts(PyObject *self, void *nothing); /* the getter of __arrow_c_array__ in lists and tuples */

#define CN_KIND(name) (1u << CL_KIND_##name)
#define CN_LISTS (CN_KIND(LIST) | CN_KIND(TUPLE) | CN_KIND(FLAT))
#define CN_MAPS (CN_KIND(MAP) | CN_KIND(SET) | CN_KIND(FROZEN_SET))
#define CN_BINARIES (CN_KIND(BINARY) | CN_KIND(BYTES))

static inline uint32_t cn_kind_of(uint64_t reference) {
    return cn_shape_at(cn_shape_id(reference))->kind;
}

static inline const cl_container *cn_container_at(uint64_t reference) {
    return cn_at(reference);
}

static inline uint64_t cn_head_of(uint64_t reference) {
    return atomic_load_explicit(&cn_container_at(reference)->head, memory_order_acquire);
}

static inline uint32_t cn_generation_of(uint64_t reference) {
    return atomic_load_explicit(&cn_container_at(reference)->generation, memory_order_acquire);
}

static inline uint32_t cn_head_count(uint64_t head) {
    return (uint32_t)(head & CL_HEAD_COUNT_MASK);
}

/* Of the array or table; 0: there is none. */
static inline uint64_t cn_head_part(uint64_t head) {
    return head >> CL_HEAD_PART_SHIFT << CN_REFERENCE_SHIFT;
}

/* ---- container.c: arguments and words ------------------------------------------------------------- */

/* The reference of an argument that is a container of one of these kinds (bits 1 << kind); 0 and an exception. */
uint64_t cn_argument(PyObject *value, uint32_t kinds, const char *expected);
/* An integer, or as far off as 32 bits can say. 0 and an exception. */
int cn_index(PyObject *value, int32_t *index);
const char *cn_kind_name(uint32_t kind);
/* The package's function of that name for what a slot leaves; borrowed, NULL and an exception. */
PyObject *cn_kept(PyObject *self, const char *name);
/* What __reduce__ of an iterator gives: an iterator over the rest, by a copy, which it takes. */
PyObject *cn_reduced(PyObject *copy);
/* Loads a tagged word that may be vacant: then NULL without an exception. The object of the place is kept alive. */
PyObject *cn_load_present(cn_thread *thread, const _Atomic uint64_t *place);
/* Raises a read-only process's error; 0 if it is one. */
int cn_check_writable(void);
/* A wrapper of a container that was made just now. */
PyObject *cn_made(cn_thread *thread, uint64_t reference, const cl_error *error);

/* Values on their way into a container: all are converted before anything is made. */
typedef struct cn_words {
    Py_ssize_t count;
    uint32_t kind; /* of cl_elements: raw if all are integers, or all floats */
    cn_value *values;
    uint64_t *bits;   /* after cn_words_make */
    cl_text *texts;   /* then, if all are such (CL_ELEMENT_TEXT): no words are made of them */
    uint32_t *chunks; /* that has the word's entry; 0: nothing to forget */
    PyObject *kept;   /* a tuple of the values */
    int is_pinned;    /* no chunk is given back until cn_words_end */
} cn_words;

/* Converts a sequence; `place` as in cn_value_of. 0 and an exception. */
int cn_words_begin(cn_words *words, PyObject *values, const char *place, const char *name);
/* Makes the bits; no code of the program runs. 0 and an exception. They are roots until cn_words_end. */
int cn_words_make(cn_thread *thread, cn_words *words);
void cn_words_unmake(cn_thread *thread, cn_words *words); /* they are no roots any more */
void cn_words_end(cn_thread *thread, cn_words *words);

static inline uint32_t cn_element_kind(const cn_value *value) {
    return value->form == CN_INTEGER ? CL_SLOT_INT64 : value->form == CN_FLOAT ? CL_SLOT_FLOAT64 : CL_SLOT_TAGGED;
}

static inline uint64_t cn_element_bits(const cn_value *value) {
    uint64_t bits = (uint64_t)value->integer;
    if (value->form == CN_FLOAT) {
        memcpy(&bits, &value->number, sizeof bits);
    }
    return bits;
}

static inline PyObject *cn_raw_value(uint32_t kind, uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return kind == CL_SLOT_INT64 ? PyLong_FromLongLong((int64_t)bits) : PyFloat_FromDouble(number);
}

/* ---- list.c ---------------------------------------------------------------------------------------- */

/* An element of a list, tuple or array; NULL without an exception: there is no such index. A negative one counts from
 * the end. */
PyObject *cn_list_item(PyObject *list, int64_t index);
Py_ssize_t cn_list_size(uint64_t list);

PyObject *cn_new_list(void);
int cn_list_extend(PyObject *list, PyObject *values); /* 0 and an exception */

/* ---- flat.c ---------------------------------------------------------------------------------------- */

PyObject *cn_flat_item(uint64_t array, uint32_t index); /* of numbers or booleans; inside */
int cn_flat_put(uint64_t array, uint32_t index, PyObject *value); /* 0 and an exception */
uint32_t cn_flat_kind(uint64_t array);
uint32_t cn_flat_count(uint64_t array);
const char *cn_flat_name(uint32_t kind);
const char *cn_flat_format(uint32_t kind); /* of a buffer, as module struct has it */
uint32_t cn_flat_width(uint32_t kind);     /* bytes of an element, also of a field of that slot kind */
int cn_flat_bits(uint32_t kind, PyObject *value, uint64_t *bits); /* of an element that fits; 0 and an exception */
/* Fills a view of memory that a wrapper keeps alive. */
int cn_fill_view(PyObject *owner, Py_buffer *view, int flags, const char *format, Py_ssize_t itemsize, void *memory,
                 Py_ssize_t count, int is_frozen);
void cn_release_view(PyObject *owner, Py_buffer *view);

/* ---- key.c ----------------------------------------------------------------------------------------- */

/* A key that is looked for or put. */
typedef struct cn_key {
    PyObject *object; /* owned */
    cn_value value;   /* of scalars, and of what is put */
    uint32_t hash;
    uint32_t other_hashes[2]; /* by which programs that know less of a class may have put it; 0: none */
    int is_scalar;            /* compared here; else the package is asked */
    uint64_t word;            /* of a short string, number or boolean; CL_TAG_VACANT: it has none */
} cn_key;

/* 1; 0: no container can hold such a key (never when it is to be put); -1: exception. */
int cn_key_of(cn_thread *thread, PyObject *object, int put, cn_key *key);
/* The same of a str or int of 64 bits that is only looked for: borrowed, without cn_key_clear. 0: it is none. */
int cn_key_of_plain(PyObject *object, cn_key *key);
void cn_key_clear(cn_key *key);
enum cn_match { CN_DIFFERENT, CN_EQUAL_KEYS, CN_UNDECIDED };
/* Compares with a word, inside an operation. */
enum cn_match cn_key_match(const cn_key *key, uint64_t word);
/* Asks the package about one that was undecided. 1, 0, -1 and an exception. */
int cn_key_equal(const cn_key *key, PyObject *there);
/* Before it is put: its hash stays with the objects that it is or has in it. */
int cn_key_keep(const cn_key *key);
/* The hash by docs/equality.md, of any value that is or could be shared. 0 and an exception. */
int cn_hash_of(PyObject *value, uint32_t *hash);

/* ---- map.c ----------------------------------------------------------------------------------------- */

/* The word of a key's value, a root of the thread's chunk, and the entry. 1, 0: there is none, -1: exception. */
int cn_map_seen(cn_thread *thread, uint64_t map, const cn_key *key, cl_found *found, uint64_t *word);

#endif
