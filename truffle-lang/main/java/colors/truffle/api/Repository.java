// SPDX-License-Identifier: Apache-2.0
package colors.truffle.api;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.atomics.Atomics;
import colors.atomics.RepositoryCell;
import colors.heap.Heap;
import colors.monitors.Repositories;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.Entities;
import colors.truffle.border.Blocking;
import colors.truffle.border.GuestValues;
import colors.truffle.border.Members;
import colors.truffle.container.ContainerValues;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Null;
import colors.truffle.context.ValueForm;
import colors.truffle.node.WordNode;
import colors.values.Values;
import java.lang.ref.Reference;

/**
 * A named root of shared memory, found or made: key, get(), set(value), compareAndSet(expected, value),
 * getAndSet(value), and waitForChange(seen, [ms, otherwise]), which gives the new value.
 */
public final class Repository extends Members {
    private static final Values CORE = new Values(Held::new);

    private final String key;
    private final long place;

    /** A shared object that is only compared. */
    private record Held(long address, RootChunk chunk) implements Shared {}

    public Repository(String key) {
        super("repository '" + key + "'");
        this.key = key;
        place = Repositories.place(key);
        value("key", key);
        function("get", 0, 0, (context, arguments) -> get(context));
        function("set", 1, 1, (context, arguments) -> set(context, arguments[0]));
        function("compareAndSet", 2, 2, (context, arguments) -> compareAndSet(arguments[0], arguments[1]));
        function("getAndSet", 1, 1, (context, arguments) -> getAndSet(context, arguments[0]));
        function(
                "waitForChange",
                1,
                3,
                (context, arguments) -> waitForChange(
                        context,
                        arguments[0],
                        Blocking.timeout(arguments, 1),
                        arguments.length == 3 ? arguments[2] : null));
    }

    long monitorAddress() {
        return Entities.ofPlace(place);
    }

    private Object get(ColorsContext context) {
        Mutator mutator = context.mutator();
        return toGuest(Heap.loadTagged(mutator, place), mutator.wrapperChunk());
    }

    private static Object toGuest(long word, RootChunk chunk) {
        return WordNode.toGuest(word, chunk, ValueForm.INTEROP);
    }

    private Object toCore(Object value) {
        return GuestValues.toCore(value, () -> "repository '" + key + "'");
    }

    private Object set(ColorsContext context, Object value) {
        Mutator mutator = context.mutator();
        Repositories.set(mutator, place, Values.wordOf(mutator, toCore(value)));
        Reference.reachabilityFence(value);
        return Null.INSTANCE;
    }

    private Object compareAndSet(Object expected, Object value) {
        boolean set = Atomics.compareAndSet(
                new RepositoryCell(key, place), toCore(expected), toCore(value), CORE, Atomics::isSame);
        Reference.reachabilityFence(value);
        Reference.reachabilityFence(expected);
        return set;
    }

    private Object getAndSet(ColorsContext context, Object value) {
        Object old = Atomics.getAndSet(new RepositoryCell(key, place), toCore(value), ContainerCore.VALUES);
        Reference.reachabilityFence(value);
        return ContainerValues.toGuest(old, context.guest().form());
    }

    private Object waitForChange(ColorsContext context, Object seen, long timeout, Object otherwise) {
        Mutator mutator = context.mutator();
        Object asked = toCore(seen);
        long[] word = {0};
        RootChunk[] chunk = {null};
        boolean changed = Blocking.await(timeout, slice -> {
            word[0] = Heap.loadTagged(mutator, place);
            chunk[0] = mutator.wrapperChunk();
            boolean differs = !Atomics.isSame(CORE.ofWord(mutator, word[0]), asked);
            if (!differs && slice > 0) {
                Repositories.await(mutator, place, word[0], slice);
                Reference.reachabilityFence(chunk[0]);
            }
            return differs;
        });
        Reference.reachabilityFence(seen);
        if (changed) {
            return toGuest(word[0], chunk[0]);
        }
        if (otherwise == null) {
            throw SharedMemoryException.of(
                    Reason.TIMEOUT, "repository '" + key + "' got no other value in " + timeout / 1_000_000.0 + " ms");
        }
        return otherwise;
    }
}
