// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedArray;
import colors.SharedClass;
import colors.SharedList;
import colors.SharedMap;
import colors.SharedMemory;
import colors.SharedMemoryException;
import colors.SharedName;
import colors.ValueType;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** Compare and set, get and set, get and add: each is one step for all threads of all processes. */
final class Atomics extends Program {

    public static void main(String[] arguments) {
        new Atomics().runAll(arguments);
    }

    @SharedName("atomics.Job")
    static final class Job {
        long tries = 5;
        double cost = 1.5;
        boolean done;
        String state = "new";
        Job next;
    }

    @Override
    void write() {
        Ref<Job> job = Ref.copyOf(new Job());
        SharedClass.of(Job.class).refField("next", Job.class).set(job, Ref.copyOf(new Job()));
        publish("atomics", job);
        publish("atomics.list", SharedMemory.copyIn(List.of(1, 2, 3)));
        publish("atomics.map", SharedMemory.copyIn(Map.of("hits", 1)));
        publish("atomics.array", SharedArray.copyOf(new short[] {1, 32766}));
        publish("atomics.turn", "first");
    }

    @Override
    void read() {
        Ref<Job> job = findObject("atomics", Job.class);
        say("tries " + text(job.getAndAdd("tries", 3)) + " " + text(job.get("tries")));
        say("cost " + text(job.getAndAdd("cost", 0.25)) + " " + text(job.getAndAdd("cost", 1)) + " "
                + text(job.get("cost")));
        say("state " + job.compareAndSet("state", "old", "x") + " " + job.compareAndSet("state", "new", "running") + " "
                + text(job.getAndSet("state", "a state with a longer name")) + " "
                + job.compareAndSet("state", "a state with a longer name", "over"));
        say("done " + job.compareAndSet("done", false, true) + " " + text(job.getAndSet("done", true)));
        Ref<Job> next = job.get("next", ValueType.ref(Job.class));
        say("next " + job.compareAndSet("next", job, next) + " " + job.compareAndSet("next", next, job) + " "
                + text(job.getAndSet("next", next)));
        elements();
        say("turn " + SharedMemory.repository("atomics.turn").compareAndSet("second", "third") + " "
                + text(SharedMemory.repository("atomics.turn").getAndSet("second")));
        refuse("a field that is not there", () -> job.getAndAdd("price", 1));
        refuse("a string", () -> job.getAndAdd("state", 1));
        refuse("a float to an integer", () -> job.getAndAdd("tries", 0.5));
        refuse("beyond 64 bits", () -> job.getAndAdd("tries", Long.MAX_VALUE));
        refuse("another type", () -> job.compareAndSet("tries", 8, "eight"));
        refuse("a private object", () -> job.getAndSet("next", new Object()));
    }

    private static void elements() {
        SharedList<Object> list = find("atomics.list", ValueType.list(Object.class));
        say("list " + text(list.getAndAdd(1, 40)) + " " + list.compareAndSet(2, 3, 2.5) + " "
                + text(list.getAndSet(0, "one")) + " " + text(list.getAndAdd(2, 1)));
        SharedMap<Object, Object> map = find("atomics.map", ValueType.map(Object.class, Object.class));
        say("map " + text(map.getAndAdd("hits", 2)) + " " + map.compareAndSet("hits", 3, 4) + " "
                + text(map.getAndSet("hits", 5)));
        SharedArray<Object> array = find("atomics.array", ValueType.array(Object.class));
        say("array " + text(array.getAndAdd(1, 1)) + " " + array.compareAndSet(0, 1, -1) + " "
                + text(array.getAndSet(0, 7)));
        refuse("beyond 16 bits", () -> array.getAndAdd(1, 1));
        refuse("an index that is not there", () -> list.getAndAdd(3, 1));
        refuse("a key that is not there", () -> map.getAndAdd("misses", 1));
    }

    private static void refuse(String what, Runnable operation) {
        try {
            operation.run();
            say(what + ": accepted");
        } catch (SharedMemoryException | IndexOutOfBoundsException | NoSuchElementException e) {
            say(what + ": refused");
        }
    }

    @Override
    void check() {
        Ref<Job> job = findObject("atomics", Job.class);
        for (String name : new String[] {"tries", "cost", "done", "state", "next"}) {
            say(name + " " + text(job.get(name)));
        }
        for (Object element : find("atomics.list", ValueType.list(Object.class))) {
            say(text(element));
        }
        for (Object element : find("atomics.array", ValueType.array(Object.class))) {
            say(text(element));
        }
        say(text(find("atomics.map", ValueType.map(Object.class, Object.class)).get("hits")) + " "
                + text(find("atomics.turn")));
    }
}
