// SPDX-License-Identifier: Apache-2.0
package colors.reading;

/** The private copies of shared objects, by the granules of the objects' references. */
final class CopyTable {
    private static final int LEAST = 5; // log2
    private static final int MOST = 14;
    private static final int SPREAD = 0x9E3779B1; // odd
    private static int usual = LEAST; // log2 of the last table, up to MOST, so that most need not grow; racy

    private int[] keys; // 0: none; a power of two, at most half full
    private Object[] copies;
    private int log2;
    private int count;

    CopyTable() {
        int size = usual;
        log2 = size;
        keys = new int[1 << size];
        copies = new Object[1 << size];
    }

    /** After the last use. */
    void close() {
        usual = Math.clamp(Integer.SIZE - Integer.numberOfLeadingZeros(2 * count), LEAST, MOST);
    }

    /** Where the copy is, or would be: until the next {@link #add}. */
    int find(int granules) {
        int[] table = keys;
        // neighbours in shared memory are neighbours here
        int i = granules + (granules >>> log2) * SPREAD & table.length - 1;
        while (table[i] != granules && table[i] != 0) {
            i = i + 1 & table.length - 1;
        }
        return i;
    }

    /** What was found there, or null. */
    Object at(int found) {
        return copies[found];
    }

    /** Adds the copy of an object that was not found there. */
    void add(int found, int granules, Object copy) {
        keys[found] = granules;
        copies[found] = copy;
        if (2 * ++count > keys.length) {
            grow();
        }
    }

    /** Puts another copy in the place of one, or adds it. */
    void put(int granules, Object copy) {
        int found = find(granules);
        if (keys[found] == 0) {
            add(found, granules, copy);
        } else {
            copies[found] = copy;
        }
    }

    private void grow() {
        int[] oldKeys = keys;
        Object[] oldCopies = copies;
        keys = new int[2 * oldKeys.length];
        copies = new Object[keys.length];
        log2++;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int found = find(oldKeys[i]);
                keys[found] = oldKeys[i];
                copies[found] = oldCopies[i];
            }
        }
    }
}
