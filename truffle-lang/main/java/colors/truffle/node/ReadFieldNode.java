// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.shapes.FieldLocation;
import colors.truffle.border.FieldCache;
import colors.truffle.context.ValueForm;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.ImportStatic;
import com.oracle.truffle.api.dsl.NeverDefault;
import com.oracle.truffle.api.dsl.ReportPolymorphism;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;

/** Reads a field by name; the inline cache holds its location for each (shape id, name). */
@GenerateUncached
@GenerateInline(false)
@ReportPolymorphism
@ImportStatic(FieldCache.class)
public abstract class ReadFieldNode extends Node {
    /** The value, or (Java) null when the object has no such field. */
    public abstract Object execute(SharedObject object, String name, ValueForm form);

    @Specialization(
            guards = {"object.shapeId() == shape", "isSame(name, cachedName)", "field != null"},
            limit = "4",
            excludeForUncached = true)
    @SuppressWarnings("unused")
    static Object cached(
            SharedObject object,
            String name,
            ValueForm form,
            @Cached("object.shapeId()") int shape,
            @Cached("name") String cachedName,
            @Cached("find(shape, name)") FieldLocation field,
            @Cached LoadNode load) {
        return load.execute(object, field, form);
    }

    @Specialization(
            guards = {"object.shapeId() == shape", "isSame(name, cachedName)", "!has"},
            limit = "2",
            excludeForUncached = true)
    @SuppressWarnings("unused")
    static Object missing(
            SharedObject object,
            String name,
            ValueForm form,
            @Cached("object.shapeId()") int shape,
            @Cached("name") String cachedName,
            @Cached("has(shape, name)") boolean has) {
        return null;
    }

    @Specialization(replaces = {"cached", "missing"})
    @TruffleBoundary
    static Object general(SharedObject object, String name, ValueForm form) {
        FieldLocation field = FieldCache.find(object.shapeId(), name);
        return field == null ? null : LoadNodeGen.getUncached().execute(object, field, form);
    }

    /** The same outside an AST. */
    @TruffleBoundary
    public static Object readSlow(SharedObject object, String name, ValueForm form) {
        return ReadFieldNodeGen.getUncached().execute(object, name, form);
    }

    /** For callers outside of this package. */
    @NeverDefault
    public static ReadFieldNode create() {
        return ReadFieldNodeGen.create();
    }
}
