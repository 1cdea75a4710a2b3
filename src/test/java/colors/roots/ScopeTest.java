// SPDX-License-Identifier: Apache-2.0
package colors.roots;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.Field;
import colors.Monitors;
import colors.Ref;
import colors.Scope;
import colors.SharedArray;
import colors.SharedBinary;
import colors.SharedClass;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.SharedSet;
import colors.ValueType;
import colors.heap.Flats;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.memory.SegmentStatus;
import colors.support.Child;
import colors.support.WithDaemon;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** What a thread gets in a scope is given up at its end, and not used after that. */
@ExtendWith(WithDaemon.class)
@Timeout(120)
@SuppressWarnings("try") // a scope's variable may have no use
class ScopeTest {
    private static final List<String> NO_COLLECTOR = List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC");

    /** The objects of these tests. */
    static class Node {
        int number;
        Node next;
    }

    private static final SharedClass<Node> CLASS = SharedClass.of(Node.class);
    private static final Field.OfInt<Node> NUMBER = CLASS.intField("number");
    private static final Field.OfRef<Node, Node> NEXT = CLASS.refField("next", Node.class);

    private static Ref<Node> node(int number) {
        Ref<Node> node = CLASS.allocate();
        NUMBER.set(node, number);
        return node;
    }

    private static boolean isObject(long address) {
        return Memory.getByte(Segment.markAddress(Segment.reference(address))) != 0;
    }

    /** What was garbage when it is called is freed; none of what lives. The private collector is not asked. */
    private static void collect() {
        SharedMemory.collect();
        SharedMemory.collect();
    }

    private static <T> T elsewhere(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread.ofPlatform().start(task).join();
        return task.get();
    }

    private static SharedMemoryException refused(String part, Executable use) {
        SharedMemoryException e = assertThrows(SharedMemoryException.class, use);
        assertEquals(Reason.STATE, e.reason());
        assertTrue(e.getMessage().contains(part), e.getMessage());
        return e;
    }

    private static void refusedAsClosed(Executable use) {
        refused("scope that is closed", use);
    }

    private static void refusedElsewhere(Executable use) throws Exception {
        elsewhere(() -> refused("in that thread alone", use));
    }

    // ---- what it frees ------------------------------------------------------------------------------

    @Test
    void whatWasMadeInAScopeIsFreedThoughItsWrapperIsReachable() {
        Ref<Node> before = node(1);
        Ref<Node> inside;
        long address;
        try (Scope scope = SharedMemory.scope()) {
            inside = node(2);
            address = ((Shared) inside).address();
            collect();
            assertTrue(isObject(address));
            assertEquals(2, NUMBER.get(inside));
        }
        collect();
        assertFalse(isObject(address));
        assertEquals(1, NUMBER.get(before));
        Reference.reachabilityFence(inside);
    }

    @Test
    void whatWasLoadedInAScopeIsFreedWhenNothingElseRefersToIt() {
        Ref<Node> first = node(1);
        long address = elsewhereMade(first);
        try (Scope scope = SharedMemory.scope()) {
            Ref<Node> second = NEXT.get(first);
            NEXT.set(first, null);
            collect();
            assertTrue(isObject(address));
            assertEquals(2, NUMBER.get(second));
        }
        collect();
        assertFalse(isObject(address));
    }

    private static long elsewhereMade(Ref<Node> first) {
        return SharedMemory.scoped(() -> {
            Ref<Node> second = node(2);
            NEXT.set(first, second);
            return ((Shared) second).address();
        });
    }

    @Test
    void whatAnObjectOutsideRefersToLives() {
        SharedList<Ref<Node>> list = SharedList.create(ValueType.ref(Node.class));
        SharedMemory.scoped(() -> list.add(node(7)));
        collect();
        assertEquals(7, NUMBER.get(list.get(0)));
    }

    /** In a JVM whose collector never runs, so that nothing else frees any. */
    @Test
    void allChunksThatAScopeFilledAreFreed() throws Exception {
        Child.Result result = Child.run(WithDaemon.start(), Fills.class, NO_COLLECTOR);
        assertEquals(new Child.Result(0, "more chunks in the scope: true, after it: 0, objects: 0"), result);
    }

