// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedArray;
import colors.SharedList;
import colors.SharedMemoryException;
import colors.SharedName;
import colors.ValueType;
import java.util.Map;

/** Arrays of numbers of one width, whose length is fixed. */
final class Flats extends Program {
    private static final Map<Class<?>, String> NAMES = Map.of(
            short.class,
            "int16",
            char.class,
            "char",
            int.class,
            "int32",
            long.class,
            "int64",
            float.class,
            "float32",
            double.class,
            "float64",
            boolean.class,
            "boolean");

    public static void main(String[] arguments) {
        new Flats().runAll(arguments);
    }

    @SharedName("flats.Grid")
    static final class Grid {
        int[] cells = {1, -2, 2147483647};
        short[] depths = {-32768};
        char[] letters = {'A', '\uffff'};
        long[] times = {1L << 40};
        float[] shares = {0.1f, 0.5f};
        double[] weights = {0.1, -0.0};
        boolean[] flags = {true, false};
        int[] empty = {};
        int[][] rows = {{1, 2}, {3}};
        int[] same = cells;
    }

    @Override
    void write() {
        publish("flats", Ref.copyOf(new Grid()));
    }

    private static SharedArray<Object> array(Ref<?> grid, String field) {
        return ((SharedArray<?>) grid.get(field)).as(Object.class);
    }

    private static SharedList<Object> rows(Ref<?> grid) {
        return grid.get("rows", ValueType.list(Object.class));
    }

    @Override
    void read() {
        Ref<?> grid = findObject("flats");
        display(grid);
        SharedArray<Object> cells = array(grid, "cells");
        cells.setLong(0, cells.getLong(2));
        cells.setLong(1, 7);
        cells.setLong(2, 8);
        array(grid, "letters").setLong(0, 66);
        array(grid, "times").setLong(0, array(grid, "times").getLong(0) * 2 + 1);
        array(grid, "shares").setDouble(0, 0.2);
        array(grid, "weights").setDouble(1, array(grid, "weights").getDouble(1) + 1.25);
        array(grid, "flags").set(1, array(grid, "flags").get(0));
        array(grid, "depths").setLong(0, -1);
        rows(grid).set(1, cells);
        refuse("2^31 in int32", () -> cells.setLong(0, 1L << 31));
        refuse("-32769 in int16", () -> array(grid, "depths").setLong(0, -32769));
        refuse("65536 in char", () -> array(grid, "letters").setLong(0, 65536));
        refuse("1e39 in float32", () -> array(grid, "shares").setDouble(0, 1e39));
        refuse("a string in int64", () -> array(grid, "times").set(0, "x"));
        refuse("a number in boolean", () -> array(grid, "flags").set(0, 2));
        refuse("one more", () -> cells.add(1));
        refuse("one less", () -> cells.remove(0));
    }

    private static void refuse(String what, Runnable operation) {
        try {
            operation.run();
            say(what + ": accepted");
        } catch (SharedMemoryException | UnsupportedOperationException e) {
            say(what + ": refused");
        }
    }

    @Override
    void check() {
        Ref<?> grid = findObject("flats");
        display(grid);
        long sum = 0;
        for (Object cell : array(grid, "cells")) {
            sum += (Long) cell;
        }
        say("sum " + sum + ", one array: "
                + (array(grid, "same").equals(grid.get("cells"))
                        && rows(grid).get(1).equals(grid.get("cells"))));
    }

    private static void display(Ref<?> grid) {
        for (String field :
                new String[] {"cells", "depths", "letters", "times", "shares", "weights", "flags", "empty"}) {
            display(field + ": " + typeOf(grid, field), array(grid, field));
        }
        for (Object row : rows(grid)) {
            display("row", ((SharedArray<?>) row).as(Object.class));
        }
    }

    private static void display(String name, SharedArray<Object> array) {
        StringBuilder line = new StringBuilder(name + " of " + array.size() + " " + NAMES.get(array.componentType()));
        array.forEach(element -> line.append(' ').append(text(element)));
        say(line.toString());
    }
}
