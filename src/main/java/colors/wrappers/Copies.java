// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.roots.Shared;

/**
 * Deep copies, for the wrappers. What makes them needs the wrappers itself, so it is found by its name.
 */
public interface Copies {
    /** The copy of a private object in shared memory. Throws SharedMemoryException (ARGUMENT, MEMORY). */
    Shared in(Object original);

    /** The private record for a shared object of its class. Throws what its constructor throws. */
    Object record(Class<?> type, Shared object);

    /** The only one. */
    static Copies get() {
        return Only.INSTANCE;
    }

    /** Made at its first use. */
    final class Only {
        private static final Copies INSTANCE = make("colors.reading.DeepCopies");

        private Only() {}

        private static Copies make(String className) {
            try {
                return Class.forName(className)
                        .asSubclass(Copies.class)
                        .getConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError("class " + className + " of this module cannot be used", e);
            }
        }
    }
}
