// SPDX-License-Identifier: Apache-2.0
package colors.truffle.context;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;

/**
 * The methods and accessors that a program's own class adds to shared objects, for languages without class lookup by
 * meta object.
 */
public interface BoundMembers {
    /** Of a class that nobody bound. */
    BoundMembers NONE = new BoundMembers() {};

    /** Whether the class has a member of that name. */
    default boolean has(@SuppressWarnings("unused") String member) {
        return false;
    }

    /** Reads a member with the object as receiver. */
    @TruffleBoundary
    default Object read(@SuppressWarnings("unused") TruffleObject object, String member)
            throws UnknownIdentifierException {
        throw UnknownIdentifierException.create(member);
    }

    /** Calls a setter; false when the class has none of that name. */
    @SuppressWarnings("unused")
    default boolean write(TruffleObject object, String member, Object value) {
        return false;
    }

    /** Calls a method on the object. */
    @TruffleBoundary
    @SuppressWarnings("unused")
    default Object invoke(TruffleObject object, String member, Object[] arguments) throws UnknownIdentifierException {
        throw UnknownIdentifierException.create(member);
    }
}
