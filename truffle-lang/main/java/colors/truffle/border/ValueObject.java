// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.ValueType.EnumConstant;
import colors.truffle.context.LanguageValue;
import colors.truffle.context.Names;
import colors.values.Equality;
import colors.values.ValueClass;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;
import java.util.List;

/**
 * A value (docs/values.md) for a language without a type for it: read-only members {@code type} and {@code text}, or
 * {@code type} and {@code name} of an enum constant, and {@code toString()}. Two of equal values are identical.
 */
@ExportLibrary(InteropLibrary.class)
public final class ValueObject extends LanguageValue {
    private final Object value;

    public ValueObject(Object value) {
        this.value = value;
    }

    /** The value in the core. */
    public Object value() {
        return value;
    }

    private String textMember() {
        return value instanceof EnumConstant ? "name" : "text";
    }

    @ExportMessage
    @TruffleBoundary
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new Names(List.of("type", textMember()));
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return member.equals("type") || member.equals(textMember()) || member.equals("toString");
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        if (!isMemberReadable(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return switch (member) {
            case "type" -> ValueClass.className(value);
            case "toString" -> new Function("toString", 0, 0, (context, arguments) -> ValueClass.text(value));
            default -> ValueClass.text(value);
        };
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    boolean isMemberInvocable(String member) {
        return member.equals("toString");
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments)
            throws UnknownIdentifierException, ArityException, UnsupportedTypeException, UnsupportedMessageException {
        return InteropLibrary.getUncached().execute(readMember(member), arguments);
    }

    @ExportMessage
    static final class IsIdenticalOrUndefined {
        @Specialization
        @TruffleBoundary
        static TriState ofValue(ValueObject receiver, ValueObject other) {
            return TriState.valueOf(Equality.equal(receiver.value, other.value));
        }

        @Fallback
        @SuppressWarnings("unused")
        static TriState ofOther(ValueObject receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    @TruffleBoundary
    int identityHashCode() {
        return Equality.hash(value);
    }

    @Override
    public String toString() {
        return ValueClass.className(value) + " " + ValueClass.text(value);
    }
}
