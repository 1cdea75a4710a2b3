// SPDX-License-Identifier: Apache-2.0
package colors.copying;

import java.util.Arrays;

/**
 * The originals of a copy, in the order in which they were met, each with the address of its copy, and where they are
 * by identity. The table is of numbers, not of objects: it is cleared and filled without the JVM's store barriers.
 */
final class IdentityTable {
    private static final int LEAST = 5; // log2
    private static final int MOST = 14;
    private static int usual = LEAST; // log2 of the last table, up to MOST, so that most need not grow; racy

    private int[] table; // by identity hash: 1 + the number of an original, 0: none; a power of two, at most half full
    private int shift;
    private Object[] originals;
    private long[] addresses;
    private int count;

    IdentityTable() {
        int size = usual;
        shift = Integer.SIZE - size;
        table = new int[1 << size];
        originals = new Object[1 << size - 1];
        addresses = new long[1 << size - 1];
    }

    /** After the last use. */
    void close() {
        usual = Math.clamp(Integer.SIZE - Integer.numberOfLeadingZeros(2 * count - 1), LEAST, MOST);
    }

    int count() {
        return count;
    }

    Object original(int number) {
        return originals[number];
    }

    long address(int number) {
        return addresses[number];
    }

    /** Where an object is, or would be: until the next {@link #add}. */
    int find(Object object) {
        int mask = table.length - 1;
        int i = place(object);
        while (table[i] != 0 && originals[table[i] - 1] != object) {
            i = i + 1 & mask;
        }
        return i;
    }

    /** The address of the copy of what was found there, or 0. */
    long addressAt(int found) {
        int number = table[found];
        return number == 0 ? 0 : addresses[number - 1];
    }

    /** Adds an object that is not there, where it was not found. */
    void add(int found, Object object, long address) {
        originals[count] = object;
        addresses[count] = address;
        table[found] = ++count;
        if (2 * count > table.length - 2) {
            grow();
        }
    }

    private int place(Object object) {
        return System.identityHashCode(object) * 0x9E3779B1 >>> shift;
    }

    private void grow() {
        originals = Arrays.copyOf(originals, 2 * originals.length);
        addresses = Arrays.copyOf(addresses, 2 * addresses.length);
        table = new int[2 * table.length];
        shift--;
        for (int i = 0; i < count; i++) {
            table[find(originals[i])] = i + 1;
        }
    }
}
