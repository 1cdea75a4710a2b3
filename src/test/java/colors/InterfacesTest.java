// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMap.ComparedBy;
import colors.SharedMemoryException.Reason;
import colors.support.Child;
import colors.support.WithDaemon;
import java.time.DayOfWeek;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Interfaces with {@link SharedName}: typed access without the agent. */
@ExtendWith(WithDaemon.class)
class InterfacesTest {

    @SharedName("interfaces.Employee")
    public interface Worker {
        String name();

        void name(String name);

        double salary();

        void salary(double salary);

        Worker boss();

        void boss(Worker boss);

        default void raise(double by) {
            salary(salary() + by);
        }
    }

    @SharedName("interfaces.Manager")
    interface Manager extends Worker {
        int staff();

        Manager staff(int staff);
    }

    /** As Scala writes setters. */
    @SharedName("interfaces.Scala")
    interface Trait {
        int x();

        void x_$eq(int x);
    }

    @SharedName("interfaces.Address")
    interface Mail {
        String address();

        void address(String address);

        String getURL();

        void setURL(String url);
    }

    @SharedName("interfaces.Point")
    @ComparedBy({"x", "y"})
    interface Point {
        int x();

        Point x(int x);

        int y();

        Point y(int y);
    }

    @SharedName(value = "interfaces.Open", open = true)
    interface Open {
        int x();

        void x(int x);
    }

    private static Worker worker(String name) {
        Worker worker = SharedMemory.allocate(Worker.class);
        worker.name(name);
        return worker;
    }

    @Test
    void theAccessorsReachTheFields() {
        Worker e = SharedMemory.allocate(Worker.class);
        assertNull(e.name());
        assertEquals(0.0, e.salary());
        assertNull(e.boss());
        e.name("Ada");
        e.salary(4200);
        e.raise(10);
        e.boss(worker("Grace"));
        assertEquals("Ada", e.name());
        assertEquals(4210.0, e.salary());
        assertEquals("Grace", e.boss().name());
        assertTrue(SharedMemory.isShared(e));
        assertEquals("interfaces.Employee", SharedMemory.sharedType(e).name());
        assertEquals(4210.0, Ref.of(e).get("salary"));
        assertEquals(
                4210.0,
                SharedClass.of(Worker.class).doubleField("salary").get(Ref.of(e).as(Worker.class)));
        e.boss(null);
        assertNull(e.boss());
    }

    public interface NewWorker {
        Worker make(String name, Worker boss);
    }

    public interface NewPoint {
        Point make(int x, int y);
    }

    public interface NewReference {
        Ref<Worker> make(String name, Ref<Worker> boss);
    }

    @Test
    void aConstructorTakesAndGivesInstances() {
        SharedClass<Worker> workers = SharedClass.of(Worker.class);
        NewWorker make = workers.constructor(NewWorker.class, "name", "boss");
        Worker grace = make.make("Grace", null);
        Worker ada = make.make("Ada", grace);
        assertEquals("Ada", ada.name());
        assertEquals(grace, ada.boss());
        NewReference reference = workers.constructor(NewReference.class, "name", "boss");
        Ref<Worker> alan = reference.make("Alan", Ref.of(ada).as(Worker.class));
        assertEquals(ada, alan.get("boss", Worker.class));
        SharedMemoryException e = assertThrows(
                SharedMemoryException.class, () -> SharedClass.of(Point.class).constructor(NewPoint.class, "x", "y"));
        assertTrue(e.getMessage().contains("Point is not public; make it so, or use Ref"), e.getMessage());
    }

    @SharedName("interfaces.Employee")
    interface Reader {
        String name();
    }

    @Test
    void aTypedReadGivesTheInterfaceThatWasAskedFor() {
        SharedMemory.repository("interfaces.two").set(worker("Ada"));
        assertEquals(
                "Ada",
                SharedMemory.repository("interfaces.two", Reader.class).get().name());
        assertEquals(
                "Ada",
                SharedMemory.repository("interfaces.two", Worker.class).get().name());
        assertThrows(TypeConflictException.class, SharedMemory.repository("interfaces.two", Point.class)::get);
    }

