/* SPDX-License-Identifier: Apache-2.0 */
/* Level 2 of cl_validate: names, classes and their versions, channels. */
#include <string.h>

#include "base.h"
#include "classes.h"
#include "sync.h"
#include "validate.h"

static int check_field(cl_checked *v, uint32_t id, const cl_shape *shape, uint32_t index) {
    const cl_field *field = &shape->fields[index];
    bool removed = (field->flags & CL_FIELD_REMOVED) != 0;
    if (!is_entity(v, field->name, CL_KIND_NAME)) {
        return FAULT("shape %u field %u: name %u", id, index, field->name);
    }
    if (field->slot >= shape->total_slots || field->type < CL_TYPE_ANY || field->type > CL_TYPE_CLASS ||
        (field->flags & ~(CL_FIELD_NULLABLE | CL_FIELD_DECLARED | CL_FIELD_REMOVED | CL_FIELD_WIDTH_MASK |
                          CL_FIELD_PLACED | CL_FIELD_FINAL)) != 0 ||
        ((field->flags & CL_FIELD_FINAL) != 0 && (removed || field->slot_kind != CL_SLOT_TAGGED)) ||
        ((field->flags & CL_FIELD_PLACED) != 0 && (shape->pins != id || removed)) ||
        (!removed && !cl_width_fits(field->type, field->flags))) {
        return FAULT("shape %u field %u: slot %u of %u, type %u, flags %#x", id, index, field->slot, shape->total_slots,
                     field->type, field->flags);
    }
    if (field->slot_kind < CL_SLOT_INT64 || field->slot_kind >= CL_SLOT_KINDS ||
        (!removed && field->slot_kind != cl_slot_kind_of(field->type, field->flags))) {
        return FAULT("shape %u field %u: slot kind %u for type %u with flags %#x", id, index, field->slot_kind,
                     field->type, field->flags);
    }
    bool named = field->type == CL_TYPE_CLASS;
    return named ? is_entity(v, field->type_name, CL_KIND_CLASS) ||
                       FAULT("shape %u field %u: type name %u", id, index, field->type_name)
                 : field->type_name == 0 ||
                       FAULT("shape %u field %u: type name %u for type %u", id, index, field->type_name, field->type);
}

/* What was seen of the fields of one shape. */
#define NAME_PLACES (4 * CL_FIELDS_MAX)
typedef struct used {
    cl_packing packing;
    uint32_t names[NAME_PLACES]; /* of live fields, by hash; 0: free */
} used;

static bool is_first_of_name(used *u, uint32_t name) {
    uint32_t at = name * 0x9E3779B1u % NAME_PLACES;
    for (; u->names[at] != 0; at = (at + 1) % NAME_PLACES) {
        if (u->names[at] == name) {
            return false;
        }
    }
    u->names[at] = name;
    return true;
}

/* No two live fields have one name, no two fields one byte. */
static int check_alone(cl_checked *v, uint32_t id, used *u, const cl_field *field) {
    bool removed = (field->flags & CL_FIELD_REMOVED) != 0;
    if (!cl_packing_take(&u->packing, field) || !(removed || is_first_of_name(u, field->name))) {
        return FAULT("shape %u: a field of name %u in slot %u, byte %u, has its name or its place from another, or is "
                     "not aligned",
                     id, field->name, field->slot, field->byte);
    }
    return 1;
}

static int check_fields(cl_checked *v, uint32_t id, const cl_shape *shape) {
    used u = {0};
    uint32_t removed = 0;
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (!check_field(v, id, shape, i) || !check_alone(v, id, &u, &shape->fields[i])) {
            return 0;
        }
        removed += (shape->fields[i].flags & CL_FIELD_REMOVED) != 0;
    }
    return removed == shape->removed_count
               ? 1
               : FAULT("shape %u: %u removed fields, %u counted", id, removed, shape->removed_count);
}

