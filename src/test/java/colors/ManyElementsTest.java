// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.roots.View;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Arrays of references that are copied in, and out by {@code toArray}, many elements in one heap operation. */
@ExtendWith(WithDaemon.class)
class ManyElementsTest {
    static class Node {
        int number;
    }

    private static final SharedClass<Node> CLASS = SharedClass.of(Node.class);
    private static final Field.OfInt<Node> NUMBER = CLASS.intField("number");
    private static final int ROUNDS = 60;

    private static Ref<Node> node(int number) {
        Ref<Node> made = CLASS.allocate();
        NUMBER.set(made, number);
        return made;
    }

    /** What is stored for an index, some of it made anew for it, and some of it stored before. */
    private static Object element(Random random, int index) {
        return switch (random.nextInt(8)) {
            case 0 -> null;
            case 1 -> "short";
            case 2 -> "a string of many letters, the same again and again";
            case 3 -> "a string of many letters, number " + index;
            case 4 -> (long) index;
            case 5 -> Long.MAX_VALUE - index;
            case 6 -> 0.5 * index;
            default -> node(index);
        };
    }

    @SuppressWarnings("unchecked")
    private static void check(Object[] expected, Object[] found) {
        assertEquals(expected.length, found.length);
        for (int i = 0; i < expected.length; i++) {
            if (expected[i] instanceof Ref<?>) {
                assertEquals(i, NUMBER.get((Ref<Node>) found[i]));
            }
            assertEquals(expected[i], found[i]);
        }
    }

    @Test
    void allKindsOfElementsWhileTheCollectorRuns() throws Exception {
        long seed = System.nanoTime();
        System.out.println("SEED=" + seed);
        AtomicBoolean isOver = new AtomicBoolean();
        Thread collecting = Thread.ofPlatform().start(() -> {
            while (!isOver.get()) {
                SharedMemory.collect();
            }
        });
        try {
            Random random = new Random(seed);
            for (int round = 0; round < ROUNDS; round++) {
                Object[] elements = new Object[random.nextInt(3000)];
                Arrays.setAll(elements, i -> element(random, i));
                SharedArray<Object> array = SharedArray.copyOf(elements);
                SharedList<Object> list = SharedMemory.copyIn(Arrays.asList(elements));
                check(elements, array.toArray());
                check(elements, list.toArray());
                check(elements, array.toArray(new Object[0]));
            }
        } finally {
            isOver.set(true);
            collecting.join();
        }
    }

