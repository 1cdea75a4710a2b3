// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.interfaces.InstanceClasses;
import colors.interfaces.InstanceMaker;
import colors.interfaces.InterfaceClass;
import colors.memory.Segment;
import colors.names.HostNames;
import colors.names.NamedClasses;
import colors.names.Preparation;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.shapes.SharedShape;
import java.lang.ref.WeakReference;

/**
 * What stands for a shared object of a class: an instance of the program's class when the agent prepared it, or of its
 * interface, else a
 * {@link Ref}. A class that is not loaded yet is, by the loader that {@link HostLanguage} asks.
 */
public final class Instances {
    // a constant for the compilers: an agent comes before main
    private static final boolean AGENT = Preparation.isActive();
    private static final int CACHE = 256; // a power of two
    private static final Entry[] BY_SHAPE = new Entry[CACHE];

    /**
     * What the class of a shape gives. Kept by the class: the table must not keep a loader alive that the program gave
     * up.
     *
     * @param maker null: a Ref
     * @param record the class, when it is a record that the program declared shareable; else null
     */
    private record Made(InstanceMaker maker, Class<?> record) {
        private static final Made NOTHING = new Made(null, null);
        private static final ClassValue<Made> BY_CLASS = new ClassValue<>() {
            @Override
            protected Made computeValue(Class<?> type) {
                return new Made(
                        InstanceClasses.has(type) ? InstanceClasses.instanceMaker(type) : null,
                        isRecord(type) ? type : null);
            }
        };
    }

    /**
     * Immutable, so that a race over BY_SHAPE leaves a right one. The class is the one that a loader sees; what is not
     * found may be found when there are more prepared classes.
     */
    private static final class Entry extends WeakReference<Made> {
        private final int shapeId;
        private final WeakReference<ClassLoader> loader;
        private final int generation;

        Entry(int shapeId, ClassLoader loader, Made made, int generation) {
            super(made);
            this.shapeId = shapeId;
            this.loader = new WeakReference<>(loader);
            this.generation = generation;
        }
    }

    private Instances() {}

    /**
     * The wrapper of an object that was read.
     *
     * @param loader decides between classes of one name; null: the context class loader does
     */
    public static Shared wrap(int shapeId, long address, RootChunk chunk, ClassLoader loader) {
        return AGENT || InterfaceClass.registered() != 0
                ? wrapPrepared(shapeId, address, chunk, loader)
                : new ObjectWrapper(address, chunk);
    }

    private static Shared wrapPrepared(int shapeId, long address, RootChunk chunk, ClassLoader loader) {
        InstanceMaker maker = made(shapeId, loader).maker;
        return maker == null
                ? new ObjectWrapper(address, chunk)
                : (Shared) maker.make(Segment.granules(address), chunk);
    }

    /**
     * The instance for an object of a shape that was wrapped before, which no container's is; null: {@link
     * HostLanguage} has to look what is made of it.
     */
    static Object wrapKnown(int shapeId, long address, RootChunk chunk, ClassLoader loader) {
        if (!AGENT && InterfaceClass.registered() == 0) {
            return null;
        }
        Made made = known(shapeId, NamedClasses.asking(loader));
        return made == null || made.maker == null || made.record != null
                ? null
                : made.maker.make(Segment.granules(address), chunk);
    }

    /**
     * An instance of this very class, whatever other class has its name. Throws SharedMemoryException (STATE) when the
     * agent did not prepare it.
     */
    public static Shared wrap(Class<?> type, long address, RootChunk chunk) {
        Made made = Made.BY_CLASS.get(type);
        InstanceMaker maker = made.maker != null ? made.maker : InstanceClasses.instanceMaker(type); // which throws
        return (Shared) maker.make(Segment.granules(address), chunk);
    }

    /** The program's record for objects of a shape, if it was declared shareable; else null. */
    static Class<?> recordOf(int shapeId, ClassLoader loader) {
        return AGENT ? made(shapeId, loader).record : null;
    }

    private static Made made(int shapeId, ClassLoader loader) {
        ClassLoader asking = NamedClasses.asking(loader);
        Made made = known(shapeId, asking);
        return made != null ? made : find(shapeId, asking);
    }

    private static Made known(int shapeId, ClassLoader asking) {
        Entry entry = BY_SHAPE[shapeId & CACHE - 1];
        return entry != null
                        && entry.shapeId == shapeId
                        && entry.loader.refersTo(asking)
                        && entry.generation == generation()
                ? entry.get()
                : null;
    }

    private static Made find(int shapeId, ClassLoader asking) {
        int generation = generation(); // before the look
        Class<?> type = HostNames.find(SharedShape.of(shapeId).className(), asking);
        Made made = type == null ? Made.NOTHING : Made.BY_CLASS.get(type);
        BY_SHAPE[shapeId & CACHE - 1] = new Entry(shapeId, asking, made, generation);
        return made;
    }

    private static int generation() {
        return Preparation.generation() + InterfaceClass.registered();
    }

    private static boolean isRecord(Class<?> type) {
        return type.isRecord() && Preparation.isDeclared(type);
    }
}
