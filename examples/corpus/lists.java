// SPDX-License-Identifier: Apache-2.0
import colors.SharedList;
import colors.SharedMemory;
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
        SharedList<Object> mixed = ((SharedList<?>) find("lists.mixed")).as(Object.class);
        print("mixed", mixed);
        mixed.set(0, "one");
        mixed.add(4);
        mixed.add(1, "between");
        mixed.remove(3);
        SharedList<Object> numbers = ((SharedList<?>) find("lists.numbers")).as(Object.class);
        long sum = 0;
        for (Object number : numbers) {
            sum += (Long) number;
        }
        say("sum " + sum + ", contains 49: " + numbers.contains(49L) + ", 50: " + numbers.contains(50L));
        numbers.subList(3, 100).clear();
        numbers.add("text");
        SharedList<Object> nested = ((SharedList<?>) find("lists.nested")).as(Object.class);
        (((SharedList<?>) nested.get(1)).as(Object.class)).add(nested.get(0));
    }

    @Override
    void check() {
        print("mixed", ((SharedList<?>) find("lists.mixed")).as(Object.class));
        print("numbers", ((SharedList<?>) find("lists.numbers")).as(Object.class));
        SharedList<Object> nested = ((SharedList<?>) find("lists.nested")).as(Object.class);
        SharedList<Object> inner = ((SharedList<?>) nested.get(1)).as(Object.class);
        print("inner", ((SharedList<?>) inner.get(0)).as(Object.class));
        (((SharedList<?>) nested.get(0)).as(Object.class)).add(3);
        print("inner", ((SharedList<?>) inner.get(0)).as(Object.class));
    }

    private static void print(String name, List<?> list) {
        StringBuilder line = new StringBuilder(name + " " + list.size() + ":");
        for (Object element : list) {
            line.append(' ').append(text(element));
        }
        say(line.toString());
    }
}
