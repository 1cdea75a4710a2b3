// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import colors.heap.Heap;
import colors.heap.Strings;
import colors.roots.Shared;
import colors.shapes.SharedShape;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A string that is known by its reference is the one that is there, whatever was freed and made meanwhile. */
@ExtendWith(WithDaemon.class)
class RecentReferencesTest {
    private static final int OBJECTS = 64;
    private static final int ROUNDS = 60;

    /** What is shared. */
    public static final class Named {
        String name;
    }

    private static final SharedClass<Named> NAMED = SharedClass.of(Named.class);
    private static final Field.OfString<Named> NAME = NAMED.stringField("name");

    /** No two are equal, so nothing is known of a new one; all are as long, so one takes another's place. */
    private static String text(int object, long number) {
        return "object %02d has name %016x".formatted(object, number);
    }

    private static void check(int object, String read) {
        assertEquals(text(object, Long.parseUnsignedLong(read.substring(19), 16)), read);
    }

    private static void readAll(List<Ref<Named>> objects, SharedArray<Object> array) {
        for (int times = 0; times < 4; times++) {
            for (int i = 0; i < OBJECTS; i++) {
                check(i, NAME.get(objects.get(i)));
                check(i, (String) array.get(i));
            }
        }
    }

    private static void writeAll(List<Ref<Named>> objects, SharedArray<Object> array, Random random) {
        for (int i = 0; i < OBJECTS; i++) {
            NAME.set(objects.get(i), text(i, random.nextLong()));
            array.set(i, text(i, random.nextLong()));
        }
    }

    private static List<Ref<Named>> objects() {
        List<Ref<Named>> objects = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            objects.add(NAMED.allocate());
        }
        return objects;
    }

    @Test
    void itIsFoundUntilTheNextSweep() {
        Ref<Named> object = NAMED.allocate();
        NAME.set(object, "a name that is no word");
        long address = ((Shared) object).address();
        long place = SharedShape.of(Heap.shapeId(address)).fields().getFirst().place(address);
        String recent;
        String read;
        int sweeps;
        do { // another process may let one come
            sweeps = Strings.sweeps();
            for (int i = 0; i < 4; i++) {
                NAME.get(object);
            }
            recent = Strings.recent(place);
            read = NAME.get(object);
        } while (Strings.sweeps() != sweeps);
        assertNotNull(recent);
        assertSame(recent, read);
        SharedMemory.collect();
        assertNull(Strings.recent(place));
        assertEquals("a name that is no word", NAME.get(object));
        NAME.set(object, null);
        assertNull(NAME.get(object));
    }

    @Test
    void anotherInItsPlaceIsTheOther() {
        long seed = System.nanoTime();
        System.out.println("SEED=" + seed);
        Random random = new Random(seed);
        List<Ref<Named>> objects = objects();
        SharedArray<Object> array = SharedArray.create(Object.class, OBJECTS);
        for (int round = 0; round < ROUNDS; round++) {
            writeAll(objects, array, random);
            readAll(objects, array);
            if (round % 3 == 0) {
                System.gc();
                SharedMemory.collect();
            }
        }
    }

    @Test
    void oneReadsWhileAnotherWritesAndAThirdCollects() throws Exception {
        long seed = System.nanoTime();
        System.out.println("SEED=" + seed);
        List<Ref<Named>> objects = objects();
        SharedArray<Object> array = SharedArray.create(Object.class, OBJECTS);
        writeAll(objects, array, new Random(seed));
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<?> writes = threads.submit(() -> {
                Random random = new Random(seed + 1);
                for (int i = 0; i < 100 * ROUNDS; i++) {
                    writeAll(objects, array, random);
                }
            });
            Future<?> reads = threads.submit(() -> {
                while (!writes.isDone()) {
                    readAll(objects, array);
                }
            });
            while (!writes.isDone()) {
                SharedMemory.collect();
            }
            writes.get();
            reads.get();
        }
    }
}
