// SPDX-License-Identifier: Apache-2.0
package colors;

/** Addresses by the identity of private objects. An IdentityHashMap without boxes. */
final class IdentityTable {
    private Object[] keys = new Object[64]; // a power of two, at most half full
    private long[] addresses = new long[64];
    private int count;

    /** The address of an object, or 0. */
    long get(Object object) {
        int mask = keys.length - 1;
        for (int i = place(object, mask);; i = i + 1 & mask) {
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
        int i = place(object, mask);
        while (keys[i] != null) {
            i = i + 1 & mask;
        }
        keys[i] = object;
        addresses[i] = address;
    }

    private static int place(Object object, int mask) {
        return System.identityHashCode(object) * 0x9E3779B1 >>> 7 & mask;
    }

    private void grow() {
        Object[] oldKeys = keys;
        long[] oldAddresses = addresses;
        keys = new Object[2 * oldKeys.length];
        addresses = new long[2 * oldKeys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != null) {
                insert(oldKeys[i], oldAddresses[i]);
            }
        }
    }
}