    /** More references than one root-log chunk has room for. */
    @Test
    void moreReferencesThanAChunkHas() {
        List<Ref<Node>> nodes = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            nodes.add(node(i));
        }
        SharedArray<Object> array = SharedArray.copyOf(nodes.toArray());
        SharedMemory.scoped(() -> {
            check(nodes.toArray(), array.toArray());
            return null;
        });
        check(nodes.toArray(), array.toArray());
    }

    @Test
    @SuppressWarnings("unchecked")
    void privateObjectsBetweenSharedOnesAreCopied() {
        int[] numbers = {1, 2};
        Object[] elements = {node(0), numbers, "a string of many letters", numbers, List.of(3), node(5), null};
        SharedArray<Object> array = SharedArray.copyOf(elements);
        Object[] found = array.toArray();
        assertEquals(elements[0], found[0]);
        assertEquals(List.of(1L, 2L), found[1]);
        assertEquals(found[1], found[3]);
        assertEquals(List.of(3L), found[4]);
        assertEquals(5, NUMBER.get((Ref<Node>) found[5]));
        assertNull(found[6]);
    }

    /** In a thread whose chunks root nothing afterwards but by wrappers. */
    private static void elsewhere(Runnable work) throws InterruptedException {
        Thread.ofPlatform()
                .start(() -> {
                    work.run();
                    Mutator.current().nextChunk();
                })
                .join();
    }

    private static void freeGarbage() {
        for (int i = 0; i < 5; i++) {
            System.gc();
            LockSupport.parkNanos(20_000_000);
            SharedMemory.collect();
        }
    }

    private static byte mark(Object shared) {
        return Memory.getByteOpaque(Segment.markAddress(Segment.reference(((Shared) shared).address())));
    }

    /** What was loaded is rooted by the reader. */
    @Test
    @SuppressWarnings("unchecked")
    void whatToArrayGaveLivesWithoutTheArray() throws Exception {
        SharedArray<Object> array = SharedArray.create(Object.class, 200);
        elsewhere(() -> IntStream.range(0, array.size()).forEach(i -> array.set(i, node(i))));
        Object[] found = array.toArray();
        elsewhere(() -> Collections.fill(array, null));
        freeGarbage();
        for (int i = 0; i < found.length; i++) {
            assertNotEquals(0, mark(found[i]), "freed: " + i);
            assertEquals(i, NUMBER.get((Ref<Node>) found[i]));
        }
    }

    /** While an open operation keeps a cycle from going on, nobody else marks the element. */
    @Test
    void whatIsStoredInACycleIsShaded() throws Exception {
        Ref<Node> element = node(1);
        SharedMemory.collect();
        CountDownLatch opened = new CountDownLatch(1);
        CountDownLatch copied = new CountDownLatch(1);
        Thread holding = Thread.ofPlatform().start(() -> {
            Mutator mutator = Mutator.current();
            long seq = mutator.enter();
            try {
                opened.countDown();
                copied.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                mutator.leave(seq);
            }
        });
        opened.await();
        Thread collecting = Thread.ofPlatform().start(SharedMemory::collect);
        try {
            while ((Memory.getLongOpaque(Segment.GC_WORD) & Layout.GC_REPORT) == 0) {
                Thread.onSpinWait();
            }
            long epoch = Memory.getLongOpaque(Segment.GC_WORD) & Layout.GC_EPOCH_MASK;
            assertNotEquals(epoch, mark(element) & Layout.MARK_EPOCH_MASK);
            SharedArray.copyOf(new Object[] {element});
            assertEquals(epoch, mark(element) & Layout.MARK_EPOCH_MASK);
        } finally {
            copied.countDown();
            holding.join();
            collecting.join();
        }
    }

    /** Does something when it is looked at. */
    private record Acting(Shared shown, Runnable act) implements View {
        @Override
        public Shared shown() {
            act.run();
            return shown;
        }
    }

    /** As another thread may do at any time, though the program ought not to let it. */
    @Test
    @SuppressWarnings("unchecked")
    void whatIsOverwrittenWhileItIsCopiedLives() throws Exception {
        Object[] elements = new Object[3];
        elsewhere(() -> elements[0] = node(7));
        elements[1] = new Acting((Shared) node(8), () -> {
            elements[0] = null;
            freeGarbage();
        });
        Object[] found = SharedArray.copyOf(elements).toArray();
        assertNotEquals(0, mark(found[0]));
        assertEquals(7, NUMBER.get((Ref<Node>) found[0]));
        assertEquals(8, NUMBER.get((Ref<Node>) found[1]));
    }

    @Test
    @SuppressWarnings("CollectionToArraySafeParameter") // that it is refused is tested
    void toArrayFillsWhatIsGivenIfItHasRoom() {
        SharedArray<String> texts = SharedArray.copyOf(new String[] {"one", "a string of many letters"})
                .as(String.class);
        String[] given = {"x", "x", "x", "x"};
        assertSame(given, texts.toArray(given));
        assertArrayEquals(new String[] {"one", "a string of many letters", null, "x"}, given);
        assertArrayEquals(new String[] {"one", "a string of many letters"}, texts.toArray(new String[0]));
        assertArrayEquals(new String[] {"one", "a string of many letters"}, texts.toArray(String[]::new));
        assertThrows(ArrayStoreException.class, () -> texts.toArray(new Integer[0]));
        assertThrows(TypeConflictException.class, () -> texts.as(Integer.class).toArray());
        SharedArray<Integer> numbers = SharedArray.copyOf(new int[] {1, 2}).as(Integer.class);
        assertArrayEquals(new Integer[] {1, 2}, numbers.toArray(new Integer[1]));
        assertArrayEquals(new Object[0], SharedArray.copyOf(new Object[0]).toArray());
    }
}
