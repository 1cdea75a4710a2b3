/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pinned fields [layout.pins]. A declaration is a compact version whose fields are all pinned: those of the declaration
 * before it, at the same slots, and those that a static language's class adds. Each version names the declaration that
 * was the newest when it was published. Versions and declarations are pushed on one list by the same CAS, so who
 * publishes a version knows every pin that was there, and who pins a field knows every version:
 *   - a field is PLACED by a declaration if all versions before it have it at that slot, of that kind and width;
 *   - a version after it has all pinned fields at the declaration's slots, when objects are allocated in it;
 *   - an object that moves keeps the pinned fields that its version has as declared. Those that its version lacks, or
 * has otherwise, are not PLACED.
 */
#include "pins.h"

#include "base.h"
#include "packing.h"
#include "segment.h"

#define NAME_BYTES 100 /* of each name in a message */

const cl_shape *cl_pins_of(const cl_space *space, uint32_t newest) {
    uint32_t pins = newest == 0 ? 0 : cl_shape_at(space, newest)->pins;
    return pins == 0 ? NULL : cl_shape_at(space, pins);
}

static const cl_field *find(const cl_field *fields, uint32_t count, uint32_t name) {
    for (uint32_t i = 0; i < count; i++) {
        if (fields[i].name == name && (fields[i].flags & CL_FIELD_REMOVED) == 0) {
            return &fields[i];
        }
    }
    return NULL;
}

/* Whether both hold the same values, declared or inferred. */
static bool is_as(const cl_field *a, const cl_field *b) {
    return a->slot_kind == b->slot_kind && a->type == b->type && a->type_name == b->type_name &&
           (a->flags & CL_FIELD_WIDTH_MASK) == (b->flags & CL_FIELD_WIDTH_MASK);
}

/* ---- errors ---- */

static int text_bytes(const cl_entity *entity) {
    return entity->header.length < NAME_BYTES ? (int)entity->header.length : NAME_BYTES;
}

static const char *type_text(const cl_space *space, const cl_field *field) {
    static const char *const TYPES[] = {"?",      "any",  "integer", "float", "boolean", "string",
                                        "binary", "list", "set",     "map",   "class"};
    static const char *const WIDTHS[] = {"",     "integer of 8 bits", "integer of 16 bits", "integer of 32 bits",
                                         "char", "float of 32 bits"};
    uint32_t width = (field->flags & CL_FIELD_WIDTH_MASK) / CL_FIELD_INT8;
    return field->type == CL_TYPE_CLASS ? cl_entity_at(space, field->type_name)->name
           : width != 0                 ? WIDTHS[width]
                                        : TYPES[field->type];
}

static int type_bytes(const cl_space *space, const cl_field *field) {
    return field->type == CL_TYPE_CLASS ? text_bytes(cl_entity_at(space, field->type_name)) : NAME_BYTES;
}

/* The declaration that pinned a field first. */
static const cl_shape *first_to_pin(const cl_space *space, const cl_shape *pins, uint32_t name) {
    for (;;) {
        const cl_shape *before = cl_pins_of(space, pins->older);
        if (before == NULL || find(before->fields, before->field_count, name) == NULL) {
            return pins;
        }
        pins = before;
    }
}

/* `now` NULL: it is to be removed. */
static bool refuse(const cl_space *space, const cl_shape *pins, const cl_field *pin, const cl_field *now,
                   cl_error *error) {
    const cl_entity *name = cl_entity_at(space, pin->name);
    const cl_entity *class = cl_entity_at(space, pins->class_entity);
    const cl_entity *declarer = cl_entity_at(space, first_to_pin(space, pins, pin->name)->declarer);
    const char *nullable = pin->slot_kind == CL_SLOT_TAGGED && pin->type <= CL_TYPE_BOOLEAN ? " or null" : "";
    cl_fail(error, CL_ERR_TYPE,
            "field '%.*s' of class %.*s was declared %.*s%s by %.*s, so it cannot %s%.*s; nothing was changed. Objects "
            "of a class that is "
            "declared open are free in this",
            text_bytes(name), name->name, text_bytes(class), class->name, type_bytes(space, pin), type_text(space, pin),
            nullable, text_bytes(declarer), declarer->name, now == NULL ? "be removed" : "become ",
            now == NULL ? 0 : type_bytes(space, now), now == NULL ? "" : type_text(space, now));
    return false;
}

int cl_pins_refuse_final(const cl_space *space, uint32_t class_entity, const cl_field *field, cl_error *error) {
    const cl_entity *name = cl_entity_at(space, field->name);
    const cl_entity *class = cl_entity_at(space, class_entity);
    const cl_entity *declarer = cl_entity_at(
        space, first_to_pin(space, cl_pins_of(space, cl_shape_newest(space, class_entity)), field->name)->declarer);
    return cl_fail(error, CL_ERR_TYPE,
                   "field '%.*s' of class %.*s was declared final by %.*s, so it keeps what its object was made with; "
                   "nothing was changed",
                   text_bytes(name), name->name, text_bytes(class), class->name, text_bytes(declarer), declarer->name);
}

/* ---- versions ---- */

