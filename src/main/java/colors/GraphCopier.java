// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.Binaries;
import colors.runtime.DynamicFields;
import colors.runtime.Equality;
import colors.runtime.FieldLocation;
import colors.runtime.Layout;
import colors.runtime.Lists;
import colors.runtime.Maps;
import colors.runtime.Mutator;
import colors.runtime.Shared;
import colors.runtime.TypeRules;
import colors.runtime.ValueClass;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Deep copy of a private graph to shared memory. Iterative, so the depth of the graph does not matter, and in two passes:
 * the first finds everything and every obstacle, the second allocates and stores. Until the caller publishes the root,
 * nobody else can reach the copies.
 */
final class GraphCopier {
    private final Map<Object, Integer> indexOf = new IdentityHashMap<>();
    private final List<Object> originals = new ArrayList<>();
    private final List<SharedClass<?>> classes = new ArrayList<>(); // null for a container

    private GraphCopier() {
    }

    static Shared copy(Object root) {
        if (root == null || isScalar(root)) {
            throw new SharedMemoryException(Reason.ARGUMENT, "only objects are copied to shared memory; " + TypeRules.describe(root) + " is copied by itself when it is stored in a field or repository");
        }
        GraphCopier copier = new GraphCopier();
        copier.add(root, "");
        for (int i = 0; i < copier.originals.size(); i++) {
            copier.scan(i);
        }
        return copier.write();
    }

    private static boolean isScalar(Object value) {
        return TypeRules.isScalar(value) || ValueClass.isValue(value);
    }

    // ---- the first pass -----------------------------------------------------------------------------

    private void add(Object original, String where) {
        Shareability.check(original.getClass(), where);
        SharedClass<?> type = Shareability.isContainer(original.getClass()) ? null : SharedClass.of(original.getClass());
        indexOf.put(original, originals.size());
        originals.add(original);
        classes.add(type);
    }

    private void scan(int index) {
        Object original = originals.get(index);
        SharedClass<?> type = classes.get(index);
        if (type != null) {
            scanFields(original, type);
            return;
        }
        String where = " (in a " + original.getClass().getTypeName() + ")";
        switch (original) {
            case List<?> list -> list.forEach(element -> meet(element, where));
            case Set<?> set -> set.forEach(element -> meet(element, where));
            case Map<?, ?> map -> map.forEach((key, value) -> {
                meet(key, where);
                meet(value, where);
            });
            case Object[] array -> {
                for (Object element : array) {
                    meet(element, where);
                }
            }
            default -> { // an array of scalars
            }
        }
    }

    private void scanFields(Object original, SharedClass<?> type) {
        for (PrivateField field : type.fields()) {
            if (!field.type().isPrimitive()) {
                meet(field.get(original), " (in field " + type.type().getName() + "." + field.name() + ")");
            }
        }
    }

    private void meet(Object value, String where) {
        if (value != null && !isScalar(value) && !(value instanceof Shared) && !indexOf.containsKey(value)) {
            add(value, where);
        }
    }

    // ---- the second pass ----------------------------------------------------------------------------

    private Shared write() {
        Mutator mutator = Mutator.current();
        Shared[] copies = new Shared[originals.size()];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = classes.get(i) != null ? classes.get(i).allocate() : allocate(mutator, originals.get(i));
        }
        for (int i = 0; i < copies.length; i++) {
            if (classes.get(i) != null) {
                fillFields(mutator, i, copies);
            } else {
                fill(mutator, originals.get(i), copies[i].address(), copies);
            }
        }
        Shared root = copies[0];
        Reference.reachabilityFence(copies);
        return root;
    }

    private static Shared allocate(Mutator mutator, Object original) {
        return switch (original) {
            case byte[] bytes -> new SharedBinary(Binaries.allocate(mutator, MemorySegment.ofArray(bytes), false), mutator.chunk());
            case Map<?, ?> map -> new SharedMap(Maps.allocateMap(mutator), mutator.chunk());
            case Set<?> set -> new SharedSet(Maps.allocateSet(mutator), mutator.chunk());
            default -> new SharedList(Lists.allocate(mutator), mutator.chunk());
        };
    }

    private void fill(Mutator mutator, Object original, long copy, Shared[] copies) {
        switch (original) {
            case byte[] bytes -> { // filled when it was allocated
            }
            case long[] numbers -> Lists.fillRaw(mutator, copy, Layout.SLOT_INT64, MemorySegment.ofArray(numbers));
            case double[] numbers -> Lists.fillRaw(mutator, copy, Layout.SLOT_FLOAT64, MemorySegment.ofArray(numbers));
            case int[] numbers -> Lists.fillRaw(mutator, copy, Layout.SLOT_INT64, MemorySegment.ofArray(Arrays.stream(numbers).asLongStream().toArray()));
            case Map<?, ?> map -> {
                Map<Object, Object> entries = LinkedHashMap.newLinkedHashMap(map.size());
                map.forEach((key, value) -> entries.put(resolve(key, copies), resolve(value, copies)));
                Maps.fill(mutator, copy, entries, Equality.Objects.IDENTITY);
            }
            case Set<?> set -> {
                Map<Object, Object> entries = LinkedHashMap.newLinkedHashMap(set.size());
                set.forEach(element -> entries.put(resolve(element, copies), null));
                Maps.fill(mutator, copy, entries, Equality.Objects.IDENTITY);
            }
            default -> Lists.fill(mutator, copy, elements(original, copies));
        }
    }

    private List<Object> elements(Object original, Shared[] copies) {
        if (original instanceof List<?> list) {
            List<Object> elements = new ArrayList<>(list.size());
            list.forEach(element -> elements.add(resolve(element, copies)));
            return elements;
        }
        int length = Array.getLength(original);
        List<Object> elements = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            elements.add(resolve(Array.get(original, i), copies));
        }
        return elements;
    }

    /** What stands for a private value in shared memory. */
    private Object resolve(Object value, Shared[] copies) {
        Integer target = value == null || isScalar(value) ? null : indexOf.get(value);
        return target == null ? value : copies[target];
    }

    private void fillFields(Mutator mutator, int index, Shared[] copies) {
        Object original = originals.get(index);
        SharedClass<?> type = classes.get(index);
        long object = copies[index].address();
        for (PrivateField field : type.fields()) {
            FieldLocation location = type.shape().find(field.name());
            DynamicFields.store(mutator, location, location.place(object), resolve(field.get(original), copies));
        }
    }
}
