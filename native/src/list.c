/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists [layout.list]. The head, one word, has the count and the array; its store is what makes a change visible, so a
 * list is always as before or as after one, and who dies leaves nothing to repair. Readers take no lock: in one
 * operation they load the head, then an element.
 *
 * For the collector: an array is scanned through its list, up to the count. Slots behind the last element may hold
 * what was removed, so a store there has no old value to shade; a removal shades the value instead, in the operation of
 * the head's store. A replaced array is shaded too, for readers may be in it (M2 for the head).
 */
#include <string.h>

#include "client.h"
#include "error.h"
#include "heap.h"
#include "lock.h"
#include "mutator.h"

#define CAPACITY_LEAST 8u
#define CAPACITY_MOST  (1u << 31)
#define COPY_AT_ONCE   512u /* elements in one operation, which holds up grace periods */

typedef struct view { /* of a head */
    uint64_t array;   /* reference; 0: none */
    uint32_t count;
    uint32_t capacity;
    uint32_t kind; /* enum cl_slot_kind of the elements, 0: no array */
} view;

/* ---- heads ---- */

static cl_list *list_at(uint64_t list) {
    return cl_at(cl_self.base, list);
}

static uint32_t kind_of_shape(uint32_t shape) {
    const uint32_t *builtin = cl_header_of(cl_self.base)->builtin_shape;
    return shape == builtin[CL_KIND_ARRAY]         ? CL_SLOT_TAGGED
           : shape == builtin[CL_KIND_ARRAY_INT64] ? CL_SLOT_INT64
                                                   : CL_SLOT_FLOAT64;
}

static uint32_t shape_of_kind(uint32_t kind) {
    const uint32_t *builtin = cl_header_of(cl_self.base)->builtin_shape;
    return kind == CL_SLOT_TAGGED  ? builtin[CL_KIND_ARRAY]
           : kind == CL_SLOT_INT64 ? builtin[CL_KIND_ARRAY_INT64]
                                   : builtin[CL_KIND_ARRAY_FLOAT64];
}

/* In an operation, or by the owner of the lock. */
static view look(uint64_t list) {
    uint64_t head = cl_load_acquire(&list_at(list)->head);
    view v = {.array = cl_bytes((uint32_t)(head >> CL_LIST_ARRAY_SHIFT)),
              .count = (uint32_t)(head & CL_LIST_COUNT_MASK)};
    if (v.array != 0) {
        const cl_object_header *array = cl_object_at(cl_self.base, v.array);
        v.capacity = array->length;
        v.kind = kind_of_shape(cl_load_relaxed(&array->shape));
    }
    return v;
}

static uint64_t head_of(const view *v) {
    return (uint64_t)cl_granules(v->array) << CL_LIST_ARRAY_SHIFT | v->count;
}

static _Atomic uint64_t *place_of(const view *v, uint32_t index) {
    return cl_word_at(cl_self.base, cl_inline_slot_place(v->array, index));
}

/* Commits a change by the owner of the lock, in its operation. */
static void store_head(uint64_t list, const view *old, const view *new, uint64_t gc) {
    if (old->array != new->array) {
        if ((gc & CL_GC_REPORT) != 0) {
            cl_shade(cl_self.base, new->array, gc);
        }
        cl_shade(cl_self.base, old->array, gc);
    }
    cl_store_release(&list_at(list)->head, head_of(new));
}

/* The same as an operation of its own. */
static void publish(cl_slot *slot, uint64_t list, const view *old, const view *new) {
    uint64_t gc = cl_enter(cl_self.base, slot);
    store_head(list, old, new, gc);
    cl_leave(slot);
}

/* ---- arrays ---- */

static uint64_t make_array(uint64_t slot, uint32_t kind, uint32_t capacity, cl_error *error) {
    cl_new wanted = {.shape = shape_of_kind(kind), .length = capacity, .bytes = cl_object_bytes(capacity)};
    return cl_object_make(slot, &wanted, error);
}