/* Of the copy, which stays until another shape is looked at. */
static const cl_shape *check_shape(cl_checked *v, uint32_t id, uint32_t class_entity) {
    const cl_shape *shape = shape_of_id(v, id);
    if (shape == NULL) {
        FAULT("%u is no shape", id);
        return NULL;
    }
    if (shape->class_entity != class_entity || shape->inline_slots > shape->total_slots ||
        shape->total_slots > CL_FIELDS_MAX ||
        shape->header.length != sizeof(cl_shape) + shape->field_count * sizeof(cl_field)) {
        FAULT("shape %u: class %u, %u of %u slots inline, %u bytes for %u fields", id, shape->class_entity,
              shape->inline_slots, shape->total_slots, shape->header.length, shape->field_count);
        return NULL;
    }
    bool user = class_entity != 0;
    if (user ? shape->kind != CL_KIND_OBJECT || shape->total_slots > shape->field_count
             : shape->kind <= CL_KIND_OBJECT || shape->kind >= CL_KIND_COUNT || shape->field_count != 0) {
        FAULT("shape %u: kind %u with %u slots and %u fields", id, shape->kind, shape->total_slots, shape->field_count);
        return NULL;
    }
    if (shape->pins == id ? !is_entity(v, shape->declarer, CL_KIND_NAME) || shape->total_slots != shape->inline_slots ||
                                shape->removed_count != 0
                          : shape->declarer != 0) {
        FAULT("shape %u: pins %u, declarer %u", id, shape->pins, shape->declarer);
        return NULL;
    }
    return check_fields(v, id, shape) ? shape : NULL;
}

/* The fields that the newest declaration of a class pins [layout.pins]. */
typedef struct pinned {
    uint32_t expected; /* what the next version must name as the newest declaration */
    bool any;          /* unless it may name any: the one before was a declaration */
    uint32_t count;
    cl_field fields[CL_FIELDS_MAX];
} pinned;

static bool has_placed(const cl_shape *shape, const cl_field *pin) {
    for (uint32_t i = 0; i < shape->field_count; i++) {
        const cl_field *field = &shape->fields[i];
        if (field->name == pin->name && (field->flags & CL_FIELD_REMOVED) == 0) {
            return field->slot == pin->slot && field->byte == pin->byte && field->slot < shape->inline_slots &&
                   field->slot_kind == pin->slot_kind && field->type == pin->type &&
                   field->type_name == pin->type_name && ((field->flags ^ pin->flags) & CL_FIELD_WIDTH_MASK) == 0;
        }
    }
    return false;
}

static int check_placed(cl_checked *v, uint32_t id, const cl_shape *shape, const pinned *pins) {
    for (uint32_t i = 0; i < pins->count; i++) {
        if ((pins->fields[i].flags & CL_FIELD_PLACED) != 0 && !has_placed(shape, &pins->fields[i])) {
            return FAULT("shape %u: the field of name %u is not in slot %u, where all versions have it", id,
                         pins->fields[i].name, pins->fields[i].slot);
        }
    }
    return 1;
}

/* An older declaration has the first fields of a newer one. */
static int check_declaration(cl_checked *v, uint32_t id, const cl_shape *shape, pinned *pins) {
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (i >= pins->count || memcmp(&shape->fields[i], &pins->fields[i], sizeof(cl_field)) != 0) {
            return FAULT("shape %u: a later declaration lacks its field %u", id, i);
        }
    }
    return 1;
}

/* Begins at the newest version. */
static int find_pins(cl_checked *v, uint32_t class_entity, uint32_t newest, pinned *pins) {
    const cl_shape *shape = newest == 0 ? NULL : check_shape(v, newest, class_entity);
    *pins = (pinned){.expected = shape == NULL ? 0 : shape->pins};
    if (pins->expected == 0) {
        return newest == 0 || shape != NULL;
    }
    shape = check_shape(v, pins->expected, class_entity);
    if (shape == NULL || shape->pins != pins->expected) {
        return FAULT("shape %u: %u is no declaration of its class", newest, pins->expected);
    }
    pins->count = shape->field_count;
    memcpy(pins->fields, shape->fields, shape->field_count * sizeof(cl_field));
    return 1;
}

