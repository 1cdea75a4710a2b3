// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class FieldConstructorTest {
    private static final int MANY = 100_000; // several regions, and collections of both collectors

    static class Department {
        String title;
        List<String> rooms;
        Object any;
    }

    private final SharedClass<Employee> employee = SharedClass.of(Employee.class);

    private MethodHandle ofTenFields() {
        return employee.constructor(
                "grade", "room", "initial", "age", "badge", "rating", "salary", "active", "name", "manager");
    }

    @Test
    void eachParameterHasTheTypeOfItsField() {
        assertEquals(
                MethodType.methodType(
                        Ref.class,
                        byte.class,
                        short.class,
                        char.class,
                        int.class,
                        long.class,
                        float.class,
                        double.class,
                        boolean.class,
                        String.class,
                        Ref.class),
                ofTenFields().type());
    }

    @Test
    void eachParameterIsAField() throws Throwable {
        Ref<Employee> boss = employee.allocate();
        Ref<?> e = (Ref<?>) ofTenFields()
                .invokeExact(
                        (byte) -128,
                        Short.MAX_VALUE,
                        'é',
                        Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        0.1f,
                        -0.0,
                        true,
                        "a name of more than seven letters: Zoë",
                        boss);
        assertEquals(-128, employee.intField("grade").get(e.as(Employee.class)));
        assertEquals(Short.MAX_VALUE, employee.intField("room").get(e.as(Employee.class)));
        assertEquals('é', employee.intField("initial").get(e.as(Employee.class)));
        assertEquals(Integer.MIN_VALUE, employee.intField("age").get(e.as(Employee.class)));
        assertEquals(Long.MIN_VALUE, employee.longField("badge").get(e.as(Employee.class)));
        assertEquals(0.1f, employee.doubleField("rating").get(e.as(Employee.class)));
        assertEquals(
                Double.doubleToRawLongBits(-0.0),
                Double.doubleToRawLongBits(employee.doubleField("salary").get(e.as(Employee.class))));
        assertTrue(employee.booleanField("active").get(e.as(Employee.class)));
        assertEquals(
                "a name of more than seven letters: Zoë",
                employee.stringField("name").get(e.as(Employee.class)));
        assertEquals(boss, employee.refField("manager", Employee.class).get(e.as(Employee.class)));
        assertNull(employee.field("bonus", Object.class).get(e.as(Employee.class)));
    }

    @Test
    void fieldsThatAreNotNamedAreZero() throws Throwable {
        Ref<?> e = (Ref<?>) employee.constructor("name").invokeExact((String) null);
        assertNull(employee.stringField("name").get(e.as(Employee.class)));
        assertEquals(0, employee.intField("age").get(e.as(Employee.class)));
        assertFalse(employee.booleanField("active").get(e.as(Employee.class)));
        Ref<?> none = (Ref<?>) employee.constructor().invokeExact();
        assertEquals(0.0, employee.doubleField("salary").get(none.as(Employee.class)));
    }

    @Test
    void whatOnlyObjectFieldTakesIsAnObject() throws Throwable {
        SharedClass<Department> department = SharedClass.of(Department.class);
        MethodHandle make = department.constructor("any", "title", "rooms");
        assertEquals(MethodType.methodType(Ref.class, Object.class, String.class, Object.class), make.type());
        SharedList<Object> rooms = SharedList.create();
        Ref<?> d = (Ref<?>) make.invokeExact((Object) Long.valueOf(Long.MAX_VALUE), "Trade", (Object) rooms);
        assertEquals(Long.MAX_VALUE, department.field("any", Object.class).get(d.as(Department.class)));
        assertEquals("Trade", department.stringField("title").get(d.as(Department.class)));
        assertEquals(rooms, department.field("rooms", Object.class).get(d.as(Department.class)));
        assertThrows(SharedMemoryException.class, () -> make.invoke(new Object(), "", null));
    }

    @Test
    void anObjectOfAnotherClassIsRefused() {
        Ref<Department> department = SharedClass.of(Department.class).allocate();
        MethodHandle make = employee.constructor("age", "manager");
        SharedMemoryException e = assertThrows(SharedMemoryException.class, () -> make.invoke(1, department));
        assertEquals(Reason.TYPE, e.reason());
    }

    @Test
    void whatIsNoFieldIsSaid() {
        SharedMemoryException unknown =
                assertThrows(SharedMemoryException.class, () -> employee.constructor("name", "nmae"));
        assertEquals(Reason.ARGUMENT, unknown.reason());
        assertTrue(unknown.getMessage().contains("'nmae'"), unknown.getMessage());
        SharedMemoryException twice =
                assertThrows(SharedMemoryException.class, () -> employee.constructor("name", "name"));
        assertEquals(Reason.ARGUMENT, twice.reason());
        assertThrows(SharedMemoryException.class, () -> employee.constructor((String) null));
    }

    static class Wide {
        long f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15;
        long f16, f17, f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31;
        long f32, f33, f34, f35, f36, f37, f38, f39, f40, f41, f42, f43, f44, f45, f46, f47;
        long f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59, f60, f61, f62, f63;
        long f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79;
        long f80, f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95;
        long f96, f97, f98, f99, f100, f101, f102, f103, f104, f105, f106, f107, f108, f109, f110, f111;
        long f112, f113, f114, f115, f116, f117, f118, f119, f120, f121, f122, f123, f124, f125, f126, f127;
        long f128, f129;
    }

    @Test
    void noMoreThanAHandleTakes() throws Throwable {
        SharedClass<Wide> wide = SharedClass.of(Wide.class);
        String[] names = IntStream.range(0, 126).mapToObj(i -> "f" + i).toArray(String[]::new);
        Ref<?> object = (Ref<?>) wide.constructor(names)
                .invokeWithArguments(LongStream.range(0, 126).boxed().toList());
        for (int i = 0; i < 130; i++) {
            assertEquals(i < 126 ? i : 0, wide.longField("f" + i).get(object.as(Wide.class)));
        }
        String[] more = IntStream.range(0, 127).mapToObj(i -> "f" + i).toArray(String[]::new);
        assertEquals(
                Reason.ARGUMENT,
                assertThrows(SharedMemoryException.class, () -> wide.constructor(more))
                        .reason());
    }

    /** Chunks, buffers and regions change meanwhile, and cycles run. */
    @Test
    void manyOfThemKeepWhatTheyWereGiven() throws Throwable {
        MethodHandle make = employee.constructor("age", "name", "manager");
        List<Ref<?>> last = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            Ref<?> manager = i % 10 == 0 ? null : last.getLast();
            last.add((Ref<?>) make.invoke(i, "a name that is no word " + i, manager));
            if (i % 10_000 == 0) {
                SharedMemory.collect();
            }
        }
        SharedMemory.collect();
        for (int i = 0; i < MANY; i++) {
            Ref<?> e = last.get(i);
            assertEquals(i, employee.intField("age").get(e.as(Employee.class)));
            assertEquals(
                    "a name that is no word " + i, employee.stringField("name").get(e.as(Employee.class)));
            assertEquals(
                    i % 10 == 0 ? null : last.get(i - 1),
                    employee.refField("manager", Employee.class).get(e.as(Employee.class)));
        }
    }
}