/* To an array that nobody else knows. */
static void copy_tagged(cl_slot *slot, const view *from, uint32_t start, const view *to, uint32_t to_start,
                        uint32_t count) {
    for (uint32_t done = 0; done < count;) {
        uint32_t end = count - done < COPY_AT_ONCE ? count : done + COPY_AT_ONCE;
        uint64_t gc = cl_enter(cl_self.base, slot);
        for (; done < end; done++) {
            uint64_t word = cl_load_relaxed(place_of(from, start + done));
            cl_store_initial(cl_self.base, place_of(to, to_start + done), word, gc);
        }
        cl_leave(slot);
    }
}

static void copy(cl_slot *slot, const view *from, uint32_t start, const view *to, uint32_t to_start, uint32_t count) {
    if (from->kind == CL_SLOT_TAGGED) {
        copy_tagged(slot, from, start, to, to_start, count);
    } else if (count != 0) {
        memcpy((void *)place_of(to, to_start), (const void *)place_of(from, start), count * sizeof(uint64_t));
    }
}

/* ---- elements ---- */

/* The tagged word of an element; may allocate a box. */
static int tag(uint64_t slot, const cl_element *element, uint64_t *word, cl_error *error) {
    double number;
    switch (element->kind) {
    case CL_SLOT_INT64:
        if (!cl_tag_integer((int64_t)element->bits, word)) {
            *word = cl_box_integer(slot, (int64_t)element->bits, error);
        }
        return *word != 0;
    case CL_SLOT_FLOAT64:
        memcpy(&number, &element->bits, sizeof number);
        if (!cl_tag_float(number, word)) {
            *word = cl_box_float(slot, number, error);
        }
        return *word != 0;
    default:
        *word = element->bits;
        return 1;
    }
}

/* *to: the same elements as tagged words in a new array. */
static int generalize(uint64_t slot_offset, const view *from, uint32_t capacity, view *to, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    *to = (view){.count = from->count, .capacity = capacity, .kind = CL_SLOT_TAGGED};
    to->array = make_array(slot_offset, CL_SLOT_TAGGED, capacity, error);
    for (uint32_t i = 0; to->array != 0 && i < from->count; i++) {
        cl_element element = {.kind = from->kind, .bits = cl_load_relaxed(place_of(from, i))};
        uint64_t word;
        if (!tag(slot_offset, &element, &word, error)) {
            return 0;
        }
        uint64_t gc = cl_enter(cl_self.base, slot);
        cl_store_initial(cl_self.base, place_of(to, i), word, gc);
        cl_leave(slot);
    }
    return to->array != 0;
}

static uint32_t grown(uint32_t count) {
    uint64_t wanted = (uint64_t)count + count / 2 + CAPACITY_LEAST;
    return wanted < CAPACITY_MOST ? (uint32_t)wanted : CAPACITY_MOST;
}

static int full(cl_error *error) {
    return cl_fail(error, CL_ERR_MEMORY, "a list cannot have more than %u elements", CAPACITY_MOST);
}

/* *word: the bits that an array of that kind holds for the element. */
static int encode(uint64_t slot, uint32_t kind, const cl_element *element, uint64_t *word, cl_error *error) {
    *word = element->bits;
    return kind == CL_SLOT_TAGGED ? tag(slot, element, word, error) : 1;
}

/* ---- changes, by the owner of the lock ---- */

static void store_element(cl_slot *slot, const view *v, uint32_t index, uint64_t word, bool initial) {
    if (v->kind != CL_SLOT_TAGGED) {
        cl_store_release(place_of(v, index), word);
        return;
    }
    uint64_t gc = cl_enter(cl_self.base, slot);
    if (initial) {
        cl_store_initial(cl_self.base, place_of(v, index), word, gc);
    } else {
        cl_store_barriered(cl_self.base, place_of(v, index), word, gc);
    }
    cl_leave(slot);
}

static int set(uint64_t slot_offset, uint64_t list, uint32_t index, const cl_element *element, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    view old = look(list);
    view new = old;
    uint64_t word;
    if (index >= old.count) {
        return 0;
    }
    if (old.kind != CL_SLOT_TAGGED && old.kind != element->kind &&
        !generalize(slot_offset, &old, old.capacity, &new, error)) {
        return 0;
    }
    if (!encode(slot_offset, new.kind, element, &word, error)) {
        return 0;
    }
    store_element(slot, &new, index, word, false);
    if (new.array != old.array) {
        publish(slot, list, &old, &new);
    }
    return 1;
}

