// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** Arrays of every kind in fields. */
public class Board {
    public int[] counts;
    public long[] ids;
    public short[] ages;
    public char[] letters;
    public byte[] bytes;
    public boolean[] flags;
    public float[] ratios;
    public double[] weights;
    public String[] names;
    public Integer[] boxes;
    public Employee[] team;
    public int[][] grid;
    public Object anything;
    private final int[] fixed;

    public Board(int size) {
        fixed = new int[size];
        counts = new int[size];
        ids = new long[] {1, 2};
        ages = new short[size];
        letters = new char[size];
        bytes = new byte[size];
        flags = new boolean[size];
        ratios = new float[size];
        weights = new double[size];
        names = new String[] {"a", null};
        boxes = new Integer[size];
        team = new Employee[size];
        grid = new int[2][size];
        fixed[size - 1] = 7;
        grid[1][0] = 5;
        grid[0] = new int[] {8, 9};
    }

    public int total() {
        int sum = 0;
        for (int count : counts) {
            sum += count;
        }
        return sum;
    }

    public int[] fixed() {
        return fixed;
    }

    public int[] getCounts() {
        return counts;
    }

    /** Every instruction for elements. */
    public void fill(int index) {
        counts[index] += 40;
        ids[index]++;
        ages[index]--;
        letters[index] = 'x';
        bytes[index] = (byte) 200;
        flags[index] = !flags[index];
        ratios[index] += 0.5f;
        weights[index] = ratios[index] * 3;
        names[index] = "name " + index;
        boxes[index] = index;
        grid[index][index] ^= 3;
    }

    public String text(int index) {
        return counts[index] + " " + ids[index] + " " + ages[index] + " " + letters[index] + " " + bytes[index] + " "
                + flags[index] + " " + ratios[index] + " " + weights[index] + " " + names[index] + " " + boxes[index]
                + " " + grid[index][index];
    }
}
