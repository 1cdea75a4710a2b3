// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container.core;

import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.truffle.context.ColorsContext;
import colors.values.Equality;
import colors.values.FrozenValue;
import colors.values.Maps;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.function.UnaryOperator;

/**
 * A shared map, ordered by insertion. A shared set is one whose values are all null. Keys that are equal by the rule of
 * shared values (docs/equality.md) are one key; the first of them is kept. Objects are compared as the guest language
 * says: that may run code of the program, while nothing is held.
 */
public final class MapCore extends ContainerCore {
    private Maps.Cursor lastNewest; // saves removeLast a search; racy

    /** The entries in order. */
    public record Snapshot(Object[] keys, Object[] values) {}

    public MapCore(long address, RootChunk chunk, boolean frozen) {
        super(address, chunk, frozen);
    }

    @Override
    public int size() {
        int size = Maps.size(Mutator.current(), address());
        Reference.reachabilityFence(chunk());
        return size;
    }

    /** Other keys are compared in one way by all languages. */
    private static Equality.Objects objects(Object key) {
        return key instanceof Shared || key instanceof FrozenValue
                ? ColorsContext.get(null).guest().keys()
                : Equality.Objects.KEPT;
    }

    private Object value(Mutator mutator, long word, Object kept) {
        Object value = word == Maps.ABSENT ? ABSENT : VALUES.ofWord(mutator, word);
        Reference.reachabilityFence(kept);
        Reference.reachabilityFence(chunk());
        return value;
    }

    /** The value of a key, or ABSENT. */
    public Object get(Object key) {
        Mutator mutator = Mutator.current();
        return value(mutator, Maps.get(mutator, address(), key, VALUES, objects(key)), key);
    }

    public boolean containsKey(Object key) {
        boolean found = Maps.get(Mutator.current(), address(), key, VALUES, objects(key)) != Maps.ABSENT;
        Reference.reachabilityFence(key);
        Reference.reachabilityFence(chunk());
        return found;
    }

    /** Stores; returns the value before, or ABSENT. */
    public Object put(Object key, Object value) {
        Mutator mutator = Mutator.current();
        return value(mutator, Maps.put(mutator, address(), key, value, VALUES, objects(key)), key);
    }

    /** Stores where there is no entry; returns the value that is there, or ABSENT when this call stored. */
    public Object putIfAbsent(Object key, Object value) {
        Mutator mutator = Mutator.current();
        return value(mutator, Maps.putIfAbsent(mutator, address(), key, value, VALUES, objects(key)), key);
    }

    /** What {@link #exchange}'s function returns to leave a value as it is. */
    public static final Object KEEP = Maps.KEEP;

    /**
     * Changes the value of a key in one step; the function may be called again. Returns what it returned, or ABSENT
     * when there is no such key, which may be ABSENT too.
     */
    public Object exchange(Object key, UnaryOperator<Object> next) {
        Segment.checkWritable();
        if (key == ABSENT) {
            return ABSENT;
        }
        boolean[] found = {false};
        Maps.Change change = (present, now) -> {
            found[0] = present;
            return present ? next.apply(now) : Maps.KEEP;
        };
        Object result = Maps.change(Mutator.current(), address(), key, change, VALUES, objects(key));
        Reference.reachabilityFence(key);
        Reference.reachabilityFence(chunk());
        return found[0] ? result : ABSENT;
    }

    /** The same; returns the value before, or ABSENT. */
    public Object getAndChange(Object key, UnaryOperator<Object> next) {
        Object[] old = {ABSENT};
        Object result = exchange(key, now -> {
            old[0] = now;
            return next.apply(now);
        });
        return result == ABSENT ? result : old[0];
    }

    /** Removes an entry; returns its value, or ABSENT. */
    public Object remove(Object key) {
        Mutator mutator = Mutator.current();
        return value(mutator, Maps.remove(mutator, address(), key, VALUES, objects(key)), key);
    }

    /** Removes the newest entry and returns its key and value; null when there is none. */
    public Object[] removeLast() {
        Mutator mutator = Mutator.current();
        while (true) {
            Maps.Cursor newest = Maps.newest(mutator, address(), lastNewest);
            lastNewest = newest;
            if (!newest.found()) {
                return null;
            }
            Object key = VALUES.ofWord(mutator, newest.key());
            if (Maps.removeNewest(mutator, address(), newest)) {
                return new Object[] {key, value(mutator, Maps.oldValue(mutator), newest)};
            }
        }
    }

    /** From the oldest entry to the newest, or backwards. */
    public MapCursor cursor(boolean backwards) {
        return new MapCursor(this, new Maps.Cursor(Mutator.current(), address(), backwards));
    }

    /** All entries, as a {@link #cursor} meets them. */
    public Snapshot snapshot() {
        var keys = new ArrayList<Object>();
        var values = new ArrayList<Object>();
        MapCursor cursor = cursor(false);
        while (cursor.next()) {
            keys.add(cursor.key());
            values.add(cursor.value());
        }
        return new Snapshot(keys.toArray(), values.toArray());
    }

    @Override
    public void clear() {
        Maps.clear(Mutator.current(), address());
        Reference.reachabilityFence(chunk());
    }
}