    /** Fills chunks in a scope. */
    static final class Fills {
        public static void main(String[] arguments) {
            long[] addresses = new long[20_000];
            List<Ref<Node>> wrappers = new ArrayList<>();
            node(0);
            long before = chunks();
            long inside = SharedMemory.scoped(() -> {
                for (int i = 0; i < addresses.length; i++) {
                    Ref<Node> made = node(i);
                    addresses[i] = ((Shared) made).address();
                    wrappers.add(made);
                }
                return chunks() - before;
            });
            long after = chunks() - before;
            collect();
            int left = 0;
            for (long address : addresses) {
                left += isObject(address) ? 1 : 0;
            }
            long least = addresses.length * 32L / (Layout.CHUNK_RANGE_BYTES + Layout.REGION_BYTES);
            System.out.println(
                    "more chunks in the scope: " + (inside > least) + ", after it: " + after + ", objects: " + left);
            Reference.reachabilityFence(wrappers);
        }
    }

    private static long chunks() {
        int pid = (int) ProcessHandle.current().pid();
        return SegmentStatus.read().vms().stream()
                .filter(vm -> vm.pid() == pid)
                .mapToLong(SegmentStatus.Vm::chunks)
                .sum();
    }

    /** The thread goes on in the chunk and in the buffer of before, however many scopes it had. */
    @Test
    void theChunkOfBeforeIsTheCurrentOneAgain() {
        Mutator mutator = Mutator.current();
        mutator.nextChunk();
        node(0);
        Set<RootChunk> chunks = new HashSet<>();
        List<Ref<Node>> made = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int number = i;
            RootChunk chunk = mutator.wrapperChunk();
            SharedMemory.scoped(() -> NUMBER.get(node(number)));
            assertSame(chunk, mutator.wrapperChunk());
            made.add(node(i));
            chunks.add(chunk);
        }
        // as a rule one; more where the heap has small holes, each of which is a range of a chunk
        assertTrue(chunks.size() < 20, "chunks: " + chunks.size());
        collect();
        for (int i = 0; i < made.size(); i++) {
            assertEquals(i, NUMBER.get(made.get(i)));
        }
    }

    /** What is dead in a scope is freed as it is without one: together it is more than the heap has room for. */
    @Test
    void aLongScopeFillsNothing() {
        long chunks = chunks();
        SharedMemory.scoped(() -> {
            for (int i = 0; i < 25_000_000; i++) {
                node(i);
            }
            return null;
        });
        assertTrue(chunks() <= chunks + 2, "chunks");
    }

    /** A JVM whose collector never runs. */
    @Test
    void aProcessWhoseCollectorNeverRunsNeedsNoMoreChunks() throws Exception {
        Child.Result result = Child.run(WithDaemon.start(), Requests.class, NO_COLLECTOR, "30000");
        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().endsWith("0 more chunks"), result.output());
    }

    /** Answers requests, each in a scope. */
    static final class Requests {
        public static void main(String[] arguments) {
            SharedList<Ref<Node>> list = SharedList.create(ValueType.ref(Node.class));
            list.add(node(0));
            long sum = 0;
            long before = chunks();
            int requests = Integer.parseInt(arguments[0]);
            for (int i = 0; i < requests; i++) {
                int number = i;
                sum += SharedMemory.scoped(() -> {
                    Ref<Node> answer = node(number);
                    NEXT.set(answer, list.get(0));
                    list.set(0, answer);
                    NEXT.set(NEXT.get(answer), null);
                    return NUMBER.get(answer);
                });
            }
            System.out.println("sum " + sum + ", " + (chunks() - before) + " more chunks");
        }
    }

    // ---- uses that are refused ----------------------------------------------------------------------

    @Test
    void objectsOfAClosedScopeAreRefused() {
        Ref<Node> outside = node(1);
        Ref<Node> object;
        try (Scope scope = SharedMemory.scope()) {
            object = node(2);
        }
        refusedAsClosed(() -> NUMBER.get(object));
        refusedAsClosed(() -> NUMBER.set(object, 3));
        refusedAsClosed(() -> NEXT.set(outside, object));
        refusedAsClosed(() -> object.get("number"));
        refusedAsClosed(() -> object.set("number", 1));
        refusedAsClosed(object::type);
        refusedAsClosed(object::hashCode);
        refusedAsClosed(object::toString);
        refusedAsClosed(() -> outside.equals(object));
        refusedAsClosed(() -> Monitors.enter(object));
        SharedList<Object> other = SharedList.create();
        refusedAsClosed(() -> other.add(object));
        assertEquals(0, other.size());
        assertNull(NEXT.get(outside));
    }

    @Test
    void containersOfAClosedScopeAreRefused() {
        SharedList<Object> list;
        SharedMap<Object, Object> map;
        SharedSet<Object> set;
        SharedBinary binary;
        Iterator<?> entries;
        List<?> part;
        try (Scope scope = SharedMemory.scope()) {
            list = SharedMemory.copyIn(List.of(1, 2));
            map = SharedMap.create();
            map.put("a", 1);
            set = SharedSet.create();
            binary = SharedMemory.copyIn(new byte[] {1});
            entries = map.entrySet().iterator();
            part = list.subList(0, 1);
        }
        refusedAsClosed(() -> list.get(0));
        refusedAsClosed(() -> list.add(3));
        refusedAsClosed(list::size);
        refusedAsClosed(() -> part.get(0));
        refusedAsClosed(() -> map.get("a"));
        refusedAsClosed(() -> map.put("b", 2));
        refusedAsClosed(entries::next);
        refusedAsClosed(() -> set.add(1));
        refusedAsClosed(() -> binary.get(0));
        refusedAsClosed(binary::memory);
        SharedList<Object> other = SharedList.create();
        refusedAsClosed(() -> other.addAll(list));
        assertEquals(0, other.size());
    }

    @Test
    void anotherThreadMayNotUseThem() throws Exception {
        SharedMap<String, Ref<Node>> roots = SharedMap.create(ValueType.of(String.class), ValueType.ref(Node.class));
        try (Scope scope = SharedMemory.scope()) {
            Ref<Node> object = node(2);
            refusedElsewhere(() -> NUMBER.get(object));
            refusedElsewhere(() -> roots.put("a", object));
            elsewhere(() -> refused("cannot keep an object in", () -> scope.keep(roots)));
            elsewhere(() -> refused("cannot be closed in", scope::close));
            assertEquals(2, NUMBER.get(object));
            roots.put("a", object); // any thread may load it then
            assertEquals(2, elsewhere(() -> NUMBER.get(roots.get("a"))));
        }
        assertEquals(2, NUMBER.get(roots.get("a")));
    }

    @Test
    void theEndOfAScopeIsThatOfThoseInIt() {
        Scope outer = SharedMemory.scope();
        Ref<Node> first = node(1);
        Scope inner = SharedMemory.scope();
        Ref<Node> second = node(2);
        refused("close the inner one first", () -> outer.keep(first));
        assertEquals(3, NUMBER.get(first) + NUMBER.get(second));
        inner.close();
        inner.close();
        refusedAsClosed(() -> NUMBER.get(second));
        assertEquals(1, NUMBER.get(first));
        refused("a scope that is closed", () -> inner.keep(first));
        Scope forgotten = SharedMemory.scope();
        Ref<Node> third = node(3);
        outer.close();
        forgotten.close();
        outer.close();
        refusedAsClosed(() -> NUMBER.get(first));
        refusedAsClosed(() -> NUMBER.get(third));
        assertNull(Mutator.current().scope());
    }

    /** It could not leave it afterwards. */
    @Test
    void aMonitorThatWasEnteredInTheScopeIsLeftFirst() {
        Ref<Node> outside = node(1);
        Monitors.enter(outside);
        Scope scope = SharedMemory.scope();
        Ref<Node> inside = node(2);
        Monitors.enter(inside);
        refused("monitors that it entered in it, here 1", scope::close);
        assertEquals(2, NUMBER.get(inside));
        Monitors.exit(inside);
        scope.close();
        Monitors.exit(outside);
    }

    // ---- what is kept -------------------------------------------------------------------------------

    @Test
    void whatIsKeptLivesAndIsForAllThreads() throws Exception {
        Ref<Node> kept;
        SharedList<Object> list;
        Ref<Node> dropped;
        List<Integer> view;
        try (Scope scope = SharedMemory.scope()) {
            dropped = node(5);
            kept = scope.keep(dropped);
            assertEquals(dropped, kept);
            assertNotSame(dropped, kept);
            list = scope.keep(SharedMemory.copyIn(List.of(1, 2)));
            assertEquals("text", scope.keep("text"));
            assertNull(scope.keep(null));
            view = scope.keep(list.as(Integer.class));
            assertEquals(5, elsewhere(() -> NUMBER.get(kept)));
        }
        collect();
        assertEquals(5, NUMBER.get(kept));
        assertEquals(List.of(1L, 2L), elsewhere(() -> List.copyOf(list)));
        assertEquals(List.of(1, 2), elsewhere(() -> List.copyOf(view)));
        refusedAsClosed(() -> NUMBER.get(dropped));
    }

    @Test
    void whatIsKeptInAnInnerScopeIsOfTheOuterOne() {
        Ref<Node> kept = SharedMemory.scoped(() -> {
            var inner = new AtomicReference<Ref<Node>>();
            Ref<Node> result = SharedMemory.scoped(() -> {
                inner.set(node(8));
                return inner.get();
            });
            refusedAsClosed(() -> NUMBER.get(inner.get()));
            collect();
            assertEquals(8, NUMBER.get(result));
            return result;
        });
        collect();
        assertEquals(8, NUMBER.get(kept));
    }

    /** The chunk of before is full in between, so that the thread goes on in another one. */
    @Test
    void whatIsKeptMayFillTheChunkOfBefore() {
        List<Ref<Node>> kept = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            int base = kept.size();
            SharedMemory.scoped(() -> {
                for (int i = 0; i < 5000; i++) {
                    int number = base + i;
                    kept.add(SharedMemory.scoped(() -> node(number)));
                }
                return null;
            });
            kept.subList(base, kept.size()).clear(); // they were of the scope
            try (Scope scope = SharedMemory.scope()) {
                for (int i = 0; i < 5000; i++) {
                    kept.add(scope.keep(node(base + i)));
                }
            }
        }
        collect();
        for (int i = 0; i < kept.size(); i++) {
            assertEquals(i, NUMBER.get(kept.get(i)));
        }
    }

    @Test
    void anExceptionClosesTheScope() {
        var inside = new AtomicReference<Ref<Node>>();
        assertThrows(
                ArithmeticException.class,
                () -> SharedMemory.scoped(() -> {
                    inside.set(node(1));
                    throw new ArithmeticException();
                }));
        refusedAsClosed(() -> NUMBER.get(inside.get()));
        assertNull(Mutator.current().scope());
    }

    @Test
    void theErrorOfTheProgramIsNotHidden() {
        var inside = new AtomicReference<Ref<Node>>();
        assertThrows(
                ArithmeticException.class,
                () -> SharedMemory.scoped(() -> {
                    SharedMemory.scope();
                    inside.set(node(1));
                    throw new ArithmeticException();
                }));
        refusedAsClosed(() -> NUMBER.get(inside.get()));
        refused(
                "close the inner one first",
                () -> SharedMemory.scoped(() -> {
                    SharedMemory.scope();
                    return node(1);
                }));
        assertNull(Mutator.current().scope());
    }

    // ---- what holds a chunk without looking ---------------------------------------------------------

    @Test
    void aViewOfMemoryEndsWithTheScope() throws Exception {
        List<MemorySegment> views = new ArrayList<>();
        AtomicReference<SharedArray<Object>> kept = new AtomicReference<>();
        try (Scope scope = SharedMemory.scope()) {
            SharedArray<Object> array = SharedArray.copyOf(new long[] {7, 8});
            kept.set(scope.keep(array));
            views.add(SharedMemory.copyIn(new long[] {1, 2, 3}).longs());
            views.add(SharedMemory.copyIn(new byte[] {4, 5}).memory());
            views.add(array.memory().asSlice(8));
            assertEquals(8, views.getLast().get(ValueLayout.JAVA_LONG, 0));
            elsewhere(() -> assertThrows(
                    WrongThreadException.class, () -> views.getFirst().get(ValueLayout.JAVA_BYTE, 0)));
        }
        for (MemorySegment view : views) {
            assertFalse(view.scope().isAlive());
            assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_BYTE, 0));
        }
        assertEquals(8, kept.get().memory().getAtIndex(ValueLayout.JAVA_LONG, 1));
    }

    @Test
    void aBufferOfMemoryEndsWithTheScope() {
        ByteBuffer[] buffer = new ByteBuffer[1];
        SharedMemory.scoped(() -> buffer[0] = SharedArray.copyOf(new int[] {1}).buffer());
        assertThrows(IllegalStateException.class, () -> buffer[0].getInt(0));
    }

    /** What a view shows is not made anew by a scope in which the view is got. */
    @Test
    void aViewOfWhatWasThereBeforeOutlivesTheScope() {
        SharedArray<Object> array = SharedArray.copyOf(new long[] {7, 8});
        MemorySegment[] view = new MemorySegment[1];
        SharedMemory.scoped(() -> view[0] = array.memory());
        assertEquals(8, view[0].getAtIndex(ValueLayout.JAVA_LONG, 1));
    }

    /** As many chunks as there are after requests that looked at no memory: none waits for the private collector. */
    @Test
    void aViewKeepsNoChunkAfterTheScope() {
        Runnable request = () -> SharedMemory.scoped(() -> {
            SharedArray.copyOf(new long[1000]).memory().set(ValueLayout.JAVA_LONG, 0, 1);
            return null;
        });
        request.run();
        long before = chunks();
        for (int i = 0; i < 100; i++) {
            request.run();
        }
        assertTrue(chunks() < before + 20, () -> chunks() + " chunks, " + before + " before");
    }

    private static WeakReference<RootChunk> viewed(List<MemorySegment> kept) {
        SharedArray<Object> array = SharedArray.copyOf(new long[] {7, 8});
        kept.add(array.memory().asSlice(8));
        Mutator.current().nextChunk();
        return new WeakReference<>(((Shared) array).chunk());
    }

    /** So a thread may look at more memory in one scope than there is. */
    @Test
    void aViewThatIsDroppedKeepsNoChunkInTheScope() throws Exception {
        List<MemorySegment> kept = new ArrayList<>();
        elsewhere(() -> {
            try (Scope scope = SharedMemory.scope()) {
                WeakReference<RootChunk> live = viewed(kept);
                WeakReference<RootChunk> dropped = viewed(new ArrayList<>());
                System.gc();
                assertTrue(dropped.refersTo(null));
                assertFalse(live.refersTo(null));
                assertEquals(8, kept.getFirst().get(ValueLayout.JAVA_LONG, 0));
            }
            return null;
        });
        assertFalse(kept.getFirst().scope().isAlive());
    }

    /** The native function that calls back uses the view: it stays valid, and nothing that it shows is freed. */
    @Test
    void aScopeThatIsClosedWhileItsViewIsInUseLeavesTheViewValid() throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle sort = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("qsort"),
                FunctionDescriptor.ofVoid(
                        ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        Scope scope = SharedMemory.scope();
        SharedArray<Object> array = SharedArray.copyOf(new long[] {3, 1, 2});
        MemorySegment view = array.memory();
        MethodHandle compare = MethodHandles.lookup()
                .findStatic(
                        ScopeTest.class,
                        "compareAndClose",
                        MethodType.methodType(int.class, Scope.class, MemorySegment.class, MemorySegment.class));
        try (Arena arena = Arena.ofConfined()) {
            ValueLayout.OfLong element = ValueLayout.JAVA_LONG;
            MemorySegment callback = linker.upcallStub(
                    MethodHandles.insertArguments(compare, 0, scope),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS.withTargetLayout(element),
                            ValueLayout.ADDRESS.withTargetLayout(element)),
                    arena);
            sort.invokeExact(view, 3L, 8L, callback);
        }
        assertArrayEquals(new long[] {1, 2, 3}, view.toArray(ValueLayout.JAVA_LONG));
        assertTrue(((Shared) array).chunk().tracker().isPinned);
    }

    @SuppressWarnings("unused") // called by qsort
    private static int compareAndClose(Scope scope, MemorySegment left, MemorySegment right) {
        scope.close();
        return Long.compare(left.get(ValueLayout.JAVA_LONG, 0), right.get(ValueLayout.JAVA_LONG, 0));
    }

    /** The sort goes on with what it read; nothing that it has is freed under its feet. */
    @Test
    void aComparatorThatClosesTheScopeHarmsNobody() {
        Scope scope = SharedMemory.scope();
        SharedList<Object> list = SharedMemory.copyIn(List.of(3, 1, 2));
        long address = ((Shared) list).address();
        refusedAsClosed(() -> list.sort((a, b) -> {
            scope.close();
            collect();
            assertTrue(isObject(address), "freed while a method of it runs");
            return 0;
        }));
    }

    /**
     * The stack can run out between two steps at the end of a scope. The chunk has one token all the time: the first of
     * two that dies would free it.
     */
    @Test
    void aChunkThatIsKnownGetsNoSecondToken() {
        Mutator mutator = Mutator.current();
        RootChunk before = mutator.wrapperChunk();
        try (Scope scope = SharedMemory.scope()) {
            RootChunk inside = mutator.wrapperChunk();
            ChunkCalls.resume(mutator.scratch(), mutator.slotOffset(), before.entriesOffset());
            mutator.followChunk();
            assertSame(before, mutator.wrapperChunk());
            ChunkCalls.resume(mutator.scratch(), mutator.slotOffset(), inside.entriesOffset());
            mutator.followChunk();
            assertSame(inside, mutator.wrapperChunk());
            assertEquals(1, NUMBER.get(node(1)));
        }
        assertSame(before, mutator.wrapperChunk());
    }

    // ---- threads ------------------------------------------------------------------------------------

    @Test
    void aThreadThatEndsInAScopeLeavesNothingToItsSuccessor() throws Exception {
        for (int i = 0; i < 20; i++) {
            int number = i;
            var left = new AtomicReference<Ref<Node>>();
            elsewhere(() -> {
                SharedMemory.scope();
                left.set(node(number));
                return null;
            });
            elsewhere(() -> {
                Ref<Node> made = node(number);
                assertNull(Mutator.current().scope());
                assertNull(((Shared) made).chunk().scope());
                refused("in that thread alone", () -> NUMBER.get(left.get()));
                return NUMBER.get(made);
            });
        }
    }

    private record Holder(MemorySegment memory, RootChunk chunk) {}

    /** What it made lives on in the chunk that the successor fills. */
    @Test
    void whatHoldsTheChunkOfAThreadThatEndedIsStillARoot() throws Exception {
        Holder holder = elsewhere(() -> {
            SharedMemory.scope();
            Shared array = (Shared) SharedArray.copyOf(new long[] {1, 2, 3});
            return new Holder(Flats.memory(array.address()), array.chunk().pinned());
        });
        for (int i = 0; i < 20; i++) {
            elsewhere(() -> NUMBER.get(node(1)));
            System.gc();
            Thread.sleep(20);
            collect();
            SharedMemory.copyIn(new long[] {-1, -1, -1});
        }
        assertArrayEquals(new long[] {1, 2, 3}, holder.memory.toArray(ValueLayout.JAVA_LONG));
        Reference.reachabilityFence(holder.chunk);
    }

    @Test
    void aVirtualThreadKeepsItsSlotInAScope() throws Exception {
        CountDownLatch opened = new CountDownLatch(50);
        CountDownLatch go = new CountDownLatch(1);
        List<FutureTask<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            int number = i;
            FutureTask<Integer> task = new FutureTask<>(() -> {
                try (Scope scope = SharedMemory.scope()) {
                    Ref<Node> made = node(number);
                    opened.countDown();
                    go.await();
                    node(-1);
                    return NUMBER.get(made);
                }
            });
            tasks.add(task);
            Thread.ofVirtual().start(task);
        }
        opened.await();
        for (int i = 0; i < 200; i++) { // they want slots, too
            int number = i;
            FutureTask<Integer> task = new FutureTask<>(() -> NUMBER.get(node(number)));
            Thread.ofVirtual().start(task);
            assertEquals(i, task.get());
        }
        collect();
        go.countDown();
        for (int i = 0; i < 50; i++) {
            assertEquals(i, tasks.get(i).get());
        }
    }

    @Test
    void virtualThreadsThatEndInAScopeLeaveNothingToTheirSuccessors() throws Exception {
        for (int i = 0; i < 200; i++) {
            int number = i;
            FutureTask<Integer> task = new FutureTask<>(() -> {
                Ref<Node> made = node(number);
                assertNull(((Shared) made).chunk().scope());
                SharedMemory.scope();
                return NUMBER.get(made) + NUMBER.get(node(1));
            });
            Thread.ofVirtual().start(task);
            assertEquals(i + 1, task.get());
        }
    }
}
