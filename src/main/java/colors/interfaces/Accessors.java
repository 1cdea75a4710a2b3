// SPDX-License-Identifier: Apache-2.0
package colors.interfaces;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.mapping.PrivateField;
import colors.memory.Layout;
import colors.names.HostNames;
import colors.names.Preparation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The accessors of an interface, inherited ones included, and the fields that they reach.
 *
 * @param all one for each abstract method
 * @param getters one for each field, by its name
 */
record Accessors(List<Accessor> all, SortedMap<String, Accessor> getters) {

    /** Throws SharedMemoryException (ARGUMENT) for a method that is no accessor, and a type that has no instances. */
    static Accessors of(Class<?> type) {
        Accessors accessors = new Accessors(new ArrayList<>(), new TreeMap<>());
        Set<String> seen = new HashSet<>(); // two superinterfaces may declare the same method
        for (Method method : type.getMethods()) {
            String signature = method.getName()
                    + List.of(method.getParameterTypes())
                    + method.getReturnType().getName();
            if (Modifier.isAbstract(method.getModifiers()) && !isOfObject(method) && seen.add(signature)) {
                accessors.add(type, method);
            }
        }
        accessors.all.forEach(accessor -> accessors.check(type, accessor));
        return accessors;
    }

    private static boolean isOfObject(Method method) {
        try {
            return Modifier.isPublic(Object.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private void add(Class<?> type, Method method) {
        Accessor accessor = Accessor.of(type, method);
        if (accessor == null) {
            throw refused(
                    method,
                    "which is neither a getter nor a setter; make it a default method, or write 'T x()' and 'void"
                            + " x(T)'");
        }
        if (method.getName().equals("address")
                && !accessor.isSetter()
                && method.getReturnType() == long.class) { // Shared has it
            throw refused(method, "whose name and type the runtime uses; name it getAddress");
        }
        all.add(accessor);
        if (!accessor.isSetter()) {
            getters.putIfAbsent(accessor.field(), accessor);
        }
    }

    private void check(Class<?> type, Accessor accessor) {
        Accessor getter = getters.get(accessor.field());
        if (getter == null) {
            throw refused(
                    accessor.method(),
                    "which would be the setter of a field '" + accessor.field()
                            + "', and there is no getter of that; add one, or make it a default method");
        }
        if (getter.type() != accessor.type()) {
            throw refused(
                    accessor.method(),
                    "and " + getter.method() + " says that field '" + accessor.field() + "' is a "
                            + getter.type().getTypeName() + "; give both one type");
        }
        Class<?> value = accessor.type();
        if (value.isArray()) {
            throw refused(accessor.method(), "of an array; declare it List, SharedList or Object");
        }
        if (value != type && !hasInstances(value)) {
            throw refused(
                    accessor.method(),
                    "and without the agent nothing in shared memory is a " + value.getName()
                            + "; declare it as an interface with @SharedName, or as Object");
        }
    }

    private static boolean hasInstances(Class<?> type) {
        return PrivateField.sharedType(type) != Layout.TYPE_CLASS
                || PrivateField.isValueType(type)
                || type.isRecord()
                || HostNames.isSharedInterface(type)
                || Preparation.isInstantiable(type);
    }

    private static SharedMemoryException refused(Method method, String why) {
        return SharedMemoryException.of(
                Reason.ARGUMENT,
                "interface " + method.getDeclaringClass().getName() + " cannot be shared: it has the abstract method "
                        + method + ", " + why);
    }
}
