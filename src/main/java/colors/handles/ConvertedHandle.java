// SPDX-License-Identifier: Apache-2.0
package colors.handles;

import colors.Field;
import colors.Ref;
import colors.wrappers.ElementType;

/** A handle for any field whose values are converted to a type that the program gave. */
public record ConvertedHandle<V>(ObjectHandle handle, ElementType<V> type) implements Field<Object, V> {
    private static final int NO_INDEX = -1;

    @Override
    public String name() {
        return handle.name();
    }

    @Override
    public V get(Ref<?> object) {
        return type.convert(handle.get(object), NO_INDEX);
    }

    @Override
    public void set(Ref<?> object, V value) {
        handle.set(object, value);
    }

    @Override
    public boolean compareAndSet(Ref<?> object, V expected, V value) {
        return handle.compareAndSet(object, expected, value);
    }

    @Override
    public V getAndSet(Ref<?> object, V value) {
        get(object); // fails before the change, not after it
        return type.convert(handle.getAndSet(object, value), NO_INDEX);
    }

    @Override
    public Number getAndAdd(Ref<?> object, Number delta) {
        return handle.getAndAdd(object, delta);
    }
}
