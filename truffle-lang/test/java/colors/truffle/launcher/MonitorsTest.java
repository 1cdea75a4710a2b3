// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import colors.MonitorAbandonedException;
import colors.Monitors;
import colors.Ref;
import colors.SharedMemory;
import colors.heap.Heap;
import colors.memory.Segment;
import colors.monitors.Repositories;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.SharedShape;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes of three languages take turns: each waits for its own and notifies the others. */
final class MonitorsTest {
    private static final int TURNS = 300;

    @TempDir
    Path folder;

    /** An object with the fields turn and count, in the repository "ring". */
    private static Ref<?> publishRing() {
        Mutator mutator = Mutator.current();
        SharedShape shape = SharedShape.intern("programs.Ring", List.of());
        long object = Heap.allocate(mutator, shape.id(), shape.inlineSlots());
        RootChunk chunk = mutator.chunk();
        Heap.storeTagged(mutator, Repositories.place("ring"), Segment.reference(object));
        Reference.reachabilityFence(chunk);
        Ref<?> ring = SharedMemory.repository("ring").getRef();
        ring.set("turn", 0L);
        ring.set("count", 0L);
        return ring;
    }

    private CompletableFuture<GuestProcess.Result> launch(String language, String code) throws Exception {
        Path own = Files.createDirectory(folder.resolve(language));
        String segment = System.getProperty("colors.segment");
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return new GuestProcess(own, segment).run(language, code, Integer.toString(TURNS));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                },
                task -> new Thread(task).start());
    }

    private static final String PYTHON = """
        import sys
        import colors
        ring = colors.repository("ring").get()
        with colors.monitor(ring) as m:
            for _ in range(int(sys.argv[1])):
                m.wait_for(lambda: ring.turn == 1)
                ring.turn = 2
                ring.count += 1
                m.notify_all()
        """;

    private static final String JAVASCRIPT = """
        const colors = Polyglot.import("colors");
        const ring = colors.repository("ring").get();
        const m = colors.monitor(ring);
        colors.synchronized(ring, () => {
            for (let i = 0; i < Number(arguments[0]); i++) {
                while (ring.turn !== 2) m.wait();
                ring.turn = 0;
                ring.count++;
                m.notifyAll();
            }
        });
        """;

    @Test
    @Timeout(value = 240, unit = TimeUnit.SECONDS)
    void aRingOfThreeLanguages() throws Exception {
        TestSegment.attach();
        Ref<?> ring = publishRing();
        var python = launch("python", PYTHON);
        var js = launch("js", JAVASCRIPT);
        try (var _ = Monitors.enter(ring)) {
            for (int i = 0; i < TURNS; i++) {
                while ((Long) ring.get("turn") != 0) {
                    Monitors.wait(ring);
                }
                ring.set("turn", 1);
                ring.set("count", (Long) ring.get("count") + 1);
                Monitors.notifyAll(ring);
            }
        }
        assertEquals(new GuestProcess.Result(0, "", ""), python.get());
        assertEquals(new GuestProcess.Result(0, "", ""), js.get());
        assertEquals(3L * TURNS, ring.get("count"));
    }

    private static final String DIE_IN_PYTHON = """
        import os
        import colors
        m = colors.monitor(colors.repository("abandoned"))
        try:
            m.acquire()
            print("not abandoned")
        except colors.MonitorAbandonedError as e:
            print(isinstance(e, colors.SharedMemoryError), m.locked())
            m.acquire()
        print(m.locked(), flush=True)
        os._exit(0)
        """;

    private static final String DIE_IN_JAVASCRIPT = """
        const colors = Polyglot.import("colors");
        const m = colors.monitor(colors.repository("abandoned"));
        try {
            m.enter();
            print("not abandoned");
        } catch (e) {
            print(e instanceof colors.SharedMemoryError, e.reason, m.isHeld());
        }
        m.enter();
        print(m.isHeld());
        """;

    @Test
    @Timeout(value = 360, unit = TimeUnit.SECONDS)
    void processesThatEndInTheirCriticalSection() throws Exception {
        TestSegment.attach();
        var repository = SharedMemory.repository("abandoned");
        Monitors.enter(repository).close();
        var first =
                new GuestProcess(Files.createDirectory(folder.resolve("first")), System.getProperty("colors.segment"));
        assertEquals(new GuestProcess.Result(0, "not abandoned\nTrue\n", ""), first.run("python", DIE_IN_PYTHON));
        assertEquals(
                new GuestProcess.Result(0, "true ABANDONED false\ntrue\n", ""), first.run("js", DIE_IN_JAVASCRIPT));
        assertEquals(new GuestProcess.Result(0, "True False\nTrue\n", ""), first.run("python", DIE_IN_PYTHON));
        assertThrows(MonitorAbandonedException.class, () -> Monitors.enter(repository));
        Monitors.enter(repository).close();
    }
}