/* *new: an array of the right kind with the elements and a free slot at `index`; the old one when that will do. */
static int open_gap(uint64_t slot_offset, const view *old, uint32_t index, uint32_t kind, view *new, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    view from = *old;
    if (old->count == CAPACITY_MOST) {
        return full(error);
    }
    if (old->count != 0 && old->kind != CL_SLOT_TAGGED && old->kind != kind &&
        !generalize(slot_offset, old, grown(old->count), &from, error)) {
        return 0;
    }
    bool fits = from.array != 0 && from.count < from.capacity && (from.kind == kind || from.count != 0);
    *new = from;
    if (!fits || index < from.count) {
        *new = (view){.kind = from.count == 0 ? kind : from.kind, .count = from.count, .capacity = grown(from.count)};
        new->array = make_array(slot_offset, new->kind, new->capacity, error);
        if (new->array == 0) {
            return 0;
        }
        copy(slot, &from, 0, new, 0, index);
        copy(slot, &from, index, new, index + 1, from.count - index);
    }
    new->count++;
    return 1;
}

static int insert(uint64_t slot_offset, uint64_t list, uint32_t index, const cl_element *element, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    view old = look(list);
    view new = old;
    uint64_t word;
    uint32_t at = index == UINT32_MAX ? old.count : index;
    if (at > old.count || !open_gap(slot_offset, &old, at, element->kind, &new, error) ||
        !encode(slot_offset, new.kind, element, &word, error)) {
        return 0;
    }
    store_element(slot, &new, at, word, true);
    publish(slot, list, &old, &new);
    return 1;
}

/* The array without one element that is not the last; the same one for the last. */
static int close_gap(uint64_t slot_offset, const view *old, uint32_t index, view *new, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    *new = *old;
    new->count--;
    if (index == new->count) {
        return 1;
    }
    new->array = make_array(slot_offset, old->kind, old->capacity, error);
    if (new->array == 0) {
        return 0;
    }
    copy(slot, old, 0, new, 0, index);
    copy(slot, old, index + 1, new, index, new->count - index);
    return 1;
}

/* The value is logged and shaded in the operation that removes it. */
static int take_out(uint64_t slot_offset, uint64_t list, const view *old, const view *new, uint64_t word,
                    cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    bool reference = old->kind == CL_SLOT_TAGGED && cl_is_reference(word);
    for (;;) {
        uint64_t gc = cl_enter(cl_self.base, slot);
        bool logged = !reference || cl_log(cl_self.base, slot, word);
        if (logged) {
            if (reference) {
                cl_shade(cl_self.base, word, gc);
            }
            store_head(list, old, new, gc);
        }
        cl_leave(slot);
        if (logged) {
            return 1;
        }
        if (cl_chunk_next(slot_offset, error) == 0) {
            return 0;
        }
    }
}

static int remove_at(uint64_t slot, uint64_t list, uint32_t index, cl_element *element, cl_error *error) {
    view old = look(list);
    view new;
    uint32_t at = index == UINT32_MAX ? old.count - 1 : index;
    if (at >= old.count || !close_gap(slot, &old, at, &new, error)) {
        return 0;
    }
    uint64_t word = cl_load_relaxed(place_of(&old, at));
    if (!take_out(slot, list, &old, &new, word, error)) {
        return 0;
    }
    if (element != NULL) {
        *element = (cl_element){.kind = old.kind, .bits = word};
    }
    return 1;
}

/* One operation, however long: a shade counts only in the epoch in which its value is removed. */
static void clear(cl_slot *slot, uint64_t list) {
    view old = look(list);
    view empty = {0};
    uint64_t gc = cl_enter(cl_self.base, slot);
    for (uint32_t i = 0; old.kind == CL_SLOT_TAGGED && i < old.count; i++) {
        cl_shade(cl_self.base, cl_load_relaxed(place_of(&old, i)), gc);
    }
    store_head(list, &old, &empty, gc);
    cl_leave(slot);
}

