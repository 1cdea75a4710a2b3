/* SPDX-License-Identifier: Apache-2.0 */
/* Level 3 of cl_validate: objects, buffers and roots. */
#include "object.h"
#include "rootlog.h"
#include "sync.h"
#include "validate.h"

#define BLOCKS_MAX 10u /* extension blocks of an object with CL_FIELDS_MAX slots */

/* The chain must cover the shape's slots and have the blocks' exact sizes; a died evolution may have left one more. */
static int check_chain(cl_checked *v, cl_ref reference, const cl_shape *shape, cl_ref chain[BLOCKS_MAX]) {
    uint32_t blocks = shape->total_slots == shape->inline_slots
                          ? 0
                          : cl_extension_block(shape->total_slots - 1 - shape->inline_slots) + 1;
    uint32_t granules = cl_load_acquire(&cl_object_at(&v->space, reference)->extension);
    uint32_t k = 0;
    for (; granules != 0; k++) {
        cl_ref block = cl_ref_of_granules(granules);
        if (k > blocks || k >= BLOCKS_MAX || !is_marked(v, block) ||
            cl_object_bytes(cl_extension_block_slots(k)) > v->objects_top - block.offset ||
            shape_id_of(v, block) != v->space.geometry.builtin_shape[CL_KIND_EXTENSION] ||
            length_of(v, block) != cl_extension_block_slots(k)) {
            return FAULT("object %#llx: extension block %u at %#llx", ULL(reference.offset), k, ULL(block.offset));
        }
        chain[k] = block;
        granules = cl_load_acquire(&cl_object_at(&v->space, block)->extension);
    }
    return k >= blocks
               ? 1
               : FAULT("object %#llx: %u extension blocks, its shape needs %u", ULL(reference.offset), k, blocks);
}

/* Of an object whose inline slots and `chain` cover the shape. */
static int check_slots(cl_checked *v, cl_ref reference, const cl_shape *shape, const cl_ref chain[BLOCKS_MAX]) {
    for (uint32_t i = 0; i < shape->field_count; i++) {
        const cl_field *field = &shape->fields[i];
        uint32_t e = field->slot - shape->inline_slots;
        if (field->slot >= shape->total_slots) {
            return FAULT("object %#llx has a field in slot %u of %u", ULL(reference.offset), field->slot,
                         shape->total_slots);
        }
        cl_place place = field->slot < shape->inline_slots
                             ? cl_inline_place(&v->space, reference, field->slot)
                             : cl_inline_place(&v->space, chain[cl_extension_block(e)], cl_extension_index(e));
        cl_word word = cl_place_load(place);
        if (field->slot_kind == CL_SLOT_TAGGED && !is_good_word(v, word)) {
            return FAULT("object %#llx slot %u holds %#llx, which is no value", ULL(reference.offset), field->slot,
                         ULL(word.bits));
        }
    }
    return 1;
}

static int check_fields(cl_checked *v, cl_ref reference, const cl_shape *shape) {
    cl_ref chain[BLOCKS_MAX];
    return check_chain(v, reference, shape, chain) && check_slots(v, reference, shape, chain);
}

static bool is_named_by_slot(const cl_checked *v, cl_ref reference) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        const cl_slot *slot = cl_slot_at(&v->space, i);
        if (cl_load_acquire(&slot->vm) != 0 && cl_load_acquire(&slot->evolving) == cl_ref_granules(reference)) {
            return true;
        }
    }
    return false;
}

static int check_string(cl_checked *v, cl_ref reference, uint32_t length) {
    const cl_string_head *string = cl_at(&v->space, reference.offset);
    uint32_t encoding = CL_ONCE(string->encoding);
    return encoding == CL_ENCODING_LATIN1 || (encoding == CL_ENCODING_UTF16 && length % 2 == 0)
               ? 1
               : FAULT("string %#llx: encoding %u, %u bytes", ULL(reference.offset), encoding, length);
}

static int check_flat(cl_checked *v, cl_ref reference, uint32_t length) {
    uint32_t kind = cl_load_relaxed(&cl_object_at(&v->space, reference)->extension);
    uint32_t bytes = cl_slot_kind_bytes(kind);
    return bytes != 0 && length % bytes == 0
               ? kind != CL_SLOT_TAGGED || cl_check_array(v, reference, length / bytes)
               : FAULT("flat array %#llx: elements of slot kind %u in %u bytes", ULL(reference.offset), kind, length);
}

