// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.heap.WholeHeap;
import colors.support.Partner;
import colors.support.WithDaemon;
import colors.wrappers.Elements;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Any sequence of operations gives on a shared container what it gives on a private one, when two processes take turns.
 * In all about 100,000 operations. jqwik prints the seed, and of a sequence that fails the shortest one that it finds.
 */
class PropertyTest {
    private static final int TRIES = 200;
    private static final int OPERATIONS_MOST = 360;
    private static final int BETWEEN_CYCLES = 64; // operations between cycles of the collector

    private static Partner partner;
    private static SharedList<Object> nested;
    private static long applied;

    @BeforeContainer
    static void start() throws IOException {
        String segment = WithDaemon.start();
        nested = Operations.nested();
        SharedMemory.repository("property.nested").set(nested);
        partner = new Partner(segment, Operations.class);
    }

    @AfterContainer
    static void validate() {
        System.out.println("operations: " + applied);
        partner.close();
        WholeHeap.validate();
    }

    private static Arbitrary<List<String>> lines(List<String> operations) {
        Arbitrary<String> value = Combinators.combine(
                        Arbitraries.of(Operations.VALUES),
                        Arbitraries.integers().between(0, Operations.NUMBERS))
                .as((letter, number) -> letter + number);
        Arbitrary<String> line = Combinators.combine(
                        Arbitraries.of(operations),
                        Arbitraries.integers().between(0, 9999),
                        value.list().ofMinSize(1).ofMaxSize(4))
                .as((name, number, values) -> name + " " + number + " " + String.join(" ", values));
        return line.list().ofMinSize(1).ofMaxSize(OPERATIONS_MOST).withSizeDistribution(RandomDistribution.uniform());
    }

    @Provide
    Arbitrary<List<String>> ofLists() {
        return lines(Operations.OF_LISTS);
    }

    @Provide
    Arbitrary<List<String>> ofMaps() {
        return lines(Operations.OF_MAPS);
    }

    @Provide
    Arbitrary<List<String>> ofSets() {
        return lines(Operations.OF_SETS);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void lists(@ForAll("ofLists") List<String> lines) {
        compare(SharedList.create(), new ArrayList<>(), lines);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void maps(@ForAll("ofMaps") List<String> lines) {
        compare(SharedMap.create(), new Twin<Object>(), lines);
    }

    @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
    void sets(@ForAll("ofSets") List<String> lines) {
        compare(SharedSet.create(), Collections.newSetFromMap(new Twin<>()), lines);
    }

    private static void compare(Object container, Object twin, List<String> lines) {
        SharedMemory.repository("property").set(container);
        assertEquals("taken", partner.ask("take"));
        Operations here = new Operations(nested, UnaryOperator.identity());
        Operations expected = new Operations(nested, Elements::stored);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            applied++;
            assertEquals(
                    expected.apply(twin, line), i % 2 == 0 ? here.apply(container, line) : partner.ask(line), line);
            if (applied % BETWEEN_CYCLES == 0) {
                SharedMemory.collect();
            }
        }
        assertEquals(expected.apply(twin, "all 0 n0"), here.apply(container, "all 0 n0"));
        assertEquals(expected.apply(twin, "size 0 n0"), partner.ask("size 0 n0"));
    }
}
