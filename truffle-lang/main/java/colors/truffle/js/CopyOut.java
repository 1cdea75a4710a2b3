// SPDX-License-Identifier: Apache-2.0
package colors.truffle.js;

import colors.SharedMemoryException;
import colors.SharedMemoryException.Reason;
import colors.runtime.Attachment;
import colors.runtime.FieldLocation;
import colors.runtime.Shared;
import colors.runtime.SharedShape;
import colors.truffle.ColorsContext;
import colors.truffle.container.SharedBinary;
import colors.truffle.container.SharedFlat;
import colors.truffle.container.SharedList;
import colors.truffle.container.SharedMap;
import colors.truffle.container.SharedSet;
import colors.truffle.interop.Function;
import colors.truffle.interop.GuestValues;
import colors.truffle.interop.Names;
import colors.truffle.interop.Null;
import colors.truffle.interop.SharedObject;
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

    /** Iterative: what is met is made at once, empty, and filled later. A Map knows shared objects by identity. */
    private static final Source COPY =
            Source.newBuilder("js", """
                (function (kindOf, fieldsOf, typeOf) {
                    // others are boolean and int64: numbers, no BigInts
                    const typed = {int8: Int8Array, int16: Int16Array, char: Uint16Array, int32: Int32Array, float32: Float32Array, float64: Float64Array};
                    const make = [null, shared => Object.create(typeOf(shared)?.prototype ?? Object.prototype), () => [], () => new Map(), () => new Set(), shared => Uint8Array.from(shared), shared => {
                        const type = typed[shared.type];
                        return type === undefined ? Array.from(shared) : new type(new type(shared.buffer));
                    }];
                    const fill = [
                        null,
                        (copy, shared, one) => {
                            // not assigned: the class may have a setter of that name
                            for (const name of fieldsOf(shared)) {
                                Object.defineProperty(copy, name, {value: one(shared[name]), writable: true, enumerable: true, configurable: true});
                            }
                        },
                        (copy, shared, one) => { for (const element of shared) copy.push(one(element)); },
                        (copy, shared, one) => { for (const [key, value] of shared) copy.set(one(key), one(value)); },
                        (copy, shared, one) => { for (const element of shared) copy.add(one(element)); },
                        () => {},
                        () => {}
                    ];
                    return root => {
                        const copies = new Map();
                        const pending = [];
                        const one = value => {
                            const kind = value !== null && typeof value === "object" ? kindOf(value) : 0;
                            if (kind === 0) return value;
                            let copy = copies.get(value);
                            if (copy === undefined) {
                                copy = make[kind](value);
                                copies.set(value, copy);
                                pending.push([kind, copy, value]);
                            }
                            return copy;
                        };
                        const result = one(root);
                        while (pending.length > 0) {
                            const [kind, copy, shared] = pending.pop();
                            fill[kind](copy, shared, one);
                        }
                        return result;
                    };
                })\
                """, "colors-copyout.js").internal(true).build();

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
            throw new SharedMemoryException(
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
