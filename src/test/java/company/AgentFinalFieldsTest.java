// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Ref;
import colors.Repository;
import colors.SharedClass;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.WholeHeap;
import colors.roots.Shared;
import colors.support.NewThread;
import colors.support.WithDaemon;
import company.shareable.Link;
import company.shareable.OpenLink;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/**
 * Final fields of shared objects: written by constructors alone, and read without a root of their own. Runs under the
 * agent.
 */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentFinalFieldsTest {
    private static Link chain() {
        return SharedMemory.construct(() -> new Link(
                new Link(new Link(null, "a long text of the third", 3.5, 3), "second", null, 2), "first", "any", 1));
    }

    private static void refused(Executable store) {
        SharedMemoryException thrown = assertThrows(SharedMemoryException.class, store);
        assertEquals(Reason.TYPE, thrown.reason());
        assertTrue(thrown.getMessage().contains("final"), thrown.getMessage());
    }

    @Test
    void constructorsStoreThem() {
        assertEquals("first any 1 1 2, second null 2 2 2, a long text of the third 3.5 3 3 2", chain().all());
        assertEquals(
                "copied null 4 4 2",
                SharedMemory.copyIn(new Link(null, "copied", null, 4)).all());
    }

    @Test
    void nobodyElseDoes() throws ReflectiveOperationException {
        Link link = chain();
        Ref<Link> object = Ref.of(link).as(Link.class);
        SharedClass<Link> type = SharedClass.of(Link.class);
        refused(() -> object.set("text", "other"));
        refused(() -> object.set("next", null));
        refused(() -> object.set("any", 1));
        refused(() -> object.set("box", 7));
        assertThrows(SharedMemoryException.class, () -> object.remove("text"));
        refused(() -> type.stringField("text").set(object, "other"));
        refused(() -> type.refField("next", Link.class).set(object, null));
        refused(() -> type.field("any", Object.class).set(object, "other"));
        refused(() -> type.refField("next", Link.class).set(type.allocate(), object));
        Field text = Link.class.getField("text");
        text.setAccessible(true);
        refused(() -> text.set(link, "other"));
        object.set("more", "another field");
        refused(() -> object.set("text", "other"));
        assertEquals("first any 1 1 2, second null 2 2 2, a long text of the third 3.5 3 3 2", link.all());
    }

    /**
     * By reflection, while null is there. What the first one stored may have been read without a root when the second
     * one overwrites it.
     */
    @Test
    void ofTwoThreadsOneDoes() throws Exception {
        var links = new Link[20_000];
        Arrays.setAll(links, _ -> SharedMemory.construct(() -> new Link(null, null, null, 1)));
        var arrived = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<Integer> one = threads.submit(() -> storeAll(links, arrived, "text"));
            Future<Integer> other = threads.submit(() -> storeAll(links, arrived, "text"));
            assertEquals(links.length, one.get() + other.get());
            one = threads.submit(() -> storeAll(links, arrived, "any"));
            other = threads.submit(() -> storeAll(links, arrived, "any"));
            assertEquals(links.length, one.get() + other.get());
        }
    }

    /** With another thread that does so, both at the same object at a time. Gives how many this one stored to. */
    private static int storeAll(Link[] links, AtomicInteger arrived, String name) throws ReflectiveOperationException {
        Field field = Link.class.getField(name);
        field.setAccessible(true);
        int stored = 0;
        for (Link link : links) {
            int both = (arrived.getAndIncrement() / 2 + 1) * 2;
            for (int spins = 0; arrived.get() < both; spins++) { // a yield would take longer than what they may meet in
                if (spins > 1000) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
            try {
                field.set(link, "of one of two threads");
                stored++;
            } catch (SharedMemoryException e) {
                assertEquals(Reason.TYPE, e.reason());
            }
        }
        return stored;
    }

    @Test
    void aCloneHasThem() {
        Link link = chain();
        Link clone = link.clone();
        assertNotSame(link, clone);
        assertTrue(SharedMemory.isShared(clone) && clone != link && clone.next == link.next);
        assertEquals(link.all(), clone.all());
    }

    @Test
    void thoseOfAnOpenClassAreFree() {
        OpenLink link = SharedMemory.construct(() -> new OpenLink("first"));
        Ref.of(link).set("text", "second");
        assertEquals("second", link.text);
    }

    /**
     * The third one is held by a wrapper that was made by two loads which logged nothing, in another thread than the
     * first one was loaded in.
     */
    @Test
    void whatIsReadLivesAsLongAsItsWrapper() throws InterruptedException {
        Repository<Object> repository = SharedMemory.repository("final.chain");
        // whose chunks hold what they made and loaded until the private collector runs
        NewThread.run(() -> repository.set(chain()));
        var first = new AtomicReference<Link>();
        NewThread.run(() -> first.set((Link) repository.get()));
        NewThread.run(() -> {
            Link third = first.getAndSet(null).next.next;
            repository.set(null);
            for (int i = 0; i < 3; i++) {
                System.gc();
                SharedMemory.collect();
                assertTrue(WholeHeap.isThere((Shared) third));
                assertEquals("a long text of the third 3.5 3 3 2", third.all());
            }
        });
    }
}
