// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.memory.SegmentStatus;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.support.WithDaemon;
import colors.values.Frozen;
import colors.wrappers.BinaryWrapper;
import colors.wrappers.ListWrapper;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Views without a copy keep what they show. */
@ExtendWith(WithDaemon.class)
class ViewsTest {
    private static final int LARGE = 1 << 20;
    private static final int COUNT = 32;

    /** In a thread of its own, so that no root log of this one names what it made. */
    private static <T> T elsewhere(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = Thread.ofPlatform().start(task);
        T result = task.get();
        thread.join();
        return result;
    }

    /** Makes the collectors run and others take every free place, small and large. */
    private static void press() throws Exception {
        for (int round = 0; round < 4; round++) {
            System.gc();
            Thread.sleep(50);
            SharedMemory.collect();
            elsewhere(() -> {
                byte[] other = new byte[LARGE];
                Arrays.fill(other, (byte) 0x55);
                for (int i = 0; i < 2 * COUNT; i++) {
                    SharedMemory.copyIn(other);
                    for (int k = 0; k < 100; k++) {
                        SharedMemory.copyIn(new long[] {-1, -1, -1, -1});
                        SharedMemory.copyIn(Arrays.copyOf(other, 64));
                    }
                }
                return null;
            });
        }
    }

    private static byte[] pattern(int size, int seed) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 7 + seed);
        }
        return bytes;
    }

    @Test
    void viewsOfBinariesKeepThem() throws Exception {
        MemorySegment large =
                elsewhere(() -> SharedMemory.copyIn(pattern(LARGE, 1)).memory());
        MemorySegment slice =
                elsewhere(() -> SharedMemory.copyIn(pattern(64, 2)).memory().asSlice(16, 32));
        ByteBuffer buffer =
                elsewhere(() -> SharedMemory.copyIn(pattern(64, 3)).buffer().slice(8, 40));
        press();
        assertEquals(-1, MemorySegment.ofArray(pattern(LARGE, 1)).mismatch(large));
        assertEquals(
                -1,
                MemorySegment.ofArray(Arrays.copyOfRange(pattern(64, 2), 16, 48))
                        .mismatch(slice));
        assertEquals(ByteBuffer.wrap(pattern(64, 3), 8, 40), buffer);
    }

    @Test
    void viewsOfListsKeepTheNumbers() throws Exception {
        long[] numbers = LongStream.range(0, 100).toArray();
        List<Long> boxed = LongStream.of(numbers).boxed().toList();
        MemorySegment longs = elsewhere(() -> SharedMemory.copyIn(boxed).longs());
        MemorySegment doubles = elsewhere(
                () -> SharedMemory.copyIn(List.of(1.5, -0.0, Double.NaN)).doubles());
        SharedList<Object> list = SharedMemory.copyIn(boxed);
        MemorySegment before = list.longs();
        list.add(7); // has another array from here on
        list.set(0, "text");
        press();
        assertEquals(-1, MemorySegment.ofArray(numbers).mismatch(longs));
        assertEquals(-1, MemorySegment.ofArray(numbers).mismatch(before));
        assertEquals(
                -1, MemorySegment.ofArray(new double[] {1.5, -0.0, Double.NaN}).mismatch(doubles));
        assertEquals("text", list.getFirst());
    }

    @Test
    void viewsOfArraysKeepTheNumbers() throws Exception {
        int[] numbers = IntStream.range(0, 100).toArray();
        MemorySegment ints = elsewhere(() -> SharedMemory.copyIn(numbers).memory());
        MemorySegment large =
                elsewhere(() -> SharedArray.copyOf(pattern(LARGE, 4)).memory());
        ByteBuffer buffer =
                elsewhere(() -> SharedArray.copyOf(new float[] {1.5f, -0.0f}).buffer());
        press();
        assertEquals(-1, MemorySegment.ofArray(numbers).mismatch(ints));
        assertEquals(-1, MemorySegment.ofArray(pattern(LARGE, 4)).mismatch(large));
        assertEquals(1.5f, buffer.asFloatBuffer().get(0));
    }

    /** The bytes in use when nothing more becomes free. */
    private static long settled() throws InterruptedException {
        long used = Long.MAX_VALUE;
        for (int unchanged = 0; unchanged < 5; ) {
            System.gc();
            Thread.sleep(50);
            SharedMemory.collect();
            long now = SegmentStatus.read().objects().used();
            unchanged = now < used ? 0 : unchanged + 1;
            used = Math.min(used, now);
        }
        return used;
    }

    /** Nothing but the view holds the chunk: no cleaner, which would hold it until a second collection. */
    @Test
    void oneCollectionFindsTheChunkOfAViewDead() throws Exception {
        WeakReference<RootChunk> chunk = elsewhere(() -> {
            SharedArray<Object> array = SharedArray.copyOf(new long[] {1});
            RootChunk own = ((Shared) array).chunk();
            assertEquals(1, array.memory().get(ValueLayout.JAVA_LONG, 0));
            Mutator.current().nextChunk();
            return new WeakReference<>(own);
        });
        System.gc();
        assertTrue(chunk.refersTo(null));
    }

    /** What shows that the pressure above would find what nobody keeps. */
    @Test
    void withoutViewsMemoryIsFreed() throws Exception {
        List<MemorySegment> views = elsewhere(() -> {
            List<MemorySegment> kept = new java.util.ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                kept.add(SharedMemory.copyIn(pattern(LARGE, i)).memory());
            }
            return kept;
        });
        press();
        for (int i = 0; i < COUNT; i++) {
            assertEquals(-1, MemorySegment.ofArray(pattern(LARGE, i)).mismatch(views.get(i)));
        }
        long with = settled();
        assertEquals(COUNT, views.size());
        views = null;
        long without = settled();
        assertTrue(with - without >= COUNT / 2L * LARGE, () -> with + " bytes with views, " + without + " without");
    }

    @Test
    void frozenOnesAreReadOnly() {
        SharedBinary bytes = new BinaryWrapper(Frozen.bytes(new byte[] {1, 2, 3}), Frozen.chunk());
        assertTrue(bytes.isFrozen()
                && bytes.memory().isReadOnly()
                && bytes.buffer().isReadOnly());
        assertThrows(UnsupportedOperationException.class, () -> bytes.set(0, (byte) 9));
        assertThrows(IllegalArgumentException.class, () -> bytes.memory().set(ValueLayout.JAVA_BYTE, 0, (byte) 9));
        assertThrows(ReadOnlyBufferException.class, () -> bytes.buffer().put(0, (byte) 9));
        SharedList<Object> tuple = new ListWrapper(Frozen.tuple(List.of(1, 2)), Frozen.chunk());
        assertTrue(tuple.isFrozen() && tuple.longs().isReadOnly());
        assertThrows(IllegalArgumentException.class, () -> tuple.longs().setAtIndex(ValueLayout.JAVA_LONG, 0, 9));
        assertEquals(List.of(1L, 2L), tuple);
        SharedBinary binary = SharedBinary.create(3);
        assertFalse(binary.isFrozen()
                || binary.memory().isReadOnly()
                || binary.buffer().isReadOnly());
    }

    @Test
    void viewsAreLive() {
        SharedBinary binary = SharedBinary.create(16);
        MemorySegment memory = binary.memory();
        binary.set(3, (byte) 7);
        assertEquals(7, memory.get(ValueLayout.JAVA_BYTE, 3));
        binary.buffer().putLong(8, 0x0102030405060708L);
        assertEquals(1, binary.get(8));
        assertThrows(IndexOutOfBoundsException.class, () -> memory.get(ValueLayout.JAVA_BYTE, 16));
        assertEquals(0, SharedList.create().longs().byteSize());
    }
}
