// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

/** Bytes of blocks in the segment, by what is in them. As native/src/heap has them. */
final class Sizes {
    /** Of a string before its bytes. */
    static final int STRING_PREFIX = Layout.OBJECT_HEADER_BYTES + 8;

    private Sizes() {}

    /** Bytes rounded up to granules. */
    static long rounded(long bytes) {
        return bytes + Layout.GRANULE - 1 & -Layout.GRANULE;
    }

    /** Of an object with that many slots. */
    static long ofSlots(int slots) {
        return rounded(Layout.OBJECT_HEADER_BYTES + 8L * slots);
    }

    /** Of a table with that many entries. */
    static long ofTable(int length) {
        return rounded(Layout.OBJECT_HEADER_BYTES + Layout.TABLE_ENTRY_BYTES * length);
    }
}
