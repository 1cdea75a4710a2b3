// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.classes.ClassMapping;
import colors.support.Child;
import colors.support.WithDaemon;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Fields in as many bytes as they need, several in one slot. */
@ExtendWith(WithDaemon.class)
class PackedFieldsTest {
    private static final String[] NAMES = {"on", "tiny", "small", "unit", "medium", "half", "off", "large", "whole"};

    @SharedName("packed.All")
    static class All {
        boolean on = true;
        byte tiny = -1;
        short small = -2;
        char unit = '\uffff';
        int medium = Integer.MIN_VALUE;
        float half = -0.0f;
        boolean off;
        long large = Long.MAX_VALUE;
        double whole = 0.1;
    }

    /** 8 bytes of narrow fields. */
    @SharedName(value = "packed.Open", open = true)
    static class Open {
        byte tiny = 1;
        boolean on = true;
        short small = 2;
        int medium = 3;
    }

    @SharedName(value = "packed.Inferred", open = true)
    static class Narrow {
        int count;
        float part;
        boolean on;
    }

    @SharedName("packed.Eight")
    static class Eight {
        byte f0;
        boolean f1;
        byte f2;
        boolean f3;
        short f4;
        char f6;
    }

    private static List<Object> values(Ref<?> object) {
        List<Object> values = new ArrayList<>();
        for (String name : NAMES) {
            values.add(object.get(name));
        }
        return values;
    }

    @Test
    void objectsTakeTheBytesOfTheirFields() {
        assertEquals(1, ClassMapping.of(Open.class).shape().inlineSlots());
        assertEquals(4, ClassMapping.of(All.class).shape().inlineSlots()); // 1 1 2 2 1 and 4 4, and 8 8
    }

    @Test
    void copiesAndConstructorsStoreEachFieldAtItsPlace() throws Throwable {
        List<Object> expected =
                List.of(true, -1L, -2L, 65535L, (long) Integer.MIN_VALUE, -0.0, false, Long.MAX_VALUE, 0.1);
        assertEquals(expected, values(Ref.copyOf(new All())));
        MethodHandle constructor = SharedClass.of(All.class).constructor(NAMES);
        Ref<?> made = (Ref<?>) constructor.invokeExact(
                true, (byte) -1, (short) -2, '\uffff', Integer.MIN_VALUE, -0.0f, false, Long.MAX_VALUE, 0.1);
        assertEquals(expected, values(made));
        Ref<?> some =
                (Ref<?>) SharedClass.of(All.class).constructor("unit", "tiny").invokeExact('z', (byte) 5);
        assertEquals(List.of(false, 5L, 0L, (long) 'z', 0L, 0.0, false, 0L, 0.0), values(some));
    }

    /** By handle and by name in turn, against a list of what should be there. */
    @Test
    void aStoreChangesNoOtherField() {
        SharedClass<All> type = SharedClass.of(All.class);
        Ref<All> object = type.allocate();
        List<Object> expected = values(object);
        Random random = new Random(15);
        for (int i = 0; i < 2000; i++) {
            int field = random.nextInt(NAMES.length);
            boolean byName = random.nextBoolean();
            Object value = store(type, object, NAMES[field], byName, random.nextLong());
            expected.set(field, value);
            assertEquals(expected, values(object));
        }
    }

    private static <C> Object store(SharedClass<C> type, Ref<C> object, String name, boolean byName, long bits) {
        Object value =
                switch (name) {
                    case "on", "off" -> (bits & 1) != 0;
                    case "tiny" -> (long) (byte) bits;
                    case "small" -> (long) (short) bits;
                    case "unit" -> (long) (char) bits;
                    case "medium" -> (long) (int) bits;
                    case "half" -> (double) (float) (bits * 1e-3);
                    case "large" -> bits;
                    default -> bits * 1e-3;
                };
        if (byName) {
            object.set(name, value);
            return value;
        }
        switch (value) {
            case Boolean flag -> type.booleanField(name).set(object, flag);
            case Double number -> type.doubleField(name).set(object, number);
            case Long number when name.equals("large") -> type.longField(name).set(object, number);
            default -> type.intField(name).set(object, ((Long) value).intValue());
        }
        return value;
    }

