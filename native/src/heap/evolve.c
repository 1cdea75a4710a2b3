/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One object to another version of its class [layout.evolution]. The bit CL_SHAPE_EVOLVING in the shape word is held
 * from a CAS to the final store; slot.evolving names the object before the CAS and until after the store, so the daemon
 * can end the evolution of a dead process (reclaim.c). At every instruction the object is valid and its field as before
 * or as after:
 *   - a value in a slot that no live field of the old shape uses is stored before the new shape is published;
 *   - a wider type at the same place is published before the value is stored (the old value has that type too);
 *   - a slot that lost its field is nulled after the new shape is published.
 * A field whose new type is not wider takes another place: a reader with the old shape sees a stale value of its type, and
 * a writer with it stores to bytes that only a field of that name and kind gets again.
 */
#include <sched.h>
#include <string.h>
#include <time.h>

#include "base.h"
#include "classes.h"
#include "heap.h"
#include "object.h"
#include "segment.h"

#define NO_SLOT     UINT32_MAX
#define YIELDS      100
#define PAUSE_NS    100000
#define PATIENCE_NS 10000000000ull

typedef struct move {
    cl_shape_plan plan; /* of the new shape */
    cl_field store;     /* the field that takes the value, at its place; its slot may be NO_SLOT */
    uint32_t drop;      /* tagged slot that lost its field, or NO_SLOT */
    bool publish_first; /* the slot belongs to a live field of the old shape */
    bool fresh;         /* no shape of the object had the place: what is there is nothing to anybody */
    bool tagged;        /* the value */
} move;

typedef struct spare { /* an extension block, made before the operation that may link it */
    uint64_t reference;
    uint32_t block;
} spare;

int cl_object_settled(uint64_t object, uint32_t *word, cl_error *error) {
    uint64_t start = 0;
    for (uint32_t i = 0;; i++) {
        *word = cl_load_acquire(&cl_object_at(cl_self.base, object)->shape);
        if ((*word & (CL_SHAPE_EVOLVING | CL_SHAPE_RECOVERING)) == 0) {
            return cl_is_shape_id(*word & CL_SHAPE_ID_MASK)
                       ? 1
                       : cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no shared object: its shape word is %#x",
                                 (unsigned long long)object, *word);
        }
        if (i < YIELDS) {
            sched_yield();
            start = cl_now_ns();
        } else if (cl_now_ns() - start < PATIENCE_NS) {
            nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
        } else {
            return cl_fail(error, CL_ERR_STATE,
                           "object %#llx is being changed by another thread for more than 10 s; that process is "
                           "stopped (continue or "
                           "end it), or it died and the daemon is gone too",
                           (unsigned long long)object);
        }
    }
}

/* ---- the new shape ---- */

static void copy_shape(cl_shape_plan *plan, const cl_shape *shape) {
    plan->class_entity = shape->class_entity;
    plan->field_count = shape->field_count;
    plan->inline_slots = shape->inline_slots;
    plan->total_slots = shape->total_slots;
    plan->removed_count = shape->removed_count;
    plan->declarer = 0;
    plan->any_order = false;
    for (uint32_t i = 0; i < shape->field_count; i++) {
        plan->fields[i] = shape->fields[i];
        plan->fields[i].flags &= (uint8_t)~CL_FIELD_PLACED;
    }
}

