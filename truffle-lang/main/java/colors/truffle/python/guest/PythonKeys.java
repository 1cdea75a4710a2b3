// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.guest;

import colors.roots.Shared;
import colors.truffle.border.GuestArrays;
import colors.truffle.container.FieldKeys;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import colors.values.PrivateKey;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How Python compares shared objects that are keys: by identity, by the fields that a data class compares, or by asking
 * {@code __hash__} and {@code __eq__}, as the program's class of the shared name says (python/colors/_keys.py). Nothing
 * is held while these run.
 */
public final class PythonKeys extends FieldKeys {
    private final Set<SharedClass> asked = ConcurrentHashMap.newKeySet();
    private final Object hash;
    private final Object equal;

    PythonKeys(Object hash, Object equal) {
        this.hash = hash;
        this.equal = equal;
    }

    /** The rule of a class: None, a list of names, or True. */
    public void compare(SharedClass type, Object rule) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        boolean asks = interop.isBoolean(rule);
        compare(type, asks || interop.isNull(rule) ? null : names(rule));
        if (asks) {
            asked.add(type);
        } else {
            asked.remove(type);
        }
    }

    static List<String> names(Object array) throws InteropException {
        var names = new ArrayList<String>();
        for (Object name : GuestArrays.values(array)) {
            names.add(InteropLibrary.getUncached().asString(name));
        }
        return names;
    }

    private boolean isAsked(Shared shared) {
        SharedObject object = object(shared);
        return object != null && asked.contains(object.type());
    }

    @Override
    public boolean isByValue(Shared object) {
        return isAsked(object) || super.isByValue(object);
    }

    @Override
    public int hash(Shared object) {
        return isAsked(object) ? ask(object(object)) : super.hash(object);
    }

    private int ask(Object object) {
        int found = Long.hashCode((long) PythonGuest.call(hash, object));
        return found != 0 ? found : 1;
    }

    @Override
    public boolean equal(Shared key, Shared there) {
        if (key.address() == there.address()) {
            return true;
        }
        boolean asks = isAsked(key) || isAsked(there);
        // in the order of a dict
        return asks ? (boolean) PythonGuest.call(equal, wrapper(there), wrapper(key)) : super.equal(key, there);
    }

    private static Object wrapper(Shared shared) {
        SharedObject object = object(shared);
        return object != null ? object : shared;
    }

    /** What stands for a private object that is looked for, and is asked. */
    PrivateKey ofPrivate(Object value) {
        return new PrivateKey() {
            @Override
            public int hash() {
                return ask(value);
            }

            @Override
            public boolean equal(Shared object) {
                return object(object) != null && (boolean) PythonGuest.call(equal, object(object), value);
            }
        };
    }
}