    @Test
    void whatIsReadIsAnInstanceOfTheInterface() {
        Worker e = worker("Ada");
        e.boss(e);
        SharedMemory.repository("interfaces").set(e);
        Worker found = assertInstanceOf(
                Worker.class, SharedMemory.repository("interfaces").get());
        assertEquals(e, found);
        assertEquals(e, found.boss());
        assertEquals(e.hashCode(), found.hashCode());
        assertEquals(Ref.of(e), found.boss());
        assertEquals(Ref.of(e).toString(), e.toString());
        assertNotEquals(e, worker("Ada"));
        SharedList<Object> list = SharedList.create();
        list.add(e);
        assertEquals(e, assertInstanceOf(Worker.class, list.get(0)));
        assertTrue(list.contains(found));
        try (var _ = Monitors.enter(e)) {
            assertTrue(Monitors.isHeldByCurrentThread(found));
        }
        try (Scope scope = SharedMemory.scope()) {
            found = scope.keep(e.boss());
        }
        assertEquals("Ada", found.name());
    }

    @Test
    void interfacesExtendInterfaces() {
        Manager m = SharedMemory.allocate(Manager.class).staff(3);
        m.name("Mary");
        assertEquals(3, m.staff());
        Worker e = worker("Ada");
        e.boss(m);
        assertEquals(3, assertInstanceOf(Manager.class, e.boss()).staff());
        assertEquals("Mary", e.boss().name());
    }

    /** Another program's class of that name. */
    @SharedName("interfaces.Other")
    static class OtherClass {
        int count;
        String text = "from a class";
    }

    /** Another process: has a class where the test has an interface. */
    public static final class Writer {
        public static void main(String[] arguments) {
            Ref<?> found = SharedMemory.repository("interfaces.other").getRef();
            System.out.println(found.get("text"));
            SharedClass<OtherClass> type = SharedClass.of(OtherClass.class);
            type.intField("count")
                    .set(found.as(OtherClass.class), type.intField("count").get(found.as(OtherClass.class)) + 1);
            SharedMemory.repository("interfaces.made").set(Ref.copyOf(new OtherClass()));
        }
    }

    @SharedName("interfaces.Other")
    interface Other {
        int count();

        void count(int count);

        String text();

        void text(String text);
    }

    @Test
    void anotherProgramHasAClassOfThatName() throws Exception {
        Other other = SharedMemory.allocate(Other.class);
        other.count(41);
        other.text("from an interface");
        SharedMemory.repository("interfaces.other").set(other);
        assertEquals(
                new Child.Result(0, "from an interface"),
                Child.run(System.getProperty("colors.segment"), Writer.class, List.of()));
        assertEquals(42, other.count());
        Other made = (Other) SharedMemory.repository("interfaces.made").get();
        assertEquals("from a class", made.text());
    }

    @Test
    void namesOfAccessors() {
        Trait trait = SharedMemory.allocate(Trait.class);
        trait.x_$eq(5);
        assertEquals(5, trait.x());
        assertEquals(5L, Ref.of(trait).get("x"));
        Mail mail = SharedMemory.allocate(Mail.class);
        mail.address("here");
        mail.setURL("there");
        assertEquals("here", mail.address());
        assertEquals("there", Ref.of(mail).get("URL"));
        assertEquals("here", Ref.of(mail).get("address"));
    }

    @SharedName("interfaces.Kinds")
    interface Kinds {
        byte getGrade();

        void setGrade(byte grade);

        short room();

        void room(short room);

        char initial();

        void initial(char initial);

        long badge();

        void badge(long badge);

        float rating();

        Kinds rating(float rating);

        boolean isActive();

        void setActive(boolean active);

        Integer bonus();

        void bonus(Integer bonus);

        DayOfWeek day();

        void day(DayOfWeek day);

        List<Integer> scores();

        void scores(List<Integer> scores);

        Object note();

        void note(Object note);
    }

