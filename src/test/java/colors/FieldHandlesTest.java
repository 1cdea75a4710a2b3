// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class FieldHandlesTest {

    static class Department {
        String title;
    }

    static class Manager extends Employee {
        int reports;
    }

    private final SharedClass<Employee> employee = SharedClass.of(Employee.class);

    @Test
    void aNewObjectIsZero() {
        Ref<Employee> e = employee.allocate();
        assertEquals(0, employee.intField("age").get(e));
        assertEquals(0.0, employee.doubleField("salary").get(e));
        assertFalse(employee.booleanField("active").get(e));
        assertNull(employee.stringField("name").get(e));
        assertNull(employee.refField("manager", Employee.class).get(e));
        assertNull(employee.field("bonus", Object.class).get(e));
    }

    @Test
    void eachFieldKeepsItsValue() {
        Ref<Employee> e = employee.allocate();
        employee.intField("grade").set(e, -128);
        employee.intField("room").set(e, Short.MAX_VALUE);
        employee.intField("initial").set(e, 'é');
        employee.intField("age").set(e, Integer.MIN_VALUE);
        employee.longField("badge").set(e, Long.MIN_VALUE);
        employee.doubleField("rating").set(e, 0.1);
        employee.doubleField("salary").set(e, -0.0);
        employee.booleanField("active").set(e, true);
        employee.stringField("name").set(e, "Zoë");
        assertEquals(-128, employee.intField("grade").get(e));
        assertEquals(Short.MAX_VALUE, employee.longField("room").get(e));
        assertEquals('é', employee.intField("initial").get(e));
        assertEquals(Integer.MIN_VALUE, employee.intField("age").get(e));
        assertEquals(Long.MIN_VALUE, employee.longField("badge").get(e));
        assertEquals(0.1f, employee.doubleField("rating").get(e));
        assertEquals(
                Double.doubleToRawLongBits(-0.0),
                Double.doubleToRawLongBits(employee.doubleField("salary").get(e)));
        assertTrue(employee.booleanField("active").get(e));
        assertEquals("Zoë", employee.stringField("name").get(e));
        assertEquals(true, e.get("active"));
    }

    @Test
    void stringsAreAskedInPlace() {
        Ref<Employee> e = employee.allocate();
        Ref<Employee> f = employee.allocate();
        Field.OfString<Employee> name = employee.stringField("name");
        String[] texts = {
            "",
            "a",
            "Zoë",
            "1234567",
            "12345678",
            "a text of some length",
            "a text of some lengths",
            "a teXt",
            "Ω\uD83D\uDE00",
            "\uDE00",
            "x".repeat(1000)
        };
        for (String text : texts) {
            name.set(e, text);
            assertEquals(text.length(), name.length(e));
            assertEquals(text.hashCode(), name.hash(e));
            for (String other : texts) {
                name.set(f, other);
                assertEquals(text.equals(other), name.isEqual(e, other));
                assertEquals(text.equals(other), name.areEqual(e, f));
                assertEquals(text.compareTo(other), name.compare(e, other));
                assertEquals(text.compareTo(other), name.compare(e, f));
                assertEquals(text.startsWith(other), name.startsWith(e, other));
                assertEquals(text.endsWith(other), name.endsWith(e, other));
                assertEquals(text.indexOf(other), name.indexOf(e, other));
            }
        }
        assertEquals('x', name.charAt(e, 999));
        assertThrows(StringIndexOutOfBoundsException.class, () -> name.charAt(e, 1000));
    }

    @Test
    void whatHasNoStringCannotBeAsked() {
        Ref<Employee> e = employee.allocate();
        Ref<Employee> f = employee.allocate();
        Field.OfString<Employee> name = employee.stringField("name");
        name.set(f, "a text of some length");
        name.set(e, null);
        assertThrows(NullPointerException.class, () -> name.length(e));
        assertThrows(NullPointerException.class, () -> name.compare(e, f));
        assertTrue(name.isEqual(e, null));
        assertFalse(name.areEqual(e, f));
        assertThrows(
                SharedMemoryException.class,
                () -> name.length(unchecked(SharedClass.of(Department.class).allocate())));
        assertThrows(
                SharedMemoryException.class,
                () -> name.isEqual(unchecked(SharedClass.of(Department.class).allocate()), ""));
    }

    @Test
    void stringsOfEveryKindComeBack() {
        Ref<Employee> e = employee.allocate();
        Field.OfString<Employee> name = employee.stringField("name");
        for (String text :
                new String[] {"", "a", "Zoë", "Ω\uD83D\uDE00", "lone \uD800 surrogate", "x".repeat(100_000)}) {
            name.set(e, text);
            assertEquals(text, name.get(e));
        }
        name.set(e, null);
        assertNull(name.get(e));
    }

    @Test
    void wrappersOfOneObjectAreEqual() {
        Ref<Employee> e = employee.allocate();
        Field.OfRef<Employee, Employee> manager = employee.refField("manager", Employee.class);
        manager.set(e, e);
        assertEquals(e, manager.get(e));
        assertEquals(e.hashCode(), manager.get(e).hashCode());
        assertNotEquals(e, employee.allocate());
        assertTrue(SharedMemory.isShared(e));
        assertFalse(SharedMemory.isShared("e"));
    }

    @Test
    void aValueOutsideTheFieldsRangeIsRefused() {
        Ref<Employee> e = employee.allocate();
        employee.intField("age").set(e, 7);
        Exception thrown = assertThrows(
                SharedMemoryException.class, () -> employee.intField("grade").set(e, 128));
        assertTrue(thrown.getMessage().contains("overflows byte"), thrown.getMessage());
        SharedMemoryException overflow = assertThrows(SharedMemoryException.class, () -> e.set("age", 1L << 40));
        assertEquals(Reason.TYPE, overflow.reason());
        assertTrue(
                overflow.getMessage().contains("declared integer from -2147483648 to 2147483647"),
                overflow.getMessage());
        assertEquals(7, employee.intField("age").get(e));
        assertThrows(SharedMemoryException.class, () -> employee.doubleField("rating")
                .set(e, 1e300));
    }

    @SharedName(value = "colors.Counter", open = true)
    static class NarrowCounter {
        int count = 7;
        float part = 0.5f;
    }

    @SharedName(value = "colors.Counter", open = true)
    static class WideCounter {
        long count = 1L << 40;
        double part = 0.1;
    }

    @Test
    void classesOfOneNameMayDeclareOtherWidths() {
        SharedClass<NarrowCounter> narrow = SharedClass.of(NarrowCounter.class);
        SharedClass<WideCounter> wide = SharedClass.of(WideCounter.class);
        Ref<NarrowCounter> small = Ref.copyOf(new NarrowCounter());
        Ref<WideCounter> large = Ref.copyOf(new WideCounter());
        assertEquals(7, wide.longField("count").get(small.as(WideCounter.class)));
        wide.longField("count").set(small.as(WideCounter.class), Integer.MAX_VALUE);
        assertEquals(Integer.MAX_VALUE, narrow.intField("count").get(small));
        assertThrows(
                SharedMemoryException.class, () -> wide.longField("count").set(small.as(WideCounter.class), 1L << 31));
        wide.doubleField("part").set(small.as(WideCounter.class), 0.1);
        assertEquals(0.1f, wide.doubleField("part").get(small.as(WideCounter.class)));
        assertThrows(
                SharedMemoryException.class, () -> wide.doubleField("part").set(small.as(WideCounter.class), 1e300));
        // it holds more than an int
        assertThrows(SharedMemoryException.class, () -> narrow.intField("count").get(large.as(NarrowCounter.class)));
        narrow.intField("count").set(large.as(NarrowCounter.class), 5);
        assertEquals(5, wide.longField("count").get(large));
        assertEquals(0.1, wide.doubleField("part").get(large));
    }

    @Test
    void aStringDoesNotFitAnIntField() {
        Ref<Employee> e = employee.allocate();
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> e.set("age", "forty"));
        assertEquals(Reason.TYPE, thrown.reason());
        assertTrue(thrown.getMessage().contains("'age' of colors.Employee is declared integer"), thrown.getMessage());
        assertEquals(0L, e.get("age"));
        assertThrows(SharedMemoryException.class, () -> e.set("age", null));
    }

    @Test
    void aReferenceMustBeOfTheFieldsClassOrASubclass() {
        Ref<Employee> e = employee.allocate();
        Ref<Manager> manager = SharedClass.of(Manager.class).allocate();
        employee.refField("manager", Employee.class).set(e, manager);
        assertEquals(manager, employee.refField("manager", Employee.class).get(e));
        Ref<Department> department = SharedClass.of(Department.class).allocate();
        SharedMemoryException thrown =
                assertThrows(SharedMemoryException.class, () -> employee.refField("manager", Employee.class)
                        .set(e, unchecked(department)));
        assertEquals(Reason.TYPE, thrown.reason());
        assertThrows(SharedMemoryException.class, () -> employee.intField("age").get(department.as(Employee.class)));
        employee.intField("age").set(manager, 61);
        assertEquals(61, employee.intField("age").get(manager));
    }

    @Test
    void anObjectFieldHoldsEveryScalarAndReference() {
        Ref<Employee> e = employee.allocate();
        Field<Employee, Object> note = employee.field("note", Object.class);
        for (Object value : new Object[] {
            0L,
            -1L,
            1L << 61,
            1L << 62,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            0.0,
            -0.0,
            1.5,
            1e300,
            1e-300,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            true,
            false,
            "text",
            e
        }) {
            note.set(e, value);
            assertEquals(value, note.get(e));
        }
        note.set(e, null);
        assertNull(note.get(e));
        assertThrows(SharedMemoryException.class, () -> note.set(e, new Object()));
    }

    @Test
    void aWrongHandleIsRefused() {
        assertThrows(SharedMemoryException.class, () -> employee.intField("salary"));
        assertThrows(SharedMemoryException.class, () -> employee.intField("nothing"));
        assertThrows(SharedMemoryException.class, () -> employee.intField("worker"));
        assertThrows(SharedMemoryException.class, () -> employee.refField("name", Object.class));
    }

    /** As a program with a cast that no compiler checked has it. */
    @SuppressWarnings("unchecked")
    private static <C> Ref<C> unchecked(Ref<?> object) {
        return (Ref<C>) object;
    }
}
