// SPDX-License-Identifier: Apache-2.0
package colors.named;

import colors.Ref;
import colors.Repository;
import colors.TypeConflictException;
import colors.atomics.Atomics;
import colors.atomics.RepositoryCell;
import colors.heap.Heap;
import colors.monitors.Repositories;
import colors.monitors.Waiting;
import colors.roots.Instance;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.shapes.Entities;
import colors.values.Values;
import colors.wrappers.ElementType;
import colors.wrappers.HostLanguage;
import colors.wrappers.Immutables;
import colors.wrappers.ObjectWrapper;
import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;

/** A named root as this process has it. */
public final class RepositoryHandle<T> implements Repository<T> {
    private final String key;
    private final long place;
    private final ElementType<T> type;

    public RepositoryHandle(String key, ElementType<T> type) {
        this.key = key;
        this.type = type;
        place = Repositories.place(key);
    }

    /** Where its monitor is. */
    public long monitorAddress() {
        return Entities.ofPlace(place);
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public T get() {
        return value(HostLanguage.VALUES.load(Mutator.current(), place));
    }

    @Override
    public Ref<?> getRef() {
        Object value = HostLanguage.WRAPPERS.load(Mutator.current(), place);
        if (value == null || value instanceof ObjectWrapper || value instanceof Instance) {
            return value == null ? null : ObjectWrapper.of(value);
        }
        throw new TypeConflictException("repository '" + key + "' holds a "
                + value.getClass().getSimpleName() + ", not a shared object; use get()");
    }

    @Override
    public void set(T value) {
        Object stored = Immutables.stored(value);
        Mutator mutator = Mutator.current();
        Repositories.set(mutator, place, Values.wordOf(mutator, stored));
        Reference.reachabilityFence(stored);
    }

    @Override
    public boolean compareAndSet(T expected, T value) {
        Object stored = Immutables.stored(value);
        boolean set = Atomics.compareAndSet(
                new RepositoryCell(key, place), expected, stored, HostLanguage.WRAPPERS, Immutables::isSame);
        Reference.reachabilityFence(expected);
        return set;
    }

    @Override
    public T getAndSet(T value) {
        if (type != ElementType.ANY) {
            get(); // fails before the change, not after it
        }
        return value(Atomics.getAndSet(new RepositoryCell(key, place), Immutables.stored(value), HostLanguage.VALUES));
    }

    @Override
    public T waitForChange(T seen) throws InterruptedException {
        return waitForChange(seen, Waiting.forever(0));
    }

    @Override
    public T waitForChange(T seen, long time, TimeUnit unit) throws InterruptedException {
        return waitForChange(seen, Waiting.of(time, unit, 0));
    }

    private T waitForChange(T seen, Waiting waiting) throws InterruptedException {
        Mutator mutator = Mutator.current();
        while (true) {
            long word = Heap.loadTagged(mutator, place);
            RootChunk chunk = mutator.wrapperChunk(); // roots the word, so that it is not another's meanwhile
            Object value = HostLanguage.WRAPPERS.ofWord(chunk, word);
            if (!Immutables.isSame(value, seen)) {
                return value(Immutables.shown(value));
            }
            if (!Repositories.await(mutator, place, word, waiting.slice()) && !waiting.again()) {
                return seen;
            }
            Reference.reachabilityFence(chunk);
        }
    }

    private T value(Object read) {
        return type.convert(read, -1);
    }

    @Override
    public String toString() {
        return "repository '" + key + "'";
    }
}
