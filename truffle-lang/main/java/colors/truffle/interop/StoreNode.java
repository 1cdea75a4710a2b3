// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.runtime.FieldLocation;
import colors.runtime.Heap;
import colors.runtime.Layout;
import colors.runtime.Memory;
import colors.runtime.Segment;
import colors.runtime.Tag;
import colors.truffle.ColorsContext;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.nodes.Node;
import java.lang.ref.Reference;

/** Stores a value that plainly fits a field: a scalar that needs no allocation, or a shared object of an accepted class. */
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
        storeTagged(object, field, Segment.reference(value.address()), node);
        Reference.reachabilityFence(value.chunk());
        return true;
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
    static boolean number(SharedObject object, FieldLocation field, double value, @SuppressWarnings("unused") NumberRule rule, @Bind Node node) {
        if (field.slotKind() == Layout.SLOT_FLOAT64) {
            storeRaw(object, field, Double.doubleToRawLongBits(value));
            return true;
        }
        if (takesFloat(field) && Tag.fitsFloat(value)) {
            storeTagged(object, field, Tag.ofFloat(value), node);
            return true;
        }
        return false;
    }

    @Specialization
    static boolean bool(SharedObject object, FieldLocation field, boolean value, @SuppressWarnings("unused") NumberRule rule, @Bind Node node) {
        if (field.slotKind() == Layout.SLOT_INT64 && field.type() == Layout.TYPE_BOOLEAN) {
            storeRaw(object, field, value ? 1 : 0);
            return true;
        }
        if (field.slotKind() == Layout.SLOT_TAGGED && (field.type() == Layout.TYPE_ANY || field.type() == Layout.TYPE_BOOLEAN)) {
            storeTagged(object, field, Tag.ofBoolean(value), node);
            return true;
        }
        return false;
    }

    @Specialization(guards = "interop.isNull(value)", limit = "2")
    static boolean nothing(SharedObject object, FieldLocation field, Object value, NumberRule rule, @Bind Node node,
                    @CachedLibrary("value") InteropLibrary interop) {
        if (field.isNullable()) {
            storeTagged(object, field, Tag.NULL, node);
            return true;
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
            storeRaw(object, field, value);
            return true;
        }
        if (field.slotKind() == Layout.SLOT_FLOAT64 && rule == NumberRule.ANY && (long) (double) value == value && value != Long.MAX_VALUE) {
            storeRaw(object, field, Double.doubleToRawLongBits(value));
            return true;
        }
        if (takesInteger(field) && Tag.fitsInteger(value)) {
            storeTagged(object, field, Tag.ofInteger(value), node);
            return true;
        }
        return false;
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

    private static void storeRaw(SharedObject object, FieldLocation field, long bits) {
        Segment.checkWritable();
        Memory.putLongOpaque(field.place(object.address()), bits);
        Reference.reachabilityFence(object.chunk());
    }

    private static void storeTagged(SharedObject object, FieldLocation field, long word, Node node) {
        Heap.storeTagged(ColorsContext.get(node).mutator(), field.place(object.address()), word);
        Reference.reachabilityFence(object.chunk());
    }
}