static cl_field *find_live(cl_shape_plan *plan, uint32_t name) {
    for (uint32_t i = 0; i < plan->field_count; i++) {
        if (plan->fields[i].name == name && (plan->fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return &plan->fields[i];
        }
    }
    return NULL;
}

static cl_field *find_removed(cl_shape_plan *plan, uint32_t name, uint32_t slot_kind) {
    for (uint32_t i = 0; i < plan->field_count; i++) {
        cl_field *field = &plan->fields[i];
        if (field->name == name && field->slot_kind == slot_kind && (field->flags & CL_FIELD_REMOVED) != 0) {
            return field;
        }
    }
    return NULL;
}

/* A removed entry keeps no type, so that equal slots make equal shapes. */
static cl_field removed(const cl_field *field) {
    return (cl_field){.name = field->name,
                      .slot = field->slot,
                      .byte = field->byte,
                      .slot_kind = field->slot_kind,
                      .type = CL_TYPE_ANY,
                      .flags = CL_FIELD_REMOVED};
}

/* A new entry for a field, and its place: the first in the extension that no version of the object had. Each slot has an
 * entry, so there is one. Bytes that are free in the object itself stay so: what has no extension and nothing removed is
 * a version to allocate in. */
static cl_field *append(move *m, cl_field *field, cl_error *error) {
    if (m->plan.field_count == CL_FIELDS_MAX) {
        cl_fail(error, CL_ERR_ARGUMENT, "the object has %u fields, counting removed ones; it can have no more",
                CL_FIELDS_MAX);
        return NULL;
    }
    cl_packing packing = {0};
    for (uint32_t i = 0; i < m->plan.field_count; i++) {
        cl_packing_take(&packing, &m->plan.fields[i]);
    }
    cl_packing_add(&packing, field, m->plan.inline_slots);
    m->plan.total_slots = m->plan.total_slots > field->slot ? m->plan.total_slots : field->slot + 1;
    m->fresh = true;
    return &m->plan.fields[m->plan.field_count++];
}

/* The entry of a removed field of that name and kind, whose place `field` takes; else a new one. */
static cl_field *entry_for(move *m, cl_field *field, cl_error *error) {
    cl_field *entry = find_removed(&m->plan, field->name, field->slot_kind);
    if (entry == NULL) {
        return append(m, field, error);
    }
    cl_put_at(field, entry);
    m->plan.removed_count--;
    return entry;
}

/* Whether every value of the old type is one of the new; both slots are of the same kind. */
static bool is_wider(const cl_field *old, const cl_field *new) {
    return old->slot_kind == new->slot_kind &&
           (new->type == CL_TYPE_ANY || (new->type == old->type &&new->type_name == old->type_name));
}

static void mark_dropped(move *m, const cl_field *field) {
    m->drop = field->slot_kind == CL_SLOT_TAGGED ? field->slot : NO_SLOT;
}

/* Replaces the live field `old` by `new` at another place; the old place stays known to the shape. */
static int plan_retype(move *m, cl_field *old, cl_field new, cl_error *error) {
    cl_field *left = entry_for(m, &new, error);
    if (left == NULL) {
        return 0;
    }
    mark_dropped(m, old);
    *left = removed(old);
    m->plan.removed_count++;
    *old = new;
    m->store = new;
    return 1;
}

static int plan_add(move *m, cl_field new, cl_error *error) {
    cl_field *entry = entry_for(m, &new, error);
    if (entry == NULL) {
        return 0;
    }
    *entry = new;
    m->store = new;
    return 1;
}

static int plan_put(move *m, const cl_field_spec *spec, cl_error *error) {
    cl_field new = cl_field_of(spec);
    cl_field *old = find_live(&m->plan, spec->name);
    m->tagged = new.slot_kind == CL_SLOT_TAGGED;
    if (old == NULL) {
        return plan_add(m, new, error);
    }
    if ((old->flags & CL_FIELD_FINAL) != 0) {
        return cl_pins_refuse_final(m->plan.class_entity, old, error);
    }
    if (!is_wider(old, &new)) {
        return plan_retype(m, old, new, error);
    }
    cl_put_at(&new, old);
    *old = new;
    m->store = new;
    m->publish_first = true;
    return 1;
}

static int plan_remove(move *m, uint32_t name, cl_error *error) {
    cl_field *old = find_live(&m->plan, name);
    if (old == NULL) {
        return cl_fail(error, CL_ERR_ARGUMENT, "the object has no field of that name to remove");
    }
    mark_dropped(m, old);
    *old = removed(old);
    m->plan.removed_count++;
    return 1;
}

/* ---- extension blocks ---- */

static bool has_block(uint64_t object, uint32_t block) {
    uint32_t granules = cl_load_acquire(&cl_object_at(cl_self.base, object)->extension);
    for (uint32_t k = 0; k < block && granules != 0; k++) {
        granules = cl_load_acquire(&cl_object_at(cl_self.base, cl_bytes(granules))->extension);
    }
    return granules != 0;
}

/* Makes the block that the new shape needs and the object lacks; a move adds one slot, so one block is enough. */
static int prepare_block(uint64_t slot, uint64_t object, const move *m, spare *ready, cl_error *error) {
    if (m->plan.total_slots == m->plan.inline_slots) {
        return 1;
    }
    uint32_t block = cl_extension_block(m->plan.total_slots - 1 - m->plan.inline_slots);
    if (has_block(object, block) || (ready->reference != 0 && ready->block == block)) {
        return 1;
    }
    uint32_t slots = cl_extension_block_slots(block);
    cl_new wanted = {.shape = cl_header_of(cl_self.base)->builtin_shape[CL_KIND_EXTENSION],
                     .length = slots,
                     .bytes = cl_object_bytes(slots)};
    *ready = (spare){cl_object_make(slot, &wanted, error), block};
    return ready->reference != 0;
}

/* Inside the operation that holds the object. The link is a reference: stored as M2 asks. */
static void link_block(uint64_t object, const move *m, const spare *ready, uint64_t gc) {
    if (ready->reference == 0 || m->plan.total_slots == m->plan.inline_slots ||
        cl_extension_block(m->plan.total_slots - 1 - m->plan.inline_slots) != ready->block ||
        has_block(object, ready->block)) {
        return;
    }
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade(cl_self.base, ready->reference, gc);
    }
    _Atomic uint32_t *link = cl_extension_link(cl_self.base, object, ready->block);
    CL_ASSERT_PLACE(cl_self.base, link, sizeof *link);
    cl_store_release(link, cl_granules(ready->reference));
}

