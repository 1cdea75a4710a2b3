// SPDX-License-Identifier: Apache-2.0
package colors.reading;

import colors.TypeConflictException;
import colors.heap.Binaries;
import colors.heap.Flats;
import colors.heap.Heap;
import colors.heap.PrimitiveArrays;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.values.Lists;
import colors.values.Maps;
import colors.values.TypeRules;
import colors.values.ValueClass;
import colors.wrappers.Elements;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Copies containers out: to what the program declares, an array or a collection, or else to an ArrayList, LinkedHashMap
 * or LinkedHashSet.
 */
final class ContainerReader {
    private static final int NUMBERS_A_STEP = 64; // that are copied in the time of one object

    private final GraphReader reader;
    private final GraphLoads loads;
    // copies of a container as another type than the first one
    private final Map<Typed, Object> others = new HashMap<>();
    private final List<Table> tables = new ArrayList<>(); // whose keys have to be complete before they are put

    /** A container that was made empty. */
    record Shell(Object copy, PrivateType type) {}

    private record Typed(int granules, Class<?> type) {}

    ContainerReader(GraphReader reader, GraphLoads loads) {
        this.reader = reader;
        this.loads = loads;
    }

    static boolean isContainer(int shape) {
        return Lists.isList(shape)
                || Flats.isFlat(shape)
                || shape == Segment.SHAPE_MAP
                || Maps.isSet(shape)
                || Binaries.isBinary(shape);
    }

    // ---- making -------------------------------------------------------------------------------------

    /** The copy of a container; its contents follow later. */
    Object copy(PrivateType type, long object, int shape) {
        int granules = Segment.granules(object);
        int found = reader.copies().find(granules);
        Object known = reader.copies().at(found);
        if (known == null) {
            Object made = make(type, object, shape);
            reader.copies().add(found, granules, made);
            return made;
        }
        if (type.takes(known)) {
            return known;
        }
        Typed key = new Typed(granules, type.raw());
        Object other = others.get(key);
        if (other == null) {
            other = make(type, object, shape);
            others.put(key, other);
        }
        return other;
    }

    private Object make(PrivateType type, long object, int shape) {
        if (Binaries.isBinary(shape)) {
            reader.checkStep(Binaries.size(object) / (NUMBERS_A_STEP * Long.BYTES));
            return checked(type, Binaries.memory(object).toArray(ValueLayout.JAVA_BYTE), "bytes");
        }
        if (Flats.isFlat(shape)) {
            return Flats.isTagged(Flats.kind(object)) ? references(type, object) : flat(type, object);
        }
        if (Lists.isList(shape)) {
            return type.raw().isArray() ? array(type, object) : list(type, object, shape == Segment.SHAPE_TUPLE);
        }
        if (shape == Segment.SHAPE_MAP) {
            Object map = type.raw().isAssignableFrom(LinkedHashMap.class)
                    ? new LinkedHashMap<>()
                    : concrete(type, Map.class, "a shared map");
            return later(type, object, map);
        }
        Object set = type.raw().isAssignableFrom(LinkedHashSet.class)
                ? new LinkedHashSet<>()
                : concrete(type, Set.class, "a shared set");
        later(type, object, set);
        boolean frozen = shape == Segment.SHAPE_FROZEN_SET && type.raw().isAssignableFrom(Set.class);
        return frozen ? Collections.unmodifiableSet((Set<?>) set) : set;
    }

    private Object list(PrivateType type, long object, boolean isTuple) {
        Object list = type.raw().isAssignableFrom(ArrayList.class)
                ? new ArrayList<>()
                : concrete(type, List.class, "a shared list");
        later(type, object, list);
        return isTuple && type.raw().isAssignableFrom(List.class) ? Collections.unmodifiableList((List<?>) list) : list;
    }

    private Object later(PrivateType type, long object, Object copy) {
        reader.push(Segment.granules(object), new Shell(copy, type));
        return copy;
    }

    /** An empty collection of a class of the JDK, which has a constructor without parameters. */
    private Object concrete(PrivateType type, Class<?> kind, String what) {
        if (kind.isAssignableFrom(type.raw()) && type.raw().getClassLoader() == null) {
            try {
                return type.raw().getConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new TypeConflictException(
                        what + " cannot be copied out as a " + type.raw().getName()
                                + ", of which no empty one can be made; declare it as " + kind.getSimpleName(),
                        e);
            }
        }
        throw reader.misfit(what, type);
    }

    private Object checked(PrivateType type, Object copy, String what) {
        if (!type.takes(copy)) {
            throw reader.misfit(what, type);
        }
        return copy;
    }

    // ---- arrays and lists ---------------------------------------------------------------------------

