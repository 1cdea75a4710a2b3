// SPDX-License-Identifier: Apache-2.0
package colors.interfaces;

import colors.names.HostNames;
import colors.names.Preparation;
import java.lang.invoke.MethodHandle;

/** The classes whose instances stand for shared objects: of interfaces, and the agent's of classes that it prepared. */
public final class InstanceClasses {
    private InstanceClasses() {}

    /** Whether shared objects can be instances of the type. */
    public static boolean has(Class<?> type) {
        return HostNames.isSharedInterface(type) || Preparation.isInstantiable(type);
    }

    /** (granules, chunk)Object of an instance. Throws SharedMemoryException when shared objects cannot be instances. */
    public static MethodHandle maker(Class<?> type) {
        if (!HostNames.isSharedInterface(type)) {
            return Preparation.maker(type);
        }
        Mappings.get().shape(type); // or the class fails when it is initialized
        return InterfaceClass.of(type).make();
    }

    /** The same for who has no constant handle. */
    public static InstanceMaker instanceMaker(Class<?> type) {
        return InstanceMaker.of(maker(type));
    }

    /** The class itself, where {@link #has} is true. */
    public static Class<?> of(Class<?> type) {
        return HostNames.isSharedInterface(type)
                ? InterfaceClass.of(type).generated()
                : Preparation.instanceClass(type);
    }
}
