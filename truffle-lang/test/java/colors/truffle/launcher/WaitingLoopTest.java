// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.Ref;
import colors.Repository;
import colors.SharedMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A loop that waits for another process and does nothing else ends, also after it was compiled: each read of a shared
 * field is a read of memory. The fields of the first round are read before the loop too, so that a compiler that
 * takes two reads for one would show.
 */
final class WaitingLoopTest {
    private static final int ROUNDS = 2;
    // long enough to be compiled, and if it is not, the test is only weaker
    private static final long COMPILED_MS = 6000;

    @TempDir
    Path folder;

    private static final String PYTHON = """
        import colors
        class Job:
            def __init__(self):
                self.round, self.done = 0, 0
        def wait(job, end):
            if job.done < end:
                while job.done < end:
                    pass
        job = colors.copy_in(Job())
        colors.repository("waiting.python").set(job)
        for i in (1, 2):
            job.round = i
            wait(job, i)
            print("saw", i)
        """;
    private static final String JS = """
        const colors = Polyglot.import("colors");
        function wait(job, end) {
            if (job.done < end) {
                while (job.done < end);
            }
        }
        const job = colors.allocate("Job", { round: 0, done: 0 });
        colors.repository("waiting.js").set(job);
        for (let i = 1; i <= 2; i++) {
            job.round = i;
            wait(job, i);
            console.log("saw", i);
        }
        """;

    @Test
    void pythonAndJavaScript() throws Exception {
        TestSegment.attach();
        CompletableFuture<GuestProcess.Result> python = start("python", PYTHON);
        CompletableFuture<GuestProcess.Result> js = start("js", JS);
        for (int round = 1; round <= ROUNDS; round++) {
            Ref<?> first = await("python", round, python);
            Ref<?> second = await("js", round, js);
            Thread.sleep(COMPILED_MS);
            first.set("done", round);
            second.set("done", round);
        }
        assertEquals(new GuestProcess.Result(0, "saw 1\nsaw 2\n", ""), python.get());
        assertEquals(new GuestProcess.Result(0, "saw 1\nsaw 2\n", ""), js.get());
    }

    private CompletableFuture<GuestProcess.Result> start(String language, String code) throws Exception {
        GuestProcess process =
                new GuestProcess(Files.createDirectory(folder.resolve(language)), System.getProperty("colors.segment"));
        CompletableFuture<GuestProcess.Result> result = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                result.complete(process.run(language, code));
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** The job of a process when that waits in a round. */
    private static Ref<?> await(String language, long round, CompletableFuture<?> process) throws Exception {
        Repository<Object> repository = SharedMemory.repository("waiting." + language);
        while (!process.isDone()) {
            if (repository.get() instanceof Ref<?> job && job.get("round").equals(round)) {
                return job;
            }
            Thread.sleep(20);
        }
        throw new AssertionError(language + " ended: " + process.get());
    }
}
