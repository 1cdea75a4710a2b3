/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists [layout.list]. The head's store commits each change but that of one element. Readers take no lock: in one
 * operation they load the generation and the head, the element, and both again.
 */
#include <string.h>

#include "base.h"
#include "containers.h"
#include "heap.h"
#include "object.h"
#include "rootlog.h"

#define CAPACITY_LEAST 8u
#define INDEX_END      (1u << 31) /* indices from here on count from the end */
#define CAPACITY_MOST  ((uint32_t)CL_HEAD_COUNT_MASK)
#define CAPACITY_KEPT  64u  /* of an empty list */
#define STORES_AT_ONCE 512u /* in one operation, which holds up grace periods */

typedef struct contents { /* of a head, or of an array to be */
    cl_ref array;         /* null: none */
    uint32_t count;
    uint32_t capacity;
    uint32_t kind; /* enum cl_slot_kind of the elements, 0: no array */
    bool fresh;    /* the array is no object yet */
} contents;

static uint32_t kind_of_shape(const cl_space *space, uint32_t shape) {
    return shape == cl_builtin_shape(space, CL_KIND_ARRAY)         ? CL_SLOT_TAGGED
           : shape == cl_builtin_shape(space, CL_KIND_ARRAY_INT64) ? CL_SLOT_INT64
                                                                   : CL_SLOT_FLOAT64;
}

static uint32_t shape_of_kind(const cl_space *space, uint32_t kind) {
    return cl_builtin_shape(space, kind == CL_SLOT_TAGGED  ? CL_KIND_ARRAY
                                   : kind == CL_SLOT_INT64 ? CL_KIND_ARRAY_INT64
                                                           : CL_KIND_ARRAY_FLOAT64);
}

/* In an operation, or by the owner of the lock. */
static contents view_of(const cl_space *space, uint64_t head) {
    contents v = {.array = cl_head_part(head), .count = cl_head_count(head)};
    if (!cl_ref_is_null(v.array)) {
        const cl_object_header *array = cl_object_at(space, v.array);
        v.capacity = array->length;
        v.kind = kind_of_shape(space, cl_load_relaxed(&array->shape));
    }
    return v;
}

static contents look(const cl_space *space, cl_ref list) {
    return view_of(space, cl_load_acquire(&cl_container_at(space, list)->head));
}

static cl_place place_of(const cl_space *space, const contents *v, uint32_t index) {
    return cl_inline_place(space, v->array, index);
}

/* What the head says of it beside the array. */
static uint32_t count_of(const contents *v) {
    return v->count | (!cl_ref_is_null(v->array) && v->kind == CL_SLOT_INT64 ? (uint32_t)CL_HEAD_INT64 : 0);
}

static void commit(cl_mutator m, cl_ref list, const contents *v) {
    cl_container_commit(m, list, (cl_part){v->array, v->fresh}, count_of(v));
}

/* ---- values ---- */

static const cl_text *text_of(uint64_t bits) {
    return (const cl_text *)(uintptr_t)bits;
}

static bool tag_of(uint32_t kind, uint64_t bits, cl_word *word) {
    double number;
    switch (kind) {
    case CL_SLOT_INT64:
        return cl_tag_integer((int64_t)bits, &word->bits);
    case CL_SLOT_FLOAT64:
        memcpy(&number, &bits, sizeof number);
        return cl_tag_float(number, &word->bits);
    case CL_ELEMENT_TEXT:
        return cl_tag_text(text_of(bits), &word->bits);
    default:
        *word = cl_word_of(bits);
        return true;
    }
}

/* Of the array in which values of a kind are alone. */
static uint32_t stored_kind(uint32_t kind) {
    return kind == CL_ELEMENT_TEXT ? CL_SLOT_TAGGED : kind;
}

