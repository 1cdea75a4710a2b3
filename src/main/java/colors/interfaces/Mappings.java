// SPDX-License-Identifier: Apache-2.0
package colors.interfaces;

import colors.mapping.PrivateField;
import colors.shapes.FieldAccess;
import colors.shapes.SharedShape;
import java.util.List;

/**
 * The mappings of the program's classes, for handles and generated classes. What makes them needs the handles itself,
 * so it is found by its name. Each method throws SharedMemoryException (ARGUMENT) when the class cannot be shared.
 */
public interface Mappings {
    /** The version of the shared class that the program's objects have. */
    SharedShape shape(Class<?> type);

    /** The fields that are shared. */
    List<PrivateField> fields(Class<?> type);

    /** How generated code reaches a field; {@code declaring} is the class that declares it. */
    FieldAccess access(Class<?> type, Class<?> declaring, String field);

    /** The only one. */
    static Mappings get() {
        return Only.INSTANCE;
    }

    /** Made at its first use. */
    final class Only {
        private static final Mappings INSTANCE = make("colors.classes.ClassMappings");

        private Only() {}

        private static Mappings make(String className) {
            try {
                return Class.forName(className)
                        .asSubclass(Mappings.class)
                        .getConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError("class " + className + " of this module cannot be used", e);
            }
        }
    }
}
