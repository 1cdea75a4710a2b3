// SPDX-License-Identifier: Apache-2.0
package colors.truffle.api;

import colors.Scope;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.roots.RootChunk;
import colors.roots.RootScope;
import colors.roots.RootScope.Ending;
import colors.roots.Shared;
import colors.truffle.border.GuestValues;
import colors.truffle.border.Members;
import colors.truffle.container.SharedContainer;
import colors.truffle.context.Null;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.lang.ref.Reference;

/** A scope of the calling thread for guest languages ({@link RootScope}): members keep(object) and close(). */
public final class GuestScope extends Members implements Scope {
    private final RootScope scope = RootScope.open();

    public GuestScope() {
        super("scope");
        function("keep", 1, 1, (context, arguments) -> keep(arguments[0]));
        function("close", 0, 0, (context, arguments) -> {
            close();
            return Null.INSTANCE;
        });
    }

    /** Calls a function of the guest in a scope of its own; its result, which is kept. */
    public static Object call(Object function) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        if (!interop.isExecutable(function)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a function was expected, which is called in a scope, not " + GuestValues.named(function));
        }
        RootScope before = RootScope.current();
        try {
            return new GuestScope().keep(interop.execute(function));
        } finally {
            RootScope.closeSince(before);
        }
    }

    /** Another wrapper of a shared object, which is not of this scope; any other value as it is. */
    @Override
    @SuppressWarnings("unchecked") // a wrapper of the same class
    public <T> T keep(T value) {
        if (!(value instanceof Shared shared)) {
            return value;
        }
        long address = shared.address();
        RootChunk chunk = root(address);
        Object kept =
                value instanceof SharedObject ? SharedObject.of(address, chunk) : SharedContainer.at(address, chunk);
        Reference.reachabilityFence(shared);
        return (T) kept;
    }

    /** By the guest's program. */
    @Override
    public void close() {
        scope.close(Ending.BY_GUEST);
    }

    /** A chunk that is not of this scope, in which an object is logged that the caller holds by another one. */
    public RootChunk root(long address) {
        return scope.keep(address);
    }
}
