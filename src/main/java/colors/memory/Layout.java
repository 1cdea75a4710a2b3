// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import java.util.Map;

/**
 * The layout of the segment, read by name from the table that libcolors exports (colors_layout.h is the declaration).
 * Static finals, so compilers see constants.
 */
public final class Layout {
    private static final Map<String, Long> TABLE = Native.layoutTable();

    public static final int GRANULE = constant("CL_GRANULE");
    public static final int GRANULE_SHIFT = constant("CL_GRANULE_SHIFT");
    public static final int CHUNK_MAX = constant("CL_CHUNK_MAX");
    public static final int CHUNK_ENTRIES = constant("CL_CHUNK_ENTRIES");
    static final int CHUNK_RANGES = constant("CL_CHUNK_RANGES");
    public static final int CHUNK_RANGE_BYTES = constant("CL_CHUNK_RANGE_BYTES");
    public static final int CHUNK_SPREAD = constant("CL_CHUNK_SPREAD");
    public static final int CHUNK_PROBES = constant("CL_CHUNK_PROBES");
    public static final int LARGE_BYTES = constant("CL_LARGE_BYTES");
    static final int VM_MAX = constant("CL_VM_MAX");
    public static final int SLOT_MAX = constant("CL_SLOT_MAX");
    public static final int EXTENSION_SLOTS = constant("CL_EXTENSION_SLOTS");

    public static final int SHAPE_ID_MASK = constant("CL_SHAPE_ID_MASK");
    public static final int SHAPE_EVOLVING = constant("CL_SHAPE_EVOLVING");

    public static final int KIND_OBJECT = constant("CL_KIND_OBJECT");
    public static final int KIND_STRING = constant("CL_KIND_STRING");
    public static final int KIND_BOX_INTEGER = constant("CL_KIND_BOX_INTEGER");
    public static final int KIND_BOX_FLOAT = constant("CL_KIND_BOX_FLOAT");
    static final int KIND_EXTENSION = constant("CL_KIND_EXTENSION");
    public static final int KIND_BINARY = constant("CL_KIND_BINARY");
    public static final int KIND_BYTES = constant("CL_KIND_BYTES");
    public static final int KIND_FLAT = constant("CL_KIND_FLAT");
    public static final int KIND_LIST = constant("CL_KIND_LIST");
    public static final int KIND_TUPLE = constant("CL_KIND_TUPLE");
    public static final int KIND_SET = constant("CL_KIND_SET");
    public static final int KIND_FROZEN_SET = constant("CL_KIND_FROZEN_SET");
    public static final int KIND_MAP = constant("CL_KIND_MAP");
    static final int KIND_ARRAY = constant("CL_KIND_ARRAY");
    static final int KIND_ARRAY_INT64 = constant("CL_KIND_ARRAY_INT64");
    static final int KIND_ARRAY_FLOAT64 = constant("CL_KIND_ARRAY_FLOAT64");
    static final int KIND_TABLE = constant("CL_KIND_TABLE");
    public static final int KIND_SHAPE = constant("CL_KIND_SHAPE");
    public static final int KIND_NAME = constant("CL_KIND_NAME");
    public static final int KIND_CLASS = constant("CL_KIND_CLASS");
    public static final int KIND_REPOSITORY = constant("CL_KIND_REPOSITORY");
    public static final int KIND_CHANNEL = constant("CL_KIND_CHANNEL");

    public static final int SLOT_INT64 = constant("CL_SLOT_INT64");
    public static final int SLOT_FLOAT64 = constant("CL_SLOT_FLOAT64");
    public static final int SLOT_TAGGED = constant("CL_SLOT_TAGGED");
    public static final int SLOT_INT8 = constant("CL_SLOT_INT8");
    public static final int SLOT_INT16 = constant("CL_SLOT_INT16");
    public static final int SLOT_INT32 = constant("CL_SLOT_INT32");
    public static final int SLOT_CHAR = constant("CL_SLOT_CHAR");
    public static final int SLOT_FLOAT32 = constant("CL_SLOT_FLOAT32");
    public static final int SLOT_BOOLEAN = constant("CL_SLOT_BOOLEAN");

