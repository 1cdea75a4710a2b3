// SPDX-License-Identifier: Apache-2.0
package colors.tools;

import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.memory.SegmentStatus;
import colors.memory.SegmentStatus.Cycle;

/** {@code colors gc}: runs a cycle of the shared collector and says what it did. */
public final class Gc {
    private Gc() {}

    /** Exit code 1 when no daemon runs or no cycle came to an end, 2 for a bad option. */
    public static void main(String[] arguments) {
        if (arguments.length != 0) {
            System.err.println("colors gc: unknown option '" + arguments[0] + "'; usage: colors gc");
            System.exit(2);
        }
        System.setProperty("colors.autostart", "false");
        System.setProperty("colors.program", "colors-gc");
        try {
            SharedMemory.collect();
            Cycle last = SegmentStatus.read().collector().recent().getLast();
            System.out.printf(
                    "cycle %d: %.1f ms, %d objects of %d bytes live, %d objects freed%n",
                    last.number(), last.total() / 1e6, last.markedObjects(), last.markedBytes(), last.freedObjects());
        } catch (SharedMemoryException e) {
            System.err.println("colors gc: " + e.getMessage());
            System.exit(1);
        }
    }
}