    @Test
    void allKindsOfFields() {
        Kinds k = SharedMemory.allocate(Kinds.class);
        k.setGrade((byte) -7);
        k.room((short) 300);
        k.initial('Ä');
        k.badge(Long.MIN_VALUE);
        k.setActive(true);
        k.bonus(5);
        k.day(DayOfWeek.FRIDAY);
        assertSame(k, k.rating(1.5f));
        SharedList<Object> scores = SharedList.create();
        scores.add(1);
        k.note(scores);
        assertEquals((byte) -7, k.getGrade());
        assertEquals((short) 300, k.room());
        assertEquals('Ä', k.initial());
        assertEquals(Long.MIN_VALUE, k.badge());
        assertEquals(1.5f, k.rating());
        assertTrue(k.isActive());
        assertEquals(5, k.bonus());
        assertEquals(DayOfWeek.FRIDAY, k.day());
        assertEquals(scores, k.note());
        Ref.of(k).set("scores", scores);
        int first = k.scores().getFirst(); // an Integer, as the accessor says
        assertEquals(1, first);
    }

    @Test
    void keysAreComparedByTheFieldsThatTheInterfaceNames() {
        Point a = SharedMemory.allocate(Point.class).x(1).y(2);
        Point b = SharedMemory.allocate(Point.class).x(1).y(2);
        SharedSet<Object> set = SharedSet.create();
        set.add(a);
        assertTrue(set.contains(b));
        assertFalse(set.contains(SharedMemory.allocate(Point.class).x(2).y(2)));
        assertNotEquals(a, b); // equals is identity, as of SharedObject
    }

    @Test
    void theFieldsOfAnOpenInterfaceCanBeRetyped() {
        Open open = SharedMemory.allocate(Open.class);
        open.x(3);
        Ref.of(open).remove("x");
        assertEquals(0, open.x());
        open.x(4);
        assertEquals(4, open.x());
    }

    @Test
    void anInterfaceInAMethod() {
        @SharedName("interfaces.Local")
        interface Local {
            int x();

            void x(int x);
        }
        Local local = SharedMemory.allocate(Local.class);
        local.x(1);
        assertEquals(1, local.x());
    }

    // ---- errors -------------------------------------------------------------------------------------

    interface Unnamed {
        int x();
    }

    @SharedName
    interface WithOperation {
        int x();

        int add(int a, int b);
    }

    @SharedName
    interface WithoutGetter {
        void raise(double by);
    }

    @SharedName
    interface TwoTypes {
        int x();

        void x(long x);
    }

    @SharedName
    interface OfClass {
        OtherClass other();
    }

    @SharedName
    interface OfArray {
        int[] numbers();
    }

    @SharedName
    interface OfAddress {
        long address();
    }

    @Test
    void whatIsNoAccessorIsAnErrorThatNamesIt() {
        assertRefused(Unnamed.class, "@SharedName");
        assertRefused(WithOperation.class, "WithOperation.add(int,int)");
        assertRefused(WithoutGetter.class, "WithoutGetter.raise(double)");
        assertRefused(TwoTypes.class, "TwoTypes.x(long)");
        assertRefused(OfClass.class, "OfClass.other()");
        assertRefused(OfArray.class, "OfArray.numbers()");
        assertRefused(OfAddress.class, "OfAddress.address()");
    }

    private static void assertRefused(Class<?> type, String part) {
        SharedMemoryException e = assertThrows(SharedMemoryException.class, () -> SharedMemory.allocate(type));
        assertEquals(Reason.ARGUMENT, e.reason());
        assertTrue(e.getMessage().contains(part), e::getMessage);
    }

    @Test
    void aValueOfAnotherTypeIsRefused() {
        Worker e = worker("Ada");
        Ref<?> shared = Ref.of(e);
        assertThrows(SharedMemoryException.class, () -> shared.set("boss", shared.get("name")));
        Worker elsewhere = new PrivateWorker();
        SharedMemoryException refused = assertThrows(SharedMemoryException.class, () -> e.boss(elsewhere));
        assertEquals(Reason.ARGUMENT, refused.reason());
        assertNull(e.boss());
        assertThrows(SharedMemoryException.class, () -> SharedMemory.copyOut(e, Worker.class));
    }

    private static final class PrivateWorker implements Worker {
        private String name = "private";
        private double salary = 1;
        private Worker boss;

        @Override
        public String name() {
            return name;
        }

        @Override
        public void name(String given) {
            name = given;
        }

        @Override
        public double salary() {
            return salary;
        }

        @Override
        public void salary(double given) {
            salary = given;
        }

        @Override
        public Worker boss() {
            return boss;
        }

        @Override
        public void boss(Worker given) {
            boss = given;
        }
    }
}
