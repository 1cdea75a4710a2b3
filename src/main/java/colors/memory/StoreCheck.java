// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * With -Dcolors.check=2: looks at each store through {@link Memory} before it is made. It must be inside one block that
 * this thread has just allocated, or one object, or a word outside of the objects that Java stores at all. Else it is
 * an AssertionError, and nothing was stored. For tests: a store takes some hundred nanoseconds.
 */
public final class StoreCheck {

    /**
     * What decides. Called through the interface, and a field that is no constant, so that partial evaluation of
     * Truffle languages stops there.
     */
    private interface Rules {
        /** Throws AssertionError when a store is wrong. */
        void store(long address, long bytes);

        /** A block is this thread's alone until it is an object. */
        void allocated(long address, long bytes);

        /** A block is about to be an object. */
        void published(long address);

        /** The block is an object now. */
        void forget(long address);
    }

    private record Range(long end, Thread owner) {}

    /** Memory outside of the segment that is stored to: by start. */
    private static final ConcurrentSkipListMap<Long, Range> NATIVE = new ConcurrentSkipListMap<>();
    /** Blocks that are no objects yet: by start. */
    private static final ConcurrentSkipListMap<Long, Range> NEW = new ConcurrentSkipListMap<>();

    private static volatile Rules rules = new UnattachedRules();

    private StoreCheck() {}

    public static void check1(long address) {
        rules.store(address, Byte.BYTES);
    }

    static void check2(long address) {
        rules.store(address, Short.BYTES);
    }

    public static void check4(long address) {
        rules.store(address, Integer.BYTES);
    }

    public static void check8(long address) {
        rules.store(address, Long.BYTES);
    }

    public static void check(long address, long bytes) {
        rules.store(address, bytes);
    }

    public static void allocated(long address, long bytes) {
        rules.allocated(address, bytes);
    }

    public static void published(long address) {
        rules.published(address);
    }

    public static void forget(long address) {
        rules.forget(address);
    }

    /** Native memory that may be stored to, to the end of the process. */
    static void allow(MemorySegment memory) {
        NATIVE.put(memory.address(), new Range(memory.address() + memory.byteSize(), null));
    }

    private static boolean isIn(Map.Entry<Long, Range> range, long address, long bytes) {
        return range != null
                && address + bytes <= range.getValue().end
                && (range.getValue().owner == null || range.getValue().owner == Thread.currentThread());
    }

    private static AssertionError failure(String fault, long address, long bytes) {
        AssertionError error = new AssertionError("colors.check: a store of " + bytes + " bytes at offset "
                + Long.toHexString(Segment.reference(address)) + " of the segment: " + fault);
        error.printStackTrace(); // whoever catches it
        return error;
    }

    /** Until the first store or block of an attached process. */
    private static final class UnattachedRules implements Rules {
        @Override
        public void store(long address, long bytes) {
            if (!Attachment.isAttached()) {
                if (!isIn(NATIVE.floorEntry(address), address, bytes)) {
                    throw new AssertionError(
                            "colors.check: a store of " + bytes + " bytes, and this process is not attached");
                }
                return;
            }
            rules = new SegmentRules();
            rules.store(address, bytes);
        }

        @Override
        public void allocated(long address, long bytes) {
            if (!Attachment.isAttached()) {
                throw new AssertionError("colors.check: a block, and this process is not attached");
            }
            rules = new SegmentRules(); // a large block can come before any store
            rules.allocated(address, bytes);
        }

        @Override
        public void published(long address) {
            throw new AssertionError("colors.check: an object before any store");
        }

        @Override
        public void forget(long address) {
            throw new AssertionError("colors.check: an object before any store");
        }
    }

