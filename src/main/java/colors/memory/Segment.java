// SPDX-License-Identifier: Apache-2.0
package colors.memory;

import colors.ReadOnlyException;
import java.lang.foreign.MemorySegment;

/**
 * The attached segment: its base and the addresses derived from it. Initialised only after {@link Attachment#ensure}
 * succeeded, so that everything here is a constant for the compilers.
 */
public final class Segment {
    /** The address the segment is mapped at. An object's address is this plus its reference. */
    public static final long BASE = Attachment.base();

    public static final long GC_WORD = BASE + Layout.HEADER_GC_WORD;
    public static final long SWEEPS = BASE + Layout.HEADER_SWEEPS;
    public static final long CLASSES = BASE + header(Layout.HEADER_CLASSES_OFFSET);
    static final long OBJECTS_OFFSET = header(Layout.HEADER_OBJECTS_OFFSET);
    static final long OBJECTS = BASE + OBJECTS_OFFSET;
    /** The mark byte of the object at address a is at MARKS_BIAS + (a - BASE >>> granule shift). */
    public static final long MARKS_BIAS =
            BASE + header(Layout.HEADER_MARKS_OFFSET) - (OBJECTS_OFFSET >>> Layout.GRANULE_SHIFT);

    public static final int SHAPE_STRING = builtin(Layout.KIND_STRING);
    public static final int SHAPE_BOX_INTEGER = builtin(Layout.KIND_BOX_INTEGER);
    public static final int SHAPE_BOX_FLOAT = builtin(Layout.KIND_BOX_FLOAT);

    public static final int SHAPE_BINARY = builtin(Layout.KIND_BINARY);
    public static final int SHAPE_BYTES = builtin(Layout.KIND_BYTES);
    public static final int SHAPE_FLAT = builtin(Layout.KIND_FLAT);
    public static final int SHAPE_LIST = builtin(Layout.KIND_LIST);
    public static final int SHAPE_TUPLE = builtin(Layout.KIND_TUPLE);
    public static final int SHAPE_SET = builtin(Layout.KIND_SET);
    public static final int SHAPE_FROZEN_SET = builtin(Layout.KIND_FROZEN_SET);
    public static final int SHAPE_MAP = builtin(Layout.KIND_MAP);
    public static final int SHAPE_ARRAY = builtin(Layout.KIND_ARRAY);
    public static final int SHAPE_ARRAY_INT64 = builtin(Layout.KIND_ARRAY_INT64);
    public static final int SHAPE_ARRAY_FLOAT64 = builtin(Layout.KIND_ARRAY_FLOAT64);
    public static final int SHAPE_TABLE = builtin(Layout.KIND_TABLE);

    public static final long REFERENCE_MASK = 0xFFFF_FFFFL << Layout.GRANULE_SHIFT;
    private static final boolean READ_ONLY = Attachment.isReadOnly();

    private Segment() {}

    /**
     * Before a store to a shared object: a process that is attached read-only gets an exception, not a fault of the
     * processor.
     */
    public static void checkWritable() {
        if (READ_ONLY) {
            throw new ReadOnlyException(
                    "this process is attached read-only and cannot change shared objects; nothing was changed; to"
                            + " write, attach without COLORS_READONLY and colors.readonly, as a user that the daemon"
                            + " lets write");
        }
    }

    /** Whether {@link #checkWritable} throws; a constant. */
    public static boolean isReadOnly() {
        return READ_ONLY;
    }

    /** A view of shared bytes, to be written if this process may. */
    public static MemorySegment view(long address, long bytes) {
        MemorySegment view = Memory.view(address, bytes);
        return READ_ONLY ? view.asReadOnly() : view;
    }

    public static long header(int offset) {
        return Memory.getLong(BASE + offset);
    }

    private static int builtin(int kind) {
        return Memory.getInt(BASE + Layout.HEADER_BUILTIN_SHAPE + 4L * kind);
    }

    /** The reference word of an object, as a tagged slot holds it. */
    public static long reference(long address) {
        return address - BASE;
    }

    /**
     * The address of the object that a non-null reference word names. The mask tells compilers that it is positive, so
     * that accesses need no check.
     */
    public static long address(long reference) {
        return BASE + (reference & REFERENCE_MASK);
    }

    public static long markAddress(long reference) {
        return MARKS_BIAS + (reference >>> Layout.GRANULE_SHIFT);
    }

    /** Shapes, names, classes and repositories are immortal and have no mark byte. */
    public static boolean isCollected(long reference) {
        return reference >= OBJECTS_OFFSET;
    }

    /** The granules of the reference to the object at an address: 32 bits name every object. */
    public static int granules(long address) {
        return (int) (address - BASE >>> Layout.GRANULE_SHIFT);
    }

    /** The address that granules name. */
    public static long ofGranules(int granules) {
        return BASE + ((granules & 0xFFFF_FFFFL) << Layout.GRANULE_SHIFT);
    }
}