    /** Numbers are copied now: they refer to nothing. */
    private Object array(PrivateType type, long object) {
        long head = loads.head(object);
        int kind = GraphLoads.kind(head);
        int count = GraphLoads.count(head);
        reader.checkStep(count / NUMBERS_A_STEP);
        Object array = Array.newInstance(type.raw().getComponentType(), count);
        switch (array) {
            case long[] longs
            when kind == Layout.SLOT_INT64 ->
                MemorySegment.copy(GraphLoads.numbers(head), ValueLayout.JAVA_LONG, 0, longs, 0, count);
            case double[] doubles
            when kind == Layout.SLOT_FLOAT64 ->
                MemorySegment.copy(GraphLoads.numbers(head), ValueLayout.JAVA_DOUBLE, 0, doubles, 0, count);
            case int[] ints when kind == Layout.SLOT_INT64 -> fillInts(ints, GraphLoads.numbers(head), type);
            default -> reader.push(Segment.granules(object), new Shell(array, type));
        }
        return array;
    }

    /** An array of references, or the list that the program declares. */
    private Object references(PrivateType type, long object) {
        if (!type.raw().isArray() && !type.raw().isAssignableFrom(Object[].class)) {
            return list(type, object, false);
        }
        Class<?> component = type.raw().isArray() ? type.raw().getComponentType() : Object.class;
        reader.checkStep(Flats.size(object) / NUMBERS_A_STEP);
        return later(type, object, Array.newInstance(component, Flats.size(object)));
    }

    /** Of a flat array the array of its own type where the program declares no other, a list where it declares one. */
    @SuppressWarnings("unchecked")
    private Object flat(PrivateType type, long object) {
        int kind = Flats.kind(object);
        MemorySegment numbers = Flats.memory(object);
        reader.checkStep((int) (numbers.byteSize() / (NUMBERS_A_STEP * Long.BYTES)));
        if (type.raw().isAssignableFrom(Flats.componentType(kind).arrayType())) {
            return PrimitiveArrays.of(numbers, Flats.componentType(kind));
        }
        int count = Flats.size(object);
        if (!type.raw().isArray()) {
            Object list = type.raw().isAssignableFrom(ArrayList.class)
                    ? new ArrayList<>(count)
                    : concrete(type, List.class, "a shared array");
            return fillWithNumbers((Collection<Object>) list, type.elements(), object);
        }
        Object array = Array.newInstance(type.raw().getComponentType(), count);
        for (int i = 0; i < count; i++) {
            reader.checkStep(1);
            Array.set(array, i, reader.fitted(type.elements(), Flats.get(object, kind, i)));
        }
        return array;
    }

    private Object fillWithNumbers(Collection<Object> list, PrivateType type, long object) {
        int kind = Flats.kind(object);
        for (int i = 0; i < Flats.size(object); i++) {
            reader.checkStep(1);
            list.add(reader.fitted(type, Flats.get(object, kind, i)));
        }
        return list;
    }

    private void fillInts(int[] ints, MemorySegment numbers, PrivateType type) {
        for (int i = 0; i < ints.length; i++) {
            long number = numbers.getAtIndex(ValueLayout.JAVA_LONG, i);
            if ((int) number != number) {
                throw reader.misfit("the integer " + number, type.elements());
            }
            ints[i] = (int) number;
        }
    }

    void fill(Shell shell, long object) {
        switch (shell.copy) {
            case Map<?, ?> map -> fillTable(shell, object, true);
            case Set<?> set -> fillTable(shell, object, false);
            case Collection<?> list -> fillList(shell, object);
            default -> fillArray(shell, object);
        }
    }

    /** The elements of a list or of an array of references. */
    private record Loaded(long start, int kind, int count) {}

    private Loaded elements(long object) {
        if (Flats.isFlat(Heap.shapeId(object))) {
            return new Loaded(Flats.place(object, Layout.SLOT_TAGGED, 0), Layout.SLOT_TAGGED, Flats.size(object));
        }
        long head = loads.head(object);
        return new Loaded(GraphLoads.elements(head), GraphLoads.kind(head), GraphLoads.count(head));
    }

    @SuppressWarnings("unchecked")
    private void fillList(Shell shell, long object) {
        Collection<Object> copy = (Collection<Object>) shell.copy;
        copy.clear(); // it may be filled anew: RecordFrames
        Loaded elements = elements(object);
        if (copy instanceof ArrayList<?> list) {
            reader.checkStep(elements.count / NUMBERS_A_STEP);
            list.ensureCapacity(elements.count);
        }
        for (int i = 0; i < elements.count; i++) {
            Object element = element(shell.type.elements(), elements, i);
            if (element != Elements.NOTHING) {
                copy.add(element);
            }
        }
    }

    private void fillArray(Shell shell, long object) {
        Loaded elements = elements(object);
        int count = Math.min(Array.getLength(shell.copy), elements.count); // the list may have got shorter or longer
        PrivateType component = shell.type.elements();
        for (int i = 0; i < count; i++) {
            Object element = element(component, elements, i);
            if (shell.copy instanceof Object[] array) {
                array[i] = element == Elements.NOTHING ? null : element;
            } else if (element == null) {
                throw reader.misfit("null", component);
            } else if (element != Elements.NOTHING) {
                Array.set(shell.copy, i, element);
            }
        }
    }

