// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.runtime.SegmentStatus;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WithDaemon.class)
class RootLogTest {
    private static final int OBJECTS = 200_000;

    static class Item {
        int value;
        Item next;
    }

    private static int chunks() {
        return SegmentStatus.read().vms().stream().filter(vm -> vm.pid() == ProcessHandle.current().pid()).findFirst().orElseThrow().chunks();
    }

    @Test
    void chunksAreHeldWithTheirWrappersAndFreedAfterThem() throws InterruptedException {
        SharedClass<Item> item = SharedClass.of(Item.class);
        List<SharedObject> held = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            held.add(item.allocate());
        }
        int with = chunks();
        assertTrue(with >= OBJECTS / 2048, "held " + with);
        assertEquals(OBJECTS, held.size());
        held = null;
        awaitAtMost(with / 4);
    }

    @Test
    void chunksThatLibcolorsTookForAnEvolutionAreFreedToo() throws InterruptedException {
        SharedClass<Item> item = SharedClass.of(Item.class);
        SharedObject[] held = new SharedObject[OBJECTS / 2];
        for (int i = 0; i < held.length; i++) {
            held[i] = item.allocate();
        }
        for (SharedObject object : held) {
            object.set("added", 1); // libcolors logs the extension block
        }
        held = null;
        awaitAtMost(10);
    }

    private static void awaitAtMost(int wanted) throws InterruptedException {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (chunks() > wanted && System.nanoTime() < deadline) {
            System.gc();
            Thread.sleep(20);
        }
        assertTrue(chunks() <= wanted, chunks() + " chunks are still held");
    }

    @Test
    void repeatedLoadsOfTheSameObjectsTakeNoChunks() {
        SharedClass<Item> item = SharedClass.of(Item.class);
        ReferenceField next = item.referenceField("next");
        SharedObject first = item.allocate();
        SharedObject last = first;
        for (int i = 0; i < 100; i++) {
            SharedObject added = item.allocate();
            next.set(last, added);
            last = added;
        }
        next.set(last, first);
        SharedObject at = first;
        for (int i = 0; i < 200; i++) {
            at = next.get(at);
        }
        int before = chunks();
        for (int i = 0; i < 1_000_000; i++) {
            at = next.get(at);
        }
        assertTrue(chunks() <= before + 2, before + " chunks became " + chunks());
    }

    @Test
    void threadsThatEndGiveTheirSlotsBack() throws InterruptedException {
        SharedClass<Item> item = SharedClass.of(Item.class);
        IntField value = item.intField("value");
        for (int round = 0; round < 300; round++) { // 30 threads each: more than the segment has slots
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 30; t++) {
                threads.add(Thread.ofPlatform().start(() -> value.set(item.allocate(), 1)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
