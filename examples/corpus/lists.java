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
        SharedList mixed = (SharedList) find("lists.mixed");
        print("mixed", mixed);
        mixed.set(0, "one");
        mixed.add(4);
        mixed.add(1, "between");
        mixed.remove(3);
        SharedList numbers = (SharedList) find("lists.numbers");
        long sum = 0;
        for (Object number : numbers) {
            sum += (Long) number;
        }
        say("sum " + sum + ", contains 49: " + numbers.contains(49L) + ", 50: " + numbers.contains(50L));
        numbers.subList(3, 100).clear();
        numbers.add("text");
        SharedList nested = (SharedList) find("lists.nested");
        ((SharedList) nested.get(1)).add(nested.get(0));
    }

    @Override
    void check() {
        print("mixed", (SharedList) find("lists.mixed"));
        print("numbers", (SharedList) find("lists.numbers"));
        SharedList nested = (SharedList) find("lists.nested");
        SharedList inner = (SharedList) nested.get(1);
        print("inner", (SharedList) inner.get(0));
        ((SharedList) nested.get(0)).add(3);
        print("inner", (SharedList) inner.get(0));
    }

    private static void print(String name, List<?> list) {
        StringBuilder line = new StringBuilder(name + " " + list.size() + ":");
        for (Object element : list) {
            line.append(' ').append(text(element));
        }
        say(line.toString());
    }
}
