// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.classes.ClassMapping;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.support.Child;
import colors.support.WithDaemon;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class DynamicFieldsTest {

    @SharedName(open = true)
    static class Plain {
        int a;
        String b;
    }

    @Test
    void anAddedFieldMakesAVersionAndMovesOneObject() {
        Ref<Plain> one = SharedClass.of(Plain.class).allocate();
        Ref<Plain> two = SharedClass.of(Plain.class).allocate();
        SharedType before = one.type();
        one.set("state", "NY");
        assertEquals("NY", one.get("state"));
        assertFalse(before.equals(one.type()));
        assertEquals(before, two.type());
        assertEquals(before.name(), one.type().name());
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> two.get("state"));
        assertTrue(thrown.getMessage().contains("has no field 'state'"), thrown.getMessage());
        two.set("state", "CA");
        assertEquals(one.type(), two.type());
    }

    @Test
    void handlesWorkOnOtherVersions() {
        SharedClass<Plain> plain = SharedClass.of(Plain.class);
        Ref<Plain> o = plain.allocate();
        plain.intField("a").set(o, 5);
        o.set("state", "NY");
        assertEquals(5, plain.intField("a").get(o));
        plain.intField("a").set(o, 6);
        plain.stringField("b").set(o, "text");
        assertEquals(6L, o.get("a"));
        assertEquals("text", plain.stringField("b").get(o));
        o.remove("a");
        assertEquals(0, plain.intField("a").get(o));
        assertThrows(SharedMemoryException.class, () -> o.get("a"));
        plain.intField("a").set(o, 7);
        assertEquals(7L, o.get("a"));
    }

    @Test
    void anInferredTypeWidensAndADeclaredOneDoesNot() {
        Ref<Plain> o = SharedClass.of(Plain.class).allocate();
        o.set("x", 1);
        assertEquals("integer", typeOf(o, "x"));
        o.set("x", 2.5);
        assertEquals("any", typeOf(o, "x"));
        assertEquals(2.5, o.get("x"));
        o.set("y", 1);
        o.set("y", null);
        assertEquals("integer", typeOf(o, "y"));
        o.set("y", 3);
        assertEquals(3L, o.get("y"));
        assertThrows(SharedMemoryException.class, () -> o.set("a", 2.5));
        assertThrows(SharedMemoryException.class, () -> o.set("c", new Object()));
    }

    private static String typeOf(Ref<?> o, String field) {
        return o.type().fields().stream()
                .filter(f -> f.name().equals(field))
                .findFirst()
                .orElseThrow()
                .type();
    }

    static class Bag {}

    private static final int CHANGES = 950; // each may make a version, and a class has 1,000

    @Test
    void manyFieldsAddedAndRemovedAtRandomAgreeWithAMap() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Ref<Bag> o = SharedClass.of(Bag.class).allocate();
        TreeMap<String, Object> model = new TreeMap<>();
        Object[] values = {1L, -7L, 2.5, true, "text", null, o, 1L << 62};
        for (int i = 0; i < CHANGES; i++) {
            String name = "f" + random.nextInt(40);
            if (random.nextInt(4) == 0 && model.containsKey(name)) {
                o.remove(name);
                model.remove(name);
            } else {
                Object value = values[random.nextInt(values.length)];
                o.set(name, value);
                model.put(name, value);
            }
            String probe = "f" + random.nextInt(40);
            if (model.containsKey(probe)) {
                assertEquals(model.get(probe), o.get(probe), "seed " + seed);
            }
        }
        model.forEach((name, value) -> assertEquals(value, o.get(name), "seed " + seed));
    }

    @Test
    void threadsThatAddDifferentFieldsAllSucceed() throws InterruptedException {
        Ref<Plain> o = SharedClass.of(Plain.class).allocate();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            int id = t;
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 10; i++) {
                    o.set("t" + id + "_" + i, id * 100 + i);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int t = 0; t < 8; t++) {
            for (int i = 0; i < 10; i++) {
                assertEquals(t * 100L + i, o.get("t" + t + "_" + i));
            }
        }
    }

    @SharedName(open = true)
    static class Retyped {
        List<String> names;
        List<Integer> numbers;
        Set<String> set;
        Map<String, String> map;
        Integer count;
        Boolean flag;
        BigDecimal price;
        Comparable<?> any;
        int[] array;
    }

    /** What code that the agent rewrote gets of an open class's field, to which another program gave another type. */
    @Test
    void aRetypedFieldIsATypeConflictForRewrittenCode() {
        SharedClass<Retyped> type = SharedClass.of(Retyped.class);
        for (String name : List.of("names", "numbers", "set", "map", "count", "flag", "price", "any", "array")) {
            Ref<Retyped> o = type.allocate();
            var access = (FieldAccess.OfObject) ClassMapping.of(Retyped.class).access(Retyped.class, name);
            assertEquals(null, access.get((Shared) o));
            o.remove(name);
            o.set(name, SharedClass.of(Plain.class).allocate());
            SharedMemoryException thrown =
                    assertThrows(SharedMemoryException.class, () -> access.get((Shared) o), name);
            assertEquals(SharedMemoryException.Reason.TYPE, thrown.reason());
            assertTrue(
                    thrown.getMessage()
                            .contains("." + name
                                    + " holds an object of class colors.DynamicFieldsTest.Plain, which is no "),
                    thrown.getMessage());
        }
        Ref<Retyped> o = type.allocate();
        o.set("names", SharedMemory.copyIn(List.of("a")));
        o.set("numbers", SharedMemory.copyIn(List.of(7)));
        assertEquals(
                List.of("a"),
                ((FieldAccess.OfObject) ClassMapping.of(Retyped.class).access(Retyped.class, "names")).get((Shared) o));
        assertEquals(
                List.of(7),
                ((FieldAccess.OfObject) ClassMapping.of(Retyped.class).access(Retyped.class, "numbers"))
                        .get((Shared) o));
    }

    /**
     * Deletes and adds fields until it is told to stop: those of even number hold texts, those of odd number integers.
     */
    public static final class Deletes {
        public static void main(String[] arguments) {
            Ref<?> o = SharedMemory.repository("deleted").getRef();
            Repository<Object> stop = SharedMemory.repository("stop");
            System.out.println("goes");
            for (int i = 0; stop.get() == null; i++) {
                int n = i % FIELDS;
                o.remove("f" + n);
                o.set("f" + n, n % 2 == 0 ? (Object) ("text " + n) : (Object) n);
            }
        }
    }

    private static final int FIELDS = 6;

    @Test
    void theTextOfFieldsThatAnotherProcessDeletesHasNoWrongOnes() throws Exception {
        Ref<Plain> o = SharedClass.of(Plain.class).allocate();
        for (int n = 0; n < FIELDS; n++) {
            o.set("f" + n, n % 2 == 0 ? (Object) ("text " + n) : (Object) n);
        }
        SharedMemory.repository("deleted").set(o);
        SharedMemory.repository("stop").set(null);
        Process child = Child.start(System.getProperty("colors.segment"), Deletes.class, List.of());
        try {
            assertEquals('g', child.getInputStream().read());
            for (int i = 0; i < 100_000; i++) {
                for (String field : o.fieldsText().replaceAll("[\\[\\]]", "").split(", ")) {
                    assertTrue(field.matches("a=0|b=null|(f[024])=text .|(f[135])=.|f.=\\(changing\\)"), field);
                    assertTrue(
                            !field.startsWith("f")
                                    || field.endsWith(field.substring(1, 2))
                                    || field.endsWith("(changing)"),
                            field);
                }
            }
        } finally {
            SharedMemory.repository("stop").set(true);
            assertEquals(0, child.waitFor());
        }
    }
}
