// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.SharedList;
import colors.TypeConflictException;
import colors.ValueType;
import colors.atomics.Atomics;
import colors.atomics.Cell;
import colors.atomics.ListCell;
import colors.memory.Attachment;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.ScopeCheck;
import colors.roots.Shared;
import colors.values.Lists;
import colors.values.Values;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A shared list as it is: {@link ListView} shows it with another element type. */
public sealed class ListWrapper extends AbstractList<Object> implements SharedList<Object>, Shared
        permits ArrayWrapper {
    private static final int END = -1;
    private static final int ATTEMPTS = 10; // to change all elements

    private final int granules;
    private final RootChunk chunk;

    public ListWrapper(long address, RootChunk chunk) {
        granules = Segment.granules(address);
        this.chunk = chunk;
    }

    /** Makes an empty one in shared memory. */
    public static ListWrapper create() {
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        long list = Lists.allocate(mutator);
        return new ListWrapper(list, mutator.wrapperChunk());
    }

    @Override
    public long address() {
        ScopeCheck.check(chunk);
        return Segment.ofGranules(granules);
    }

    @Override
    public RootChunk chunk() {
        return chunk;
    }

    @Override
    public boolean isFrozen() {
        boolean frozen = Memory.getInt(address() + Layout.OBJECT_SHAPE) == Segment.SHAPE_TUPLE;
        Reference.reachabilityFence(this);
        return frozen;
    }

    @Override
    public int size() {
        int size = Lists.size(address());
        Reference.reachabilityFence(this);
        return size;
    }

    @Override
    public Object get(int index) {
        Object element = find(index);
        if (element == Elements.NOTHING) {
            throw outOfBounds(index);
        }
        return element;
    }

    /** The element at an index, or {@link Elements#NOTHING}. */
    public Object find(int index) {
        return find(index, HostLanguage.VALUES);
    }

    public Object find(int index, Values values) {
        Object integer = Lists.integer(address(), index, null);
        Reference.reachabilityFence(this);
        return integer != null ? integer : findAny(index, values);
    }

    private Object findAny(int index, Values values) {
        Mutator mutator = Mutator.current();
        boolean isFixed = isFrozen();
        long bits = isFixed
                ? Lists.loadFixed(mutator, address(), index < 0 ? Integer.MAX_VALUE : index)
                : Lists.load(mutator, address(), index);
        int kind = Lists.loadedKind(mutator);
        Object value =
                kind == 0 ? Elements.NOTHING : values.ofElement(isFixed ? chunk() : mutator.wrapperChunk(), kind, bits);
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public long getLong(int index) {
        Object integer = Lists.integer(address(), index, null);
        Reference.reachabilityFence(this);
        return integer != null ? (Long) integer : number(index, Long.class);
    }

    @Override
    public double getDouble(int index) {
        Mutator mutator = Mutator.current();
        long bits = Lists.load(mutator, address(), index);
        Reference.reachabilityFence(this);
        return Lists.loadedKind(mutator) == Layout.SLOT_FLOAT64
                ? Double.longBitsToDouble(bits)
                : number(index, Double.class);
    }

    <N> N number(int index, Class<N> type) {
        N number = Elements.convert(get(index), type, index);
        if (number == null) {
            throw new TypeConflictException("element " + index + " is null, which does not fit " + type.getName());
        }
        return number;
    }

    IndexOutOfBoundsException outOfBounds(int index) {
        return new IndexOutOfBoundsException("index " + index + " of a shared list with " + size() + " elements");
    }

    /**
     * As {@link #set}, of a value that is a number's bits already; does not tell what was there. False when there is no
     * such index.
     */
    public boolean store(int index, int kind, long bits) {
        checkChangeable();
        boolean stored = Lists.set(Mutator.current(), address(), index, kind, bits);
        Reference.reachabilityFence(this);
        return stored;
    }

    private void checkChangeable() {
        if (isFrozen()) {
            throw new UnsupportedOperationException(
                    "this shared list was made from one that does not change, for instance a Python tuple; copy it to"
                            + " change it");
        }
    }

    @Override
    public Object set(int index, Object value) {
        checkChangeable();
        Object stored = Immutables.stored(value);
        Mutator mutator = Mutator.current();
        int kind = Lists.kindOf(stored);
        if (!Lists.set(mutator, address(), index, kind, Lists.bitsOf(mutator, kind, stored))) {
            throw outOfBounds(index);
        }
        Object old = HostLanguage.VALUES.ofElement(mutator, Lists.oldKind(mutator), Lists.oldBits(mutator));
        Reference.reachabilityFence(stored);
        Reference.reachabilityFence(this);
        return old;
    }

    @Override
    public boolean compareAndSet(int index, Object expected, Object value) {
        checkChangeable();
        Object stored = Immutables.stored(value);
        boolean set = Atomics.compareAndSet(cell(index), expected, stored, HostLanguage.WRAPPERS, Immutables::isSame);
        Reference.reachabilityFence(expected);
        Reference.reachabilityFence(this);
        return set;
    }

    @Override
    public Object getAndSet(int index, Object value) {
        checkChangeable();
        Object old = Atomics.getAndSet(cell(index), Immutables.stored(value), HostLanguage.VALUES);
        Reference.reachabilityFence(this);
        return old;
    }

    @Override
    public Number getAndAdd(int index, Number delta) {
        checkChangeable();
        Object old = Atomics.getAndAdd(cell(index), delta, HostLanguage.WRAPPERS);
        Reference.reachabilityFence(this);
        return (Number) old;
    }

    /** For one operation. Throws IndexOutOfBoundsException now or in the operation. */
    Cell cell(int index) {
        if (index < 0) {
            throw outOfBounds(index);
        }
        return new ListCell(address(), index, () -> outOfBounds(index));
    }

    @Override
    public boolean add(Object value) {
        insert(END, value);
        return true;
    }

    @Override
    public void add(int index, Object value) {
        if (index < 0) {
            throw outOfBounds(index);
        }
        insert(index, value);
    }

    void insert(int index, Object inserted) {
        checkChangeable();
        Object value = Immutables.stored(inserted);
        Mutator mutator = Mutator.current();
        int kind = Lists.kindOf(value);
        if (!Lists.insert(mutator, address(), index, kind, Lists.bitsOf(mutator, kind, value))) {
            throw outOfBounds(index);
        }
        Reference.reachabilityFence(value);
        Reference.reachabilityFence(this);
    }

    @Override
    public Object remove(int index) {
        checkChangeable();
        if (index < 0) {
            throw outOfBounds(index);
        }
        return take(index, () -> outOfBounds(index));
    }

    Object take(int index, Supplier<RuntimeException> none) {
        Mutator mutator = Mutator.current();
        if (!Lists.remove(mutator, address(), index)) {
            throw none.get();
        }
        Object old = HostLanguage.VALUES.ofElement(mutator, Lists.oldKind(mutator), Lists.oldBits(mutator));
        Reference.reachabilityFence(this);
        return old;
    }

    @Override
    public Object removeFirst() {
        checkChangeable();
        return take(0, ListWrapper::empty);
    }

    @Override
    public Object removeLast() {
        checkChangeable();
        return take(END, ListWrapper::empty);
    }

    private static NoSuchElementException empty() {
        return new NoSuchElementException("the shared list is empty");
    }

    @Override
    public Object getFirst() {
        return iterator().next();
    }

    @Override
    public Object getLast() {
        while (true) {
            Elements.Cursor<Object> cursor = new Elements.Cursor<>(this, ElementType.ANY, size());
            if (cursor.hasPrevious()) {
                return cursor.previous();
            }
            if (isEmpty()) {
                throw empty();
            }
        }
    }

    @Override
    public void clear() {
        checkChangeable();
        Lists.clear(Mutator.current(), address());
        Reference.reachabilityFence(this);
    }

    @Override
    public boolean addAll(Collection<?> values) {
        return replace(END, 0, values);
    }

    @Override
    public boolean addAll(int index, Collection<?> values) {
        if (index < 0) {
            throw outOfBounds(index);
        }
        return replace(index, 0, values);
    }

    @Override
    protected void removeRange(int from, int to) {
        replace(from, to - from, List.of());
    }

    /** Replaces {@code removed} elements from {@code from} on by others, in one step. */
    boolean replace(int from, int removed, Collection<?> values) {
        checkChangeable();
        List<?> list = Immutables.stored(Arrays.asList(values.toArray()));
        if (!Lists.replace(Mutator.current(), address(), from, removed, list)) {
            throw outOfBounds(from);
        }
        Reference.reachabilityFence(this);
        return !list.isEmpty();
    }

    /** Whether it is the same list in shared memory, or another list with equal elements. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Shared shared && shared.address() == address() || super.equals(other);
    }

    /** The elements, each as it was when it was read. */
    @Override
    public Object[] toArray() {
        List<Object> found = new ArrayList<>(size());
        iterator().forEachRemaining(found::add);
        return found.toArray();
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return Elements.into(given, toArray(), ElementType.ANY);
    }

    @Override
    public boolean contains(Object value) {
        return indexOf(value) >= 0;
    }

    @Override
    public int indexOf(Object value) {
        Object sought = Elements.stored(value);
        ListIterator<Object> elements = listIterator();
        while (elements.hasNext()) {
            if (Immutables.isEqual(elements.next(), sought)) {
                return elements.previousIndex();
            }
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object value) {
        Object sought = Elements.stored(value);
        Object[] elements = toArray();
        for (int i = elements.length - 1; i >= 0; i--) {
            if (Immutables.isEqual(elements[i], sought)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean remove(Object value) {
        checkChangeable();
        while (true) {
            int generation = Lists.generation(address());
            int index = indexOf(value);
            if (index < 0 ? isUnchanged(generation) : replaceIf(generation, index, 1, List.of())) {
                return index >= 0;
            }
        }
    }

    private boolean replaceIf(int generation, int from, int removed, List<?> values) {
        boolean done =
                Lists.replaceIf(Mutator.current(), address(), generation, from, removed, Immutables.stored(values));
        Reference.reachabilityFence(this);
        return done;
    }

    private boolean isUnchanged(int generation) {
        boolean is = Lists.isUnchanged(Mutator.current(), address(), generation);
        Reference.reachabilityFence(this);
        return is;
    }

    /**
     * The elements, of which those that are shown as private records are still the same shared objects when they are
     * stored again.
     */
    List<Object> elements(Map<Object, Object> wrappers) {
        List<Object> elements = new ArrayList<>(size());
        for (Object element; (element = find(elements.size(), HostLanguage.WRAPPERS)) != Elements.NOTHING; ) {
            Object shown = Immutables.shown(element);
            if (shown != element) {
                wrappers.put(shown, element);
            }
            elements.add(shown);
        }
        return elements;
    }

    /**
     * Changes all elements in one step, if {@code edit} does not give the same list back. It is called again when
     * others were faster.
     */
    boolean edit(UnaryOperator<List<Object>> edit) {
        checkChangeable();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int generation = Lists.generation(address());
            Map<Object, Object> wrappers = new IdentityHashMap<>();
            List<Object> before = elements(wrappers);
            List<Object> after = edit.apply(before);
            if (after == before
                    ? isUnchanged(generation)
                    : replaceIf(generation, 0, before.size(), stored(after, wrappers))) {
                return after != before;
            }
        }
        throw new ConcurrentModificationException(
                "others changed the shared list while it was read, " + ATTEMPTS + " times; nothing was changed");
    }

    private static List<Object> stored(List<Object> shown, Map<Object, Object> wrappers) {
        return wrappers.isEmpty()
                ? shown
                : shown.stream()
                        .map(element -> wrappers.getOrDefault(element, element))
                        .toList();
    }

    @Override
    public void sort(Comparator<? super Object> order) {
        edit(elements -> {
            Object[] sorted = elements.toArray();
            Arrays.sort(sorted, order);
            if (size() < sorted.length) {
                throw new ConcurrentModificationException(
                        "the shared list got shorter while it was sorted; nothing was changed");
            }
            return Arrays.asList(sorted);
        });
    }

    @Override
    public void replaceAll(UnaryOperator<Object> operator) {
        Objects.requireNonNull(operator);
        edit(elements -> {
            List<Object> replaced = new ArrayList<>(elements);
            replaced.replaceAll(operator);
            return replaced;
        });
    }

    @Override
    public boolean removeIf(Predicate<? super Object> filter) {
        Objects.requireNonNull(filter);
        return edit(elements -> {
            List<Object> left = new ArrayList<>(elements);
            return left.removeIf(filter) ? left : elements;
        });
    }

    @Override
    public boolean removeAll(Collection<?> values) {
        Objects.requireNonNull(values);
        return removeIf(values::contains);
    }

    @Override
    public boolean retainAll(Collection<?> values) {
        Objects.requireNonNull(values);
        return removeIf(value -> !values.contains(value));
    }

    @Override
    public Iterator<Object> iterator() {
        return new Elements.Cursor<>(this, ElementType.ANY, 0);
    }

    @Override
    public ListIterator<Object> listIterator(int index) {
        if (index < 0 || index > size()) {
            throw outOfBounds(index);
        }
        return new Elements.Cursor<>(this, ElementType.ANY, index);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        iterator().forEachRemaining(element -> text.add(Elements.text(this, "(this Collection)", element)));
        return text.toString();
    }

    @Override
    @SuppressWarnings("unchecked") // of Object
    public <F> SharedList<F> as(ValueType<F> type) {
        return ElementType.ANY.equals(type) ? (SharedList<F>) this : new ListView<>(this, ElementType.given(type));
    }

    @Override
    public <A> A asArray(Class<A> type) {
        return ListArray.of(this, type);
    }

    @Override
    public MemorySegment longs() {
        return memory(Layout.SLOT_INT64, "integers");
    }

    @Override
    public MemorySegment doubles() {
        return memory(Layout.SLOT_FLOAT64, "floats");
    }

    MemorySegment memory(int kind, String what) {
        Mutator mutator = Mutator.current();
        MemorySegment memory = Lists.raw(mutator, address(), kind);
        RootChunk rooted = mutator.wrapperChunk();
        if (memory == null) {
            throw new TypeConflictException("the list does not hold only " + what
                    + ", so it has no memory of these; make it from an array or a list of " + what);
        }
        Reference.reachabilityFence(this);
        MemorySegment view = Views.keeping(memory, rooted);
        return isFrozen() ? view.asReadOnly() : view;
    }
}
