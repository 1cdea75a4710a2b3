/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks a whole segment. Nothing read from it is used as an offset, index or length before it was checked, so a
 * corrupt segment gives a fault with its place and never a crash. Free root-log chunks and memory beyond the tops are
 * not touched: reading a hole of a memfd would fill it.
 */
#include <string.h>

#include "address.h"
#include "error.h"
#include "extension.h"
#include "hash.h"
#include "monitor.h"
#include "object.h"
#include "region.h"
#include "tag.h"

#define FAULT(...) cl_fail(v->error, CL_ERR_STATE, "corrupt segment: " __VA_ARGS__)
#define ULL(x)     ((unsigned long long)(x))

typedef struct view {
    const void *base;
    cl_header header; /* a copy: what was checked is what is used */
    uint64_t classes_top;
    uint64_t objects_top; /* end of the regions that were ever claimed */
    uint64_t steps;       /* left for walks over lists, which may be cyclic */
    cl_error *error;
} view;

/* ---- level 1: header and tables ---- */

typedef struct part {
    const char *name;
    uint64_t offset;
    uint64_t bytes;
} part;

static int check_parts(view *v) {
    const cl_header *h = &v->header;
    const part parts[] = {
        {"header", 0, sizeof(cl_header)},
        {"buckets", h->buckets_offset, CL_NAME_BUCKETS * sizeof(uint32_t)},
        {"vms", h->vms_offset, CL_VM_MAX * sizeof(cl_vm)},
        {"slots", h->slots_offset, CL_SLOT_MAX * sizeof(cl_slot)},
        {"chunks", h->chunks_offset, CL_CHUNK_MAX * sizeof(cl_chunk)},
        {"chunk entries", h->chunk_entries_offset, CL_CHUNK_MAX * CL_CHUNK_BYTES},
        {"regions", h->regions_offset, (h->objects_bytes >> CL_REGION_SHIFT) * sizeof(uint32_t)},
        {"cycles", h->cycles_offset, CL_CYCLE_RECORDS * sizeof(cl_cycle)},
        {"classes", h->classes_offset, h->classes_bytes},
        {"marks", h->marks_offset, h->marks_bytes},
        {"objects", h->objects_offset, h->objects_bytes},
    };
    uint64_t end = 0;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const part *p = &parts[i];
        if (p->offset < end || p->offset % CL_PAGE != 0 || p->offset > h->segment_bytes ||
            p->bytes > h->segment_bytes - p->offset) {
            return FAULT("part %s of %llu bytes at %#llx does not fit behind %#llx in %llu bytes", p->name,
                         ULL(p->bytes), ULL(p->offset), ULL(end), ULL(h->segment_bytes));
        }
        end = p->offset + p->bytes;
    }
    return h->marks_bytes >= h->objects_bytes >> CL_GRANULE_SHIFT
               ? 1
               : FAULT("%llu mark bytes for %llu bytes of objects", ULL(h->marks_bytes), ULL(h->objects_bytes));
}

static int check_top(view *v, const char *name, uint64_t top, uint64_t committed, uint64_t offset, uint64_t bytes) {
    if (top < offset || top > offset + bytes || top % CL_GRANULE != 0 || committed < offset ||
        committed > offset + bytes || top > committed) {
        return FAULT("%s: top %#llx and committed %#llx in a space from %#llx to %#llx", name, ULL(top), ULL(committed),
                     ULL(offset), ULL(offset + bytes));
    }
    return 1;
}

