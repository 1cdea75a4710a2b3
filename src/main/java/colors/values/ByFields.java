// SPDX-License-Identifier: Apache-2.0
package colors.values;

import colors.roots.Mutator;
import colors.roots.Shared;
import colors.shapes.Entities;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import java.lang.ref.Reference;
import java.util.List;
import java.util.function.Function;

/**
 * Equality and hash of objects whose class compares them field by field, as Java's records and Python's data classes
 * do: the same in all languages (docs/equality.md). A field that an object does not have counts as null.
 */
public final class ByFields {
    private static final Values VALUES = new Values(Structure.Element::new);

    private ByFields() {}

    /** Of a shared object, by these fields. Other shared objects in them are compared by {@code objects}. Never 0. */
    public static int hash(Shared object, List<String> fields, Equality.Objects objects) {
        int hash =
                hash(SharedShape.ofObject(object.address()).className(), fields, name -> value(object, name), objects);
        Reference.reachabilityFence(object);
        return hash;
    }

    /** The same of a private object of that shared name, with its fields as {@link Equality} takes them. */
    public static int hash(
            String className, List<String> fields, Function<String, Object> value, Equality.Objects objects) {
        int hash = className.hashCode();
        for (String name : fields) {
            hash += Structure.mixed(31 * name.hashCode() + Equality.hash(value.apply(name), objects));
        }
        return hash != 0 ? hash : 1;
    }

    /** Whether two shared objects have the same class and equal fields. */
    public static boolean equal(Shared a, Shared b, List<String> fields, Equality.Objects objects) {
        return equal(SharedShape.ofObject(a.address()).classEntity(), b, fields, name -> value(a, name), objects);
    }

    /** The same of a private object. */
    public static boolean equal(
            String className, Shared b, List<String> fields, Function<String, Object> value, Equality.Objects objects) {
        return equal(Entities.classNamed(className), b, fields, value, objects);
    }

    private static boolean equal(
            int classEntity, Shared b, List<String> fields, Function<String, Object> value, Equality.Objects objects) {
        boolean equal = SharedShape.ofObject(b.address()).classEntity() == classEntity;
        for (int i = 0; equal && i < fields.size(); i++) {
            equal = Equality.equal(value.apply(fields.get(i)), value(b, fields.get(i)), objects);
        }
        Reference.reachabilityFence(b);
        return equal;
    }

    private static Object value(Shared object, String name) {
        FieldLocation field = SharedShape.ofObject(object.address()).find(name);
        Object value = field == null ? null : VALUES.get(Mutator.current(), object.address(), field);
        Reference.reachabilityFence(object);
        return value;
    }
}
