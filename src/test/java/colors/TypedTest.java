// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Types of references, containers, roots and messages, without the agent. */
@ExtendWith(WithDaemon.class)
class TypedTest {
    static class Person {
        String name;
        Person friend;
        List<Integer> scores;
    }

    static class Worker extends Person {
        int grade;
    }

    /** Another class of this program with the same shared name as Person. */
    @SharedName("colors.TypedTest.Person")
    static class Human {
        String name;
    }

    public record Point(int x, int y) {}

    public interface NewPerson {
        Ref<Person> make(String name, Ref<Person> friend);
    }

    interface Hidden {
        Ref<Person> make(String name);
    }

    public interface Wrong {
        Ref<Person> make(Point friend);
    }

    public interface Compared {
        Ref<Person> make(String name);

        @Override
        boolean equals(Object other);
    }

    public interface NewText {
        String make(String name);
    }

    private static final SharedClass<Person> PERSON = SharedClass.of(Person.class);
    private static final Field.OfString<Person> NAME = PERSON.stringField("name");
    private static final Field.OfRef<Person, Person> FRIEND = PERSON.refField("friend", Person.class);

    private static TypeConflictException conflict(String part, Runnable operation) {
        TypeConflictException e = assertThrows(TypeConflictException.class, operation::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
        assertEquals(Reason.TYPE, e.reason());
        return e;
    }

    private static void refused(String part, Runnable operation) {
        SharedMemoryException e = assertThrows(SharedMemoryException.class, operation::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
        assertEquals(Reason.ARGUMENT, e.reason());
    }

    @Test
    void aReferenceIsOfItsClassAndTheClassesAbove() {
        Ref<Worker> worker = Ref.copyOf(new Worker());
        Ref<?> unknown = Ref.of(worker);
        assertSame(worker, unknown.as(Worker.class));
        assertSame(worker, unknown.as(Person.class));
        assertSame(worker, unknown.as(Object.class));
        Ref<Person> person = PERSON.allocate();
        conflict("colors.TypedTest.Person, no colors.TypedTest$Worker", () -> person.as(Worker.class));
        conflict("no colors.Employee", () -> person.as(Employee.class));
        assertEquals(person, person.as(Human.class)); // one shared class
        NAME.set(worker, "Ada"); // a handle of a superclass
        assertEquals("Ada", NAME.get(worker));
        refused("null", () -> person.as(null));
    }

    @Test
    void handlesGiveWhatTheyAreAskedFor() {
        Ref<Person> person = PERSON.allocate();
        FRIEND.set(person, Ref.copyOf(new Worker()));
        assertEquals("colors.TypedTest.Worker", FRIEND.get(person).type().name());
        Field<Person, Object> friend = PERSON.field("friend", Object.class);
        assertEquals(FRIEND.get(person), friend.get(person));
        Field<Person, Ref<Worker>> worker = PERSON.field("friend", ValueType.ref(Worker.class));
        assertEquals(FRIEND.get(person), worker.get(person));
        FRIEND.set(person, person);
        conflict("no colors.TypedTest$Worker", () -> worker.get(person));
        conflict("no colors.TypedTest$Worker", () -> worker.getAndSet(person, null));
        assertEquals(person, FRIEND.get(person)); // unchanged

        Field<Person, SharedList<Integer>> scores = PERSON.field("scores", ValueType.list(Integer.class));
        assertNull(scores.get(person));
        SharedList<Integer> list = SharedList.create(Integer.class);
        list.add(7);
        scores.set(person, list);
        int first = scores.get(person).get(0);
        assertEquals(7, first);
        assertTrue(scores.compareAndSet(person, list, null));
        assertThrows(SharedMemoryException.class, () -> scores.getAndAdd(person, 1));
        assertThrows(SharedMemoryException.class, () -> NAME.getAndAdd(person, 1));
        refused("no colors.Employee", () -> PERSON.refField("friend", Employee.class));
        refused("not a reference", () -> PERSON.refField("name", Object.class));
        refused("no shareable field 'salary'", () -> PERSON.field("salary", Double.class));
        refused("ValueType", () -> PERSON.field("scores", (ValueType<Object>) null));
    }

    @Test
    void aConstructorIsAnInterfaceOfTheProgram() {
        NewPerson make = PERSON.constructor(NewPerson.class, "name", "friend");
        Ref<Person> ada = make.make("Ada", null);
        Ref<Person> grace = make.make("Grace", ada);
        assertEquals("Ada", NAME.get(FRIEND.get(grace)));
        refused("public interface", () -> PERSON.constructor(Hidden.class, "name"));
        refused("public interface", () -> PERSON.constructor(Person.class, "name"));
        refused("public interface", () -> PERSON.constructor((Class<NewPerson>) null, "name"));
        refused("a colors.TypedTest$Point is no colors.Ref", () -> PERSON.constructor(Wrong.class, "friend"));
        Compared compared = PERSON.constructor(Compared.class, "name");
        assertEquals("Ada", NAME.get(compared.make("Ada")));
        refused("it returns no Ref", () -> PERSON.constructor(NewText.class, "name"));
        refused(
                "cannot make objects of class colors.TypedTest$Person from the fields [name]",
                () -> PERSON.constructor(NewPerson.class, "name"));
        refused("no shareable field 'age'", () -> PERSON.constructor(NewPerson.class, "name", "age"));
    }

    @Test
    void containersInContainers() {
        SharedMap<String, SharedList<Integer>> scores =
                SharedMap.create(ValueType.of(String.class), ValueType.list(Integer.class));
        scores.computeIfAbsent("Ada", _ -> SharedList.create(Integer.class)).add(3);
        scores.get("Ada").add(4);
        int sum = scores.get("Ada").stream().mapToInt(Integer::intValue).sum();
        assertEquals(7, sum);
        assertEquals(Map.of("Ada", List.of(3, 4)), scores);
        scores.as(Object.class, Object.class).put("Ada", SharedMemory.copyIn(List.of("three")));
        conflict("does not fit java.lang.Integer", () -> scores.get("Ada").get(0));
        scores.as(Object.class, Object.class).put("Ada", 3);
        conflict("does not fit colors.SharedList", () -> scores.get("Ada"));

        SharedSet<Point> points = SharedSet.create(Point.class);
        points.add(new Point(1, 2));
        assertEquals(Set.of(new Point(1, 2)), points);
        SharedList<SharedSet<Point>> sets = SharedList.create(ValueType.set(Point.class));
        sets.add(points);
        assertEquals(new Point(1, 2), sets.getFirst().iterator().next());
        SharedArray<Integer> array = SharedArray.create(int.class, 3);
        array.setLong(1, 5);
        int second = array.get(1);
        assertEquals(5, second);
        SharedList<SharedArray<Integer>> rows = SharedList.create(ValueType.array(Integer.class));
        rows.add(array);
        assertEquals(5, rows.get(0).getLong(1));
        assertEquals(5, rows.get(0).getAndSet(1, 6));
        assertEquals(6, rows.get(0).as(Object.class).getAndAdd(1, 1).intValue());
        assertThrows(UnsupportedOperationException.class, () -> rows.get(0).add(1));
    }

    @Test
    void aTypedListIsTheListAndKeepsItsOperations() {
        SharedList<Integer> list = SharedList.create(Integer.class);
        list.addAll(List.of(3, 1, 2));
        list.sort(null);
        assertEquals(List.of(1, 2, 3), list);
        assertTrue(list.compareAndSet(0, 1, 10));
        assertEquals(10, list.getAndSet(0, 11));
        assertEquals(11L, list.getAndAdd(0, 1));
        assertEquals(12, list.getLong(0));
        assertFalse(list.isFrozen());
        assertEquals(3, list.longs().byteSize() / Long.BYTES);
        SharedList<Object> same = list.as(Object.class);
        assertEquals(list, list.as(Long.class).as(Integer.class));
        same.set(0, "text");
        conflict("does not fit java.lang.Integer", () -> list.getAndSet(0, 1));
        assertEquals("text", same.get(0));
        SharedList<Ref<Person>> people = SharedList.create(ValueType.ref(Person.class));
        people.add(PERSON.allocate());
        people.add(null);
        assertNull(people.get(1));
        people.as(Object.class).add(SharedClass.of(Employee.class).allocate());
        conflict("element 2 is a colors.Employee, no colors.TypedTest$Person", () -> people.get(2));
        people.as(Object.class).set(2, 5);
        conflict("element 2 is the integer 5", () -> people.get(2));
        conflict("ValueType.ref(Person.class)", () -> people.as(Person.class).get(0));
        SharedMap<String, Integer> map = SharedMap.create(String.class, Integer.class);
        map.put("a", 1);
        assertTrue(map.compareAndSet("a", 1, 2));
        assertEquals(2, map.getAndSet("a", 3));
        assertEquals(3L, map.getAndAdd("a", 1));
        assertEquals(4, map.get("a"));
        refused("expected a class", () -> SharedList.create((Class<Object>) null));
        refused("expected a class", () -> ValueType.of(void.class));
        refused("no reference is to an object of int", () -> ValueType.ref(int.class));
        refused("no reference is to an object of java.util.List", () -> ValueType.ref(List.class));
    }

    @Test
    void whatDoesNotFitIsNotLost() {
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("a", "text");
        SharedMap<String, Integer> typed = map.as(String.class, Integer.class);
        conflict("the string 'text'", () -> typed.put("a", 1));
        conflict("the string 'text'", () -> typed.replace("a", 1));
        conflict("the string 'text'", () -> typed.getAndSet("a", 1));
        conflict("the string 'text'", () -> typed.remove("a"));
        assertEquals(Map.of("a", "text"), map);
        SharedList<Object> list = SharedList.create();
        list.add("text");
        SharedList<Integer> numbers = list.as(Integer.class);
        conflict("the string 'text'", numbers::removeFirst);
        conflict("the string 'text'", numbers::removeLast);
        assertEquals(List.of("text"), list);
        list.clear();
        assertThrows(NoSuchElementException.class, numbers::removeLast);
        assertThrows(NoSuchElementException.class, numbers::getFirst);
    }

    @Test
    void theEndsOfATypedListAreTakenInOneStep() throws Exception {
        SharedList<Integer> numbers = SharedList.create(Integer.class);
        Callable<Integer> task = () -> {
            int taken = 0;
            for (int i = 0; i < 20_000; i++) {
                numbers.addLast(i);
                try {
                    numbers.removeLast();
                    taken++;
                } catch (NoSuchElementException e) {
                    continue; // the other one was faster
                }
            }
            return taken;
        };
        var first = new FutureTask<>(task);
        var second = new FutureTask<>(task);
        Thread.startVirtualThread(first);
        Thread.startVirtualThread(second);
        int taken = first.get() + second.get();
        assertEquals(40_000, taken + numbers.size());
    }

    @Test
    void rootsAndMessages() throws InterruptedException {
        Repository<Ref<Person>> root = SharedMemory.repository("typed", ValueType.ref(Person.class));
        assertNull(root.get());
        Ref<Person> person = PERSON.allocate();
        root.set(person);
        assertEquals(person, root.get());
        assertTrue(root.compareAndSet(person, null));
        SharedMemory.repository("typed").set(5);
        conflict("no colors.TypedTest$Person", root::get);
        conflict("no colors.TypedTest$Person", () -> root.getAndSet(person));
        assertEquals(5L, SharedMemory.repository("typed").get()); // unchanged
        Repository<Integer> number = SharedMemory.repository("typed", Integer.class);
        assertEquals(5, number.getAndSet(6));
        assertEquals(6, number.waitForChange(5));

        Channel<SharedList<Integer>> lists = SharedMemory.channel("typed.lists", ValueType.list(Integer.class));
        assertEquals("list", lists.type());
        SharedList<Integer> sent = SharedList.create(Integer.class);
        sent.add(1);
        lists.send(sent);
        for (int element : lists.receive()) {
            assertEquals(1, element);
        }
        assertNull(lists.tryReceive(null));
        Channel<Ref<Person>> people = SharedMemory.channel("typed.people", 4, ValueType.ref(Person.class));
        people.send(person);
        assertEquals("Ada", name(people));
        people.close();
        assertThrows(ChannelClosedException.class, people::receive);
    }

    private static String name(Channel<Ref<Person>> people) throws InterruptedException {
        Ref<Person> received = people.receive();
        NAME.set(received, "Ada");
        return NAME.get(received);
    }

    @Test
    void eachReasonHasItsException() {
        Map<Reason, Class<? extends SharedMemoryException>> classes = Map.of(
                Reason.TYPE, TypeConflictException.class,
                Reason.MEMORY, OutOfSharedMemoryException.class,
                Reason.QUOTA, QuotaExceededException.class,
                Reason.DAEMON, NoDaemonException.class,
                Reason.READ_ONLY, ReadOnlyException.class,
                Reason.CLOSED, ChannelClosedException.class,
                Reason.ABANDONED, MonitorAbandonedException.class);
        for (Reason reason : Reason.values()) {
            SharedMemoryException e = SharedMemoryException.of(reason, "a text", new IllegalStateException());
            assertSame(classes.getOrDefault(reason, SharedMemoryException.class), e.getClass());
            assertEquals(reason, e.reason());
            assertEquals("a text", e.getMessage());
            assertSame(IllegalStateException.class, e.getCause().getClass());
        }
        Ref<Employee> employee = SharedClass.of(Employee.class).allocate();
        NumberOverflowException e = assertThrows(NumberOverflowException.class, () -> employee.set("age", 1L << 40));
        assertTrue(e.isOfInteger());
        assertThrows(
                NumberOverflowException.class,
                () -> SharedClass.of(Employee.class).intField("grade").set(employee, 1000));
        assertFalse(assertThrows(NumberOverflowException.class, () -> SharedClass.of(Employee.class)
                        .doubleField("rating")
                        .set(employee, Double.MAX_VALUE))
                .isOfInteger());
        assertThrows(NumberOverflowException.class, () -> SharedArray.create(byte.class, 1)
                .setLong(0, 128));
    }
}
