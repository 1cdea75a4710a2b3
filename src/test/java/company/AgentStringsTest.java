// SPDX-License-Identifier: Apache-2.0
package company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import colors.Ref;
import colors.Repository;
import colors.Scope;
import colors.SharedMemory;
import colors.support.Child;
import colors.support.WithDaemon;
import company.shareable.Label;
import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What code asks of a String field of a shared object is answered as of a private one: docs/agent.md, Strings. */
@Tag("agent")
@ExtendWith(WithDaemon.class)
class AgentStringsTest {
    private static final String REPOSITORY = "strings.label";
    private static final String AGENT =
            "-javaagent:" + System.getProperty("basedir") + "/target/colors-runtime.jar=share=company.shareable.*";

    private static final List<String> TEXTS = Arrays.asList(
            null,
            "",
            "a",
            "constant",
            "\u00e9",
            "1234567",
            "12345678",
            "Aa",
            "BB",
            " \t",
            " \u2003",
            "CONSTANT",
            "\u00c9",
            "\u0131",
            "aab",
            "aaab",
            "a\ud83d\ude00b",
            "\ud83d\ude00",
            "\ude00",
            "x".repeat(100_000));

    private static String random(Random random) {
        int bits = List.of(7, 8, 16).get(random.nextInt(3));
        int length = random.nextInt(4) == 0 ? random.nextInt(300) : random.nextInt(12);
        var text = new StringBuilder();
        random.ints(length, 0, 1 << bits).forEach(c -> text.append((char) c)); // lone surrogates too
        return text.toString();
    }

    private static Label shared(String text) {
        return SharedMemory.construct(() -> new Label(text));
    }

    @Test
    void theAnswersAreThoseOfPrivateStrings() {
        var random = new Random(5);
        var texts = new ArrayList<>(TEXTS);
        for (int i = 0; i < 2000; i++) {
            texts.add(random(random));
        }
        for (String text : texts) {
            String equal = text == null ? null : new String(text.toCharArray());
            String near = text == null || text.isEmpty() ? "a" : text.substring(1) + text.charAt(0);
            for (String other : Arrays.asList(equal, near, random(random), null)) {
                for (int index : new int[] {
                    0, 1, 6, 7, -1, text == null ? 0 : text.length(), text == null ? 0 : text.length() - 1
                }) {
                    assertEquals(
                            Label.answers(new Label(text), other, index),
                            Label.answers(shared(text), other, index),
                            () -> "text " + text + ", other " + other);
                }
            }
        }
    }

    /** Asks texts that would not fit into its heap. */
    public static final class Asker {
        public static void main(String[] arguments) {
            Label label = (Label) SharedMemory.repository(REPOSITORY).get();
            Label same = (Label) SharedMemory.repository(REPOSITORY + ".same").get();
            System.out.println(Label.sum(label, same, "xx"));
        }
    }

    @Test
    void noneOfThemCopies() throws Exception {
        String text = "x".repeat(40 << 20);
        SharedMemory.repository(REPOSITORY).set(shared(text));
        SharedMemory.repository(REPOSITORY + ".same").set(shared(text));
        Child.Result result = Child.run(System.getProperty("colors.segment"), Asker.class, List.of("-Xmx32m", AGENT));
        assertEquals(
                String.valueOf(Label.sum(new Label(text), new Label(text), "xx")),
                result.output().strip());
    }

    /** A String that was read in a scope may be used after it. */
    @Test
    void aTextOutlivesTheScopeInWhichItWasRead() {
        Label label = shared("of more than seven letters");
        Scope scope = SharedMemory.scope();
        String text = label.text;
        String fixed = label.fixed;
        scope.close();
        assertEquals(26, text.length());
        assertEquals('o', fixed.charAt(0));
    }

    @Test
    void noQuestionIsAskedOfNoObject() {
        Label none = null;
        assertThrows(NullPointerException.class, () -> assertEquals(0, none.text.length()));
        assertThrows(NullPointerException.class, () -> assertEquals(true, none.text == null));
    }

    /**
     * What other code sees between the read and the question is seen as ever: an argument that stores the field comes
     * too late.
     */
    @Test
    void theFieldIsReadBeforeTheArgument() {
        for (Label label : List.of(new Label("before"), shared("before"))) {
            assertEquals(true, label.text.equals(store(label)));
            assertEquals(false, label.text.equals("before"));
        }
    }

    private static String store(Label label) {
        label.text = "afterwards";
        return "before";
    }

    @Test
    void anObjectOfAnotherVersionAnswersToo() {
        Label label = shared("a text of some length");
        Ref.of(label).set("added", 1);
        assertEquals(
                Label.answers(new Label("a text of some length"), "a text of some length", 3),
                Label.answers(label, "a text of some length", 3));
    }

    /** Stores texts of one letter each, until it is told to stop. */
    public static final class Writer {
        public static void main(String[] arguments) {
            Label label = (Label) SharedMemory.repository(REPOSITORY).get();
            Repository<Object> stop = SharedMemory.repository(REPOSITORY + ".stop");
            System.out.println("ready");
            for (int i = 0; !Boolean.TRUE.equals(stop.get()); i++) {
                label.text = i % 100 == 0 ? null : (i % 2 == 0 ? "a" : "\u20ac").repeat(1 + i % 60);
            }
            System.out.println("done");
        }
    }

    /** Each store drops a string, which the collector frees, and whose memory the next ones take. */
    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void stringsThatAnotherProcessReplacesAreAskedWhole() throws Exception {
        Label label = shared("a");
        SharedMemory.repository(REPOSITORY).set(label);
        Repository<Object> stop = SharedMemory.repository(REPOSITORY + ".stop");
        stop.set(false);
        Process writer =
                Child.start(System.getProperty("colors.segment"), Writer.class, List.of("-Xverify:all", AGENT));
        try (BufferedReader lines = writer.inputReader()) {
            assertEquals("ready", lines.readLine());
            var seen = new int[61];
            String never = "b".repeat(41);
            long start = System.nanoTime();
            // the writer may get no processor for a while
            for (int i = 0; System.nanoTime() - start < TimeUnit.SECONDS.toNanos(seen[41] == 0 ? 60 : 4); i++) {
                ask(label, seen, never);
                if (i % 2000 == 0) {
                    SharedMemory.collect();
                }
            }
            stop.set(true);
            assertEquals("done", lines.readLine());
            assertEquals(0, seen[0]);
            assertNotEquals(0, seen[41], "no long text was met");
        } finally {
            writer.destroyForcibly();
        }
    }

    private static void ask(Label label, int[] seen, String never) {
        try {
            seen[label.text.length()]++;
            char first = label.text.charAt(0);
            if (first != 'a' && first != '\u20ac') {
                throw new AssertionError("the character " + (int) first);
            }
            if (label.text.equals(never)) {
                throw new AssertionError("equal to what was never stored");
            }
        } catch (NullPointerException e) {
            assertEquals(0, seen[0], e.toString()); // null is stored too
        }
    }
}
