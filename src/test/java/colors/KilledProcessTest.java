// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import colors.support.Child;
import colors.support.WithDaemon;
import colors.wrappers.Elements;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A process is killed at a random moment while it changes containers: who survives finds each change made, or not
 * begun.
 */
@ExtendWith(WithDaemon.class)
class KilledProcessTest {
    private static final int KILLS = 10;
    private static final int MOST_MS = 100;
    private static final int WARM_UP = 300; // operations
    /** What consists of more than one change. */
    private static final List<String> MANY_STEPS = List.of("subListSet", "removeAll", "putAll", "removeKeys", "addAll");

    /** The operation of that number: the same in both processes. The list has addAll, which is one step. */
    private static String line(long seed, long number) {
        Random random = new Random(seed + 31 * number);
        List<String> names = new ArrayList<>(
                number % 3 == 0 ? Operations.OF_LISTS : number % 3 == 1 ? Operations.OF_MAPS : Operations.OF_SETS);
        names.removeIf(name -> MANY_STEPS.contains(name) && !(number % 3 == 0 && name.equals("addAll")));
        StringBuilder line = new StringBuilder(names.get(random.nextInt(names.size())))
                .append(' ')
                .append(random.nextInt(10_000));
        for (int i = 0; i <= random.nextInt(4); i++) {
            line.append(' ')
                    .append(Operations.VALUES.get(random.nextInt(Operations.VALUES.size())))
                    .append(random.nextInt(Operations.NUMBERS));
        }
        return line.toString();
    }

    /**
     * The one that is killed. Its repository holds the three containers, the nested ones and a list with the number of
     * operations done.
     */
    public static final class Victim {
        public static void main(String[] arguments) {
            long seed = Long.parseLong(arguments[0]);
            SharedList<Object> all =
                    ((SharedList<?>) SharedMemory.repository("killed").get()).as(Object.class);
            Object[] containers = {all.get(0), all.get(1), all.get(2)};
            Operations operations =
                    new Operations(((SharedList<?>) all.get(3)).as(Object.class), UnaryOperator.identity());
            MemorySegment done = (((SharedList<?>) all.get(4)).as(Object.class)).longs();
            for (long i = 0; ; i++) {
                operations.apply(containers[(int) (i % 3)], line(seed, i));
                done.setAtIndex(ValueLayout.JAVA_LONG, 0, i + 1);
                if (i == WARM_UP) {
                    System.out.println("ready");
                }
            }
        }
    }

    @Test
    @Timeout(240)
    void eachChangeIsMadeOrNot() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        long operations = 0;
        for (int i = 0; i < KILLS; i++) {
            operations += killOne(seed + i * 1_000_003L, random.nextInt(MOST_MS));
        }
        System.out.println(operations + " operations");
        assertTrue(operations > KILLS * WARM_UP);
    }

    private static long killOne(long seed, int delayMs) throws Exception {
        SharedList<Object> list = SharedList.create();
        SharedMap<Object, Object> map = SharedMap.create();
        SharedSet<Object> set = SharedSet.create();
        SharedList<Object> nested = Operations.nested();
        SharedList<Object> done = SharedMemory.copyIn(new long[] {0});
        SharedMemory.repository("killed").set(SharedMemory.copyIn(List.of(list, map, set, nested, done)));
        runVictim(seed, delayMs);
        Object[] containers = {list, map, set};
        Object[] twins = {new ArrayList<>(), new Twin<Object>(), Collections.newSetFromMap(new Twin<>())};
        long count = done.getLong(0);
        Operations expected = new Operations(nested, Elements::stored);
        for (long i = 0; i < count; i++) {
            expected.apply(twins[(int) (i % 3)], line(seed, i));
        }
        int last = (int) (count % 3); // the one that may have been changed once more
        for (int i = 0; i < 3; i++) {
            String found = Operations.text(containers[i]);
            if (i == last && !Operations.text(twins[i]).equals(found)) {
                expected.apply(twins[i], line(seed, count));
            }
            assertEquals(Operations.text(twins[i]), found, "seed " + seed + ", " + count + " operations");
        }
        Operations here = new Operations(nested, UnaryOperator.identity());
        goOn(seed, count, containers, here, twins, expected);
        assertEquals(map.entrySet().stream().count(), map.size());
        assertEquals(set.stream().count(), set.size());
        assertEquals(list.stream().count(), list.size());
        return count;
    }

    private static void runVictim(long seed, int delayMs) throws Exception {
        Process victim =
                Child.start(System.getProperty("colors.segment"), Victim.class, List.of(), Long.toString(seed));
        try {
            String first = victim.inputReader().readLine();
            assertEquals("ready", first);
            TimeUnit.MILLISECONDS.sleep(delayMs);
        } finally {
            victim.destroyForcibly();
        }
        assertTrue(victim.waitFor(60, TimeUnit.SECONDS));
    }

    /** What the dead one held is free, and counts and looks right to who goes on. */
    private static void goOn(
            long seed, long count, Object[] containers, Operations here, Object[] twins, Operations expected) {
        for (long i = count + 3; i < count + 303; i++) {
            int which = (int) (i % 3);
            assertEquals(
                    expected.apply(twins[which], line(seed, i)),
                    here.apply(containers[which], line(seed, i)),
                    "after its death, seed " + seed);
        }
    }
}
