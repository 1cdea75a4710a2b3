// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python;

import colors.runtime.DynamicFields;
import colors.runtime.FieldLocation;
import colors.runtime.GraphBuilder;
import colors.runtime.Layout;
import colors.runtime.Mutator;
import colors.truffle.ColorsContext;
import colors.truffle.interop.SharedObject;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.builtins.objects.object.PythonObject;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A deep copy of objects of the program's classes that hold scalars, strings, shared objects and each other: most of what
 * {@code colors.copy_to} is given. Attributes are read where GraalPy has them; what is not found plainly there makes {@link #of} give null, and the package's copy
 * does it all, or says what cannot be shared. Until the root is returned nobody reaches a copy, so one that was begun in vain is garbage.
 */
final class GraphCopy {
    private final ColorsContext context;
    private final CopiedKinds kinds;
    private final GraphBuilder builder = new GraphBuilder();
    private final Mutator mutator = Mutator.current();
    private final IdentityHashMap<PythonObject, Long> addresses = new IdentityHashMap<>();
    private final List<Made> found = new ArrayList<>();

    /**
     * An object that was made, and what it is to hold: values as the core takes them, and private objects. Read once, for Python code
     * that is asked meanwhile lets other threads run.
     */
    private record Made(long address, CopiedKinds.Version version, Object[] values) {
    }

    private GraphCopy(ColorsContext context, CopiedKinds kinds) {
        this.context = context;
        this.kinds = kinds;
    }

    /** The copy, or null. */
    static SharedObject of(ColorsContext context, CopiedKinds kinds, Object root) {
        kinds.begin();
        if (!(root instanceof PythonObject object) || kinds.of(object) == null) {
            return null;
        }
        var copy = new GraphCopy(context, kinds);
        boolean plain = copy.make(object, 0) != 0;
        long address = plain ? copy.found.getFirst().address() : 0;
        for (int i = 0; plain && i < copy.found.size(); i++) { // grows meanwhile
            plain = copy.fill(copy.found.get(i));
        }
        return plain ? SharedObject.of(address, copy.builder.chunk()) : null;
    }

    /** An object without its fields, at a place, or 0. */
    private long make(PythonObject object, long place) {
        CopiedKinds.Kind kind = kinds.of(object);
        if (kind == null) {
            return 0;
        }
        Object[] values = kind.values(object);
        var types = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof PythonObject other) {
                CopiedKinds.Kind otherKind = kinds.of(other);
                types[i] = otherKind == null ? this : otherKind.unborn();
            } else {
                types[i] = values[i] = core(values[i]);
            }
            if (types[i] == this) {
                return 0;
            }
        }
        CopiedKinds.Version version = kind.versionFor(types, context.guest());
        long address = builder.object(version.shape().id(), version.shape().inlineSlots(), place);
        addresses.put(object, address);
        found.add(new Made(address, version, values));
        return address;
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

    private boolean fill(Made object) {
        for (int i = 0; i < object.values().length; i++) {
            FieldLocation field = object.version().fields()[i];
            long place = field.place(object.address());
            if (object.values()[i] instanceof PythonObject other) {
                if (!refer(other, place)) {
                    return false;
                }
            } else {
                store(field, place, object.values()[i]);
            }
        }
        return true;
    }

    private boolean refer(PythonObject other, long place) {
        Long address = addresses.get(other);
        if (address == null) {
            return make(other, place) != 0;
        }
        builder.reference(place, address);
        return true;
    }

    private void store(FieldLocation field, long place, Object value) {
        if (field.slotKind() == Layout.SLOT_TAGGED && field.type() != Layout.TYPE_FLOAT) {
            builder.value(place, value);
        } else {
            DynamicFields.store(mutator, field, place, value);
        }
    }
}