/* Whether no value has to be boxed, or made a string, to stand in an array of another kind. */
static bool fits(const contents *to, uint32_t kind, const uint64_t *bits, uint32_t count) {
    cl_word word;
    bool fit = true;
    for (uint32_t i = 0; fit && to->kind != kind && i < count; i++) {
        fit = tag_of(kind, bits[i], &word);
    }
    return fit;
}

static int box_at(cl_mutator m, uint32_t kind, uint64_t bits, cl_place place, cl_error *error) {
    if (kind == CL_ELEMENT_TEXT) {
        return cl_string_make_at(m, text_of(bits), place, error);
    }
    cl_new wanted = {
        .shape = cl_builtin_shape(&m.client->space, kind == CL_SLOT_INT64 ? CL_KIND_BOX_INTEGER : CL_KIND_BOX_FLOAT),
        .bytes = cl_object_bytes(1),
        .content = &bits,
        .content_bytes = sizeof bits};
    return cl_object_make_at(m, &wanted, place, error);
}

/* Stores a value into a slot of an array that is an object. */
static int store(cl_mutator m, const contents *v, uint32_t index, uint32_t kind, uint64_t bits, cl_error *error) {
    const cl_space *space = &m.client->space;
    cl_word word;
    if (v->kind == kind && kind != CL_SLOT_TAGGED) {
        CL_ASSERT_PLACE(space, place_of(space, v, index).address, sizeof bits);
        cl_store_release(place_of(space, v, index).address, bits);
        return 1;
    }
    if (!tag_of(kind, bits, &word)) {
        return box_at(m, kind, bits, place_of(space, v, index), error);
    }
    uint64_t gc = cl_enter(m);
    cl_store_barriered(m, place_of(space, v, index), word, gc);
    cl_leave(m);
    return 1;
}

/* Puts values into an array, from one slot on. */
static int put(cl_mutator m, const contents *v, uint32_t start, uint32_t kind, const uint64_t *bits, uint32_t count,
               cl_error *error) {
    const cl_space *space = &m.client->space;
    if (count != 0 && v->kind == kind && v->fresh) {
        CL_ASSERT_PLACE(space, place_of(space, v, start).address, count * sizeof *bits);
        memcpy((void *)place_of(space, v, start).address, bits, count * sizeof *bits);
        return 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        cl_word word = CL_WORD_NULL;
        if (v->fresh) { /* without boxes */
            tag_of(kind, bits[i], &word);
            CL_ASSERT_PLACE(space, place_of(space, v, start + i).address, sizeof word);
            cl_store_relaxed(place_of(space, v, start + i).address, word.bits);
        } else if (!store(m, v, start + i, kind, bits[i], error)) {
            return 0;
        }
    }
    return 1;
}

/* ---- changes, by the owner of the lock ---- */

static uint32_t grown(uint64_t count) {
    uint64_t wanted = count + count / 2 + CAPACITY_LEAST;
    return wanted < CAPACITY_MOST ? (uint32_t)wanted : CAPACITY_MOST;
}

static int full(cl_error *error) {
    return cl_fail(error, CL_ERR_MEMORY, "a list cannot have more than %u elements", CAPACITY_MOST);
}

/* An array for v->capacity elements of v->kind. One that will need boxes is an object at once, for they need a place to
 * be reached from. */
static int make_array(cl_mutator m, contents *v, bool fresh, cl_error *error) {
    cl_new wanted = {.shape = shape_of_kind(&m.client->space, v->kind),
                     .length = v->capacity,
                     .bytes = cl_object_bytes(v->capacity)};
    v->fresh = fresh;
    v->array = fresh ? cl_block_begin(m, &wanted, error) : cl_object_make(m, &wanted, error);
    return !cl_ref_is_null(v->array);
}

static const uint64_t *bits_of(const cl_space *space, const contents *v, uint32_t index) {
    return cl_ref_is_null(v->array) ? NULL : (const uint64_t *)place_of(space, v, index).address;
}

