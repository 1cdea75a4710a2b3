// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import colors.NumberOverflowException;
import colors.SharedMemoryException;
import colors.ValueType.EnumConstant;
import colors.rpc.CallTimeoutException;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.GuestValues;
import colors.truffle.container.BinaryForm;
import colors.truffle.container.ContainerKind;
import colors.truffle.container.ContainerValues;
import colors.truffle.container.SharedBinary;
import colors.truffle.container.core.BinaryCore;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Guest;
import colors.truffle.context.Names;
import colors.truffle.context.NumberRule;
import colors.truffle.context.ValueForm;
import colors.truffle.error.ErrorClass;
import colors.truffle.error.MissingField;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import colors.values.FrozenValue;
import colors.values.ValueClass;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.function.UnaryOperator;

/** Python's part of a context: functions of the package "colors". */
public final class PythonGuest implements Guest, BinaryForm {
    public static final int HOOKS = 11;

    private final Object raise;
    private final Object meet;
    private final Object isSubclass;
    private final Object missing;
    private final Object isField;
    private final Object setByDescriptor;
    private final Object ofValue;
    private final Object toValue;
    private final Object privateKey;
    private final PythonKeys keys;

    private final ValueForm form;
    private final boolean accelerated;

    /** Functions in the order of {@code hooks} in the package. */
    public PythonGuest(Object[] functions, ValueForm form, boolean accelerated) {
        this.form = form;
        this.accelerated = accelerated;
        raise = functions[0];
        meet = functions[1];
        isSubclass = functions[2];
        missing = functions[3];
        isField = functions[4];
        setByDescriptor = functions[5];
        ofValue = functions[6];
        toValue = functions[7];
        keys = new PythonKeys(functions[8], functions[9]);
        privateKey = functions[10];
    }

    /** Python raises the exception itself, so that it is one of the package's classes. */
    @Override
    public RuntimeException raise(Node node, SharedMemoryException error) {
        String name =
                switch (error.reason()) {
                    case TIMEOUT ->
                        error instanceof CallTimeoutException
                                ? ErrorClass.of(error).className()
                                : "TimeoutError";
                    case ARGUMENT ->
                        error instanceof MissingField
                                ? "AttributeError"
                                : ErrorClass.of(error).className();
                    case TYPE ->
                        error instanceof NumberOverflowException overflow && overflow.isOfInteger()
                                ? "IntegerOverflowError"
                                : ErrorClass.of(error).className();
                    default -> ErrorClass.of(error).className();
                };
        call(raise, text(name), text(error.getMessage()));
        throw new AssertionError("colors._raise returned");
    }

    @Override
    public NumberRule numbers() {
        return NumberRule.EXACT;
    }

    /** Where GraalPy's internals can be reached, with its buffer protocol. */
    @Override
    public SharedBinary binary(BinaryCore core) {
        return accelerated ? new PythonBinary(core) : new SharedBinary(core);
    }

    @Override
    public Object[] arrayValues(Object array) {
        return accelerated ? PythonArrays.values(array) : null;
    }

    @Override
    public byte[] memoryOf(Object array) {
        return accelerated ? PythonArrays.memory(array) : null;
    }

    @Override
    public ValueForm form() {
        return form;
    }

    @Override
    public void meet(SharedShape shape) {
        call(meet, SharedClass.of(shape), text(shape.className()), fieldNames(shape));
    }

    @Override
    public boolean isSubtype(String className, String superName) {
        return (boolean) call(isSubclass, text(className), text(superName));
    }

    @Override
    public Object ofValue(ColorsContext context, Object core) {
        boolean constant = core instanceof EnumConstant;
        return call(ofValue, text(ValueClass.className(core)), text(PythonValue.text(core)), constant);
    }

