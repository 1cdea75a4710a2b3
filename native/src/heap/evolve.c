/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One object to another version of its class [layout.evolution]. The bit CL_SHAPE_EVOLVING in the shape word is held
 * from a CAS to the final store; slot.evolving names the object before the CAS and until after the store, so the daemon
 * can end the evolution of a dead process (reclaim.c). At every instruction the object is valid and its field as before
 * or as after:
 *   - a value in a slot that no live field of the old shape uses is stored before the new shape is published;
 *   - a wider type at the same place is published before the value is stored (the old value has that type too);
 *   - a slot that lost its field is nulled after the new shape is published.
 * A field whose new type is not wider takes another place: a reader with the old shape sees a stale value of its type,
 * and a writer with it stores to bytes that only a field of that name and kind gets again.
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

typedef struct change {
    cl_shape_plan plan; /* of the new shape */
    cl_field store;     /* the field that takes the value, at its place; its slot may be NO_SLOT */
    uint32_t drop;      /* tagged slot that lost its field, or NO_SLOT */
    bool publish_first; /* the slot belongs to a live field of the old shape */
    bool fresh;         /* no shape of the object had the place: what is there is nothing to anybody */
    bool tagged;        /* the value */
} change;

typedef struct spare { /* an extension block, made before the operation that may link it */
    cl_ref ref;
    uint32_t block;
} spare;

