// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import java.lang.reflect.Array;

/** The sequences of {@link RpcType} as Java has them: arrays. */
public final class PrivateSequences {
    private PrivateSequences() {}

    public static Object of(RpcType type, int size, long first) {
        return switch (type) {
            case bool -> bools(size, first);
            case integer -> integers(size, first);
            case floating -> floats(size, first);
            case string -> strings(size, first);
            default -> trees(type.levels(), size, first);
        };
    }

    private static boolean[] bools(int size, long first) {
        boolean[] array = new boolean[size];
        for (int i = 0; i < size; i++) {
            array[i] = RpcType.bool(first + i);
        }
        return array;
    }

    private static long[] integers(int size, long first) {
        long[] array = new long[size];
        for (int i = 0; i < size; i++) {
            array[i] = RpcType.integer(first + i);
        }
        return array;
    }

    private static double[] floats(int size, long first) {
        double[] array = new double[size];
        for (int i = 0; i < size; i++) {
            array[i] = RpcType.floating(first + i);
        }
        return array;
    }

    static String[] strings(int size, long first) {
        String[] array = new String[size];
        for (int i = 0; i < size; i++) {
            array[i] = RpcType.text(first + i);
        }
        return array;
    }

    private static RpcNode[] trees(int levels, int size, long first) {
        RpcNode[] array = new RpcNode[size];
        for (int i = 0; i < size; i++) {
            array[i] = RpcNode.make(levels, first + i);
        }
        return array;
    }

    /** Reads each element. */
    public static long sum(Object sequence) {
        return switch (sequence) {
            case boolean[] array -> sum(array);
            case long[] array -> sum(array);
            case double[] array -> sum(array);
            case String[] array -> sum(array);
            default -> sum((RpcNode[]) sequence);
        };
    }

    private static long sum(boolean[] array) {
        long sum = 0;
        for (boolean element : array) {
            sum += RpcType.read(element);
        }
        return sum;
    }

    private static long sum(long[] array) {
        long sum = 0;
        for (long element : array) {
            sum += element;
        }
        return sum;
    }

    private static long sum(double[] array) {
        long sum = 0;
        for (double element : array) {
            sum += RpcType.read(element);
        }
        return sum;
    }

    private static long sum(String[] array) {
        long sum = 0;
        for (String element : array) {
            sum += RpcType.read(element);
        }
        return sum;
    }

    private static long sum(RpcNode[] array) {
        long sum = 0;
        for (RpcNode element : array) {
            sum += element.sum();
        }
        return sum;
    }

    /** What a server does. */
    public static Object answer(RpcType type, Object sequence) {
        return of(type, Array.getLength(sequence), RpcType.answer(sum(sequence)));
    }
}