    /**
     * The package gives a class name, a text, and whether it is an enum's; or the name of a builtin type, its content,
     * and None; or None.
     */
    @Override
    public Object toValue(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached();
        Object found = call(toValue, value);
        if (interop.isNull(found)) {
            return null;
        }
        try {
            String type = interop.asString(interop.readArrayElement(found, 0));
            if (interop.isNull(interop.readArrayElement(found, 2))) {
                return frozen(
                        type,
                        interop.readArrayElement(found, 1),
                        element -> GuestValues.toCore(
                                element, () -> "a " + type + ", which is copied when it is stored,"));
            }
            String text = interop.asString(interop.readArrayElement(found, 1));
            return interop.asBoolean(interop.readArrayElement(found, 2))
                    ? new EnumConstant(type, text)
                    : ValueClass.named(type).parse(text);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    private FrozenValue frozen(String type, Object content, UnaryOperator<Object> toCore) throws InteropException {
        if (type.equals("bytes")) {
            return FrozenValue.binary(GuestArrays.bytes(content));
        }
        Object[] elements = GuestArrays.values(content);
        for (int i = 0; i < elements.length; i++) {
            elements[i] = toCore.apply(elements[i]);
        }
        return type.equals("tuple") ? FrozenValue.list(elements) : FrozenValue.set(keys, elements);
    }

    // ---- keys -------------------------------------------------------------------------------------

    @Override
    public PythonKeys keys() {
        return keys;
    }

    /**
     * The package gives for a private object: None; True: it is asked; or its shared name, the names of the fields it
     * is compared by, and their values.
     */
    @Override
    public Object toFind(Object value) {
        InteropLibrary interop = InteropLibrary.getUncached();
        Object coded = call(toValue, value);
        Object found = interop.isNull(coded) ? call(privateKey, value) : null;
        try {
            if (found == null && !interop.isNull(interop.readArrayElement(coded, 2))) {
                return null; // a value that cannot be stored
            }
            if (found == null) {
                FrozenValue frozen = frozen(
                        interop.asString(interop.readArrayElement(coded, 0)),
                        interop.readArrayElement(coded, 1),
                        element -> ContainerValues.keyToFind(element, ContainerKind.FROZEN_LIST));
                return Arrays.asList(frozen.elements()).contains(ContainerCore.ABSENT) ? null : frozen;
            }
            if (interop.isNull(found)) {
                return null;
            }
            return interop.isBoolean(found) ? keys.ofPrivate(value) : byFields(found);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }

    private Object byFields(Object found) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        List<String> names = PythonKeys.names(interop.readArrayElement(found, 1));
        Object[] values = GuestArrays.values(interop.readArrayElement(found, 2));
        var fields = new HashMap<String, Object>();
        for (int i = 0; i < names.size(); i++) {
            Object value = ContainerValues.keyToFind(values[i], ContainerKind.FROZEN_LIST);
            if (value == ContainerCore.ABSENT) {
                return null;
            }
            fields.put(names.get(i), value);
        }
        return keys.ofPrivate(interop.asString(interop.readArrayElement(found, 0)), fields);
    }

    /**
     * What Python gives for an attribute that has a descriptor but no field in this object: a class attribute, or
     * AttributeError.
     */
    public Object missing(SharedObject object, String name) {
        return call(missing, object, text(name));
    }

    /** Whether setting the attribute sets a field, not a data descriptor of the program's class. */
    public boolean isField(SharedObject object, String name) {
        return (boolean) call(isField, object, text(name));
    }

    /** {@code object.__setattr__}. */
    public void setByDescriptor(Object self, Object name, Object value) {
        call(setByDescriptor, self, name, value);
    }

    /** The Python part of the current context. */
    public static PythonGuest of(Node node) {
        return (PythonGuest) ColorsContext.get(node).guest();
    }

    public static Names fieldNames(SharedShape shape) {
        return new Names(shape.fields().stream()
                .map(FieldLocation::name)
                .map(PythonGuest::text)
                .toList());
    }

    static TruffleString text(String text) {
        return TruffleString.fromJavaStringUncached(text, TruffleString.Encoding.UTF_16);
    }

    public static Object call(Object function, Object... arguments) {
        try {
            return InteropLibrary.getUncached().execute(function, arguments);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
