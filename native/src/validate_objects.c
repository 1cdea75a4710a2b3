/* SPDX-License-Identifier: Apache-2.0 */
/* Level 3 of cl_validate: objects, buffers and roots. */
#include "extension.h"
#include "monitor.h"
#include "object.h"
#include "region.h"
#include "validate.h"

/* The chain must cover the shape's slots and have the blocks' exact sizes; a died evolution may have left one more. */
static int check_chain(cl_checked *v, uint64_t reference, const cl_shape *shape) {
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

static int check_slots(cl_checked *v, uint64_t reference, const cl_shape *shape) {
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

static bool is_named_by_slot(const cl_checked *v, uint64_t reference) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_slot_at(v->base, i);
        if (cl_load_acquire(&slot->vm) != 0 && cl_load_acquire(&slot->evolving) == cl_granules(reference)) {
            return true;
        }
    }
    return false;
}

static int check_string(cl_checked *v, uint64_t reference) {
    const cl_string_head *string = cl_at(v->base, reference);
    bool wide = string->encoding == CL_ENCODING_UTF16;
    return string->encoding == CL_ENCODING_LATIN1 || (wide && string->header.length % 2 == 0)
               ? 1
               : FAULT("string %#llx: encoding %u, %u bytes", ULL(reference), string->encoding, string->header.length);
}

static int check_contents(cl_checked *v, uint64_t reference, const cl_shape *shape) {
    uint32_t length = cl_object_at(v->base, reference)->length;
    switch (shape->kind) {
    case CL_KIND_OBJECT:
        return check_chain(v, reference, shape) && check_slots(v, reference, shape);
    case CL_KIND_STRING:
        return check_string(v, reference);
    case CL_KIND_LIST:
    case CL_KIND_TUPLE:
        return cl_check_list(v, reference);
    case CL_KIND_SET:
    case CL_KIND_FROZEN_SET:
    case CL_KIND_MAP:
        return cl_check_map(v, reference);
    case CL_KIND_ARRAY:
        return cl_check_array(v, reference, length);
    case CL_KIND_TABLE:
        return cl_check_table(v, reference, length);
    default:
        return 1;
    }
}

/* Nobody is at work: who has a monitor is counted. */
static int check_monitor(cl_checked *v, uint64_t reference) {
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
static int check_object(cl_checked *v, uint64_t reference, uint64_t *bytes) {
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
static int check_place(cl_checked *v, uint64_t reference, uint64_t bytes) {
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

static int check_blocks(cl_checked *v) {
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

static int check_log_entry(cl_checked *v, uint32_t chunk, uint32_t index) {
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

static bool check_permanent(cl_names_walk *walk, uint32_t granules, uint32_t first) {
    (void)first;
    cl_checked *v = walk->argument;
    uint32_t kind = cl_bucket_kind(walk->bucket);
    uint64_t word = cl_load_acquire(&cl_entity_at(v->base, granules)->value);
    if (kind == CL_KIND_REPOSITORY && !is_good_word(v, word)) {
        return FAULT("repository %u holds %#llx, which is no value", granules, ULL(word));
    }
    return kind != CL_KIND_CHANNEL || cl_check_channel(v, granules);
}

int cl_check_roots(cl_checked *v) {
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        /* what has no memory is being claimed, or is a reader's, whose entries are in its area */
        bool used = cl_load_acquire(&cl_chunk_at(v->base, i)->vm) != 0 && cl_chunk_at(v->base, i)->backed != 0;
        for (uint32_t j = 0; used && j < CL_CHUNK_ENTRIES; j++) {
            if (!check_log_entry(v, i, j)) {
                return 0;
            }
        }
    }
    return cl_check_names(v, check_permanent);
}

/* A buffer lies in the region that its slot owns, and nothing in it is an object. */
static int check_buffers(cl_checked *v) {
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

int cl_check_objects(cl_checked *v) {
    return check_blocks(v) && check_buffers(v);
}
