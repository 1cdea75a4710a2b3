// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedSet;
import colors.support.WithDaemon;
import company.shareable.Team;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Fields that are declared ArrayList, HashMap and so on, and what {@code new} makes of these in shared mode. Runs under
 * the agent.
 */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentCollectionsTest {

    private static Team shared() {
        return SharedMemory.construct(Team::new);
    }

    private static Object field(Team team, String name) {
        return Ref.of(team).get(name);
    }

    @Test
    void whatAConstructorMakesIsShared() {
        Team team = shared();
        team.names.add("Ada");
        team.scores.add(3);
        team.points.put("Ada", 4);
        team.numbers.add(5);
        assertEquals(12, team.total());
        assertEquals(List.of("Ada"), ((SharedList<?>) field(team, "names")).as(Object.class));
        assertEquals(Map.of("Ada", 4L), ((SharedMap<?, ?>) field(team, "points")).as(Object.class, Object.class));
        assertEquals(Set.of(5L), ((SharedSet<?>) field(team, "numbers")).as(Object.class));
        assertEquals("[b, a]", field(team, "order").toString());
        (((SharedList<?>) field(team, "scores")).as(Object.class)).add(30);
        assertEquals(42, team.total());
        assertTrue(SharedMemory.isShared(team.names) && SharedMemory.isShared(team.plain));
        assertTrue(team.names == team.names);
        assertFalse(team.names == (Object) team.order);
    }

    @Test
    void privateOnesAreAsBefore() {
        Team team = new Team();
        assertSame(ArrayList.class, team.names.getClass());
        assertSame(LinkedHashMap.class, team.places.getClass());
        assertFalse(SharedMemory.isShared(team.names));
        Team copy = SharedMemory.copyIn(team);
        copy.names.add("Bob");
        assertEquals(List.of("Bob"), field(copy, "names"));
        assertTrue(team.names.isEmpty());
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> copy.names = new ArrayList<>());
        assertTrue(thrown.getMessage().contains("java.util.ArrayList"), thrown.getMessage());
        copy.names = SharedMemory.construct(() -> new ArrayList<>(List.of("Eve", "Ada")));
        assertEquals(List.of("Eve", "Ada"), copy.names);
        Team other = shared();
        other.names = copy.names;
        assertTrue(other.names == copy.names);
        assertThrows(IllegalArgumentException.class, () -> SharedMemory.construct(() -> new ArrayList<String>(-1)));
        assertThrows(NullPointerException.class, () -> SharedMemory.construct(() -> new HashMap<String, String>(null)));
        // in the order of access
        assertFalse(
                SharedMemory.isShared(SharedMemory.construct(() -> new LinkedHashMap<String, String>(8, 0.5f, true))));
    }

    @Test
    void numbersAreWhatTheProgramCastsThemTo() {
        Team team = shared();
        team.places.put(2, "second");
        team.places.put(1, "first");
        int sum = 0;
        for (int place : team.places.keySet()) {
            sum = 10 * sum + place;
        }
        assertEquals(21, sum);
        short first = team.plain.get(0);
        float share = team.shares.get("x");
        assertEquals("1 0.1", first + " " + share);
        team.letters.add('q');
        char letter = team.letters.iterator().next();
        assertEquals('q', letter);
        (((SharedMap<?, ?>) field(team, "points")).as(Object.class, Object.class)).put("large", 1L << 40);
        assertTrue(assertThrows(SharedMemoryException.class, () -> team.total())
                .getMessage()
                .contains("1099511627776"));
        Map<String, Integer> raw = SharedMemory.construct(() -> new HashMap<>());
        raw.put("a", 1);
        int cast = raw.get("a");
        assertEquals(1, cast);
        assertThrows(ClassCastException.class, () -> raw.values().forEach(value -> team.scores.add(value)));
    }

    /** Whatever JDK runs this: no inherited method is left that would see the superclass's own, empty state. */
    @Test
    void everyMethodIsTheContainers() {
        Team team = shared();
        for (Object collection : new Object[] {team.names, team.points, team.places, team.numbers, team.order}) {
            for (Method method : collection.getClass().getMethods()) {
                if ((method.getModifiers() & (Modifier.STATIC | Modifier.FINAL)) == 0) {
                    assertSame(collection.getClass(), method.getDeclaringClass(), method.toString());
                }
            }
        }
    }

    @Test
    void theJdkTakesAListAsItsOwn() {
        ArrayList<String> names = shared().names;
        Collections.addAll(names, "c", "a", "b");
        Collections.sort(names);
        assertEquals(List.of("a", "b", "c"), names);
        Collections.reverse(names);
        assertEquals("cba", String.join("", names));
        assertEquals(new ArrayList<>(names), names);
        assertEquals(names, new ArrayList<>(names));
        assertEquals(List.of("c", "b", "a").hashCode(), names.hashCode());
        assertEquals("[c, b, a]", names.toString());
        assertEquals("abc", new PriorityQueue<>(names).stream().sorted().collect(Collectors.joining()));
        assertEquals(List.of("a", "b", "c"), names.reversed());
        names.subList(0, 1).clear();
        names.ensureCapacity(100);
        names.trimToSize();
        names.removeIf("b"::equals);
        names.addFirst("z");
        assertEquals(List.of("z", "a"), names);
        Object clone = names.clone();
        assertSame(ArrayList.class, clone.getClass());
        assertEquals(names, clone);
    }

    @Test
    void theJdkTakesAMapAsItsOwn() {
        Team team = shared();
        HashMap<String, Integer> points = team.points;
        points.computeIfAbsent("x", String::length);
        points.putAll(Map.of("y", 2));
        assertEquals(Map.of("x", 1, "y", 2), points);
        assertEquals(points, Map.of("x", 1, "y", 2));
        assertEquals(2, new HashMap<>(points).size());
        assertEquals(3, points.values().stream().mapToInt(Number::intValue).sum());
        points.merge("y", 40, Integer::sum);
        points.replaceAll((name, value) -> value + name.length());
        points.compute("x", (name, value) -> value - 1);
        points.computeIfPresent("x", (name, value) -> value * 1);
        assertEquals(Map.of("x", 1, "y", 43), points);
        assertEquals(Map.of("x", 1L, "y", 43L), field(team, "points"));
        assertTrue(points.replace("y", 43, 2) && points.containsValue(2) && points.containsKey("y"));
        assertEquals(7, points.getOrDefault("z", 7));
        points.entrySet().iterator().next().setValue(1);
        points.entrySet().removeIf(entry -> entry.getKey().equals("x"));
        points.remove("y");
        assertTrue(points.isEmpty());
        team.places.put(1, "first");
        assertEquals("{1=first}", team.places.toString());
    }

    @Test
    void theJdkTakesASetAsItsOwn() {
        HashSet<Integer> numbers = shared().numbers;
        numbers.addAll(List.of(3, 1, 3));
        assertEquals(2, numbers.size());
        assertTrue(numbers.contains(3) && numbers.retainAll(Set.of(3)));
        assertEquals(new LinkedHashSet<>(numbers), numbers);
    }

    @Test
    void whatASharedContainerLacksSaysSo() {
        Team team = shared();
        UnsupportedOperationException thrown =
                assertThrows(UnsupportedOperationException.class, () -> team.places.sequencedKeySet());
        assertTrue(thrown.getMessage().contains("LinkedHashMap.sequencedKeySet"), thrown.getMessage());
        assertThrows(UnsupportedOperationException.class, () -> team.order.reversed());
        Ref.of(team).set("unsupported", SharedMemory.copyIn(List.of("a")));
        SharedMemoryException read = assertThrows(SharedMemoryException.class, () -> team.unsupported.size());
        assertTrue(read.getMessage().contains("declare it as List or ArrayList"), read.getMessage());
        for (Collection<?> collection : team.collections()) {
            assertThrows(NotSerializableException.class, () -> new ObjectOutputStream(new ByteArrayOutputStream())
                    .writeObject(collection));
        }
    }
}
