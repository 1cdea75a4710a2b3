/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shapes, the versions of a class [layout.publication]. A class's value is its newest shape's id; shapes are pushed by
 * CAS after they are complete, as entities are, and are immutable and immortal from then on.
 */
#include "shape.h"

#include <stdlib.h>
#include <string.h>

#include "base.h"
#include "memory.h"
#include "packing.h"
#include "pins.h"
#include "segment.h"
#include "width.h"

static uint32_t integer_kind(uint32_t width) {
    switch (width) {
    case CL_FIELD_INT8:
        return CL_SLOT_INT8;
    case CL_FIELD_INT16:
        return CL_SLOT_INT16;
    case CL_FIELD_INT32:
        return CL_SLOT_INT32;
    case CL_FIELD_CHAR:
        return CL_SLOT_CHAR;
    default:
        return CL_SLOT_INT64;
    }
}

uint32_t cl_slot_kind_of(uint32_t type, uint32_t flags) {
    if ((flags & CL_FIELD_NULLABLE) != 0) {
        return CL_SLOT_TAGGED;
    }
    switch (type) {
    case CL_TYPE_INTEGER:
        return integer_kind(flags & CL_FIELD_WIDTH_MASK);
    case CL_TYPE_BOOLEAN:
        return CL_SLOT_BOOLEAN;
    case CL_TYPE_FLOAT:
        return (flags & CL_FIELD_WIDTH_MASK) == CL_FIELD_FLOAT32 ? CL_SLOT_FLOAT32 : CL_SLOT_FLOAT64;
    default:
        return CL_SLOT_TAGGED;
    }
}

/* A block of the classes space whose header says what it is. */
static bool is_block(const cl_space *space, uint64_t offset, uint64_t bytes, uint32_t kind) {
    return offset >= space->geometry.classes_offset && offset + bytes <= cl_load_acquire(&space->header->classes_top) &&
           cl_load_relaxed(&cl_object_at(space, cl_ref_of(offset))->shape) == cl_builtin_shape(space, kind);
}

static bool is_entity(const cl_space *space, uint32_t granules, uint32_t kind) {
    return is_block(space, cl_bytes(granules), sizeof(cl_entity), kind);
}

bool cl_is_shape_id(const cl_space *space, uint32_t id) {
    uint64_t offset = space->geometry.classes_offset + cl_bytes(id);
    return id != 0 && id <= CL_SHAPE_ID_MASK && is_block(space, offset, sizeof(cl_shape), CL_KIND_SHAPE);
}

int cl_field_spec_check(const cl_space *space, const cl_field_spec *spec, uint32_t more, cl_error *error) {
    if (!is_entity(space, spec->name, CL_KIND_NAME)) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%u is no name entity; take it from cl_entity_intern(CL_KIND_NAME, ...)",
                       spec->name);
    }
    if (spec->type < CL_TYPE_ANY || spec->type > CL_TYPE_CLASS) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%u is no field type; expected one of enum cl_type", spec->type);
    }
    if (spec->type == CL_TYPE_CLASS ? !is_entity(space, spec->type_name, CL_KIND_CLASS) : spec->type_name != 0) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "type_name %u does not go with type %u: a field of type class names a class entity, "
                       "any other field has 0",
                       spec->type_name, spec->type);
    }
    if ((spec->flags & ~(CL_FIELD_NULLABLE | CL_FIELD_DECLARED | CL_FIELD_WIDTH_MASK | more)) != 0) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "field flags 0x%x: only CL_FIELD_NULLABLE, CL_FIELD_DECLARED and a width may be asked for",
                       spec->flags);
    }
    if ((spec->flags & CL_FIELD_FINAL) != 0 && cl_slot_kind_of(spec->type, spec->flags) != CL_SLOT_TAGGED) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "field flags 0x%x do not go with type %u: CL_FIELD_FINAL is for a tagged slot", spec->flags,
                       spec->type);
    }
    if (!cl_width_fits(spec->type, spec->flags)) {
        return cl_fail(
            error, CL_ERR_ARGUMENT,
            "field flags 0x%x do not go with type %u: CL_FIELD_INT8, INT16, INT32 and CHAR are for a declared "
            "integer, CL_FIELD_FLOAT32 is for a declared float",
            spec->flags, spec->type);
    }
    return 1;
}

