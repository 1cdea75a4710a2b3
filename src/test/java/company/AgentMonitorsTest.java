// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Monitors;
import colors.SharedMemory;
import colors.support.Child;
import colors.support.WithDaemon;
import company.shareable.Bell;
import company.shareable.Employee;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** synchronized, wait and notify on shared objects, by threads and processes. Runs under the agent. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentMonitorsTest {
    private static final int ROUNDS = 20_000;

    @Test
    void blocksAndMethodsEnterTheMonitorOfTheSharedObject() {
        Employee employee = SharedMemory.allocate(Employee.class);
        Employee holder = SharedMemory.allocate(Employee.class);
        holder.boss = employee;
        synchronized (employee) {
            synchronized (holder.boss) {
                assertTrue(Monitors.isHeldByCurrentThread(employee));
                assertTrue(Thread.holdsLock(holder.boss));
                assertEquals(1, employee.countOne());
            }
            assertTrue(Monitors.isHeldByCurrentThread(employee));
        }
        assertFalse(Monitors.isHeldByCurrentThread(employee));
    }

    @Test
    void methodReferencesMeanTheSharedObject() {
        Employee employee = SharedMemory.allocate(Employee.class);
        Runnable notify = employee::notifyAll;
        assertThrows(IllegalMonitorStateException.class, notify::run);
        synchronized (employee) {
            notify.run();
        }
        Function<Employee, Class<?>> classOf = Employee::getClass;
        assertTrue(classOf.apply(employee) == Employee.class);
    }

    @Test
    void anInterfaceMeansTheSharedObject() throws InterruptedException {
        Bell bell = SharedMemory.allocate(Bell.class);
        assertEquals(1, Bell.ringAndTell(bell));
        Bell.await(bell);
        assertTrue(Bell.isBell(bell));
        assertEquals(Bell.class, Bell.typeByReference(bell));
        assertEquals(Bell.class.getName(), bell.typeName());
        assertEquals(1, Bell.ringAndTell(new Bell()));
    }

    @Test
    void anExceptionLeavesTheMonitor() {
        Employee employee = SharedMemory.allocate(Employee.class);
        assertThrows(IllegalStateException.class, employee::fail);
        assertFalse(Monitors.isHeldByCurrentThread(employee));
        assertThrows(IllegalStateException.class, () -> {
            synchronized (employee) {
                throw new IllegalStateException();
            }
        });
        assertFalse(Monitors.isHeldByCurrentThread(employee));
    }

    @Test
    void whoDoesNotHaveItCannotNotify() {
        Employee employee = SharedMemory.allocate(Employee.class);
        assertThrows(IllegalMonitorStateException.class, employee::notify);
        assertThrows(IllegalMonitorStateException.class, () -> employee.wait(1));
        Employee alone = new Employee();
        assertThrows(IllegalMonitorStateException.class, () -> alone.notifyAll());
        assertThrows(IllegalArgumentException.class, () -> {
            synchronized (employee) {
                employee.wait(-1);
            }
        });
    }

    @Test
    void privateObjectsHaveTheMonitorsOfJava() throws InterruptedException {
        Employee employee = new Employee();
        synchronized (employee) {
            assertTrue(Thread.holdsLock(employee));
            employee.wait(1);
            employee.notifyAll();
        }
        assertFalse(Thread.holdsLock(employee));
        assertEquals(1, employee.countOne());
    }

    @Test
    void twoProcessesCountAndWaitForEachOther() throws Exception {
        Employee shared = SharedMemory.copyIn(new Employee("counter", 0));
        SharedMemory.repository("counter").set(shared);
        Process other = Child.start(
                WithDaemon.start(),
                Other.class,
                List.of("-javaagent:" + Path.of("target", "colors-runtime.jar").toAbsolutePath()
                        + "=share=company.shareable.*"));
        count(shared);
        synchronized (shared) {
            while (shared.count() < 2 * ROUNDS) {
                shared.wait();
            }
        }
        String output = new String(other.getInputStream().readAllBytes());
        assertEquals(0, other.waitFor(), output);
        assertEquals(2 * ROUNDS, shared.count());
    }

    private static void count(Employee shared) {
        for (int i = 0; i < ROUNDS; i++) {
            shared.countOne();
        }
        synchronized (shared) {
            shared.notifyAll();
        }
    }

    @Test
    void anObjectOfAClassThatIsNotLoadedLoadsIt() throws Exception {
        SharedMemory.repository("unknown").set(SharedMemory.copyIn(new Employee("first", 0)));
        Child.Result result = Child.run(
                WithDaemon.start(),
                Stranger.class,
                List.of("-javaagent:" + Path.of("target", "colors-runtime.jar").toAbsolutePath()
                        + "=share=company.shareable.*"));
        assertEquals("class company.shareable.Employee first", result.output());
    }

    /** A process whose code names no class but Object. */
    public static final class Stranger {
        public static void main(String[] arguments) throws ReflectiveOperationException {
            Object found = SharedMemory.repository("unknown").get();
            System.out.println(
                    found.getClass() + " " + found.getClass().getMethod("name").invoke(found));
        }
    }

    /** The other process. */
    public static final class Other {
        public static void main(String[] arguments) {
            count((Employee) SharedMemory.repository("counter").get());
        }
    }
}
