// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.Ref;
import colors.Repository;
import colors.SharedMemory;
import colors.ValueType;
import colors.benchmarks.measuring.Node;
import colors.memory.SegmentStatus;
import java.util.concurrent.locks.LockSupport;

/**
 * The service of the paper's setting: takes a 4-level binary tree out of repository bench.request, reads it, and puts
 * another one into bench.reply. Ends when so many cycles of the collector have run, and prints them.
 */
final class TreeService {
    private static final int LEVELS = 4;
    private static final int NODES = (1 << LEVELS) - 1;
    private static final int SPINS = 100;
    private static final int PATIENCE = 20_000; // who yields again and again is put off when others have work
    private static final long PAUSE_NS = 20_000;
    private static final int ROUNDS_BETWEEN_LOOKS = 1000;
    private static final long GIVE_UP_NS = 240_000_000_000L;

    private TreeService() {}

    /** Arguments: how many cycles, bytes of trees that live all the time. */
    public static void main(String[] arguments) {
        int cycles = Integer.parseInt(arguments[0]);
        keepTrees(Long.parseLong(arguments[1]));
        Repository<Ref<Node>> request = SharedMemory.repository("bench.request", ValueType.ref(Node.class));
        Repository<Ref<Node>> reply = SharedMemory.repository("bench.reply", ValueType.ref(Node.class));
        int first = SegmentStatus.read().collector().cycles() + 1; // a cycle that runs already does not count
        long giveUp = System.nanoTime() + GIVE_UP_NS;
        long exchanges = 0;
        while (SegmentStatus.read().collector().cycles() < first + cycles && System.nanoTime() < giveUp) {
            for (int i = 0; i < ROUNDS_BETWEEN_LOOKS; i++) {
                serve(request, reply);
            }
            exchanges += ROUNDS_BETWEEN_LOOKS;
        }
        System.out.println("exchanges " + exchanges);
        GcCycle.printAfter(first);
    }

    private static void keepTrees(long bytes) {
        Repository<Ref<Node>> kept = SharedMemory.repository("bench.kept", ValueType.ref(Node.class));
        for (long i = 0; i < bytes / Node.BYTES / (NODES + 1); i++) {
            Ref<Node> spine = Node.CLASS.allocate();
            Node.LEFT.set(spine, grow(LEVELS));
            Node.RIGHT.set(spine, kept.get());
            kept.set(spine);
        }
    }

    private static void serve(Repository<Ref<Node>> request, Repository<Ref<Node>> reply) {
        Ref<Node> tree = request.get();
        for (int turn = 1; tree == null; turn++) {
            if (turn % SPINS == 0) {
                rest(turn);
            }
            tree = request.get();
        }
        if (count(tree) != NODES) {
            throw new IllegalStateException("a tree of " + count(tree) + " nodes arrived");
        }
        request.set(null);
        reply.set(grow(LEVELS));
    }

    private static void rest(int turn) {
        if (turn < PATIENCE) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private static Ref<Node> grow(int levels) {
        Ref<Node> node = Node.CLASS.allocate();
        Node.VALUE.set(node, levels);
        if (levels > 1) {
            Node.LEFT.set(node, grow(levels - 1));
            Node.RIGHT.set(node, grow(levels - 1));
        }
        return node;
    }

    private static int count(Ref<Node> node) {
        return node == null ? 0 : 1 + count(Node.LEFT.get(node)) + count(Node.RIGHT.get(node));
    }
}