/* Everything but raw integers, booleans and floats can be null. */
cl_field cl_field_of(const cl_field_spec *spec) {
    uint32_t kind = cl_slot_kind_of(spec->type, spec->flags);
    uint32_t flags = spec->flags | (kind == CL_SLOT_TAGGED ? CL_FIELD_NULLABLE : 0);
    return (cl_field){.name = spec->name,
                      .type_name = spec->type_name,
                      .slot_kind = (uint8_t)kind,
                      .type = (uint8_t)spec->type,
                      .flags = (uint8_t)flags};
}

static bool is_same_but_slot(const cl_field *a, const cl_field *b) {
    return a->name == b->name && a->type_name == b->type_name && a->slot_kind == b->slot_kind && a->type == b->type &&
           ((a->flags ^ b->flags) & ~CL_FIELD_PLACED) == 0;
}

static bool has_field(const cl_shape_plan *plan, const cl_field *field) {
    for (uint32_t i = 0; i < plan->field_count; i++) {
        if (plan->fields[i].name == field->name) {
            return is_same_but_slot(&plan->fields[i], field);
        }
    }
    return false;
}

static bool has_same_fields(const cl_shape_plan *plan, const cl_shape *shape) {
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (!cl_is_same_place(&plan->fields[i], &shape->fields[i]) ||
            !is_same_but_slot(&plan->fields[i], &shape->fields[i])) {
            return false;
        }
    }
    return true;
}

/* Names are unique in both and there are equally many, so one direction is enough. */
static bool has_all_fields(const cl_shape_plan *plan, const cl_shape *shape) {
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (!is_same_but_slot(&plan->fields[i], &shape->fields[i]) && !has_field(plan, &shape->fields[i])) {
            return false;
        }
    }
    return true;
}

static bool is_equal(const cl_shape *shape, const cl_shape_plan *plan) {
    if (shape->field_count != plan->field_count || shape->inline_slots != plan->inline_slots ||
        shape->total_slots != plan->total_slots || shape->removed_count != plan->removed_count) {
        return false;
    }
    return plan->any_order ? has_all_fields(plan, shape) : has_same_fields(plan, shape);
}

/* Walks versions from `newest` to `end`, not including it. */
static uint32_t find_between(const cl_space *space, uint32_t newest, uint32_t end, const cl_shape_plan *plan) {
    for (uint32_t id = newest; id != end && id != 0; id = cl_shape_at(space, id)->older) {
        if (is_equal(cl_shape_at(space, id), plan)) {
            return id;
        }
    }
    return 0;
}

static cl_shape *make(cl_client *client, const cl_shape_plan *plan, uint32_t kind, cl_error *error) {
    const cl_space *space = &client->space;
    uint64_t bytes = sizeof(cl_shape) + plan->field_count * sizeof(cl_field);
    cl_ref block = cl_classes_take(client, bytes, error);
    if (cl_ref_is_null(block)) {
        return NULL;
    }
    cl_shape *shape = cl_at(space, block.offset);
    cl_store_relaxed(&shape->header.shape, space->geometry.builtin_shape[CL_KIND_SHAPE]);
    shape->header.length = (uint32_t)bytes;
    shape->class_entity = plan->class_entity;
    shape->version = 1;
    shape->kind = kind;
    shape->field_count = plan->field_count;
    shape->inline_slots = plan->inline_slots;
    shape->total_slots = plan->total_slots;
    shape->removed_count = plan->removed_count;
    shape->declarer = plan->declarer;
    memcpy(shape->fields, plan->fields, plan->field_count * sizeof(cl_field));
    return shape;
}

