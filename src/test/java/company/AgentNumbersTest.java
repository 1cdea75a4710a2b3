// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedList;
import colors.SharedMemory;
import colors.support.WithDaemon;
import company.shareable.Anything;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Numbers in fields that do not say which ones they take: docs/agent.md, Numbers. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentNumbersTest {

    private static String kind(Object value) {
        return switch (value) {
            case Integer integer -> "Integer " + integer;
            case Long integer -> "Long " + integer;
            case Float number -> "Float " + number;
            case Double number -> "Double " + number;
            default -> "other";
        };
    }

    private static String kindOfNumber(Object value) {
        return switch (value) {
            case Integer integer -> "integer";
            case Number number when number.longValue() == number.doubleValue() -> "whole " + number.longValue();
            default -> "other";
        };
    }

    @Test
    void anIntegerIsALongWhateverItWasAndHoweverSmall() {
        Anything shared = SharedMemory.allocate(Anything.class);
        for (Object seven : new Object[] {7, 7L, (short) 7, (byte) 7}) {
            shared.any = seven;
            assertEquals("Long 7", kind(shared.any));
            shared.number = (Number) seven;
            assertEquals("Long 7", kind(shared.number));
        }
        shared.comparable = 7;
        assertEquals("Long 7", kind(shared.comparable));
        shared.any = 1L << 40; // the class of a value does not depend on how large it is
        assertEquals("Long 1099511627776", kind(shared.any));
    }

    @Test
    void aFloatIsADouble() {
        Anything shared = SharedMemory.allocate(Anything.class);
        shared.any = 1.5f;
        assertEquals("Double 1.5", kind(shared.any));
    }

    @Test
    void aDeclaredTypeIsKept() {
        Anything shared = SharedMemory.allocate(Anything.class);
        shared.integer = 7;
        assertEquals("Integer 7", kind(shared.integer));
    }

    @Test
    void elementsAreAsFields() {
        Anything shared = SharedMemory.allocate(Anything.class);
        shared.list = SharedList.create();
        shared.list.add(7);
        assertEquals("Long 7", kind(shared.list.getFirst()));
    }

    @Test
    void whatWorksForBoth() {
        Anything shared = SharedMemory.allocate(Anything.class);
        shared.any = 7;
        assertEquals(7, (int) (Integer) shared.any); // rewritten code takes the Long where it casts
        assertEquals("whole 7", kindOfNumber(shared.any));
        assertTrue(shared.any instanceof Number number && number.intValue() == 7);
    }

    @Test
    void aPrivateObjectIsAsEver() {
        Anything ordinary = new Anything();
        ordinary.any = 7;
        assertEquals("Integer 7", kind(ordinary.any));
    }
}
