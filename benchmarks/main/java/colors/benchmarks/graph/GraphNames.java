// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

/**
 * What the nodes of a tree hold. Nodes are numbered as they are made; number n has the name n modulo 256, so that
 * nothing can keep one name ready, and its numbers tell whether a tree is whole.
 */
final class GraphNames {
    private static final int NAMES = 256;
    private static final int SOUGHT_NAME = 7;
    private static final int COUNT_MASK = 0xffff;
    private static final int WEIGHT_MASK = 0xff;

    private GraphNames() {}

    /** Kind: none, short (5 letters, which fit a word) or long (32). */
    static String[] of(String kind) {
        String format =
                switch (kind) {
                    case "none" -> null;
                    case "short" -> "n%04d";
                    case "long" -> "a name of thirty-two letters%04d";
                    default -> throw new IllegalArgumentException("strings are none, short or long, not " + kind);
                };
        String[] names = new String[NAMES];
        for (int i = 0; format != null && i < NAMES; i++) {
            names[i] = format.formatted(i);
        }
        return names;
    }

    /** One of the names, but not the same String: what the names are compared with. Empty when there are none. */
    static String sought(String kind) {
        return kind.equals("none") ? "" : new String(of(kind)[SOUGHT_NAME].toCharArray());
    }

    static String name(String[] names, int number) {
        return names[number & NAMES - 1];
    }

    static boolean flag(int number) {
        return (number & 1) != 0;
    }

    static int count(int number) {
        return number & COUNT_MASK;
    }

    static float weight(int number) {
        return number & WEIGHT_MASK;
    }

    /** What a read of such nodes must give, besides their names. */
    static long sum(int first, int nodes) {
        long sum = 0;
        for (int number = first; number < first + nodes; number++) {
            sum += (flag(number) ? 1 : 0) + count(number) + (long) weight(number);
        }
        return sum;
    }

    /** How many of them have the name that is sought. */
    static long found(int first, int nodes) {
        long found = 0;
        for (int number = first; number < first + nodes; number++) {
            found += (number & NAMES - 1) == SOUGHT_NAME ? 1 : 0;
        }
        return found;
    }
}
