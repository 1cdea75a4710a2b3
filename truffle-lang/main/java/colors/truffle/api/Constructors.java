// SPDX-License-Identifier: Apache-2.0
package colors.truffle.api;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.heap.Flats;
import colors.truffle.border.Arguments;
import colors.truffle.border.GuestArrays;
import colors.truffle.border.GuestValues;
import colors.truffle.container.ContainerValues;
import colors.truffle.container.FlatContents;
import colors.truffle.container.NewContainer;
import colors.truffle.container.SharedBinary;
import colors.truffle.container.SharedFlat;
import colors.truffle.container.SharedList;
import colors.truffle.container.SharedMap;
import colors.truffle.container.SharedSet;
import colors.truffle.container.core.ListCore;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

/** The functions of the API that make containers of elements that can be shared: scalars and what is shared already. */
public final class Constructors {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    private Constructors() {}

    /** list([iterable]). */
    public static SharedList list(Object[] arguments) throws InteropException {
        SharedList list = NewContainer.list();
        Object[] elements = elements(arguments);
        list.core().replace(ListCore.ANY_VERSION, 0, 0, ContainerValues.toCore(elements, list.kind()));
        return list;
    }

    /** set([iterable]). */
    public static SharedSet set(Object[] arguments) throws InteropException {
        SharedSet set = NewContainer.set();
        for (Object element : elements(arguments)) {
            set.core().putIfAbsent(ContainerValues.toCore(element, set.kind()), null);
        }
        return set;
    }

    private static Object[] elements(Object[] arguments) throws InteropException {
        if (arguments.length == 0 || INTEROP.isNull(arguments[0])) {
            return new Object[0];
        }
        if (!INTEROP.hasIterator(arguments[0])) {
            throw wrong("an iterable", arguments[0]);
        }
        return GuestArrays.iterate(arguments[0]).toArray();
    }

    /** map([Map or iterable of pairs]). */
    public static SharedMap map(Object[] arguments) throws InteropException {
        SharedMap map = NewContainer.map();
        boolean isMap = arguments.length != 0 && INTEROP.hasHashEntries(arguments[0]);
        Object[] entries = isMap
                ? GuestArrays.iterate(INTEROP.getHashEntriesIterator(arguments[0]))
                        .toArray()
                : elements(arguments);
        for (Object entry : entries) {
            if (!INTEROP.hasArrayElements(entry) || INTEROP.getArraySize(entry) < 2) {
                throw wrong("an iterable of pairs [key, value]", entry);
            }
            map.core()
                    .put(
                            ContainerValues.toCore(INTEROP.readArrayElement(entry, 0), map.kind()),
                            ContainerValues.toCore(INTEROP.readArrayElement(entry, 1), map.kind()));
        }
        return map;
    }

    /** binary(size or buffer or array of bytes). */
    public static SharedBinary binary(Object source) throws InteropException {
        if (INTEROP.fitsInInt(source) && INTEROP.asInt(source) >= 0) {
            return NewContainer.binary(new byte[INTEROP.asInt(source)]);
        }
        if (!INTEROP.hasBufferElements(source) && !INTEROP.hasArrayElements(source)) {
            throw wrong("a number of bytes, or an ArrayBuffer or Uint8Array", source);
        }
        return NewContainer.binary(GuestArrays.bytesOrNumbers(source));
    }

    /** array(type, length or array, typed array or iterable of numbers). */
    public static SharedFlat array(Object type, Object source) throws InteropException {
        String name = Arguments.text(type, "the type of a shared array's elements");
        int kind = Flats.kindOf(name);
        if (kind == 0) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "'" + name + "' is no type of a shared array's elements; it is one of " + Flats.names());
        }
        if (!INTEROP.isNumber(source)) {
            return NewContainer.flat(FlatContents.of(source, kind));
        }
        if (!INTEROP.fitsInInt(source) || INTEROP.asInt(source) < 0) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "the length of a shared array is an integer from 0 to " + (Flats.BYTES_MAX >>> Flats.shift(kind))
                            + ", not " + INTEROP.toDisplayString(source, false));
        }
        return NewContainer.flat(kind, INTEROP.asInt(source));
    }

    private static SharedMemoryException wrong(String expected, Object value) {
        return SharedMemoryException.of(Reason.ARGUMENT, expected + " was expected, not " + GuestValues.named(value));
    }
}
