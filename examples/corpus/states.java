// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.Repository;
import colors.SharedMemory;
import java.util.concurrent.TimeUnit;

/** Repositories as states: set when it is what was expected, wait for another value, list, remove. */
final class States extends Program {
    public static void main(String[] arguments) {
        new States().runAll(arguments);
    }

    static final class Part {
        long number = 1;
    }

    private static Object changed(Repository<Object> repository, Object seen) {
        try {
            return repository.waitForChange(seen, 1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    void write() {
        Repository<Object> state = SharedMemory.repository("states.state");
        say("from nothing: " + state.compareAndSet(null, "idle"));
        say("from nothing again: " + state.compareAndSet(null, "busy"));
        SharedMemory.repository("states.number").set(1L << 62);
        SharedMemory.repository("states.part").set(Ref.copyOf(new Part()));
        SharedMemory.repository("states.gone").set(1);
    }

    @Override
    void read() {
        Repository<Object> state = SharedMemory.repository("states.state");
        Repository<Object> number = SharedMemory.repository("states.number");
        Repository<Object> part = SharedMemory.repository("states.part");
        say("wrong text: " + state.compareAndSet("idl", "busy"));
        say("text: " + state.compareAndSet("idle", "busy"));
        say("wrong number: " + number.compareAndSet((1L << 62) + 1024, 0));
        say("number: " + number.compareAndSet(1L << 62, 2));
        say("equal float: " + number.compareAndSet(2.0, 3));
        Ref<?> found = part.getRef();
        say("equal object: " + part.compareAndSet(Ref.copyOf(new Part()), 1));
        say("object: " + part.compareAndSet(found, null));
        say("changed: " + text(changed(state, "idle")));
        say("removed: " + SharedMemory.removeRepository("states.gone") + " "
                + SharedMemory.removeRepository("states.gone"));
    }

    @Override
    void check() {
        say("state: " + text(changed(SharedMemory.repository("states.state"), "idle")));
        say("listed: " + SharedMemory.repositories().contains("states.state") + " "
                + SharedMemory.repositories().contains("states.gone"));
        say("gone: " + text(find("states.gone")) + " "
                + SharedMemory.repositories().contains("states.gone"));
    }
}