uint32_t cl_shape_newest(const cl_space *space, uint32_t class_entity) {
    return (uint32_t)cl_load_acquire(&cl_entity_at(space, class_entity)->value);
}

static bool are_pins_of(const cl_space *space, uint32_t newest, const cl_shape *pins) {
    return cl_pins_of(space, newest) == pins;
}

/* Publishes a version behind those that the plan was made for. Nothing but new pins forbids it behind others, but a
 * declaration says where all versions before it have a field. */
static uint32_t push(const cl_space *space, cl_shape *shape, uint32_t newest, const cl_shape_plan *plan,
                     cl_error *error) {
    _Atomic uint64_t *value = &cl_entity_at(space, plan->class_entity)->value;
    uint32_t id = cl_shape_id(space, shape);
    const cl_shape *pins = cl_pins_of(space, newest);
    shape->pins = plan->declarer != 0 ? id : pins == NULL ? 0 : cl_shape_id(space, pins);
    for (;;) {
        if (!cl_versions_have_room(space, plan->class_entity, newest, error)) {
            return 0; /* others were faster: a few bytes are lost */
        }
        shape->older = newest;
        shape->version = newest == 0 ? 1 : cl_shape_at(space, newest)->version + 1;
        uint64_t seen = newest;
        if (cl_cas_acq_rel(value, &seen, id)) {
            cl_versions_warn(space, shape);
            return id;
        }
        if (plan->declarer != 0 || !are_pins_of(space, (uint32_t)seen, pins)) {
            return CL_SHAPE_AGAIN; /* here and below ours is lost, a few bytes */
        }
        uint32_t other = find_between(space, (uint32_t)seen, newest, plan);
        if (other != 0) {
            return other;
        }
        newest = (uint32_t)seen;
    }
}

uint32_t cl_shape_find_or_make(cl_client *client, const cl_shape_plan *plan, uint32_t newest, cl_error *error) {
    const cl_space *space = &client->space;
    uint32_t found = plan->declarer != 0 ? 0 : find_between(space, newest, 0, plan);
    if (found != 0) {
        return found;
    }
    if (!cl_versions_have_room(space, plan->class_entity, newest, error)) {
        return 0;
    }
    cl_shape *shape = make(client, plan, CL_KIND_OBJECT, error);
    return shape == NULL ? 0 : push(space, shape, newest, plan, error);
}

static int check_specs(const cl_space *space, const cl_field_spec *specs, uint32_t count, uint32_t more,
                       cl_error *error) {
    for (uint32_t i = 0; i < count; i++) {
        if (!cl_field_spec_check(space, &specs[i], more, error)) {
            return 0;
        }
        for (uint32_t j = 0; j < i; j++) {
            if (specs[j].name == specs[i].name) {
                const cl_entity *name = cl_entity_at(space, specs[i].name);
                return cl_fail(error, CL_ERR_ARGUMENT, "two fields have the name %.*s", (int)name->header.length,
                               name->name);
            }
        }
    }
    return 1;
}

static int check(const cl_space *space, uint32_t class_entity, uint32_t count, cl_error *error) {
    if (space->base == NULL) {
        return cl_fail(error, CL_ERR_STATE, "this process is not attached to a segment; call cl_attach first");
    }
    if (!is_entity(space, class_entity, CL_KIND_CLASS)) {
        return cl_fail(error, CL_ERR_ARGUMENT,
                       "%u is no class entity; take it from cl_entity_intern(CL_KIND_CLASS, ...)", class_entity);
    }
    if (count > CL_FIELDS_MAX) {
        return cl_fail(error, CL_ERR_ARGUMENT, "%u fields were given; a class has at most %u", count, CL_FIELDS_MAX);
    }
    return 1;
}

