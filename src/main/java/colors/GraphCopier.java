// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.agent.Instance;
import colors.runtime.Attachment;
import colors.runtime.GraphBuilder;
import colors.runtime.Layout;
import colors.runtime.Lists;
import colors.runtime.Maps;
import colors.runtime.Shared;
import colors.runtime.Surrogates;
import colors.runtime.TypeRules;
import colors.runtime.ValueClass;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Deep copy of a private graph to shared memory. Iterative, so the depth of the graph does not matter. Until the caller publishes
 * the root, nobody else can reach the copies; when an obstacle is met they are garbage.
 */
final class GraphCopier {
    private final GraphBuilder builder = new GraphBuilder();
    private final IdentityTable copies = new IdentityTable();
    private Object[] originals = new Object[16];
    private long[] addresses = new long[16]; // of their copies
    private int count;

    private final Map<Class<?>, Optional<FieldReader>> readers = new IdentityHashMap<>(); // empty: a container
    private Class<?> lastType;
    private Optional<FieldReader> lastReader;

    private long[] raw = new long[16];
    private Object[] values = new Object[16];
    private Object holder; // whose contents are being copied, and which of them: for errors
    private int member;

    private final List<Table> tables = new ArrayList<>();

    /** A map or set whose keys are compared when their contents were copied: those from the first object on. */
    private record Table(Maps.Filler filler, List<Object> keys) {
        Table(Maps.Filler filler) {
            this(filler, new ArrayList<>());
        }
    }

    private GraphCopier() {
    }

    /** The copy of an object that is no container, which the caller should have cast to one: a SharedObject. A shared one is its own. */
    static Shared copyObject(Object root) {
        Attachment.ensure();
        if (root instanceof Instance || root instanceof SharedObject) {
            return (Shared) root;
        }
        if (root != null && (root instanceof Shared || Shareability.isContainer(root.getClass()))) {
            throw new SharedMemoryException(Reason.ARGUMENT, "a " + root.getClass().getTypeName() + " is copied as a container; cast the argument to List, Set, Map or an array, so that the result is a SharedList, SharedSet, SharedMap or SharedBinary");
        }
        return copy(root);
    }

    /** The same as an instance of the root's own class. Throws SharedMemoryException (STATE) when the agent did not prepare it. */
    static Shared copyInstance(Object root) {
        Shared copy = copyObject(root);
        return copy == root ? copy : Instances.wrap(root.getClass(), copy.address(), copy.chunk());
    }

    /** A SharedObject, or the wrapper of a container. */
    static Shared copy(Object root) {
        if (root == null || isScalar(root)) {
            throw new SharedMemoryException(Reason.ARGUMENT, "only objects are copied to shared memory; " + TypeRules.describe(root) + " is copied by itself when it is stored in a field or repository");
        }
        Shared array = Surrogates.find(root);
        if (array != null) {
            return HostLanguage.wrap(array.address(), array.chunk());
        }
        GraphCopier copier = new GraphCopier();
        copier.copies.put(copier.copies.find(root), root, copier.make(root, 0));
        for (int i = 0; i < copier.count; i++) {
            copier.fill(copier.originals[i], copier.addresses[i]);
        }
        copier.tables.forEach(copier::compareKeys);
        copier.copies.close();
        Shared copy = copier.reader(root.getClass()) == null ? HostLanguage.wrap(copier.addresses[0], copier.builder.chunk()) : new SharedObject(copier.addresses[0], copier.builder.chunk());
        Reference.reachabilityFence(copier.builder.chunk());
        return copy;
    }

    private static boolean isScalar(Object value) {
        return TypeRules.isScalar(value) || ValueClass.isValue(value);
    }

    // ---- objects ------------------------------------------------------------------------------------

    /** Copies a private value into a place; the contents of a new object follow later. */
    private void put(long place, Object value) {
        if (value == null) {
            return;
        }
        if (value.getClass() != lastType && (value instanceof Shared || isScalar(value))) {
            builder.value(place, value);
            return;
        }
        Shared array = Surrogates.find(value);
        if (array != null) {
            builder.value(place, array);
            return;
        }
        int found = copies.find(value);
        long copy = copies.address(found);
        if (copy != 0) {
            builder.reference(place, copy);
        } else {
            copies.put(found, value, make(value, place));
        }
    }

