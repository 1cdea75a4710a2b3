// SPDX-License-Identifier: Apache-2.0
package colors.truffle.object;

import colors.shapes.SharedShape;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.LanguageValue;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Fallback;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.utilities.TriState;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A shared class, all its versions: the meta object of its instances. One per process and class, so it can be compared
 * by reference.
 */
@ExportLibrary(InteropLibrary.class)
public final class SharedClass extends LanguageValue {
    private static final ConcurrentHashMap<Integer, SharedClass> BY_ENTITY = new ConcurrentHashMap<>();

    private final String name;

    private SharedClass(String name) {
        this.name = name;
    }

    /** The class of objects of a shape. */
    public static SharedClass of(SharedShape shape) {
        return named(shape.classEntity(), shape.className());
    }

    /** The class of objects of a shape, after the guest language has met it. */
    @TruffleBoundary
    public static SharedClass met(int shape) {
        SharedShape met = SharedShape.of(shape);
        ColorsContext.get(null).meet(met);
        return of(met);
    }

    /** The class whose name is an entity of the segment. */
    public static SharedClass named(int entity, String name) {
        return BY_ENTITY.computeIfAbsent(entity, e -> new SharedClass(name));
    }

    /** The shared name, for instance "company.Employee". */
    public String name() {
        return name;
    }

    @ExportMessage
    boolean isMetaObject() {
        return true;
    }

    @ExportMessage
    Object getMetaSimpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    @ExportMessage
    Object getMetaQualifiedName() {
        return name;
    }

    @ExportMessage
    boolean isMetaInstance(Object instance) {
        return instance instanceof SharedObject object && object.type() == this;
    }

    @ExportMessage
    static final class IsIdenticalOrUndefined {
        @Specialization
        static TriState ofClass(SharedClass receiver, SharedClass other) {
            return TriState.valueOf(receiver == other);
        }

        @Fallback
        @SuppressWarnings("unused")
        static TriState ofOther(SharedClass receiver, Object other) {
            return TriState.FALSE;
        }
    }

    @ExportMessage
    int identityHashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return name;
    }
}
