/* SPDX-License-Identifier: Apache-2.0 */
/* Level 3 of cl_validate: containers, their arrays and tables, messages of channels. */
#include "object.h"
#include "validate.h"

static bool is_good_length(uint32_t length) {
    return length >= CL_TABLE_LENGTH_LEAST && length <= CL_TABLE_LENGTH_MOST && (length & (length - 1)) == 0;
}

/* Whether an object is a part of one of these kinds, whole, with room for `count` elements or entries; *length: of it.
 */
static bool is_part(const cl_checked *v, cl_ref reference, uint32_t first, uint32_t last, uint32_t count,
                    uint32_t *length) {
    if (!is_marked(v, reference) || v->objects_top - reference.offset < sizeof(cl_object_header) ||
        !is_kind(v, reference, first, last)) {
        return false;
    }
    *length = length_of(v, reference);
    return *length >= count && (first != CL_KIND_TABLE || is_good_length(*length)) &&
           cl_block_bytes(first, 0, *length) <= v->objects_top - reference.offset;
}

static cl_ref part_of(uint64_t head) {
    return cl_ref_of_granules((uint32_t)(head >> CL_HEAD_PART_SHIFT));
}

static uint32_t count_of(uint64_t head) {
    return (uint32_t)(head & CL_HEAD_COUNT_MASK);
}

/* The part of a container with this head, which is not 0; *length: of it. */
static int check_part(cl_checked *v, cl_ref reference, uint64_t head, uint32_t first, uint32_t last, uint32_t *length) {
    cl_ref part = part_of(head);
    if (!is_part(v, part, first, last, count_of(head), length)) {
        return FAULT("container %#llx: %#llx is not its part with %u elements", ULL(reference.offset), ULL(part.offset),
                     count_of(head));
    }
    bool integers = is_kind(v, part, CL_KIND_ARRAY_INT64, CL_KIND_ARRAY_INT64);
    return integers == ((head & CL_HEAD_INT64) != 0)
               ? 1
               : FAULT("container %#llx: its head is %#llx, its part has %s", ULL(reference.offset), ULL(head),
                       integers ? "raw integers" : "none");
}

int cl_check_array(cl_checked *v, cl_ref reference, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        cl_word word = cl_place_load(cl_inline_place(&v->space, reference, i));
        if (word.bits != CL_TAG_VACANT && !is_good_word(v, word)) {
            return FAULT("part %#llx word %llu is %#llx, which is no value", ULL(reference.offset), ULL(i),
                         ULL(word.bits));
        }
    }
    return 1;
}

int cl_check_list(cl_checked *v, cl_ref reference) {
    const cl_container *container = cl_at(&v->space, reference.offset);
    uint64_t head = cl_load_acquire(&container->head);
    cl_ref array = part_of(head);
    uint32_t length;
    if (head == 0 || !check_part(v, reference, head, CL_KIND_ARRAY, CL_KIND_ARRAY_FLOAT64, &length)) {
        return head == 0;
    }
    bool tagged = is_kind(v, array, CL_KIND_ARRAY, CL_KIND_ARRAY);
    for (uint32_t i = 0; tagged && i < count_of(head); i++) {
        if (cl_place_load(cl_inline_place(&v->space, array, i)).bits == CL_TAG_VACANT) {
            return FAULT("list %#llx: element %u is vacant", ULL(reference.offset), i);
        }
    }
    return 1;
}

static uint32_t table_word(const cl_checked *v, cl_ref table, uint64_t offset) {
    const _Atomic uint32_t *word = cl_at(&v->space, table.offset + offset);
    return cl_load_relaxed(word);
}