static uint32_t joined(const contents *old, uint32_t kept, const cl_elements *new) {
    return kept == 0 ? stored_kind(new->kind) : new->count == 0 || old->kind == new->kind ? old->kind : CL_SLOT_TAGGED;
}

/* Into a new array: what is kept before `from`, the new ones, and what is kept behind. */
static int rebuild(cl_mutator m, cl_ref list, const contents *old, uint32_t from, uint32_t removed,
                   const cl_elements *new, cl_error *error) {
    const cl_space *space = &m.client->space;
    uint32_t kept = old->count - removed;
    uint64_t count = (uint64_t)kept + new->count;
    uint32_t behind = from + removed;
    contents v = {.count = (uint32_t)count, .kind = joined(old, kept, new)};
    v.capacity = count <= old->count ? (uint32_t)count + CAPACITY_LEAST : grown(count);
    bool fresh = fits(&v, old->kind, bits_of(space, old, 0), from) &&
                 fits(&v, old->kind, bits_of(space, old, behind), old->count - behind) &&
                 fits(&v, new->kind, new->bits, new->count);
    if (!make_array(m, &v, fresh, error) || !put(m, &v, 0, old->kind, bits_of(space, old, 0), from, error) ||
        !put(m, &v, from, new->kind, new->bits, new->count, error) ||
        !put(m, &v, from + new->count, old->kind, bits_of(space, old, behind), old->count - behind, error)) {
        return 0;
    }
    commit(m, list, &v);
    return 1;
}

/* Slots behind the last element hold nothing alive for long; who dies before leaves something to the next append. */
static void vacate(cl_mutator m, const contents *v, uint32_t start, uint32_t end) {
    for (uint32_t i = start; v->kind == CL_SLOT_TAGGED && i < end;) {
        uint64_t gc = cl_enter(m);
        for (uint32_t stop = end - i < STORES_AT_ONCE ? end : i + STORES_AT_ONCE; i < stop; i++) {
            cl_store_barriered(m, place_of(&m.client->space, v, i), CL_WORD_VACANT, gc);
        }
        cl_leave(m);
    }
}

/* Before slots behind the last element are stored: who dies or fails then leaves in them what was never in the list,
 * and a reader that saw the same head before and after must not take it. */
static void renew(const cl_space *space, cl_ref list) {
    _Atomic uint32_t *generation = &cl_container_at(space, list)->generation;
    cl_store_release(generation, cl_load_relaxed(generation) + 1);
}

/* Whether elements of that kind can follow in the same array. */
static bool holds(const contents *v, uint32_t kind) {
    return v->kind == stored_kind(kind) || (v->count != 0 && v->kind == CL_SLOT_TAGGED);
}

/* What replace does for one element at the end that needs neither room nor a box, in one operation: each makes the
 * thread wait for its own counter. */
static void append_in_place(cl_mutator m, cl_ref list, const contents *v, uint64_t bits) {
    const cl_space *space = &m.client->space;
    _Atomic uint64_t *head = &cl_container_at(space, list)->head;
    renew(space, list);
    uint64_t gc = cl_enter(m);
    if (v->kind == CL_SLOT_TAGGED) {
        cl_store_barriered(m, place_of(space, v, v->count), cl_word_of(bits), gc);
    } else {
        CL_ASSERT_PLACE(space, place_of(space, v, v->count).address, sizeof bits);
        cl_store_release(place_of(space, v, v->count).address, bits);
    }
    CL_ASSERT_PLACE(space, head, sizeof *head);
    cl_store_release(head, cl_load_relaxed(head) + 1); /* the count */
    cl_leave(m);
}