    /** Initialised when the process is attached. */
    private static final class SegmentRules implements Rules {
        private static final long END = Segment.BASE + Segment.header(Layout.HEADER_SEGMENT_BYTES);
        private static final long SLOTS = Segment.BASE + Segment.header(Layout.HEADER_SLOTS_OFFSET);
        private static final long SLOTS_END = SLOTS + (long) Layout.SLOT_MAX * Layout.SLOT_BYTES;
        private static final long CHUNKS = Segment.BASE + Segment.header(Layout.HEADER_CHUNKS_OFFSET);
        private static final long ENTRIES = Segment.BASE + Segment.header(Layout.HEADER_CHUNK_ENTRIES_OFFSET);
        private static final long ENTRIES_BYTES = 4L * Layout.CHUNK_ENTRIES;
        private static final long ENTRIES_END = ENTRIES + Layout.CHUNK_MAX * ENTRIES_BYTES;
        private static final long CLASSES_END = Segment.CLASSES + Segment.header(Layout.HEADER_CLASSES_BYTES);
        private static final long MARKS = Segment.BASE + Segment.header(Layout.HEADER_MARKS_OFFSET);
        private static final long MARKS_END = MARKS + Segment.header(Layout.HEADER_MARKS_BYTES);
        private static final long OBJECTS_END = Segment.OBJECTS + Segment.header(Layout.HEADER_OBJECTS_BYTES);

        @Override
        public void store(long address, long bytes) {
            String fault = fault(address, bytes);
            if (fault != null) {
                throw failure(fault, address, bytes);
            }
        }

        @Override
        public void allocated(long address, long bytes) {
            NEW.subMap(address, address + bytes).clear(); // given up when an error came between
            NEW.put(address, new Range(address + bytes, Thread.currentThread()));
        }

        @Override
        public void published(long address) {
            Range block = NEW.get(address);
            if (block == null || block.owner != Thread.currentThread()) {
                throw failure(
                        "it would make an object where this thread has no new block",
                        Segment.markAddress(Segment.reference(address)),
                        1);
            }
            long bytes = blockBytes(address);
            if (block.end - address != bytes) {
                throw failure(
                        "it would make an object of " + bytes + " bytes, by its shape and length, of a block of "
                                + (block.end - address),
                        address,
                        bytes);
            }
        }

        @Override
        public void forget(long address) {
            NEW.remove(address);
        }

        /** What is wrong with a store; null: nothing. */
        private static String fault(long address, long bytes) {
            if (address < Segment.BASE || address >= END) {
                return isIn(NATIVE.floorEntry(address), address, bytes) ? null : "it is outside of the segment";
            }
            if (address >= Segment.OBJECTS && address < OBJECTS_END) {
                return isIn(NEW.floorEntry(address), address, bytes) ? null : faultInObjects(address, bytes);
            }
            if (address >= MARKS && address < MARKS_END) {
                return faultInMarks(Segment.ofGranules((int) (address - Segment.MARKS_BIAS)), address);
            }
            if (address >= ENTRIES && address < ENTRIES_END) {
                long chunk = CHUNKS + (address - ENTRIES) / ENTRIES_BYTES * Layout.CHUNK_HEAD_BYTES;
                return Memory.getIntAcquire(chunk + Layout.CHUNK_VM) != 0
                        ? null
                        : "it is in a root-log chunk that nobody has";
            }
            if (address >= SLOTS && address < SLOTS_END) {
                long slot = address - (address - SLOTS) % Layout.SLOT_BYTES;
                return Memory.getIntAcquire(slot + Layout.SLOT_VM) != 0
                        ? null
                        : "it is in a mutator slot that nobody has";
            }
            return address >= Segment.CLASSES && address < CLASSES_END
                    ? faultInClasses(address, bytes)
                    : "Java stores nothing there";
        }

        /**
         * Of an entity the value, if it is a repository's, and the monitor word, which libcolors' waiters may follow.
         */
        private static String faultInClasses(long address, long bytes) {
            if (bytes == Long.BYTES) {
                int kind = kindOfEntity(address - Layout.ENTITY_VALUE);
                return kind == Layout.KIND_REPOSITORY ? null : "it is no repository's value";
            }
            int kind = kindOfEntity(address - Layout.OBJECT_LOCK);
            return kind >= Layout.KIND_NAME && kind <= Layout.KIND_CHANNEL ? null : "it is no entity's monitor word";
        }

