// SPDX-License-Identifier: Apache-2.0
package colors;

import colors.SharedMemoryException.Reason;
import colors.runtime.ByFields;
import colors.runtime.Equality;
import colors.runtime.PrivateKey;
import colors.runtime.Shared;
import colors.runtime.SharedShape;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How host Java compares shared objects as keys: by the fields that {@link ComparedBy} names at the program's class, of a record by its components; others by
 * identity, for there is no instance of the program's class whose equals could be asked.
 */
final class HostKeys implements Equality.Objects {
    static final HostKeys INSTANCE = new HostKeys();

    private static final ConcurrentHashMap<String, Optional<List<String>>> FIELDS = new ConcurrentHashMap<>(); // by shared name

    private HostKeys() {
    }

    /** The names of the fields by which objects of a shared class are compared. */
    private static Optional<List<String>> fields(String className) {
        Optional<List<String>> known = FIELDS.get(className);
        return known != null ? known : FIELDS.computeIfAbsent(className, HostKeys::findFields);
    }

    private static Optional<List<String>> findFields(String className) {
        Class<?> type = className.isEmpty() ? null : HostLanguage.find(className);
        return Optional.ofNullable(type == null ? null : fields(type));
    }

    private static List<String> fields(Class<?> type) {
        ComparedBy declared = type.getAnnotation(ComparedBy.class);
        if (declared == null) {
            return type.isRecord() ? List.copyOf(FieldNames.of(type).values()) : null;
        }
        List<String> names = List.of(declared.value());
        if (!FieldNames.of(type).values().containsAll(names)) {
            throw new SharedMemoryException(Reason.ARGUMENT, "@ComparedBy of " + type.getName() + " names " + names + "; the class has the fields " + FieldNames.of(type).values());
        }
        return names;
    }

    /** The program has another class of that name now. */
    static void forget(String className) {
        FIELDS.remove(className);
    }

    private static Optional<List<String>> fields(Shared object) {
        Optional<List<String>> fields = fields(SharedShape.ofObject(object.address()).className());
        Reference.reachabilityFence(object);
        return fields;
    }

    @Override
    public boolean isByValue(Shared object) {
        return fields(object).isPresent();
    }

    @Override
    public int hash(Shared object) {
        Optional<List<String>> fields = fields(object);
        return fields.isPresent() ? ByFields.hash(object, fields.get(), this) : KEPT.hash(object);
    }

    @Override
    public boolean equal(Shared a, Shared b) {
        if (a.address() == b.address()) {
            return true;
        }
        Optional<List<String>> fields = fields(a);
        return fields.isPresent() && ByFields.equal(a, b, fields.get(), this);
    }

    /** A private object that is looked for. */
    private record PrivateObject(String className, Map<String, Object> fields) implements PrivateKey {
        @Override
        public int hash() {
            return ByFields.hash(className, List.copyOf(fields.keySet()), fields::get, INSTANCE);
        }

        @Override
        public boolean equal(Shared object) {
            return ByFields.equal(className, object, List.copyOf(fields.keySet()), fields::get, INSTANCE);
        }
    }

    /** What stands for a private object that is looked for, null where it is equal to nothing in shared memory. */
    static PrivateKey ofPrivate(Object object) {
        List<String> compared = fields(object.getClass());
        if (compared == null) {
            return null;
        }
        Map<String, Object> values = new HashMap<>();
        for (Map.Entry<Field, String> field : FieldNames.of(object.getClass()).entrySet()) {
            if (compared.contains(field.getValue())) {
                Object value = Entries.toFind(read(field.getKey(), object));
                if (value == Elements.NOTHING) {
                    return null;
                }
                values.put(field.getValue(), value);
            }
        }
        return new PrivateObject(HostLanguage.sharedName(object.getClass()), values);
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
