// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.Field;
import colors.Ref;
import colors.roots.Shared;
import colors.shapes.FieldAccess;
import colors.wrappers.Immutables;
import java.lang.ref.Reference;

public record ObjectHandle(FieldBinding binding) implements Field<Object, Object>, FieldAccess.OfObject {

    @Override
    public String name() {
        return binding.field().name();
    }

    @Override
    public Object get(Ref<?> object) {
        return get((Shared) object);
    }

    @Override
    public Object get(Shared object) {
        Object value = BoxedType.fromCore(binding, binding.getAny(object.address()));
        Reference.reachabilityFence(object);
        return value;
    }

    @Override
    public void set(Ref<?> object, Object value) {
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
    public boolean compareAndSet(Ref<?> object, Object expected, Object value) {
        return AtomicField.compareAndSet(binding, (Shared) object, expected, value);
    }

    @Override
    public Object getAndSet(Ref<?> object, Object value) {
        return BoxedType.fromCore(binding, AtomicField.getAndSet(binding, (Shared) object, value, binding.values()));
    }

    @Override
    public Number getAndAdd(Ref<?> object, Number delta) {
        return (Number) AtomicField.getAndAdd(binding, (Shared) object, delta);
    }
}
