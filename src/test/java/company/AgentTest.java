// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Channel;
import colors.Ref;
import colors.Repository;
import colors.SharedClass;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.SharedSet;
import colors.support.Child;
import colors.support.WithDaemon;
import company.shareable.Early;
import company.shareable.Employee;
import company.shareable.Manager;
import company.shareable.Outline;
import company.shareable.Plain;
import company.shareable.Point;
import company.shareable.Refused;
import company.shareable.Route;
import company.shareable.Route.Place;
import company.shareable.Subtitled;
import company.shareable.Titled;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Instances of ordinary classes in shared memory. Runs under the agent. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentTest {

    @Test
    void methodsOfTheClassWorkOnSharedFields() {
        Employee employee = SharedMemory.allocate(Employee.class);
        employee.raise(10);
        employee.raise(5);
        assertEquals(15, employee.salary());
        assertEquals(15.0, Ref.of(employee).get("salary"));
        Ref.of(employee).set("salary", 7.5);
        assertEquals(7.5, employee.salary());
        assertNull(employee.name());
    }

    @Test
    void aPublicFieldRefersToSharedObjects() {
        Employee employee = SharedMemory.allocate(Employee.class);
        Employee boss = SharedMemory.allocate(Employee.class);
        assertNull(employee.boss);
        employee.boss = boss;
        boss.raise(3);
        assertEquals(3, employee.boss.salary());
        assertTrue(employee.boss == boss);
        assertFalse(employee.boss == employee);
        assertEquals(boss, employee.boss);
        assertEquals(boss.hashCode(), employee.boss.hashCode());
        employee.boss = null;
        assertNull(employee.boss);
    }

    @Test
    void aSubclassInAFieldOfItsSuperclassKeepsItsClass() {
        Employee employee = SharedMemory.allocate(Employee.class);
        employee.boss = SharedMemory.construct(() -> new Manager("Ada", 77, 2.5));
        assertTrue(employee.boss instanceof Manager);
        Manager manager = (Manager) employee.boss;
        assertTrue(employee.boss.getClass() == Manager.class);
        assertEquals(5, manager.salary);
        assertEquals(2.5, manager.inherited());
        assertEquals(2.5, employee.boss.salary());
        assertEquals("Ada's title", manager.title());
    }

    @Test
    void privateObjectsAreAsBefore() {
        Employee employee = new Employee("Bob", 1);
        employee.boss = new Manager();
        employee.raise(1);
        assertFalse(SharedMemory.isShared(employee));
        assertEquals(2, employee.salary());
        assertEquals("boss", ((Manager) employee.boss).title());
        assertTrue(employee.boss.getClass() == Manager.class);
        assertEquals(1, employee.countOne());
        assertEquals("Bob:1", new Employee.Auditor().audit(employee));
        assertNotEquals(new Employee(), new Employee());
    }

    @Test
    void aPrivateObjectCannotBeStoredInASharedOne() {
        Employee employee = SharedMemory.allocate(Employee.class);
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> employee.boss = new Employee());
        assertEquals(Reason.ARGUMENT, thrown.reason());
        assertTrue(thrown.getMessage().contains("copyIn"), thrown.getMessage());
        assertNull(employee.boss);
    }

    @Test
    void copiesAreInstances() {
        Employee original = new Employee("Eve", 4);
        original.boss = original;
        Employee copy = SharedMemory.copyIn(original);
        assertTrue(SharedMemory.isShared(copy));
        assertEquals("Eve", copy.name());
        assertTrue(copy.boss == copy);
        assertSame(copy, SharedMemory.copyIn(copy));
        assertTrue(original.boss == original);
    }

    @Test
    void constructorsRunOnSharedObjects() {
        Manager made = SharedMemory.construct(() -> new Manager("Ada", 1L << 40, 2.5));
        assertTrue(SharedMemory.isShared(made));
        assertEquals("Ada", made.name());
        assertEquals(1L << 40, Ref.of(made).get("id"));
        assertFalse(SharedMemory.isShared(new Manager()));
        Manager byReference = SharedMemory.construct((Supplier<Manager>) Manager::new);
        assertTrue(SharedMemory.isShared(byReference));
        assertEquals("nobody", byReference.name());
        assertFalse(SharedMemory.isShared(((Supplier<Manager>) Manager::new).get()));
    }

    @Test
    void whatAConstructorStoresBeforeSuperIsShared() {
        Employee other = SharedMemory.allocate(Employee.class);
        Early shared = SharedMemory.construct(() -> new Early(other, 5));
        assertEquals("early 5.0 60 70 18", shared.text());
        assertEquals(5, other.salary());
        assertEquals("early 5.0 60 70 18", new Early(new Employee(), 5).text());
        assertEquals(18L, Ref.of(shared).get("third"));
    }

    @Test
    void whatAConstructorStoresBeforeSuperIsThereForTheSuperclass() {
        assertEquals("one 1 2 20", new Titled("one").text());
        assertEquals(
                "one 1 2 20", SharedMemory.construct(() -> new Titled("one")).text());
        assertEquals("one 1 two 2 20", new Subtitled("one", "two").text());
        Titled shared = SharedMemory.construct(() -> new Subtitled("one", "two"));
        assertEquals("one 1 two 2 20", shared.text());
        Titled next = SharedMemory.construct(() -> new Titled("next", shared));
        assertEquals("next 0 0 0", next.text());
        assertEquals("one 1 two 7 20", shared.text());
    }

    /** Not named shareable. */
    static final class Passerby {}

    @Test
    void aClassThatIsNotDeclaredIsSaidWhereItsObjectIsStored() {
        Employee employee = SharedMemory.allocate(Employee.class);
        SharedMemoryException thrown = assertThrows(
                SharedMemoryException.class,
                () -> SharedMemory.construct(() -> {
                    Ref.of(employee).set("any", new Passerby());
                    return null;
                }));
        assertTrue(
                thrown.getMessage().contains("AgentTest$Passerby cannot be stored in shared memory")
                        && thrown.getMessage().endsWith("it is not declared shareable, add it to share="),
                thrown.getMessage());
        thrown =
                assertThrows(SharedMemoryException.class, () -> Ref.of(employee).set("any", new Passerby()));
        assertFalse(thrown.getMessage().contains("declared"), thrown.getMessage());
    }

    @Test
    void constructorsDifferByAFlag() {
        assertEquals("none", SharedMemory.construct(() -> new Outline()).seen());
        assertEquals("quiet", SharedMemory.construct(() -> new Outline(true)).seen());
        assertEquals("none", SharedMemory.construct(() -> new Outline(false)).seen());
    }

    @Test
    void sharedModesAreNestedAndEndInTheirThread() throws Exception {
        var mode = new AtomicReference<SharedMemory.SharedMode>();
        var closing = new FutureTask<>(() ->
                assertThrows(SharedMemoryException.class, mode.get()::close).getMessage());
        Thread other = new Thread(closing);
        try (var outer = SharedMemory.sharedMode()) {
            mode.set(outer);
            SharedMemory.sharedMode().close();
            assertTrue(SharedMemory.isShared(new Employee("inside", 1)));
            other.start();
            other.join();
            assertTrue(SharedMemory.isShared(new Employee("inside", 2)));
        }
        assertTrue(closing.get().contains("close it in the thread that began it"), closing.get());
        assertFalse(SharedMemory.isShared(new Employee("outside", 1)));
        try (var _ = SharedMemory.sharedMode()) {
            mode.get().close(); // the second time it does nothing
            assertTrue(SharedMemory.isShared(new Employee("inside", 3)));
        }
    }

    @Test
    void sharedModeIsOfOneThread() throws InterruptedException {
        List<Employee> made = new ArrayList<>();
        try (var _ = SharedMemory.sharedMode()) {
            made.add(new Employee("here", 1));
            Thread other = new Thread(() -> made.add(new Employee("there", 1)));
            other.start();
            other.join();
        }
        made.add(new Employee("after", 1));
        assertEquals(
                List.of(true, false, false),
                made.stream().map(SharedMemory::isShared).toList());
        assertEquals("here", made.getFirst().name());
    }

    @Test
    void aConstructorThatThrowsLeavesTheModeAndNothingElse() {
        assertThrows(
                IllegalStateException.class,
                () -> SharedMemory.construct(() -> {
                    new Employee("x", 1).fail();
                    return null;
                }));
        assertFalse(SharedMemory.isShared(new Employee()));
    }

    @Test
    void setsOfTheJdkFindAnotherWrapper() {
        Employee employee = SharedMemory.copyIn(new Employee("Eve", 4));
        Employee holder = SharedMemory.allocate(Employee.class);
        holder.boss = employee;
        Set<Employee> set = new HashSet<>(List.of(employee));
        assertTrue(set.contains(holder.boss));
        assertFalse(set.contains(holder));
    }

    @Test
    void equalsOfTheProgramIsCalled() {
        Point shared = SharedMemory.copyIn(new Point(1, 2));
        assertEquals(new Point(1, 2), shared);
        assertEquals(shared, new Point(1, 2));
        assertEquals(new Point(1, 2).hashCode(), shared.hashCode());
        assertEquals("1/2", shared.toString());
        SharedList<Object> list = SharedList.create();
        for (int x : new int[] {3, 1, 2}) {
            list.add(SharedMemory.copyIn(new Point(x, 0)));
        }
        List<Point> points = list.as(Point.class);
        Collections.sort(points);
        assertEquals("[1/0, 2/0, 3/0]", points.toString());
    }

    @Test
    void equalsOfTheProgramComparesKeys() {
        SharedMap<Object, Object> map = SharedMap.create();
        map.put(SharedMemory.copyIn(new Point(1, 2)), "first");
        map.put(SharedMemory.copyIn(new Point(1, 2)), "second");
        assertEquals(1, map.size());
        assertEquals("second", map.get(new Point(1, 2)));
        assertEquals("second", map.get(SharedMemory.copyIn(new Point(1, 2))));
        assertFalse(map.containsKey(new Point(2, 1)));
        assertEquals("second", map.remove(new Point(1, 2)));
    }

    @Test
    void reflectionReachesSharedFields() throws ReflectiveOperationException {
        Employee employee = SharedMemory.copyIn(new Employee("Eve", 4));
        Field salary = Employee.class.getDeclaredField("salary");
        salary.setAccessible(true);
        assertEquals(4.0, salary.get(employee));
        salary.setDouble(employee, 6);
        assertEquals(6, employee.salary());
        salary.set(employee, 7.5);
        assertEquals(7.5, salary.getDouble(employee));
        assertThrows(IllegalArgumentException.class, () -> salary.getInt(employee));
        Field name = Employee.class.getDeclaredField("name");
        assertThrows(IllegalAccessException.class, () -> name.get(employee));
        name.setAccessible(true);
        assertThrows(SharedMemoryException.class, () -> name.set(employee, "Ada")); // it is final
        assertEquals("Eve", name.get(employee));
        Employee.class.getField("boss").set(employee, employee);
        assertTrue(employee.boss == employee);
        Employee alone = new Employee("Bob", 1);
        salary.set(alone, 2.0);
        assertEquals(2, alone.salary());
        assertEquals("Bob", name.get(alone));
        assertEquals(6.0, Employee.class.getMethod("salary").invoke(SharedMemory.copyIn(new Employee("x", 6))));
        Employee constructed =
                Employee.class.getConstructor(String.class, double.class).newInstance("new", 3.0);
        assertFalse(SharedMemory.isShared(constructed));
    }

    @Test
    void methodHandlesReachSharedFields() throws Throwable {
        Employee shared = SharedMemory.copyIn(new Employee("Eve", 4));
        Employee alone = new Employee("Bob", 1);
        for (Employee employee : List.of(shared, alone)) {
            MethodHandle getter = LookUps.getter(Employee.class, "salary", double.class);
            LookUps.setter(Employee.class, "salary", double.class).invokeExact(employee, 6.0);
            assertEquals(6, (double) getter.invokeExact(employee));
            assertEquals(6, employee.salary());
            MethodHandle own = MethodHandles.privateLookupIn(Employee.class, MethodHandles.lookup())
                    .findGetter(Employee.class, "salary", double.class);
            assertEquals(6, (double) own.invokeExact(employee));
            Field boss = Employee.class.getField("boss");
            LookUps.setter(boss).invoke(employee, employee);
            assertTrue(LookUps.getter(boss).invoke(employee) instanceof Employee back && back == employee);
        }
        Manager manager = SharedMemory.copyIn(new Manager("Ann", 1, 9));
        // of the superclass
        assertEquals(9, (double)
                LookUps.getter(Manager.class, "salary", double.class).invokeExact(manager));
        assertThrows(NoSuchFieldException.class, () -> LookUps.getter(Employee.class, "salary", int.class));
    }

    @Test
    void aMethodHandleSetsAFinalFieldOfAPrivateObjectAsReflectionDoes() throws Throwable {
        Field name = Employee.class.getDeclaredField("name");
        assertThrows(IllegalAccessException.class, () -> LookUps.setter(Employee.class, "name", String.class));
        assertThrows(IllegalAccessException.class, () -> LookUps.setter(name));
        name.setAccessible(true);
        Employee alone = new Employee("Bob", 1);
        LookUps.setter(name).invokeExact(alone, "Ada");
        assertEquals("Ada", alone.name());
        assertEquals("Ada", (String) LookUps.getter(name).invokeExact(alone));
        Employee shared = SharedMemory.copyIn(new Employee("Eve", 4));
        assertThrows(SharedMemoryException.class, () -> LookUps.setter(name).invoke(shared, "Ada"));
        assertEquals("Eve", (String) LookUps.getter(name).invokeExact(shared));
    }

    @Test
    void aVarHandleReachesSharedObjects() throws ReflectiveOperationException {
        Employee shared = SharedMemory.copyIn(new Employee("Eve", 4));
        Employee alone = new Employee("Bob", 1);
        for (VarHandle count : List.of(
                LookUps.variable(Employee.class, "count", int.class),
                LookUps.variable(Employee.class.getDeclaredField("count")))) {
            for (Employee employee : List.of(alone, shared)) {
                employee.countOne();
                int before = employee.count();
                assertTrue(count.compareAndSet(employee, before, before + 1));
                assertEquals(before + 1, (int) count.getVolatile(employee));
                assertEquals(before + 1, (int) count.getAndAdd(employee, 2));
                assertEquals(before + 3, employee.count());
            }
        }
    }

    @Test
    void recordsAreValues() {
        Place nice = new Place("Nice", 4);
        Route route =
                SharedMemory.construct(() -> new Route(new Place("Rome", 10, 0.25f, (short) -1, false, nice, null)));
        route.start = nice;
        assertEquals(nice, route.start);
        assertNotSame(nice, route.start);
        assertEquals(new Place("Rome", 10, 0.25f, (short) -1, false, nice, null), route.end);
        route.start = new Place("Oslo", 1, 1, (short) 1, true, null, List.of(1, 2));
        int second = route.start.numbers().get(1);
        assertEquals(2, second);
        route.start = null;
        assertNull(route.start);
        Ref.of(route).set("any", Ref.copyOf(new Point(1, 2)));
        assertThrows(ClassCastException.class, route::any);
        assertThrows(SharedMemoryException.class, () -> Ref.of(route).toRecord(Place.class));
        assertTrue(assertThrows(SharedMemoryException.class, () -> SharedMemory.allocate(Place.class))
                .getMessage()
                .contains("it is a record"));
    }

    @Test
    void recordsOfOtherProcessesGoThroughTheirConstructor() {
        Route route = SharedMemory.allocate(Route.class);
        Ref<Place> place = Ref.copyOf(new Place("Nice", 4));
        Ref.of(route).set("any", place);
        assertEquals(new Place("Nice", 4), route.any());
        place.set("x", 5);
        assertEquals(new Place("Nice", 5), route.any());
        assertEquals(new Place("Nice", 5), place.toRecord(Place.class));
        place.set("x", -1);
        assertThrows(IllegalArgumentException.class, route::any);
    }

    @Test
    void containersOfRecords() {
        Route route = SharedMemory.construct(() -> new Route(null));
        Place nice = new Place("Nice", 4);
        Place rome = new Place("Rome", 9);
        route.stops.add(rome);
        route.stops.addAll(List.of(nice, new Place("Oslo", 1)));
        assertEquals(List.of(rome, nice, new Place("Oslo", 1)), route.stops);
        assertEquals(14, route.stops.stream().mapToInt(Place::x).sum());
        assertEquals(1, route.stops.indexOf(new Place("Nice", 4)));
        assertTrue(route.stops.contains(rome));
        assertTrue(route.stops.remove(rome));
        route.stops.sort(Comparator.comparing(Place::x));
        assertEquals(
                List.of("Oslo", "Nice"), route.stops.stream().map(Place::name).toList());
        Map<Place, Object> map = SharedMap.create().as(Place.class, Object.class);
        map.put(nice, rome);
        assertEquals(rome, map.get(new Place("Nice", 4)));
        assertEquals(rome, map.merge(nice, new Place("", 0), (old, value) -> old));
        assertEquals(
                new Place("Nice", 10),
                map.compute(nice, (key, value) -> new Place(key.name(), ((Place) value).x() + 1)));
        assertTrue(map.containsValue(new Place("Nice", 10)));
        assertTrue(map.remove(nice, new Place("Nice", 10)));
        SharedSet<Object> set = SharedSet.create();
        assertTrue(set.add(nice));
        assertFalse(set.add(new Place("Nice", 4)));
        assertEquals(Set.of(nice), set);
    }

    /** What is sorted or filtered stays the object that it was, as other processes see it. */
    @Test
    void aListOfRecordsKeepsItsObjects() {
        SharedList<Object> list = SharedList.create();
        Ref<Place> far = Ref.copyOf(new Place("far", 9));
        list.add(far);
        list.add(new Place("near", 1));
        list.sort(Comparator.comparing(place -> ((Place) place).x()));
        far.set("x", 11);
        assertEquals(List.of(new Place("near", 1), new Place("far", 11)), list);
    }

    @Test
    void anInterfaceOfRecords() throws Exception {
        Route route = SharedMemory.construct(() -> new Route(null));
        route.leg = new Route.Walk(3);
        assertEquals("walk 3", route.describeLeg());
        route.leg = new Route.Ride("bus", List.of(new Route.Walk(1), new Route.Walk(2)));
        assertEquals("bus [Walk[minutes=1], Walk[minutes=2]]", route.describeLeg());
        Repository<Object> repository = SharedMemory.repository("leg");
        repository.set(route.leg);
        assertEquals(route.leg, repository.get());
        assertEquals("bus", repository.getRef().get("line"));
        assertTrue(repository.compareAndSet(route.leg, new Route.Walk(7)));
        assertFalse(repository.compareAndSet(route.leg, null));
        Channel<Object> channel = SharedMemory.channel("legs");
        channel.send(new Route.Walk(8));
        assertEquals(new Route.Walk(8), channel.receive());
    }

    @Test
    void aListOfIntegersHasIntegers() {
        Refused.Lists lists = SharedMemory.allocate(Refused.Lists.class);
        Ref.of(lists).set("points", SharedMemory.copyIn(List.of(1, 2)));
        int sum = 0;
        for (int point : lists.points) {
            sum += point;
        }
        lists.points.add(3);
        assertEquals(3, sum);
        assertEquals(List.of(1, 2, 3), lists.points);
        Refused.Lists other = SharedMemory.allocate(Refused.Lists.class);
        other.points = lists.points;
        other.points.set(0, 10);
        assertEquals(10, lists.points.getFirst());
    }

    @Test
    void volatileAndBoxedAndNarrowFieldsKeepTheirTypes() {
        Employee.Record record = SharedMemory.allocate(Employee.Record.class);
        record.fill();
        assertEquals("-3 300 x 1.5 42 true 5497558138880 9", record.text());
        SharedMemoryException thrown =
                assertThrows(SharedMemoryException.class, () -> Ref.of(record).set("small", 200));
        assertTrue(thrown.getMessage().contains("declared integer from -128 to 127"), thrown.getMessage());
        assertEquals("-3 300 x 1.5 42 true 5497558138880 9", record.text());
    }

    @Test
    void repositoriesAndListsGiveInstances() {
        Repository<Object> repository = SharedMemory.repository("agent");
        Employee employee = SharedMemory.copyIn(new Employee("Eve", 4));
        repository.set(employee);
        assertEquals("Eve", ((Employee) repository.get()).name());
        assertEquals("Eve", repository.getRef().get("name"));
        SharedList<Object> list = SharedList.create();
        list.add(employee);
        list.add(SharedMemory.construct(() -> new Manager("Max", 1, 1)));
        employee.staff = list.as(Employee.class);
        StringBuilder names = new StringBuilder();
        for (Employee each : employee.staff) {
            names.append(each.name());
        }
        assertEquals("EveMax", names.toString());
        employee.anything = "text";
        assertEquals("text", employee.anything);
        employee.anything = employee;
        assertTrue(employee.anything == employee);
    }

    @Test
    void clonesAreSharedObjectsOfTheirOwn() throws CloneNotSupportedException {
        Manager manager = SharedMemory.construct(() -> new Manager("Ada", 77, 2.5));
        Manager copy = manager.copy();
        assertTrue(SharedMemory.isShared(copy));
        assertFalse(copy == manager);
        assertEquals("Ada", copy.name());
        assertEquals(2.5, copy.inherited());
        copy.raise(1);
        assertEquals(2.5, manager.inherited());
        Manager original = new Manager();
        assertNotSame(original, original.copy());
        assertFalse(SharedMemory.isShared(original.copy()));
    }

    @Test
    void aSharedObjectIsNotSerialized() {
        Point shared = SharedMemory.copyIn(new Point(1, 2));
        NotSerializableException thrown =
                assertThrows(NotSerializableException.class, () -> new ObjectOutputStream(new ByteArrayOutputStream())
                        .writeObject(shared));
        assertTrue(thrown.getMessage().contains("is shared"), thrown.getMessage());
    }

    @Test
    void aPreparedClassKeepsTheVersionThatSerializationComputes() throws Exception {
        long prepared = ObjectStreamClass.lookup(Plain.class).getSerialVersionUID();
        Child.Result without = Child.run(WithDaemon.start(), VersionOfPlain.class, List.of());
        assertEquals(without.output(), Long.toString(prepared));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new Plain("private", 3));
        }
        assertEquals(
                "private3",
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))
                        .readObject()
                        .toString());
    }

    /** Prints it, in a process without the agent. */
    public static final class VersionOfPlain {
        public static void main(String[] arguments) {
            System.out.println(ObjectStreamClass.lookup(Plain.class).getSerialVersionUID());
        }
    }

    @Test
    void whatIsPrintedShowsTheFields() {
        Employee employee = SharedMemory.copyIn(new Employee("Eve", 4));
        assertTrue(
                employee.toString().matches("company\\.shareable\\.Employee@[0-9a-f]+\\[.*name=Eve.*]"),
                employee.toString());
    }

    @Test
    void aClassThatIsNotNamedIsRefusedWithTheReason() {
        assertTrue(refusal(Bystander.class).contains("share=" + Bystander.class.getName()), refusal(Bystander.class));
        assertTrue(
                refusal(Refused.Dated.class).contains("java.util.Date is not a class of the program"),
                refusal(Refused.Dated.class));
    }

    @Test
    void whatCannotBeSharedIsAnErrorOfTheApiEachTime() {
        for (int i = 0; i < 2; i++) {
            SharedMemoryException allocated =
                    assertThrows(SharedMemoryException.class, () -> SharedMemory.allocate(Refused.Holder.class));
            assertTrue(allocated.getMessage().contains("Refused$Holder.thread"), allocated.getMessage());
            SharedMemoryException constructed =
                    assertThrows(SharedMemoryException.class, () -> SharedMemory.construct(() -> new Refused.Holder()));
            assertEquals(Reason.ARGUMENT, constructed.reason());
        }
    }

    @Test
    void aFieldOfAClassThatCannotBeSharedStaysNull() {
        Refused.Around around = SharedMemory.allocate(Refused.Around.class);
        around.number = 3;
        assertNull(around.holder);
        assertThrows(SharedMemoryException.class, () -> around.holder = new Refused.Holder());
        assertEquals(3, around.number);
    }

    @Test
    void whatIsNoObjectIsNotCopiedAsOne() {
        Object list = new ArrayList<>(List.of(1));
        SharedMemoryException container = assertThrows(SharedMemoryException.class, () -> SharedMemory.copyIn(list));
        assertTrue(container.getMessage().contains("cast the argument"), container.getMessage());
        SharedMemoryException text = assertThrows(SharedMemoryException.class, () -> SharedMemory.copyIn("text"));
        assertTrue(text.getMessage().contains("only objects"), text.getMessage());
    }

    private static String refusal(Class<?> type) {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> SharedMemory.allocate(type));
        assertEquals(Reason.STATE, thrown.reason());
        return thrown.getMessage();
    }

    static class Bystander {
        int x;
    }

    @Test
    void handlesWorkOnInstances() {
        Employee employee = SharedMemory.copyIn(new Employee("Eve", 4));
        SharedClass<Employee> type = SharedClass.of(Employee.class);
        Ref<Employee> view = Ref.of(employee).as(Employee.class);
        assertEquals(4, type.doubleField("salary").get(view));
        type.refField("boss", Employee.class).set(view, view);
        assertTrue(employee.boss == employee);
        assertEquals(view, type.refField("boss", Employee.class).get(view));
        assertEquals(type, SharedClass.of(employee.getClass()));
    }
}