int cl_object_settled(const cl_space *space, cl_ref object, uint32_t *word, cl_error *error) {
    uint64_t start = 0;
    for (uint32_t i = 0;; i++) {
        *word = cl_load_acquire(&cl_object_at(space, object)->shape);
        if ((*word & (CL_SHAPE_EVOLVING | CL_SHAPE_RECOVERING)) == 0) {
            return cl_is_shape_id(space, *word & CL_SHAPE_ID_MASK)
                       ? 1
                       : cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no shared object: its shape word is %#x",
                                 (unsigned long long)object.offset, *word);
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
                           (unsigned long long)object.offset);
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

/* A new entry for a field, and its place: the first in the extension that no version of the object had. Each slot has
 * an entry, so there is one. Bytes that are free in the object itself stay so: what has no extension and nothing
 * removed is a version to allocate in. */
static cl_field *append(change *c, cl_field *field, cl_error *error) {
    if (c->plan.field_count == CL_FIELDS_MAX) {
        cl_fail(error, CL_ERR_ARGUMENT, "the object has %u fields, counting removed ones; it can have no more",
                CL_FIELDS_MAX);
        return NULL;
    }
    cl_packing packing = {0};
    for (uint32_t i = 0; i < c->plan.field_count; i++) {
        cl_packing_take(&packing, &c->plan.fields[i]);
    }
    cl_packing_add(&packing, field, c->plan.inline_slots);
    c->plan.total_slots = c->plan.total_slots > field->slot ? c->plan.total_slots : field->slot + 1;
    c->fresh = true;
    return &c->plan.fields[c->plan.field_count++];
}

/* The entry of a removed field of that name and kind, whose place `field` takes; else a new one. */
static cl_field *entry_for(change *c, cl_field *field, cl_error *error) {
    cl_field *entry = find_removed(&c->plan, field->name, field->slot_kind);
    if (entry == NULL) {
        return append(c, field, error);
    }
    cl_put_at(field, entry);
    c->plan.removed_count--;
    return entry;
}

/* Whether every value of the old type is one of the new; both slots are of the same kind. */
static bool is_wider(const cl_field *old, const cl_field *new) {
    return old->slot_kind == new->slot_kind &&
           (new->type == CL_TYPE_ANY || (new->type == old->type &&new->type_name == old->type_name));
}

static void mark_dropped(change *c, const cl_field *field) {
    c->drop = field->slot_kind == CL_SLOT_TAGGED ? field->slot : NO_SLOT;
}

/* Replaces the live field `old` by `new` at another place; the old place stays known to the shape. */
static int plan_retype(change *c, cl_field *old, cl_field new, cl_error *error) {
    cl_field *left = entry_for(c, &new, error);
    if (left == NULL) {
        return 0;
    }
    mark_dropped(c, old);
    *left = removed(old);
    c->plan.removed_count++;
    *old = new;
    c->store = new;
    return 1;
}

static int plan_add(change *c, cl_field new, cl_error *error) {
    cl_field *entry = entry_for(c, &new, error);
    if (entry == NULL) {
        return 0;
    }
    *entry = new;
    c->store = new;
    return 1;
}

static int plan_put(const cl_space *space, change *c, const cl_field_spec *spec, cl_error *error) {
    cl_field new = cl_field_of(spec);
    cl_field *old = find_live(&c->plan, spec->name);
    c->tagged = new.slot_kind == CL_SLOT_TAGGED;
    if (old == NULL) {
        return plan_add(c, new, error);
    }
    if ((old->flags & CL_FIELD_FINAL) != 0) {
        return cl_pins_refuse_final(space, c->plan.class_entity, old, error);
    }
    if (!is_wider(old, &new)) {
        return plan_retype(c, old, new, error);
    }
    cl_put_at(&new, old);
    *old = new;
    c->store = new;
    c->publish_first = true;
    return 1;
}

static int plan_remove(change *c, uint32_t name, cl_error *error) {
    cl_field *old = find_live(&c->plan, name);
    if (old == NULL) {
        return cl_fail(error, CL_ERR_ARGUMENT, "the object has no field of that name to remove");
    }
    mark_dropped(c, old);
    *old = removed(old);
    c->plan.removed_count++;
    return 1;
}

/* ---- extension blocks ---- */

static bool has_block(const cl_space *space, cl_ref object, uint32_t block) {
    uint32_t granules = cl_load_acquire(&cl_object_at(space, object)->extension);
    for (uint32_t k = 0; k < block && granules != 0; k++) {
        granules = cl_load_acquire(&cl_object_at(space, cl_ref_of_granules(granules))->extension);
    }
    return granules != 0;
}

/* Makes the block that the new shape needs and the object lacks; a move adds one slot, so one block is enough. */
static int prepare_block(cl_mutator m, cl_ref object, const change *c, spare *ready, cl_error *error) {
    const cl_space *space = &m.client->space;
    if (c->plan.total_slots == c->plan.inline_slots) {
        return 1;
    }
    uint32_t block = cl_extension_block(c->plan.total_slots - 1 - c->plan.inline_slots);
    if (has_block(space, object, block) || (!cl_ref_is_null(ready->ref) && ready->block == block)) {
        return 1;
    }
    uint32_t slots = cl_extension_block_slots(block);
    cl_new wanted = {
        .shape = space->geometry.builtin_shape[CL_KIND_EXTENSION], .length = slots, .bytes = cl_object_bytes(slots)};
    *ready = (spare){cl_object_make(m, &wanted, error), block};
    return !cl_ref_is_null(ready->ref);
}

/* Inside the operation that holds the object. The link is a reference: stored as M2 asks. */
static void link_block(const cl_space *space, cl_ref object, const change *c, const spare *ready, uint64_t gc) {
    if (cl_ref_is_null(ready->ref) || c->plan.total_slots == c->plan.inline_slots ||
        cl_extension_block(c->plan.total_slots - 1 - c->plan.inline_slots) != ready->block ||
        has_block(space, object, ready->block)) {
        return;
    }
    if ((gc & CL_GC_REPORT) != 0) {
        cl_shade(space, ready->ref, gc);
    }
    _Atomic uint32_t *link = cl_extension_link(space, object, ready->block);
    CL_ASSERT_PLACE(space, link, sizeof *link);
    cl_store_release(link, cl_ref_granules(ready->ref));
}

/* ---- the move ---- */

static void store_value(cl_mutator m, cl_ref object, const change *c, uint64_t bits, uint64_t gc) {
    const cl_space *space = &m.client->space;
    if (c->store.slot == NO_SLOT) {
        return;
    }
    cl_place place = cl_slot_place(space, object, c->plan.inline_slots, c->store.slot);
    if (c->tagged && !c->fresh) {
        cl_store_barriered(m, place, cl_word_of(bits), gc);
    } else if (c->tagged) { /* a died evolver's value may be there, long freed: it must not be shaded */
        cl_store_initial(m, place, cl_word_of(bits), gc);
    } else {
        cl_number_store(space, (char *)place.address + c->store.byte, c->store.slot_kind, bits);
    }
}

static void drop_value(cl_mutator m, cl_ref object, const change *c, uint64_t gc) {
    const cl_space *space = &m.client->space;
    if (c->drop != NO_SLOT) {
        cl_place place = cl_slot_place(space, object, c->plan.inline_slots, c->drop);
        cl_store_barriered(m, place, CL_WORD_NULL, gc);
    }
}

/* One operation. False when another thread changed the shape word since it was read. */
static bool apply(cl_mutator m, cl_ref object, uint32_t word, uint32_t id, const change *c, const spare *ready,
                  uint64_t bits) {
    const cl_space *space = &m.client->space;
    _Atomic uint32_t *shape = &cl_object_at(space, object)->shape;
    uint32_t after = (word & ~CL_SHAPE_ID_MASK) | id;
    uint64_t gc = cl_enter(m);
    cl_store_release(&m.slot->evolving, cl_ref_granules(object));
    bool held = cl_cas_acq_rel(shape, &word, word | CL_SHAPE_EVOLVING);
    if (held) {
        link_block(space, object, c, ready, gc);
        if (!c->publish_first) {
            store_value(m, object, c, bits, gc);
        }
        cl_store_release(shape, after | CL_SHAPE_EVOLVING);
        if (c->publish_first) {
            store_value(m, object, c, bits, gc);
        }
        drop_value(m, object, c, gc);
        cl_store_release(shape, after); /* also clears a daemon's CL_SHAPE_RECOVERING */
    }
    cl_store_release(&m.slot->evolving, 0);
    cl_leave(m);
    return held;
}

static int check_object(const cl_space *space, cl_ref object, cl_error *error) {
    if (space->base == NULL) {
        return cl_fail(error, CL_ERR_STATE, "this process is not attached to a segment; call cl_attach first");
    }
    if (!cl_has_object(space, object) ||
        object.offset >= cl_region_start(space, cl_load_acquire(&space->header->region_top))) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no reference to a shared object",
                       (unsigned long long)object.offset);
    }
    return 1;
}

