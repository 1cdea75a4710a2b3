// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container.core;

import colors.TypeConflictException;
import colors.heap.Flats;
import colors.memory.Layout;
import colors.memory.Tag;
import colors.roots.Mutator;
import colors.roots.RootChunk;
import colors.values.Lists;
import colors.values.Values;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;

/**
 * A shared list, or an array of references, which is a list of fixed length whose elements are stored one by one. A
 * negative index counts from the end, as the list is at that instant.
 */
public final class ListCore extends ContainerCore {
    /** A version that every list has. */
    public static final long ANY_VERSION = -1;

    private static final int END = -1;
    private static final int ATTEMPTS = 100;
    private static final int NOT_FIXED = -1;

    private final int fixedSize; // of an array

    /** The elements at one instant, and the version that the list had then; each change gives it another one. */
    public record Snapshot(Object[] values, long version) {}

    public ListCore(long address, RootChunk chunk, boolean frozen) {
        super(address, chunk, frozen);
        fixedSize = NOT_FIXED;
    }

    private ListCore(long address, RootChunk chunk, int size) {
        super(address, chunk, false);
        fixedSize = size;
    }

    /** Of an array of references. */
    public static ListCore ofArray(long address, RootChunk chunk) {
        return new ListCore(address, chunk, Flats.size(address));
    }

    /** Whether it is an array of references. */
    public boolean isArray() {
        return fixedSize != NOT_FIXED;
    }

    /** What is thrown where the length of an array would change. */
    @TruffleBoundary
    public TypeConflictException fixed(String problem) {
        return new TypeConflictException("an array of references has a fixed length of " + fixedSize + "; it " + problem
                + "; nothing was changed");
    }

    /** The index from the start; negative when there is none. */
    private int indexInArray(int index) {
        int at = index < 0 ? index + fixedSize : index;
        return at < fixedSize ? at : -1;
    }

    /**
     * The word of an element of an array, which becomes a root of the thread; {@link Tag#VACANT} when there is no such
     * index. For code that Truffle compiles.
     */
    public long loadFromArray(Mutator mutator, int index) {
        int at = indexInArray(index);
        long word = at < 0 ? Tag.VACANT : Flats.tryLoadTagged(mutator, address(), at);
        if (at >= 0 && word == Tag.VACANT) { // no room in the chunk
            word = loadSlow(mutator, address(), at);
        }
        Reference.reachabilityFence(chunk());
        return word;
    }

    @TruffleBoundary
    private static long loadSlow(Mutator mutator, long array, int index) {
        return Flats.loadTagged(mutator, array, index);
    }

    @Override
    public int size() {
        if (isArray()) {
            return fixedSize;
        }
        int size = Lists.size(address());
        Reference.reachabilityFence(chunk());
        return size;
    }

    /** The version that the list has now. Repeats after 2^32 changes. */
    public long version() {
        if (isArray()) {
            return 0;
        }
        long version = Integer.toUnsignedLong(Lists.generation(address()));
        Reference.reachabilityFence(chunk());
        return version;
    }

    /** An element, or ABSENT. */
    public Object get(int index) {
        Mutator mutator = Mutator.current();
        if (isArray()) {
            long word = loadFromArray(mutator, index);
            return word == Tag.VACANT ? ABSENT : VALUES.ofElement(mutator, Layout.SLOT_TAGGED, word);
        }
        boolean isFixed = isFrozen();
        long bits = isFixed ? Lists.loadFixed(mutator, address(), index) : Lists.loadCounted(mutator, address(), index);
        int kind = Lists.loadedKind(mutator);
        Object value = kind == 0 ? ABSENT : VALUES.ofElement(isFixed ? chunk() : mutator.wrapperChunk(), kind, bits);
        Reference.reachabilityFence(chunk());
        return value;
    }

    /** Stores an element; returns the old one, or ABSENT when there is none, and then nothing happened. */
    public Object set(int index, Object value) {
        if (isArray()) {
            return setInArray(index, value);
        }
        Mutator mutator = Mutator.current();
        int kind = Lists.kindOf(value);
        boolean done = Lists.setCounted(mutator, address(), index, kind, Lists.bitsOf(mutator, kind, value));
        return old(mutator, done, value);
    }

    private Object setInArray(int index, Object value) {
        Object old = get(index);
        if (old != ABSENT) {
            Mutator mutator = Mutator.current();
            Flats.storeTagged(mutator, address(), indexInArray(index), Values.wordOf(mutator, value));
            Reference.reachabilityFence(value);
            Reference.reachabilityFence(chunk());
        }
        return old;
    }