static int check_header(view *v) {
    const cl_header *h = &v->header;
    if (h->magic != CL_MAGIC || cl_load_relaxed(&h->version) != CL_VERSION) {
        return FAULT("magic %016llx and version %llu at 0, expected %016llx and %llu", ULL(h->magic),
                     ULL(cl_load_relaxed(&h->version)), ULL(CL_MAGIC), ULL(CL_VERSION));
    }
    if (h->fingerprint != cl_layout_fingerprint()) {
        return FAULT("layout fingerprint %016llx, expected %016llx", ULL(h->fingerprint), ULL(cl_layout_fingerprint()));
    }
    if (h->segment_bytes > CL_REFERENCE_END || !check_parts(v)) {
        return h->segment_bytes > CL_REFERENCE_END
                   ? FAULT("size %llu is above %llu", ULL(h->segment_bytes), ULL(CL_REFERENCE_END))
                   : 0;
    }
    uint64_t gc = cl_load_relaxed(&h->gc_word);
    if ((gc & CL_GC_EPOCH_MASK) == 0 || (gc & ~(CL_GC_EPOCH_MASK | CL_GC_REPORT)) != 0) {
        return FAULT("gc word %#llx", ULL(gc));
    }
    if (h->objects_bytes % CL_REGION_BYTES != 0 || v->objects_top > h->objects_offset + h->objects_bytes) {
        return FAULT("%llu bytes of objects, regions claimed up to %#llx", ULL(h->objects_bytes), ULL(v->objects_top));
    }
    return check_top(v, "classes", v->classes_top, cl_load_acquire(&cl_header_of(v->base)->classes_committed),
                     h->classes_offset, h->classes_bytes);
}

/* Slots and chunks may be of a VM that is being reclaimed: its number is checked, not its state. */
static int check_slot(view *v, uint32_t index) {
    const cl_slot *slot = cl_slot_at(v->base, index);
    uint32_t vm = cl_load_acquire(&slot->vm);
    uint64_t top = slot->alloc_top;
    uint64_t limit = slot->alloc_limit;
    if ((vm > CL_VM_MAX && vm != CL_SLOT_DEAD) || slot->chunk > CL_CHUNK_MAX) {
        return FAULT("slot %u: vm %u, chunk %u", index, vm, slot->chunk);
    }
    /* Its owner may be at work: top and limit are read one after the other and compared only when they are of one
     * buffer. */
    if (top != 0 && (top < v->header.objects_offset || top > v->header.objects_offset + v->header.objects_bytes)) {
        return FAULT("slot %u: buffer top %#llx", index, ULL(top));
    }
    if (limit != 0 &&
        (limit < v->header.objects_offset || limit > v->header.objects_offset + v->header.objects_bytes)) {
        return FAULT("slot %u: buffer limit %#llx", index, ULL(limit));
    }
    return 1;
}

static int check_tables(view *v) {
    for (uint32_t i = 0; i < CL_VM_MAX; i++) {
        if (cl_load_acquire(&cl_vm_at(v->base, i)->state) > 1) {
            return FAULT("vm %u has state %u", i, cl_load_acquire(&cl_vm_at(v->base, i)->state));
        }
    }
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        if (!check_slot(v, i)) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < v->header.objects_bytes >> CL_REGION_SHIFT; i++) {
        uint32_t word = cl_load_acquire(cl_region_at(v->base, i));
        if (cl_region_state_of(word) >= CL_REGION_STATES || cl_region_owner_of(word) > CL_SLOT_MAX) {
            return FAULT("region %u has the word %#x", i, word);
        }
    }
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        if (cl_load_acquire(&cl_chunk_at(v->base, i)->vm) > CL_VM_MAX) {
            return FAULT("chunk %u belongs to vm %u", i, cl_load_acquire(&cl_chunk_at(v->base, i)->vm));
        }
    }
    return 1;
}

/* ---- level 2: the classes space ---- */

/* A block of the classes space with a header. */
static bool is_class_block(const view *v, uint64_t offset, uint64_t bytes) {
    return offset % CL_GRANULE == 0 && offset > v->header.classes_offset && offset < v->classes_top &&
           bytes <= v->classes_top - offset;
}

static bool is_builtin(const view *v, uint64_t offset, uint32_t kind) {
    return cl_load_relaxed(&cl_object_at(v->base, offset)->shape) == v->header.builtin_shape[kind];
}

static bool is_named_kind(uint32_t kind) {
    return kind == CL_KIND_NAME || kind == CL_KIND_CLASS || kind == CL_KIND_REPOSITORY || kind == CL_KIND_CHANNEL;
}

static bool is_entity(const view *v, uint32_t granules, uint32_t kind) {
    uint64_t offset = cl_bytes(granules);
    return is_class_block(v, offset, sizeof(cl_entity)) && is_builtin(v, offset, kind) &&
           is_class_block(v, offset, sizeof(cl_entity) + cl_entity_at(v->base, granules)->header.length);
}

