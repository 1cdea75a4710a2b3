// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.peers.xmem;

/**
 * What is read of a tree, or of bytes: how many nodes there are, in the upper half of a sum, and the sum of their
 * values, in the lower half. So a server knows what to answer.
 */
final class TreeSum {
    private static final long ONE = 1L << Integer.SIZE;

    private TreeSum() {}

    static int value(int index, long first) {
        return (int) (first + index) & 0x7F;
    }

    /** Of one node. */
    static long of(int value) {
        return ONE + value;
    }

    /** How many there are. */
    static int size(long sum) {
        return (int) (sum >>> Integer.SIZE);
    }

    /** With what the values of the answer begin. */
    static long answer(long sum) {
        return sum & 0xFF;
    }

    /** Of so many nodes. */
    static long of(int size, long first) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += of(value(i, first));
        }
        return sum;
    }

    /** Of the answer to so many nodes that begin with 0. */
    static long expected(int size) {
        return of(size, answer(of(size, 0)));
    }
}
