// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.memory.Layout;
import colors.roots.Mutator;
import colors.roots.Shared;
import colors.shapes.FieldLocation;
import colors.truffle.container.SharedContainer;
import colors.truffle.context.ColorsContext;
import colors.truffle.object.SharedObject;
import colors.values.DynamicFields;
import colors.values.Equality;
import colors.values.GraphBuilder;
import colors.values.Maps;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.builtins.objects.object.PythonObject;
import com.oracle.graal.python.runtime.sequence.PSequence;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A deep copy of objects of the program's classes and of lists, tuples, dicts, sets and bytes that hold scalars,
 * strings, shared objects and each other: most of what {@code colors.copy_in} is given. Attributes are read where
 * GraalPy has them; what is not found plainly there makes {@link #of} give null, and the package's copy does it all, or
 * says what cannot be shared. Until the root is returned nobody reaches a copy, so one that was begun in vain is
 * garbage.
 */
final class GraphCopy {
    private final ColorsContext context;
    private final CopiedKinds kinds;
    private final GraphBuilder builder = new GraphBuilder();
    private final Mutator mutator = Mutator.current();
    private final IdentityHashMap<PythonObject, Long> addresses = new IdentityHashMap<>();
    private final List<Made> found = new ArrayList<>();
    private PythonObject emptyTuple; // the first one

    /**
     * An object or container that was made, and what it is to hold: values as the core takes them, and private objects.
     * Read once, for Python code that is asked meanwhile lets other threads run. The version is null for a container,
     * which has keys if it is a dict or set.
     */
    private record Made(
            long address, CopiedKinds.Version version, CopiedContainer container, Object[] keys, Object[] values) {}

    private GraphCopy(ColorsContext context, CopiedKinds kinds) {
        this.context = context;
        this.kinds = kinds;
    }

    /** The copy, or null. */
    static Shared of(ColorsContext context, CopiedKinds kinds, Object root) {
        kinds.begin(context.names());
        if (!(root instanceof PythonObject object)) {
            return null;
        }
        var copy = new GraphCopy(context, kinds);
        boolean plain = copy.make(object, 0) != 0;
        for (int i = 0; plain && i < copy.found.size(); i++) { // grows meanwhile
            plain = copy.fill(copy.found.get(i));
        }
        return plain ? copy.wrapper(copy.found.getFirst()) : null;
    }

    private Shared wrapper(Made root) {
        return root.version() == null
                ? SharedContainer.at(root.address(), builder.chunk())
                : SharedObject.of(root.address(), builder.chunk());
    }

    /** An object without its fields, or a container without its contents, at a place, or 0. */
    private long make(PythonObject object, long place) {
        CopiedContainer container = CopiedContainer.of(object);
        if (container != null) {
            return makeContainer(container, object, place);
        }
        CopiedKinds.Kind kind = kinds.of(object);
        Object[] values = kind == null ? null : kind.values(object);
        Object[] types = kind == null ? null : types(values);
        if (types == null) {
            return 0;
        }
        CopiedKinds.Version version = kind.versionFor(types, context.guest());
        long address = builder.object(version.shape().id(), version.shape().inlineSlots(), place);
        return made(object, new Made(address, version, null, null, values));
    }

    private long makeContainer(CopiedContainer container, PythonObject object, long place) {
        Object[] keys = container.keys(object);
        Object[] values = container.values(object);
        if (!arePlainKeys(keys) || types(values) == null) {
            return 0;
        }
        long address = container.make(builder, object, place);
        return address == 0 ? 0 : made(object, new Made(address, null, container, keys, values));
    }

    private long made(PythonObject object, Made made) {
        addresses.put(object, made.address());
        found.add(made);
        return made.address();
    }

    /**
     * Makes keys what the core takes. Not of shared objects, which the program may compare, nor of NaN, which Python
     * takes for a new key each time.
     */
    private boolean arePlainKeys(Object[] keys) {
        for (int i = 0; i < keys.length; i++) {
            keys[i] = core(keys[i]);
            if (keys[i] == this
                    || keys[i] instanceof SharedObject
                    || keys[i] instanceof Double number && number.isNaN()) {
                return false;
            }
        }
        return true;
    }

    /** Makes values what the core takes, but for private objects. Gives their types, or null when one is not plain. */
    private Object[] types(Object[] values) {
        var types = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            types[i] = values[i] instanceof PythonObject other ? unborn(other) : (values[i] = core(values[i]));
            if (types[i] == this) {
                return null;
            }
        }
        return types;
    }

    private Object unborn(PythonObject object) {
        CopiedContainer container = CopiedContainer.of(object);
        if (container != null) {
            return container.unborn();
        }
        CopiedKinds.Kind kind = kinds.of(object);
        return kind == null ? this : kind.unborn();
    }

    /** A scalar, a string or a shared object as the core takes it; this for anything else. */
    private Object core(Object value) {
        return switch (value) {
            case Integer number -> (Object) (long) number;
            case Long number -> number;
            case Double number -> number;
            case Boolean bool -> bool;
            case TruffleString text -> text.toJavaStringUncached();
            case SharedObject shared -> shared;
            case PNone none when none == PNone.NONE -> null;
            case null, default -> this;
        };
    }

    private boolean fill(Made made) {
        if (made.version() == null) {
            return made.container().hasKeys() ? fillTable(made) : fillList(made);
        }
        for (int i = 0; i < made.values().length; i++) {
            FieldLocation field = made.version().fields()[i];
            long place = field.place(made.address());
            if (made.values()[i] instanceof PythonObject other) {
                if (!refer(other, place)) {
                    return false;
                }
            } else {
                store(field, place, made.values()[i]);
            }
        }
        return true;
    }

    private boolean fillList(Made list) {
        Object[] values = list.values();
        if (Arrays.stream(values).noneMatch(PythonObject.class::isInstance)) {
            builder.values(list.address(), values);
            return true;
        }
        GraphBuilder.Elements places = builder.elements(list.address(), values.length);
        for (int i = 0; i < values.length; i++) {
            if (!put(places.place(i), values[i])) {
                return false;
            }
        }
        places.finish();
        return true;
    }

    private boolean fillTable(Made table) {
        if (table.keys().length == 0) {
            return true;
        }
        Maps.Filler filler = builder.entries(table.address(), table.keys().length);
        for (int i = 0; i < table.keys().length; i++) {
            builder.value(filler.key(), table.keys()[i]);
            if (table.container() == CopiedContainer.DICT && !put(filler.value(), table.values()[i])) {
                return false;
            }
            filler.next();
            filler.add(table.keys()[i], Equality.Objects.IDENTITY);
        }
        filler.finish();
        return true;
    }

    private boolean put(long place, Object value) {
        if (value instanceof PythonObject other) {
            return refer(other, place);
        }
        builder.value(place, value);
        return true;
    }

    private boolean refer(PythonObject other, long place) {
        Long address = addresses.get(identity(other));
        if (address == null) {
            return make(other, place) != 0;
        }
        builder.reference(place, address);
        return true;
    }

    /** The same object for what is the same in Python: the empty tuple, for which GraalPy has several. */
    private PythonObject identity(PythonObject object) {
        if (CopiedContainer.of(object) != CopiedContainer.TUPLE
                || ((PSequence) object).getSequenceStorage().length() != 0) {
            return object;
        }
        emptyTuple = emptyTuple == null ? object : emptyTuple;
        return emptyTuple;
    }

    /** An integer becomes what the field is declared: a float, or a value of a class such as a decimal. */
    private void store(FieldLocation field, long place, Object value) {
        if (field.isTagged() && field.type() != Layout.TYPE_FLOAT && field.type() != Layout.TYPE_CLASS) {
            builder.value(place, value);
        } else {
            DynamicFields.store(mutator, field, place, value);
        }
    }
}
