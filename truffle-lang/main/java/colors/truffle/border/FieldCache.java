// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

/** What the inline caches of field access ask: is it the same name, where is the field of a shape. */
public final class FieldCache {
    private FieldCache() {}

    /** Languages mostly pass one string instance again and again. */
    public static boolean isSame(String name, String cached) {
        return name == cached || name.equals(cached);
    }

    /** The field of a shape, or null. */
    @TruffleBoundary
    public static FieldLocation find(int shape, String name) {
        return SharedShape.of(shape).find(name);
    }

    @TruffleBoundary
    public static boolean has(int shape, String name) {
        return SharedShape.of(shape).find(name) != null;
    }
}
