// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.roots.Shared;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import colors.values.ByFields;
import colors.values.Equality;
import colors.values.PrivateKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How a guest language compares shared objects that are keys: those of some classes by fields, others by identity.
 * Thread-safe.
 */
public class FieldKeys implements Equality.Objects {
    private final Map<SharedClass, List<String>> fields = new ConcurrentHashMap<>();

    /** Objects of a class are compared by these fields; null: no more. */
    public final void compare(SharedClass type, List<String> names) {
        if (names == null) {
            fields.remove(type);
        } else {
            fields.put(type, List.copyOf(names));
        }
    }

    /** The fields by which objects of a class are compared, or null. */
    public final List<String> fields(SharedClass type) {
        return fields.get(type);
    }

    /** What stands for an object; null for a container. */
    protected static SharedObject object(Shared shared) {
        return shared instanceof SharedObject object
                ? object
                : SharedContainer.is(shared) ? null : SharedObject.of(shared.address(), shared.chunk());
    }

    private List<String> fields(Shared shared) {
        SharedObject object = object(shared);
        return object == null ? null : fields.get(object.type());
    }

    @Override
    public boolean isByValue(Shared object) {
        return fields(object) != null;
    }

    @Override
    public int hash(Shared object) {
        List<String> names = fields(object);
        return names == null ? KEPT.hash(object) : ByFields.hash(object, names, this);
    }

    @Override
    public boolean equal(Shared key, Shared there) {
        if (key.address() == there.address()) {
            return true;
        }
        List<String> names = fields(key);
        return names != null && ByFields.equal(key, there, names, this);
    }

    /**
     * What stands for a private object that is looked for, with the fields by which its class is compared, as the core
     * has them.
     */
    public final PrivateKey ofPrivate(String className, Map<String, Object> values) {
        List<String> names = List.copyOf(values.keySet());
        return new PrivateKey() {
            @Override
            public int hash() {
                return ByFields.hash(className, names, values::get, FieldKeys.this);
            }

            @Override
            public boolean equal(Shared object) {
                return ByFields.equal(className, object, names, values::get, FieldKeys.this);
            }
        };
    }
}
