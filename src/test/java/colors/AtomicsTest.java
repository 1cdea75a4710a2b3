// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import java.math.BigInteger;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Compare and set, get and set, get and add, one thread at a time; AtomicThreadsTest has several. */
@ExtendWith(WithDaemon.class)
class AtomicsTest {

    @SharedName("atomics.Placed")
    static class Placed {
        byte tiny;
        short small;
        char unit;
        int medium;
        long large;
        float half;
        double whole;
        boolean on;
        String text;
        Placed next;
        Object any;
        Integer boxed;
    }

    /** The same, in another order, where fields may move. */
    @SharedName(value = "atomics.Open", open = true)
    static class Open {
        Integer boxed;
        Object any;
        Placed next;
        String text;
        boolean on;
        double whole;
        float half;
        long large;
        int medium;
        char unit;
        short small;
        byte tiny;
    }

    private static final List<Class<?>> CLASSES = List.of(Placed.class, Open.class);

    private static void refused(Reason reason, String message, Runnable operation) {
        SharedMemoryException e = assertThrows(SharedMemoryException.class, operation::run);
        assertEquals(reason, e.reason(), e.getMessage());
        assertTrue(e.getMessage().contains(message), e.getMessage());
    }

    private static <C> void integer(Ref<C> object, SharedClass<C> type, String name, long least, long most) {
        Field.OfLong<C> field = type.longField(name);
        assertTrue(field.compareAndSet(object, 0, most - 1));
        assertFalse(field.compareAndSet(object, 0, 1));
        assertFalse(field.compareAndSet(object, most - 1 - (1L << 32), 1)); // the same in its bits
        assertEquals(most - 1, field.getAndAdd(object, 1));
        refused(Reason.TYPE, "overflows", () -> field.getAndAdd(object, 1));
        refused(Reason.TYPE, "", () -> object.getAndAdd(name, 1));
        assertEquals(most, field.getAndSet(object, least));
        refused(Reason.TYPE, "overflows", () -> field.getAndAdd(object, -1));
        refused(Reason.TYPE, "", () -> object.getAndAdd(name, -1));
        assertEquals(least, object.getAndAdd(name, 1));
        assertTrue(object.compareAndSet(name, least + 1, 7));
        assertEquals(7L, object.getAndSet(name, 8));
        assertEquals(8, field.get(object));
        refused(Reason.TYPE, "float", () -> object.getAndAdd(name, 0.5));
    }

    @Test
    void integersOfAllWidths() {
        CLASSES.forEach(type -> integersOfAllWidthsOf(SharedClass.of(type)));
    }

    private static <C> void integersOfAllWidthsOf(SharedClass<C> shared) {
        Ref<C> object = shared.allocate();
        integer(object, shared, "tiny", Byte.MIN_VALUE, Byte.MAX_VALUE);
        integer(object, shared, "small", Short.MIN_VALUE, Short.MAX_VALUE);
        integer(object, shared, "unit", Character.MIN_VALUE, Character.MAX_VALUE);
        integer(object, shared, "medium", Integer.MIN_VALUE, Integer.MAX_VALUE);
        integer(object, shared, "large", Long.MIN_VALUE, Long.MAX_VALUE);
        Field.OfInt<C> medium = shared.intField("medium");
        assertEquals(8, medium.getAndAdd(object, -10));
        assertTrue(medium.compareAndSet(object, -2, 3));
        assertEquals(3, medium.getAndSet(object, 4));
        assertEquals(
                List.of(8L, 8L, 8L, 4L, 8L),
                List.of(
                        object.get("tiny"),
                        object.get("small"),
                        object.get("unit"),
                        object.get("medium"),
                        object.get("large")));
    }

    @Test
    void floats() {
        CLASSES.forEach(type -> floatsOf(SharedClass.of(type)));
    }

    private static <C> void floatsOf(SharedClass<C> shared) {
        Ref<C> object = shared.allocate();
        for (Field.OfDouble<C> field : List.of(shared.doubleField("whole"), shared.doubleField("half"))) {
            assertTrue(field.compareAndSet(object, -0.0, 1.5)); // equal to 0.0
            assertEquals(1.5, field.getAndAdd(object, 0.25));
            assertEquals(1.75, field.getAndSet(object, Double.NaN));
            assertFalse(field.compareAndSet(object, 0, 1));
            assertTrue(field.compareAndSet(object, Double.NaN, 2));
            assertEquals(2.0, object.getAndAdd(field.name(), 1));
            assertTrue(object.compareAndSet(field.name(), 3, 4));
            assertEquals(4.0, object.getAndSet(field.name(), 5.5));
            assertEquals(5.5, field.get(object));
        }
        Field.OfDouble<C> half = shared.doubleField("half");
        half.set(object, Float.MAX_VALUE);
        refused(Reason.TYPE, "overflows", () -> half.getAndAdd(object, Float.MAX_VALUE));
        refused(Reason.TYPE, "float of 32 bits", () -> object.getAndAdd("half", Float.MAX_VALUE));
        assertEquals(Float.MAX_VALUE, half.get(object));
    }