static cl_shape_plan *new_plan(uint32_t class_entity, cl_error *error) {
    cl_shape_plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL) {
        cl_fail(error, CL_ERR_MEMORY, "no private memory to make a shape");
        return NULL;
    }
    plan->class_entity = class_entity;
    plan->any_order = true;
    return plan;
}

static uint32_t intern(cl_client *client, cl_shape_plan *plan, const cl_field_spec *fields, uint32_t count,
                       cl_error *error) {
    const cl_space *space = &client->space;
    uint32_t id;
    do {
        uint32_t newest = cl_shape_newest(space, plan->class_entity);
        id = cl_pins_lay_out(space, plan, cl_pins_of(space, newest), fields, count, error)
                 ? cl_shape_find_or_make(client, plan, newest, error)
                 : 0;
    } while (id == CL_SHAPE_AGAIN);
    return id;
}

uint32_t cl_shape_intern(uint32_t class_entity, const cl_field_spec *fields, uint32_t count, cl_error *error) {
    cl_client *client = &cl_self;
    const cl_space *space = &client->space;
    if (!check(space, class_entity, count, error) || !check_specs(space, fields, count, 0, error)) {
        return 0;
    }
    cl_shape_plan *plan = new_plan(class_entity, error);
    uint32_t id = plan == NULL ? 0 : intern(client, plan, fields, count, error);
    free(plan);
    return id;
}

static uint32_t declare(cl_client *client, cl_shape_plan *plan, const cl_field_spec *fields, uint32_t count,
                        cl_error *error) {
    const cl_space *space = &client->space;
    uint32_t id;
    do {
        uint32_t newest = cl_shape_newest(space, plan->class_entity);
        id = cl_pins_declare(space, plan, newest, fields, count) ? cl_shape_find_or_make(client, plan, newest, error)
                                                                 : cl_shape_at(space, newest)->pins;
    } while (id == CL_SHAPE_AGAIN);
    return id;
}

uint32_t cl_shape_declare(uint32_t class_entity, const cl_field_spec *fields, uint32_t count, uint32_t declarer,
                          cl_error *error) {
    cl_client *client = &cl_self;
    const cl_space *space = &client->space;
    if (!check(space, class_entity, count, error) || !check_specs(space, fields, count, CL_FIELD_FINAL, error)) {
        return 0;
    }
    if (!is_entity(space, declarer, CL_KIND_NAME)) {
        return (uint32_t)cl_fail(error, CL_ERR_ARGUMENT,
                                 "the declarer %u is no name entity; take it from cl_entity_intern(CL_KIND_NAME, ...)",
                                 declarer);
    }
    cl_shape_plan *plan = new_plan(class_entity, error);
    if (plan != NULL) {
        plan->declarer = declarer;
    }
    uint32_t id = plan == NULL ? 0 : declare(client, plan, fields, count, error);
    free(plan);
    return id;
}

int cl_builtin_shapes_make(cl_client *client, cl_error *error) {
    const cl_space *space = &client->space;
    cl_header *header = space->header;
    static cl_shape_plan plan;
    for (uint32_t kind = CL_KIND_STRING; kind < CL_KIND_COUNT; kind++) {
        bool box = kind == CL_KIND_BOX_INTEGER || kind == CL_KIND_BOX_FLOAT;
        plan.inline_slots = plan.total_slots = box ? 1 : 0;
        cl_shape *shape = make(client, &plan, kind, error);
        if (shape == NULL) {
            return 0;
        }
        header->builtin_shape[kind] = cl_shape_id(space, shape);
    }
    for (uint32_t kind = CL_KIND_STRING; kind < CL_KIND_COUNT; kind++) {
        cl_shape *shape = cl_shape_at(space, header->builtin_shape[kind]);
        cl_store_relaxed(&shape->header.shape, header->builtin_shape[CL_KIND_SHAPE]);
    }
    return 1;
}
