/* SPDX-License-Identifier: Apache-2.0 */
/* The layout as a table of names and numbers, for every language that is not C. */
#include "layout.h"

#include "hash.h"

#define FIELD(prefix, type, field)                                                                                     \
    { #prefix "." #field, (int64_t)offsetof(type, field) }
#define SIZE(prefix, type)                                                                                             \
    { "sizeof." #prefix, (int64_t)sizeof(type) }
#define CONSTANT(name)                                                                                                 \
    { #name, (int64_t)(name) }

static const cl_layout_entry table[] = {
    CONSTANT(CL_MAGIC),
    CONSTANT(CL_VERSION),
    CONSTANT(CL_GRANULE),
    CONSTANT(CL_GRANULE_SHIFT),
    CONSTANT(CL_REFERENCE_END),
    CONSTANT(CL_CACHE_LINE),
    CONSTANT(CL_PAGE),
    CONSTANT(CL_VM_MAX),
    CONSTANT(CL_SLOT_MAX),
    CONSTANT(CL_CHUNK_MAX),
    CONSTANT(CL_CHUNK_ENTRIES_LOG2),
    CONSTANT(CL_CHUNK_ENTRIES),
    CONSTANT(CL_CHUNK_PROBES),
    CONSTANT(CL_NAME_BUCKETS),
    CONSTANT(CL_REGION_SHIFT),
    CONSTANT(CL_REGION_BYTES),
    CONSTANT(CL_LARGE_BYTES),
    CONSTANT(CL_HOLE_BYTES),
    CONSTANT(CL_CYCLE_RECORDS),
    CONSTANT(CL_NAME_BYTES_MAX),
    CONSTANT(CL_FIELDS_MAX),
    CONSTANT(CL_EXTENSION_SLOTS),

    CONSTANT(CL_TAG_NULL),
    CONSTANT(CL_TAG_INTEGER_BIT),
    CONSTANT(CL_TAG_FLOAT),
    CONSTANT(CL_TAG_FLOAT_MASK),
    CONSTANT(CL_TAG_FALSE),
    CONSTANT(CL_TAG_TRUE),
    CONSTANT(CL_TAG_REFERENCE_MASK),
    CONSTANT(CL_TAG_FLOAT_ZERO),
    CONSTANT(CL_TAG_VACANT),
    CONSTANT(CL_TAG_FAILED),

    CONSTANT(CL_SHAPE_ID_MASK),
    CONSTANT(CL_SHAPE_EVOLVING),
    CONSTANT(CL_SHAPE_RECOVERING),
    CONSTANT(CL_SHAPE_REMOTE_MASK),

    CONSTANT(CL_KIND_OBJECT),
    CONSTANT(CL_KIND_STRING),
    CONSTANT(CL_KIND_BINARY),
    CONSTANT(CL_KIND_BOX_INTEGER),
    CONSTANT(CL_KIND_BOX_FLOAT),
    CONSTANT(CL_KIND_EXTENSION),
    CONSTANT(CL_KIND_BYTES),
    CONSTANT(CL_KIND_LIST),
    CONSTANT(CL_KIND_TUPLE),
    CONSTANT(CL_KIND_SET),
    CONSTANT(CL_KIND_FROZEN_SET),
    CONSTANT(CL_KIND_MAP),
    CONSTANT(CL_KIND_ARRAY),
    CONSTANT(CL_KIND_ARRAY_INT64),
    CONSTANT(CL_KIND_ARRAY_FLOAT64),
    CONSTANT(CL_KIND_TABLE),
    CONSTANT(CL_KIND_SHAPE),
    CONSTANT(CL_KIND_NAME),
    CONSTANT(CL_KIND_CLASS),
    CONSTANT(CL_KIND_REPOSITORY),
    CONSTANT(CL_KIND_COUNT),

    CONSTANT(CL_SLOT_INT64),
    CONSTANT(CL_SLOT_FLOAT64),
    CONSTANT(CL_SLOT_TAGGED),

    CONSTANT(CL_TYPE_ANY),
    CONSTANT(CL_TYPE_INTEGER),
    CONSTANT(CL_TYPE_FLOAT),
    CONSTANT(CL_TYPE_BOOLEAN),
    CONSTANT(CL_TYPE_STRING),
    CONSTANT(CL_TYPE_BINARY),
    CONSTANT(CL_TYPE_LIST),
    CONSTANT(CL_TYPE_SET),
    CONSTANT(CL_TYPE_MAP),
    CONSTANT(CL_TYPE_CLASS),

    CONSTANT(CL_FIELD_NULLABLE),
    CONSTANT(CL_FIELD_DECLARED),
    CONSTANT(CL_FIELD_REMOVED),

    CONSTANT(CL_ENCODING_LATIN1),
    CONSTANT(CL_ENCODING_UTF16),

    CONSTANT(CL_HEAD_COUNT_MASK),
    CONSTANT(CL_HEAD_PART_SHIFT),
    CONSTANT(CL_TABLE_LENGTH_LEAST),
    CONSTANT(CL_TABLE_LENGTH_MOST),
    CONSTANT(CL_TABLE_ENTRY_BYTES),
    CONSTANT(CL_LOCK_OWNER_MASK),
    CONSTANT(CL_LOCK_WAITERS),
    CONSTANT(CL_LOCK_ABANDONED),

    CONSTANT(CL_MARK_OBJECT),
    CONSTANT(CL_MARK_GREY),
    CONSTANT(CL_MARK_EPOCH_MASK),
    CONSTANT(CL_GC_EPOCH_MASK),
    CONSTANT(CL_GC_REPORT),

    CONSTANT(CL_REGION_BARE),
    CONSTANT(CL_REGION_CLEAN),
    CONSTANT(CL_REGION_FREE),
    CONSTANT(CL_REGION_HOLES),
    CONSTANT(CL_REGION_FULL),
    CONSTANT(CL_REGION_OWNED),
    CONSTANT(CL_REGION_SWEEPING),
    CONSTANT(CL_REGION_LARGE),
    CONSTANT(CL_REGION_TAIL),
    CONSTANT(CL_REGION_STATE_MASK),
    CONSTANT(CL_REGION_SWEPT_SHIFT),
    CONSTANT(CL_REGION_OWNER_SHIFT),

    CONSTANT(CL_PHASE_IDLE),
    CONSTANT(CL_PHASE_GRACE),
    CONSTANT(CL_PHASE_REPORT),
    CONSTANT(CL_PHASE_MARK),
    CONSTANT(CL_PHASE_SWEEP),
    CONSTANT(CL_PHASE_CORRUPT),

    SIZE(object_header, cl_object_header),
    FIELD(object, cl_object_header, shape),
    FIELD(object, cl_object_header, lock),
    FIELD(object, cl_object_header, length),
    FIELD(object, cl_object_header, key_hash),
    FIELD(object, cl_object_header, extension),

    SIZE(container, cl_container),
    FIELD(container, cl_container, generation),
    FIELD(container, cl_container, head),
    FIELD(container, cl_container, lock),
    FIELD(container, cl_container, live),

    SIZE(string_head, cl_string_head),
    FIELD(string, cl_string_head, hash),
    FIELD(string, cl_string_head, encoding),

    SIZE(field, cl_field),
    FIELD(field, cl_field, name),
    FIELD(field, cl_field, type_name),
    FIELD(field, cl_field, slot),
    FIELD(field, cl_field, slot_kind),
    FIELD(field, cl_field, type),
    FIELD(field, cl_field, flags),

    SIZE(shape, cl_shape),
    FIELD(shape, cl_shape, class_entity),
    FIELD(shape, cl_shape, older),
    FIELD(shape, cl_shape, version),
    FIELD(shape, cl_shape, kind),
    FIELD(shape, cl_shape, field_count),
    FIELD(shape, cl_shape, inline_slots),
    FIELD(shape, cl_shape, total_slots),
    FIELD(shape, cl_shape, removed_count),
    FIELD(shape, cl_shape, fields),

    SIZE(entity, cl_entity),
    FIELD(entity, cl_entity, next),
    FIELD(entity, cl_entity, hash),
    FIELD(entity, cl_entity, kind),
    FIELD(entity, cl_entity, value),
    FIELD(entity, cl_entity, name),

    SIZE(vm, cl_vm),
    FIELD(vm, cl_vm, state),
    FIELD(vm, cl_vm, pid),
    FIELD(vm, cl_vm, uid),
    FIELD(vm, cl_vm, chunks),
    FIELD(vm, cl_vm, attached_ns),
    FIELD(vm, cl_vm, language),
    FIELD(vm, cl_vm, program),

    SIZE(slot, cl_slot),
    FIELD(slot, cl_slot, seq),
    FIELD(slot, cl_slot, alloc_top),
    FIELD(slot, cl_slot, alloc_limit),
    FIELD(slot, cl_slot, chunk),
    FIELD(slot, cl_slot, evolving),
    FIELD(slot, cl_slot, vm),
    FIELD(slot, cl_slot, tid),
    FIELD(slot, cl_slot, allocated_bytes),
    FIELD(slot, cl_slot, allocated_objects),
    FIELD(slot, cl_slot, alloc_scan),
    FIELD(slot, cl_slot, unreported_bytes),
    FIELD(slot, cl_slot, region),
    FIELD(slot, cl_slot, large),
    FIELD(slot, cl_slot, large_count),
    FIELD(slot, cl_slot, container),

    SIZE(cycle, cl_cycle),
    FIELD(cycle, cl_cycle, number),
    FIELD(cycle, cl_cycle, start_ns),
    FIELD(cycle, cl_cycle, grace_ns),
    FIELD(cycle, cl_cycle, report_ns),
    FIELD(cycle, cl_cycle, mark_ns),
    FIELD(cycle, cl_cycle, mark_cpu_ns),
    FIELD(cycle, cl_cycle, sweep_ns),
    FIELD(cycle, cl_cycle, slowest_grace_ns),
    FIELD(cycle, cl_cycle, slowest_vm),
    FIELD(cycle, cl_cycle, passes),
    FIELD(cycle, cl_cycle, root_count),
    FIELD(cycle, cl_cycle, marked_objects),
    FIELD(cycle, cl_cycle, marked_bytes),
    FIELD(cycle, cl_cycle, freed_objects),
    FIELD(cycle, cl_cycle, hole_bytes),
    FIELD(cycle, cl_cycle, free_bytes),

    SIZE(chunk, cl_chunk),
    FIELD(chunk, cl_chunk, vm),
    FIELD(chunk, cl_chunk, slot),
    FIELD(chunk, cl_chunk, backed),

    SIZE(header, cl_header),
    FIELD(header, cl_header, magic),
    FIELD(header, cl_header, fingerprint),
    FIELD(header, cl_header, segment_bytes),
    FIELD(header, cl_header, buckets_offset),
    FIELD(header, cl_header, vms_offset),
    FIELD(header, cl_header, slots_offset),
    FIELD(header, cl_header, chunks_offset),
    FIELD(header, cl_header, chunk_entries_offset),
    FIELD(header, cl_header, regions_offset),
    FIELD(header, cl_header, cycles_offset),
    FIELD(header, cl_header, classes_offset),
    FIELD(header, cl_header, classes_bytes),
    FIELD(header, cl_header, marks_offset),
    FIELD(header, cl_header, marks_bytes),
    FIELD(header, cl_header, objects_offset),
    FIELD(header, cl_header, objects_bytes),
    FIELD(header, cl_header, builtin_shape),
    FIELD(header, cl_header, daemon_pid),
    FIELD(header, cl_header, created_ns),
    FIELD(header, cl_header, gc_word),
    FIELD(header, cl_header, classes_top),
    FIELD(header, cl_header, classes_committed),
    FIELD(header, cl_header, region_cursor),
    FIELD(header, cl_header, region_top),
    FIELD(header, cl_header, allocated),
    FIELD(header, cl_header, swept_epoch),
    FIELD(header, cl_header, gc_requests),
    FIELD(header, cl_header, cycles_started),
    FIELD(header, cl_header, cycles_finished),
    FIELD(header, cl_header, pressure),
    FIELD(header, cl_header, phase),
    FIELD(header, cl_header, waiting_slot),
    FIELD(header, cl_header, live_bytes),
    FIELD(header, cl_header, used_base),
    FIELD(header, cl_header, trigger),
    FIELD(header, cl_header, fault),
    FIELD(header, cl_header, version),
};

#define TABLE_COUNT (sizeof table / sizeof table[0])

const cl_layout_entry *cl_layout_table(size_t *count) {
    *count = TABLE_COUNT;
    return table;
}

uint64_t cl_layout_fingerprint_of(const cl_layout_entry *entries, size_t count) {
    uint64_t hash = CL_FNV64_START;
    for (size_t i = 0; i < count; i++) {
        for (const char *c = entries[i].name; *c != 0; c++) {
            hash = cl_fnv64_byte(hash, (uint8_t)*c);
        }
        hash = cl_fnv64_byte(hash, 0);
        for (int shift = 0; shift < 64; shift += 8) {
            hash = cl_fnv64_byte(hash, (uint8_t)((uint64_t)entries[i].value >> shift));
        }
    }
    return hash;
}

uint64_t cl_layout_fingerprint(void) {
    return cl_layout_fingerprint_of(table, TABLE_COUNT);
}
