// SPDX-License-Identifier: Apache-2.0
package listing;

import colors.SharedMemory;

/**
 * Reads a field of one object until it is compiled: of a private one, a private one after another one was shared, a
 * shared one, or one of an exclusive class.
 */
public final class Read {
    private static final int ROUNDS = 3_000_000;

    /** Shareable. */
    static class Item {
        int value;
    }

    private Read() {}

    static int read(Item item) {
        return item.value;
    }

    /** {@code private}, {@code after}, {@code shared} or {@code exclusive}. */
    public static void main(String[] arguments) {
        Object other = arguments[0].equals("after") ? SharedMemory.allocate(Item.class) : null;
        Item item = arguments[0].equals("shared") ? SharedMemory.allocate(Item.class) : new Item();
        long sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            item.value = i;
            sum += read(item);
        }
        System.out.println(sum + (other == null ? "" : " beside a shared object"));
    }
}