/* ---- the move ---- */

static void store_value(uint64_t object, const move *m, uint64_t bits, uint64_t gc) {
    if (m->store.slot == NO_SLOT) {
        return;
    }
    uint64_t at = cl_slot_place(cl_self.base, object, m->plan.inline_slots, m->store.slot);
    _Atomic uint64_t *place = cl_word_at(cl_self.base, at);
    if (m->tagged && !m->fresh) {
        cl_store_barriered(cl_self.base, place, bits, gc);
    } else if (m->tagged) { /* a died evolver's value may be there, long freed: it must not be shaded */
        cl_store_initial(cl_self.base, place, bits, gc);
    } else {
        cl_number_store(cl_self.base, at + m->store.byte, m->store.slot_kind, bits);
    }
}

static void drop_value(uint64_t object, const move *m, uint64_t gc) {
    if (m->drop != NO_SLOT) {
        uint64_t place = cl_slot_place(cl_self.base, object, m->plan.inline_slots, m->drop);
        cl_store_barriered(cl_self.base, cl_word_at(cl_self.base, place), CL_TAG_NULL, gc);
    }
}

/* One operation. False when another thread changed the shape word since it was read. */
static bool apply(cl_slot *slot, uint64_t object, uint32_t word, uint32_t id, const move *m, const spare *ready,
                  uint64_t bits) {
    _Atomic uint32_t *shape = &cl_object_at(cl_self.base, object)->shape;
    uint32_t after = (word & ~CL_SHAPE_ID_MASK) | id;
    uint64_t gc = cl_enter(cl_self.base, slot);
    cl_store_release(&slot->evolving, cl_granules(object));
    bool held = cl_cas_acq_rel(shape, &word, word | CL_SHAPE_EVOLVING);
    if (held) {
        link_block(object, m, ready, gc);
        if (!m->publish_first) {
            store_value(object, m, bits, gc);
        }
        cl_store_release(shape, after | CL_SHAPE_EVOLVING);
        if (m->publish_first) {
            store_value(object, m, bits, gc);
        }
        drop_value(object, m, gc);
        cl_store_release(shape, after); /* also clears a daemon's CL_SHAPE_RECOVERING */
    }
    cl_store_release(&slot->evolving, 0);
    cl_leave(slot);
    return held;
}

