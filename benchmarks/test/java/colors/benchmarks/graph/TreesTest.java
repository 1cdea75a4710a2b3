// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Trees of private objects: what their numbers must sum to, which the benchmarks compare with. Shared ones are compared
 * by the benchmarks themselves.
 */
final class TreesTest {
    private static final int LEVELS = 9;
    private static final int NODES = (1 << LEVELS) - 1;

    @ParameterizedTest
    @CsvSource({"plain,short,5", "plain,long,32", "final,short,5", "final,long,32"})
    void readsWhatWasBuilt(String way, String strings, int letters) {
        Trees trees = Trees.of(way, strings);
        for (int first = 0; first < 1 << 18; first += NODES) { // past the largest number that a node holds
            Object tree = trees.build(LEVELS);
            long sum = sum(first);
            assertEquals(sum, GraphNames.sum(first, NODES));
            assertEquals(sum, trees.read(tree));
            assertEquals(sum + (long) letters * NODES, trees.lengths(tree));
            assertEquals(sum + GraphNames.found(first, NODES), trees.compared(tree, GraphNames.sought(strings)));
        }
        assertEquals(0, trees.made() % NODES);
    }

    /** Written out: number modulo 2, 65,536 and 256. */
    private static long sum(int first) {
        long sum = 0;
        for (int number = first; number < first + NODES; number++) {
            sum += number % 2 + number % 65_536 + number % 256;
        }
        return sum;
    }
}