    private long make(Object original, long place) {
        if (count == originals.length) {
            originals = Arrays.copyOf(originals, 2 * count);
            addresses = Arrays.copyOf(addresses, 2 * count);
        }
        FieldReader reader = reader(original.getClass());
        originals[count] = original;
        addresses[count] = reader == null ? makeContainer(original, place) : builder.object(reader.type().shape().id(), reader.type().shape().inlineSlots(), place);
        return addresses[count++];
    }

    /** The reader of a class of objects, null for a container's. */
    private FieldReader reader(Class<?> type) {
        if (type != lastType) {
            lastReader = readers.computeIfAbsent(type, this::findReader);
            lastType = type;
        }
        return lastReader.orElse(null);
    }

    private Optional<FieldReader> findReader(Class<?> type) {
        if (Shareability.obstacle(type) != null) {
            Shareability.check(type, where());
        }
        return Shareability.isContainer(type) ? Optional.empty() : Optional.of(FieldReader.of(type));
    }

    private String where() {
        if (holder == null) {
            return "";
        }
        FieldReader reader = readers.get(holder.getClass()).orElse(null);
        return reader == null ? " (in a " + holder.getClass().getTypeName() + ")" : " (in field " + reader.name(member) + ")";
    }

    private long makeContainer(Object original, long place) {
        return switch (original) {
            case byte[] bytes -> builder.binary(bytes, place);
            case Map<?, ?> map -> builder.map(place);
            case Set<?> set -> builder.set(place);
            default -> builder.list(place);
        };
    }

    // ---- contents -----------------------------------------------------------------------------------

    private void fill(Object original, long copy) {
        FieldReader reader = reader(original.getClass());
        holder = original;
        if (reader != null) {
            fillObject(original, copy, reader);
            return;
        }
        switch (original) {
            case byte[] bytes -> { // filled when it was made
            }
            case long[] numbers -> builder.numbers(copy, Layout.SLOT_INT64, numbers);
            case int[] numbers -> builder.numbers(copy, Layout.SLOT_INT64, Arrays.stream(numbers).asLongStream().toArray());
            case double[] numbers -> builder.numbers(copy, Layout.SLOT_FLOAT64, MemorySegment.ofArray(numbers));
            case Map<?, ?> map -> fillMap(map, copy);
            case Set<?> set -> fillSet(set, copy);
            case List<?> list -> fillList(list.toArray(), copy);
            case Object[] array -> fillList(array.clone(), copy);
            default -> fillList(boxed(original), copy);
        }
    }

    private void fillObject(Object original, long copy, FieldReader reader) {
        long[] rawOffsets = reader.rawOffsets();
        long[] offsets = reader.offsets();
        if (rawOffsets.length > raw.length || offsets.length > values.length) {
            raw = new long[Math.max(raw.length, rawOffsets.length)];
            values = new Object[Math.max(values.length, offsets.length)];
        }
        reader.read(original, raw, values);
        for (int i = 0; i < rawOffsets.length; i++) {
            builder.raw(copy + rawOffsets[i], raw[i]);
        }
        for (int i = 0; i < offsets.length; i++) {
            member = i;
            put(copy + offsets[i], values[i]);
        }
    }

    private static Object[] boxed(Object array) {
        Object[] elements = new Object[Array.getLength(array)];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = Array.get(array, i);
        }
        return elements;
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
        for (int i = 0; i < elements.length; i++) {
            put(places.place(i), elements[i]);
        }
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
        table.keys.forEach(key -> table.filler.add(isComplete(key) ? key : HostLanguage.wrap(copies.address(copies.find(key)), builder.chunk()), HostKeys.INSTANCE));
        table.filler.finish();
    }

    /** Whether a key is no object that is being copied. */
    private static boolean isComplete(Object key) {
        return key == null || key instanceof Shared || isScalar(key);
    }
}