/* Whether a search for its hash comes to an entry. */
static bool is_indexed(const cl_checked *v, cl_ref table, uint32_t length, uint32_t entry) {
    uint32_t place = cl_table_first(length, table_word(v, table, cl_table_hash(length, entry)));
    for (uint32_t i = 0; i < 2 * length; i++, place = (place + 1) & (2 * length - 1)) {
        uint32_t number = table_word(v, table, cl_table_index(length, place));
        if (number == 0 || number == entry + 1) {
            return number != 0;
        }
    }
    return false;
}

/* While the lock is free and not abandoned, the count of live entries is right. */
int cl_check_map(cl_checked *v, cl_ref reference) {
    const cl_container *container = cl_at(&v->space, reference.offset);
    uint64_t head = cl_load_acquire(&container->head);
    cl_ref table = part_of(head);
    uint32_t live = 0;
    uint32_t length = 0;
    if (head != 0 && !check_part(v, reference, head, CL_KIND_TABLE, CL_KIND_TABLE, &length)) {
        return 0;
    }
    for (uint32_t i = 0; head != 0 && i < count_of(head); i++) {
        bool vacant = cl_place_load(cl_place_at(&v->space, table.offset + cl_table_key(i))).bits == CL_TAG_VACANT;
        if (!vacant && !is_indexed(v, table, length, i)) {
            return FAULT("map %#llx: entry %u is not in the index", ULL(reference.offset), i);
        }
        live += !vacant;
    }
    uint32_t said = cl_load_acquire(&container->live);
    return cl_load_acquire(&container->lock) != 0 || said == live
               ? 1
               : FAULT("map %#llx has %u entries and says %u", ULL(reference.offset), live, said);
}

int cl_check_table(cl_checked *v, cl_ref reference, uint32_t length) {
    return is_good_length(length)
               ? cl_check_array(v, reference, 2ull * length)
               : FAULT("table %#llx has room for %u entries, which is no power of two", ULL(reference.offset), length);
}

static uint32_t count_between(uint32_t from, uint32_t to) {
    return (to - from) & CL_QUEUE_COUNT_MASK;
}

/* received <= freed or abandoned <= sent, and not more than there is room for. */
int cl_check_channel(cl_checked *v, uint32_t channel) {
    cl_ref ref;
    if (!cl_check_queue(v, channel, &ref) || cl_ref_is_null(ref)) {
        return cl_ref_is_null(ref);
    }
    const cl_queue *queue = cl_queue_at(&v->space, ref);
    uint32_t capacity = CL_ONCE(queue->capacity), mask = CL_ONCE(queue->mask);
    cl_ref ring = cl_ref_of(cl_load_acquire(&queue->ring));
    uint32_t tail = cl_load_acquire(&queue->tail);
    uint32_t freed = cl_load_acquire(&queue->freed) >> CL_QUEUE_COUNT_SHIFT;
    uint32_t head = cl_load_acquire(&queue->head);
    uint32_t sent = tail >> CL_QUEUE_COUNT_SHIFT;
    uint32_t length = 0;
    bool removed = cl_ref_is_null(ring) && (tail & CL_QUEUE_CLOSED) != 0 && head == sent;
    if (!removed && (!is_part(v, ring, CL_KIND_ARRAY, CL_KIND_ARRAY, 0, &length) || (uint64_t)length != mask + 1ull)) {
        return FAULT("channel %u: %#llx is no array of %u slots", channel, ULL(ring.offset), mask + 1);
    }
    uint32_t held = count_between(freed, sent);
    if (held > capacity || count_between(head, sent) > held || head > CL_QUEUE_COUNT_MASK) {
        return FAULT("channel %u of capacity %u: %u sent, %u received, %u freed", channel, capacity, sent, head, freed);
    }
    for (uint32_t i = head; i != sent; i = (i + 1) & CL_QUEUE_COUNT_MASK) {
        cl_word word = cl_place_load(cl_inline_place(&v->space, ring, i & mask));
        if (!is_good_word(v, word)) {
            return FAULT("channel %u: message %u is %#llx, which is no value", channel, i, ULL(word.bits));
        }
    }
    return 1;
}
