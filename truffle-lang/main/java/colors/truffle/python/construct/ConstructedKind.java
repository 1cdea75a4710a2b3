// SPDX-License-Identifier: Apache-2.0
package colors.truffle.python.construct;

import colors.truffle.context.NumberRule;
import colors.truffle.node.AllocationNode;
import colors.truffle.object.SharedObject;
import com.oracle.graal.python.builtins.objects.object.PythonObject;
import com.oracle.truffle.api.Assumption;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.Node;
import com.oracle.truffle.api.object.DynamicObjectLibrary;
import com.oracle.truffle.api.object.Shape;
import java.util.Arrays;
import java.util.List;

/** Private objects of a class with the same attributes, and how shared ones are made of them. */
final class ConstructedKind extends Node {
    private final Shape shape;
    private final Assumption classNames;

    @CompilationFinal(dimensions = 1)
    private final Object[] keys;

    @Children
    private final DynamicObjectLibrary[] reads;

    @Child
    private AllocationNode allocation;

    /** Of an object and a copy of it; null when it is more than its attributes. */
    static ConstructedKind of(CopiedKinds kinds, Assumption classNames, PythonObject object, SharedObject copy) {
        kinds.begin(classNames);
        CopiedKinds.Kind kind = kinds.of(object);
        AllocationNode allocation =
                kind == null ? null : AllocationNode.like(copy, List.of(kind.names()), NumberRule.EXACT);
        return allocation == null ? null : new ConstructedKind(object.getShape(), classNames, kind.keys(), allocation);
    }

    private ConstructedKind(Shape shape, Assumption classNames, Object[] keys, AllocationNode allocation) {
        this.shape = shape;
        this.classNames = classNames;
        this.keys = keys;
        this.allocation = allocation;
        reads = Arrays.stream(keys)
                .map(key -> DynamicObjectLibrary.getFactory().createDispatched(1))
                .toArray(DynamicObjectLibrary[]::new);
    }

    boolean isCurrent() {
        return classNames.isValid() && allocation.isCurrent();
    }

    boolean takes(PythonObject object) {
        return object.getShape() == shape && isCurrent();
    }

    /** Whether another one makes objects of the same version of such private ones. */
    boolean isLike(ConstructedKind other) {
        return shape == other.shape && allocation.isLike(other.allocation);
    }

    /**
     * Null when a value does not plainly fit its field: a private object, for instance. That is seen before a string is
     * made of another one.
     */
    @ExplodeLoop
    SharedObject copy(PythonObject object) {
        var values = new Object[keys.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = reads[i].getOrDefault(object, keys[i], null);
            if (!Construct.isPlain(values[i])) {
                return null;
            }
        }
        return allocation.execute(values);
    }
}
