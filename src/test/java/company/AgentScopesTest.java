// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Scope;
import colors.SharedList;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import company.shareable.Employee;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** Instances of prepared classes that were got in a scope: docs/root-log.md, root-log.scope. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
@SuppressWarnings("try") // a scope's variable may have no use
class AgentScopesTest {

    private static Employee employee(String name) {
        return SharedMemory.construct(() -> new Employee(name, 1));
    }

    private static void refused(Executable use) {
        SharedMemoryException e = assertThrows(SharedMemoryException.class, use);
        assertEquals(Reason.STATE, e.reason());
        assertTrue(e.getMessage().contains("scope"), e.getMessage());
    }

    @Test
    void instancesOfAClosedScopeAreRefused() {
        Employee boss = employee("Ada");
        Employee[] inside = new Employee[1];
        Employee kept;
        try (Scope scope = SharedMemory.scope()) {
            inside[0] = employee("Bob");
            inside[0].boss = boss;
            assertEquals("Ada", inside[0].boss.name());
            boss.anything = inside[0];
            kept = scope.keep(inside[0].boss);
        }
        refused(() -> inside[0].raise(1));
        refused(() -> inside[0].name());
        refused(() -> inside[0].boss = null);
        refused(() -> inside[0].countOne());
        refused(() -> boss.boss = inside[0]);
        assertEquals("Ada", kept.name());
        assertEquals("Bob", ((Employee) boss.anything).name());
    }

    @Test
    void anotherThreadMayNotUseThem() throws Exception {
        try (Scope scope = SharedMemory.scope()) {
            Employee inside = employee("Bob");
            FutureTask<Void> other = new FutureTask<>(() -> {
                refused(inside::name);
                refused(() -> inside.raise(1));
                return null;
            });
            Thread.ofPlatform().start(other);
            other.get();
            assertEquals(1, inside.salary());
        }
    }

    @Test
    void aGraphThatIsPassedOnLives() {
        List<Employee> kept = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            String name = "e" + i;
            kept.add(SharedMemory.scoped(() -> {
                Employee made = employee(name);
                made.boss = employee("b" + name);
                made.staff = SharedMemory.copyIn(new ArrayList<>(List.of(employee("s" + name))))
                        .as(Employee.class);
                return made;
            }));
        }
        SharedMemory.collect();
        SharedMemory.collect();
        for (int i = 0; i < kept.size(); i++) {
            Employee one = kept.get(i);
            assertEquals(
                    "e" + i + " be" + i + " se" + i,
                    one.name() + " " + one.boss.name() + " " + one.staff.get(0).name());
        }
    }

    /** There is one array for each shared object, for all threads, whoever asked first. */
    @Test
    void anArrayIsOfNoScope() throws Exception {
        SharedList<Object> list = SharedMemory.copyIn(new long[] {1, 2, 3});
        SharedList<Object> holder = SharedList.create();
        holder.add(list);
        long[] inside;
        try (Scope scope = SharedMemory.scope()) {
            try (Scope inner = SharedMemory.scope()) {
                inside = (((SharedList<?>) holder.get(0)).as(Object.class)).asArray(long[].class);
                assertEquals(2, inside[1]);
            }
        }
        assertEquals(3, inside[2]);
        FutureTask<Long> other = new FutureTask<>(() -> inside[0]);
        Thread.ofPlatform().start(other);
        assertEquals(1, other.get());
        assertSame(inside, list.asArray(long[].class));
    }

    /** The handler that leaves the monitor covers itself: an error of it that comes each time would have no end. */
    @Test
    @Timeout(60)
    void aSynchronizedBlockEndsAfterItsScope() {
        Scope scope = SharedMemory.scope();
        Employee inside = employee("Bob");
        refused(() -> {
            synchronized (inside) {
                scope.close();
            }
        });
        assertEquals("Bob", inside.name());
        scope.close();
        refused(inside::countOne);
    }
}