static int check_pins(cl_checked *v, uint32_t id, const cl_shape *shape, pinned *pins) {
    if (!pins->any && shape->pins != pins->expected) {
        return FAULT("shape %u: it names %u as the newest declaration, expected %u", id, shape->pins, pins->expected);
    }
    pins->expected = shape->pins;
    pins->any = shape->pins == id;
    return (!pins->any || check_declaration(v, id, shape, pins)) && check_placed(v, id, shape, pins);
}

/* Versions count down to 1, so the walk ends. */
static int check_versions(cl_checked *v, uint32_t class_entity, uint64_t newest) {
    uint32_t expected = 0;
    pinned pins;
    if (newest > CL_SHAPE_ID_MASK) {
        return FAULT("class %u: newest version %#llx", class_entity, ULL(newest));
    }
    if (!find_pins(v, class_entity, (uint32_t)newest, &pins)) {
        return 0;
    }
    for (uint32_t id = (uint32_t)newest; id != 0;) {
        const cl_shape *shape = check_shape(v, id, class_entity);
        if (shape == NULL || !check_pins(v, id, shape, &pins)) {
            return 0;
        }
        if (shape->version == 0 || (expected != 0 && shape->version != expected)) {
            return FAULT("class %u: shape %u has version %u, expected %u", class_entity, id, shape->version, expected);
        }
        expected = shape->version - 1;
        if (expected == 0 && shape->older != 0) {
            return FAULT("class %u: shape %u is version 1 and has an older one", class_entity, id);
        }
        if (v->steps-- == 0) {
            return FAULT("class %u: its versions have no end", class_entity);
        }
        id = shape->older;
    }
    if (pins.expected != 0 && !pins.any) {
        return FAULT("class %u: the declaration %u is none of its versions", class_entity, pins.expected);
    }
    return expected == 0 || newest == 0 ? 1 : FAULT("class %u: version %u is missing", class_entity, expected);
}

int cl_check_queue(cl_checked *v, uint32_t channel, cl_ref *queue) {
    uint64_t value = cl_load_acquire(&entity_at(v, channel)->value);
    cl_ref ref = cl_ref_of_granules((uint32_t)value);
    *queue = CL_REF_NULL;
    if (value == 0) {
        return 1;
    }
    if (value > UINT32_MAX || ref.offset % (2 * CL_CACHE_LINE) != 0 ||
        !is_class_block(v, ref.offset, sizeof(cl_queue)) || !is_builtin(v, ref, CL_KIND_QUEUE)) {
        return FAULT("channel %u: %#llx is no queue", channel, ULL(value));
    }
    const cl_queue *q = cl_queue_at(&v->space, ref);
    uint32_t of = CL_ONCE(q->channel), capacity = CL_ONCE(q->capacity), mask = CL_ONCE(q->mask);
    uint32_t type = CL_ONCE(q->type), name = CL_ONCE(q->type_name);
    if (of != channel || capacity == 0 || capacity > CL_CHANNEL_CAPACITY_MAX || mask < capacity - 1 ||
        (mask & (mask + 1)) != 0 || type < CL_TYPE_ANY || type > CL_TYPE_CLASS) {
        return FAULT("channel %u: queue of %u, capacity %u, mask %#x, type %u", channel, of, capacity, mask, type);
    }
    *queue = ref;
    return (type == CL_TYPE_CLASS ? is_entity(v, name, CL_KIND_CLASS) : name == 0)
               ? 1
               : FAULT("channel %u: type %u, type name %u", channel, type, name);
}

