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

    /** The address of an object, or 0. */
    long get(Object object) {
        int mask = keys.length - 1;
        for (int i = place(object);; i = i + 1 & mask) {
            if (keys[i] == object) {
                return addresses[i];
            }
            if (keys[i] == null) {
                return 0;
            }
        }
    }

    /** Adds an object that is not there. */
    void put(Object object, long address) {
        if (2 * ++count > keys.length) {
            grow();
        }
        insert(object, address);
    }

    private void insert(Object object, long address) {
        int mask = keys.length - 1;
        int i = place(object);
        while (keys[i] != null) {
            i = i + 1 & mask;
        }
        keys[i] = object;
        addresses[i] = address;
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
                insert(oldKeys[i], oldAddresses[i]);
            }
        }
    }
}