static int replace(cl_mutator m, cl_ref list, uint32_t from, uint32_t removed, const cl_elements *new,
                   cl_error *error) {
    const cl_space *space = &m.client->space;
    contents old = look(space, list);
    contents v = old;
    if (from > old.count || removed > old.count - from) {
        return 0;
    }
    if ((uint64_t)old.count - removed + new->count > CAPACITY_MOST) {
        return full(error);
    }
    v.count = old.count - removed + new->count;
    bool at_end = from + removed == old.count;
    if (new->count == 0 && at_end) {
        bool drop = from == 0 && old.capacity > CAPACITY_KEPT;
        v.array = drop ? CL_REF_NULL : v.array;
        commit(m, list, &v);
        vacate(m, &old, v.count, drop ? 0 : old.count);
        return 1;
    }
    if (!at_end || removed != 0 || v.count > old.capacity || !holds(&old, new->kind)) {
        return rebuild(m, list, &old, from, removed, new, error);
    }
    renew(space, list);
    if (!put(m, &v, from, new->kind, new->bits, new->count, error)) {
        vacate(m, &v, old.count, v.count);
        return 0;
    }
    commit(m, list, &v);
    return 1;
}

/* Reads an element for the caller, whose root it becomes. */
static int take(cl_mutator m, const contents *v, uint32_t index, cl_element *element, cl_error *error) {
    cl_word word = cl_place_load_relaxed(place_of(&m.client->space, v, index));
    *element = (cl_element){.kind = v->kind, .bits = word.bits};
    while (v->kind == CL_SLOT_TAGGED && !cl_log_word(m, word)) {
        if (cl_chunk_follow(m, error) == 0) {
            return 0;
        }
    }
    return 1;
}

/* Indices are below INDEX_END; a larger one counts from the end, UINT32_MAX is the last. What is before the first
 * becomes an index behind the end. */
static uint32_t resolved(uint32_t index, const contents *v) {
    return index < INDEX_END ? index : v->count + index;
}

static int set(cl_mutator m, cl_ref list, uint32_t index, const cl_element *element, cl_element *old, cl_error *error) {
    contents v = look(&m.client->space, list);
    cl_elements one = {.kind = element->kind, .count = 1, .bits = &element->bits};
    uint32_t at = resolved(index, &v);
    if (at >= v.count || (old != NULL && !take(m, &v, at, old, error))) {
        return 0;
    }
    if (v.kind != CL_SLOT_TAGGED && v.kind != element->kind) {
        return rebuild(m, list, &v, at, 1, &one, error);
    }
    return store(m, &v, at, element->kind, element->bits, error);
}

static int remove_at(cl_mutator m, cl_ref list, uint32_t index, cl_element *old, cl_error *error) {
    contents v = look(&m.client->space, list);
    cl_elements none = {.kind = v.kind};
    uint32_t at = resolved(index, &v);
    return at < v.count && (old == NULL || take(m, &v, at, old, error)) && replace(m, list, at, 1, &none, error);
}

/* ---- the API ---- */

/* After a change: so that who read the generation before, or while it was made, has an outdated one. */
static int32_t unlock(cl_mutator m, cl_ref list, int32_t result) {
    if (result == 1) {
        renew(&m.client->space, list);
    }
    return cl_container_unlock(m, list, result);
}

/* An owner that died may have changed an element and not renewed the generation, which others compare with what they
 * read before. Nothing else has to be repaired. */
static int lock(cl_mutator m, cl_ref list, cl_error *error) {
    enum cl_taken taken = cl_container_lock(m, list, CL_KIND_LIST, CL_KIND_LIST, error);
    if (taken == CL_TAKEN_ABANDONED) {
        renew(&m.client->space, list);
    }
    return taken != CL_TAKE_FAILED;
}

static int is_good(uint32_t kind, const uint64_t *bits, uint32_t count, cl_error *error) {
    if (kind == CL_ELEMENT_TEXT) {
        return 1;
    }
    if (kind < CL_SLOT_INT64 || kind > CL_SLOT_TAGGED) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%u is no kind of elements; expected %u to %u", kind, CL_SLOT_INT64,
                       CL_SLOT_TAGGED);
    }
    return kind != CL_SLOT_TAGGED || cl_are_values(bits, count, error);
}

