// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.atomics.Atomics;
import colors.atomics.FieldCell;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.border.Arguments;
import colors.truffle.border.GuestValues;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.NumberRule;
import colors.truffle.context.ValueForm;
import colors.truffle.error.MissingField;
import colors.truffle.object.FieldStore;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import java.lang.ref.Reference;

/** Compare and set, get and set, get and add on fields. Throws SharedMemoryException; then nothing was stored. */
public final class FieldAtomics {
    private FieldAtomics() {}

    /** A field of an object during one operation. */
    private static final class Target {
        private final ColorsContext context;
        private final SharedObject object;
        private final String name;
        private FieldLocation found;

        Target(ColorsContext context, Object object, Object name) {
            this.context = context;
            this.object = SharedObject.argument(object);
            this.name = Arguments.text(name, "the name of a field");
        }

        FieldCell cell() {
            return new FieldCell(object.address(), this::find, this::checked, context.guest());
        }

        private FieldLocation find(SharedShape shape) {
            found = shape.find(name);
            if (found == null) {
                throw new MissingField(shape, name);
            }
            return found;
        }

        private Object checked(Object value) {
            Object number = context.guest().numbers() == NumberRule.ANY ? FieldStore.anyNumber(value, found) : value;
            FieldStore.checkNumber(object.type().name(), found, number);
            return number;
        }

        Object core(Object value) {
            return GuestValues.toCore(
                    value, () -> "field '" + name + "' of " + object.type().name());
        }
    }

    /** The arguments are the object, the name of the field, the value expected, and the new one. */
    @TruffleBoundary
    public static boolean compareAndSet(ColorsContext context, Object[] arguments) {
        Target target = new Target(context, arguments[0], arguments[1]);
        boolean set = Atomics.compareAndSet(
                target.cell(),
                target.core(arguments[2]),
                target.core(arguments[3]),
                ContainerCore.VALUES,
                Atomics::isSame);
        Reference.reachabilityFence(arguments);
        return set;
    }

    /** The arguments are the object, the name of the field, and the new value. */
    @TruffleBoundary
    public static Object getAndSet(ColorsContext context, Object[] arguments, ValueForm form) {
        Target target = new Target(context, arguments[0], arguments[1]);
        Object old = Atomics.getAndSet(target.cell(), target.core(arguments[2]), ContainerCore.VALUES);
        Reference.reachabilityFence(arguments);
        return ContainerValues.toGuest(old, form);
    }

    /** The arguments are the object, the name of the field, and what is added. */
    @TruffleBoundary
    public static Object getAndAdd(ColorsContext context, Object[] arguments, ValueForm form) {
        Target target = new Target(context, arguments[0], arguments[1]);
        Object old = Atomics.getAndAdd(target.cell(), delta(context, target.core(arguments[2])), ContainerCore.VALUES);
        Reference.reachabilityFence(arguments);
        return ContainerValues.toGuest(old, form);
    }

    /** A number as it is added: where a language has one type of numbers, what is integral is an integer. */
    public static Object delta(ColorsContext context, Object core) {
        return context.guest().numbers() == NumberRule.ANY ? FieldStore.anyNumber(core, null) : core;
    }
}
