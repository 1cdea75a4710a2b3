// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.memory.Layout;
import colors.memory.Segment;
import colors.memory.Tag;
import colors.shapes.FieldLocation;
import colors.truffle.context.NumberRule;
import colors.truffle.object.FieldStore;
import colors.truffle.object.FieldTarget;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.CachedLibrary;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.strings.TruffleString;

/**
 * Stores a value that plainly fits a field: a scalar, a string, or a shared object of an accepted class. Throws an
 * exception of the guest when there is no memory for a string.
 */
@GenerateUncached
@GenerateInline(false)
abstract class StoreNode extends Node {
    abstract boolean execute(FieldTarget target, FieldLocation field, Object value, NumberRule rule);

    @Specialization(
            guards = {"field == cachedField", "value.type() == cachedType", "accepted"},
            limit = "3",
            excludeForUncached = true)
    @SuppressWarnings("unused")
    static boolean reference(
            FieldTarget target,
            FieldLocation field,
            SharedObject value,
            NumberRule rule,
            @Bind Node node,
            @Cached("field") FieldLocation cachedField,
            @Cached("value.type()") SharedClass cachedType,
            @Cached("accepts(field, cachedType)") boolean accepted) {
        return target.storeReference(field, value, node);
    }

    @Specialization
    static boolean integer(FieldTarget target, FieldLocation field, int value, NumberRule rule, @Bind Node node) {
        return store(target, field, value, rule, node);
    }

    @Specialization
    static boolean integer(FieldTarget target, FieldLocation field, long value, NumberRule rule, @Bind Node node) {
        return store(target, field, value, rule, node);
    }

    @Specialization
    static boolean number(FieldTarget target, FieldLocation field, double value, NumberRule rule, @Bind Node node) {
        // an integer for the slow path
        if (!field.spec().takes(value)
                || rule == NumberRule.ANY && field.type() != Layout.TYPE_FLOAT && FieldStore.isSafeInteger(value)) {
            return false;
        }
        double stored = field.spec().rounded(value);
        if (field.isRawFloat()) {
            return target.storeRaw(field, Double.doubleToRawLongBits(stored));
        }
        if (takesFloat(field) && Tag.fitsFloat(stored)) {
            return target.storeTagged(field, Tag.ofFloat(stored), node);
        }
        return false;
    }

    @Specialization
    static boolean bool(
            FieldTarget target,
            FieldLocation field,
            boolean value,
            @SuppressWarnings("unused") NumberRule rule,
            @Bind Node node) {
        if (!field.isTagged() && field.type() == Layout.TYPE_BOOLEAN) {
            return target.storeRaw(field, value ? 1 : 0);
        }
        if (field.isTagged() && (field.type() == Layout.TYPE_ANY || field.type() == Layout.TYPE_BOOLEAN)) {
            return target.storeTagged(field, Tag.ofBoolean(value), node);
        }
        return false;
    }

    @Specialization
    @SuppressWarnings("unused")
    static boolean text(
            FieldTarget target,
            FieldLocation field,
            TruffleString value,
            NumberRule rule,
            @Bind Node node,
            @Cached TruffleString.ToJavaStringNode toJava) {
        if (!field.isTagged()
                || field.type() != Layout.TYPE_ANY && field.type() != Layout.TYPE_STRING
                || Segment.isReadOnly()) {
            return false;
        }
        String text = toJava.execute(value);
        long word = Tag.ofString(text);
        if (word != Tag.VACANT) {
            return target.storeTagged(field, word, node);
        }
        target.storeText(field, text, node);
        return true;
    }

    @Specialization(guards = "interop.isNull(value)", limit = "2")
    static boolean nothing(
            FieldTarget target,
            FieldLocation field,
            Object value,
            NumberRule rule,
            @Bind Node node,
            @CachedLibrary("value") InteropLibrary interop) {
        if (field.isNullable()) {
            return target.storeTagged(field, Tag.NULL, node);
        }
        return false;
    }

    @Specialization
    @SuppressWarnings("unused")
    static boolean other(FieldTarget target, FieldLocation field, Object value, NumberRule rule) {
        return false;
    }

    private static boolean store(FieldTarget target, FieldLocation field, long value, NumberRule rule, Node node) {
        if (!field.isTagged() && field.type() == Layout.TYPE_INTEGER) {
            return field.spec().takes(value) && target.storeRaw(field, value);
        }
        // else the slow path says what becomes of it
        if (field.isRawFloat()
                && rule == NumberRule.ANY
                && (long) field.spec().rounded((double) value) == value
                && value != Long.MAX_VALUE) {
            return target.storeRaw(field, Double.doubleToRawLongBits((double) value));
        }
        if (takesInteger(field) && field.spec().takes(value) && Tag.fitsInteger(value)) {
            return target.storeTagged(field, Tag.ofInteger(value), node);
        }
        return false;
    }

    private static boolean takesInteger(FieldLocation field) {
        return field.isTagged() && (field.type() == Layout.TYPE_ANY || field.type() == Layout.TYPE_INTEGER);
    }

    private static boolean takesFloat(FieldLocation field) {
        return field.isTagged() && (field.type() == Layout.TYPE_ANY || field.type() == Layout.TYPE_FLOAT);
    }

    /** Whether a class is the field's own; a subclass takes the slow path, which asks the guest language. */
    static boolean accepts(FieldLocation field, SharedClass type) {
        return field.type() == Layout.TYPE_ANY
                || field.type() == Layout.TYPE_CLASS && field.typeName().equals(type.name());
    }
}
