// SPDX-License-Identifier: Apache-2.0
package colors.monitors;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Native;
import colors.memory.NativeFunction;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.shapes.Entities;
import java.util.List;

/**
 * Repositories (docs/layout.md, layout.repository) at the places of their values. A set is a store and a look at one
 * word.
 */
public final class Repositories {
    private static final int CHANGES = Layout.ENTITY_CHANGES - Layout.ENTITY_VALUE; // from the place of the value
    private static final NativeFunction CHANGED = NativeFunction.of("cl_repository_changed", null, JAVA_LONG);
    private static final NativeFunction EXCHANGE =
            NativeFunction.of("cl_repository_exchange", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final NativeFunction WAIT =
            NativeFunction.of("cl_repository_wait", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private Repositories() {}

    /** The address of the tagged slot of a repository, found or made; it is listed from now on. */
    public static long place(String key) {
        long place = Entities.repository(key) + Layout.ENTITY_VALUE;
        if ((Memory.getIntAcquire(place + CHANGES) & Layout.CHANGES_REMOVED) != 0 && !Segment.isReadOnly()) {
            changed(place);
        }
        return place;
    }

    /** The keys of all repositories that were not removed, sorted. */
    public static List<String> keys() {
        return Entities.all(Layout.KIND_REPOSITORY).stream()
                .filter(entity -> (Memory.getIntAcquire(entity + Layout.ENTITY_CHANGES) & Layout.CHANGES_REMOVED) == 0)
                .map(entity -> Entities.name(Segment.granules(entity)))
                .sorted()
                .toList();
    }

    /**
     * Clears the value and lists the repository no more, until it is found or set again. False when it was not listed.
     */
    public static boolean remove(String key) {
        Segment.checkWritable();
        Mutator mutator = Mutator.current();
        try {
            return Native.repositoryRemove(mutator.slotOffset(), key);
        } finally {
            mutator.returned();
        }
    }

    /** Stores a word, and wakes who waits for it. */
    public static void set(Mutator mutator, long place, long word) {
        Heap.storeTagged(mutator, place, word);
        if (Memory.getIntOpaque(place + CHANGES) % Layout.CHANGES_ONE != 0) {
            changed(place);
        }
    }

    private static void changed(long place) {
        try {
            CHANGED.handle().invokeExact(Segment.reference(place));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Stores {@code word} if the place holds {@code seen}, which was loaded by {@link Heap#loadTagged}. */
    public static boolean exchange(Mutator mutator, long place, long seen, long word) {
        Segment.checkWritable();
        try {
            return (int) EXCHANGE.handle().invokeExact(mutator.slotOffset(), Segment.reference(place), seen, word) != 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            mutator.returned();
        }
    }

    /**
     * Waits until the place holds another word than {@code seen}, which was loaded by {@link Heap#loadTagged}. False
     * when the time was over.
     */
    public static boolean await(Mutator mutator, long place, long seen, long timeoutNs) {
        mutator.closeOperation();
        try {
            return (int) WAIT.handle().invokeExact(Segment.reference(place), seen, Math.max(timeoutNs, 0)) != 0;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
