// SPDX-License-Identifier: Apache-2.0
package colors;

import java.util.List;

/**
 * One version of a shared class (CoLoRS paper, section 3.1.2). Immutable; equal when it is the same version of the same
 * class.
 */
public interface SharedType {
    /**
     * A field.
     *
     * @param name its name
     * @param type integer, float, boolean, string, any, or the name of a class
     * @param nullable whether null may stand in it
     * @param declared whether a static language fixed the type, as against inferred from a value
     */
    record Field(String name, String type, boolean nullable, boolean declared) {}

    /** The class's name; "shape" is that of types themselves. */
    String name();

    /** The number of the version: 1, 2, ... in the order they were made. */
    int version();

    /** The fields. */
    List<Field> fields();

    /**
     * The type of this type. Types are objects of the segment too: three levels, of which the last is circular. An
     * object's type is a version of its class, that one's type is named "shape", and the type of "shape" is itself.
     */
    SharedType type();

    /** The versions of this class, newest first. A builtin type has one. */
    List<SharedType> versions();
}
