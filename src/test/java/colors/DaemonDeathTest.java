// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.Daemon;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import org.junit.jupiter.api.Test;

/** The daemon is killed; a program goes on, and the next daemon takes its segment over. */
class DaemonDeathTest {

    static class Node {
        long number;
        Node next;
    }

    /** Does what it reads: make, check, collect, fill. */
    static class Survivor {
        private static final List<Ref<Node>> KEPT = new ArrayList<>();

        private static void make(SharedClass<Node> nodes) {
            for (int i = 0; i < 10_000; i++) {
                Ref<Node> node = nodes.allocate();
                nodes.longField("number").set(node, KEPT.size());
                KEPT.add(node);
            }
        }

        private static void check(SharedClass<Node> nodes) {
            for (int i = 0; i < KEPT.size(); i++) {
                if (nodes.longField("number").get(KEPT.get(i)) != i) {
                    throw new AssertionError("node " + i);
                }
            }
        }

        private static void obey(SharedClass<Node> nodes, String word) {
            switch (word) {
                case "make" -> make(nodes);
                case "check" -> check(nodes);
                case "collect" -> SharedMemory.collect();
                default -> throw new AssertionError(word);
            }
        }

        public static void main(String[] arguments) {
            SharedClass<Node> nodes = SharedClass.of(Node.class);
            Scanner words = new Scanner(System.in);
            while (words.hasNext()) {
                String word = words.next();
                try {
                    obey(nodes, word);
                    System.out.println(word + " done, " + KEPT.size());
                } catch (SharedMemoryException e) {
                    System.out.println(e.reason() + " " + e.getMessage());
                }
            }
        }
    }

    @Test
    void nothingIsLost() throws Exception {
        try (Daemon daemon = Daemon.start("--objects", "16M")) {
            Process survivor = Child.start(daemon.segment(), Survivor.class, List.of("-Dcolors.autostart=false"));
            try (PrintWriter words = new PrintWriter(survivor.getOutputStream(), true);
                    BufferedReader answers = survivor.inputReader()) {
                assertEquals("make done, 10000", ask(words, answers, "make"));
                daemon.kill();
                assertEquals("make done, 20000", ask(words, answers, "make"));
                String gone = ask(words, answers, "collect");
                assertTrue(
                        gone.startsWith("MEMORY the daemon (process ")
                                && gone.contains("is gone; no memory will be freed before another"),
                        gone);
                daemon.startAgain();
                String collected = ask(words, answers, "collect");
                // its keeper comes back by itself, soon
                for (int i = 0; i < 2000 && !collected.startsWith("collect done"); i++) {
                    Thread.sleep(50);
                    collected = ask(words, answers, "collect");
                }
                assertEquals("collect done, 20000", collected);
                assertEquals("check done, 20000", ask(words, answers, "check"));
                assertEquals("make done, 30000", ask(words, answers, "make"));
                assertEquals("check done, 30000", ask(words, answers, "check"));
            }
            assertEquals(0, survivor.waitFor());
        }
    }

    private static String ask(PrintWriter words, BufferedReader answers, String word) throws Exception {
        words.println(word);
        return answers.readLine();
    }
}
