// SPDX-License-Identifier: Apache-2.0

import colors.SharedMemory;
import colors.SharedName;
import java.util.ArrayList;
import java.util.List;

/** Monitors by synchronized, wait and notify. */
final class Locking extends Program {
    public static void main(String[] arguments) {
        new Locking().runAll(arguments);
    }

    @SharedName("locking.Counter")
    static final class Counter {
        private long count;
        List<String> names = new ArrayList<>();

        synchronized void add() {
            count++;
        }

        synchronized long count() {
            return count;
        }
    }

    @Override
    void write() {
        Counter counter = SharedMemory.copyIn(new Counter());
        publish("locking", counter);
        synchronized (counter) {
            synchronized (counter) {
                await(counter);
                say("notified: " + (counter.count() != 0));
                counter.add();
            }
            say("held after one exit: " + Thread.holdsLock(counter));
            counter.notify();
            counter.notifyAll();
        }
        say("held after two: " + Thread.holdsLock(counter));
        attempt("exit", () -> colors.Monitors.exit(counter));
        attempt("wait", () -> await(counter));
        attempt("notify", counter::notify);
        attempt("a private object", () -> colors.Monitors.enter(new Object()));
    }

    private static void await(Object object) {
        try {
            object.wait(5);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void read() {
        Counter counter = (Counter) find("locking");
        synchronized (counter) {
            say("free: " + Thread.holdsLock(counter));
            counter.add();
            synchronized (counter.names) {
                counter.names.add("Ada");
            }
            counter.notifyAll();
        }
        say("count: " + counter.count());
    }

    @Override
    void check() {
        Counter counter = (Counter) find("locking");
        counter.add();
        say("count: " + counter.count() + ", names: " + text(counter.names.get(0)));
    }
}
