// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMap.ComparedBy;
import colors.SharedMemoryException.Reason;
import colors.support.Child;
import colors.support.WithDaemon;
import colors.values.Equality;
import colors.values.Frozen;
import colors.wrappers.ListWrapper;
import java.io.BufferedReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Shared objects as keys: records by their components, others by identity, also where another program put them by a
 * hash of its own.
 */
@ExtendWith(WithDaemon.class)
class KeysTest {

    record Point(int x, double y) {}

    record Line(Point from, Point to, String name) {}

    record Empty() {}

    record Holder(Object content) {}

    static final class Node {
        final int number;

        Node(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Node node && node.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    private static Object shared(Object object) {
        return Ref.copyOf(object);
    }

    private static void put(SharedMap<Object, Object> map, Object key, Object value) {
        map.put(key, value);
    }

    @Test
    void recordsByTheirComponents() {
        SharedMap<Object, Object> map = SharedMap.create();
        put(map, shared(new Point(1, 2)), "first");
        assertEquals("first", map.put(shared(new Point(1, 2)), "second"));
        assertEquals(1, map.size());
        assertEquals("second", map.get(new Point(1, 2)));
        assertEquals("second", map.get(shared(new Point(1, 2))));
        assertNull(map.get(new Point(2, 1)));
        assertFalse(map.containsKey(new Line(new Point(1, 2), null, "")));
        assertEquals("second", map.remove(new Point(1, 2)));
        assertTrue(map.isEmpty());
    }

    @Test
    void recordsInRecords() {
        SharedSet<Object> set = SharedSet.create();
        for (int i = 0; i < 50; i++) {
            assertTrue(set.add(shared(new Line(new Point(i, 0.5), new Point(i, -0.0), i % 2 == 0 ? null : "odd"))));
            assertFalse(set.add(shared(new Line(new Point(i, 0.5), new Point(i, 0.0), i % 2 == 0 ? null : "odd"))));
        }
        assertTrue(set.contains(new Line(new Point(4, 0.5), new Point(4, 0), null)));
        assertFalse(set.contains(new Line(new Point(4, 0.5), new Point(4, 0), "")));
        assertFalse(set.contains(new Line(new Point(4, 0.5), null, null)));
        assertTrue(set.remove(new Line(new Point(5, 0.5), new Point(5, 0), "odd")));
        assertEquals(49, set.size());
        assertTrue(set.add(shared(new Empty())) && set.contains(new Empty()) && !set.add(shared(new Empty())));
        assertFalse(set.contains(new Holder(new Object())));
    }

    /** Keys are compared when all that they refer to was copied. */
    @Test
    void copiedMaps() {
        Map<Object, Object> map = new LinkedHashMap<>();
        Node node = new Node(7);
        map.put("text", 1);
        map.put(new Line(new Point(1, 1), new Point(2, 2), "a"), 2);
        map.put(node, 3);
        map.put(new Point(1, 1), 4);
        map.put(new Holder(node), 5);
        SharedMap<Object, Object> copy = SharedMemory.copyIn(map);
        assertEquals(5, copy.size());
        assertEquals(2L, copy.get(new Line(new Point(1, 1), new Point(2, 2), "a")));
        assertEquals(4L, copy.get(new Point(1, 1)));
        assertEquals(1L, copy.get("text"));
        assertNull(copy.get(new Node(7)));
        copy.keySet().forEach(key -> assertTrue(copy.containsKey(key), () -> key.toString()));
        Object sharedNode = copy.keySet().stream()
                .filter(key -> Long.valueOf(3).equals(copy.get(key)))
                .findFirst()
                .orElseThrow();
        assertEquals(5L, copy.get(shared(new Holder(sharedNode))));
        Set<Object> set = new HashSet<>(map.keySet());
        assertTrue(SharedMemory.copyIn(set).contains(new Point(1, 1)));
    }

    @Test
    void equalInSharedMemory() {
        // two keys to Java
        Map<Object, Object> map = new HashMap<>(Map.of(new Point(0, 0.0), 1, new Point(0, -0.0), 2));
        SharedMemoryException error = assertThrows(SharedMemoryException.class, () -> SharedMemory.copyIn(map));
        assertEquals(Reason.ARGUMENT, error.reason());
        assertTrue(error.getMessage().contains("equal in shared memory"), error.getMessage());
    }

    @Test
    void othersByIdentity() {
        SharedMap<Object, Object> map = SharedMap.create();
        Object node = shared(new Node(1));
        put(map, node, 1);
        put(map, shared(new Node(1)), 2);
        assertEquals(2, map.size());
        assertEquals(1L, map.get(node));
        assertNull(map.get(new Node(1)));
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> map.put(new Node(1), 3))
                        .reason());
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> map.merge(new Node(1), 3, (a, b) -> a))
                        .reason());
    }

    @Test
    void inFrozenContainers() {
        SharedMap<Object, Object> map = SharedMap.create();
        put(map, tuple(shared(new Point(3, 4)), 1L), "tuple");
        assertEquals("tuple", map.get(tuple(shared(new Point(3, 4)), 1L)));
        assertNull(map.get(tuple(shared(new Point(3, 5)), 1L)));
        assertFalse(
                Equality.equal(tuple(shared(new Point(3, 4))), tuple(shared(new Point(3, 4)))),
                "by address, without a class");
    }

    private static SharedList<Object> tuple(Object... elements) {
        return new ListWrapper(Frozen.tuple(List.of(elements)), Frozen.chunk());
    }

    /** A program that never used the class before it looks for keys: it is found by its name. */
    public static final class Reader {
        public static void main(String[] arguments) throws Exception {
            SharedMap<Object, Object> map =
                    ((SharedMap<?, ?>) SharedMemory.repository("keys.read").get()).as(Object.class, Object.class);
            System.out.println(map.containsKey(map.keySet().iterator().next()) + " " + map.get(new Point(8, 9)) + " "
                    + map.get(new Point(9, 8)));
        }
    }

    @Test
    void aProgramThatOnlyReads() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        put(map, shared(new Point(8, 9)), "found");
        SharedMemory.repository("keys.read").set(map);
        assertEquals(
                new Child.Result(0, "true found null"),
                Child.run(System.getProperty("colors.segment"), Reader.class, List.of()));
    }

    @ComparedBy({"number", "text"})
    static class Compared {
        final int number;
        final String text;
        final String note;

        Compared(int number, String text, String note) {
            this.number = number;
            this.text = text;
            this.note = note;
        }
    }

    static final class Sub extends Compared {
        Sub(int number, String text) {
            super(number, text, null);
        }
    }

    @ComparedBy("none")
    static final class Misnamed {
        int some;
    }

    @Test
    void classesThatNameTheirFields() {
        SharedSet<Object> set = SharedSet.create();
        assertTrue(set.add(shared(new Compared(1, null, "first"))));
        assertFalse(set.add(shared(new Compared(1, null, "second"))));
        assertTrue(set.contains(new Compared(1, null, "third")) && !set.contains(new Compared(1, "", "first")));
        assertTrue(set.add(shared(new Sub(1, null))), "of another class");
        assertTrue(set.contains(new Sub(1, null)) && set.size() == 2);
        SharedMemoryException error = assertThrows(SharedMemoryException.class, () -> set.contains(new Misnamed()));
        assertTrue(error.getMessage().contains("[none]") && error.getMessage().contains("[some]"), error.getMessage());
    }

    /** A program without the records: objects that it holds are found, in records' order or not, equal ones are not. */
    public static final class Stranger {
        public static void main(String[] arguments) throws Exception {
            SharedMap<Object, Object> map =
                    ((SharedMap<?, ?>) SharedMemory.repository("keys").get()).as(Object.class, Object.class);
            SharedList<Object> added =
                    ((SharedList<?>) SharedMemory.repository("keys.added").get()).as(Object.class);
            System.out.println(map.keySet().stream().allMatch(map::containsKey) + " " + map.containsKey(added.get(0)));
            map.put(added.get(1), "by a stranger");
            map.put(map.keySet().iterator().next(), "changed");
            System.out.println(map.size());
        }
    }

    @Test
    void aProgramThatKnowsLess() throws Exception {
        SharedMap<Object, Object> map = SharedMap.create();
        for (int i = 0; i < 10; i++) {
            put(map, shared(new Known(i)), i);
        }
        Object held = shared(new Known(100));
        SharedList<Object> added = SharedList.create();
        added.addAll(List.of(shared(new Known(3)), held));
        SharedMemory.repository("keys").set(map);
        SharedMemory.repository("keys.added").set(added);
        Process other = Child.start(System.getProperty("colors.segment"), Stranger.class, List.of());
        try (BufferedReader output = other.inputReader()) {
            assertEquals("true false", output.readLine());
            assertEquals("11", output.readLine());
        }
        assertEquals(0, other.waitFor());
        assertEquals("changed", map.get(new Known(0)));
        assertEquals("by a stranger", map.get(held));
        assertEquals("by a stranger", map.put(held, "mine"));
        assertEquals(11, map.size());
    }

    /** No other program finds a class of this name. */
    @SharedName("nowhere.Known")
    record Known(int number) {}
}
