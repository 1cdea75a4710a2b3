// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.support.WithDaemon;
import company.exclusive.Node;
import company.shareable.Employee;
import company.shareable.Team;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Private copies of shared instances: of the same class. Runs under the agent. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentCopyOutTest {

    @Test
    void aSharedInstanceBecomesAPrivateOneOfItsClass() {
        Employee boss = new Employee("Ada", 9000);
        Employee clerk = new Employee("Bob", 100);
        clerk.boss = boss;
        boss.staff = new ArrayList<>(List.of(clerk, boss));
        boss.anything = clerk;
        Employee shared = SharedMemory.copyIn(boss);
        shared.countOne();
        Employee copy = SharedMemory.copyOut(shared, Employee.class);
        assertFalse(SharedMemory.isShared(copy));
        assertEquals(Employee.class, copy.getClass());
        assertEquals("Ada", copy.name());
        assertEquals(9000, copy.salary());
        assertEquals(1, copy.count());
        assertSame(copy, ((Employee) copy.anything).boss);
        assertEquals(List.of(copy.anything, copy), copy.staff);
        copy.raise(1);
        copy.staff.clear();
        assertEquals(9000, shared.salary());
        assertEquals(2, shared.staff.size());
    }

    @Test
    void collectionsAreWhatTheFieldsDeclare() {
        Team team = SharedMemory.construct(Team::new);
        team.names.add("Ada");
        team.scores.add(3);
        team.points.put("Ada", 4);
        team.places.put(1, "first");
        team.numbers.add(5);
        team.letters.add('x');
        Team copy = SharedMemory.copyOut(team, Team.class);
        assertEquals(ArrayList.class, copy.names.getClass());
        assertEquals(LinkedHashMap.class, copy.points.getClass());
        assertEquals(12, copy.total());
        assertEquals("first", copy.places.get(1));
        assertEquals(List.of((short) 1, (short) 2), copy.plain);
        assertEquals(0.1f, copy.shares.get("x"));
        assertTrue(copy.letters.contains('x'));
        copy.names.add("private");
        assertEquals(List.of("Ada"), team.names);
    }

    @Test
    void anExclusiveClassHasNoPrivateInstances() {
        Node node = new Node("shared");
        SharedMemoryException thrown =
                assertThrows(SharedMemoryException.class, () -> SharedMemory.copyOut(node, Node.class));
        assertTrue(thrown.getMessage().contains("has shared instances alone"), thrown.getMessage());
    }
}
