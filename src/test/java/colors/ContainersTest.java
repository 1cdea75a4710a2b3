// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.roots.Shared;
import colors.support.WithDaemon;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class ContainersTest {

    static class Team {
        List<Object> members = new ArrayList<>();
        Map<String, Integer> points = new LinkedHashMap<>();
        Set<String> tags = Set.of("a");
        int[] scores = {1, 2, 3};
        byte[] logo = {7, -1};
        Object[][] table = {{1, "x"}, null, {}};
        Object any = List.of(1.5);
    }

    @Test
    void listsHoldEveryValue() {
        SharedList<Object> list = SharedList.create();
        Object[] values = {
            null, 1L, Long.MIN_VALUE, 1.5, Double.MIN_VALUE, true, "text", "\u20ac", BigInteger.TWO.pow(90), list
        };
        list.addAll(Arrays.asList(values));
        assertEquals(values.length, list.size());
        for (int i = 0; i < values.length - 1; i++) {
            assertEquals(values[i], list.get(i));
        }
        assertEquals(((Shared) list).address(), ((Shared) list.get(values.length - 1)).address());
        list.removeLast();
        assertArrayEquals(Arrays.copyOf(values, values.length - 1), list.toArray());
    }

    @Test
    void storageFollowsTheElements() {
        SharedList<Object> list = SharedMemory.copyIn(List.of(3, 1, 2));
        assertEquals(24, list.longs().byteSize());
        list.longs().setAtIndex(ValueLayout.JAVA_LONG, 0, 9);
        assertEquals(List.of(9L, 1L, 2L), list);
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, list::doubles).reason());
        list.set(1, "one");
        assertEquals(List.of(9L, "one", 2L), list);
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, list::longs).reason());
        list.clear();
        list.addAll(List.of(1.5, 2.5));
        assertEquals(2.5, list.doubles().getAtIndex(ValueLayout.JAVA_DOUBLE, 1));
    }

    @Test
    void numbersAreConverted() {
        SharedList<Object> list = SharedMemory.copyIn(List.of(1, (short) 2, 'c', 1L << 40));
        List<Integer> integers = list.as(Integer.class);
        assertEquals(99, integers.get(2));
        assertEquals(List.of(1, 2), integers.subList(0, 2));
        String message =
                assertThrows(SharedMemoryException.class, () -> integers.get(3)).getMessage();
        assertTrue(message.contains("1099511627776") && message.contains("Integer"), message);
        assertEquals(1L << 40, list.getLong(3));
    }

    @Test
    void changesAreChecked() {
        SharedList<Object> list = SharedMemory.copyIn(List.of("a"));
        assertThrows(IndexOutOfBoundsException.class, () -> list.get(1));
        assertThrows(IndexOutOfBoundsException.class, () -> list.get(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> list.set(1, "b"));
        assertThrows(IndexOutOfBoundsException.class, () -> list.add(2, "b"));
        assertThrows(IndexOutOfBoundsException.class, () -> list.add(-1, "b"));
        assertThrows(IndexOutOfBoundsException.class, () -> list.remove(-1));
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> list.add(new Object()))
                        .reason());
        assertEquals(List.of("a"), list);
    }

    @Test
    void mapsKeepTheOrderOfInsertion() {
        SharedMap<Object, Object> map = SharedMap.create();
        Map<Object, Object> twin = new LinkedHashMap<>();
        for (int i = 0; i < 1000; i++) {
            Object key = i % 2 == 0 ? (Object) ("key" + i % 300) : (Object) (long) (i % 250);
            assertEquals(twin.put(key, (long) i), map.put(key, i));
            if (i % 3 == 0) {
                assertEquals(twin.remove((long) (i % 100)), map.remove(i % 100));
            }
        }
        assertEquals(twin, map);
        assertEquals(new ArrayList<>(twin.keySet()), new ArrayList<>(map.keySet()));
        assertEquals(twin.size(), map.size());
    }

    @Test
    void oneRuleOfEquality() {
        SharedMap<Object, Object> map = SharedMap.create();
        map.put(1, "integer");
        assertEquals("integer", map.get(1.0));
        assertEquals("integer", map.get((byte) 1));
        assertNull(map.get(true));
        assertNull(map.get("1"));
        assertEquals("integer", map.put(1.0, "float"));
        assertEquals(1, map.size());
        map.put(null, null);
        assertTrue(map.containsKey(null) && map.get(null) == null);
        map.put(BigInteger.TWO.pow(70), "big");
        assertEquals("big", map.get(BigInteger.TWO.pow(70)));
        assertEquals("big", map.get(0x1p70));
        SharedSet<Object> set = SharedMemory.copyIn(Set.of("x", 2L));
        assertTrue(set.contains(2) && set.contains("x") && !set.contains(new Object()));
        String message = assertThrows(SharedMemoryException.class, () -> SharedMemory.copyIn(Set.of(1, 1.0)))
                .getMessage();
        assertTrue(message.contains("equal in shared memory"), message);
    }

    @Test
    void graphsWithContainersAreCopied() {
        Team team = new Team();
        team.members.add(team);
        team.members.add(team.members);
        team.points.put("Ada", 3);
        Ref<?> copy = Ref.copyOf(team);
        SharedList<Object> members =
                ((SharedList<?>) assertInstanceOf(SharedList.class, copy.get("members"))).as(Object.class);
        assertEquals(copy, members.get(0));
        assertEquals(((Shared) members).address(), ((Shared) members.get(1)).address());
        assertEquals(Map.of("Ada", 3L), copy.get("points"));
        assertEquals(Set.of("a"), copy.get("tags"));
        assertEquals(List.of(1L, 2L, 3L), copy.get("scores"));
        assertArrayEquals(team.logo, ((SharedBinary) copy.get("logo")).toByteArray());
        assertEquals(Arrays.asList(List.of(1L, "x"), null, List.of()), copy.get("table"));
        assertEquals(List.of(1.5), copy.get("any"));
        assertEquals(
                "[members: list, points: map, tags: set, scores: list, logo: binary, table: list, any: any]",
                copy.type().fields().stream()
                        .map(f -> f.name() + ": " + f.type())
                        .toList()
                        .toString());
    }

    @Test
    void fieldsTakeTheirContainers() {
        Ref<Team> team = SharedClass.of(Team.class).allocate();
        SharedList<Object> list = SharedList.create();
        team.set("members", list);
        assertEquals(list, team.get("members"));
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> team.set("points", list))
                        .reason());
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> team.set("logo", "text"))
                        .reason());
        team.set("any", SharedMap.create());
        assertInstanceOf(SharedMap.class, team.get("any"));
        Ref<Employee> other = Ref.copyOf(new Employee("A", 1, 1));
        other.set("note", list);
        assertEquals(list, other.get("note"));
    }

    @Test
    void sortedOnesAreRefused() {
        SharedMemoryException error =
                assertThrows(SharedMemoryException.class, () -> SharedMemory.copyIn(new TreeMap<>(Map.of(1, 2))));
        assertTrue(error.getMessage().contains("order of insertion"), error.getMessage());
        assertThrows(SharedMemoryException.class, () -> SharedClass.of(ArrayList.class)
                .allocate());
    }

    @Test
    void binaries() {
        SharedBinary binary = SharedMemory.copyIn(new byte[] {1, 2, 3});
        binary.set(1, (byte) -5);
        assertEquals(-5, binary.buffer().get(1));
        binary.buffer().put(2, (byte) 8);
        assertEquals(8, binary.get(2));
        assertThrows(IndexOutOfBoundsException.class, () -> binary.get(3));
        assertEquals(0, SharedBinary.create(0).size());
        assertEquals(0, SharedBinary.create(100).get(99));
        assertFalse(binary.isFrozen());
    }

    @Test
    void manyElements() {
        SharedList<Object> list = SharedList.create();
        for (int i = 0; i < 100_000; i++) {
            list.add(i % 1000 == 0 ? "s" + i : (Object) i);
        }
        SharedMemory.collect();
        for (int i = 0; i < 100_000; i++) {
            assertEquals(i % 1000 == 0 ? "s" + i : (Object) (long) i, list.get(i));
        }
        list.sort((a, b) -> b.toString().compareTo(a.toString()));
        assertEquals("s99000", list.get(0));
        SharedMap<Object, Object> map = SharedMap.create();
        for (int i = 0; i < 100_000; i++) {
            map.put("k" + i, i);
        }
        SharedMemory.collect();
        for (int i = 0; i < 100_000; i++) {
            assertEquals((long) i, map.get("k" + i));
        }
        assertEquals(100_000, map.size());
    }

    /**
     * Each is 8 MB, and the heap of the tests 512 MB; a chunk of the root log that named them all would keep them all.
     */
    @Test
    void largeOnesThatAreDroppedGiveTheirMemoryBack() {
        long[] numbers = new long[1_000_000];
        for (int i = 0; i < 150; i++) {
            numbers[i] = i;
            assertEquals((long) i, SharedMemory.copyIn(numbers).getLong(i));
        }
    }
}