    private static List<Object> values(Ref<?> object, String... names) {
        return Arrays.stream(names).map(object::get).toList();
    }

    @Test
    void narrowFieldsChangeTheirTypeAndComeBack() {
        Ref<Open> object = Ref.copyOf(new Open());
        object.remove("small");
        object.set("small", "two");
        object.set("added", true);
        assertEquals(List.of(1L, true, 3L, "two", true), values(object, "tiny", "on", "medium", "small", "added"));
        object.remove("small");
        SharedClass.of(Open.class).intField("small").set(object, -5);
        object.remove("added");
        object.set("added", false);
        assertEquals(List.of(1L, true, 3L, -5L, false), values(object, "tiny", "on", "medium", "small", "added"));
        assertThrows(SharedMemoryException.class, () -> object.set("tiny", 128));
    }

    /** What a dynamic language made holds 64 bits; handles of narrow types read and write it. */
    @Test
    void handlesOfNarrowTypesTakeWideFields() {
        Ref<Narrow> wide = SharedClass.of(Narrow.class).allocate();
        for (String name : new String[] {"count", "part", "on"}) {
            wide.remove(name);
        }
        wide.set("count", 7L);
        wide.set("part", 0.1);
        wide.set("on", true);
        SharedClass<Narrow> type = SharedClass.of(Narrow.class);
        assertEquals(7, type.intField("count").get(wide));
        assertEquals(0.1f, type.doubleField("part").get(wide));
        assertTrue(type.booleanField("on").get(wide));
        type.intField("count").set(wide, -8);
        type.doubleField("part").set(wide, 0.2);
        type.booleanField("on").set(wide, false);
        assertEquals(List.of(-8L, (double) 0.2f, false), List.of(wide.get("count"), wide.get("part"), wide.get("on")));
        wide.set("count", 1L << 40);
        assertThrows(SharedMemoryException.class, () -> type.intField("count").get(wide));
    }

    /** Another process, which counts in the odd fields of the object while this one counts in the even ones. */
    public static final class Neighbour {
        public static void main(String[] arguments) {
            System.out.println(count(1));
        }
    }

    private static long count(int first) {
        SharedClass<Eight> type = SharedClass.of(Eight.class);
        Ref<Eight> object = SharedMemory.repository("eight").getRef().as(Eight.class);
        List<Field.OfInt<Eight>> numbers =
                List.of(type.intField("f0"), type.intField("f2"), type.intField("f4"), type.intField("f6"));
        Field.OfBoolean<Eight> flag = type.booleanField(first == 0 ? "f1" : "f3");
        long wrong = 0;
        for (int i = 0; i < 1_000_000; i++) {
            Field.OfInt<Eight> number = numbers.get(2 * (i & 1) + first);
            number.set(object, i & 0x7f);
            flag.set(object, (i & 2) != 0);
            wrong += number.get(object) != (i & 0x7f) || flag.get(object) != ((i & 2) != 0) ? 1 : 0;
        }
        return wrong;
    }

    @Test
    void anotherProcessStoresBeside() throws Exception {
        SharedMemory.repository("eight").set(SharedClass.of(Eight.class).allocate());
        assertEquals(1, ClassMapping.of(Eight.class).shape().inlineSlots());
        Process child = Child.start(System.getProperty("colors.segment"), Neighbour.class, List.of());
        try {
            do {
                assertEquals(0, count(0));
            } while (child.isAlive());
            assertTrue(child.waitFor(60, TimeUnit.SECONDS));
            assertEquals("0", new String(child.getInputStream().readAllBytes()).strip());
        } finally {
            child.destroyForcibly();
        }
    }
}