uint64_t cl_list_make(uint64_t slot, uint32_t kind, uint32_t capacity, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    contents v = {.kind = kind, .capacity = capacity};
    if (capacity != 0 && !is_good(kind, NULL, 0, error)) {
        return 0;
    }
    if (capacity > CAPACITY_MOST) {
        return (uint64_t)full(error);
    }
    if (capacity != 0 && !make_array(m, &v, false, error)) {
        return 0;
    }
    return cl_container_make(m, CL_KIND_LIST, cl_head_of(v.array, count_of(&v)), error).offset;
}

/* Nobody else can reach it: the lock only names who commits. */
uint64_t cl_tuple_make(uint64_t slot, const cl_elements *elements, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    contents v = {.kind = stored_kind(elements->kind), .count = elements->count, .capacity = elements->count};
    if (v.count != 0 && !is_good(elements->kind, elements->bits, v.count, error)) {
        return 0;
    }
    if (v.count > CAPACITY_MOST) {
        return (uint64_t)full(error);
    }
    cl_ref tuple = cl_container_make(m, CL_KIND_TUPLE, 0, error);
    if (cl_ref_is_null(tuple) || v.count == 0) {
        return tuple.offset;
    }
    if (cl_container_lock(m, tuple, CL_KIND_TUPLE, CL_KIND_TUPLE, error) == CL_TAKE_FAILED) {
        return 0;
    }
    int made = make_array(m, &v, fits(&v, elements->kind, elements->bits, v.count), error) &&
               put(m, &v, 0, elements->kind, elements->bits, v.count, error);
    if (made) {
        commit(m, tuple, &v);
    }
    return cl_container_unlock(m, tuple, made) ? tuple.offset : 0;
}

uint32_t cl_list_count(uint64_t list) {
    const cl_space *space = &cl_self.space;
    uint32_t kind, count = 0;
    if (cl_builtin_kind(space, cl_ref_of(list)) == CL_KIND_FLAT) {
        cl_flat_info(list, &kind, &count, NULL);
        return count;
    }
    return cl_head_count(cl_load_acquire(&cl_container_at(space, cl_ref_of(list))->head));
}

int32_t cl_list_get(uint64_t slot, uint64_t list, uint32_t index, cl_element *element, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    if (error != NULL) {
        error->code = CL_OK;
    }
    if (cl_builtin_kind(space, cl_ref_of(list)) == CL_KIND_FLAT) {
        return cl_flat_get(m, cl_ref_of(list), index, element, error);
    }
    for (;;) {
        const cl_container *container = cl_container_at(space, cl_ref_of(list));
        cl_enter(m);
        uint32_t generation = cl_load_acquire(&container->generation);
        uint64_t head = cl_load_acquire(&container->head);
        contents v = view_of(space, head);
        bool inside = index < v.count;
        cl_word word = inside ? cl_place_load(place_of(space, &v, index)) : CL_WORD_NULL;
        bool vacant = inside && v.kind == CL_SLOT_TAGGED && word.bits == CL_TAG_VACANT; /* removed meanwhile */
        /* What was read may have come there for an element that is not in the list yet. */
        bool same = !vacant && cl_load_acquire(&container->head) == head &&
                    cl_load_relaxed(&container->generation) == generation;
        bool logged = !inside || !same || v.kind != CL_SLOT_TAGGED || cl_log_word(m, word);
        cl_leave(m);
        if (!same) {
            continue;
        }
        if (logged && inside) {
            *element = (cl_element){.kind = v.kind, .bits = word.bits};
        }
        if (logged) {
            return inside;
        }
        if (cl_chunk_follow(m, error) == 0) {
            return 0;
        }
    }
}

int32_t cl_list_set(uint64_t slot, uint64_t list, uint32_t index, const cl_element *element, cl_element *old,
                    cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return is_good(element->kind, &element->bits, 1, error) && lock(m, cl_ref_of(list), error)
               ? unlock(m, cl_ref_of(list), set(m, cl_ref_of(list), index, element, old, error))
               : 0;
}