    public static final int TYPE_ANY = constant("CL_TYPE_ANY");
    public static final int TYPE_INTEGER = constant("CL_TYPE_INTEGER");
    public static final int TYPE_FLOAT = constant("CL_TYPE_FLOAT");
    public static final int TYPE_BOOLEAN = constant("CL_TYPE_BOOLEAN");
    public static final int TYPE_STRING = constant("CL_TYPE_STRING");
    public static final int TYPE_BINARY = constant("CL_TYPE_BINARY");
    public static final int FLAT_BYTES_MAX = constant("CL_FLAT_BYTES_MAX");
    public static final int TYPE_LIST = constant("CL_TYPE_LIST");
    public static final int TYPE_SET = constant("CL_TYPE_SET");
    public static final int TYPE_MAP = constant("CL_TYPE_MAP");
    public static final int TYPE_CLASS = constant("CL_TYPE_CLASS");

    public static final int FIELD_NULLABLE = constant("CL_FIELD_NULLABLE");
    public static final int FIELD_DECLARED = constant("CL_FIELD_DECLARED");
    public static final int FIELD_FINAL = constant("CL_FIELD_FINAL");
    public static final int FIELD_REMOVED = constant("CL_FIELD_REMOVED");
    static final int FIELD_WIDTH_MASK = constant("CL_FIELD_WIDTH_MASK");
    public static final int FIELD_INT8 = constant("CL_FIELD_INT8");
    public static final int FIELD_INT16 = constant("CL_FIELD_INT16");
    public static final int FIELD_INT32 = constant("CL_FIELD_INT32");
    public static final int FIELD_CHAR = constant("CL_FIELD_CHAR");
    public static final int FIELD_FLOAT32 = constant("CL_FIELD_FLOAT32");
    public static final int FIELD_PLACED = constant("CL_FIELD_PLACED");

    public static final int ENCODING_LATIN1 = constant("CL_ENCODING_LATIN1");
    public static final int ENCODING_UTF16 = constant("CL_ENCODING_UTF16");

    public static final int MONITOR_OWNER_MASK = constant("CL_MONITOR_OWNER_MASK");
    public static final int MONITOR_RECURSION = constant("CL_MONITOR_RECURSION");
    public static final int MONITOR_RECURSION_MASK = constant("CL_MONITOR_RECURSION_MASK");
    public static final int MONITOR_WAITERS = constant("CL_MONITOR_WAITERS");
    public static final int WAKE_NONE = constant("CL_WAKE_NONE");
    public static final int WAKE_WAITING = constant("CL_WAKE_WAITING");
    public static final int WAKE_MASK = constant("CL_WAKE_MASK");
    static final int SLOT_DEAD = constant("CL_SLOT_DEAD");

    public static final byte MARK_OBJECT = (byte) constant("CL_MARK_OBJECT");
    public static final byte MARK_GREY = (byte) constant("CL_MARK_GREY");
    public static final int MARK_EPOCH_MASK = constant("CL_MARK_EPOCH_MASK");
    public static final long GC_EPOCH_MASK = constant("CL_GC_EPOCH_MASK");
    public static final long GC_REPORT = constant("CL_GC_REPORT");

    public static final int OBJECT_HEADER_BYTES = constant("sizeof.object_header");
    public static final int OBJECT_SHAPE = constant("object.shape");
    public static final int OBJECT_LOCK = constant("object.lock");
    public static final int OBJECT_LENGTH = constant("object.length");
    public static final int OBJECT_KEY_HASH = constant("object.key_hash");
    public static final int OBJECT_EXTENSION = constant("object.extension");

    public static final long CONTAINER_BYTES = constant("sizeof.container");
    public static final int CONTAINER_GENERATION = constant("container.generation");
    public static final int CONTAINER_HEAD = constant("container.head");
    public static final int CONTAINER_LOCK = constant("container.lock");
    public static final int CONTAINER_LIVE = constant("container.live");
    public static final int HEAD_COUNT_MASK = constant("CL_HEAD_COUNT_MASK");
    public static final long HEAD_INT64 = Integer.toUnsignedLong(constant("CL_HEAD_INT64"));
    public static final int HEAD_PART_SHIFT = constant("CL_HEAD_PART_SHIFT");
    public static final int TABLE_LENGTH_LEAST = constant("CL_TABLE_LENGTH_LEAST");
    public static final int TABLE_LENGTH_MOST = constant("CL_TABLE_LENGTH_MOST");
    static final long TABLE_ENTRY_BYTES = constant("CL_TABLE_ENTRY_BYTES");

