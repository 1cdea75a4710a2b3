// SPDX-License-Identifier: Apache-2.0
import colors.SharedMemory;
import colors.SharedSet;
import colors.ValueType;
import java.util.Arrays;
import java.util.LinkedHashSet;

/** Sets: what is in them, in the order in which it came. */
final class Sets extends Program {
    public static void main(String[] arguments) {
        new Sets().runAll(arguments);
    }

    @Override
    void write() {
        publish("sets", SharedMemory.copyIn(new LinkedHashSet<>(Arrays.asList("only"))));
    }

    @Override
    void read() {
        SharedSet<Object> set = find("sets", ValueType.set(Object.class));
        say("size " + set.size() + ", only: " + set.contains("only") + ", other: " + set.contains("other"));
        for (Object element : new Object[] {5, "only", null, 2.5, 5, false, "last"}) {
            set.add(element);
        }
        set.remove("only");
        set.add("only");
        set.remove("not there");
    }

    @Override
    void check() {
        SharedSet<Object> set = find("sets", ValueType.set(Object.class));
        StringBuilder line = new StringBuilder(set.size() + ":");
        for (Object element : set) {
            line.append(' ').append(text(element));
        }
        say(line.toString());
        set.clear();
        say("empty: " + set.isEmpty() + ", 5: " + set.contains(5));
    }
}
