// SPDX-License-Identifier: Apache-2.0
package colors.agent.border;

import colors.heap.FlatArray;
import colors.roots.ArrayAccess;
import colors.roots.Surrogates;
import java.lang.reflect.Array;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A private copy of a shared array, with those in it, for a call of code that is not rewritten. What the call changed
 * is stored in the shared one after it; what it did not change is not, for another process may have.
 */
public final class ArrayLoan {
    private final Object shared; // the array that stands for it
    private final ArrayAccess access;
    private final Object copy;
    private final Object before; // the same elements, which nobody changes
    private final Map<Object, ArrayLoan> inner = new IdentityHashMap<>(); // by their copies

    private ArrayLoan(Object shared, ArrayAccess access) {
        this.shared = shared;
        this.access = access;
        Class<?> component = shared.getClass().getComponentType();
        int length = access.length();
        copy = Array.newInstance(component, length);
        before = Array.newInstance(component, length);
        if (access instanceof FlatArray flat) {
            flat.copyTo(0, copy, 0, length);
            System.arraycopy(copy, 0, before, 0, length);
        } else {
            fill(length);
        }
    }

    private void fill(int length) {
        for (int i = 0; i < length; i++) {
            Object element = access.get(i);
            ArrayLoan loan = of(element);
            if (loan != null) {
                inner.put(loan.copy, loan);
                element = loan.copy;
            }
            Array.set(copy, i, element);
            Array.set(before, i, element);
        }
    }

    /** Null for what is no shared array. */
    static ArrayLoan of(Object array) {
        ArrayAccess access = Surrogates.find(array);
        return access == null ? null : new ArrayLoan(array, access);
    }

    /** A private copy, with those in it, of which nothing comes back; anything but a shared array as it is. */
    static Object copyOf(Object array) {
        return switch (Surrogates.find(array)) {
            case FlatArray flat -> privateCopy(array, flat);
            case null -> array;
            case ArrayAccess other -> new ArrayLoan(array, other).copy;
        };
    }

    static Object privateCopy(Object array, FlatArray flat) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), flat.length());
        flat.copyTo(0, copy, 0, flat.length());
        return copy;
    }

    Object copy() {
        return copy;
    }

    void giveBack() {
        int length = Array.getLength(copy);
        if (access instanceof FlatArray flat && !(copy instanceof boolean[])) {
            giveBack(flat, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            Object now = Array.get(copy, i);
            if (isChanged(now, Array.get(before, i))) {
                ArrayLoan loan = inner.get(now);
                access.set(i, loan == null ? now : loan.shared);
            }
        }
        inner.values().forEach(ArrayLoan::giveBack);
    }

    /** In runs of elements that were changed. */
    private void giveBack(FlatArray flat, int length) {
        int at = 0;
        while (true) {
            int same = ArrayRange.mismatch(copy, before, at, length);
            if (same < 0) {
                return;
            }
            int first = at + same;
            at = first + 1;
            while (at < length && ArrayRange.mismatch(copy, before, at, at + 1) == 0) {
                at++;
            }
            flat.copyFrom(first, copy, first, at - first);
        }
    }

    /** Numbers by value: their boxes are new each time. */
    private boolean isChanged(Object now, Object then) {
        return copy.getClass().getComponentType().isPrimitive() ? !Objects.equals(now, then) : now != then;
    }
}
