// SPDX-License-Identifier: Apache-2.0
package colors.truffle.js;

import colors.truffle.context.BoundMembers;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Names;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.source.Source;
import java.util.Arrays;

/**
 * A JavaScript class bound to a shared one: its prototype's methods, getters and setters work on shared objects, and so
 * does instanceof.
 */
public final class BoundClass implements BoundMembers {
    private static final Source SUPPORT = InternalSource.of("bind");

    private final Object has;
    private final Object get;
    private final Object set;
    private final Object call;

    private BoundClass(Object support) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        has = interop.readMember(support, "has");
        get = interop.readMember(support, "get");
        set = interop.readMember(support, "set");
        call = interop.readMember(support, "call");
    }

    /** Binds a JavaScript class; {@code isInstance} tells whether an object is of the shared class. */
    @TruffleBoundary
    public static BoundClass of(ColorsContext context, Object type, Object isInstance) throws InteropException {
        Object support = context.env().parsePublic(SUPPORT).call();
        return new BoundClass(InteropLibrary.getUncached().execute(support, type, isInstance));
    }

    @Override
    @TruffleBoundary
    public boolean has(String member) {
        return (boolean) run(has, member);
    }

    @Override
    @TruffleBoundary
    public Object read(TruffleObject object, String member) throws UnknownIdentifierException {
        if (!has(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return run(get, object, member);
    }

    @Override
    @TruffleBoundary
    public boolean write(TruffleObject object, String member, Object value) {
        return (boolean) run(set, object, member, value);
    }

    @Override
    @TruffleBoundary
    public Object invoke(TruffleObject object, String member, Object[] arguments) throws UnknownIdentifierException {
        if (!has(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return run(call, object, member, new Names(Arrays.asList(arguments)));
    }

    private static Object run(Object function, Object... arguments) {
        try {
            return InteropLibrary.getUncached().execute(function, arguments);
        } catch (InteropException e) {
            throw new AssertionError(e);
        }
    }
}