/* Whether the list has this element there. The caller keeps it alive, so the same word is the same value. */
static bool has(const cl_space *space, cl_ref list, uint32_t index, const cl_element *seen) {
    contents v = look(space, list);
    uint32_t at = resolved(index, &v);
    return at < v.count && v.kind == seen->kind && cl_place_load_relaxed(place_of(space, &v, at)).bits == seen->bits;
}

int32_t cl_list_set_if(uint64_t slot, uint64_t list, uint32_t index, const cl_element *seen, const cl_element *element,
                       cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    cl_ref ref = cl_ref_of(list);
    if (!is_good(element->kind, &element->bits, 1, error) || !lock(m, ref, error)) {
        return 0;
    }
    return has(&m.client->space, ref, index, seen) ? unlock(m, ref, set(m, ref, index, element, NULL, error))
                                                   : cl_container_unlock(m, ref, CL_STALE);
}

int32_t cl_list_replace(uint64_t slot, uint64_t list, uint32_t from, uint32_t removed, const cl_elements *new,
                        cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    if ((new->count != 0 && !is_good(new->kind, new->bits, new->count, error)) || !lock(m, cl_ref_of(list), error)) {
        return 0;
    }
    uint32_t start = from == UINT32_MAX ? cl_list_count(list) : from;
    return unlock(m, cl_ref_of(list), replace(m, cl_ref_of(list), start, removed, new, error));
}

int32_t cl_list_replace_if(uint64_t slot, uint64_t list, uint32_t generation, uint32_t from, uint32_t removed,
                           const cl_elements *new, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    if ((new->count != 0 && !is_good(new->kind, new->bits, new->count, error)) || !lock(m, cl_ref_of(list), error)) {
        return 0;
    }
    bool same = cl_load_relaxed(&cl_container_at(&m.client->space, cl_ref_of(list))->generation) == generation;
    if (same && removed == 0 && new->count == 0 && from <= cl_list_count(list)) {
        return cl_container_unlock(m, cl_ref_of(list), 1); /* nothing was changed: what others read stays true */
    }
    return unlock(m, cl_ref_of(list), same ? replace(m, cl_ref_of(list), from, removed, new, error) : CL_STALE);
}

int32_t cl_list_insert(uint64_t slot, uint64_t list, uint32_t index, const cl_element *element, cl_error *error) {
    cl_elements one = {.kind = element->kind, .count = 1, .bits = &element->bits};
    return cl_list_replace(slot, list, index, 0, &one, error);
}

int32_t cl_list_append_at_once(uint64_t slot, uint64_t list, uint32_t kind, uint64_t bits) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    if (m.client->readonly || cl_builtin_kind(space, cl_ref_of(list)) != CL_KIND_LIST ||
        !is_good(kind, &bits, 1, NULL) ||
        !cl_lock_try(m, cl_ref_of(list), &cl_container_at(space, cl_ref_of(list))->lock)) {
        return 0;
    }
    contents v = look(space, cl_ref_of(list));
    cl_word word = cl_word_of(bits);
    bool at_once = v.count < v.capacity && holds(&v, kind) && (v.kind == kind || tag_of(kind, bits, &word));
    if (at_once) {
        append_in_place(m, cl_ref_of(list), &v, word.bits);
    }
    return unlock(m, cl_ref_of(list), at_once);
}

int32_t cl_list_remove(uint64_t slot, uint64_t list, uint32_t index, cl_element *old, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return lock(m, cl_ref_of(list), error)
               ? unlock(m, cl_ref_of(list), remove_at(m, cl_ref_of(list), index, old, error))
               : 0;
}

int32_t cl_list_clear(uint64_t slot, uint64_t list, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    cl_elements none = {0};
    return lock(m, cl_ref_of(list), error)
               ? unlock(m, cl_ref_of(list), replace(m, cl_ref_of(list), 0, cl_list_count(list), &none, error))
               : 0;
}
