// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.ObjectField;
import colors.SharedObject;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.wrappers.Immutables;
import java.lang.ref.Reference;

public record ObjectHandle(FieldBinding binding) implements ObjectField, FieldAccess.OfObject {

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public Object get(SharedObject object) {
        return get((Shared) object);
    }

    @Override
    public Object get(Shared object) {
        Object value = BoxedType.fromCore(binding, binding.getAny(object.address()));
        Reference.reachabilityFence(object);
        return value;
    }

    @Override
    public void set(SharedObject object, Object value) {
        set((Shared) object, value);
    }

    @Override
    public void set(Shared object, Object value) {
        Object stored = Immutables.stored(value);
        binding.putAny(object.address(), BoxedType.toCore(binding, stored));
        Reference.reachabilityFence(stored);
        Reference.reachabilityFence(object);
    }

    @Override
    public boolean compareAndSet(SharedObject object, Object expected, Object value) {
        return AtomicField.compareAndSet(binding, object, expected, value);
    }

    @Override
    public Object getAndSet(SharedObject object, Object value) {
        return BoxedType.fromCore(binding, AtomicField.getAndSet(binding, object, value, binding.values()));
    }

    @Override
    public Number getAndAdd(SharedObject object, Number delta) {
        return (Number) AtomicField.getAndAdd(binding, object, delta);
    }
}
