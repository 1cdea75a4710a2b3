// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedBinary;
import colors.SharedList;
import colors.SharedName;
import colors.ValueType;

/** Java arrays in fields, which are lists in the other languages. */
final class Arrays extends Program {
    public static void main(String[] arguments) {
        new Arrays().runAll(arguments);
    }

    @SharedName("arrays.Sheet")
    static final class Sheet {
        int[] numbers = {30, 10, 20};
        double[] weights = {0.5, 1.25};
        String[] names = {"Ada", null};
        boolean[] flags = {true, false};
        byte[] bytes = {1, 2};
        int[][] rows = {{1, 2}, {}};
        Sheet[] sheets = {null, this};
    }

    @Override
    void write() {
        publish("arrays", Ref.copyOf(new Sheet()));
    }

    private static SharedList<Object> list(Ref<?> sheet, String field) {
        return ((SharedList<?>) sheet.get(field)).as(Object.class);
    }

    @Override
    void read() {
        Ref<?> sheet = findObject("arrays");
        display(sheet);
        say("types: " + typeOf(sheet, "numbers") + " " + typeOf(sheet, "bytes"));
        SharedList<Object> numbers = list(sheet, "numbers");
        SharedList<Object> sheets = list(sheet, "sheets");
        long first = numbers.getLong(0);
        numbers.set(0, numbers.get(2));
        numbers.set(2, first + 1);
        list(sheet, "weights").set(0, list(sheet, "weights").getDouble(0) + 2);
        list(sheet, "names").set(1, "Bob");
        list(sheet, "flags").set(1, sheets.get(1).equals(sheet));
        ((SharedBinary) sheet.get("bytes")).set(0, (byte) 127);
        SharedList<Object> row =
                list(sheet, "rows").as(ValueType.list(Object.class)).get(0);
        row.set(1, row.getLong(1) * 10);
        list(sheet, "rows").set(1, numbers);
        sheets.set(0, sheets.get(1));
        attempt("a private array", () -> sheet.set("numbers", new int[] {1}));
        attempt("a private row", () -> list(sheet, "rows").set(0, new int[] {1}));
    }

    @Override
    void check() {
        Ref<?> sheet = findObject("arrays");
        display(sheet);
        SharedList<Object> numbers = list(sheet, "numbers");
        list(sheet, "rows").as(ValueType.list(Object.class)).get(1).set(1, 5);
        long sum = 0;
        for (int i = 0; i < numbers.size(); i++) {
            sum += numbers.getLong(i);
        }
        boolean same = list(sheet, "sheets").get(0).equals(sheet);
        say("sum " + sum + ", one object: " + (same && numbers.getLong(1) == 5));
    }

    private static void display(Ref<?> sheet) {
        StringBuilder line = new StringBuilder();
        for (String field : new String[] {"numbers", "weights", "names", "flags"}) {
            list(sheet, field).forEach(element -> line.append(text(element)).append(' '));
        }
        SharedBinary bytes = (SharedBinary) sheet.get("bytes");
        for (int i = 0; i < bytes.size(); i++) {
            line.append(bytes.get(i)).append(' ');
        }
        for (Object row : list(sheet, "rows")) {
            line.append(((SharedList<?>) row).size());
            ((SharedList<?>) row).forEach(number -> line.append('/').append(number));
            line.append(' ');
        }
        say(line.toString() + list(sheet, "sheets").size());
    }
}
