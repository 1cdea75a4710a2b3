// SPDX-License-Identifier: Apache-2.0
package colors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import colors.support.Child;
import colors.support.WithDaemon;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Threads of several processes exchange objects at places of all kinds while the collector runs: each object is at one
 * place, or in one thread's hand, at any time. So none is lost or doubled, and none is freed whose only reference a
 * thread took out of memory a moment ago. The whole heap is validated afterwards.
 */
@ExtendWith(WithDaemon.class)
class AtomicRingTest {
    private static final int PLACES = 10;
    private static final int CHILDREN = 2;
    private static final int THREADS = 2; // in each process
    private static final int ROUNDS = 6_000;

    @SharedName("ring.Token")
    static class Token {
        long id;
        String text; // an object of its own
    }

    @SharedName("ring.Placed")
    static class Placed {
        Token a;
        Token b;
    }

    /** All that a process has of the ring. */
    private static final class Ring {
        final SharedClass<Token> tokens = SharedClass.of(Token.class);
        final Field.OfRef<Placed, Token> a = SharedClass.of(Placed.class).refField("a", Token.class);
        final Field.OfRef<Placed, Token> b = SharedClass.of(Placed.class).refField("b", Token.class);
        final Ref<Placed> placed = SharedMemory.repository("ring.placed", ValueType.ref(Placed.class))
                .get();
        final Ref<?> moving = SharedMemory.repository("ring.moving").getRef();
        final SharedArray<Object> array =
                ((SharedArray<?>) SharedMemory.repository("ring.array").get()).as(Object.class);
        final SharedList<Object> list =
                ((SharedList<?>) SharedMemory.repository("ring.list").get()).as(Object.class);
        final SharedMap<Object, Object> map =
                ((SharedMap<?, ?>) SharedMemory.repository("ring.map").get()).as(Object.class, Object.class);
        final SharedList<Object> returned =
                ((SharedList<?>) SharedMemory.repository("ring.returned").get()).as(Object.class);

        Ref<Token> token(long id) {
            Ref<Token> token = tokens.allocate();
            tokens.longField("id").set(token, id);
            tokens.stringField("text").set(token, "the text of token " + id);
            return token;
        }

        private static Ref<Token> token(Object value) {
            return value == null ? null : ((Ref<?>) value).as(Token.class);
        }

        long id(Ref<Token> token) {
            long id = tokens.longField("id").get(token);
            String text = tokens.stringField("text").get(token);
            if (!text.equals("the text of token " + id)) { // the children have no JUnit
                throw new IllegalStateException("token " + id + " has " + text);
            }
            return id;
        }

        Ref<Token> exchange(int place, Ref<Token> token) {
            return switch (place) {
                case 0 -> a.getAndSet(placed, token);
                case 1 -> b.getAndSet(placed, token);
                case 2 -> token(moving.getAndSet("x", token));
                case 3 -> token(moving.getAndSet("y", token));
                case 4, 5 -> token(array.getAndSet(place - 4, token));
                case 6, 7 -> token(list.getAndSet(place - 6, token));
                case 8 -> token(map.getAndSet("k", token));
                default -> token(SharedMemory.repository("ring.repository").getAndSet(token));
            };
        }

        /** The same by compare and set; null when others were faster. */
        Ref<Token> compareAndSet(int place, Ref<Token> token) {
            if (place == 0) {
                Ref<Token> found = a.get(placed);
                return a.compareAndSet(placed, found, token) ? found : null;
            }
            Ref<Token> found = token(moving.get("x"));
            return moving.compareAndSet("x", found, token) ? found : null;
        }

        void run(long id, Random random) {
            Ref<Token> held = token(id);
            for (int i = 0; i < ROUNDS; i++) {
                int place = random.nextInt(PLACES + 4);
                Ref<Token> next = place >= PLACES ? compareAndSet(place % 2 == 0 ? 0 : 2, held) : exchange(place, held);
                held = next == null ? held : next;
                if (random.nextInt(64) == 0) {
                    moving.set("z" + random.nextInt(3), random.nextBoolean() ? (Object) i : "text"); // another version
                }
                if (random.nextInt(8) == 0) {
                    id(held);
                }
            }
            returned.add(held);
        }
    }

    /** Runs threads with the seed and the first id that it is given. */
    static class Worker {
        public static void main(String[] arguments) throws InterruptedException {
            work(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]));
        }
    }

    private static void work(long seed, long first) throws InterruptedException {
        Ring ring = new Ring();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            long id = first + i;
            threads.add(Thread.ofPlatform().start(() -> ring.run(id, new Random(seed + id))));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void prepare() {
        SharedMemory.repository("ring.placed").set(SharedClass.of(Placed.class).allocate());
        Ref<Token> moving = SharedClass.of(Token.class).allocate();
        moving.set("x", null);
        moving.set("y", null);
        SharedMemory.repository("ring.moving").set(moving);
        SharedMemory.repository("ring.array").set(SharedArray.create(Object.class, 2));
        SharedList<Object> list = SharedList.create();
        list.add(null);
        list.add(null);
        SharedMemory.repository("ring.list").set(list);
        SharedMap<Object, Object> map = SharedMap.create();
        map.put("k", null);
        SharedMemory.repository("ring.map").set(map);
        SharedMemory.repository("ring.returned").set(SharedList.create());
        Ring ring = new Ring();
        for (int place = 0; place < PLACES; place++) {
            ring.exchange(place, ring.token(place));
        }
    }

    @Test
    void nothingIsLostOrDoubled() throws Exception {
        String given = System.getProperty("colors.seed");
        long seed = given != null ? Long.parseLong(given) : System.nanoTime();
        System.out.println("AtomicRingTest: -Dcolors.seed=" + seed);
        prepare();
        AtomicBoolean stop = new AtomicBoolean();
        Thread collector = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                SharedMemory.collect();
            }
        });
        List<Process> children = new ArrayList<>();
        for (int i = 1; i <= CHILDREN; i++) {
            children.add(Child.start(
                    WithDaemon.start(),
                    Worker.class,
                    List.of("-Xmn4m", "-XX:+UseSerialGC"),
                    Long.toString(seed),
                    Integer.toString(100 * i)));
        }
        work(seed, 300);
        for (Process child : children) {
            String output = new String(child.getInputStream().readAllBytes());
            assertEquals(0, child.waitFor(), output);
            assertEquals("", output);
        }
        stop.set(true);
        collector.join();
        check(seed);
    }

    private static void check(long seed) {
        Ring ring = new Ring();
        List<Long> ids = new ArrayList<>();
        for (int place = 0; place < PLACES; place++) {
            ids.add(ring.id(ring.exchange(place, null)));
        }
        ring.returned.forEach(token -> ids.add(ring.id(Ring.token(token))));
        List<Long> expected = LongStream.concat(
                        LongStream.range(0, PLACES),
                        LongStream.rangeClosed(1, 3)
                                .flatMap(process -> LongStream.range(100 * process, 100 * process + THREADS)))
                .boxed()
                .toList();
        assertEquals(expected, List.copyOf(new TreeSet<>(ids)), "seed " + seed);
        assertEquals(expected.size(), ids.size(), "seed " + seed);
    }
}
