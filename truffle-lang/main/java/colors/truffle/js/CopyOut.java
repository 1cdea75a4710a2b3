// SPDX-License-Identifier: Apache-2.0
package colors.truffle.js;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.memory.Attachment;
import colors.roots.Shared;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;
import colors.truffle.border.Function;
import colors.truffle.border.GuestValues;
import colors.truffle.container.SharedBinary;
import colors.truffle.container.SharedFlat;
import colors.truffle.container.SharedList;
import colors.truffle.container.SharedMap;
import colors.truffle.container.SharedSet;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Names;
import colors.truffle.context.Null;
import colors.truffle.object.SharedObject;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;

/**
 * JavaScript, copyOut(object): a private copy of a shared graph, with its cycles and its sharing. Objects become
 * instances of the classes that are bound to their names, without a constructor, else plain objects; containers become
 * arrays, Maps, Sets and typed arrays.
 */
final class CopyOut {
    private static final int NOT_SHARED = 0;
    private static final int OBJECT = 1;
    private static final int LIST = 2;
    private static final int MAP = 3;
    private static final int SET = 4;
    private static final int BINARY = 5;
    private static final int ARRAY = 6;

    private static final Source COPY = InternalSource.of("copy-out");

    private CopyOut() {}

    /** The function of a context. */
    static Object make(ColorsContext context) throws InteropException {
        return InteropLibrary.getUncached()
                .execute(
                        context.env().parsePublic(COPY).call(),
                        new Function("kindOf", 1, 1, (c, arguments) -> kindOf(arguments[0])),
                        new Function("fieldsOf", 1, 1, (c, arguments) -> fieldsOf((SharedObject) arguments[0])),
                        new Function("typeOf", 1, 1, (c, arguments) -> typeOf(c, (SharedObject) arguments[0])));
    }

    static void check(Object root) {
        Attachment.ensure();
        if (!(root instanceof Shared)) {
            throw SharedMemoryException.of(
                    Reason.ARGUMENT,
                    "a shared object or container was expected, not " + GuestValues.namedPrivate(root));
        }
    }

    private static int kindOf(Object value) {
        return switch (value) {
            case SharedObject object -> OBJECT;
            case SharedList list -> LIST;
            case SharedMap map -> MAP;
            case SharedSet set -> SET;
            case SharedBinary binary -> BINARY;
            case SharedFlat array -> ARRAY;
            default -> NOT_SHARED;
        };
    }

    private static Object fieldsOf(SharedObject object) {
        return new Names(SharedShape.of(object.shapeId()).fields().stream()
                .map(FieldLocation::name)
                .toList());
    }

    private static Object typeOf(ColorsContext context, SharedObject object) {
        Object type = context.boundType(object.type().name());
        return type == null ? Null.INSTANCE : type;
    }
}
