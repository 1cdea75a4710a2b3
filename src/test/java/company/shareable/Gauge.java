// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Changes its fields by VarHandles and field updaters of its own, as classes of java.util.concurrent do. */
public class Gauge {
    private static final VarHandle LEVEL;
    private static final AtomicIntegerFieldUpdater<Gauge> HITS =
            AtomicIntegerFieldUpdater.newUpdater(Gauge.class, "hits");
    private static final AtomicLongFieldUpdater<Gauge> TOTAL = AtomicLongFieldUpdater.newUpdater(Gauge.class, "total");
    private static final AtomicReferenceFieldUpdater<Gauge, Gauge> NEXT =
            AtomicReferenceFieldUpdater.newUpdater(Gauge.class, Gauge.class, "next");
    private static final AtomicReferenceFieldUpdater<Gauge, String> LABEL =
            AtomicReferenceFieldUpdater.newUpdater(Gauge.class, String.class, "label");

    static {
        try {
            LEVEL = MethodHandles.lookup().findVarHandle(Gauge.class, "level", double.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int hits;
    private volatile long total;
    private volatile Gauge next;
    private volatile String label;
    private double level;
    byte tiny;
    char letter;
    boolean on;
    Integer boxed;
    int[] cells = {1, 2};

    public int hit() {
        return HITS.incrementAndGet(this);
    }

    public long add(long amount) {
        return TOTAL.getAndAdd(this, amount);
    }

    /** A stack without locks: this is its head. */
    public void push(Gauge gauge) {
        Gauge first;
        do {
            first = next;
            gauge.next = first;
        } while (!NEXT.compareAndSet(this, first, gauge));
    }

    public Gauge pop() {
        while (true) {
            Gauge first = NEXT.get(this);
            if (first == null || NEXT.compareAndSet(this, first, first.next)) {
                return first;
            }
        }
    }

    public String rename(String name) {
        return LABEL.getAndSet(this, name);
    }

    public boolean rename(String from, String to) {
        return LABEL.compareAndSet(this, from, to);
    }

    public double raise(double amount) {
        return (double) LEVEL.getAndAdd(this, amount);
    }
}
