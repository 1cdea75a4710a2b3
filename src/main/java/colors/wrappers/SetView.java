// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedSet;
import colors.ValueType;
import colors.roots.View;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** A shared set, or the keys of a shared map, with the elements converted. */
public class SetView<E> extends AbstractSet<E> {
    private final Set<Object> set;
    private final ElementType<E> type;

    SetView(Set<Object> set, ElementType<E> type) {
        this.set = set;
        this.type = type;
    }

    /** Of a whole set, for which it stands where it is stored. */
    public static final class Whole<E> extends SetView<E> implements SharedSet<E>, View {
        private final SetWrapper shared;

        public Whole(SetWrapper shared, ElementType<E> type) {
            super(shared, type);
            this.shared = shared;
        }

        /** The same view of a set, another wrapper of the same object. */
        public Whole<E> of(SetWrapper other) {
            return new Whole<>(other, super.type);
        }

        @Override
        public boolean isFrozen() {
            return shared.isFrozen();
        }

        @Override
        public <F> SharedSet<F> as(ValueType<F> type) {
            return shared.as(type);
        }

        @Override
        public SetWrapper shown() {
            return shared;
        }
    }

    private E convert(Object element) {
        return type.convert(element, Elements.NONE);
    }

    @Override
    public int size() {
        return set.size();
    }

    @Override
    public boolean contains(Object element) {
        return set.contains(element);
    }

    @Override
    public boolean add(E element) {
        return set.add(element);
    }

    @Override
    public boolean remove(Object element) {
        return set.remove(element);
    }

    @Override
    public boolean removeAll(Collection<?> elements) {
        return set.removeAll(elements);
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter);
        return set.removeIf(element -> filter.test(convert(element)));
    }

    @Override
    public void clear() {
        set.clear();
    }

    @Override
    public Iterator<E> iterator() {
        Iterator<Object> elements = set.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return elements.hasNext();
            }

            @Override
            public E next() {
                return convert(elements.next());
            }

            @Override
            public void remove() {
                elements.remove();
            }
        };
    }
}
