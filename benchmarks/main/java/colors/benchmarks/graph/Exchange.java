// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import colors.Channel;
import colors.Repository;
import colors.SharedList;
import colors.SharedMemory;
import colors.benchmarks.measuring.LiveBytes;
import colors.memory.SegmentStatus;
import colors.memory.SegmentStatus.Cycle;

/**
 * A request/response load. The client sends a tree, the server reads it, answers with another one and keeps the last
 * answers in a shared list: sessions, a cache. Nobody asks for a cycle; the server ends when so many have run by
 * themselves, and prints what each marked. {@code reachable}, in a process of its own when the others are gone, prints
 * what a cycle marks then: the list, which is all that can be reached.
 */
final class Exchange {
    private static final int LEVELS = 10;
    private static final int NODES = (1 << LEVELS) - 1;
    private static final String NAMES = "short";
    private static final int CAPACITY = 4;
    private static final int LETTERS = GraphNames.sought(NAMES).length();
    private static final int ROUNDS_BETWEEN_LOOKS = 16;
    private static final long GIVE_UP_NS = 120_000_000_000L;

    private Exchange() {}

    /** Arguments: server CYCLES TREES, client TREES, or reachable. */
    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments[0]) {
            case "server" -> serve(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            case "client" -> ask(Integer.parseInt(arguments[1]));
            default -> reachable();
        }
    }

    private static void serve(int cycles, int trees) throws InterruptedException {
        HandleTrees answers = new HandleTrees(GraphNames.of(NAMES));
        SharedList<Object> kept = SharedList.create();
        repository().set(kept);
        for (int i = 0; i < trees; i++) {
            kept.add(answers.build(LEVELS));
        }
        Channel<Object> requests = requests();
        Channel<Object> replies = replies();
        int last = SegmentStatus.read().collector().cycles() + 1 + cycles; // one that runs already does not count
        long giveUp = System.nanoTime() + GIVE_UP_NS;
        long served = 0;
        while (SegmentStatus.read().collector().cycles() < last && System.nanoTime() < giveUp) {
            for (int i = 0; i < ROUNDS_BETWEEN_LOOKS; i++) {
                check(answers.lengths(requests.receive()), served);
                Object answer = answers.build(LEVELS);
                kept.set((int) (served++ % trees), answer);
                replies.send(answer);
            }
        }
        for (Cycle cycle : SegmentStatus.read().collector().recent()) {
            if (cycle.number() > last - cycles && cycle.number() <= last) {
                System.out.println("cycle " + cycle.markedBytes());
            }
        }
        System.out.println("served " + served);
    }

    private static void ask(long keptBefore) throws InterruptedException {
        HandleTrees questions = new HandleTrees(GraphNames.of(NAMES));
        Channel<Object> requests = requests();
        Channel<Object> replies = replies();
        long answered = keptBefore; // the server has made so many trees
        while (true) {
            requests.send(questions.build(LEVELS));
            long sum = questions.lengths(replies.receive());
            check(sum, answered++);
        }
    }

    /** Each process numbers its nodes from 0. */
    private static void check(long found, long tree) {
        int first = (int) (tree * NODES);
        long expected = GraphNames.sum(first, NODES) + (long) NODES * LETTERS;
        if (found != expected) {
            throw new IllegalStateException("tree %d has the sum %d, not %d".formatted(tree, found, expected));
        }
    }

    private static void reachable() {
        SharedMemory.collect();
        SharedMemory.collect(); // what was allocated while the first one ran is counted by the second
        System.out.println("reachable " + LiveBytes.now());
    }

    private static Repository<Object> repository() {
        return SharedMemory.repository("bench.kept");
    }

    private static Channel<Object> requests() {
        return SharedMemory.channel("bench.requests", CAPACITY);
    }

    private static Channel<Object> replies() {
        return SharedMemory.channel("bench.replies", CAPACITY);
    }
}
