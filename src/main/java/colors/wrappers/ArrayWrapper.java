// SPDX-License-Identifier: Apache-2.0
package colors.wrappers;

import colors.NumberOverflowException;
import colors.SharedArray;
import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.TypeConflictException;
import colors.ValueType;
import colors.atomics.Cell;
import colors.atomics.FlatCell;
import colors.heap.Flats;
import colors.heap.Heap;
import colors.heap.PrimitiveArrays;
import colors.heap.Strings;
import colors.memory.Attachment;
import colors.memory.Layout;
import colors.memory.Segment;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.roots.Shared;
import colors.roots.Surrogates;
import colors.values.TypeRules;
import colors.values.Values;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A flat array as it is: {@link ArrayView} shows it with another element type. */
public final class ArrayWrapper extends ListWrapper implements SharedArray<Object> {
    private static final int AT_ONCE = 64; // references, in one operation, for which a cycle's grace period waits

    private final int kind;
    private final int length;
    private boolean hasTexts; // an element that was loaded was a string: the next ones may be known. Without order

    public ArrayWrapper(long address, RootChunk chunk) {
        super(address, chunk);
        kind = Flats.kind(address);
        length = Flats.size(address);
    }

    /**
     * Makes one of zeros, of false, or of null.
     *
     * @param component {@code int.class}, {@code double.class}, any other primitive type but {@code void}; any class
     *         makes an array of references, which takes objects of all classes
     * @throws SharedMemoryException (ARGUMENT) for another type, or a length that is negative or more than 2 GiB
     */
    public static ArrayWrapper create(Class<?> component, int length) {
        int kind = checkComponent(component);
        Attachment.ensure();
        Mutator mutator = Mutator.current();
        return new ArrayWrapper(Flats.allocate(mutator, kind, length), mutator.wrapperChunk());
    }

