// SPDX-License-Identifier: Apache-2.0
package colors.copying;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.Flats;
import colors.heap.PrimitiveArrays;
import colors.mapping.Shareability;
import colors.memory.Attachment;
import colors.memory.Layout;
import colors.roots.Instance;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.values.GraphBuilder;
import colors.values.Lists;
import colors.values.Maps;
import colors.values.TypeRules;
import colors.values.ValueClass;
import colors.wrappers.HostKeys;
import colors.wrappers.HostLanguage;
import colors.wrappers.Instances;
import colors.wrappers.ObjectWrapper;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;

/**
 * Deep copy of a private graph to shared memory. Iterative, so the depth of the graph does not matter. Until the caller
 * publishes the root, nobody else can reach the copies; when an obstacle is met they are garbage.
 */
public final class GraphCopier {
    private final GraphBuilder builder = new GraphBuilder();
    private final IdentityTable copies = new IdentityTable();
    private Class<?> lastType;
    private ClassCopier lastClass;
    // the number of the original whose contents are being copied, and which of them: for errors
    private int holder = -1;
    private int member;

    private final List<Table> tables = new ArrayList<>();

    /** A map or set whose keys are compared when their contents were copied: those from the first object on. */
    private record Table(Maps.Filler filler, List<Object> keys) {
        Table(Maps.Filler filler) {
            this(filler, new ArrayList<>());
        }
    }

    private GraphCopier() {}