int cl_pins_lay_out(const cl_space *space, cl_shape_plan *plan, const cl_shape *pins, const cl_field_spec *specs,
                    uint32_t count, cl_error *error) {
    uint32_t at = 0;
    cl_packing packing = {0};
    for (; pins != NULL && at < pins->field_count; at++) {
        plan->fields[at] = pins->fields[at];
        plan->fields[at].flags &= (uint8_t)~CL_FIELD_PLACED;
        cl_packing_take(&packing, &plan->fields[at]);
    }
    for (uint32_t i = 0; i < count; i++) {
        cl_field field = cl_field_of(&specs[i]);
        const cl_field *pin = pins == NULL ? NULL : find(pins->fields, pins->field_count, specs[i].name);
        if (pin != NULL && !is_as(&field, pin)) {
            return refuse(space, pins, pin, &field, error);
        }
        if (pin == NULL && at == CL_FIELDS_MAX) {
            return cl_fail(error, CL_ERR_ARGUMENT,
                           "%u fields were given beside %u declared ones; a class has at most %u", count,
                           pins == NULL ? 0 : pins->field_count, CL_FIELDS_MAX);
        }
        if (pin == NULL) {
            cl_packing_add(&packing, &field, 0); /* a field takes one slot at most */
            plan->fields[at++] = field;
        }
    }
    plan->field_count = at;
    plan->inline_slots = plan->total_slots = packing.slots;
    return 1;
}

bool cl_pins_allow(const cl_space *space, const cl_shape *pins, const cl_shape *old, const cl_shape_plan *plan,
                   cl_error *error) {
    for (uint32_t i = 0; pins != NULL && i < pins->field_count; i++) {
        const cl_field *pin = &pins->fields[i];
        const cl_field *was = find(old->fields, old->field_count, pin->name);
        const cl_field *now = find(plan->fields, plan->field_count, pin->name);
        bool stays = was != NULL && now != NULL && cl_is_same_place(was, now) && is_as(was, now);
        bool was_gone = was == NULL && now == NULL;
        if (!stays && !was_gone && (now == NULL ? is_as(was, pin) : !is_as(now, pin))) {
            return refuse(space, pins, pin, now, error);
        }
    }
    return true;
}

/* ---- declarations ---- */

/* Whether all versions from `newest` on, of which there are some, have a field at one place in the object itself. */
static bool find_agreed_place(const cl_space *space, uint32_t newest, cl_field *field) {
    for (uint32_t id = newest; id != 0;) {
        const cl_shape *shape = cl_shape_at(space, id);
        const cl_field *has = find(shape->fields, shape->field_count, field->name);
        if (has == NULL || !is_as(has, field) || has->slot >= shape->inline_slots ||
            (id != newest && !cl_is_same_place(has, field))) {
            return false;
        }
        cl_put_at(field, has);
        id = shape->older;
    }
    return newest != 0;
}

/* The slots that fields take beside those that are pinned, when no place is given. */
static uint32_t slots_of(const cl_packing *pinned, const cl_field *added, uint32_t count) {
    cl_packing packing = *pinned;
    for (uint32_t i = 0; i < count; i++) {
        cl_field field = added[i];
        cl_packing_add(&packing, &field, 0);
    }
    return packing.slots;
}

/* Appends fields to a declaration. A place that all versions agree on is taken if it is free and among the slots that
 * are needed anyway; the others take the first that are free then. */
static void place(const cl_space *space, cl_shape_plan *plan, uint32_t newest, const cl_field *added, uint32_t count) {
    cl_packing packing = {0};
    for (uint32_t i = 0; i < plan->field_count; i++) {
        cl_packing_take(&packing, &plan->fields[i]);
    }
    uint32_t slots = slots_of(&packing, added, count);
    cl_field *fields = &plan->fields[plan->field_count];
    for (uint32_t i = 0; i < count; i++) {
        fields[i] = added[i];
        if (find_agreed_place(space, newest, &fields[i]) && fields[i].slot < slots &&
            cl_packing_take(&packing, &fields[i])) {
            fields[i].flags |= CL_FIELD_PLACED;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if ((fields[i].flags & CL_FIELD_PLACED) == 0) {
            cl_packing_add(&packing, &fields[i], 0);
            fields[i].flags |= newest == 0 ? CL_FIELD_PLACED : 0;
        }
    }
    plan->field_count += count;
    plan->inline_slots = plan->total_slots = packing.slots;
}

bool cl_pins_declare(const cl_space *space, cl_shape_plan *plan, uint32_t newest, const cl_field_spec *specs,
                     uint32_t count) {
    const cl_shape *pins = cl_pins_of(space, newest);
    cl_field added[CL_FIELDS_MAX];
    uint32_t adds = 0;
    plan->field_count = pins == NULL ? 0 : pins->field_count;
    for (uint32_t i = 0; i < plan->field_count; i++) {
        plan->fields[i] = pins->fields[i];
    }
    for (uint32_t i = 0; i < count && plan->field_count + adds < CL_FIELDS_MAX; i++) {
        if (pins == NULL || find(pins->fields, pins->field_count, specs[i].name) == NULL) {
            added[adds++] = cl_field_of(&specs[i]);
        }
    }
    place(space, plan, newest, added, adds);
    return adds > 0 || pins == NULL;
}
