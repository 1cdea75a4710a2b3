// SPDX-License-Identifier: Apache-2.0
package colors.memory;

/** Bytes of blocks in the segment, by what is in them. As native/src/heap has them. */
public final class Sizes {
    /** Of a string before its bytes. */
    public static final int STRING_PREFIX = Layout.OBJECT_HEADER_BYTES + 8;

    private Sizes() {}

    /** Bytes rounded up to granules. */
    public static long rounded(long bytes) {
        return bytes + Layout.GRANULE - 1 & -Layout.GRANULE;
    }

    /** Of an object with that many slots. */
    public static long ofSlots(int slots) {
        return rounded(Layout.OBJECT_HEADER_BYTES + 8L * slots);
    }

    /** Of a table with that many entries. */
    public static long ofTable(int length) {
        return rounded(Layout.OBJECT_HEADER_BYTES + Layout.TABLE_ENTRY_BYTES * length);
    }
}