/* ---- the API ---- */

static int is_list(uint64_t list, cl_error *error) {
    uint32_t shape = cl_load_acquire(&cl_object_at(cl_self.base, list)->shape) & CL_SHAPE_ID_MASK;
    return shape == cl_header_of(cl_self.base)->builtin_shape[CL_KIND_LIST]
               ? 1
               : cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no list: its shape is %u", (unsigned long long)list, shape);
}

/* Nothing has to be repaired after an owner's death. */
static int take_lock(uint64_t slot, uint64_t list, cl_error *error) {
    if (error != NULL) {
        error->code = CL_OK;
    }
    return is_list(list, error) &&
           cl_lock_take(cl_at(cl_self.base, slot), list, &list_at(list)->lock, error) != CL_TAKE_FAILED;
}

static int32_t release_lock(uint64_t slot, uint64_t list, int result) {
    cl_lock_release(cl_at(cl_self.base, slot), &list_at(list)->lock);
    return result;
}

uint64_t cl_list_make(uint64_t slot, uint32_t kind, uint32_t capacity, cl_error *error) {
    if (capacity > CAPACITY_MOST) {
        return (uint64_t)full(error);
    }
    uint64_t array = capacity == 0 ? 0 : make_array(slot, kind, capacity, error);
    if (capacity != 0 && array == 0) {
        return 0;
    }
    uint64_t content[2] = {(uint64_t)cl_granules(array) << CL_LIST_ARRAY_SHIFT, 0};
    cl_new wanted = {.shape = cl_header_of(cl_self.base)->builtin_shape[CL_KIND_LIST],
                     .bytes = sizeof(cl_list),
                     .content = content,
                     .content_bytes = sizeof content};
    return cl_object_make(slot, &wanted, error);
}

uint32_t cl_list_count(uint64_t list) {
    return (uint32_t)(cl_load_acquire(&list_at(list)->head) & CL_LIST_COUNT_MASK);
}

int32_t cl_list_get(uint64_t slot_offset, uint64_t list, uint32_t index, cl_element *element, cl_error *error) {
    cl_slot *slot = cl_at(cl_self.base, slot_offset);
    if (error != NULL) {
        error->code = CL_OK;
    }
    for (;;) {
        cl_enter(cl_self.base, slot);
        view v = look(list);
        bool inside = index < v.count;
        if (inside) {
            *element = (cl_element){.kind = v.kind, .bits = cl_load_acquire(place_of(&v, index))};
        }
        bool same = cl_load_acquire(&list_at(list)->head) == head_of(&v);
        bool logged = !inside || !same || v.kind != CL_SLOT_TAGGED || !cl_is_reference(element->bits) ||
                      cl_log(cl_self.base, slot, element->bits); /* M3 */
        cl_leave(slot);
        if (!same) { /* what was read may have come there for an element that is not in the list yet */
            continue;
        }
        if (logged) {
            return inside;
        }
        if (cl_chunk_next(slot_offset, error) == 0) {
            return 0;
        }
    }
}

int32_t cl_list_set(uint64_t slot, uint64_t list, uint32_t index, const cl_element *element, cl_error *error) {
    return take_lock(slot, list, error) ? release_lock(slot, list, set(slot, list, index, element, error)) : 0;
}

int32_t cl_list_insert(uint64_t slot, uint64_t list, uint32_t index, const cl_element *element, cl_error *error) {
    return take_lock(slot, list, error) ? release_lock(slot, list, insert(slot, list, index, element, error)) : 0;
}

int32_t cl_list_remove(uint64_t slot, uint64_t list, uint32_t index, cl_element *element, cl_error *error) {
    return take_lock(slot, list, error) ? release_lock(slot, list, remove_at(slot, list, index, element, error)) : 0;
}

int32_t cl_list_clear(uint64_t slot, uint64_t list, cl_error *error) {
    if (!take_lock(slot, list, error)) {
        return 0;
    }
    clear(cl_at(cl_self.base, slot), list);
    return release_lock(slot, list, 1);
}
