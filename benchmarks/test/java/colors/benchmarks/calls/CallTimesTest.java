// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is printed of calls, and that a wrong answer is none. */
class CallTimesTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream before = System.out;

    @BeforeEach
    void catchOutput() {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void giveOutputBack() {
        System.setOut(before);
    }

    @Test
    void aLineOfEachSize() throws Exception {
        new CallTimes(new int[] {1, 8}, (size, first) -> size + first, size -> size).print(3, 0);
        List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(3, lines.size());
        assertTrue(lines.get(0).matches("warm-up \\d+ 6"), lines.get(0));
        assertTrue(lines.get(1).matches("1 \\d+"), lines.get(1));
        assertTrue(lines.get(2).matches("8 \\d+"), lines.get(2));
    }

    @Test
    void aWrongAnswer() {
        CallTimes times = new CallTimes(new int[] {4}, (_, _) -> 7, size -> size);
        Exception e = assertThrows(IllegalStateException.class, () -> times.print(1, 0));
        assertEquals("the answer to a call of size 4 is wrong: its sum is 7, expected 4", e.getMessage());
    }
}
