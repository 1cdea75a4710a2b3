// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.heap.Heap;
import colors.memory.Layout;
import colors.memory.Memory;
import colors.memory.Segment;
import colors.roots.RootChunk;
import colors.shapes.SharedShape;
import colors.truffle.border.ValueBorder;
import colors.truffle.container.core.ContainerCore;
import colors.truffle.context.Assembly;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.ValueForm;
import colors.truffle.object.SharedClass;
import colors.truffle.object.SharedObject;
import colors.values.ValueClass;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.Idempotent;
import com.oracle.truffle.api.dsl.ImportStatic;
import com.oracle.truffle.api.dsl.ReportPolymorphism;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.profiles.InlinedBranchProfile;
import java.lang.ref.Reference;

/**
 * Makes the guest value of a loaded reference: a wrapper, or a scalar that a tagged word could not hold. Cached by the
 * shape id of what was loaded.
 */
@GenerateUncached
@GenerateInline(false)
@ReportPolymorphism
@ImportStatic(SharedClass.class)
public abstract class WrapNode extends Node {
    /** The object is logged in {@code chunk}. */
    public final Object execute(long object, RootChunk chunk, ValueForm form) {
        return execute(object, Heap.shapeId(object), chunk, form);
    }

    abstract Object execute(long object, int shape, RootChunk chunk, ValueForm form);

    @Specialization(
            guards = {"shape == cachedShape", "isObject(cachedShape)"},
            limit = "4",
            excludeForUncached = true)
    static Object wrap(
            long object,
            @SuppressWarnings("unused") int shape,
            RootChunk chunk,
            @SuppressWarnings("unused") ValueForm form,
            @Bind Node node,
            @Cached("shape") int cachedShape,
            @Cached("met(cachedShape)") SharedClass type) {
        ColorsContext context = ColorsContext.get(node);
        if (!context.isSingleContext()) {
            context.meet(SharedShape.of(cachedShape));
        }
        return SharedObject.of(object, chunk, type);
    }

    @Specialization(
            guards = {"shape == cachedShape", "isContainer(cachedShape)"},
            limit = "5",
            excludeForUncached = true)
    static Object container(
            long object,
            @SuppressWarnings("unused") int shape,
            RootChunk chunk,
            @SuppressWarnings("unused") ValueForm form,
            @Cached("shape") int cachedShape) {
        return Assembly.wrappers().container(cachedShape, object, chunk);
    }

    @Specialization(guards = "isString(shape)")
    static Object string(
            long object,
            @SuppressWarnings("unused") int shape,
            RootChunk chunk,
            ValueForm form,
            @Cached TextNode text) {
        Object result = text.execute(object, form);
        Reference.reachabilityFence(chunk);
        return result;
    }

    @Specialization(guards = "isValue(shape)")
    static Object value(
            long object,
            @SuppressWarnings("unused") int shape,
            RootChunk chunk,
            @SuppressWarnings("unused") ValueForm form,
            @Bind Node node) {
        Object result = ValueBorder.load(object, node);
        Reference.reachabilityFence(chunk);
        return result;
    }

    @Specialization(replaces = {"wrap", "container"})
    @TruffleBoundary
    static Object general(long object, int shape, RootChunk chunk, ValueForm form) {
        Object result;
        if (shape == Segment.SHAPE_STRING) {
            result = TextNodeGen.getUncached().execute(object, form);
        } else if (shape == Segment.SHAPE_BOX_INTEGER) {
            result = WordNode.ofInteger(
                    Memory.getLong(object + Layout.OBJECT_HEADER_BYTES), null, InlinedBranchProfile.getUncached());
        } else if (shape == Segment.SHAPE_BOX_FLOAT) {
            result = Double.longBitsToDouble(Memory.getLong(object + Layout.OBJECT_HEADER_BYTES));
        } else if (ValueClass.isValueShape(shape)) {
            result = ValueBorder.load(object, null);
        } else if (isContainer(shape)) {
            result = Assembly.wrappers().container(shape, object, chunk);
        } else {
            result = SharedObject.of(object, chunk);
        }
        Reference.reachabilityFence(chunk);
        return result;
    }

    @Idempotent
    static boolean isString(int shape) {
        return shape == Segment.SHAPE_STRING;
    }

    @Idempotent
    static boolean isContainer(int shape) {
        return ContainerCore.isContainer(shape);
    }

    @Idempotent
    static boolean isObject(int shape) {
        return SharedShape.of(shape).kind() == Layout.KIND_OBJECT && !ValueClass.isValueShape(shape);
    }

    @TruffleBoundary
    static boolean isValue(int shape) {
        return ValueClass.isValueShape(shape);
    }
}
