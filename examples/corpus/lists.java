// SPDX-License-Identifier: Apache-2.0
import colors.SharedList;
import colors.SharedMemory;
import colors.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lists that one language made and another one changes. */
final class Lists extends Program {
    public static void main(String[] arguments) {
        new Lists().runAll(arguments);
    }

    @Override
    void write() {
        publish("lists.mixed", SharedMemory.copyIn(Arrays.asList(1, 2.5, "three", true, null)));
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            numbers.add(i * i);
        }
        publish("lists.numbers", SharedMemory.copyIn(numbers));
        publish("lists.nested", SharedMemory.copyIn(List.of(List.of(1, 2), List.of())));
    }

    @Override
    void read() {
        SharedList<Object> mixed = find("lists.mixed", ValueType.list(Object.class));
        print("mixed", mixed);
        mixed.set(0, "one");
        mixed.add(4);
        mixed.add(1, "between");
        mixed.remove(3);
        SharedList<Object> numbers = find("lists.numbers", ValueType.list(Object.class));
        long sum = 0;
        for (Object number : numbers) {
            sum += (Long) number;
        }
        say("sum " + sum + ", contains 49: " + numbers.contains(49L) + ", 50: " + numbers.contains(50L));
        numbers.subList(3, 100).clear();
        numbers.add("text");
        SharedList<Object> nested = find("lists.nested", ValueType.list(Object.class));
        nested.as(ValueType.list(Object.class)).get(1).add(nested.get(0));
    }

    @Override
    void check() {
        print("mixed", find("lists.mixed", ValueType.list(Object.class)));
        print("numbers", find("lists.numbers", ValueType.list(Object.class)));
        SharedList<Object> nested = find("lists.nested", ValueType.list(Object.class));
        SharedList<Object> inner = nested.as(ValueType.list(Object.class)).get(1);
        print("inner", inner.as(ValueType.list(Object.class)).get(0));
        nested.as(ValueType.list(Object.class)).get(0).add(3);
        print("inner", inner.as(ValueType.list(Object.class)).get(0));
    }

    private static void print(String name, List<?> list) {
        StringBuilder line = new StringBuilder(name + " " + list.size() + ":");
        for (Object element : list) {
            line.append(' ').append(text(element));
        }
        say(line.toString());
    }
}
