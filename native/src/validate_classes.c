/* SPDX-License-Identifier: Apache-2.0 */
/* Level 2 of cl_validate: names, classes and their versions, channels. */
#include <string.h>

#include "hash.h"
#include "monitor.h"
#include "validate.h"

static int check_field(cl_checked *v, uint32_t id, const cl_shape *shape, uint32_t index) {
    const cl_field *field = &shape->fields[index];
    bool removed = (field->flags & CL_FIELD_REMOVED) != 0;
    if (!is_entity(v, field->name, CL_KIND_NAME)) {
        return FAULT("shape %u field %u: name %u", id, index, field->name);
    }
    if (field->slot >= shape->total_slots || field->type < CL_TYPE_ANY || field->type > CL_TYPE_CLASS ||
        (field->flags & ~(CL_FIELD_NULLABLE | CL_FIELD_DECLARED | CL_FIELD_REMOVED)) != 0) {
        return FAULT("shape %u field %u: slot %u of %u, type %u, flags %#x", id, index, field->slot, shape->total_slots,
                     field->type, field->flags);
    }
    if (field->slot_kind < CL_SLOT_INT64 || field->slot_kind > CL_SLOT_TAGGED ||
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

/* No two live fields have one name, no two fields one slot. */
static int check_field_pair(cl_checked *v, uint32_t id, const cl_field *a, const cl_field *b) {
    bool live = ((a->flags | b->flags) & CL_FIELD_REMOVED) == 0;
    bool good = a->slot != b->slot && !(live && a->name == b->name);
    return good ? 1
                : FAULT("shape %u: a field of name %u in slot %u, one of name %u in slot %u", id, a->name, a->slot,
                        b->name, b->slot);
}

static int check_fields(cl_checked *v, uint32_t id, const cl_shape *shape) {
    uint32_t removed = 0;
    for (uint32_t i = 0; i < shape->field_count; i++) {
        if (!check_field(v, id, shape, i)) {
            return 0;
        }
        removed += (shape->fields[i].flags & CL_FIELD_REMOVED) != 0;
        for (uint32_t j = 0; j < i; j++) {
            if (!check_field_pair(v, id, &shape->fields[i], &shape->fields[j])) {
                return 0;
            }
        }
    }
    return removed == shape->removed_count
               ? 1
               : FAULT("shape %u: %u removed fields, %u counted", id, removed, shape->removed_count);
}

static int check_shape(cl_checked *v, uint32_t id, uint32_t class_entity) {
    if (!is_shape(v, id)) {
        return FAULT("%u is no shape", id);
    }
    const cl_shape *shape = cl_shape_at(v->base, id);
    if (shape->class_entity != class_entity || shape->inline_slots > shape->total_slots ||
        shape->total_slots > CL_FIELDS_MAX ||
        shape->header.length != sizeof(cl_shape) + shape->field_count * sizeof(cl_field)) {
        return FAULT("shape %u: class %u, %u of %u slots inline, %u bytes for %u fields", id, shape->class_entity,
                     shape->inline_slots, shape->total_slots, shape->header.length, shape->field_count);
    }
    bool user = class_entity != 0;
    if (user ? shape->kind != CL_KIND_OBJECT || shape->total_slots != shape->field_count
             : shape->kind <= CL_KIND_OBJECT || shape->kind >= CL_KIND_COUNT || shape->field_count != 0) {
        return FAULT("shape %u: kind %u with %u slots and %u fields", id, shape->kind, shape->total_slots,
                     shape->field_count);
    }
    return check_fields(v, id, shape);
}

static int check_versions(cl_checked *v, uint32_t class_entity) {
    uint64_t newest = cl_load_acquire(&cl_entity_at(v->base, class_entity)->value);
    uint32_t expected = 0;
    if (newest > CL_SHAPE_ID_MASK) {
        return FAULT("class %u: newest version %#llx", class_entity, ULL(newest));
    }
    for (uint32_t id = (uint32_t)newest; id != 0; id = cl_shape_at(v->base, id)->older) {
        if (!check_shape(v, id, class_entity)) {
            return 0;
        }
        uint32_t version = cl_shape_at(v->base, id)->version;
        if (version == 0 || (expected != 0 && version != expected)) {
            return FAULT("class %u: shape %u has version %u, expected %u", class_entity, id, version, expected);
        }
        expected = version - 1;
        if (expected == 0 && cl_shape_at(v->base, id)->older != 0) {
            return FAULT("class %u: shape %u is version 1 and has an older one", class_entity, id);
        }
    }
    return expected == 0 || newest == 0 ? 1 : FAULT("class %u: version %u is missing", class_entity, expected);
}

/* What does not change of a channel's queue. */
static int check_queue(cl_checked *v, uint32_t channel) {
    uint64_t value = cl_load_acquire(&cl_entity_at(v->base, channel)->value);
    uint64_t offset = cl_bytes((uint32_t)value);
    if (value == 0) {
        return 1;
    }
    if (value > UINT32_MAX || offset % (2 * CL_CACHE_LINE) != 0 || !is_class_block(v, offset, sizeof(cl_queue)) ||
        !is_builtin(v, offset, CL_KIND_QUEUE)) {
        return FAULT("channel %u: %#llx is no queue", channel, ULL(value));
    }
    const cl_queue *queue = cl_queue_at(v->base, offset);
    if (queue->channel != channel || queue->capacity == 0 || queue->capacity > CL_CHANNEL_CAPACITY_MAX ||
        queue->mask < queue->capacity - 1 || (queue->mask & (queue->mask + 1)) != 0 || queue->type < CL_TYPE_ANY ||
        queue->type > CL_TYPE_CLASS) {
        return FAULT("channel %u: queue of %u, capacity %u, mask %#x, type %u", channel, queue->channel,
                     queue->capacity, queue->mask, queue->type);
    }
    bool named = queue->type == CL_TYPE_CLASS ? is_entity(v, queue->type_name, CL_KIND_CLASS) : queue->type_name == 0;
    return named ? 1 : FAULT("channel %u: type %u, type name %u", channel, queue->type, queue->type_name);
}

static bool is_same_name(const cl_entity *a, const cl_entity *b) {
    return a->kind == b->kind && a->header.length == b->header.length &&
           memcmp(a->name, b->name, a->header.length) == 0;
}

static int check_entity(cl_checked *v, uint32_t granules, uint32_t kind) {
    const cl_entity *entity = cl_entity_at(v->base, granules);
    uint32_t bytes = entity->header.length;
    if (entity->kind != kind || !is_entity(v, granules, kind) || bytes == 0 || bytes > CL_NAME_BYTES_MAX) {
        return FAULT("entity %u: kind %u, shape %u, name of %u bytes", granules, entity->kind,
                     cl_load_relaxed(&entity->header.shape), bytes);
    }
    if (entity->hash != cl_entity_hash(kind, entity->name, bytes)) {
        return FAULT("entity %u: hash %#x", granules, entity->hash);
    }
    if (!cl_monitor_is_valid(cl_load_acquire(&entity->header.lock))) {
        return FAULT("entity %u has the monitor word %#x", granules, cl_load_acquire(&entity->header.lock));
    }
    return kind == CL_KIND_CLASS ? check_versions(v, granules) : kind != CL_KIND_CHANNEL || check_queue(v, granules);
}

/* Whether no entity before it in its list has its name. These were visited before it; they are checked again. */
static int check_single(cl_checked *v, cl_names_walk *walk, uint32_t first, uint32_t granules) {
    uint64_t steps = cl_names_steps(v->header.classes_bytes);
    for (uint32_t at = first; at != granules;) {
        const cl_entity *other = cl_names_block(walk, at, sizeof(cl_entity));
        if (other == NULL || steps-- == 0 || !is_entity(v, at, other->kind)) {
            return FAULT("entity %u: not in the list of entity %u", granules, first);
        }
        if (is_same_name(other, cl_entity_at(v->base, granules))) {
            return FAULT("entities %u and %u have one name", at, granules);
        }
        at = other->next;
    }
    return 1;
}

static bool visit_entity(cl_names_walk *walk, uint32_t granules, uint32_t first) {
    cl_checked *v = walk->argument;
    return check_entity(v, granules, cl_bucket_kind(walk->bucket)) && check_single(v, walk, first, granules);
}

int cl_check_names(cl_checked *v, bool (*visit)(cl_names_walk *walk, uint32_t entity, uint32_t first)) {
    cl_names_walk walk = {.base = v->base,
                          .buckets_offset = v->header.buckets_offset,
                          .classes_offset = v->header.classes_offset,
                          .classes_end = v->classes_top,
                          .steps = cl_names_steps(v->header.classes_bytes),
                          .visit = visit,
                          .argument = v};
    for (uint32_t i = 0; i < CL_NAME_BUCKETS; i++) {
        if (!cl_names_walk_bucket(&walk, i)) {
            return walk.bad == 0 ? 0
                                 : FAULT("name bucket %u: %#x leads to no entity or node, to one of another bucket, or "
                                         "its list has no end",
                                         i, walk.bad);
        }
    }
    return 1;
}

static int check_builtins(cl_checked *v) {
    uint32_t self = v->header.builtin_shape[CL_KIND_SHAPE];
    for (uint32_t kind = CL_KIND_STRING; kind < CL_KIND_COUNT; kind++) {
        uint32_t id = v->header.builtin_shape[kind];
        if (!is_shape(v, id) || !check_shape(v, id, 0) || cl_shape_at(v->base, id)->kind != kind) {
            return FAULT("builtin shape %u of kind %u (the shape of shapes is %u)", id, kind, self);
        }
    }
    return 1;
}

int cl_check_classes(cl_checked *v) {
    return check_builtins(v) && cl_check_names(v, visit_entity);
}