        private static int kindOfEntity(long entity) {
            return entity >= Segment.CLASSES && (entity - Segment.BASE & Layout.GRANULE - 1) == 0
                    ? Memory.getInt(entity + Layout.ENTITY_KIND)
                    : 0;
        }

        private static String faultInMarks(long object, long mark) {
            Range block = NEW.get(object);
            return block != null && block.owner == Thread.currentThread() || Memory.getByteOpaque(mark) != 0
                    ? null
                    : "it is the mark of no object and no new block of this thread";
        }

        private static String faultInObjects(long address, long bytes) {
            long object = objectBefore(address);
            if (object == 0) {
                return "it is in no object and no new block of this thread";
            }
            long end = object + blockBytes(object);
            return address + bytes <= end
                    ? null
                    : "it is not all in the object at offset " + Long.toHexString(Segment.reference(object))
                            + " of kind " + Memory.getInt(shape(object) + Layout.SHAPE_KIND) + ", which ends "
                            + (end - address) + " bytes after its beginning";
        }

        /**
         * The last object that begins at or before an address; 0: none in its region. Only large objects go on in
         * another region.
         */
        private static long objectBefore(long address) {
            long region = address - Segment.OBJECTS >>> Layout.REGION_SHIFT;
            int state = Regions.state(region);
            if (state == Layout.REGION_TAIL) {
                while (region > 0 && Regions.state(region) == Layout.REGION_TAIL) {
                    region--;
                }
            } else if (state != Layout.REGION_LARGE) {
                return markedBefore(address, Segment.OBJECTS + (region << Layout.REGION_SHIFT));
            }
            return markedBefore(
                    Segment.OBJECTS + (region << Layout.REGION_SHIFT),
                    Segment.OBJECTS + (region << Layout.REGION_SHIFT));
        }

        private static long markedBefore(long address, long first) {
            long last = Segment.MARKS_BIAS + Integer.toUnsignedLong(Segment.granules(address));
            long start = Segment.MARKS_BIAS + Integer.toUnsignedLong(Segment.granules(first));
            for (long mark = last; mark >= start; mark--) {
                if (Memory.getByteOpaque(mark) != 0) {
                    return Segment.ofGranules((int) (mark - Segment.MARKS_BIAS));
                }
            }
            return 0;
        }

        private static long shape(long object) {
            int shapeId = Memory.getIntAcquire(object + Layout.OBJECT_SHAPE) & Layout.SHAPE_ID_MASK;
            return Segment.CLASSES + (Integer.toUnsignedLong(shapeId) << Layout.GRANULE_SHIFT);
        }

        /** As cl_block_bytes_at. */
        private static long blockBytes(long object) {
            int kind = Memory.getInt(shape(object) + Layout.SHAPE_KIND);
            int length = Memory.getInt(object + Layout.OBJECT_LENGTH);
            if (kind == Layout.KIND_STRING) {
                return Sizes.rounded((long) Sizes.STRING_PREFIX + length);
            }
            if (kind == Layout.KIND_BINARY || kind == Layout.KIND_BYTES || kind == Layout.KIND_FLAT) {
                return Sizes.rounded((long) Layout.OBJECT_HEADER_BYTES + length);
            }
            if (kind == Layout.KIND_EXTENSION
                    || kind == Layout.KIND_ARRAY
                    || kind == Layout.KIND_ARRAY_INT64
                    || kind == Layout.KIND_ARRAY_FLOAT64) {
                return Sizes.ofSlots(length);
            }
            if (kind == Layout.KIND_BOX_INTEGER || kind == Layout.KIND_BOX_FLOAT) {
                return Sizes.ofSlots(1);
            }
            if (kind >= Layout.KIND_LIST && kind <= Layout.KIND_MAP) {
                return Layout.CONTAINER_BYTES;
            }
            return kind == Layout.KIND_TABLE
                    ? Sizes.ofTable(length)
                    : Sizes.ofSlots(Memory.getInt(shape(object) + Layout.SHAPE_INLINE_SLOTS));
        }
    }
}
