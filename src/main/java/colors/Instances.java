// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.agent.Preparation;
import colors.agent.PreparedNames;
import colors.agent.SharedSubclass;
import colors.runtime.RootChunk;
import colors.runtime.Segment;
import colors.runtime.Shared;
import colors.runtime.SharedShape;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Modifier;

/**
 * What stands for a shared object of a class: an instance of the program's class when the agent prepared it, else a
 * {@link SharedObject}. A class that is not loaded yet is, by the loader that {@link HostLanguage} asks.
 */
final class Instances {
    private static final boolean AGENT = Preparation.isActive(); // a constant for the compilers: an agent comes before main
    private static final int CACHE = 256; // a power of two
    private static final Entry[] BY_SHAPE = new Entry[CACHE];

    /**
     * Immutable, so that a race over BY_SHAPE leaves a right one. A null {@code make} means SharedObject: if the program had no such class then,
     * until there are more prepared ones.
     *
     * @param record the class, when it is a record that the program declared shareable
     */
    private record Entry(int shapeId, MethodHandle make, Class<?> record, boolean known, int generation) {
        boolean holds(int shape) {
            return shapeId == shape && (known || generation == PreparedNames.generation());
        }
    }

    private Instances() {
    }

    static Shared wrap(int shapeId, long address, RootChunk chunk) {
        return AGENT ? wrapPrepared(shapeId, address, chunk) : new SharedObject(address, chunk);
    }

    private static Shared wrapPrepared(int shapeId, long address, RootChunk chunk) {
        Entry entry = entry(shapeId);
        if (entry.make == null) {
            return new SharedObject(address, chunk);
        }
        try {
            return (Shared) (Object) entry.make.invokeExact(Segment.granules(address), chunk);
        } catch (Throwable e) {
            throw SharedSubclass.rethrow(e);
        }
    }

    /** The program's record for objects of a shape, if it was declared shareable; else null. */
    static Class<?> recordOf(int shapeId) {
        return AGENT ? entry(shapeId).record : null;
    }

    private static Entry entry(int shapeId) {
        Entry entry = BY_SHAPE[shapeId & CACHE - 1];
        return entry != null && entry.holds(shapeId) ? entry : find(shapeId);
    }

    private static Entry find(int shapeId) {
        int generation = PreparedNames.generation(); // before the look
        Class<?> type = HostLanguage.find(SharedShape.of(shapeId).className());
        Entry entry = new Entry(shapeId, type != null && isInstantiable(type) ? SharedSubclass.of(type).make() : null, type != null && isRecord(type) ? type : null, type != null, generation);
        BY_SHAPE[shapeId & CACHE - 1] = entry;
        return entry;
    }

    private static boolean isInstantiable(Class<?> type) {
        return SharedSubclass.isPrepared(type) && !Modifier.isAbstract(type.getModifiers());
    }

    private static boolean isRecord(Class<?> type) {
        return type.isRecord() && Preparation.isDeclared(type);
    }
}
