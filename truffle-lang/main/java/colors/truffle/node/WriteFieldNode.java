// SPDX-License-Identifier: Apache-2.0
package colors.truffle.node;

import colors.shapes.FieldLocation;
import colors.truffle.border.FieldCache;
import colors.truffle.context.NumberRule;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.dsl.Cached;
import com.oracle.truffle.api.dsl.GenerateInline;
import com.oracle.truffle.api.dsl.GenerateUncached;
import com.oracle.truffle.api.dsl.Idempotent;
import com.oracle.truffle.api.dsl.ImportStatic;
import com.oracle.truffle.api.dsl.NeverDefault;
import com.oracle.truffle.api.dsl.ReportPolymorphism;
import com.oracle.truffle.api.dsl.Specialization;
import com.oracle.truffle.api.nodes.Node;

/** Writes a field by name in the common cases; the inline cache holds its location for each (shape id, name). */
@GenerateUncached
@GenerateInline(false)
@ReportPolymorphism
@ImportStatic(FieldCache.class)
public abstract class WriteFieldNode extends Node {
    /** Whether it was stored. If not, nothing happened, and {@code FieldStore.put} stores it or says why not. */
    public abstract boolean execute(SharedObject object, String name, Object value, NumberRule rule);

    @Specialization(
            guards = {"object.shapeId() == shape", "isSame(name, cachedName)", "isStored(field)"},
            limit = "4",
            excludeForUncached = true)
    @SuppressWarnings("unused")
    static boolean cached(
            SharedObject object,
            String name,
            Object value,
            NumberRule rule,
            @Cached("object.shapeId()") int shape,
            @Cached("name") String cachedName,
            @Cached("find(shape, name)") FieldLocation field,
            @Cached StoreNode store) {
        return store.execute(object, field, value, rule);
    }

    /** A final field is never stored to: the slow path says so. */
    @Idempotent
    static boolean isStored(FieldLocation field) {
        return field != null && !field.isFinal();
    }

    @Specialization(replaces = "cached")
    @SuppressWarnings("unused")
    static boolean general(SharedObject object, String name, Object value, NumberRule rule) {
        return false;
    }

    /** For callers outside of this package. */
    @NeverDefault
    public static WriteFieldNode create() {
        return WriteFieldNodeGen.create();
    }
}