/* One attempt. Returns the new shape id, 0 on error; *again when another thread was faster. `spec` NULL: remove `name`.
 */
static uint32_t attempt(cl_mutator m, cl_ref object, const cl_field_spec *spec, uint32_t name, uint64_t bits,
                        spare *ready, bool *again, cl_error *error) {
    const cl_space *space = &m.client->space;
    uint32_t word;
    if (!cl_object_settled(space, object, &word, error)) {
        return 0;
    }
    const cl_shape *shape = cl_shape_at(space, word);
    if (shape->kind != CL_KIND_OBJECT) {
        return (uint32_t)cl_fail(error, CL_ERR_ARGUMENT, "an object of kind %u has no named fields", shape->kind);
    }
    change c; /* large: not cleared as a whole */
    c.store.slot = c.drop = NO_SLOT;
    c.publish_first = c.tagged = c.fresh = false;
    copy_shape(&c.plan, shape);
    if (!(spec != NULL ? plan_put(space, &c, spec, error) : plan_remove(&c, name, error))) {
        return 0;
    }
    uint32_t newest = cl_shape_newest(space, shape->class_entity);
    if (!cl_pins_allow(space, cl_pins_of(space, newest), shape, &c.plan, error)) {
        return 0;
    }
    uint32_t id = cl_shape_find_or_make(m.client, &c.plan, newest, error);
    if (id == CL_SHAPE_AGAIN) {
        *again = true;
        return id;
    }
    if (id == 0 || !prepare_block(m, object, &c, ready, error)) {
        return 0;
    }
    *again = !apply(m, object, word, id, &c, ready, bits);
    return id;
}

static uint32_t evolve(cl_mutator m, cl_ref object, const cl_field_spec *spec, uint32_t name, uint64_t bits,
                       cl_error *error) {
    spare ready = {CL_REF_NULL, 0};
    bool again = false;
    uint32_t id;
    do {
        again = false;
        id = attempt(m, object, spec, name, bits, &ready, &again, error);
    } while (again);
    return id;
}

uint32_t cl_evolve_put(uint64_t slot, uint64_t object, const cl_field_spec *spec, uint64_t bits, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    const cl_space *space = &m.client->space;
    if (!cl_writable(m.client, "change an object", error) || !check_object(space, cl_ref_of(object), error) ||
        !cl_field_spec_check(space, spec, 0, error)) {
        return 0;
    }
    if (cl_slot_kind_of(spec->type, spec->flags) == CL_SLOT_TAGGED && !cl_word_is_valid(cl_word_of(bits))) {
        return (uint32_t)cl_fail(error, CL_ERR_ARGUMENT, "%#llx is no tagged word", (unsigned long long)bits);
    }
    if (!cl_width_holds(spec, bits)) {
        return (uint32_t)cl_fail(error, CL_ERR_TYPE, "%#llx does not fit the width that field flags 0x%x declare",
                                 (unsigned long long)bits, spec->flags);
    }
    return evolve(m, cl_ref_of(object), spec, 0, bits, error);
}

uint32_t cl_evolve_remove(uint64_t slot, uint64_t object, uint32_t name, cl_error *error) {
    cl_mutator m = cl_mutator_of(slot);
    return cl_writable(m.client, "change an object", error) && check_object(&m.client->space, cl_ref_of(object), error)
               ? evolve(m, cl_ref_of(object), NULL, name, 0, error)
               : 0;
}
