// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.memory.Layout;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.context.ColorsContext;
import colors.values.DynamicFields;
import colors.values.TypeRules;
import colors.values.Unborn;
import com.oracle.graal.python.builtins.objects.common.DynamicObjectStorage;
import com.oracle.graal.python.builtins.objects.common.PHashingCollection;
import com.oracle.graal.python.builtins.objects.object.PythonObject;
import com.oracle.graal.python.nodes.object.GetDictIfExistsNode;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.object.DynamicObjectLibrary;
import com.oracle.truffle.api.object.Shape;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of private Python objects by their class and the shape of their attributes in GraalPy. For threads that
 * have GraalPy's lock.
 */
public final class CopiedKinds {
    private static final DynamicObjectLibrary OBJECTS = DynamicObjectLibrary.getUncached();
    private static final int MOST = 4096; // kinds, before all are forgotten
    private static final int NOT_PLAIN = PythonObject.CLASS_CHANGED_FLAG
            | PythonObject.HAS_SLOTS_BUT_NO_DICT_FLAG
            | PythonObject.HAS_NO_VALUE_PROPERTIES;

    // of the package: the shared name of an object's class, or None where more than its attributes counts
    private final Object nameOf;
    private final Map<Shape, Map<Object, Kind>> kinds = new IdentityHashMap<>();
    private final Map<Object, String> names = new IdentityHashMap<>();
    private Assumption classNames; // as long as it is valid the names are right
    private Kind last; // asked for
    private int count;
    private int copies;

    /** The version of which objects of a kind are made, and where the attributes go. */
    record Version(SharedShape shape, FieldLocation[] fields, int newest) {

        boolean takes(Object[] values, TypeRules.Subtyping subtyping) {
            for (int i = 0; i < values.length; i++) {
                if (!TypeRules.fits(fields[i], values[i], subtyping)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Objects of one class with the same attributes. */
    final class Kind {
        private final Shape shape;
        private final Object type;
        private final String className; // null: its objects are more than their attributes
        private final Unborn unborn;
        private final Object[] keys;
        private final String[] names;
        private Version last; // which the values of the last object fitted
        private int copy; // in which it was found to be the right one still

        Kind(Shape shape, Object type, String className, List<Object> keys) {
            this.shape = shape;
            this.type = type;
            this.className = className;
            this.keys = keys.toArray();
            names = keys.stream()
                    .map(key -> ((TruffleString) key).toJavaStringUncached())
                    .toArray(String[]::new);
            unborn = new Unborn(Layout.TYPE_CLASS, className);
        }

        Unborn unborn() {
            return unborn;
        }

        /** The attributes, as GraalPy keeps them. */
        Object[] keys() {
            return keys.clone();
        }

        String[] names() {
            return names.clone();
        }

        /** The attributes as GraalPy has them. */
        Object[] values(PythonObject object) {
            var values = new Object[keys.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = OBJECTS.getOrDefault(object, keys[i], null);
            }
            return values;
        }

        /** For an object with values of these types. Throws SharedMemoryException (TYPE). */
        Version versionFor(Object[] types, TypeRules.Subtyping subtyping) {
            Version version = last;
            if (version == null || !isCurrent(version) || !version.takes(types, subtyping)) {
                last = version = find(types, subtyping);
                copy = copies;
            }
            return version;
        }

        /** Within one copy the versions that others make do not matter. */
        private boolean isCurrent(Version version) {
            boolean current = copy == copies || SharedShape.newestOf(version.shape.classEntity()) == version.newest;
            copy = copies;
            return current;
        }

        private Version find(Object[] types, TypeRules.Subtyping subtyping) {
            var fields = new LinkedHashMap<String, Object>();
            for (int i = 0; i < names.length; i++) {
                fields.put(names[i], types[i]);
            }
            SharedShape found = DynamicFields.shapeFor(className, fields, subtyping);
            return new Version(
                    found,
                    Arrays.stream(names).map(found::find).toArray(FieldLocation[]::new),
                    SharedShape.newestOf(found.classEntity()));
        }
    }

    public CopiedKinds(Object nameOf) {
        this.nameOf = nameOf;
    }

    /** Another copy. {@code names}: {@link ColorsContext#names}. */
    void begin(Assumption names) {
        copies++;
        if (names != classNames) {
            forget();
            classNames = names;
        }
    }

    private void forget() {
        kinds.clear();
        names.clear();
        last = null;
        count = 0;
    }

    /** Whether an object has nothing but its attributes, which are in its shape. */
    private static boolean isPlain(PythonObject object) {
        Shape shape = object.getShape();
        return object.getClass() == PythonObject.class // else a class, or an instance of a builtin type
                && isPlain(shape)
                && ((shape.getFlags() & PythonObject.HAS_MATERIALIZED_DICT) == 0 || isOwnStorage(object));
    }

    /** The same of the objects of a shape, unless the program has seen their {@code __dict__}. */
    static boolean isPlain(Shape shape) {
        return (shape.getFlags() & NOT_PLAIN) == 0;
    }

    /** Whether its {@code __dict__}, which the program has seen, still keeps the attributes in the object itself. */
    private static boolean isOwnStorage(PythonObject object) {
        PHashingCollection dict = GetDictIfExistsNode.getUncached().execute(object);
        return dict != null
                && dict.getDictStorage() instanceof DynamicObjectStorage storage
                && storage.getStore() == object;
    }

    /** Null for an object that is more than plain attributes. */
    Kind of(PythonObject object) {
        if (!isPlain(object)) {
            return null;
        }
        Shape shape = object.getShape();
        Object type = object.getInitialPythonClass();
        Kind kind = last;
        if (kind == null || kind.shape != shape || kind.type != type) {
            last = kind = find(object, shape, type);
        }
        return kind.className == null ? null : kind;
    }

    private Kind find(PythonObject object, Shape shape, Object type) {
        Map<Object, Kind> ofShape = kinds.get(shape);
        Kind kind = ofShape == null ? null : ofShape.get(type);
        if (kind == null) {
            kind = make(object, shape, type);
            if (++count > MOST) {
                forget();
            }
            kinds.computeIfAbsent(shape, s -> new IdentityHashMap<>()).put(type, kind);
        }
        return kind;
    }

    private Kind make(PythonObject object, Shape shape, Object type) {
        List<Object> keys = shape.getKeyList();
        boolean plain = keys.stream().allMatch(TruffleString.class::isInstance);
        String name = plain ? nameOf(object, type) : "";
        return name.isEmpty() ? new Kind(shape, type, null, List.of()) : new Kind(shape, type, name, keys);
    }

    /** Empty: its objects are not plain. */
    private String nameOf(PythonObject object, Object type) {
        String known = names.get(type);
        if (known == null) {
            InteropLibrary interop = InteropLibrary.getUncached();
            try {
                Object found = interop.execute(nameOf, object);
                known = interop.isNull(found) ? "" : interop.asString(found);
            } catch (InteropException e) {
                throw new AssertionError(e);
            }
            names.put(type, known);
        }
        return known;
    }
}
