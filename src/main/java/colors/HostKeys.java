// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.runtime.ByFields;
import colors.runtime.Equality;
import colors.runtime.PrivateKey;
import colors.runtime.Shared;
import colors.runtime.SharedShape;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How host Java compares shared objects as keys: those whose class in this program is a record, by the record's components; others by identity, for
 * there is no instance of the program's class whose equals could be asked.
 */
final class HostKeys implements Equality.Objects {
    static final HostKeys INSTANCE = new HostKeys();

    private static final ConcurrentHashMap<String, Optional<List<String>>> COMPONENTS = new ConcurrentHashMap<>(); // by shared name

    private HostKeys() {
    }

    /** The names of the components by which objects of a shared class are compared. */
    private static Optional<List<String>> components(String className) {
        Optional<List<String>> known = COMPONENTS.get(className);
        return known != null ? known : COMPONENTS.computeIfAbsent(className, HostKeys::findComponents);
    }

    private static Optional<List<String>> findComponents(String className) {
        Class<?> type = className.isEmpty() ? null : HostLanguage.find(className);
        return type != null && type.isRecord() ? Optional.of(List.copyOf(FieldNames.of(type).values())) : Optional.empty();
    }

    /** The program has another class of that name now. */
    static void forget(String className) {
        COMPONENTS.remove(className);
    }

    private static Optional<List<String>> components(Shared object) {
        Optional<List<String>> components = components(SharedShape.ofObject(object.address()).className());
        Reference.reachabilityFence(object);
        return components;
    }

    @Override
    public boolean isByValue(Shared object) {
        return components(object).isPresent();
    }

    @Override
    public int hash(Shared object) {
        Optional<List<String>> components = components(object);
        return components.isPresent() ? ByFields.hash(object, components.get(), this) : KEPT.hash(object);
    }

    @Override
    public boolean equal(Shared a, Shared b) {
        if (a.address() == b.address()) {
            return true;
        }
        Optional<List<String>> components = components(a);
        return components.isPresent() && ByFields.equal(a, b, components.get(), this);
    }

    /** A private record that is looked for. */
    private record RecordKey(String className, Map<String, Object> components) implements PrivateKey {
        @Override
        public int hash() {
            return ByFields.hash(className, names(), components::get, INSTANCE);
        }

        @Override
        public boolean equal(Shared object) {
            return ByFields.equal(className, object, names(), components::get, INSTANCE);
        }

        private List<String> names() {
            return new ArrayList<>(components.keySet());
        }
    }

    /** What stands for a private object that is looked for, null where it is equal to nothing in shared memory. */
    static PrivateKey ofPrivate(Object object) {
        if (!(object instanceof Record)) {
            return null;
        }
        Map<String, Object> components = new java.util.HashMap<>();
        for (Map.Entry<Field, String> entry : FieldNames.of(object.getClass()).entrySet()) {
            Object value = Entries.toFind(read(entry.getKey(), object));
            if (value == Elements.NOTHING) {
                return null;
            }
            components.put(entry.getValue(), value);
        }
        return new RecordKey(HostLanguage.sharedName(object.getClass()), components);
    }

    private static Object read(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (InaccessibleObjectException | IllegalAccessException e) { // then no instance of it is shared either
            return Elements.NOTHING;
        }
    }
}