    /** Its bits are not those of a double that was made a float again. */
    @Test
    void aSignallingNaNIsReplaced() {
        SharedArray<Object> array = SharedArray.create(float.class, 1).as(Object.class);
        array.memory().set(java.lang.foreign.ValueLayout.JAVA_INT, 0, 0x7f800001);
        assertTrue(array.compareAndSet(0, Double.NaN, 1.0));
        assertEquals(1.0, array.get(0));
    }

    @Test
    void booleansStringsAndReferences() {
        CLASSES.forEach(type -> booleansStringsAndReferencesOf(SharedClass.of(type)));
    }

    private static <C> void booleansStringsAndReferencesOf(SharedClass<C> shared) {
        Ref<C> object = shared.allocate();
        Field.OfBoolean<C> on = shared.booleanField("on");
        assertTrue(on.compareAndSet(object, false, true));
        assertFalse(on.compareAndSet(object, false, true));
        assertTrue(on.getAndSet(object, false));
        assertTrue(object.compareAndSet("on", false, true));
        Field.OfString<C> text = shared.stringField("text");
        assertTrue(text.compareAndSet(object, null, "short"));
        assertTrue(text.compareAndSet(object, "short", "a text of some length"));
        assertFalse(text.compareAndSet(object, "another text of that length", "x"));
        assertTrue(text.compareAndSet(object, "a text of some length", "the next text"));
        assertEquals("the next text", text.getAndSet(object, null));
        assertNull(object.getAndSet("text", "again"));
        Field.OfRef<C, Placed> next = shared.refField("next", Placed.class);
        Ref<Placed> a = SharedClass.of(Placed.class).allocate();
        Ref<Placed> b = SharedClass.of(Placed.class).allocate();
        assertTrue(next.compareAndSet(object, null, a));
        assertFalse(next.compareAndSet(object, b, null));
        assertEquals(a, next.getAndSet(object, b));
        assertTrue(object.compareAndSet("next", b, a));
        assertEquals(a, object.getAndSet("next", null));
        refused(
                Reason.TYPE,
                "",
                () -> next.compareAndSet(
                        object, null, unchecked(SharedClass.of(Employee.class).allocate())));
        refused(Reason.TYPE, "", () -> object.compareAndSet("text", "again", 5));
        refused(Reason.TYPE, "no number", () -> object.getAndAdd("text", 5));
        refused(Reason.ARGUMENT, "private object", () -> object.compareAndSet("any", new Object(), 5));
        refused(Reason.ARGUMENT, "private", () -> object.compareAndSet("any", null, new Object()));
    }

    @Test
    void fieldsOfAnyType() {
        CLASSES.forEach(type -> fieldsOfAnyTypeOf(SharedClass.of(type)));
    }

    private static <C> void fieldsOfAnyTypeOf(SharedClass<C> shared) {
        Ref<C> object = shared.allocate();
        Field<C, Object> any = shared.field("any", Object.class);
        assertTrue(any.compareAndSet(object, null, Long.MAX_VALUE - 1)); // an object
        assertEquals(Long.MAX_VALUE - 1, any.getAndAdd(object, 1));
        refused(Reason.TYPE, "overflows", () -> any.getAndAdd(object, 1));
        assertTrue(any.compareAndSet(object, Long.MAX_VALUE, new BigInteger("12345678901234567890")));
        assertTrue(any.compareAndSet(object, new BigInteger("12345678901234567890"), List.of(1, 2)));
        assertTrue(any.compareAndSet(object, List.of(1, 2), 1.5));
        assertEquals(1.5, any.getAndAdd(object, 1));
        assertEquals(2.5, any.getAndSet(object, null));
        Field<C, Object> boxed = shared.field("boxed", Object.class);
        refused(Reason.TYPE, "no number", () -> boxed.getAndAdd(object, 1));
        assertTrue(boxed.compareAndSet(object, null, Integer.MAX_VALUE - 1));
        assertEquals((long) Integer.MAX_VALUE - 1, boxed.getAndAdd(object, 1));
        refused(Reason.TYPE, "", () -> boxed.getAndAdd(object, 1));
        refused(Reason.TYPE, "", () -> object.getAndAdd("boxed", 1));
        assertEquals(Integer.MAX_VALUE, boxed.getAndSet(object, null));
    }

    /** What the object's version lacks is an error: no operation of these adds a field. */
    @Test
    void aMissingFieldIsNamed() {
        SharedClass<Open> open = SharedClass.of(Open.class);
        Ref<Open> object = open.allocate();
        object.remove("large");
        refused(Reason.ARGUMENT, "no field 'large'", () -> object.getAndAdd("large", 1));
        refused(Reason.ARGUMENT, "no field 'large'", () -> object.compareAndSet("large", 0, 1));
        refused(Reason.ARGUMENT, "no field 'large'", () -> open.longField("large")
                .getAndAdd(object, 1));
        open.longField("large").set(object, 5);
        assertEquals(5, open.longField("large").getAndAdd(object, 1));
        assertEquals(6L, object.get("large"));
    }

