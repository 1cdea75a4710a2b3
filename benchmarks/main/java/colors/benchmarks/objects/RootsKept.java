// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.objects;

import colors.memory.SegmentStatus;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;

/**
 * How many roots a process has when its program walked a million nodes and kept every 1000th wrapper. Arguments: chunks
 * or table, ordered, shuffled or random. Prints "roots BEFORE AFTER": when the walk ended, and after the private
 * collector ran.
 */
final class RootsKept {
    private static final int COLLECTIONS = 3;
    private static final long PAUSE_MS = 300;

    private RootsKept() {}

    /** Runs once. */
    public static void main(String[] arguments) throws InterruptedException {
        RootsJava walk = new RootsJava();
        walk.roots = arguments[0];
        walk.order = arguments[1];
        walk.nodes = RootsJava.HOPS;
        walk.setup();
        collect();
        boolean chunks = walk.roots.equals("chunks");
        List<Object> kept = new ArrayList<>();
        long sink = chunks ? walk.hopByChunks(kept) : walk.hopByTable(kept);
        long before = chunks ? logged() : walk.tableRoots();
        collect();
        long after = chunks ? logged() : walk.tableRoots();
        System.out.println("roots " + before + " " + after + " " + kept.size() + " " + sink);
        Reference.reachabilityFence(kept);
    }

    private static void collect() throws InterruptedException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            Thread.sleep(PAUSE_MS); // until the freeing thread has emptied dead chunks
        }
    }

    private static long logged() {
        return SegmentStatus.read().vms().stream()
                .mapToLong(SegmentStatus.Vm::roots)
                .sum();
    }
}