    public static final int SHAPE_CLASS_ENTITY = constant("shape.class_entity");
    public static final int SHAPE_OLDER = constant("shape.older");
    public static final int SHAPE_VERSION = constant("shape.version");
    public static final int SHAPE_KIND = constant("shape.kind");
    public static final int SHAPE_FIELD_COUNT = constant("shape.field_count");
    public static final int SHAPE_INLINE_SLOTS = constant("shape.inline_slots");
    public static final int SHAPE_PINS = constant("shape.pins");
    public static final int SHAPE_TOTAL_SLOTS = constant("shape.total_slots");
    public static final int SHAPE_REMOVED_COUNT = constant("shape.removed_count");
    public static final int SHAPE_FIELDS = constant("shape.fields");
    public static final int FIELD_BYTES = constant("sizeof.field");
    public static final int FIELD_NAME = constant("field.name");
    public static final int FIELD_TYPE_NAME = constant("field.type_name");
    public static final int FIELD_SLOT = constant("field.slot");
    public static final int FIELD_BYTE = constant("field.byte");
    public static final int FIELD_SLOT_KIND = constant("field.slot_kind");
    public static final int FIELD_TYPE = constant("field.type");
    public static final int FIELD_FLAGS = constant("field.flags");

    public static final int NAME_BUCKETS_LOG2 = constant("CL_NAME_BUCKETS_LOG2");
    public static final int NAME_NODE_LOG2 = constant("CL_NAME_NODE_LOG2");
    public static final int NAME_NODE = constant("CL_NAME_NODE");
    public static final int ENTITY_NEXT = constant("entity.next");
    static final int ENTITY_KIND = constant("entity.kind");
    public static final int ENTITY_CHANGES = constant("entity.changes");
    public static final int ENTITY_VALUE = constant("entity.value");
    public static final int ENTITY_NAME = constant("entity.name");
    public static final int CHANGES_REMOVED = constant("CL_CHANGES_REMOVED");
    public static final int CHANGES_ONE = constant("CL_CHANGES_ONE");

    public static final int QUEUE_CHANNEL = constant("queue.channel");
    public static final int QUEUE_CAPACITY = constant("queue.capacity");
    public static final int QUEUE_TYPE = constant("queue.type");
    public static final int QUEUE_TYPE_NAME = constant("queue.type_name");
    public static final int QUEUE_TAIL = constant("queue.tail");
    public static final int QUEUE_HEAD = constant("queue.head");
    public static final int QUEUE_SENT = constant("queue.sent");
    public static final int QUEUE_RECEIVED = constant("queue.received");
    public static final int QUEUE_SEND_WAITS = constant("queue.send_waits");
    public static final int QUEUE_RECEIVE_WAITS = constant("queue.receive_waits");
    public static final int QUEUE_CLOSED = constant("CL_QUEUE_CLOSED");
    public static final int QUEUE_COUNT_SHIFT = constant("CL_QUEUE_COUNT_SHIFT");
    public static final int QUEUE_COUNT_MASK = constant("CL_QUEUE_COUNT_MASK");
    public static final int CALL_STATUS = constant("CL_CALL_STATUS");
    public static final int CALL_DEADLINE = constant("CL_CALL_DEADLINE");
    public static final int CALL_METHOD = constant("CL_CALL_METHOD");
    public static final int CALL_CALLER = constant("CL_CALL_CALLER");
    public static final int CALL_COUNT = constant("CL_CALL_COUNT");
    public static final int CALL_ARGUMENTS = constant("CL_CALL_ARGUMENTS");
    public static final int CALL_MORE = constant("CL_CALL_MORE");
    public static final int CALL_RESULT = constant("CL_CALL_RESULT");
    public static final int CALL_REPLIES = constant("CL_CALL_REPLIES");
    public static final int CALL_NEXT = constant("CL_CALL_NEXT");
    public static final int CALL_CONTEXT = constant("CL_CALL_CONTEXT");
    public static final int CALL_INLINE = constant("CL_CALL_INLINE");
    public static final int CALL_STATE_SHIFT = constant("CL_CALL_STATE_SHIFT");
    public static final int CALL_STATE_MASK = constant("CL_CALL_STATE_MASK");
    public static final int CALL_SENT = constant("CL_CALL_SENT");
    public static final int CALL_TAKEN = constant("CL_CALL_TAKEN");
    public static final int CALL_DONE = constant("CL_CALL_DONE");
    public static final int CALL_FAILED = constant("CL_CALL_FAILED");
    public static final int CALL_LOST = constant("CL_CALL_LOST");
    public static final int CALL_CANCELLED = constant("CL_CALL_CANCELLED");
    public static final int CALL_UNSERVED = constant("CL_CALL_UNSERVED");
    public static final int CHANNEL_CAPACITY = constant("CL_CHANNEL_CAPACITY");
    public static final int CHANNEL_CAPACITY_MAX = constant("CL_CHANNEL_CAPACITY_MAX");

