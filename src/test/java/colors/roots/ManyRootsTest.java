// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.SharedArray;
import colors.SharedClass;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.support.WithDaemon;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What roots the elements that an array loads many at once. */
@ExtendWith(WithDaemon.class)
class ManyRootsTest {
    static class Node {
        int number;
    }

    private static Set<Integer> entries(RootChunk chunk) {
        Set<Integer> entries = new HashSet<>();
        for (int i = 0; i < Layout.CHUNK_ENTRIES; i++) {
            entries.add(Memory.getInt(Segment.BASE + chunk.entriesOffset() + 4L * i));
        }
        return entries;
    }

    /** Also where a chunk gets full in the middle. */
    @Test
    void eachElementIsLoggedInTheChunkThatItsWrapperHas() throws Exception {
        SharedArray<Object> array = SharedArray.create(Object.class, 10_000);
        Thread making = Thread.ofPlatform().start(() -> {
            SharedClass<Node> type = SharedClass.of(Node.class);
            for (int i = 0; i < array.size(); i++) {
                array.set(i, type.allocate());
            }
        });
        making.join();
        Map<RootChunk, Set<Integer>> chunks = new HashMap<>();
        for (Object element : array.toArray()) {
            Shared shared = (Shared) element;
            assertTrue(chunks.computeIfAbsent(shared.chunk(), ManyRootsTest::entries)
                    .contains(Segment.granules(shared.address())));
        }
        assertTrue(chunks.size() > 2, () -> chunks.size() + " chunks");
    }
}
