// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

/**
 * What the elements of the sequences are that are passed (CoLoRS paper, section 6.2): values, or complete binary trees
 * of {@link RpcNode}. Element {@code i} of a sequence has the number {@code first + i}, and its values follow from it.
 * Each framework passes a sequence in the form that it is fastest with.
 */
public enum RpcType {
    bool,
    integer,
    floating,
    string,
    nodes1(1),
    nodes2(2),
    nodes3(3),
    nodes4(4);

    private static final int NAMES = 256;
    private static final String[] TEXTS = new String[NAMES];

    static {
        for (int i = 0; i < NAMES; i++) {
            TEXTS[i] = "element " + i * i;
        }
    }

    private final int levels;

    RpcType() {
        this(0);
    }

    RpcType(int levels) {
        this.levels = levels;
    }

    /** As rows have it: as Python calls it. */
    public String label() {
        return switch (this) {
            case integer -> "int";
            case floating -> "float";
            default -> name();
        };
    }

    /** Of the trees; 0 of values. */
    public int levels() {
        return levels;
    }

    public static boolean bool(long number) {
        return (number & 3) == 0;
    }

    public static long integer(long number) {
        return number * 1_000_003;
    }

    public static double floating(long number) {
        return number * 0.5;
    }

    /** One of a few that are there. */
    public static String text(long number) {
        return TEXTS[(int) (number & (NAMES - 1))];
    }

    /** What a value adds to the sum of all that were read. */
    public static long read(boolean value) {
        return value ? 1 : 0;
    }

    public static long read(double value) {
        return (long) (2 * value);
    }

    public static long read(String value) {
        return value.length();
    }

    /** The sum over a sequence, by which each side sees that it has read all of it. */
    public long sum(int size, long first) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += sum(first + i);
        }
        return sum;
    }

    private long sum(long number) {
        return switch (this) {
            case bool -> read(bool(number));
            case integer -> integer(number);
            case floating -> read(floating(number));
            case string -> read(text(number));
            default -> RpcNode.make(levels, number).sum();
        };
    }

    /** The number of the first element of the answer to a sequence with that sum. */
    public static long answer(long sum) {
        return sum & 0xFF;
    }
}
