// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python;

import colors.runtime.ByFields;
import colors.runtime.Equality;
import colors.runtime.PrivateKey;
import colors.runtime.Shared;
import colors.truffle.container.SharedContainer;
import colors.truffle.interop.GuestArrays;
import colors.truffle.interop.SharedClass;
import colors.truffle.interop.SharedObject;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How Python compares shared objects that are keys: by identity, by the fields that a data class compares, or by asking {@code __hash__} and
 * {@code __eq__}, as the program's class of the shared name says (python/colors/_keys.py). Nothing is held while these run.
 */
final class PythonKeys implements Equality.Objects {
    /** The fields by which objects of a class are compared; none where it says that itself. */
    private record Rule(List<String> fields) {
        boolean asks() {
            return fields == null;
        }
    }

    private final Map<SharedClass, Rule> rules = new ConcurrentHashMap<>(); // classes that are compared by identity have none
    private final Object hash;
    private final Object equal;

    PythonKeys(Object hash, Object equal) {
        this.hash = hash;
        this.equal = equal;
    }

    /** The rule of a class: None, a list of names, or True. */
    void compare(SharedClass type, Object rule) throws InteropException {
        InteropLibrary interop = InteropLibrary.getUncached();
        if (interop.isNull(rule)) {
            rules.remove(type);
        } else {
            rules.put(type, new Rule(interop.isBoolean(rule) ? null : names(rule)));
        }
    }

    private static List<String> names(Object array) throws InteropException {
        var names = new ArrayList<String>();
        for (Object name : GuestArrays.values(array)) {
            names.add(InteropLibrary.getUncached().asString(name));
        }
        return List.copyOf(names);
    }

    private static SharedObject object(Shared shared) {
        return shared instanceof SharedObject object ? object : SharedObject.of(shared.address(), shared.chunk());
    }

    /** The rule for an object, null for a container too. */
    private Rule ruleOf(Shared shared) {
        return rules.isEmpty() && shared instanceof SharedObject || SharedContainer.is(shared) ? null : rules.get(object(shared).type());
    }

    @Override
    public boolean isByValue(Shared object) {
        return ruleOf(object) != null;
    }

    @Override
    public int hash(Shared object) {
        Rule rule = ruleOf(object);
        return rule == null ? KEPT.hash(object) : rule.asks() ? ask(object(object)) : ByFields.hash(object, rule.fields, this);
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
        Rule rule = ruleOf(key);
        Rule other = ruleOf(there);
        if (rule != null && rule.asks() || other != null && other.asks()) {
            return (boolean) PythonGuest.call(equal, object(there), object(key)); // in the order of a dict
        }
        return rule != null && ByFields.equal(key, there, rule.fields, this);
    }

    // ---- private objects that are looked for --------------------------------------------------------

    /** One that is asked. */
    PrivateKey asked(Object value) {
        return new PrivateKey() {
            @Override
            public int hash() {
                return ask(value);
            }

            @Override
            public boolean equal(Shared object) {
                return !SharedContainer.is(object) && (boolean) PythonGuest.call(equal, object(object), value);
            }
        };
    }

    /** One that is compared by its fields. */
    PrivateKey byFields(String className, Map<String, Object> fields) {
        List<String> names = List.copyOf(fields.keySet());
        return new PrivateKey() {
            @Override
            public int hash() {
                return ByFields.hash(className, names, fields::get, PythonKeys.this);
            }

            @Override
            public boolean equal(Shared object) {
                return ByFields.equal(className, object, names, fields::get, PythonKeys.this);
            }
        };
    }
}
