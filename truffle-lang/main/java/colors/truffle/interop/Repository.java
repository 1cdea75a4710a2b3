// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.runtime.Entities;
import colors.runtime.Heap;
import colors.runtime.Mutator;
import colors.runtime.Values;
import colors.truffle.ColorsContext;
import java.lang.ref.Reference;

/** A named root of shared memory, found or made: members key, get() and set(value). */
final class Repository extends Members {
    private final long place;

    Repository(String key) {
        super("repository '" + key + "'");
        place = Entities.repositoryPlace(key);
        value("key", key);
        function("get", 0, 0, (context, arguments) -> get(context));
        function("set", 1, 1, (context, arguments) -> set(context, key, arguments[0]));
    }

    long monitorAddress() {
        return Entities.ofPlace(place);
    }

    private Object get(ColorsContext context) {
        Mutator mutator = context.mutator();
        long word = Heap.loadTagged(mutator, place);
        return WordNodeGen.getUncached().execute(word, mutator.chunk(), ValueForm.INTEROP);
    }

    private Object set(ColorsContext context, String key, Object value) {
        Mutator mutator = context.mutator();
        Object stored = GuestValues.toCore(value, () -> "repository '" + key + "'");
        Heap.storeTagged(mutator, place, Values.wordOf(mutator, stored));
        Reference.reachabilityFence(value);
        return Null.INSTANCE;
    }
}
