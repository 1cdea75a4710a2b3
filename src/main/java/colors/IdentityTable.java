// SPDX-License-Identifier: Apache-2.0
package colors;

/** Addresses by the identity of private objects: an IdentityHashMap without boxes. It takes most of the time of a copy. */
final class IdentityTable {
    private static final int LEAST = 6; // log2
    private static final int MOST = 14;
    private static int usual = LEAST; // log2 of the last table, up to MOST, so that most need not grow; racy

    private Object[] keys; // a power of two, at most half full
    private long[] addresses;
    private int shift;
    private int count;

    IdentityTable() {
        int size = usual;
        shift = Integer.SIZE - size;
        keys = new Object[1 << size];
        addresses = new long[1 << size];
    }

    /** After the last use. */
    void close() {
        usual = Math.clamp(Integer.SIZE - Integer.numberOfLeadingZeros(2 * count), LEAST, MOST);
    }

    /** Where an object is, or would be: until the next {@link #put}. */
    int find(Object object) {
        int mask = keys.length - 1;
        int i = place(object);
        while (keys[i] != object && keys[i] != null) {
            i = i + 1 & mask;
        }
        return i;
    }

    /** The address of the object that was found there, or 0. */
    long address(int found) {
        return addresses[found];
    }

    /** Adds an object that is not there, where it was not found. */
    void put(int found, Object object, long address) {
        keys[found] = object;
        addresses[found] = address;
        if (2 * ++count > keys.length) {
            grow();
        }
    }

    private int place(Object object) {
        return System.identityHashCode(object) * 0x9E3779B1 >>> shift;
    }

    private void grow() {
        Object[] oldKeys = keys;
        long[] oldAddresses = addresses;
        keys = new Object[2 * oldKeys.length];
        addresses = new long[2 * oldKeys.length];
        shift--;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != null) {
                int place = find(oldKeys[i]);
                keys[place] = oldKeys[i];
                addresses[place] = oldAddresses[i];
            }
        }
    }
}
