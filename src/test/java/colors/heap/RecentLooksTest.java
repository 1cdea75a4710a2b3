// SPDX-License-Identifier: Apache-2.0
package colors.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import colors.Field;
import colors.Ref;
import colors.SharedClass;
import colors.SharedMemory;
import colors.memory.Memory;
import colors.roots.Shared;
import colors.shapes.SharedShape;
import colors.support.WithDaemon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A string is found by a reference only if no sweep began between the two looks at their count. */
@ExtendWith(WithDaemon.class)
class RecentLooksTest {
    private static final String TEXT = "a name that is no word";

    /** What is shared. */
    public static final class Named {
        String name;
    }

    private static final SharedClass<Named> NAMED = SharedClass.of(Named.class);
    private static final Field.OfString<Named> NAME = NAMED.stringField("name");

    private final Ref<Named> object = NAMED.allocate();
    private long word;
    private int sweeps;

    private void look() {
        NAME.set(object, TEXT);
        long address = ((Shared) object).address();
        long place = SharedShape.of(Heap.shapeId(address)).fields().getFirst().place(address);
        sweeps = Strings.sweeps();
        word = Memory.getLongAcquire(place);
    }

    private void remember() {
        for (int times = 0; times < 3; times++) {
            assertEquals(TEXT, NAME.get(object));
        }
    }

    @Test
    void itIsFoundWhenNoSweepCame() {
        do { // another process may let one come
            look();
            remember();
        } while (Strings.sweeps() != sweeps);
        assertEquals(TEXT, Strings.recent(word, sweeps));
    }

    /** What was remembered before the first look may be freed. */
    @Test
    void itIsNotFoundWhenASweepCameBeforeTheLoad() {
        look();
        remember();
        SharedMemory.collect();
        assertNull(Strings.recent(word, sweeps));
    }

    /** What was loaded may be freed, and another one in its place be remembered. */
    @Test
    void itIsNotFoundWhenOneIsRememberedAfterTheLoad() {
        look();
        SharedMemory.collect();
        remember();
        assertNull(Strings.recent(word, sweeps));
    }
}