static int check_contents(cl_checked *v, cl_ref reference, const cl_shape *shape, uint32_t length) {
    switch (shape->kind) {
    case CL_KIND_OBJECT:
        return check_fields(v, reference, shape);
    case CL_KIND_STRING:
        return check_string(v, reference, length);
    case CL_KIND_FLAT:
        return check_flat(v, reference, length);
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
static int check_monitor(cl_checked *v, cl_ref reference) {
    uint32_t word = cl_load_acquire(cl_monitor_word(&v->space, reference));
    uint32_t owner = word & CL_MONITOR_OWNER_MASK;
    bool good = cl_monitor_is_valid(word);
    if (good && owner != 0 && owner != CL_MONITOR_ABANDONED) {
        const cl_slot *slot = cl_slot_at(&v->space, owner - 1);
        good = cl_load_acquire(&slot->vm) != 0 && cl_load_acquire(&slot->held) != 0;
    }
    return good ? 1 : FAULT("object %#llx has the monitor word %#x, which names no owner", ULL(reference.offset), word);
}

/* *bytes: of the object's block. */
static int check_object(cl_checked *v, cl_ref reference, uint64_t *bytes) {
    uint32_t word = cl_load_acquire(&cl_object_at(&v->space, reference)->shape);
    uint32_t length = length_of(v, reference);
    const cl_shape *shape = shape_of_id(v, word & CL_SHAPE_ID_MASK);
    if (shape == NULL || shape->kind >= CL_KIND_SHAPE || shape->inline_slots > shape->total_slots ||
        shape->total_slots > CL_FIELDS_MAX) {
        return FAULT("object %#llx has shape word %#x", ULL(reference.offset), word);
    }
    if ((word & ~CL_SHAPE_ID_MASK) != 0 && !((word & CL_SHAPE_EVOLVING) != 0 && is_named_by_slot(v, reference))) {
        return FAULT("object %#llx has state bits %#x and no slot is evolving it", ULL(reference.offset),
                     word & ~CL_SHAPE_ID_MASK);
    }
    *bytes = cl_block_bytes(shape->kind, shape->inline_slots, length);
    if (!check_monitor(v, reference)) {
        return 0;
    }
    if (*bytes > v->objects_top - reference.offset) {
        return FAULT("object %#llx of %llu bytes ends behind the top %#llx", ULL(reference.offset), ULL(*bytes),
                     ULL(v->objects_top));
    }
    return check_contents(v, reference, shape, length);
}

static uint32_t region_word(const cl_checked *v, uint32_t index) {
    return cl_load_acquire(&v->space.regions[index]);
}

/* An object lies in one region that may have objects, or fills a run of its own. */
static int check_place(cl_checked *v, cl_ref reference, uint64_t bytes) {
    uint32_t first = cl_region_of(&v->space, reference.offset);
    uint32_t last = cl_region_of(&v->space, reference.offset + bytes - 1);
    uint32_t state = cl_region_state_of(region_word(v, first));
    bool large = state == CL_REGION_LARGE;
    bool good = large ? bytes >= CL_LARGE_BYTES && reference.offset == cl_region_start(&v->space, first)
                      : first == last && state >= CL_REGION_HOLES && state <= CL_REGION_SWEEPING;
    for (uint32_t i = first + 1; i <= last; i++) {
        good = good && cl_region_state_of(region_word(v, i)) == CL_REGION_TAIL;
    }
    return good ? 1
                : FAULT("object %#llx of %llu bytes lies in region %u of state %u", ULL(reference.offset), ULL(bytes),
                        first, state);
}

static int check_blocks(cl_checked *v) {
    uint64_t free_from = v->space.geometry.objects_offset;
    for (uint64_t at = v->space.geometry.objects_offset; at < v->objects_top; at += CL_GRANULE) {
        uint8_t mark = cl_load_acquire(cl_mark_at(&v->space, cl_ref_of(at)));
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
        if (!check_object(v, cl_ref_of(at), &bytes) || !check_place(v, cl_ref_of(at), bytes)) {
            return 0;
        }
        free_from = at + bytes;
    }
    return 1;
}

static bool is_log_place(uint32_t entry, uint32_t index) {
    for (uint32_t i = 0; i < CL_CHUNK_PROBES; i++) {
        if (cl_log_place(entry, i) == index) {
            return true;
        }
    }
    return false;
}

/* What threads log in; other chunks may be of single roots, which stand anywhere. */
static bool is_current(const cl_space *space, uint32_t chunk) {
    uint32_t slot = CL_ONCE(cl_chunk_at(space, chunk)->slot);
    return slot < CL_SLOT_MAX && CL_ONCE(cl_slot_at(space, slot)->chunk) == chunk + 1;
}

static int check_log_entry(cl_checked *v, uint32_t chunk, uint32_t index, uint32_t entry) {
    cl_ref reference = cl_ref_of_granules(entry);
    if (entry == 0) {
        return 1;
    }
    if (!is_log_place(entry, index) && is_current(&v->space, chunk)) {
        return FAULT("chunk %u entry %u: that is no place of %#llx", chunk, index, ULL(reference.offset));
    }
    /* It may be a block that its owner did not live to publish; the collector skips those too. */
    bool inside = reference.offset >= v->space.geometry.objects_offset && reference.offset < v->objects_top;
    return inside || is_target(v, reference)
               ? 1
               : FAULT("chunk %u entry %u: %#llx is no object", chunk, index, ULL(reference.offset));
}

static int check_range(cl_checked *v, uint32_t chunk, uint32_t index, uint64_t range) {
    cl_stretch stretch;
    return range == 0 || cl_range_read(&v->space, range, &stretch)
               ? 1
               : FAULT("chunk %u range %u: %#llx is no stretch of one region", chunk, index, ULL(range));
}

static int check_ranges(cl_checked *v, uint32_t chunk) {
    const cl_ranges *ranges = cl_chunk_ranges(&v->space, chunk);
    uint32_t count = cl_load_acquire(&ranges->count);
    if (count > CL_CHUNK_RANGES) {
        return FAULT("chunk %u has %u ranges", chunk, count);
    }
    for (uint32_t i = 0; i < CL_CHUNK_RANGES; i++) {
        if (!check_range(v, chunk, i, cl_load_acquire(&ranges->ranges[i]))) {
            return 0;
        }
    }
    return 1;
}

static int check_chunks(cl_checked *v) {
    for (uint32_t i = 0; i < CL_CHUNK_MAX; i++) {
        /* what has no memory is being claimed, or is a reader's, whose entries are in its area */
        const cl_chunk *chunk = cl_chunk_at(&v->space, i);
        bool used = cl_load_acquire(&chunk->vm) != 0 && CL_ONCE(chunk->backed) != 0;
        const _Atomic uint32_t *entries = cl_at(&v->space, cl_chunk_entries_offset(&v->space, i));
        for (uint32_t j = 0; used && j < CL_CHUNK_ENTRIES; j++) {
            if (!check_log_entry(v, i, j, cl_load_acquire(&entries[j]))) {
                return 0;
            }
        }
        if (used && !check_ranges(v, i)) {
            return 0;
        }
    }
    return 1;
}

static bool check_permanent(cl_names_walk *walk, uint32_t granules, uint32_t first) {
    (void)first;
    cl_checked *v = walk->argument;
    uint32_t kind = cl_bucket_kind(walk->bucket);
    cl_word word = cl_place_load(cl_place_of(&entity_at(v, granules)->value));
    if (kind == CL_KIND_REPOSITORY && !is_good_word(v, word)) {
        return FAULT("repository %u holds %#llx, which is no value", granules, ULL(word.bits));
    }
    return kind != CL_KIND_CHANNEL || cl_check_channel(v, granules);
}

/* The names were checked, and may lead elsewhere by now. */
int cl_check_roots(cl_checked *v) {
    return check_chunks(v) && cl_check_names(v, check_permanent);
}

/* A buffer lies in the region that its slot owns, and nothing in it is an object. */
static int check_buffer(cl_checked *v, uint32_t index) {
    const cl_slot *slot = cl_slot_at(&v->space, index);
    uint64_t top = CL_ONCE(slot->alloc_top), limit = CL_ONCE(slot->alloc_limit);
    uint32_t region = CL_ONCE(slot->region) - 1;
    if (cl_load_acquire(&slot->vm) == 0 || top == limit) {
        return 1;
    }
    uint64_t start = cl_region_start(&v->space, region);
    if (region >= v->space.region_count || top < start || limit > start + CL_REGION_BYTES || top > limit ||
        (region_word(v, region) & ~CL_REGION_SWEPT_MASK) != cl_region_word(CL_REGION_OWNED, 0, index + 1)) {
        return FAULT("slot %u: buffer %#llx to %#llx, region %u", index, ULL(top), ULL(limit), region);
    }
    for (uint64_t at = top; at < limit; at += CL_GRANULE) {
        if (cl_load_acquire(cl_mark_at(&v->space, cl_ref_of(at))) != 0) {
            return FAULT("slot %u: object %#llx lies in its buffer", index, ULL(at));
        }
    }
    return 1;
}

static int check_buffers(cl_checked *v) {
    for (uint32_t i = 0; i < CL_SLOT_MAX; i++) {
        if (!check_buffer(v, i)) {
            return 0;
        }
    }
    return 1;
}

int cl_check_objects(cl_checked *v) {
    return check_blocks(v) && check_buffers(v);
}
