// SPDX-License-Identifier: Apache-2.0
import colors.Ref;
import colors.SharedMemory;
import colors.SharedMemoryException;

/** Instances of an ordinary class in shared memory, by the agent. Prints a line for each thing tried. */
final class Agent {
    private static Worker shared;

    private Agent() {}

    public static void main(String[] arguments) throws InterruptedException {
        shared = SharedMemory.allocate(Worker.class);
        shared.raise(15);
        System.out.println(
                "fields: " + shared.salary() + " " + Ref.of(shared).get("salary"));
        Worker boss = SharedMemory.construct(() -> new Worker("Ada", 42));
        shared.boss = boss;
        System.out.println(
                "references: " + shared.boss.name() + " " + (shared.boss == boss) + " " + (shared.boss == shared));
        System.out.println("one site: " + raiseAll(shared, new Worker("private", 1), boss, new Worker("private", 2)));
        countInThreads();
        try {
            shared.boss = new Worker("private", 3);
        } catch (SharedMemoryException e) {
            System.out.println("a private object: refused");
        }
        SharedMemory.repository("worker").set(shared);
        System.out.println("repository: " + (SharedMemory.repository("worker").get() == shared));
    }

    /** Private and shared objects meet at the same instructions. */
    private static double raiseAll(Worker... workers) {
        double sum = 0;
        for (int i = 0; i < 2000; i++) {
            Worker worker = workers[i % workers.length];
            worker.raise(1);
            worker.raised++;
            sum += worker.raised;
        }
        return sum;
    }

    private static void countInThreads() throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int j = 0; j < 250; j++) {
                    shared.count();
                    synchronized (shared) {
                        shared.counted++;
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("monitors: " + shared.counted);
    }
}

/** Knows nothing of shared memory. */
class Worker {
    private final String name;
    private double salary;
    Worker boss;
    int raised;
    int counted;

    Worker() {
        this("nobody", 0);
    }

    Worker(String name, double salary) {
        this.name = name;
        this.salary = salary;
    }

    void raise(double by) {
        salary += by;
    }

    synchronized void count() {
        counted++;
    }

    double salary() {
        return salary;
    }

    String name() {
        return name;
    }
}
