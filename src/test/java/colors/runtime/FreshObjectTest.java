// SPDX-License-Identifier: Apache-2.0
package colors.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import colors.SharedMemory;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class FreshObjectTest {
    private static final int OBJECTS = 40_000; // the root log goes on to another chunk a few dozen times

    private record Held(long address, RootChunk chunk) {
    }

    /** Allocates an object with a string. Null unless the root log went on to another chunk meanwhile. */
    private static Held allocate(int number) {
        Mutator mutator = Mutator.current();
        RootChunk before = mutator.chunk();
        long object = DynamicFields.allocate(mutator, "test.Fresh", Map.of("text", "text " + number), (type, other) -> false);
        return mutator.chunk() == before ? null : new Held(object, mutator.chunk());
    }

    /** The current chunk roots a new object, also when the log went on while its fields were filled. */
    @Test
    void newObjectsLiveWithTheChunkTheyCameWith() throws Exception {
        List<Held> held = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            Held object = allocate(i);
            if (object != null) {
                held.add(object);
                numbers.add(i);
            }
        }
        assertFalse(held.isEmpty());
        for (int round = 0; round < 4; round++) {
            System.gc();
            Thread.sleep(100); // dead chunks are freed
            SharedMemory.collect();
            for (int i = 0; i < OBJECTS; i++) {
                Strings.allocate(Mutator.current(), "other text " + i);
            }
        }
        for (int i = 0; i < held.size(); i++) {
            long object = held.get(i).address();
            assertEquals("test.Fresh", SharedShape.ofObject(object).className());
            long word = Heap.loadTagged(Mutator.current(), object + Layout.OBJECT_HEADER_BYTES);
            assertEquals("text " + numbers.get(i), Strings.read(Segment.address(word)));
        }
        java.lang.ref.Reference.reachabilityFence(held);
    }
}
