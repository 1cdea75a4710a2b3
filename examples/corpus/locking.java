// SPDX-License-Identifier: Apache-2.0
import colors.Monitors;
import colors.Ref;
import colors.SharedList;
import colors.SharedMemory;
import colors.SharedName;
import colors.ValueType;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;

/** Monitors: entered, entered again, waited on and notified; the same one in every language. */
final class Locking extends Program {
    public static void main(String[] arguments) {
        new Locking().runAll(arguments);
    }

    @SharedName("locking.Counter")
    static final class Counter {
        long count;
        ArrayList<String> names = new ArrayList<>();
    }

    @Override
    void write() {
        Ref<Counter> counter = Ref.copyOf(new Counter());
        publish("locking", counter);
        try (var _ = Monitors.enter(counter)) {
            try (var _ = Monitors.enter(counter)) {
                say("notified: " + await(counter));
                add(counter);
            }
            say("held after one exit: " + Monitors.isHeldByCurrentThread(counter));
            Monitors.notify(counter);
            Monitors.notifyAll(counter);
        }
        say("held after two: " + Monitors.isHeldByCurrentThread(counter));
        attempt("exit", () -> Monitors.exit(counter));
        attempt("wait", () -> await(counter));
        attempt("notify", () -> Monitors.notify(counter));
        attempt("a private object", () -> Monitors.enter(new Object()));
    }

    private static boolean await(Object object) {
        try {
            return Monitors.wait(object, 5, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void add(Ref<?> counter) {
        counter.set("count", (Long) counter.get("count") + 1);
    }

    @Override
    void read() {
        Ref<?> counter = findObject("locking");
        say("free: " + Monitors.tryEnter(counter));
        add(counter);
        SharedList<Object> names = counter.get("names", ValueType.list(Object.class));
        try (var _ = Monitors.enter(names)) {
            names.add("Ada");
        }
        Monitors.notifyAll(counter);
        Monitors.exit(counter);
        try (var _ = Monitors.enter(SharedMemory.repository("locking"))) {
            say("count: " + counter.get("count"));
        }
    }

    @Override
    void check() {
        Ref<?> counter = findObject("locking");
        try (var _ = Monitors.enter(counter)) {
            add(counter);
            say("count: " + counter.get("count") + ", names: "
                    + text(counter.get("names", ValueType.list(Object.class)).get(0)));
        }
    }
}
