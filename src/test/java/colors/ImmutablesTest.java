// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Private records and immutable lists where shared memory takes values, without the agent: a copy is stored, and a
 * shared object is read.
 */
@ExtendWith(WithDaemon.class)
class ImmutablesTest {

    record Point(int x, double y) {}

    record Line(Point from, Point to, List<Integer> widths) {}

    record Window(Thread thread) {}

    static final class Holder {
        Object any;
        Point point;
    }

    private static final Point ONE = new Point(1, 0.5);

    private static Object x(Object shared) {
        return ((Ref<?>) shared).get("x");
    }

    @Test
    void lists() {
        SharedList<Object> list = SharedList.create();
        list.add(ONE);
        list.add(0, new Point(2, 2));
        assertEquals(2L, x(list.set(0, new Point(3, 3))));
        list.addAll(List.of(ONE, "text", new Line(ONE, null, List.of(7))));
        list.replaceAll(element -> element.equals("text") ? new Point(4, 4) : element);
        assertEquals(
                List.of(3L, 1L, 1L, 4L),
                list.subList(0, 4).stream().map(ImmutablesTest::x).toList());
        assertEquals(1, list.indexOf(new Point(1, 0.5)));
        assertEquals(2, list.lastIndexOf(ONE));
        assertTrue(list.remove(ONE));
        assertFalse(list.contains(new Point(1, 1)));
        assertEquals(4, list.size());
        assertThrows(SharedMemoryException.class, () -> list.add(new Window(Thread.currentThread())));
        assertEquals(4, list.size());
    }

    @Test
    void viewsOfRecords() {
        List<Point> list = SharedList.create().as(Point.class);
        list.add(ONE);
        list.add(new Point(2, 2));
        assertEquals(List.of(ONE, new Point(2, 2)), list);
        assertNotSame(list.get(0), list.get(0));
        assertEquals(3, list.stream().mapToInt(Point::x).sum());
        assertTrue(list.remove(new Point(1, 0.5)));
        Set<Point> set = SharedSet.create().as(Point.class);
        set.add(ONE);
        set.add(new Point(1, 0.5));
        assertEquals(Set.of(ONE), set);
        List<Line> lines = SharedList.create().as(Line.class);
        lines.add(new Line(ONE, new Point(2, 2), List.of(1, 2)));
        assertEquals(new Line(ONE, new Point(2, 2), List.of(1, 2)), lines.get(0));
        SharedList<Object> other = SharedList.create();
        other.add(new Line(null, null, null));
        assertTrue(assertThrows(
                        SharedMemoryException.class, () -> other.as(Point.class).get(0))
                .getMessage()
                .contains("does not fit"));
    }

    @Test
    void mapsAndSets() {
        SharedMap<Object, Object> map = SharedMap.create();
        map.put(ONE, new Point(2, 2));
        assertEquals(2L, x(map.get(new Point(1, 0.5))));
        assertEquals(2L, x(map.putIfAbsent(new Point(1, 0.5), "other")));
        assertTrue(map.containsValue(new Point(2, 2)));
        assertTrue(map.replace(ONE, new Point(2, 2), new Point(3, 3)));
        assertFalse(map.remove(ONE, new Point(2, 2)));
        assertEquals(4L, x(map.compute(ONE, (key, value) -> new Point(4, 4))));
        assertEquals(5L, x(map.computeIfAbsent(new Point(9, 9), key -> new Point(5, 5))));
        assertEquals(5L, x(map.merge(new Point(9, 9), new Point(0, 0), (old, value) -> old)));
        assertEquals(6L, x(map.merge(new Point(8, 8), new Point(6, 6), (old, value) -> old)));
        assertEquals(3, map.size());
        assertTrue(map.remove(ONE, new Point(4, 4)));
        Map<Point, Point> view = map.as(Point.class, Point.class);
        assertEquals(Map.of(new Point(9, 9), new Point(5, 5), new Point(8, 8), new Point(6, 6)), view);
        assertTrue(view.entrySet().contains(Map.entry(new Point(8, 8), new Point(6, 6))));
        SharedSet<Object> set = SharedSet.create();
        assertTrue(set.add(ONE));
        assertFalse(set.add(new Point(1, 0.5)));
        assertTrue(set.remove(ONE));
        assertThrows(SharedMemoryException.class, () -> map.put(new Window(Thread.currentThread()), 1));
    }

    @Test
    void immutableListsAreFrozenOnes() throws Exception {
        SharedList<Object> list = SharedList.create();
        list.add(List.of(1, "two", List.of(ONE)));
        SharedList<Object> frozen = ((SharedList<?>) list.get(0)).as(Object.class);
        assertEquals(List.of(1L, "two"), frozen.subList(0, 2));
        assertEquals(1L, x(((List<?>) frozen.get(2)).get(0)));
        assertThrows(UnsupportedOperationException.class, () -> frozen.add(3));
        assertTrue(list.contains(List.of(1, "two", List.of(ONE))));
        assertFalse(list.contains(List.of(1, "two")));
        SharedMap<Object, Object> map = SharedMap.create();
        map.put(List.of(1, 2), List.of());
        assertEquals(List.of(), map.get(Stream.of(1, 2).toList()));
        assertNull(map.get(List.of(2, 1)));
        assertNull(map.get(List.of(new Object())));
        map.put(List.of(ONE), "by a record");
        assertEquals("by a record", map.get(List.of(new Point(1, 0.5))));
        assertNull(map.get(List.of(new Point(2, 0.5))));
        assertEquals(List.of(3), map.compute(List.of(1, 2), (key, value) -> List.of(3)));
        assertEquals(List.of(3L), map.get(List.of(1, 2)));
        Ref<Holder> holder = SharedClass.of(Holder.class).allocate();
        holder.set("any", List.of("a", "b", "c").subList(1, 3));
        assertEquals(List.of("b", "c"), holder.get("any"));
        Channel<Object> channel = SharedMemory.channel("lists");
        channel.send(List.of(7L));
        assertEquals(List.of(7L), channel.receive());
        assertThrows(SharedMemoryException.class, () -> list.add(List.of(new Holder())));
        assertThrows(SharedMemoryException.class, () -> list.add(new ArrayList<>(List.of(1))));
        assertThrows(SharedMemoryException.class, () -> map.put("key", List.of(new int[1])));
        assertEquals(1, list.size());
    }

    @Test
    void fieldsRepositoriesAndChannels() throws Exception {
        Ref<Holder> holder = SharedClass.of(Holder.class).allocate();
        holder.set("any", ONE);
        assertEquals(1L, x(holder.get("any")));
        SharedClass.of(Holder.class).field("any", Object.class).set(holder, new Point(2, 2));
        assertEquals(2L, x(holder.get("any")));
        holder.set("point", ONE);
        assertEquals(ONE, ((Ref<?>) holder.get("point")).toRecord(Point.class));
        assertThrows(SharedMemoryException.class, () -> holder.set("point", new Line(null, null, null)));
        Repository<Object> repository = SharedMemory.repository("record");
        repository.set(ONE);
        assertEquals(1L, repository.getRef().get("x"));
        assertFalse(repository.compareAndSet(new Point(2, 2), null));
        assertTrue(repository.compareAndSet(new Point(1, 0.5), new Point(3, 3)));
        assertEquals(3L, x(repository.waitForChange(ONE)));
        Channel<Object> channel = SharedMemory.channel("records");
        channel.send(ONE);
        assertTrue(channel.trySend(new Point(2, 2)));
        assertEquals(1L, x(channel.receive()));
        assertEquals(2L, x(channel.tryReceive(null)));
    }
}
