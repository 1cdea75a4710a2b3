// SPDX-License-Identifier: Apache-2.0
package colors.truffle.error;

import colors.SharedMemoryException;
import colors.shapes.FieldLocation;
import colors.shapes.SharedShape;

/** A field that an operation needs is not there. Languages have an error of their own for it. */
public final class MissingField extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    public MissingField(SharedShape shape, String name) {
        super(
                Reason.ARGUMENT,
                shape.className() + " (version " + shape.version() + ") has no field '" + name + "'; it has "
                        + shape.fields().stream().map(FieldLocation::name).toList() + "; nothing was stored",
                null);
    }
}