    /**
     * The copy of a private array, {@code byte[]} included; of references with all that they refer to. Throws as {@link
     * #create}, and as {@link Ref#copyOf}.
     */
    public static ArrayWrapper copyOf(Object array) {
        if (array == null || !array.getClass().isArray()) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "an array to copy was expected, not " + TypeRules.describe(array)
                            + "; SharedArray.create makes one of a length");
        }
        int kind = checkComponent(array.getClass().getComponentType());
        Attachment.ensure();
        Shared shared = Surrogates.find(array);
        if (shared != null) {
            return copyOf(
                    (ListWrapper) HostLanguage.wrap(shared.address(), shared.chunk()),
                    array.getClass().getComponentType());
        }
        if (Flats.isTagged(kind)) {
            return (ArrayWrapper) Copies.get().in(array);
        }
        Mutator mutator = Mutator.current();
        return new ArrayWrapper(Flats.allocate(mutator, kind, PrimitiveArrays.bytes(array)), mutator.wrapperChunk());
    }

    /** The elements of a list or array in another array. */
    public static ArrayWrapper copyOf(ListWrapper list, Class<?> component) {
        List<Object> elements = new ArrayList<>(list);
        ArrayWrapper copy = create(component, elements.size());
        copy.storeAll(0, elements);
        return copy;
    }

    private static int checkComponent(Class<?> component) {
        int kind = Flats.kindOf(component);
        if (kind == 0) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a flat array of " + (component == null ? "null" : component.getTypeName())
                            + " was asked for; expected the type of its elements, such as int.class or String.class");
        }
        return kind;
    }

    @Override
    @SuppressWarnings("unchecked") // of Object
    public <F> SharedArray<F> as(ValueType<F> type) {
        return ElementType.ANY.equals(type) ? (SharedArray<F>) this : new ArrayView<>(this, ElementType.given(type));
    }

    @Override
    public Class<?> componentType() {
        return Flats.componentType(kind);
    }

    public int kind() {
        return kind;
    }

    @Override
    public int size() {
        address(); // an error when its scope is closed
        return length;
    }

    @Override
    public boolean isFrozen() {
        return false;
    }

    // ---- elements -----------------------------------------------------------------------------------

    @Override
    public Object find(int index, Values values) {
        long address = address();
        Object element = index < 0 || index >= length
                ? Elements.NOTHING
                : Flats.isTagged(kind) ? load(address, index, values) : Flats.get(address, kind, index);
        Reference.reachabilityFence(this);
        return element;
    }

    private Object load(long address, int index, Values values) {
        String recent = hasTexts ? Strings.recent(Flats.place(address, Layout.SLOT_TAGGED, index)) : null;
        return recent != null ? recent : loadUnknown(address, index, values);
    }

    private Object loadUnknown(long address, int index, Values values) {
        Mutator mutator = Mutator.current();
        long word = Flats.loadTagged(mutator, address, index);
        Object element = values.ofElement(mutator, Layout.SLOT_TAGGED, word);
        if (element instanceof String) {
            hasTexts = true;
            Strings.remember(word, element);
        }
        return element;
    }

    @Override
    public Object find(int index) {
        return find(index, HostLanguage.VALUES);
    }

    @Override
    public long getLong(int index) {
        if (Flats.isTagged(kind)) {
            return number(checkIndex(index), Long.class);
        }
        if (Flats.isFloat(kind)) {
            throw new TypeConflictException(
                    "the elements of an array of " + Flats.name(kind) + " are no integers; use getDouble");
        }
        long bits = Flats.getInteger(address(), kind, checkIndex(index));
        Reference.reachabilityFence(this);
        return bits;
    }

    @Override
    public double getDouble(int index) {
        if (Flats.isTagged(kind)) {
            return number(checkIndex(index), Double.class);
        }
        if (!Flats.isFloat(kind)) {
            throw new TypeConflictException(
                    "the elements of an array of " + Flats.name(kind) + " are no floats; use getLong");
        }
        double value = Flats.getFloat(address(), kind, checkIndex(index));
        Reference.reachabilityFence(this);
        return value;
    }

    @Override
    public void setLong(int index, long value) {
        if (index >= 0 && index < length && !Flats.isTagged(kind) && Flats.fits(kind, value)) {
            Flats.setInteger(address(), kind, index, value);
            Reference.reachabilityFence(this);
        } else if (!store(index, Layout.SLOT_INT64, value)) {
            throw outOfBounds(index);
        }
    }

    @Override
    public void setDouble(int index, double value) {
        long bits = Double.doubleToRawLongBits(value);
        if (index >= 0 && index < length && Flats.isFloat(kind) && Flats.fits(kind, value)) {
            Flats.setInteger(address(), kind, index, bits);
            Reference.reachabilityFence(this);
        } else if (!store(index, Layout.SLOT_FLOAT64, bits)) {
            throw outOfBounds(index);
        }
    }

    private int checkIndex(int index) {
        if (index < 0 || index >= length) {
            throw outOfBounds(index);
        }
        return index;
    }

    @Override
    IndexOutOfBoundsException outOfBounds(int index) {
        return new IndexOutOfBoundsException("index " + index + " of a shared array of " + length + " elements");
    }

    @Override
    public boolean store(int index, int given, long bits) {
        if (index < 0 || index >= length) {
            return false;
        }
        put(index, checked(index, given == Layout.SLOT_INT64 ? (Object) bits : (Object) Double.longBitsToDouble(bits)));
        return true;
    }

    /** Stores what {@link #checked} gave. */
    private void put(int index, Object value) {
        if (Flats.isTagged(kind)) {
            Mutator mutator = Mutator.current();
            Flats.storeTagged(mutator, address(), index, Values.wordOf(mutator, value));
            Reference.reachabilityFence(value);
        } else {
            Flats.setInteger(address(), kind, index, (Long) value);
        }
        Reference.reachabilityFence(this);
    }

    @Override
    public Object set(int index, Object value) {
        return set(index, value, ElementType.ANY);
    }

    /** The same, with the old element converted; nothing is stored if it cannot be. */
    <E> E set(int index, Object value, ElementType<E> type) {
        checkIndex(index);
        Object checked = checked(index, Elements.stored(value));
        E old = type.convert(find(index), index);
        put(index, checked);
        return old;
    }

    /**
     * What is stored for a value that was {@linkplain Elements#stored converted}: its bits, or a value or shared
     * object.
     */
    private Object checked(int index, Object value) {
        if (Flats.isTagged(kind)) {
            return Immutables.stored(value);
        }
        if (Flats.isFloat(kind)) {
            Double number = value instanceof Double given
                    ? given
                    : value instanceof Long integer && (long) (double) integer == integer && integer != Long.MAX_VALUE
                            ? (Double) (double) integer
                            : null;
            if (number != null && Flats.fits(kind, number)) {
                return Double.doubleToRawLongBits(number);
            }
        } else if (kind == Layout.SLOT_BOOLEAN && value instanceof Boolean bool) {
            return bool ? 1L : 0L;
        } else if (value instanceof Long integer && Flats.fits(kind, integer)) {
            return integer;
        }
        String message = "element " + index + " of an array of " + Flats.name(kind) + " is one " + Flats.rangeText(kind)
                + "; it cannot hold " + TypeRules.describe(value) + "; nothing was stored";
        boolean isNumber = kind != Layout.SLOT_BOOLEAN && (value instanceof Long || value instanceof Double);
        boolean isOfKind = value instanceof Long || Flats.isFloat(kind);
        throw isNumber && isOfKind
                ? new NumberOverflowException(value instanceof Long, message)
                : new TypeConflictException(message);
    }

    @Override
    Cell cell(int index) {
        return new FlatCell(address(), checkIndex(index), value -> checked(index, Elements.stored(value)));
    }

    // ---- what a list does ---------------------------------------------------------------------------

    private UnsupportedOperationException fixed() {
        return new UnsupportedOperationException("an array of " + Flats.name(kind) + " has a fixed length of " + length
                + "; make another one, or a SharedList, to have other elements");
    }

    @Override
    void insert(int index, Object inserted) {
        throw fixed();
    }

    @Override
    Object take(int index, Supplier<RuntimeException> none) {
        throw index >= length || length == 0 ? none.get() : fixed();
    }

    @Override
    boolean replace(int from, int removed, Collection<?> values) {
        if (removed != values.size()) {
            throw fixed();
        }
        if (!values.isEmpty()) {
            storeAll(from, new ArrayList<>(values));
        }
        return !values.isEmpty();
    }

    /** Nothing is stored when one does not fit. */
    private void storeAll(int from, List<Object> values) {
        Objects.checkFromIndexSize(from, values.size(), length);
        Object[] checked = new Object[values.size()];
        for (int i = 0; i < checked.length; i++) {
            checked[i] = checked(from + i, Elements.stored(values.get(i)));
        }
        for (int i = 0; i < checked.length; i++) {
            put(from + i, checked[i]);
        }
    }

    @Override
    public void clear() {
        if (length != 0) {
            throw fixed();
        }
    }

    @Override
    public boolean remove(Object value) {
        if (contains(value)) {
            throw fixed();
        }
        return false;
    }

    @Override
    boolean edit(UnaryOperator<List<Object>> edit) {
        List<Object> before = elements(new IdentityHashMap<>());
        List<Object> after = edit.apply(before);
        if (after != before) {
            replace(0, length, after);
        }
        return after != before;
    }

    @Override
    public void sort(Comparator<? super Object> order) {
        if (order != null || kind == Layout.SLOT_BOOLEAN || Flats.isTagged(kind)) {
            super.sort(order);
            return;
        }
        Segment.checkWritable();
        Object elements = toPrimitiveArray();
        PrimitiveArrays.sort(elements);
        MemorySegment sorted = PrimitiveArrays.bytes(elements);
        MemorySegment.copy(sorted, 0, elements(), 0, sorted.byteSize());
        Reference.reachabilityFence(this);
    }

    // ---- all elements -------------------------------------------------------------------------------

    @Override
    public Object[] toArray() {
        Object[] elements = new Object[size()];
        long[] words = new long[Flats.isTagged(kind) ? Math.min(AT_ONCE, length) : 0];
        for (int i = 0; i < length; ) {
            if (hasTexts || words.length == 0) { // strings that are known are found one by one
                elements[i] = find(i);
                i++;
            } else {
                i += load(elements, i, words);
            }
        }
        return elements;
    }

    /** Loads elements from an index on in one operation. Returns how many: none when the chunk had no room. */
    private int load(Object[] elements, int index, long[] words) {
        Mutator mutator = Mutator.current();
        int count = Math.min(words.length, length - index);
        int loaded = Heap.tryLoadTagged(mutator, Flats.place(address(), kind, index), words, count);
        RootChunk logged = mutator.wrapperChunk();
        for (int i = 0; i < loaded; i++) {
            elements[index + i] = shown(logged, words[i]);
        }
        if (loaded < count) {
            mutator.nextChunk();
        }
        Reference.reachabilityFence(this);
        return loaded;
    }

    private Object shown(RootChunk logged, long word) {
        Object element = HostLanguage.VALUES.ofWord(logged, word);
        if (element instanceof String) {
            hasTexts = true;
            Strings.remember(word, element);
        }
        return element;
    }

    @Override
    public MemorySegment memory() {
        MemorySegment view = Views.keeping(elements(), chunk());
        Reference.reachabilityFence(this);
        return view;
    }

    /** Its memory as long as this wrapper is reachable. */
    private MemorySegment elements() {
        if (Flats.isTagged(kind)) {
            throw new TypeConflictException(
                    "an array of references has no elements that could be shown as memory; use get and set, or"
                            + " toArray()");
        }
        return Flats.memory(address());
    }

    @Override
    public ByteBuffer buffer() {
        return memory().asByteBuffer().order(ByteOrder.nativeOrder());
    }

    @Override
    public Object toPrimitiveArray() {
        Object copy = PrimitiveArrays.of(elements(), componentType());
        Reference.reachabilityFence(this);
        return copy;
    }

    @Override
    public LongStream longStream() {
        return IntStream.range(0, size()).mapToLong(this::getLong);
    }

    @Override
    public DoubleStream doubleStream() {
        return IntStream.range(0, size()).mapToDouble(this::getDouble);
    }

    @Override
    MemorySegment memory(int asked, String what) {
        if (asked != kind) {
            throw new TypeConflictException("the elements of an array of " + Flats.name(kind) + " are not " + what
                    + " of 64 bits; memory() gives them at their width");
        }
        return memory();
    }
}
