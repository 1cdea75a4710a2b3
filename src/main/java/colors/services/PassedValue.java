// SPDX-License-Identifier: Apache-2.0
package colors.services;

import colors.Ref;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.TypeConflictException;
import colors.mapping.PrivateField;
import colors.memory.Layout;
import colors.names.HostNames;
import colors.names.Preparation;
import colors.reading.GraphReader;
import colors.reading.PrivateType;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.values.FrozenValue;
import colors.values.TypeRules;
import colors.values.ValueClass;
import colors.wrappers.Copies;
import colors.wrappers.ElementType;
import colors.wrappers.ElementTypes;
import colors.wrappers.Immutables;
import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Stream;

/** A parameter or result of a method: how its values are passed, and what a value that comes is to the method. */
final class PassedValue {
    private final String what; // for messages
    private final Type type;
    private final Class<?> raw; // boxed
    private final boolean isPrimitive;
    private final boolean isCopied;
    private final ElementTypes elements;
    private final ElementType<?> element;

    PassedValue(String what, Type type) {
        Class<?> declared = rawOf(type);
        this.what = what;
        this.type = type instanceof ParameterizedType ? type : declared;
        raw = MethodType.methodType(declared).wrap().returnType();
        isPrimitive = declared.isPrimitive() && declared != void.class;
        isCopied = isPrivate(this.type);
        elements = ElementTypes.of(this.type);
        element = raw == Void.class || isCopied ? null : elementOf(this.type, raw);
    }

    private static Class<?> rawOf(Type type) {
        return switch (type) {
            case Class<?> plain -> plain;
            case ParameterizedType container -> (Class<?>) container.getRawType();
            case GenericArrayType array ->
                rawOf(array.getGenericComponentType()).arrayType();
            case TypeVariable<?> variable -> rawOf(variable.getBounds()[0]);
            case WildcardType wildcard -> rawOf(wildcard.getUpperBounds()[0]);
            default -> Object.class;
        };
    }

    private static ElementType<?> elementOf(Type type, Class<?> raw) {
        return raw == Ref.class
                        && type instanceof ParameterizedType reference
                        && reference.getActualTypeArguments()[0] instanceof Class<?> target
                ? ElementType.ref(target)
                : ElementType.of(raw);
    }

    /** Whether shared memory has nothing that is of the type: then a value that comes is copied out. */
    private static boolean isPrivate(Type type) {
        if (type instanceof ParameterizedType container) {
            Class<?> given = (Class<?>) container.getRawType();
            return given != Ref.class
                    && (!ElementTypes.gives(given)
                            || Stream.of(container.getActualTypeArguments()).anyMatch(PassedValue::isPrivate));
        }
        return type instanceof Class<?> given && (given.isArray() || !isGiven(given));
    }

    private static boolean isGiven(Class<?> type) {
        return type == Object.class
                || type.isPrimitive()
                || type.isRecord()
                || type == Ref.class
                || ElementTypes.gives(type)
                || PrivateField.sharedType(type) != Layout.TYPE_CLASS
                || PrivateField.isValueType(type)
                || HostNames.isSharedInterface(type)
                || Preparation.isInstantiable(type);
    }

    /**
     * What is stored of a value: itself, or a copy of a private one. Throws SharedMemoryException (ARGUMENT, MEMORY)
     * when it cannot be copied.
     */
    static Object stored(Object value) {
        return switch (value) {
            case null -> null;
            case Shared shared -> shared;
            case String text -> text;
            case Number number when !ValueClass.isValue(number) -> number;
            case Boolean bool -> bool;
            case Character character -> character;
            default -> storedOther(value);
        };
    }

    private static Object storedOther(Object value) {
        if (value instanceof Collection || value instanceof Map) {
            return Copies.get().in(value);
        }
        Object stored = Immutables.stored(value);
        return stored instanceof Shared
                        || stored instanceof FrozenValue
                        || ValueClass.isValue(stored)
                        || Surrogates.find(stored) != null
                ? stored
                : Copies.get().in(value);
    }

    /** A value that came, as the method has it. Throws TypeConflictException when it does not fit. */
    Object read(Object value) {
        if (value == null || raw == Void.class) {
            return absent();
        }
        if (isCopied) {
            return copied(value);
        }
        Object viewed = elements.view(value);
        if (raw.isInstance(viewed) && raw != Ref.class) {
            return viewed;
        }
        try {
            return element.convert(value, -1);
        } catch (TypeConflictException e) {
            throw misfit(value, e);
        }
    }

    private Object absent() {
        if (isPrimitive) {
            throw new TypeConflictException(what + " is null, which does not fit " + type.getTypeName());
        }
        return null;
    }

    private Object copied(Object value) {
        if (raw.isInstance(value)) {
            return value; // an enum constant, and what is no container
        }
        if (!(value instanceof Shared shared)) {
            throw misfit(value, null);
        }
        Object copy = GraphReader.copy(shared, PrivateType.of(type));
        if (!raw.isInstance(copy)) {
            throw misfit(value, null);
        }
        return copy;
    }

    private SharedMemoryException misfit(Object value, Throwable cause) {
        return SharedMemoryException.of(
                Reason.TYPE,
                what + " is " + TypeRules.describe(value) + ", which does not fit " + type.getTypeName(),
                cause);
    }
}
