// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.heap.WholeHeap;
import colors.roots.Shared;
import colors.support.NewThread;
import colors.support.WithDaemon;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists that do not change keep their elements alive: loading one logs nothing. */
@ExtendWith(WithDaemon.class)
class FrozenListsTest {
    static class Item {
        long number;
    }

    private static Ref<Item> item(long number) {
        SharedClass<Item> type = SharedClass.of(Item.class);
        Ref<Item> item = type.allocate();
        type.longField("number").set(item, number);
        return item;
    }

    /**
     * Of a list in a list: by a wrapper of an element of the inner one, loaded in another thread than the outer one
     * was.
     */
    @Test
    void anElementLivesAsLongAsItsWrapper() throws InterruptedException {
        Repository<Object> repository = SharedMemory.repository("frozen.lists");
        NewThread.run(() -> repository.set(List.of("first", List.of(item(1), item(2), item(3)))));
        var outer = new AtomicReference<SharedList<Object>>();
        NewThread.run(() -> outer.set(((SharedList<?>) repository.get()).as(Object.class)));
        NewThread.run(() -> {
            Ref<?> third = (Ref<?>) ((SharedList<?>) outer.getAndSet(null).get(1)).get(2);
            repository.set(null);
            for (int i = 0; i < 3; i++) {
                System.gc();
                SharedMemory.collect();
                assertTrue(WholeHeap.isThere((Shared) third));
                assertEquals(3L, third.get("number"));
            }
        });
    }

    @Test
    void elementsOfEachKind() {
        Repository<Object> repository = SharedMemory.repository("frozen.kinds");
        for (List<?> elements : List.of(
                List.of(),
                List.of(1L, 2L, 1L << 62),
                List.of(1.5, -0.0),
                List.of("short", "a longer string", 1L << 62, 2.5, true, List.of()),
                List.of(1L, "two"))) {
            repository.set(elements);
            SharedList<Object> list = ((SharedList<?>) repository.get()).as(Object.class);
            assertTrue(list.isFrozen());
            assertEquals(elements, list);
            for (int i = 0; i < elements.size(); i++) {
                assertEquals(elements.get(i), list.get(i));
            }
            assertThrows(IndexOutOfBoundsException.class, () -> list.get(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> list.get(elements.size()));
        }
    }
}
