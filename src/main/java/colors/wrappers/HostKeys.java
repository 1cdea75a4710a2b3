// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedMap.ComparedBy;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.interfaces.InterfaceClass;
import colors.names.FieldNames;
import colors.names.HostNames;
import colors.names.NamedClasses;
import colors.roots.Shared;
import colors.shapes.SharedShape;
import colors.values.ByFields;
import colors.values.Equality;
import colors.values.PrivateKey;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How host Java compares shared objects as keys: by the fields that {@link ComparedBy} names at the program's class, of
 * a record by its components; others that the agent prepared by their own equals; all others by identity, for there is
 * no instance of the program's class that could be asked.
 */
public final class HostKeys implements Equality.Objects {
    public static final HostKeys INSTANCE = new HostKeys();

    /**
     * What was found for one asking loader, and for others: they may have another class of the name. Keeps no loader
     * alive.
     */
    private record Found(WeakReference<ClassLoader> asking, Optional<List<String>> fields, Found others) {
        /** Null when that loader did not ask. */
        static Optional<List<String>> by(ClassLoader asking, Found first) {
            for (Found found = first; found != null; found = found.others) {
                if (found.asking.refersTo(asking)) {
                    return found.fields;
                }
            }
            return null;
        }

        /** Without those of a loader, and of loaders that are gone. */
        static Found without(ClassLoader asking, Found first) {
            if (first == null) {
                return null;
            }
            Found others = without(asking, first.others);
            return first.asking.refersTo(null) || first.asking.refersTo(asking)
                    ? others
                    : new Found(first.asking, first.fields, others);
        }
    }

    private static final ConcurrentHashMap<String, Found> FIELDS = new ConcurrentHashMap<>(); // by shared name
    private static final AtomicInteger REGISTERED = new AtomicInteger(); // how often a class was

    private static final ClassValue<Optional<List<String>>> OF_CLASS = new ClassValue<>() {
        @Override
        protected Optional<List<String>> computeValue(Class<?> type) {
            Optional<List<String>> fields = Optional.ofNullable(fields(type));
            if (fields.isPresent()) {
                HostNames.register(type);
            }
            return fields;
        }
    };

    static {
        NamedClasses.onAdd(HostKeys::forget);
    }

    private HostKeys() {}

    /** The names of the fields by which objects of a shared class are compared. */
    private static Optional<List<String>> fields(String className) {
        ClassLoader asking = NamedClasses.asking(null);
        Optional<List<String>> known = Found.by(asking, FIELDS.get(className));
        return known != null ? known : find(className, asking);
    }

    /** Not inside compute: what finds a class also registers it. */
    private static Optional<List<String>> find(String className, ClassLoader asking) {
        int before = REGISTERED.get();
        Optional<List<String>> found = findFields(className, asking);
        FIELDS.compute(
                className,
                (name, others) -> new Found(new WeakReference<>(asking), found, Found.without(asking, others)));
        if (REGISTERED.get() != before) { // maybe one of this name
            FIELDS.remove(className);
        }
        return found;
    }

    private static Optional<List<String>> findFields(String className, ClassLoader asking) {
        Class<?> type = className.isEmpty() ? null : HostNames.find(className, asking);
        return type == null ? Optional.empty() : OF_CLASS.get(type);
    }

    private static List<String> fields(Class<?> type) {
        ComparedBy declared = type.getAnnotation(ComparedBy.class);
        if (declared == null) {
            return type.isRecord() ? List.copyOf(FieldNames.of(type).values()) : null;
        }
        List<String> names = List.of(declared.value());
        Collection<String> there = type.isInterface()
                ? InterfaceClass.fields(type).stream().map(Field::getName).toList()
                : FieldNames.of(type).values();
        if (!there.containsAll(names)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "@ComparedBy of " + type.getName() + " names " + names + "; the class has the fields " + there);
        }
        return names;
    }

    /** The program has another class of that name now. */
    private static void forget(String className) {
        REGISTERED.incrementAndGet();
        FIELDS.remove(className);
    }

    private static Optional<List<String>> fields(Shared object) {
        Optional<List<String>> fields =
                fields(SharedShape.ofObject(object.address()).className());
        Reference.reachabilityFence(object);
        return fields;
    }

    @Override
    public boolean isByValue(Shared object) {
        return fields(object).isPresent() || InstanceKeys.find(object) != null;
    }

    @Override
    public int hash(Shared object) {
        Optional<List<String>> fields = fields(object);
        if (fields.isPresent()) {
            return ByFields.hash(object, fields.get(), this);
        }
        Object instance = InstanceKeys.find(object);
        return instance != null ? InstanceKeys.hash(instance) : KEPT.hash(object);
    }

    @Override
    public boolean equal(Shared a, Shared b) {
        if (a.address() == b.address()) {
            return true;
        }
        Optional<List<String>> fields = fields(a);
        if (fields.isPresent()) {
            return ByFields.equal(a, b, fields.get(), this);
        }
        Object instance = InstanceKeys.find(a);
        Object other = InstanceKeys.find(b);
        return instance != null && other != null && instance.equals(other);
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
        Optional<List<String>> compared = OF_CLASS.get(object.getClass());
        if (compared.isEmpty()) {
            return InstanceKeys.ofPrivate(object);
        }
        Map<String, Object> values = new HashMap<>();
        for (Map.Entry<Field, String> field : FieldNames.of(object.getClass()).entrySet()) {
            if (compared.get().contains(field.getValue())) {
                Object value = Entries.toFind(read(field.getKey(), object));
                if (value == Elements.NOTHING) {
                    return null;
                }
                values.put(field.getValue(), value);
            }
        }
        return new PrivateObject(HostNames.of(object.getClass()), values);
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
