// SPDX-License-Identifier: Apache-2.0
package colors.truffle.service;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.services.Interceptors;
import colors.truffle.border.Arguments;
import colors.truffle.border.Blocking;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.GuestValues;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a client calls.
 *
 * @param timeout in nanoseconds, or {@link Blocking#FOREVER}
 * @param waits whether calls wait for a server
 * @param promises whether they return promises
 * @param interceptors who is told of calls, and what goes along with them
 */
record Settings(long timeout, boolean waits, boolean promises, Interceptors interceptors) {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    /** The same for calls that end when no server is left, and are none of the program's own. */
    Settings ofStream() {
        return new Settings(timeout, false, promises, Interceptors.NONE);
    }

    /** Of arguments ms, waits, and, at another place, a context: keys and values in turn, or null. */
    static Settings of(Object[] arguments, int first, int context) throws InteropException {
        long timeout = Blocking.timeout(arguments, first);
        boolean waits = INTEROP.asBoolean(arguments[first + 1]);
        if (INTEROP.isNull(arguments[context])) {
            return new Settings(timeout, waits, false, Interceptors.installed());
        }
        Map<String, String> entries = new LinkedHashMap<>();
        Object[] texts = GuestArrays.values(arguments[context]);
        for (int i = 0; i < texts.length; i += 2) {
            entries.put(INTEROP.asString(texts[i]), INTEROP.asString(texts[i + 1]));
        }
        return new Settings(timeout, waits, false, passing(entries, false));
    }

    private static Interceptors passing(Map<String, String> entries, boolean inherits) {
        return Interceptors.NONE.passing(entries, inherits).afterInstalled();
    }

    /** Of arguments [ms, [waits]], or {timeout: ms, waits: boolean, promises: boolean, context: {key: text}}. */
    static Settings ofClient(Object[] arguments) throws InteropException {
        boolean areOptions = arguments.length == 1
                && INTEROP.hasMembers(arguments[0])
                && !INTEROP.isNumber(arguments[0])
                && !INTEROP.isNull(arguments[0]);
        return areOptions
                ? ofOptions(arguments[0])
                : new Settings(
                        Blocking.timeout(arguments, 0),
                        arguments.length > 1 && INTEROP.asBoolean(arguments[1]),
                        false,
                        Interceptors.installed());
    }

    private static Settings ofOptions(Object options) throws InteropException {
        long timeout = Blocking.FOREVER;
        boolean waits = false;
        boolean promises = false;
        Map<String, String> entries = Map.of();
        for (Object member : GuestArrays.values(INTEROP.getMembers(options))) {
            String name = INTEROP.asString(member);
            Object value = INTEROP.readMember(options, name);
            switch (name) {
                case "timeout" -> timeout = Blocking.timeout(new Object[] {value}, 0);
                case "waits" -> waits = isTrue(name, value);
                case "promises" -> promises = isTrue(name, value);
                case "context" -> entries = entries(value);
                default ->
                    throw SharedMemoryException.of(
                            Reason.ARGUMENT,
                            "a client has the options timeout (milliseconds), waits, promises and context, not '" + name
                                    + "'");
            }
        }
        return new Settings(timeout, waits, promises, passing(entries, true));
    }

    /** Of a Map, or of any other object that is none of a kind of its own, whose members would not be entries. */
    private static Map<String, String> entries(Object value) throws InteropException {
        Map<String, String> entries = new LinkedHashMap<>();
        if (INTEROP.hasHashEntries(value)) {
            for (Object entry : GuestArrays.iterate(INTEROP.getHashEntriesIterator(value))) {
                Object[] pair = GuestArrays.values(entry);
                String key = Arguments.text(pair[0], "a key of option context");
                entries.put(key, Arguments.text(pair[1], "'" + key + "' of option context"));
            }
            return entries;
        }
        if (!hasEntriesAsMembers(value)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "option context is an object whose members are strings, or a Map of strings, not "
                            + GuestValues.named(value));
        }
        for (Object member : GuestArrays.values(INTEROP.getMembers(value))) {
            String key = INTEROP.asString(member);
            entries.put(key, Arguments.text(INTEROP.readMember(value, key), "'" + key + "' of option context"));
        }
        return entries;
    }

    private static boolean hasEntriesAsMembers(Object value) {
        return INTEROP.hasMembers(value)
                && !INTEROP.isString(value)
                && !INTEROP.hasArrayElements(value)
                && !INTEROP.hasIterator(value)
                && !INTEROP.isExecutable(value)
                && !INTEROP.isDate(value);
    }

    private static boolean isTrue(String name, Object value) throws InteropException {
        if (!INTEROP.isBoolean(value)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT, "option " + name + " is true or false, not " + GuestValues.named(value));
        }
        return INTEROP.asBoolean(value);
    }
}