    /** Removes an element; returns it, or ABSENT. */
    public Object remove(int index) {
        if (isArray()) {
            throw fixed("has no element removed");
        }
        Mutator mutator = Mutator.current();
        return old(mutator, Lists.remove(mutator, address(), index), null);
    }

    private Object old(Mutator mutator, boolean done, Object kept) {
        Object old = done ? VALUES.ofElement(mutator, Lists.oldKind(mutator), Lists.oldBits(mutator)) : ABSENT;
        Reference.reachabilityFence(kept);
        Reference.reachabilityFence(chunk());
        return old;
    }

    /** Adds an element behind the last. */
    public void append(Object value) {
        add(END, value);
    }

    /**
     * The same for the bits of a value of a kind, if that needs neither waiting nor memory; false: nothing happened.
     * For code that Truffle compiles.
     */
    public boolean appendAtOnce(Mutator mutator, int kind, long bits) {
        if (isArray()) {
            return false;
        }
        boolean done = appendAtOnce(mutator, address(), kind, bits);
        Reference.reachabilityFence(chunk());
        return done;
    }

    @TruffleBoundary
    private static boolean appendAtOnce(Mutator mutator, long list, int kind, long bits) {
        return Lists.appendAtOnce(mutator, list, kind, bits);
    }

    /** Makes room for an element before another one. An index beyond an end means that end. */
    public void insert(int index, Object value) {
        if (index == Integer.MAX_VALUE) {
            append(value);
        } else if (index < 0 || !add(index, value)) {
            insertClamped(index, value);
        }
    }

    private boolean add(int index, Object value) {
        if (isArray()) {
            throw fixed("takes no more elements");
        }
        Mutator mutator = Mutator.current();
        int kind = Lists.kindOf(value);
        boolean done = Lists.insert(mutator, address(), index, kind, Lists.bitsOf(mutator, kind, value));
        Reference.reachabilityFence(value);
        Reference.reachabilityFence(chunk());
        return done;
    }

    private void insertClamped(int index, Object value) {
        boolean done;
        do {
            long version = version();
            int size = size();
            int at = index < 0 ? Math.max(0, index + size) : Math.min(index, size);
            done = replaceExactly(version, at, at, new Object[] {value});
        } while (!done);
    }

    /**
     * All elements, consistent unless other threads change the list all the time; then each as it was when it was read,
     * with a version that is outdated.
     */
    public Snapshot snapshot() {
        if (isArray()) {
            return new Snapshot(values(), version());
        }
        for (int attempt = 1; ; attempt++) {
            long version = version();
            long head = Lists.head(address());
            Object[] values = values();
            if (attempt == ATTEMPTS || Lists.isStill(address(), (int) version, head)) {
                return new Snapshot(values, version);
            }
        }
    }

    private Object[] values() {
        var values = new Object[size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(i);
            if (values[i] == ABSENT) { // it became shorter
                return Arrays.copyOf(values, i);
            }
        }
        return values;
    }

    /**
     * Puts values in the place of the elements from {@code from}, inclusive, to {@code to}, exclusive; both are cut to
     * the size. False, and nothing happened, when the list has another version than expected.
     */
    public boolean replace(long version, int from, int to, Object[] values) {
        if (isArray()) {
            replaceInArray(from, to, values);
            return true;
        }
        if (version != ANY_VERSION) {
            return replaceExactly(version, from, to, values);
        }
        if (from == Integer.MAX_VALUE) {
            Lists.replace(Mutator.current(), address(), END, 0, Arrays.asList(values));
            Reference.reachabilityFence(chunk());
            return true;
        }
        while (!replaceExactly(version(), from, to, values)) {
            Thread.onSpinWait();
        }
        return true;
    }

    private void replaceInArray(int from, int to, Object[] values) {
        int start = Math.min(from, fixedSize);
        int end = Math.clamp(to, start, fixedSize);
        if (end - start != values.length) {
            throw fixed("has no room for " + values.length + " elements in the place of " + (end - start));
        }
        for (int i = 0; i < values.length; i++) {
            setInArray(start + i, values[i]);
        }
    }

    private boolean replaceExactly(long version, int from, int to, Object[] values) {
        int size = size(); // of that version, or nothing happens
        int start = Math.min(from, size);
        int end = Math.clamp(to, start, size);
        List<Object> list = Arrays.asList(values);
        boolean done = Lists.replaceIf(Mutator.current(), address(), (int) version, start, end - start, list);
        Reference.reachabilityFence(chunk());
        return done;
    }

    @Override
    public void clear() {
        if (isArray()) {
            throw fixed("cannot be cleared");
        }
        Lists.clear(Mutator.current(), address());
        Reference.reachabilityFence(chunk());
    }
}
