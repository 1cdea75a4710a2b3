// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedMemoryException.Reason;
import colors.support.WithDaemon;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Classes that change between programs, a class that gets versions without end, and the types of types. */
@ExtendWith(WithDaemon.class)
class VersionsTest {

    @SharedName(value = "evolving.Item", open = true)
    static class Old {
        int id = 1;
        String label = "old";
        int count = 5;
        double price = 1.5;
    }

    /** Renamed: label to title. Retyped: count to a string, price to any. Removed: none. Added: state. */
    @SharedName(value = "evolving.Item", open = true)
    static class New {
        int id;
        String title;
        String count;
        Object price;
        String state;
    }

    @Test
    void aNewProgramReadsOldObjects() {
        Ref<Old> old = Ref.copyOf(new Old());
        SharedClass<New> type = SharedClass.of(New.class);
        assertEquals(1, type.intField("id").get(old.as(New.class)));
        assertEquals(
                null,
                type.stringField("title").get(old.as(New.class)),
                "a renamed field is a removed and an added one");
        assertEquals(1.5, type.field("price", Object.class).get(old.as(New.class)));
        SharedMemoryException retyped = assertThrows(
                SharedMemoryException.class, () -> type.stringField("count").get(old.as(New.class)));
        assertTrue(retyped.getMessage().contains("holds the integer 5, which is no String"), retyped.getMessage());
        assertThrows(
                SharedMemoryException.class, () -> type.stringField("count").set(old.as(New.class), "five"));
        SharedType before = SharedMemory.sharedType(old);
        type.stringField("title").set(old.as(New.class), "new");
        type.stringField("state").set(old.as(New.class), "sold");
        assertNotEquals(before, SharedMemory.sharedType(old));
        assertEquals("old", old.get("label"));
        assertEquals(5, SharedClass.of(Old.class).intField("count").get(old));
        Ref<New> fresh = type.allocate();
        assertEquals(
                List.of("id", "title", "count", "price", "state"),
                SharedMemory.sharedType(fresh).fields().stream()
                        .map(SharedType.Field::name)
                        .toList());
        assertEquals(0, SharedClass.of(Old.class).intField("id").get(fresh.as(Old.class)));
        assertThrows(
                SharedMemoryException.class,
                () -> SharedClass.of(Old.class).intField("count").get(fresh.as(Old.class)));
    }

    static class Accident {
        int id;
    }

    @Test
    void versionsEndAtALimit() {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, () -> {
            for (int i = 0; i < 10_000; i++) {
                SharedClass.of(Accident.class).allocate().set("key" + i, i);
            }
        });
        assertEquals(Reason.MEMORY, thrown.reason());
        assertTrue(
                thrown.getMessage()
                        .startsWith(
                                "class colors.VersionsTest.Accident has 1000 versions, and a class can have no more;"
                                        + " fields added last: 'key998', 'key997', 'key996'."),
                thrown.getMessage());
        Ref<Accident> object = SharedClass.of(Accident.class).allocate();
        SharedType type = SharedMemory.sharedType(object);
        assertThrows(SharedMemoryException.class, () -> object.set("other", 1));
        assertEquals(type, SharedMemory.sharedType(object));
        object.set("key17", 17); // a version that is there
        assertEquals(17L, object.get("key17"));
        assertEquals(1000, type.versions().size());
        SharedClass.of(Old.class).allocate().set("unharmed", true);
    }

    @Test
    void typesHaveTypes() {
        Ref<Old> object = Ref.copyOf(new Old());
        SharedType type = SharedMemory.sharedType(object);
        SharedType shape = SharedMemory.sharedType(type);
        assertEquals("shape", shape.name());
        assertEquals(shape, type.type());
        assertEquals(shape, shape.type());
        assertEquals(shape, SharedMemory.sharedType(shape));
        assertNotEquals(type, shape);
        assertEquals(
                shape,
                SharedMemory.sharedType(SharedClass.of(Accident.class).allocate())
                        .type());
        assertEquals(List.of(), shape.fields());
        assertEquals(List.of(shape), shape.versions());
        for (Object bad : new Object[] {new Old(), "text", 1, null}) {
            assertEquals(
                    Reason.ARGUMENT,
                    assertThrows(SharedMemoryException.class, () -> SharedMemory.sharedType(bad))
                            .reason());
        }
    }
}
