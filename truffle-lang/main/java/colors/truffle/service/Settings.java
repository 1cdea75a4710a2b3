// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.truffle.border.Blocking;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.GuestValues;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

/**
 * How a client calls.
 *
 * @param timeout in nanoseconds, or {@link Blocking#FOREVER}
 * @param waits whether calls wait for a server
 * @param promises whether they return promises
 */
record Settings(long timeout, boolean waits, boolean promises) {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    /** The same for calls that end when no server is left. */
    Settings withServers() {
        return new Settings(timeout, false, promises);
    }

    /** Of arguments ms, waits. */
    static Settings of(Object[] arguments, int first) throws InteropException {
        return new Settings(Blocking.timeout(arguments, first), INTEROP.asBoolean(arguments[first + 1]), false);
    }

    /** Of arguments [ms, [waits]], or {timeout: ms, waits: boolean, promises: boolean}. */
    static Settings ofClient(Object[] arguments) throws InteropException {
        boolean areOptions = arguments.length == 1
                && INTEROP.hasMembers(arguments[0])
                && !INTEROP.isNumber(arguments[0])
                && !INTEROP.isNull(arguments[0]);
        return areOptions
                ? ofOptions(arguments[0])
                : new Settings(
                        Blocking.timeout(arguments, 0), arguments.length > 1 && INTEROP.asBoolean(arguments[1]), false);
    }

    private static Settings ofOptions(Object options) throws InteropException {
        long timeout = Blocking.FOREVER;
        boolean waits = false;
        boolean promises = false;
        for (Object member : GuestArrays.values(INTEROP.getMembers(options))) {
            String name = INTEROP.asString(member);
            Object value = INTEROP.readMember(options, name);
            switch (name) {
                case "timeout" -> timeout = Blocking.timeout(new Object[] {value}, 0);
                case "waits" -> waits = isTrue(name, value);
                case "promises" -> promises = isTrue(name, value);
                default ->
                    throw SharedMemoryException.of(
                            Reason.ARGUMENT,
                            "a client has the options timeout (milliseconds), waits and promises, not '" + name + "'");
            }
        }
        return new Settings(timeout, waits, promises);
    }

    private static boolean isTrue(String name, Object value) throws InteropException {
        if (!INTEROP.isBoolean(value)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT, "option " + name + " is true or false, not " + GuestValues.named(value));
        }
        return INTEROP.asBoolean(value);
    }
}
