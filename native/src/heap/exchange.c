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
        CL_ASSERT_PLACE(cl_self.base, at, sizeof(TYPE));                                                               \
        return cl_cas_acq_rel((_Atomic TYPE *)at, &seen, (TYPE)wanted->bits);                                          \
    } while (0)

static bool exchange_number(const cl_exchange *wanted) {
    void *at = cl_at(cl_self.base, wanted->place);
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
static bool exchange_tagged(const cl_exchange *wanted, uint64_t gc) {
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade(cl_self.base, wanted->bits, gc);
    }
    cl_shade(cl_self.base, wanted->seen, gc);
    return exchange_number(wanted);
}

/* One operation. False when another thread changed the shape word since it was read. */
static bool apply(cl_slot *slot, uint64_t object, uint32_t word, const cl_exchange *wanted, bool *stored) {
    _Atomic uint32_t *shape = &cl_object_at(cl_self.base, object)->shape;
    uint32_t after = word;
    uint64_t gc = cl_enter(cl_self.base, slot);
    cl_store_release(&slot->evolving, cl_granules(object));
    bool held = cl_cas_acq_rel(shape, &word, word | CL_SHAPE_EVOLVING);
    if (held) {
        *stored = wanted->slot_kind == CL_SLOT_TAGGED ? exchange_tagged(wanted, gc) : exchange_number(wanted);
        cl_store_release(shape, after); /* also clears a daemon's CL_SHAPE_RECOVERING */
    }
    cl_store_release(&slot->evolving, 0);
    cl_leave(slot);
    return held;
}

int32_t cl_field_exchange(uint64_t slot, uint64_t object, uint32_t shape, const cl_exchange *wanted, cl_error *error) {
    error->code = CL_OK;
    if (!cl_writable("change an object", error)) {
        return 0;
    }
    bool stored = false;
    uint32_t word;
    do {
        if (!cl_object_settled(object, &word, error)) {
            return 0;
        }
        if ((word & CL_SHAPE_ID_MASK) != shape) {
            return CL_STALE;
        }
    } while (!apply(cl_at(cl_self.base, slot), object, word, wanted, &stored));
    return stored ? 1 : CL_STALE;
}