/* Whether an id may be followed as a shape of some kind. */
static bool is_shape(const view *v, uint32_t id) {
    uint64_t offset = v->header.classes_offset + cl_bytes(id);
    return id != 0 && id <= CL_SHAPE_ID_MASK && is_class_block(v, offset, sizeof(cl_shape)) &&
           is_builtin(v, offset, CL_KIND_SHAPE) && cl_shape_at(v->base, id)->field_count <= CL_FIELDS_MAX &&
           is_class_block(v, offset, sizeof(cl_shape) + cl_shape_at(v->base, id)->field_count * sizeof(cl_field));
}

static int check_field(view *v, uint32_t id, const cl_shape *shape, uint32_t index) {
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
static int check_field_pair(view *v, uint32_t id, const cl_field *a, const cl_field *b) {
    bool live = ((a->flags | b->flags) & CL_FIELD_REMOVED) == 0;
    bool good = a->slot != b->slot && !(live && a->name == b->name);
    return good ? 1
                : FAULT("shape %u: a field of name %u in slot %u, one of name %u in slot %u", id, a->name, a->slot,
                        b->name, b->slot);
}

static int check_fields(view *v, uint32_t id, const cl_shape *shape) {
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

static int check_shape(view *v, uint32_t id, uint32_t class_entity) {
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

static int check_versions(view *v, uint32_t class_entity) {
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
static int check_queue(view *v, uint32_t channel) {
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

static int check_entity(view *v, uint32_t granules, uint32_t bucket) {
    uint64_t offset = cl_bytes(granules);
    if (!is_class_block(v, offset, sizeof(cl_entity))) {
        return FAULT("bucket %u: entity %u is outside the classes", bucket, granules);
    }
    const cl_entity *entity = cl_entity_at(v->base, granules);
    uint32_t bytes = entity->header.length;
    if (!is_named_kind(entity->kind) || !is_entity(v, granules, entity->kind) || bytes == 0 ||
        bytes > CL_NAME_BYTES_MAX) {
        return FAULT("entity %u: kind %u, shape %u, name of %u bytes", granules, entity->kind,
                     cl_load_relaxed(&entity->header.shape), bytes);
    }
    if (entity->hash != cl_entity_hash(entity->kind, entity->name, bytes) || entity->hash % CL_NAME_BUCKETS != bucket) {
        return FAULT("entity %u: hash %#x in bucket %u", granules, entity->hash, bucket);
    }
    if (!cl_monitor_is_valid(cl_load_acquire(&entity->header.lock))) {
        return FAULT("entity %u has the monitor word %#x", granules, cl_load_acquire(&entity->header.lock));
    }
    return entity->kind == CL_KIND_CLASS     ? check_versions(v, granules)
           : entity->kind == CL_KIND_CHANNEL ? check_queue(v, granules)
                                             : 1;
}

/* The walk is bounded by v->steps, for lists may be cyclic. */
static int check_bucket(view *v, uint32_t bucket) {
    uint32_t head = cl_load_acquire(cl_bucket_at(v->base, bucket));
    for (uint32_t at = head; at != 0; at = cl_entity_at(v->base, at)->next) {
        if (v->steps-- == 0) {
            return FAULT("bucket %u: its list has no end", bucket);
        }
        if (!check_entity(v, at, bucket)) {
            return 0;
        }
        for (uint32_t other = head; other != at; other = cl_entity_at(v->base, other)->next) {
            if (is_same_name(cl_entity_at(v->base, other), cl_entity_at(v->base, at))) {
                return FAULT("bucket %u: entities %u and %u have one name", bucket, other, at);
            }
        }
    }
    return 1;
}

static int check_builtins(view *v) {
    uint32_t self = v->header.builtin_shape[CL_KIND_SHAPE];
    for (uint32_t kind = CL_KIND_STRING; kind < CL_KIND_COUNT; kind++) {
        uint32_t id = v->header.builtin_shape[kind];
        if (!is_shape(v, id) || !check_shape(v, id, 0) || cl_shape_at(v->base, id)->kind != kind) {
            return FAULT("builtin shape %u of kind %u (the shape of shapes is %u)", id, kind, self);
        }
    }
    return 1;
}

static int check_classes(view *v) {
    v->steps = v->header.classes_bytes / sizeof(cl_entity);
    if (!check_builtins(v)) {
        return 0;
    }
    for (uint32_t i = 0; i < CL_NAME_BUCKETS; i++) {
        if (!check_bucket(v, i)) {
            return 0;
        }
    }
    return 1;
}

/* ---- level 3: objects and references ---- */

static bool is_marked(const view *v, uint64_t reference) {
    return reference % CL_GRANULE == 0 && reference >= v->header.objects_offset && reference < v->objects_top &&
           (cl_load_acquire(cl_mark_at(v->base, reference)) & CL_MARK_OBJECT) != 0;
}

static uint32_t shape_id_of(const view *v, uint64_t reference) {
    return cl_load_acquire(&cl_object_at(v->base, reference)->shape) & CL_SHAPE_ID_MASK;
}

static bool is_kind(const view *v, uint64_t reference, uint32_t first, uint32_t last) {
    uint32_t id = shape_id_of(v, reference);
    for (uint32_t kind = first; kind <= last; kind++) {
        if (id == v->header.builtin_shape[kind]) {
            return true;
        }
    }
    return false;
}

/* A reference that a program may hold: an object that is no part of another one, or a thing of the classes space. */
static bool is_target(const view *v, uint64_t reference) {
    if (is_marked(v, reference)) {
        return !is_kind(v, reference, CL_KIND_EXTENSION, CL_KIND_EXTENSION) &&
               !is_kind(v, reference, CL_KIND_ARRAY, CL_KIND_TABLE);
    }
    if (!is_class_block(v, reference, sizeof(cl_object_header))) {
        return false;
    }
    for (uint32_t kind = CL_KIND_SHAPE; kind < CL_KIND_COUNT; kind++) {
        if (is_builtin(v, reference, kind)) {
            return true;
        }
    }
    return false;
}

static bool is_good_word(const view *v, uint64_t word) {
    bool reference = word != 0 && (word & CL_TAG_REFERENCE_MASK) == 0;
    return cl_tag_is_valid(word) && (!reference || is_target(v, word));
}

/* The chain must cover the shape's slots and have the blocks' exact sizes; a died evolution may have left one more. */
static int check_chain(view *v, uint64_t reference, const cl_shape *shape) {
    uint32_t blocks = shape->total_slots == shape->inline_slots
                          ? 0
                          : cl_extension_block(shape->total_slots - 1 - shape->inline_slots) + 1;
    uint32_t granules = cl_load_acquire(&cl_object_at(v->base, reference)->extension);
    uint32_t k = 0;
    for (; granules != 0; k++) {
        uint64_t block = cl_bytes(granules);
        if (k > blocks || !is_marked(v, block) || shape_id_of(v, block) != v->header.builtin_shape[CL_KIND_EXTENSION] ||
            cl_object_at(v->base, block)->length != cl_extension_block_slots(k)) {
            return FAULT("object %#llx: extension block %u at %#llx", ULL(reference), k, ULL(block));
        }
        granules = cl_load_acquire(&cl_object_at(v->base, block)->extension);
    }
    return k >= blocks ? 1 : FAULT("object %#llx: %u extension blocks, its shape needs %u", ULL(reference), k, blocks);
}

static int check_slots(view *v, uint64_t reference, const cl_shape *shape) {
    for (uint32_t i = 0; i < shape->field_count; i++) {
        const cl_field *field = &shape->fields[i];
        uint64_t place = cl_slot_place(v->base, reference, shape->inline_slots, field->slot);
        uint64_t word = cl_load_acquire(cl_word_at(v->base, place));
        if (field->slot_kind == CL_SLOT_TAGGED && !is_good_word(v, word)) {
            return FAULT("object %#llx slot %u holds %#llx, which is no value", ULL(reference), field->slot, ULL(word));
        }
    }
    return 1;
}

static bool is_named_by_slot(const view *v, uint64_t reference) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_slot_at(v->base, i);
        if (cl_load_acquire(&slot->vm) != 0 && cl_load_acquire(&slot->evolving) == cl_granules(reference)) {
            return true;
        }
    }
    return false;
}

static int check_string(view *v, uint64_t reference) {
    const cl_string_head *string = cl_at(v->base, reference);
    bool wide = string->encoding == CL_ENCODING_UTF16;
    return string->encoding == CL_ENCODING_LATIN1 || (wide && string->header.length % 2 == 0)
               ? 1
               : FAULT("string %#llx: encoding %u, %u bytes", ULL(reference), string->encoding, string->header.length);
}

static bool is_good_length(uint32_t length) {
    return length >= CL_TABLE_LENGTH_LEAST && length <= CL_TABLE_LENGTH_MOST && (length & (length - 1)) == 0;
}

/* Whether an object is a part of one of these kinds, whole, with room for `count` elements or entries. */
static bool is_part(const view *v, uint64_t reference, uint32_t first, uint32_t last, uint32_t count) {
    if (!is_marked(v, reference) || !is_kind(v, reference, first, last)) {
        return false;
    }
    uint32_t length = cl_object_at(v->base, reference)->length;
    return length >= count && (first != CL_KIND_TABLE || is_good_length(length)) &&
           cl_block_bytes(first, 0, length) <= v->objects_top - reference;
}

/* The part of a container. */
static int check_part(view *v, uint64_t reference, uint32_t first, uint32_t last) {
    const cl_container *container = cl_at(v->base, reference);
    uint64_t head = cl_load_acquire(&container->head);
    uint64_t part = cl_bytes((uint32_t)(head >> CL_HEAD_PART_SHIFT));
    uint32_t count = (uint32_t)(head & CL_HEAD_COUNT_MASK);
    if (head != 0 && !is_part(v, part, first, last, count)) {
        return FAULT("container %#llx: %#llx is not its part with %u elements", ULL(reference), ULL(part), count);
    }
    bool integers = head != 0 && is_kind(v, part, CL_KIND_ARRAY_INT64, CL_KIND_ARRAY_INT64);
    return integers == ((head & CL_HEAD_INT64) != 0)
               ? 1
               : FAULT("container %#llx: its head is %#llx, its part has %s", ULL(reference), ULL(head),
                       integers ? "raw integers" : "none");
}

static int check_words(view *v, uint64_t reference, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        uint64_t word = cl_load_acquire(cl_word_at(v->base, reference + sizeof(cl_object_header) + 8 * i));
        if (word != CL_TAG_VACANT && !is_good_word(v, word)) {
            return FAULT("part %#llx word %llu is %#llx, which is no value", ULL(reference), ULL(i), ULL(word));
        }
    }
    return 1;
}

static int check_list(view *v, uint64_t reference) {
    uint64_t head = cl_load_acquire(&((cl_container *)cl_at(v->base, reference))->head);
    uint64_t array = cl_bytes((uint32_t)(head >> CL_HEAD_PART_SHIFT));
    if (head == 0 || !check_part(v, reference, CL_KIND_ARRAY, CL_KIND_ARRAY_FLOAT64)) {
        return head == 0;
    }
    for (uint32_t i = 0; is_kind(v, array, CL_KIND_ARRAY, CL_KIND_ARRAY) && i < (head & CL_HEAD_COUNT_MASK); i++) {
        if (cl_load_acquire(cl_word_at(v->base, cl_inline_slot_place(array, i))) == CL_TAG_VACANT) {
            return FAULT("list %#llx: element %u is vacant", ULL(reference), i);
        }
    }
    return 1;
}

static _Atomic uint32_t *table_word(const view *v, uint64_t table, uint64_t offset) {
    return cl_at(v->base, table + offset);
}

/* Whether a search for its hash comes to an entry. */
static bool is_indexed(const view *v, uint64_t table, uint32_t length, uint32_t entry) {
    uint32_t place = cl_table_first(length, cl_load_relaxed(table_word(v, table, cl_table_hash(length, entry))));
    for (uint32_t i = 0; i < 2 * length; i++, place = (place + 1) & (2 * length - 1)) {
        uint32_t number = cl_load_relaxed(table_word(v, table, cl_table_index(length, place)));
        if (number == 0 || number == entry + 1) {
            return number != 0;
        }
    }
    return false;
}

/* While the lock is free and not abandoned, the count of live entries is right. */
static int check_map(view *v, uint64_t reference) {
    const cl_container *container = cl_at(v->base, reference);
    uint64_t head = cl_load_acquire(&container->head);
    uint64_t table = cl_bytes((uint32_t)(head >> CL_HEAD_PART_SHIFT));
    uint32_t live = 0;
    if (!check_part(v, reference, CL_KIND_TABLE, CL_KIND_TABLE)) {
        return 0;
    }
    for (uint32_t i = 0; table != 0 && i < (head & CL_HEAD_COUNT_MASK); i++) {
        bool vacant = cl_load_acquire(cl_word_at(v->base, table + cl_table_key(i))) == CL_TAG_VACANT;
        if (!vacant && !is_indexed(v, table, cl_object_at(v->base, table)->length, i)) {
            return FAULT("map %#llx: entry %u is not in the index", ULL(reference), i);
        }
        live += !vacant;
    }
    return cl_load_acquire(&container->lock) != 0 || cl_load_acquire(&container->live) == live
               ? 1
               : FAULT("map %#llx has %u entries and says %u", ULL(reference), live, cl_load_acquire(&container->live));
}

static int check_table(view *v, uint64_t reference, uint32_t length) {
    return is_good_length(length)
               ? check_words(v, reference, 2ull * length)
               : FAULT("table %#llx has room for %u entries, which is no power of two", ULL(reference), length);
}

static int check_contents(view *v, uint64_t reference, const cl_shape *shape) {
    uint32_t length = cl_object_at(v->base, reference)->length;
    switch (shape->kind) {
    case CL_KIND_OBJECT:
        return check_chain(v, reference, shape) && check_slots(v, reference, shape);
    case CL_KIND_STRING:
        return check_string(v, reference);
    case CL_KIND_LIST:
    case CL_KIND_TUPLE:
        return check_list(v, reference);
    case CL_KIND_SET:
    case CL_KIND_FROZEN_SET:
    case CL_KIND_MAP:
        return check_map(v, reference);
    case CL_KIND_ARRAY:
        return check_words(v, reference, length);
    case CL_KIND_TABLE:
        return check_table(v, reference, length);
    default:
        return 1;
    }
}

/* Nobody is at work: who has a monitor is counted. */
static int check_monitor(view *v, uint64_t reference) {
    uint32_t word = cl_load_acquire(cl_monitor_word(v->base, reference));
    uint32_t owner = word & CL_MONITOR_OWNER_MASK;
    bool good = cl_monitor_is_valid(word);
    if (good && owner != 0 && owner != CL_MONITOR_ABANDONED) {
        const cl_slot *slot = cl_slot_at(v->base, owner - 1);
        good = cl_load_acquire(&slot->vm) != 0 && cl_load_acquire(&slot->held) != 0;
    }
    return good ? 1 : FAULT("object %#llx has the monitor word %#x, which names no owner", ULL(reference), word);
}

/* *bytes: of the object's block. */
static int check_object(view *v, uint64_t reference, uint64_t *bytes) {
    uint32_t word = cl_load_acquire(&cl_object_at(v->base, reference)->shape);
    uint32_t id = word & CL_SHAPE_ID_MASK;
    if (!is_shape(v, id) || cl_shape_at(v->base, id)->kind >= CL_KIND_SHAPE) {
        return FAULT("object %#llx has shape word %#x", ULL(reference), word);
    }
    if ((word & ~CL_SHAPE_ID_MASK) != 0 && !((word & CL_SHAPE_EVOLVING) != 0 && is_named_by_slot(v, reference))) {
        return FAULT("object %#llx has state bits %#x and no slot is evolving it", ULL(reference),
                     word & ~CL_SHAPE_ID_MASK);
    }
    const cl_shape *shape = cl_shape_at(v->base, id);
    *bytes = cl_block_bytes(shape->kind, shape->inline_slots, cl_object_at(v->base, reference)->length);
    if (!check_monitor(v, reference)) {
        return 0;
    }
    if (*bytes > v->objects_top - reference) {
        return FAULT("object %#llx of %llu bytes ends behind the top %#llx", ULL(reference), ULL(*bytes),
                     ULL(v->objects_top));
    }
    return check_contents(v, reference, shape);
}

/* An object lies in one region that may have objects, or fills a run of its own. */
static int check_place(view *v, uint64_t reference, uint64_t bytes) {
    uint32_t first = cl_region_of(v->base, reference);
    uint32_t last = cl_region_of(v->base, reference + bytes - 1);
    uint32_t state = cl_region_state_of(cl_load_acquire(cl_region_at(v->base, first)));
    bool large = state == CL_REGION_LARGE;
    bool good = large ? bytes >= CL_LARGE_BYTES && reference == cl_region_start(v->base, first)
                      : first == last && state >= CL_REGION_HOLES && state <= CL_REGION_SWEEPING;
    for (uint32_t i = first + 1; i <= last; i++) {
        good = good && cl_region_state_of(cl_load_acquire(cl_region_at(v->base, i))) == CL_REGION_TAIL;
    }
    return good ? 1
                : FAULT("object %#llx of %llu bytes lies in region %u of state %u", ULL(reference), ULL(bytes), first,
                        state);
}

static int check_objects(view *v) {
    uint64_t free_from = v->header.objects_offset;
    for (uint64_t at = v->header.objects_offset; at < v->objects_top; at += CL_GRANULE) {
        uint8_t mark = cl_load_acquire(cl_mark_at(v->base, at));
        if (mark == 0) {
            continue;
        }
        if ((mark & ~(CL_MARK_OBJECT | CL_MARK_GREY | CL_MARK_EPOCH_MASK)) != 0 || (mark & CL_MARK_OBJECT) == 0 ||
            (mark & CL_MARK_EPOCH_MASK) == 0) {
            return FAULT("mark byte %#x of %#llx", mark, ULL(at));
        }
        uint64_t bytes = 0;
        if (at < free_from) {
            return FAULT("object %#llx lies inside another that ends at %#llx", ULL(at), ULL(free_from));
        }
        if (!check_object(v, at, &bytes) || !check_place(v, at, bytes)) {
            return 0;
        }
        free_from = at + bytes;
    }
    return 1;
}

static int check_log_entry(view *v, uint32_t chunk, uint32_t index) {
    uint32_t entry = cl_load_acquire(&cl_chunk_entries(v->base, chunk)[index]);
    uint64_t reference = cl_bytes(entry);
    uint32_t first = (entry * 0x9E3779B1u) >> (32 - CL_CHUNK_ENTRIES_LOG2);
    if (entry == 0) {
        return 1;
    }
    if ((index - first) % CL_CHUNK_ENTRIES >= CL_CHUNK_PROBES) {
        return FAULT("chunk %u entry %u: %#llx is far from its place %u", chunk, index, ULL(reference), first);
    }
    /* It may be a block that its owner did not live to publish; the collector skips those too. */
    bool inside = reference >= v->header.objects_offset && reference < v->objects_top;
    return inside || is_target(v, reference)
               ? 1
               : FAULT("chunk %u entry %u: %#llx is no object", chunk, index, ULL(reference));
}

static uint32_t count_between(uint32_t from, uint32_t to) {
    return (to - from) & CL_QUEUE_COUNT_MASK;
}

/* received <= freed or abandoned <= sent, and not more than there is room for. */
static int check_channel(view *v, uint32_t channel) {
    uint64_t value = cl_load_acquire(&cl_entity_at(v->base, channel)->value);
    const cl_queue *queue = cl_queue_at(v->base, cl_bytes((uint32_t)value));
    if (value == 0) {
        return 1;
    }
    uint64_t ring = cl_load_acquire(&queue->ring);
    uint32_t tail = cl_load_acquire(&queue->tail);
    uint32_t freed = cl_load_acquire(&queue->freed) >> CL_QUEUE_COUNT_SHIFT;
    uint32_t head = cl_load_acquire(&queue->head);
    bool removed = ring == 0 && (tail & CL_QUEUE_CLOSED) != 0 && head == tail >> CL_QUEUE_COUNT_SHIFT;
    if (!removed && (!is_part(v, ring, CL_KIND_ARRAY, CL_KIND_ARRAY, queue->mask + 1) ||
                     cl_object_at(v->base, ring)->length != queue->mask + 1)) {
        return FAULT("channel %u: %#llx is no array of %u slots", channel, ULL(ring), queue->mask + 1);
    }
    uint32_t held = count_between(freed, tail >> CL_QUEUE_COUNT_SHIFT);
    if (held > queue->capacity || count_between(head, tail >> CL_QUEUE_COUNT_SHIFT) > held ||
        head > CL_QUEUE_COUNT_MASK) {
        return FAULT("channel %u of capacity %u: %u sent, %u received, %u freed", channel, queue->capacity,
                     tail >> CL_QUEUE_COUNT_SHIFT, head, freed);
    }
    for (uint32_t i = head; i != tail >> CL_QUEUE_COUNT_SHIFT; i = (i + 1) & CL_QUEUE_COUNT_MASK) {
        uint64_t word = cl_load_acquire(cl_word_at(v->base, cl_inline_slot_place(ring, i & queue->mask)));
        if (!is_good_word(v, word)) {
            return FAULT("channel %u: message %u is %#llx, which is no value", channel, i, ULL(word));
        }
    }
    return 1;
}

static int check_roots(view *v) {
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        /* what has no memory is being claimed, or is a reader's, whose entries are in its area */
        bool used = cl_load_acquire(&cl_chunk_at(v->base, i)->vm) != 0 && cl_chunk_at(v->base, i)->backed != 0;
        for (uint32_t j = 0; used && j < CL_CHUNK_ENTRIES; j++) {
            if (!check_log_entry(v, i, j)) {
                return 0;
            }
        }
    }
    for (uint32_t i = 0; i < CL_NAME_BUCKETS; i++) {
        for (uint32_t at = cl_load_acquire(cl_bucket_at(v->base, i)); at != 0; at = cl_entity_at(v->base, at)->next) {
            const cl_entity *entity = cl_entity_at(v->base, at);
            uint64_t word = cl_load_acquire(&entity->value);
            if (entity->kind == CL_KIND_REPOSITORY && !is_good_word(v, word)) {
                return FAULT("repository %u holds %#llx, which is no value", at, ULL(word));
            }
            if (entity->kind == CL_KIND_CHANNEL && !check_channel(v, at)) {
                return 0;
            }
        }
    }
    return 1;
}

/* A buffer lies in the region that its slot owns, and nothing in it is an object. */
static int check_buffers(view *v) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_slot_at(v->base, i);
        if (cl_load_acquire(&slot->vm) == 0 || slot->alloc_top == slot->alloc_limit) {
            continue;
        }
        uint32_t region = slot->region - 1;
        uint64_t start = cl_region_start(v->base, region);
        if (region >= v->header.objects_bytes >> CL_REGION_SHIFT || slot->alloc_top < start ||
            slot->alloc_limit > start + CL_REGION_BYTES || slot->alloc_top > slot->alloc_limit ||
            (cl_load_acquire(cl_region_at(v->base, region)) & ~CL_REGION_SWEPT_MASK) !=
                cl_region_word(CL_REGION_OWNED, 0, i + 1)) {
            return FAULT("slot %u: buffer %#llx to %#llx, region %u", i, ULL(slot->alloc_top), ULL(slot->alloc_limit),
                         region);
        }
        for (uint64_t at = slot->alloc_top; at < slot->alloc_limit; at += CL_GRANULE) {
            if (cl_load_acquire(cl_mark_at(v->base, at)) != 0) {
                return FAULT("slot %u: object %#llx lies in its buffer", i, ULL(at));
            }
        }
    }
    return 1;
}

int32_t cl_validate(const void *base, int32_t level, cl_error *error) {
    if (base == NULL || level < 1 || level > 3) {
        return cl_fail(error, CL_ERR_ARGUMENT, "validate: base %p, level %d; expected a segment and 1 to 3", base,
                       level);
    }
    view v = {.base = base, .error = error};
    memcpy(&v.header, base, sizeof v.header);
    /* The tops are read after the copy and never shrink: what is below them stays checked. */
    v.classes_top = cl_load_acquire(&cl_header_of(base)->classes_top);
    v.objects_top =
        v.header.objects_offset + ((uint64_t)cl_load_acquire(&cl_header_of(base)->region_top) << CL_REGION_SHIFT);
    return check_header(&v) && check_tables(&v) && (level < 2 || check_classes(&v)) &&
           (level < 3 || (check_objects(&v) && check_buffers(&v) && check_roots(&v)));
}
