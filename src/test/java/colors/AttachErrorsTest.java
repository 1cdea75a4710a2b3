// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.Daemon;
import colors.support.WithDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a program sees when it cannot attach, or the heap is full: one SharedMemoryException, and the daemon goes on.
 */
@ExtendWith(WithDaemon.class)
class AttachErrorsTest {

    static class Block {
        long a;
        long b;
        Block next;
    }

    /** Attaches and prints the outcome. */
    public static final class Attacher {
        public static void main(String[] arguments) {
            try {
                SharedMemory.attach();
                System.out.println("attached");
            } catch (SharedMemoryException e) {
                System.out.println(e.reason() + ": " + e.getMessage());
            }
        }
    }

    /** Fills the heap, then goes on using what it has. */
    public static final class Filler {
        public static void main(String[] arguments) {
            SharedClass<Block> block = SharedClass.of(Block.class);
            List<Ref<Block>> blocks = new ArrayList<>();
            try {
                while (true) {
                    Ref<Block> next = block.allocate();
                    block.longField("a").set(next, blocks.size());
                    blocks.add(next);
                }
            } catch (SharedMemoryException e) {
                System.out.println(e.reason() + ": " + e.getMessage());
            }
            for (int i = 0; i < blocks.size(); i++) {
                if (block.longField("a").get(blocks.get(i)) != i) {
                    throw new AssertionError("block " + i);
                }
            }
            System.out.println(blocks.size());
        }
    }

    private static Child.Result attach(String... options) throws Exception {
        return Child.run(System.getProperty("colors.segment"), Attacher.class, List.of(options));
    }

    @Test
    void aWrongFingerprintIsRefusedWithBoth() throws Exception {
        String output = attach("-Dcolors.fingerprint=0123456789abcdef").output();
        assertTrue(output.startsWith("FINGERPRINT: "), output);
        assertTrue(output.contains("0123456789abcdef"), output);
        assertEquals("attached", attach().output());
    }

    @Test
    void aMissingDaemonIsReported() throws Exception {
        String output =
                attach("-Dcolors.segment=nobody", "-Dcolors.autostart=false").output();
        assertTrue(output.startsWith("DAEMON: "), output);
    }

    @Test
    void aMissingLibraryIsReported(@TempDir Path empty) throws Exception {
        String output = attach("-Dcolors.home=" + empty).output();
        assertTrue(output.startsWith("DAEMON: no readable file " + empty), output);
    }

    @Test
    void aMissingDaemonBinaryIsReported(@TempDir Path home) throws Exception {
        Files.copy(Path.of(System.getProperty("colors.home"), "libcolors.so"), home.resolve("libcolors.so"));
        String output =
                attach("-Dcolors.home=" + home, "-Dcolors.segment=nobody").output();
        assertTrue(output.startsWith("DAEMON: ") && output.contains("colorsd"), output);
    }

    @Test
    void aFullHeapIsAnErrorWithNumbersAndLosesNothing() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "4M")) {
            String[] lines = Child.run(daemon.segment(), Filler.class, List.of())
                    .output()
                    .lines()
                    .toArray(String[]::new);
            assertEquals(2, lines.length, String.join("\n", lines));
            assertTrue(lines[0].startsWith("MEMORY: ") && lines[0].contains("4194304"), lines[0]);
            assertTrue(Integer.parseInt(lines[1]) > 50_000, lines[1]); // 64 bytes each in 4 MiB, less what buffers hold
        }
    }
}