    /** {@link Elements#NOTHING} when it was removed meanwhile. */
    private Object element(PrivateType type, Loaded elements, int index) {
        reader.checkStep(1);
        long place = elements.start + 8L * index;
        if (elements.kind != Layout.SLOT_TAGGED) {
            long bits = GraphLoads.number(place);
            return reader.fitted(
                    type, elements.kind == Layout.SLOT_INT64 ? (Object) bits : (Object) Double.longBitsToDouble(bits));
        }
        long word = loads.word(place);
        return word == Tag.VACANT ? Elements.NOTHING : reader.value(type, word);
    }

    // ---- maps and sets ------------------------------------------------------------------------------

    private void fillTable(Shell shell, long object, boolean isMap) {
        long head = loads.head(object);
        int count = GraphLoads.count(head);
        reader.checkStep(count / NUMBERS_A_STEP);
        Object[] keys = new Object[count];
        Object[] contents = isMap ? new Object[count] : null;
        boolean complete = true;
        int live = 0;
        for (int i = 0; i < count; i++) {
            reader.checkStep(1);
            long key = loads.key(head, i);
            long content = loads.value(head, i);
            if (key != Tag.VACANT && content != Tag.VACANT) {
                keys[live] = reader.value(shell.type.elements(), key);
                complete &= isComplete(keys[live]);
                if (isMap) {
                    contents[live] = reader.value(shell.type.contents(), content);
                }
                live++;
            }
        }
        Table table = new Table(shell.copy, Arrays.copyOf(keys, live), contents);
        if (complete && shell.copy.getClass().getName().startsWith("java.util.LinkedHash")) {
            table.put();
        } else {
            tables.add(table);
        }
    }

    /** Whether a key is a value of the JDK's, which compares without code of the program's and is not filled later. */
    private static boolean isComplete(Object key) {
        return key == null || TypeRules.isScalar(key) || ValueClass.isValue(key);
    }

    /** How many tables wait for their keys. */
    int tables() {
        return tables.size();
    }

    /** Puts what is in the tables from this one on, whose keys are complete as a rule. */
    void putFrom(int first) {
        for (int i = tables.size() - 1; i >= first; i--) {
            try {
                tables.get(i).put();
            } catch (RuntimeException e) {
                // a key refers to what is filled later; else finish throws it
            }
        }
    }

    /**
     * When all else is filled, outside of heap operations. A key may have other tables in it, so all are filled until
     * no hash changes any more.
     */
    void finish() {
        boolean changes = !tables.isEmpty();
        for (int round = 0; changes && round <= tables.size(); round++) {
            changes = false;
            // as a rule those in keys were met after the tables that have these keys
            for (int i = tables.size() - 1; i >= 0; i--) {
                changes |= tables.get(i).put();
            }
        }
    }

    /** The contents of a map or set. */
    private static final class Table {
        private final Object copy;
        private final Object[] keys;
        private final Object[] contents; // null: of a set
        private int hash; // of all keys, when they were put
        private boolean isPut;

        Table(Object copy, Object[] keys, Object[] contents) {
            this.copy = copy;
            this.keys = keys;
            this.contents = contents;
        }

        /**
         * Puts all, unless it did and no key has another hash since. Returns whether it did. Throws what the program's
         * methods throw.
         */
        boolean put() {
            try {
                return putAll();
            } catch (StackOverflowError e) {
                throw new TypeConflictException(
                        "a shared map or set cannot be copied out: a key of it is a container that has itself in it,"
                                + " which has no hash code in Java",
                        e);
            } catch (NullPointerException | ClassCastException e) {
                if (copy instanceof LinkedHashMap<?, ?> || copy instanceof LinkedHashSet<?>) {
                    throw e;
                }
                throw new TypeConflictException(
                        "a shared map or set cannot be copied out as a "
                                + copy.getClass().getName()
                                + ", which does not take all that is in it; declare it as Map or Set: "
                                + e.getMessage(),
                        e);
            }
        }

        private boolean putAll() {
            int now = Arrays.hashCode(keys);
            if (isPut && now == hash) {
                return false;
            }
            if (contents == null) {
                fillSet();
            } else {
                fillMap();
            }
            hash = now;
            isPut = true;
            return true;
        }

        @SuppressWarnings("unchecked")
        private void fillSet() {
            Set<Object> set = (Set<Object>) copy;
            set.clear();
            Collections.addAll(set, keys);
        }

        @SuppressWarnings("unchecked")
        private void fillMap() {
            Map<Object, Object> map = (Map<Object, Object>) copy;
            map.clear();
            for (int i = 0; i < keys.length; i++) {
                map.put(keys[i], contents[i]);
            }
        }
    }
}
