// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.Arrays;
import java.util.List;

/** Arrays of every type in fields and variables. */
@SuppressWarnings("lossy-conversions") // compound assignments that lose bits are among what is tried
public final class Matrices {
    static class Matrix {
        final double[][] cells;
        final int rows, columns;
        private boolean[] marked;

        Matrix(int rows, int columns) {
            this.rows = rows;
            this.columns = columns;
            cells = new double[rows][columns];
            marked = new boolean[rows];
        }

        Matrix(double[]... rows) {
            this(rows.length, rows[0].length);
            for (int i = 0; i < rows.length; i++) {
                System.arraycopy(rows[i], 0, cells[i], 0, columns);
            }
        }

        Matrix times(Matrix other) {
            Matrix result = new Matrix(rows, other.columns);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < other.columns; j++) {
                    for (int k = 0; k < columns; k++) {
                        result.cells[i][j] += cells[i][k] * other.cells[k][j];
                    }
                }
            }
            return result;
        }

        double determinant() {
            double[][] work = new double[rows][];
            for (int i = 0; i < rows; i++) {
                work[i] = cells[i].clone();
            }
            double result = 1;
            for (int i = 0; i < rows; i++) {
                int pivot = i;
                for (int j = i + 1; j < rows; j++) {
                    if (Math.abs(work[j][i]) > Math.abs(work[pivot][i])) {
                        pivot = j;
                    }
                }
                if (pivot != i) {
                    double[] swapped = work[i];
                    work[i] = work[pivot];
                    work[pivot] = swapped;
                    result = -result;
                }
                if (work[i][i] == 0) {
                    return 0;
                }
                result *= work[i][i];
                for (int j = i + 1; j < rows; j++) {
                    double factor = work[j][i] / work[i][i];
                    for (int k = i; k < columns; k++) {
                        work[j][k] -= factor * work[i][k];
                    }
                }
            }
            return result;
        }

        @Override
        public String toString() {
            return Arrays.deepToString(cells) + Arrays.toString(marked);
        }
    }

    static class Kinds {
        byte[] bytes = {1, -2, 127};
        short[] shorts = {300, -300};
        char[] chars = "hello".toCharArray().length > 3 ? new char[] {'a', 'b', '\u20ac'} : null;
        int[] ints = new int[4];
        long[] longs = {Long.MIN_VALUE, 5};
        float[] floats = {1.5f, Float.MIN_VALUE};
        double[] doubles = {Math.PI, -0.0};
        boolean[] booleans = {true, false};
        String[] strings = {"x", null, "z"};
        int[][][] deep = new int[2][3][];
        Kinds[] others = new Kinds[2];
        Object[] objects;

        void change() {
            bytes[0]++;
            bytes[1] += 200;
            bytes[2] <<= 1;
            shorts[1]--;
            chars[0] += 1;
            chars[1] = (char) (chars[1] + 2);
            int i = 0;
            ints[i++] = i;
            ints[i++] += i * 10;
            ints[ints[0] + 1] = ints[i - 1]-- + ++ints[3];
            longs[1] <<= 40;
            longs[0] >>>= 60;
            floats[0] *= 3;
            doubles[1] = doubles[0]++ + --doubles[1];
            booleans[1] |= booleans[0] ^ false;
            booleans[0] &= false;
            strings[0] += strings[1] + strings[2];
            deep[1][2] = new int[] {7, 8, 9};
            deep[1][2][1] ^= 0xff;
            deep[0] = deep[1];
            others[0] = this;
            others[1] = others[0].others[0];
        }
    }

    static int sum(int... numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    @SafeVarargs
    static <T> int count(T... elements) {
        return elements.length;
    }

    static String classify(Object value) {
        return switch (value) {
            case int[] ints -> "ints " + ints.length;
            case double[][] rows -> "rows " + rows.length;
            case String[] strings -> "strings " + String.join(",", strings);
            case Object[] objects -> "objects " + objects.length;
            case null -> "null";
            default -> value.getClass().getSimpleName();
        };
    }

    private static Matrix multiply() {
        Matrix a = new Matrix(new double[] {1, 2}, new double[] {3, 4});
        Matrix b = new Matrix(new double[][] {{0, 1}, {1, 0}});
        System.out.println(a.times(b) + " " + a.determinant() + " " + a.times(a).determinant());
        a.marked[1] = a.cells[0][1] == 2;
        System.out.println(a);
        return a;
    }

    private static void show(Kinds kinds) {
        System.out.println(Arrays.toString(kinds.bytes)
                + Arrays.toString(kinds.shorts)
                + Arrays.toString(kinds.ints)
                + Arrays.toString(kinds.longs)
                + Arrays.toString(kinds.floats));
        System.out.println(Arrays.toString(kinds.doubles)
                + Arrays.toString(kinds.booleans)
                + Arrays.toString(kinds.strings)
                + Arrays.deepToString(kinds.deep)
                + Arrays.toString(kinds.objects));
        System.out.println(
                new String(kinds.chars) + " " + String.valueOf(kinds.chars, 1, 2) + " " + (int) kinds.chars[2]);
        System.out.println((kinds.others[0] == kinds) + " " + (kinds.others[1] == kinds) + " " + kinds.others.length
                + " " + (kinds.deep[0] == kinds.deep[1]));
    }

    private static void pass(Kinds kinds, Matrix a) {
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(kinds.ints) + " " + count("a", "b")
                + " " + count());
        System.out.println(classify(kinds.ints) + "; " + classify(a.cells) + "; " + classify(new String[] {"p", "q"})
                + "; " + classify(new Integer[3]) + "; " + classify(null) + "; " + classify(kinds.deep));
    }

    private static int[] copy() {
        int[] numbers = {5, 3, 9, 1};
        int[] copy = numbers.clone();
        Arrays.sort(numbers);
        System.out.println(Arrays.toString(numbers) + Arrays.toString(copy) + Arrays.equals(numbers, copy)
                + Arrays.binarySearch(numbers, 5) + " " + Arrays.stream(numbers).sum());
        int[] grown = Arrays.copyOf(numbers, 6);
        grown[5] = grown[4] - 1;
        System.arraycopy(grown, 0, grown, 1, 4);
        System.out.println(Arrays.toString(grown) + Arrays.hashCode(grown));
        return numbers;
    }

    private static void fail(int[] numbers) {
        try {
            numbers[4] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(new int[-1].length);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        try {
            int[] none = sum() == 0 ? null : numbers;
            System.out.println(none.length);
        } catch (NullPointerException e) {
            System.out.println("null");
        }
    }

    private static void fill(int[] numbers) {
        String[] words = "b a c".split(" ");
        Arrays.sort(words);
        List<String> list = Arrays.asList(words);
        System.out.println(list + " " + list.indexOf("c"));
        int[][] triangle = new int[4][];
        for (int i = 0; i < triangle.length; i++) {
            triangle[i] = new int[i + 1];
            triangle[i][0] = triangle[i][i] = 1;
            for (int j = 1; j < i; j++) {
                triangle[i][j] = triangle[i - 1][j - 1] + triangle[i - 1][j];
            }
        }
        System.out.println(Arrays.deepToString(triangle));
        char[] letters = new char[26];
        for (char c = 'a'; c <= 'z'; c++) {
            letters[c - 'a'] = (char) (c ^ 32);
        }
        System.out.println(new StringBuilder().append(letters).reverse());
        long[] fibonacci = new long[50];
        fibonacci[1] = 1;
        for (int i = 2; i < fibonacci.length; i++) {
            fibonacci[i] = fibonacci[i - 1] + fibonacci[i - 2];
        }
        System.out.println(fibonacci[49] + " " + fibonacci.getClass().getName() + " " + int[].class.isInstance(numbers)
                + " " + (Object) numbers.getClass().componentType());
    }

    public static void main(String[] args) {
        Matrix a = multiply();
        Kinds kinds = new Kinds();
        kinds.change();
        show(kinds);
        pass(kinds, a);
        int[] numbers = copy();
        fail(numbers);
        fill(numbers);
    }
}
