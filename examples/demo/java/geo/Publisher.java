// SPDX-License-Identifier: Apache-2.0
package geo;

import colors.Ref;
import colors.SharedMemory;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The Java process of the demo: loads the airports, copies them to shared memory, publishes them, and tells what the
 * other processes did to them.
 */
public final class Publisher {
    private Publisher() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        long start = System.nanoTime();
        World world = Loader.load(Path.of(arguments[0]));
        say(
                "loaded %,d airports of %,d countries into objects of my own classes in %d ms",
                world.airports, world.countries, millisSince(start));

        SharedMemory.attach();
        start = System.nanoTime();
        Ref<World> shared = Ref.copyOf(world);
        long millis = millisSince(start);
        SharedMemory.repository("world").set(shared);
        say(
                "copied that graph once into shared memory: %,d objects and %,d strings in %d ms",
                1 + world.countries + world.airports, Changes.strings(world), millis);
        say("published its root in the repository \"world\"; I go on running and wait for Python");

        await("python.done");
        say("Python says it is done. I look at the shared graph and compare it with the private one I loaded:");
        new Changes(world, shared).print();
        say("I go on running and wait for JavaScript");

        Ref<?> javascript = await("javascript.done");
        say("JavaScript says: %s", javascript.get("text"));
        say("done");
    }

    /** Polls a repository: this version has no wait and notify between processes yet. */
    private static Ref<?> await(String key) throws InterruptedException {
        for (; ; ) {
            Ref<?> value = SharedMemory.repository(key).getRef();
            if (value != null) {
                return value;
            }
            Thread.sleep(5);
        }
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }

    static void say(String format, Object... values) {
        System.out.printf(
                "[java %d] " + format + "%n", prepend(ProcessHandle.current().pid(), values));
    }

    private static Object[] prepend(Object first, Object[] rest) {
        Object[] result = new Object[rest.length + 1];
        result[0] = first;
        System.arraycopy(rest, 0, result, 1, rest.length);
        return result;
    }
}
