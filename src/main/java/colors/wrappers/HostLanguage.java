// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.TypeConflictException;
import colors.ValueType.EnumConstant;
import colors.heap.Binaries;
import colors.heap.Flats;
import colors.heap.Heap;
import colors.memory.Segment;
import colors.names.HostNames;
import colors.names.NamedClasses;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.values.Lists;
import colors.values.Maps;
import colors.values.Values;
import java.util.Arrays;

/** Host Java's side of the border: its wrapper. */
public final class HostLanguage {
    /** Values as the program gets them: with the agent, private records of shared ones. */
    public static final Values VALUES = new Values(new Program(null));
    /** The same, but every object as a wrapper: for comparisons in the core, and where a wrapper is asked for. */
    public static final Values WRAPPERS = new Values(new Wrapper(null));

    private HostLanguage() {}

    /**
     * {@link #VALUES} as code of a class gets them: where several loaders have a class of one name, of its own loader.
     */
    public static Values valuesFor(Class<?> asking) {
        return asking.getClassLoader() == null ? VALUES : new Values(new Program(asking.getClassLoader()));
    }

    /** @see NamedClasses#find */
    private static class Wrapper implements Values.Wrapper {
        final ClassLoader loader;

        Wrapper(ClassLoader loader) {
            this.loader = loader;
        }

        @Override
        public Object wrap(long address, RootChunk chunk) {
            return HostLanguage.wrap(address, chunk, loader);
        }

        @Override
        public Object value(Object core) {
            return core instanceof EnumConstant constant ? ofEnum(constant, loader) : core;
        }
    }

    private static final class Program extends Wrapper {
        Program(ClassLoader loader) {
            super(loader);
        }

        @Override
        public Object wrap(long address, RootChunk chunk) {
            return HostLanguage.value(address, chunk, loader);
        }
    }

    /** The API's object for a shared one that is logged in a chunk. */
    public static Shared wrap(long address, RootChunk chunk) {
        return wrap(address, chunk, null);
    }

    private static Shared wrap(long address, RootChunk chunk, ClassLoader loader) {
        int shape = Heap.shapeId(address);
        if (Flats.isFlat(shape)) {
            return new ArrayWrapper(address, chunk);
        }
        if (Lists.isList(shape)) {
            return new ListWrapper(address, chunk);
        }
        if (shape == Segment.SHAPE_MAP) {
            return new MapWrapper(address, chunk);
        }
        if (Maps.isSet(shape)) {
            return new SetWrapper(address, chunk);
        }
        return Binaries.isBinary(shape)
                ? new BinaryWrapper(address, chunk)
                : Instances.wrap(shape, address, chunk, loader);
    }

    /**
     * What the program gets for a shared object: the same, but for a record that was declared shareable a private one.
     */
    static Object value(long address, RootChunk chunk) {
        return value(address, chunk, null);
    }

    private static Object value(long address, RootChunk chunk, ClassLoader loader) {
        Object known = Instances.wrapKnown(Heap.shapeId(address), address, chunk, loader);
        return known != null ? known : valueSlowly(address, chunk, loader);
    }

    private static Object valueSlowly(long address, RootChunk chunk, ClassLoader loader) {
        Shared wrapper = wrap(address, chunk, loader);
        Class<?> record = wrapper instanceof ObjectWrapper ? Instances.recordOf(Heap.shapeId(address), loader) : null;
        return record == null ? wrapper : Copies.get().record(record, wrapper);
    }

    /** The constant of this program's enum of that name; without such an enum the argument. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public static Object ofEnum(EnumConstant constant, ClassLoader loader) {
        Class<?> type = HostNames.find(constant.type(), loader);
        if (type == null || !type.isEnum()) {
            return constant;
        }
        try {
            return Enum.valueOf((Class<? extends Enum>) type, constant.name());
        } catch (IllegalArgumentException e) {
            throw new TypeConflictException(
                    "the enum " + type.getName() + " of this program has no constant '" + constant.name()
                            + "', which another program stored; it has " + Arrays.toString(type.getEnumConstants())
                            + "; give both programs the same constants",
                    e);
        }
    }
}