/* *entity: what was checked. */
static int check_entity(cl_checked *v, uint32_t granules, uint32_t kind, cl_entity *entity) {
    uint64_t offset = cl_bytes(granules);
    memcpy(entity, cl_at(&v->space, offset), sizeof *entity);
    cl_fence_compiler(); /* the copy is what is checked */
    uint32_t bytes = entity->header.length;
    uint32_t shape = cl_load_relaxed(&entity->header.shape);
    if (entity->kind != kind || shape != v->space.geometry.builtin_shape[kind] || bytes == 0 ||
        bytes > CL_NAME_BYTES_MAX || !is_class_block(v, offset, sizeof(cl_entity) + bytes)) {
        return FAULT("entity %u: kind %u, shape %u, name of %u bytes", granules, entity->kind, shape, bytes);
    }
    if (entity->hash != cl_entity_hash(kind, entity_at(v, granules)->name, bytes)) {
        return FAULT("entity %u: hash %#x", granules, entity->hash);
    }
    uint32_t lock = cl_load_relaxed(&entity->header.lock);
    if (!cl_monitor_is_valid(lock)) {
        return FAULT("entity %u has the monitor word %#x", granules, lock);
    }
    cl_ref queue;
    return kind == CL_KIND_CLASS     ? check_versions(v, granules, cl_load_relaxed(&entity->value))
           : kind == CL_KIND_CHANNEL ? cl_check_queue(v, granules, &queue)
                                     : 1;
}

static bool visit_entity(cl_names_walk *walk, uint32_t granules, uint32_t first) {
    cl_checked *v = walk->argument;
    cl_entity entity;
    return check_entity(v, granules, cl_bucket_kind(walk->bucket), &entity) &&
           (granules != first || cl_check_differing(v, first));
}

static uint64_t steps_most(const cl_checked *v) {
    return 2 * cl_names_steps(v->space.geometry.classes_bytes); /* versions, and names of one hash */
}

/* Names and versions are made meanwhile. Returns whether there are more than were known. */
static bool note_growth(cl_checked *v) {
    uint64_t top = cl_load_acquire(&v->space.header->classes_top);
    uint64_t end = v->space.geometry.classes_offset + v->space.geometry.classes_bytes;
    top = top < end ? top : end;
    bool grown = top > v->classes_top;
    v->classes_top = grown ? top : v->classes_top;
    return grown;
}

/* What leads to nothing that was known is a fault when no more is known now, or when the steps are used up: their
 * number is below 0 then. */
static bool is_worth_another_look(cl_checked *v, const cl_names_walk *walk) {
    return note_growth(v) && v->steps <= steps_most(v) && walk->steps <= steps_most(v);
}

int cl_check_names(cl_checked *v, bool (*visit)(cl_names_walk *walk, uint32_t entity, uint32_t first)) {
    cl_names_walk walk = {.space = &v->space,
                          .classes_end = v->classes_top,
                          .steps = cl_names_steps(v->space.geometry.classes_bytes),
                          .visit = visit,
                          .argument = v};
    for (uint32_t i = 0; i < CL_NAME_BUCKETS; i++) {
        bool good;
        note_growth(v);
        do {
            walk.classes_end = v->classes_top;
            good = cl_names_walk_bucket(&walk, i);
        } while (!good && is_worth_another_look(v, &walk));
        if (!good) {
            return walk.bad == 0 ? 0
                                 : FAULT("name bucket %u: %#x leads to no entity or node, to one of another bucket, or "
                                         "its list has no end",
                                         i, walk.bad);
        }
    }
    return 1;
}

static int check_builtins(cl_checked *v) {
    uint32_t self = v->space.geometry.builtin_shape[CL_KIND_SHAPE];
    for (uint32_t kind = CL_KIND_STRING; kind < CL_KIND_COUNT; kind++) {
        uint32_t id = v->space.geometry.builtin_shape[kind];
        const cl_shape *shape = check_shape(v, id, 0);
        if (shape == NULL || shape->kind != kind) {
            return FAULT("builtin shape %u of kind %u (the shape of shapes is %u)", id, kind, self);
        }
    }
    return 1;
}

int cl_check_classes(cl_checked *v) {
    v->steps = steps_most(v);
    return check_builtins(v) && cl_check_names(v, visit_entity);
}
