// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.WithDaemon;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class TwoProcessesTest {

    @SharedName("test.Record")
    static class OldRecord {
        int id;
        String name;
    }

    /** The same shared class as another process has it: one field more, one less, one moved. */
    @SharedName("test.Record")
    static class NewRecord {
        double weight;
        int id;
        NewRecord twin;
    }

    /** Another process: doubles the id of the record in the repository, adds a weight and a twin. */
    public static final class Writer {
        public static void main(String[] arguments) {
            SharedClass<NewRecord> record = SharedClass.of(NewRecord.class);
            Ref<NewRecord> found = SharedMemory.repository("record").getRef().as(NewRecord.class);
            System.out.println(found.get("name") + " weight "
                    + record.doubleField("weight").get(found));
            record.intField("id").set(found, 2 * record.intField("id").get(found));
            record.doubleField("weight").set(found, 1.5);
            Ref<NewRecord> twin = record.allocate();
            record.intField("id").set(twin, 7);
            record.refField("twin", NewRecord.class).set(found, twin);
        }
    }

    /** Another process: waits until the flag rises, then counts. */
    public static final class Counter {
        public static void main(String[] arguments) {
            SharedClass<OldRecord> record = SharedClass.of(OldRecord.class);
            Field.OfInt<OldRecord> id = record.intField("id");
            Ref<?> flag = SharedMemory.repository("flag").getRef();
            id.set(flag.as(OldRecord.class), 1);
            while (id.get(flag.as(OldRecord.class)) != 2) {
                Thread.onSpinWait();
            }
            System.out.println("seen");
        }
    }

    @Test
    void anotherProcessWithItsOwnVersionOfTheClass() throws Exception {
        Ref<OldRecord> shared = SharedClass.of(OldRecord.class).allocate();
        shared.set("id", 21);
        shared.set("name", "one");
        SharedType before = shared.type();
        SharedMemory.repository("record").set(shared);
        Child.Result result = Child.run(System.getProperty("colors.segment"), Writer.class, List.of());
        assertEquals(new Child.Result(0, "one weight 0.0"), result);
        assertEquals(42L, shared.get("id"));
        assertEquals(1.5, shared.get("weight"));
        assertEquals("one", shared.get("name"));
        assertEquals(7L, ((Ref<?>) shared.get("twin")).get("id"));
        assertNotEquals(before, shared.type());
        assertEquals("test.Record", shared.type().name());
        assertTrue(shared.type().versions().contains(before));
    }

    @Test
    void aLoopThatWaitsForAnotherProcessEnds() throws Exception {
        SharedClass<OldRecord> record = SharedClass.of(OldRecord.class);
        Field.OfInt<OldRecord> id = record.intField("id");
        Ref<OldRecord> flag = record.allocate();
        SharedMemory.repository("flag").set(flag);
        Process child = Child.start(System.getProperty("colors.segment"), Counter.class, List.of());
        try {
            while (id.get(flag) != 1 && child.isAlive()) {
                Thread.onSpinWait();
            }
            id.set(flag, 2);
            assertTrue(child.waitFor(60, TimeUnit.SECONDS));
            assertEquals("seen", new String(child.getInputStream().readAllBytes()).strip());
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void repositoriesHoldScalarsAndNothing() {
        Repository<Object> repository = SharedMemory.repository("scalar");
        assertEquals(null, repository.get());
        for (Object value : new Object[] {1L, "text", 2.5, true}) {
            repository.set(value);
            assertEquals(value, SharedMemory.repository("scalar").get());
        }
        repository.set(null);
        assertEquals(null, repository.get());
    }
}
