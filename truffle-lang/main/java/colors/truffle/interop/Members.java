// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.truffle.ColorsLanguage;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object with fixed read-only members, for other languages: functions and values. */
@ExportLibrary(InteropLibrary.class)
public class Members implements TruffleObject {
    private final String text;
    private final Map<String, Object> members = new LinkedHashMap<>();

    protected Members(String text) {
        this.text = text;
    }

    /** Adds a function that takes {@code least} to {@code most} arguments; for the constructor. */
    protected final void function(String name, int least, int most, Function.Body body) {
        members.put(name, new Function(name, least, most, body));
    }

    /** Adds a value; for the constructor. */
    protected final void value(String name, Object value) {
        members.put(name, value);
    }

    @ExportMessage
    static final class IsIdenticalOrUndefined {
        @Specialization
        static TriState ofMembers(Members receiver, Members other) {
            return TriState.valueOf(receiver == other);
        }

        @Fallback
        @SuppressWarnings("unused")
        static TriState ofOther(Members receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    int identityHashCode() {
        return System.identityHashCode(this);
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new Names(List.copyOf(members.keySet()));
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return members.containsKey(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        Object value = members.get(member);
        if (value == null) {
            throw UnknownIdentifierException.create(member);
        }
        return value;
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return members.get(member) instanceof Function;
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments) throws UnknownIdentifierException, ArityException, UnsupportedTypeException, UnsupportedMessageException {
        return InteropLibrary.getUncached().execute(readMember(member), arguments);
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return ColorsLanguage.class;
    }

    @ExportMessage
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return text;
    }
}