    /** An inferred field keeps its type, and one with more fields behind it is another version. */
    @Test
    void inferredFields() {
        Ref<Open> object = SharedClass.of(Open.class).allocate();
        object.set("count", 1);
        for (int i = 0; i < 9; i++) {
            object.set("more" + i, i);
        }
        assertEquals(1L, object.getAndAdd("count", 2));
        assertTrue(object.compareAndSet("count", 3.0, 4)); // 3 and 3.0 are equal
        assertEquals(8L, object.getAndAdd("more8", 1)); // in a block of its own
        refused(Reason.TYPE, "of type integer", () -> object.compareAndSet("count", 4, "four"));
        object.set("count", "four");
        assertTrue(object.compareAndSet("count", "four", 4));
        assertEquals(4L, object.getAndAdd("count", 1));
    }

    @Test
    void elementsOfLists() {
        SharedList<Object> list = SharedMemory.copyIn(List.of(1, 2, 3));
        assertTrue(list.compareAndSet(1, 2, 20));
        assertFalse(list.compareAndSet(1, 2, 21));
        assertEquals(20L, list.getAndAdd(1, 5));
        assertEquals(25L, list.getAndSet(1, "text")); // the elements get another form
        assertTrue(list.compareAndSet(1, "text", 1.5));
        assertEquals(1.5, list.getAndAdd(1, 1));
        assertEquals(List.of(1L, 2.5, 3L), list);
        refused(Reason.TYPE, "float", () -> list.getAndAdd(0, 0.5));
        assertTrue(list.compareAndSet(0, 1, Long.MAX_VALUE));
        refused(Reason.TYPE, "overflows", () -> list.getAndAdd(0, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> list.getAndAdd(3, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> list.compareAndSet(-1, 3, 1));
        refused(Reason.ARGUMENT, "private", () -> list.getAndSet(0, new Object()));
        list.set(0, List.of(1));
        SharedList<Object> frozen = ((SharedList<?>) list.get(0)).as(Object.class);
        assertThrows(UnsupportedOperationException.class, () -> frozen.getAndAdd(0, 1));
    }

    @Test
    void elementsOfArrays() {
        for (Class<?> type : List.of(byte.class, short.class, char.class, int.class, long.class)) {
            SharedArray<Object> array = SharedArray.create(type, 5).as(Object.class);
            for (int i = 0; i < 5; i++) {
                assertEquals(0L, array.getAndAdd(i, i));
                assertTrue(array.compareAndSet(i, i, i + 1));
                assertEquals(i + 1L, array.getAndSet(i, 100 + i));
            }
            assertEquals(List.of(100L, 101L, 102L, 103L, 104L), array);
            refused(Reason.TYPE, "", () -> array.getAndAdd(0, Long.MAX_VALUE - 1));
            assertThrows(IndexOutOfBoundsException.class, () -> array.getAndAdd(5, 1));
        }
        SharedArray<Object> floats = SharedMemory.copyIn(new double[] {1, 2});
        assertEquals(2.0, floats.getAndAdd(1, 0.5));
        SharedArray<Object> booleans = SharedArray.copyOf(new boolean[] {true, false, true, false, true});
        assertTrue(booleans.compareAndSet(3, false, true));
        assertFalse(booleans.compareAndSet(1, true, true));
        assertEquals(List.of(true, false, true, true, true), booleans);
        refused(Reason.TYPE, "no number", () -> booleans.getAndAdd(0, 1));
        SharedArray<Object> references = SharedMemory.copyIn(new String[] {"a", null});
        assertTrue(references.compareAndSet(1, null, "b"));
        assertEquals("a", references.getAndSet(0, 4));
        assertEquals(4L, references.getAndAdd(0, 1));
        assertEquals(List.of(5L, "b"), references);
    }

    @Test
    void valuesOfMaps() {
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("one", 1);
        assertTrue(map.compareAndSet("one", 1.0, 2));
        assertFalse(map.compareAndSet("one", 1, 3));
        assertEquals(2L, map.getAndAdd("one", 3));
        assertEquals(5L, map.getAndSet("one", null));
        assertNull(map.getAndSet("one", "text"));
        refused(Reason.TYPE, "no number", () -> map.getAndAdd("one", 1));
        for (Runnable missing : List.<Runnable>of(
                () -> map.getAndAdd("two", 1),
                () -> map.getAndSet("two", 1),
                () -> map.compareAndSet("two", null, 1),
                () -> map.getAndAdd(new Object(), 1))) {
            NoSuchElementException e = assertThrows(NoSuchElementException.class, missing::run);
            assertTrue(e.getMessage().contains("no key"), e.getMessage());
        }
        assertEquals(1, map.size());
    }

    @Test
    void repositories() {
        Repository<Object> repository = SharedMemory.repository("atomics");
        assertNull(repository.getAndSet("a"));
        assertEquals("a", repository.getAndSet(2));
        assertTrue(repository.compareAndSet(2.0, "b"));
        assertEquals("b", repository.getAndSet(null));
        refused(Reason.ARGUMENT, "private", () -> repository.getAndSet(new Object()));
    }

    /** As a program with a cast that no compiler checked has it. */
    @SuppressWarnings("unchecked")
    private static <C> Ref<C> unchecked(Ref<?> object) {
        return (Ref<C>) object;
    }
}
