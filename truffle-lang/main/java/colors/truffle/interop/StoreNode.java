// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.SharedMemoryException;
import colors.runtime.FieldLocation;
import colors.runtime.Heap;
import colors.runtime.Layout;
import colors.runtime.Memory;
import colors.runtime.Mutator;
import colors.runtime.Segment;
import colors.runtime.Tag;
import colors.runtime.Values;
import colors.truffle.ColorsContext;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;
import java.lang.ref.Reference;

/** Stores a value that plainly fits a field: a scalar, a string, or a shared object of an accepted class. Throws an exception of the guest when there is no memory for a string. */
@GenerateUncached
@GenerateInline(false)
abstract class StoreNode extends Node {
    abstract boolean execute(SharedObject object, FieldLocation field, Object value, NumberRule rule);

    @Specialization(guards = {"field == cachedField", "value.type() == cachedType", "accepted"}, limit = "3", excludeForUncached = true)
    @SuppressWarnings("unused")
    static boolean reference(SharedObject object, FieldLocation field, SharedObject value, NumberRule rule, @Bind Node node,
                    @Cached("field") FieldLocation cachedField,
                    @Cached("value.type()") SharedClass cachedType,
                    @Cached("accepts(field, cachedType)") boolean accepted) {
        boolean stored = storeTagged(object, field, Segment.reference(value.address()), node);
        Reference.reachabilityFence(value.chunk());
        return stored;
    }

    @Specialization
    static boolean integer(SharedObject object, FieldLocation field, int value, NumberRule rule, @Bind Node node) {
        return store(object, field, value, rule, node);
    }

    @Specialization
    static boolean integer(SharedObject object, FieldLocation field, long value, NumberRule rule, @Bind Node node) {
        return store(object, field, value, rule, node);
    }

    @Specialization
    static boolean number(SharedObject object, FieldLocation field, double value, NumberRule rule, @Bind Node node) {
        if (!field.spec().takes(value) || rule == NumberRule.ANY && field.type() != Layout.TYPE_FLOAT && FieldStore.isSafeInteger(value)) { // an integer for the slow path
            return false;
        }
        double stored = field.spec().rounded(value);
        if (field.slotKind() == Layout.SLOT_FLOAT64) {
            return storeRaw(object, field, Double.doubleToRawLongBits(stored));
        }
        if (takesFloat(field) && Tag.fitsFloat(stored)) {
            return storeTagged(object, field, Tag.ofFloat(stored), node);
        }
        return false;
    }

    @Specialization
    static boolean bool(SharedObject object, FieldLocation field, boolean value, @SuppressWarnings("unused") NumberRule rule, @Bind Node node) {
        if (field.slotKind() == Layout.SLOT_INT64 && field.type() == Layout.TYPE_BOOLEAN) {
            return storeRaw(object, field, value ? 1 : 0);
        }
        if (field.slotKind() == Layout.SLOT_TAGGED && (field.type() == Layout.TYPE_ANY || field.type() == Layout.TYPE_BOOLEAN)) {
            return storeTagged(object, field, Tag.ofBoolean(value), node);
        }
        return false;
    }

    @Specialization
    @SuppressWarnings("unused")
    static boolean text(SharedObject object, FieldLocation field, TruffleString value, NumberRule rule, @Bind Node node,
                    @Cached TruffleString.ToJavaStringNode toJava) {
        if (field.slotKind() != Layout.SLOT_TAGGED || field.type() != Layout.TYPE_ANY && field.type() != Layout.TYPE_STRING || Segment.isReadOnly()) {
            return false;
        }
        String text = toJava.execute(value);
        long word = Tag.ofString(text);
        if (word != Tag.VACANT) {
            return storeTagged(object, field, word, node);
        }
        storeText(ColorsContext.get(node).mutator(), field.place(object.address()), text, node);
        Reference.reachabilityFence(object.chunk());
        return true;
    }

    @Specialization(guards = "interop.isNull(value)", limit = "2")
    static boolean nothing(SharedObject object, FieldLocation field, Object value, NumberRule rule, @Bind Node node,
                    @CachedLibrary("value") InteropLibrary interop) {
        if (field.isNullable()) {
            return storeTagged(object, field, Tag.NULL, node);
        }
        return false;
    }

    @Specialization
    @SuppressWarnings("unused")
    static boolean other(SharedObject object, FieldLocation field, Object value, NumberRule rule) {
        return false;
    }

    private static boolean store(SharedObject object, FieldLocation field, long value, NumberRule rule, Node node) {
        if (field.slotKind() == Layout.SLOT_INT64 && field.type() == Layout.TYPE_INTEGER) {
            return field.spec().takes(value) && storeRaw(object, field, value);
        }
        if (field.slotKind() == Layout.SLOT_FLOAT64 && rule == NumberRule.ANY && (long) field.spec().rounded((double) value) == value && value != Long.MAX_VALUE) { // else the slow path says what becomes of it
            return storeRaw(object, field, Double.doubleToRawLongBits((double) value));
        }
        if (takesInteger(field) && field.spec().takes(value) && Tag.fitsInteger(value)) {
            return storeTagged(object, field, Tag.ofInteger(value), node);
        }
        return false;
    }

    @TruffleBoundary
    private static void storeText(Mutator mutator, long place, String text, Node node) {
        try {
            Heap.storeTagged(mutator, place, Values.wordOf(mutator, text));
        } catch (SharedMemoryException e) {
            throw ColorsContext.get(node).raise(node, e);
        }
    }

    private static boolean takesInteger(FieldLocation field) {
        return field.slotKind() == Layout.SLOT_TAGGED && (field.type() == Layout.TYPE_ANY || field.type() == Layout.TYPE_INTEGER);
    }

    private static boolean takesFloat(FieldLocation field) {
        return field.slotKind() == Layout.SLOT_TAGGED && (field.type() == Layout.TYPE_ANY || field.type() == Layout.TYPE_FLOAT);
    }

    /** Whether a class is the field's own; a subclass takes the slow path, which asks the guest language. */
    static boolean accepts(FieldLocation field, SharedClass type) {
        return field.type() == Layout.TYPE_ANY || field.type() == Layout.TYPE_CLASS && field.typeName().equals(type.name());
    }

    /** False in a process that reads only: the slow path says so. */
    private static boolean storeRaw(SharedObject object, FieldLocation field, long bits) {
        if (Segment.isReadOnly()) {
            return false;
        }
        Memory.putLongOpaque(field.place(object.address()), bits);
        Reference.reachabilityFence(object.chunk());
        return true;
    }

    private static boolean storeTagged(SharedObject object, FieldLocation field, long word, Node node) {
        if (Segment.isReadOnly()) {
            return false;
        }
        Heap.storeTagged(ColorsContext.get(node).mutator(), field.place(object.address()), word);
        Reference.reachabilityFence(object.chunk());
        return true;
    }
}
