// SPDX-License-Identifier: Apache-2.0
package company;

import java.util.function.Supplier;

/** Code that names no class of the program, as a library's, and gets its arrays. */
final class Elsewhere {
    int[] kept;

    Elsewhere(int[] numbers) {
        kept = numbers;
    }

    static int sum(int[] numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    /** Doubles the numbers, but for the one at an index. */
    static long doubleOthers(int index, int[] numbers, long unused, Runnable meanwhile) {
        meanwhile.run();
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] *= i == index ? 1 : 2;
        }
        return unused + numbers.length;
    }

    static void swap(int[][] rows) {
        int[] first = rows[0];
        rows[0] = rows[1];
        rows[1] = first;
        rows[1][0]++;
    }

    static int lengthOf(Supplier<int[]> numbers) {
        return numbers.get().length;
    }

    /** Gives an array, and says so, unlike Supplier. */
    interface Source {
        int[] get();
    }
}