    public static final int SLOT_SEQ = constant("slot.seq");
    public static final int SLOT_HELD = constant("slot.held");
    static final int SLOT_WAITING = constant("slot.waiting");
    public static final int SLOT_WAITING_ON = constant("slot.waiting_on");
    public static final int SLOT_WAKE = constant("slot.wake");
    public static final int SLOT_ALLOC_TOP = constant("slot.alloc_top");
    public static final int SLOT_ALLOC_LIMIT = constant("slot.alloc_limit");
    static final int SLOT_UNREPORTED_BYTES = constant("slot.unreported_bytes");

    static final int HEADER_FINGERPRINT = constant("header.fingerprint");
    static final int HEADER_SEGMENT_BYTES = constant("header.segment_bytes");
    public static final int HEADER_BUCKETS_OFFSET = constant("header.buckets_offset");
    static final int HEADER_VMS_OFFSET = constant("header.vms_offset");
    public static final int HEADER_SLOTS_OFFSET = constant("header.slots_offset");
    static final int HEADER_CHUNKS_OFFSET = constant("header.chunks_offset");
    public static final int HEADER_CHUNK_ENTRIES_OFFSET = constant("header.chunk_entries_offset");
    static final int HEADER_CHUNK_RANGES_OFFSET = constant("header.chunk_ranges_offset");
    static final int HEADER_CLASSES_OFFSET = constant("header.classes_offset");
    static final int HEADER_CLASSES_BYTES = constant("header.classes_bytes");
    static final int HEADER_MARKS_OFFSET = constant("header.marks_offset");
    static final int HEADER_MARKS_BYTES = constant("header.marks_bytes");
    static final int HEADER_OBJECTS_OFFSET = constant("header.objects_offset");
    public static final int HEADER_OBJECTS_BYTES = constant("header.objects_bytes");
    static final int HEADER_BUILTIN_SHAPE = constant("header.builtin_shape");
    static final int HEADER_DAEMON_PID = constant("header.daemon_pid");
    static final int HEADER_CREATED_NS = constant("header.created_ns");
    static final int HEADER_GC_WORD = constant("header.gc_word");
    static final int HEADER_SWEEPS = constant("header.sweeps");
    static final int HEADER_CLASSES_TOP = constant("header.classes_top");
    static final int HEADER_REGIONS_OFFSET = constant("header.regions_offset");
    static final int HEADER_CYCLES_OFFSET = constant("header.cycles_offset");
    static final int HEADER_ALLOCATED = constant("header.allocated");
    public static final int HEADER_CYCLES_FINISHED = constant("header.cycles_finished");
    public static final int HEADER_PRESSURE = constant("header.pressure");
    static final int HEADER_PHASE = constant("header.phase");
    static final int HEADER_WAITING_SLOT = constant("header.waiting_slot");
    static final int HEADER_LIVE_BYTES = constant("header.live_bytes");
    static final int HEADER_USED_BASE = constant("header.used_base");
    static final int HEADER_FAULT = constant("header.fault");

