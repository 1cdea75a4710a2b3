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
import colors.support.Child;
import colors.support.WithDaemon;
import colors.wrappers.Elements;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Flat arrays. */
@ExtendWith(WithDaemon.class)
class SharedArrayTest {
    private static final Object[] PRIVATE = {
        new byte[] {-128, 0, 127},
        new short[] {Short.MIN_VALUE, 0, Short.MAX_VALUE},
        new char[] {0, 'x', '\uffff'},
        new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE},
        new long[] {Long.MIN_VALUE, 0, Long.MAX_VALUE},
        new float[] {-0.0f, 0.1f, Float.NaN},
        new double[] {-0.0, 0.1, Double.NEGATIVE_INFINITY},
        new boolean[] {true, false, true}
    };

    static class Holder {
        int[] counts = {1, 2};
        List<Integer> list;
        Object any;
    }

    @Test
    void everyTypeThereAndBack() {
        for (Object array : PRIVATE) {
            SharedArray<Object> shared = SharedArray.copyOf(array);
            assertEquals(array.getClass().getComponentType(), shared.componentType());
            assertEquals(3, shared.size());
            assertTrue(new Object[] {shared.toPrimitiveArray()}[0].getClass() == array.getClass());
            for (int i = 0; i < 3; i++) {
                assertEquals(Elements.stored(Array.get(array, i)), shared.get(i));
                assertEquals(Array.get(array, i), Array.get(shared.toPrimitiveArray(), i));
                assertEquals(Array.get(array, i), Array.get(SharedMemory.copyOut(shared, Object.class), i));
            }
            assertEquals(List.of(shared.get(0), shared.get(1), shared.get(2)), shared);
        }
    }

    @Test
    void elementsAreCheckedWhenTheyAreStored() {
        SharedArray<Object> bytes = SharedArray.create(byte.class, 2).as(Object.class);
        bytes.setLong(1, -128);
        String message = typeError(() -> bytes.setLong(1, 128));
        assertTrue(
                message.contains(
                        "element 1 of an array of int8 is one integer from -128 to 127; it cannot hold the integer"
                                + " 128; nothing was stored"),
                message);
        typeError(() -> bytes.set(0, 1.0));
        typeError(() -> bytes.set(0, null));
        typeError(() -> bytes.set(0, "1"));
        typeError(() -> bytes.setDouble(0, 1));
        assertEquals(List.of(0L, -128L), bytes);
        SharedArray<Object> floats = SharedArray.create(float.class, 2).as(Object.class);
        floats.setDouble(0, 0.1);
        assertEquals((double) 0.1f, floats.getDouble(0));
        floats.set(1, 3);
        typeError(() -> floats.setDouble(1, 1e300));
        assertEquals(3.0, floats.set(1, Float.POSITIVE_INFINITY));
        typeError(() -> floats.getLong(0));
        SharedArray<Object> booleans = SharedArray.create(boolean.class, 1).as(Object.class);
        booleans.set(0, true);
        typeError(() -> booleans.set(0, 2));
        assertEquals(1, booleans.getLong(0));
        typeError(() -> booleans.getDouble(0));
        SharedArray<Object> chars = SharedArray.copyOf(new char[] {'a'});
        typeError(() -> chars.setLong(0, -1));
        chars.set(0, 'b');
        assertEquals(List.of('b'), chars.as(Character.class));
    }

    private static String typeError(org.junit.jupiter.api.function.Executable executable) {
        SharedMemoryException e = assertThrows(SharedMemoryException.class, executable);
        assertEquals(Reason.TYPE, e.reason());
        return e.getMessage();
    }

    @Test
    void itsLengthIsFixed() {
        SharedArray<Object> array = SharedMemory.copyIn(new int[] {3, 1, 2});
        for (org.junit.jupiter.api.function.Executable change : List.<org.junit.jupiter.api.function.Executable>of(
                () -> array.add(1),
                () -> array.add(0, 1),
                () -> array.remove(0),
                array::removeFirst,
                array::removeLast,
                array::clear,
                () -> array.remove((Object) 3L),
                () -> array.addAll(List.of(1)),
                () -> array.subList(0, 1).clear(),
                () -> array.removeIf(element -> true),
                () -> array.addFirst(1),
                () -> array.listIterator().add(1))) {
            String message =
                    assertThrows(UnsupportedOperationException.class, change).getMessage();
            assertTrue(message.contains("an array of int32 has a fixed length of 3"), message);
        }
        assertFalse(array.remove("no such element"));
        assertFalse(array.removeIf(element -> false));
        assertFalse(array.addAll(List.of()));
        assertEquals(List.of(3L, 1L, 2L), array);
        SharedArray<Object> empty = SharedArray.create(double.class, 0).as(Object.class);
        empty.clear();
        assertThrows(NoSuchElementException.class, empty::removeFirst);
        assertThrows(NoSuchElementException.class, empty::getLast);
    }

    @Test
    void anArrayIsAList() {
        SharedArray<Object> array = SharedMemory.copyIn(new int[] {3, 1, 2});
        array.sort(null);
        assertEquals(List.of(1L, 2L, 3L), array);
        array.sort(Comparator.comparing(element -> -(Long) element));
        array.replaceAll(element -> (Long) element * 10);
        assertEquals(List.of(30, 20, 10), array.as(Integer.class));
        typeErrorOfAll(array);
        assertEquals(60, array.longStream().sum());
        assertEquals(1, array.indexOf(20));
        assertEquals("[30, 20, 10]", array.toString());
        assertEquals(array, SharedMemory.copyIn(List.of(30, 20, 10)));
        assertEquals(new ArrayList<>(array).hashCode(), array.hashCode());
        assertThrows(IndexOutOfBoundsException.class, () -> array.get(3));
        assertThrows(IndexOutOfBoundsException.class, () -> array.getLong(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> array.setLong(3, 0));
    }

    /** Nothing is stored when one element does not fit. */
    private static void typeErrorOfAll(SharedArray<Object> array) {
        typeError(() -> array.replaceAll(element -> element.equals(10L) ? Long.MAX_VALUE : 0L));
        assertEquals(List.of(30L, 20L, 10L), array);
    }

    @Test
    void memoryIsTheElementsThemselves() {
        SharedArray<Object> array = SharedArray.create(int.class, 1000).as(Object.class);
        MemorySegment memory = array.memory();
        assertEquals(4000, memory.byteSize());
        memory.setAtIndex(ValueLayout.JAVA_INT, 7, 42);
        assertEquals(42, array.getLong(7));
        assertEquals(42, (int) ValueLayout.JAVA_INT.varHandle().getAndAdd(memory, 28L, 1));
        assertEquals(43, array.buffer().asIntBuffer().get(7));
        assertEquals(ByteOrder.nativeOrder(), array.buffer().order());
        int[] many = new int[1000];
        MemorySegment.copy(memory, ValueLayout.JAVA_INT, 0, many, 0, 1000);
        assertEquals(43, many[7]);
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, array::longs).reason());
        assertEquals(8, SharedMemory.copyIn(new double[] {1}).doubles().byteSize());
    }

    @Test
    void whatIsNoFlatArray() {
        for (Object wrong : new Object[] {"text", 1, null}) {
            assertEquals(
                    Reason.ARGUMENT,
                    assertThrows(SharedMemoryException.class, () -> SharedArray.copyOf(wrong))
                            .reason());
        }
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> SharedArray.create(void.class, 1))
                        .reason());
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> SharedArray.create(int.class, -1))
                        .reason());
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> SharedArray.create(long.class, Integer.MAX_VALUE))
                        .reason());
    }

    @Test
    void partsOfAGraph() {
        Holder original = new Holder();
        original.any = new short[][] {{1}, {2, 3}};
        original.list = List.of(7);
        Ref<?> shared = Ref.copyOf(original);
        assertInstanceOf(SharedArray.class, shared.get("counts"));
        SharedArray<Object> rows =
                ((SharedArray<?>) assertInstanceOf(SharedArray.class, shared.get("any"))).as(Object.class);
        assertEquals(Object.class, rows.componentType());
        assertEquals(List.of(2L, 3L), rows.get(1));
        assertEquals(short.class, (((SharedArray<?>) rows.get(1)).as(Object.class)).componentType());
        shared.set("list", SharedMemory.copyIn(new int[] {8, 9}));
        Holder back = SharedMemory.copyOut(shared, Holder.class);
        assertArrayEquals(new int[] {1, 2}, back.counts);
        assertEquals(List.of(8, 9), back.list);
        assertArrayEquals(new short[] {2, 3}, (short[]) ((Object[]) back.any)[1]);
        shared.set("counts", SharedMemory.copyIn(new long[] {5}));
        assertArrayEquals(new int[] {5}, SharedMemory.copyOut(shared, Holder.class).counts);
        shared.set("counts", SharedMemory.copyIn(new long[] {1L << 40}));
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> SharedMemory.copyOut(shared, Holder.class))
                        .reason());
        Repository<Object> repository = SharedMemory.repository("array.part");
        repository.set(shared.get("counts"));
        assertEquals(repository.get(), shared.get("counts"));
        repository.set(null);
        assertNull(repository.get());
    }

    @Test
    void references() {
        Holder holder = new Holder();
        Object[] original = {
            holder, "a text of some length", 7, 1.5, null, true, new Object[] {holder}, Long.MAX_VALUE, List.of("x")
        };
        SharedArray<Object> array = SharedArray.copyOf(original);
        assertEquals(9, array.size());
        assertEquals(array.get(0), (((SharedArray<?>) array.get(6)).as(Object.class)).get(0));
        assertEquals(List.of("a text of some length", 7L, 1.5), array.subList(1, 4));
        assertNull(array.get(4));
        assertEquals(7, array.getLong(2));
        typeError(() -> array.getLong(1));
        typeError(() -> array.getLong(4));
        typeError(array::memory);
        typeError(array::toPrimitiveArray);
        assertEquals(Long.MAX_VALUE, array.set(7, array));
        assertEquals(array, array.get(7));
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> array.set(0, new Holder()))
                        .reason());
        String message = assertThrows(UnsupportedOperationException.class, () -> array.add(1))
                .getMessage();
        assertTrue(message.contains("an array of references has a fixed length of 9"), message);
        Object[] back = SharedMemory.copyOut(array, Object[].class);
        assertEquals(((Holder) back[0]).counts.length, 2);
        assertEquals(back[0], ((Object[]) back[6])[0]);
        assertEquals(back, back[7]);
    }

    @Test
    void textsAreReferences() {
        SharedArray<Object> names = SharedArray.create(String.class, 3).as(Object.class);
        assertNull(names.get(2));
        names.replaceAll(name -> "n");
        names.set(1, "a longer name than that");
        names.sort(null);
        assertEquals(List.of("a longer name than that", "n", "n"), names);
        assertArrayEquals(
                new String[] {"a longer name than that", "n", "n"}, SharedMemory.copyOut(names, String[].class));
        List<?> list = SharedMemory.copyOut(names, List.class);
        assertEquals(names, list);
        assertEquals(
                Reason.TYPE,
                assertThrows(SharedMemoryException.class, () -> SharedMemory.copyOut(names, int[].class))
                        .reason());
    }

    /** What is in an array lives, what was taken out of it does not have to. */
    @Test
    void referencesAreKeptAlive() {
        SharedArray<Object> array = SharedArray.create(Object.class, 2000).as(Object.class);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, SharedArray.copyOf(new Object[] {"text number " + i + " of round " + round, i}));
            }
            SharedMemory.collect();
            for (int i = 0; i < array.size(); i++) {
                assertEquals(List.of("text number " + i + " of round " + round, (long) i), array.get(i));
            }
        }
    }

    @Test
    void anotherProcessChangesIt() throws Exception {
        SharedArray<Object> numbers = SharedMemory.copyIn(new double[] {1, 2, 3});
        SharedMemory.repository("array.numbers").set(numbers);
        Child.Result child = Child.run(System.getProperty("colors.segment"), Doubling.class, List.of());
        assertEquals(0, child.exitCode(), child.output());
        assertEquals(List.of(2.0, 4.0, 6.0), numbers);
    }

    /** Another process. */
    static final class Doubling {
        public static void main(String[] args) {
            SharedArray<Object> numbers =
                    ((SharedArray<?>) SharedMemory.repository("array.numbers").get()).as(Object.class);
            for (int i = 0; i < numbers.size(); i++) {
                numbers.setDouble(i, 2 * numbers.getDouble(i));
            }
        }
    }
}
