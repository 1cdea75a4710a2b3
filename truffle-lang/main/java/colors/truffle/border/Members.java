// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.LanguageValue;
import colors.truffle.context.Names;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.ImportStatic;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.utilities.TriState;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** An object with fixed read-only members, for other languages: functions and values. */
@ExportLibrary(InteropLibrary.class)
public class Members extends LanguageValue {
    private final String text;
    private final Map<String, Object> members = new LinkedHashMap<>();
    private final Set<String> internals = new HashSet<>();

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

    /** Adds a value that is not listed among the members; for the constructor. */
    protected final void internal(String name, Object value) {
        members.put(name, value);
        internals.add(name);
    }

    @ExportMessage
    public static final class IsIdenticalOrUndefined {
        @Specialization
        public static TriState ofMembers(Members receiver, Members other) {
            return TriState.valueOf(receiver == other);
        }

        @Fallback
        @SuppressWarnings("unused")
        public static TriState ofOther(Members receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    public int identityHashCode() {
        return System.identityHashCode(this);
    }

    @ExportMessage
    public boolean hasMembers() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    public Object getMembers(boolean includeInternal) {
        return new Names(members.keySet().stream()
                .filter(name -> includeInternal || !internals.contains(name))
                .toList());
    }

    @ExportMessage
    @TruffleBoundary
    public boolean isMemberReadable(String member) {
        return members.containsKey(member);
    }

    @ExportMessage
    @ImportStatic(FieldCache.class)
    public static final class ReadMember {
        @Specialization(
                guards = {"members == cachedMembers", "isSame(member, cachedMember)", "value != null"},
                limit = "3")
        @SuppressWarnings("unused")
        public static Object cached(
                Members members,
                String member,
                @Cached(value = "members", weak = true) Members cachedMembers,
                @Cached("member") String cachedMember,
                @Cached(value = "members.find(member)", weak = true) Object value) {
            return value;
        }

        @Specialization(replaces = "cached")
        public static Object general(Members members, String member) throws UnknownIdentifierException {
            Object value = members.find(member);
            if (value == null) {
                throw UnknownIdentifierException.create(member);
            }
            return value;
        }
    }

    @TruffleBoundary
    Object find(String member) {
        return members.get(member);
    }

    @ExportMessage
    @TruffleBoundary
    public boolean isMemberInvocable(String member) {
        return members.get(member) instanceof TruffleObject value
                && InteropLibrary.getUncached().isExecutable(value);
    }

    @ExportMessage
    @ImportStatic(FieldCache.class)
    public static final class InvokeMember {
        @Specialization(
                guards = {"members == cachedMembers", "isSame(member, cachedMember)", "function != null"},
                limit = "3")
        @SuppressWarnings("unused")
        public static Object cached(
                Members members,
                String member,
                Object[] arguments,
                @Cached(value = "members", weak = true) Members cachedMembers,
                @Cached("member") String cachedMember,
                @Cached(value = "members.find(member)", weak = true) Object function,
                @CachedLibrary("function") InteropLibrary functions)
                throws ArityException, UnsupportedTypeException, UnsupportedMessageException {
            return functions.execute(function, arguments);
        }

        @Specialization(replaces = "cached")
        @TruffleBoundary
        public static Object general(Members members, String member, Object[] arguments)
                throws UnknownIdentifierException, ArityException, UnsupportedTypeException,
                        UnsupportedMessageException {
            Object function = members.find(member);
            if (function == null) {
                throw UnknownIdentifierException.create(member);
            }
            return InteropLibrary.getUncached().execute(function, arguments);
        }
    }

    /** So that a write comes here, and its error is told in the library's words. */
    @ExportMessage
    public boolean isMemberModifiable(String member) {
        return isMemberReadable(member);
    }

    @ExportMessage
    public boolean isMemberInsertable(String member) {
        return !isMemberReadable(member);
    }

    @ExportMessage
    @TruffleBoundary
    public void writeMember(String member, @SuppressWarnings("unused") Object value, @Bind Node node) {
        String problem = members.containsKey(member) ? "is read-only" : "is no member of it";
        throw ColorsContext.get(node)
                .raise(
                        node,
                        SharedMemoryException.of(
                                Reason.ARGUMENT,
                                "'" + member + "' of " + text + " cannot be set: it " + problem
                                        + "; nothing was changed"));
    }

    @Override
    public String toString() {
        return text;
    }
}