static int check_object(uint64_t object, cl_error *error) {
    if (cl_self.base == NULL) {
        return cl_fail(error, CL_ERR_STATE, "this process is not attached to a segment; call cl_attach first");
    }
    const cl_header *header = cl_header_of(cl_self.base);
    if (object % CL_GRANULE != 0 || object < header->objects_offset ||
        object >= cl_region_start(cl_self.base, cl_load_acquire(&header->region_top))) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no reference to a shared object", (unsigned long long)object);
    }
    return 1;
}

/* One attempt. Returns the new shape id, 0 on error; *again when another thread was faster. `spec` NULL: remove `name`.
 */
static uint32_t attempt(uint64_t slot, uint64_t object, const cl_field_spec *spec, uint32_t name, uint64_t bits,
                        spare *ready, bool *again, cl_error *error) {
    uint32_t word;
    if (!cl_object_settled(object, &word, error)) {
        return 0;
    }
    const cl_shape *shape = cl_shape_at(cl_self.base, word);
    if (shape->kind != CL_KIND_OBJECT) {
        return (uint32_t)cl_fail(error, CL_ERR_ARGUMENT, "an object of kind %u has no named fields", shape->kind);
    }
    move m; /* large: not cleared as a whole */
    m.store.slot = m.drop = NO_SLOT;
    m.publish_first = m.tagged = m.fresh = false;
    copy_shape(&m.plan, shape);
    if (!(spec != NULL ? plan_put(&m, spec, error) : plan_remove(&m, name, error))) {
        return 0;
    }
    uint32_t newest = cl_shape_newest(shape->class_entity);
    if (!cl_pins_allow(cl_pins_of(newest), shape, &m.plan, error)) {
        return 0;
    }
    uint32_t id = cl_shape_find_or_make(&m.plan, newest, error);
    if (id == CL_SHAPE_AGAIN) {
        *again = true;
        return id;
    }
    if (id == 0 || !prepare_block(slot, object, &m, ready, error)) {
        return 0;
    }
    *again = !apply(cl_at(cl_self.base, slot), object, word, id, &m, ready, bits);
    return id;
}

static uint32_t evolve(uint64_t slot, uint64_t object, const cl_field_spec *spec, uint32_t name, uint64_t bits,
                       cl_error *error) {
    spare ready = {0, 0};
    bool again = false;
    uint32_t id;
    do {
        again = false;
        id = attempt(slot, object, spec, name, bits, &ready, &again, error);
    } while (again);
    return id;
}

uint32_t cl_evolve_put(uint64_t slot, uint64_t object, const cl_field_spec *spec, uint64_t bits, cl_error *error) {
    if (!cl_writable("change an object", error) || !check_object(object, error) || !cl_field_spec_check(spec, 0, error)) {
        return 0;
    }
    if (cl_slot_kind_of(spec->type, spec->flags) == CL_SLOT_TAGGED && !cl_tag_is_valid(bits)) {
        return (uint32_t)cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no tagged word", (unsigned long long)bits);
    }
    if (!cl_width_holds(spec, bits)) {
        return (uint32_t)cl_fail(error, CL_ERR_TYPE, "%#llx does not fit the width that field flags 0x%x declare",
                                 (unsigned long long)bits, spec->flags);
    }
    return evolve(slot, object, spec, 0, bits, error);
}

uint32_t cl_evolve_remove(uint64_t slot, uint64_t object, uint32_t name, cl_error *error) {
    return cl_writable("change an object", error) && check_object(object, error)
               ? evolve(slot, object, NULL, name, 0, error)
               : 0;
}