    public static final int REGION_BYTES = constant("CL_REGION_BYTES");
    static final int REGION_SHIFT = constant("CL_REGION_SHIFT");
    static final int REGION_STATE_MASK = constant("CL_REGION_STATE_MASK");
    static final int REGION_LARGE = constant("CL_REGION_LARGE");
    static final int REGION_TAIL = constant("CL_REGION_TAIL");
    static final int REGION_BARE = constant("CL_REGION_BARE");
    static final int PHASE_CORRUPT = constant("CL_PHASE_CORRUPT");
    static final int VM_READONLY = constant("CL_VM_READONLY");
    static final int VM_ABSENT = constant("CL_VM_ABSENT");

    static final int CYCLE_RECORDS = constant("CL_CYCLE_RECORDS");
    static final int CYCLE_BYTES = constant("sizeof.cycle");
    static final int CYCLE_NUMBER = constant("cycle.number");
    static final int CYCLE_START_NS = constant("cycle.start_ns");
    static final int CYCLE_GRACE_NS = constant("cycle.grace_ns");
    static final int CYCLE_REPORT_NS = constant("cycle.report_ns");
    static final int CYCLE_MARK_NS = constant("cycle.mark_ns");
    static final int CYCLE_MARK_CPU_NS = constant("cycle.mark_cpu_ns");
    static final int CYCLE_SWEEP_NS = constant("cycle.sweep_ns");
    static final int CYCLE_SLOWEST_GRACE_NS = constant("cycle.slowest_grace_ns");
    static final int CYCLE_SLOWEST_VM = constant("cycle.slowest_vm");
    static final int CYCLE_PASSES = constant("cycle.passes");
    static final int CYCLE_ROOT_COUNT = constant("cycle.root_count");
    static final int CYCLE_MARKED_OBJECTS = constant("cycle.marked_objects");
    static final int CYCLE_MARKED_BYTES = constant("cycle.marked_bytes");
    static final int CYCLE_FREED_OBJECTS = constant("cycle.freed_objects");
    static final int CYCLE_HOLE_BYTES = constant("cycle.hole_bytes");
    static final int CYCLE_FREE_BYTES = constant("cycle.free_bytes");
    static final int CYCLE_USED_BYTES = constant("cycle.used_bytes");

    static final int VM_BYTES = constant("sizeof.vm");
    static final int VM_STATE = constant("vm.state");
    static final int VM_PID = constant("vm.pid");
    static final int VM_UID = constant("vm.uid");
    static final int VM_CHUNKS = constant("vm.chunks");
    static final int VM_ATTACHED_NS = constant("vm.attached_ns");
    static final int VM_FLAGS = constant("vm.flags");
    static final int VM_QUOTA_SLOTS = constant("vm.quota_slots");
    static final int VM_QUOTA_CHUNKS = constant("vm.quota_chunks");
    static final int VM_QUOTA_BYTES = constant("vm.quota_bytes");
    static final int VM_LANGUAGE = constant("vm.language");
    static final int VM_PROGRAM = constant("vm.program");
    public static final int SLOT_BYTES = constant("sizeof.slot");
    public static final int SLOT_CHUNK = constant("slot.chunk");
    static final int SLOT_VM = constant("slot.vm");
    public static final int SLOT_WAITING_AT = constant("slot.waiting_at");
    static final int CHUNK_HEAD_BYTES = constant("sizeof.chunk");
    static final int CHUNK_VM = constant("chunk.vm");
    static final int RANGES_BYTES = constant("sizeof.ranges");
    static final int RANGES_COUNT = constant("ranges.count");
    static final int RANGES_HELD_BYTES = constant("ranges.bytes");
    static final int RANGES_RANGES = constant("ranges.ranges");
    static final int RANGE_SHIFT = constant("CL_RANGE_SHIFT");

    private Layout() {}

    private static int constant(String name) {
        Long value = TABLE.get(name);
        if (value == null) {
            throw new IllegalStateException("libcolors does not know the layout name " + name
                    + ": the jar and libcolors.so are of different builds; rebuild both with ./colors build");
        }
        return (int) (long) value; // 0x80000000u and the like keep their bits
    }
}
