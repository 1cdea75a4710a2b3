// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Monitors and threads. */
public final class Threads {
    static final class Buffer {
        private final int[] slots = new int[4];
        private int head, size;
        private boolean closed;

        synchronized void put(int value) throws InterruptedException {
            while (size == slots.length) {
                wait();
            }
            slots[(head + size++) % slots.length] = value;
            notifyAll();
        }

        int take() throws InterruptedException {
            synchronized (this) {
                while (size == 0 && !closed) {
                    wait(1000);
                }
                if (size == 0) {
                    return -1;
                }
                int value = slots[head];
                head = (head + 1) % slots.length;
                size--;
                notifyAll();
                return value;
            }
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }
    }

    static class Total {
        private long total;
        volatile boolean done;
        final List<String> names = new ArrayList<>();
        private final Object unused = null;
        static int created;

        Total() {
            synchronized (Total.class) {
                created++;
            }
        }

        void add(long value) {
            synchronized (this) {
                synchronized (this) {
                    total += value;
                }
                if (!Thread.holdsLock(this)) {
                    throw new IllegalStateException();
                }
            }
        }

        synchronized long fail(boolean really) {
            if (really) {
                throw new IllegalArgumentException("failed");
            }
            return total;
        }
    }

    private static void produce(Total total) throws InterruptedException {
        Buffer buffer = new Buffer();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < 3; i++) {
            threads[i] = Thread.ofPlatform().start(() -> {
                try {
                    for (int value; (value = buffer.take()) >= 0; ) {
                        total.add(value);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        for (int i = 1; i <= 2000; i++) {
            buffer.put(i);
        }
        buffer.close();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(total.fail(false) + " " + buffer.size);
        try {
            total.fail(true);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + Thread.holdsLock(total));
        }
    }

    private static void addInPool(Total total) throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            Future<?>[] futures = new Future<?>[4];
            for (int i = 0; i < 4; i++) {
                int number = i;
                futures[i] = pool.submit(() -> {
                    for (int k = 0; k < 500; k++) {
                        total.add(number);
                    }
                    synchronized (total) {
                        total.names.add("t" + number);
                    }
                    return (long) number;
                });
            }
            long sum = 0;
            for (Future<?> future : futures) {
                sum += (Long) future.get();
            }
            System.out.println(sum + " " + total.total + " " + total.names.size());
        }
    }

    private static void interrupt(Total total) throws InterruptedException {
        Thread waiter = Thread.ofPlatform().start(() -> {
            synchronized (total) {
                total.done = true;
                try {
                    total.wait();
                    System.out.println("woken");
                } catch (InterruptedException e) {
                    System.out.println("interrupted " + Thread.holdsLock(total));
                }
            }
        });
        while (!total.done) {
            Thread.onSpinWait();
        }
        synchronized (total) {
            waiter.interrupt();
        }
        waiter.join();
        try {
            total.notify();
        } catch (IllegalMonitorStateException e) {
            System.out.println("no owner");
        }
        System.out.println(Total.created + " " + total.unused);
    }

    public static void main(String[] args) throws Exception {
        Total total = new Total();
        produce(total);
        addInPool(total);
        interrupt(total);
    }
}
