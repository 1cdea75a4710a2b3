/* SPDX-License-Identifier: Apache-2.0 */
/* From a space and an offset, index or reference to an address. No checks of what is given: see checked.h. */
#ifndef COLORS_ADDRESS_H
#define COLORS_ADDRESS_H

#include <stdbool.h>

#include "base.h"
#include "ref.h"
#include "space.h"

static inline void *cl_at(const cl_space *space, uint64_t offset) {
    return space->base + offset;
}

static inline uint64_t cl_offset_of(const cl_space *space, const void *address) {
    return (uint64_t)((const char *)address - space->base);
}

static inline uint64_t cl_round_up(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

static inline uint32_t cl_granules(uint64_t offset) {
    return (uint32_t)(offset >> CL_GRANULE_SHIFT);
}

static inline uint64_t cl_bytes(uint32_t granules) {
    return (uint64_t)granules << CL_GRANULE_SHIFT;
}

static inline cl_object_header *cl_object_at(const cl_space *space, cl_ref ref) {
    return cl_at(space, ref.offset);
}

static inline cl_entity *cl_entity_at(const cl_space *space, uint32_t granules) {
    return cl_at(space, cl_bytes(granules));
}

static inline cl_queue *cl_queue_at(const cl_space *space, cl_ref queue) {
    return cl_at(space, queue.offset);
}

static inline cl_shape *cl_shape_at(const cl_space *space, uint32_t id) {
    return cl_at(space, space->geometry.classes_offset + cl_bytes(id & CL_SHAPE_ID_MASK));
}

static inline uint32_t cl_shape_id(const cl_space *space, const cl_shape *shape) {
    return cl_granules(cl_offset_of(space, shape) - space->geometry.classes_offset);
}

static inline cl_vm *cl_vm_at(const cl_space *space, uint32_t index) {
    return (cl_vm *)cl_at(space, space->geometry.vms_offset) + index;
}

static inline cl_slot *cl_slot_at(const cl_space *space, uint32_t index) {
    return (cl_slot *)cl_at(space, space->geometry.slots_offset) + index;
}

static inline uint32_t cl_slot_index(const cl_space *space, const cl_slot *slot) {
    return (uint32_t)((cl_offset_of(space, slot) - space->geometry.slots_offset) / sizeof(cl_slot));
}

static inline cl_chunk *cl_chunk_at(const cl_space *space, uint32_t index) {
    return (cl_chunk *)cl_at(space, space->geometry.chunks_offset) + index;
}

#define CL_CHUNK_BYTES (CL_CHUNK_ENTRIES * (uint64_t)sizeof(uint32_t))

static inline uint64_t cl_chunk_entries_offset(const cl_space *space, uint32_t index) {
    return space->geometry.chunk_entries_offset + index * CL_CHUNK_BYTES;
}

static inline _Atomic uint32_t *cl_chunk_entries(const cl_space *space, uint32_t index) {
    return cl_at(space, cl_chunk_entries_offset(space, index));
}

static inline cl_ranges *cl_chunk_ranges(const cl_space *space, uint32_t index) {
    return (cl_ranges *)cl_at(space, space->geometry.chunk_ranges_offset) + index;
}

/* The places of a reference in a root-log chunk, of which it takes the first that is free. The first ones of neighbours
 * in memory are neighbours, so what is read in the order of its making fills a chunk from end to end. Where that is not
 * the order, neighbours would soon be in the way of others: so the second one is a hash, and the others follow it. */
static inline uint32_t cl_log_place(uint32_t granules, uint32_t probe) {
    return probe == 0 ? (granules + (granules >> CL_CHUNK_ENTRIES_LOG2) * CL_CHUNK_SPREAD) % CL_CHUNK_ENTRIES
                      : (((granules * 0x9E3779B1u) >> (32 - CL_CHUNK_ENTRIES_LOG2)) + probe - 1) % CL_CHUNK_ENTRIES;
}

/* The first bucket of a kind of named things. */
static inline uint32_t cl_first_bucket(uint32_t kind) {
    return (kind - CL_KIND_NAME) << CL_NAME_BUCKETS_LOG2;
}

static inline uint32_t cl_bucket_of(uint32_t kind, uint32_t hash) {
    return cl_first_bucket(kind) + hash % (1u << CL_NAME_BUCKETS_LOG2);
}

/* The shape id of a kind that is no class. */
static inline uint32_t cl_builtin_shape(const cl_space *space, uint32_t kind) {
    return space->geometry.builtin_shape[kind];
}

/* Whether a reference has a mark byte; classes, names and shapes are immortal and have none. */
static inline bool cl_is_collected(const cl_space *space, cl_ref ref) {
    return ref.offset >= space->geometry.objects_offset;
}

static inline _Atomic uint8_t *cl_mark_at(const cl_space *space, cl_ref ref) {
    return &space->marks[(ref.offset - space->geometry.objects_offset) >> CL_GRANULE_SHIFT];
}

/* The offset of a region's first byte. */
static inline uint64_t cl_region_start(const cl_space *space, uint32_t index) {
    return space->geometry.objects_offset + ((uint64_t)index << CL_REGION_SHIFT);
}

static inline uint32_t cl_region_of(const cl_space *space, uint64_t offset) {
    return (uint32_t)((offset - space->geometry.objects_offset) >> CL_REGION_SHIFT);
}

static inline cl_cycle *cl_cycle_at(const cl_space *space, uint64_t number) {
    return (cl_cycle *)cl_at(space, space->geometry.cycles_offset) + number % CL_CYCLE_RECORDS;
}

/* The mark bytes of a region. */
static inline _Atomic uint8_t *cl_region_marks(const cl_space *space, uint32_t index) {
    return &space->marks[(uint64_t)index * CL_REGION_GRANULES];
}

static inline uint64_t cl_object_bytes(uint64_t slots) {
    return cl_round_up(sizeof(cl_object_header) + 8 * slots, CL_GRANULE);
}

#endif
