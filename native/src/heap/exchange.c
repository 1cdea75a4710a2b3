/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compare and set of a field that may get another place or type, or be removed [layout.exchange]. The caller holds the
 * lock of evolutions for a few instructions, so the field that it exchanges is the object's at that moment. Who dies in
 * it has exchanged or not; the lock is taken from it as from an evolver that had done nothing yet.
 */
#include "base.h"
#include "heap.h"
#include "object.h"
#include "segment.h"

#define CL_EXCHANGE_AT(TYPE)                                                                                           \
    do {                                                                                                               \
        TYPE seen = (TYPE)wanted->seen;                                                                                \
        CL_ASSERT_PLACE(space, at, sizeof(TYPE));                                                                      \
        return cl_cas_acq_rel((_Atomic TYPE *)at, &seen, (TYPE)wanted->bits);                                          \
    } while (0)

static bool exchange_number(const cl_space *space, const cl_exchange *wanted) {
    void *at = cl_at(space, wanted->place);
    switch (cl_slot_kind_bytes(wanted->slot_kind)) {
    case 1:
        CL_EXCHANGE_AT(uint8_t);
    case 2:
        CL_EXCHANGE_AT(uint16_t);
    case 4:
        CL_EXCHANGE_AT(uint32_t);
    default:
        CL_EXCHANGE_AT(uint64_t);
    }
}

/* M2 with a compare and swap in the place of the store: one that fails has shaded in vain. `seen` is a root of the
 * caller, so the same word is the same object. */
static bool exchange_tagged(const cl_space *space, const cl_exchange *wanted, uint64_t gc) {
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade_word(space, cl_word_of(wanted->bits), gc);
    }
    cl_shade_word(space, cl_word_of(wanted->seen), gc);
    return exchange_number(space, wanted);
}

/* One operation. False when another thread changed the shape word since it was read. */
static bool apply(cl_mutator m, cl_ref object, uint32_t word, const cl_exchange *wanted, bool *stored) {
    const cl_space *space = &m.client->space;
    _Atomic uint32_t *shape = &cl_object_at(space, object)->shape;
    uint32_t after = word;
    uint64_t gc = cl_enter(m);
    cl_store_release(&m.slot->evolving, cl_granules(object.offset));
    bool held = cl_cas_acq_rel(shape, &word, word | CL_SHAPE_EVOLVING);
    if (held) {
        *stored = wanted->slot_kind == CL_SLOT_TAGGED ? exchange_tagged(space, wanted, gc)
                                                      : exchange_number(space, wanted);
        cl_store_release(shape, after); /* also clears a daemon's CL_SHAPE_RECOVERING */
    }
    cl_store_release(&m.slot->evolving, 0);
    cl_leave(m);
    return held;
}

int32_t cl_field_exchange(uint64_t slot, uint64_t object, uint32_t shape, const cl_exchange *wanted, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    error->code = CL_OK;
    if (!cl_writable(m.client, "change an object", error)) {
        return 0;
    }
    bool stored = false;
    uint32_t word;
    do {
        if (!cl_object_settled(&m.client->space, cl_ref_of(object), &word, error)) {
            return 0;
        }
        if ((word & CL_SHAPE_ID_MASK) != shape) {
            return CL_STALE;
        }
    } while (!apply(m, cl_ref_of(object), word, wanted, &stored));
    return stored ? 1 : CL_STALE;
}