    /**
     * The copy of an object that is no container, which the caller should have cast to one: a Ref. A shared
     * one is its own.
     */
    public static Shared copyObject(Object root) {
        Attachment.ensure();
        if (root instanceof Instance || root instanceof ObjectWrapper) {
            return (Shared) root;
        }
        if (root != null && (root instanceof Shared || Shareability.isContainer(root.getClass()))) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a " + root.getClass().getTypeName()
                            + " is copied as a container: use SharedMemory.copyIn, and cast the argument to List, Set,"
                            + " Map or an array, so that the result is a SharedList, SharedSet, SharedMap or"
                            + " SharedArray");
        }
        return copy(root);
    }

    /**
     * The same as an instance of the root's own class. Throws SharedMemoryException (STATE) when the agent did not
     * prepare it.
     */
    public static Shared copyInstance(Object root) {
        Shared copy = copyObject(root);
        return copy == root ? copy : Instances.wrap(root.getClass(), copy.address(), copy.chunk());
    }

    /** A Ref, or the wrapper of a container. */
    public static Shared copy(Object root) {
        if (root == null || isScalar(root)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "only objects are copied to shared memory; " + TypeRules.describe(root)
                            + " is copied by itself when it is stored in a field or repository");
        }
        Shared array = Surrogates.find(root);
        if (array != null) {
            return HostLanguage.wrap(array.address(), array.chunk());
        }
        GraphCopier copier = new GraphCopier();
        copier.add(copier.copies.find(root), root, 0);
        for (int i = 0; i < copier.copies.count(); i++) {
            copier.holder = i;
            copier.fill(copier.copies.original(i), copier.copies.address(i));
        }
        copier.tables.forEach(copier::compareKeys);
        copier.copies.close();
        long address = copier.copies.address(0);
        Shared copy = copier.of(root.getClass()) == ClassCopier.CONTAINER
                ? HostLanguage.wrap(address, copier.builder.chunk())
                : new ObjectWrapper(address, copier.builder.chunk());
        Reference.reachabilityFence(copier.builder.chunk());
        return copy;
    }

    private static boolean isScalar(Object value) {
        return TypeRules.isScalar(value) || ValueClass.isValue(value);
    }

    // ---- objects ------------------------------------------------------------------------------------

    /** Copies a value of a field, whose number it is among those that are not raw. Called by generated code. */
    void put(int number, long place, Object value) {
        member = number;
        put(place, value);
    }

    /** Copies a private value into a place; the contents of a new object follow later. */
    private void put(long place, Object value) {
        if (value == null) {
            return;
        }
        if (value.getClass() == lastType && lastClass != ClassCopier.CONTAINER) {
            putCopy(place, value);
        } else if (value instanceof String text) {
            builder.text(place, text);
        } else if (value instanceof Shared || isScalar(value)) {
            builder.value(place, value);
        } else {
            Shared array = Surrogates.find(value);
            if (array != null) {
                builder.value(place, array);
            } else {
                putCopy(place, value);
            }
        }
    }

    private void putCopy(long place, Object value) {
        int found = copies.find(value);
        long copy = copies.addressAt(found);
        if (copy != 0) {
            builder.reference(place, copy);
        } else {
            add(found, value, place);
        }
    }

    private void add(int found, Object original, long place) {
        ClassCopier type = of(original.getClass());
        copies.add(
                found,
                original,
                type == ClassCopier.CONTAINER
                        ? makeContainer(original, place)
                        : builder.object(type.shapeId(), type.slots(), place));
    }

    private ClassCopier of(Class<?> type) {
        if (type != lastType) {
            lastClass = find(type);
            lastType = type;
        }
        return lastClass;
    }

    private ClassCopier find(Class<?> type) {
        ClassCopier found = ClassCopier.of(type);
        if (found == ClassCopier.REFUSED) {
            Shareability.check(type, where());
        }
        return found;
    }

    private String where() {
        if (holder < 0) {
            return "";
        }
        Class<?> type = copies.original(holder).getClass();
        ClassCopier known = ClassCopier.of(type);
        return known == ClassCopier.CONTAINER
                ? " (in a " + type.getTypeName() + ")"
                : " (in field " + known.name(member) + ")";
    }

    private long makeContainer(Object original, long place) {
        return switch (original) {
            case byte[] bytes -> builder.binary(bytes, place);
            case Map<?, ?> map -> builder.map(place);
            case Set<?> set -> builder.set(place);
            case List<?> list -> builder.list(place);
            case Object[] array -> builder.flat(array.length, place);
            default ->
                builder.flat(
                        Flats.kindOf(original.getClass().getComponentType()), PrimitiveArrays.bytes(original), place);
        };
    }

    // ---- contents -----------------------------------------------------------------------------------

    private void fill(Object original, long copy) {
        ClassCopier type = of(original.getClass());
        if (type != ClassCopier.CONTAINER) {
            type.fields().copy(original, copy, this);
        } else {
            fillContainer(original, copy);
        }
    }

    private void fillContainer(Object original, long copy) {
        switch (original) {
            case Map<?, ?> map -> fillMap(map, copy);
            case Set<?> set -> fillSet(set, copy);
            case List<?> list -> fillList(list.toArray(), copy);
            case Object[] array -> fillArray(array, copy);
            default -> { // a primitive array, filled when it was made
            }
        }
    }

    private void fillArray(Object[] array, long copy) {
        putAll(array, index -> Flats.place(copy, Layout.SLOT_TAGGED, index));
    }

    /** @param places of the elements, side by side */
    private void putAll(Object[] elements, IntToLongFunction places) {
        for (int i = 0; i < elements.length; i++) {
            i += builder.known(elements, i, places.applyAsLong(i));
            if (i < elements.length) {
                put(places.applyAsLong(i), elements[i]);
            }
        }
    }

    /** Integers only, or floats only, are stored raw. */
    private void fillList(Object[] elements, long copy) {
        int kind = Lists.commonKind(elements);
        if (elements.length == 0) {
            return;
        }
        if (kind != Layout.SLOT_TAGGED) {
            builder.numbers(copy, kind, Lists.bits(elements, kind));
            return;
        }
        GraphBuilder.Elements places = builder.elements(copy, elements.length);
        putAll(elements, places::place);
        places.finish();
    }

    /** Of what the map gives now: another thread may change it, and its size may be no number of anything. */
    private void fillMap(Map<?, ?> map, long copy) {
        List<Object> keys = new ArrayList<>();
        List<Object> contents = new ArrayList<>();
        map.forEach((key, value) -> {
            keys.add(key);
            contents.add(value);
        });
        fillTable(keys.toArray(), contents.toArray(), copy);
    }

    private void fillSet(Set<?> set, long copy) {
        List<Object> elements = new ArrayList<>();
        set.forEach(elements::add);
        fillTable(elements.toArray(), null, copy);
    }

    private void fillTable(Object[] keys, Object[] contents, long copy) {
        if (keys.length == 0) {
            return;
        }
        Table table = new Table(builder.entries(copy, keys.length));
        for (int i = 0; i < keys.length; i++) {
            put(table.filler.key(), keys[i]);
            if (contents != null) {
                put(table.filler.value(), contents[i]);
            }
            next(table, keys[i]);
        }
        finish(table);
    }

    private static void next(Table table, Object key) {
        table.filler.next();
        if (table.keys.isEmpty() && isComplete(key)) {
            table.filler.add(key, HostKeys.INSTANCE);
        } else {
            table.keys.add(key);
        }
    }

    private void finish(Table table) {
        if (table.keys.isEmpty()) {
            table.filler.finish();
        } else {
            tables.add(table);
        }
    }

    private void compareKeys(Table table) {
        table.keys.forEach(key -> table.filler.add(
                isComplete(key) ? key : HostLanguage.wrap(copies.addressAt(copies.find(key)), builder.chunk()),
                HostKeys.INSTANCE));
        table.filler.finish();
    }

    /** Whether a key is no object that is being copied. */
    private static boolean isComplete(Object key) {
        return key == null || key instanceof Shared || isScalar(key);
    }
}
