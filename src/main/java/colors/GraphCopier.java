// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.DynamicFields;
import colors.runtime.FieldLocation;
import colors.runtime.Heap;
import colors.runtime.Layout;
import colors.runtime.Mutator;
import colors.runtime.Shared;
import colors.runtime.TypeRules;
import colors.runtime.ValueClass;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Deep copy of a private graph to shared memory. Iterative, so the depth of the graph does not matter, and in two passes:
 * the first finds everything and every obstacle, the second allocates and stores. Until the caller publishes the root,
 * nobody else can reach the copies.
 */
final class GraphCopier {
    private final Map<Object, Integer> indexOf = new IdentityHashMap<>();
    private final List<Object> originals = new ArrayList<>();
    private final List<SharedClass<?>> classes = new ArrayList<>();

    private GraphCopier() {
    }

    static SharedObject copy(Object root) {
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
        return value instanceof String || value instanceof Boolean || value instanceof Double || value instanceof Float || TypeRules.typeOf(value) == Layout.TYPE_INTEGER || ValueClass.isValue(value);
    }

    private void add(Object original, String where) {
        Shareability.check(original.getClass(), where);
        SharedClass<?> type = SharedClass.of(original.getClass());
        indexOf.put(original, originals.size());
        originals.add(original);
        classes.add(type);
    }

    private void scan(int index) {
        Object original = originals.get(index);
        SharedClass<?> type = classes.get(index);
        for (PrivateField field : type.fields()) {
            if (!field.type().isPrimitive()) {
                Object value = field.get(original);
                if (value != null && !isScalar(value) && !(value instanceof Shared) && !indexOf.containsKey(value)) {
                    add(value, " (in field " + type.type().getName() + "." + field.name() + ")");
                }
            }
        }
    }

    private SharedObject write() {
        Mutator mutator = Mutator.current();
        SharedObject[] copies = new SharedObject[originals.size()];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = classes.get(i).allocate();
        }
        for (int i = 0; i < copies.length; i++) {
            fill(mutator, i, copies);
        }
        SharedObject root = copies[0];
        Reference.reachabilityFence(copies);
        return root;
    }

    private void fill(Mutator mutator, int index, SharedObject[] copies) {
        Object original = originals.get(index);
        SharedClass<?> type = classes.get(index);
        long object = copies[index].address();
        for (PrivateField field : type.fields()) {
            Object value = field.get(original);
            Integer target = value == null || isScalar(value) ? null : indexOf.get(value);
            FieldLocation location = type.shape().find(field.name());
            DynamicFields.store(mutator, location, location.place(object), target == null ? value : copies[target]);
        }
    }
}
