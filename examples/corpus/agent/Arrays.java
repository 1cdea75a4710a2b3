// SPDX-License-Identifier: Apache-2.0

import colors.SharedMemory;
import colors.SharedName;

/** Java arrays in fields, which are lists in the other languages. */
final class Arrays extends Program {
    public static void main(String[] arguments) {
        new Arrays().runAll(arguments);
    }

    @SharedName("arrays.Sheet")
    static final class Sheet {
        private int[] numbers = {30, 10, 20};
        private double[] weights = {0.5, 1.25};
        private String[] names = {"Ada", null};
        private boolean[] flags = {true, false};
        private byte[] bytes = {1, 2};
        private int[][] rows = {{1, 2}, {}};
        private Sheet[] sheets = {null, this};

        long sum() {
            long sum = 0;
            for (int number : numbers) {
                sum += number;
            }
            return sum;
        }
    }

    @Override
    void write() {
        publish("arrays", SharedMemory.copyIn(new Sheet()));
    }

    @Override
    void read() {
        Sheet sheet = (Sheet) find("arrays");
        display(sheet);
        say("types: " + typeOf(findObject("arrays"), "numbers") + " " + typeOf(findObject("arrays"), "bytes"));
        int first = sheet.numbers[0];
        sheet.numbers[0] = sheet.numbers[2];
        sheet.numbers[2] = first + 1;
        sheet.weights[0] += 2;
        sheet.names[1] = "Bob";
        sheet.flags[1] = sheet.sheets[1] == sheet;
        sheet.bytes[0] = 127;
        sheet.rows[0][1] *= 10;
        sheet.rows[1] = sheet.numbers;
        sheet.sheets[0] = sheet.sheets[1];
        attempt("a private array", () -> sheet.numbers = new int[] {1});
        attempt("a private row", () -> sheet.rows[0] = new int[] {1});
    }

    @Override
    void check() {
        Sheet sheet = (Sheet) find("arrays");
        display(sheet);
        sheet.rows[1][1] = 5;
        say("sum " + sheet.sum() + ", one object: " + (sheet.rows[1] == sheet.numbers && sheet.sheets[0] == sheet));
    }

    private static void display(Sheet sheet) {
        StringBuilder line = new StringBuilder();
        for (int number : sheet.numbers) {
            line.append(number).append(' ');
        }
        for (double weight : sheet.weights) {
            line.append(text(weight)).append(' ');
        }
        for (String name : sheet.names) {
            line.append(text(name)).append(' ');
        }
        for (boolean flag : sheet.flags) {
            line.append(flag).append(' ');
        }
        for (byte each : sheet.bytes) {
            line.append(each).append(' ');
        }
        for (int[] row : sheet.rows) {
            line.append(row.length);
            for (int number : row) {
                line.append('/').append(number);
            }
            line.append(' ');
        }
        say(line.toString() + sheet.sheets.length);
    }
}
