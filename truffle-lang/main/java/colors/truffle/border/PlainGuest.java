// SPDX-License-Identifier: Apache-2.0
package colors.truffle.border;

import colors.SharedMemoryException;
import colors.truffle.context.ColorsContext;
import colors.truffle.context.Guest;
import colors.truffle.error.GuestError;
import com.oracle.truffle.api.nodes.Node;

/** A guest language that brought nothing: interop has its values and errors. */
public class PlainGuest implements Guest {
    @Override
    public RuntimeException raise(Node node, SharedMemoryException error) {
        return new GuestError(error, node);
    }

    @Override
    public Object ofValue(ColorsContext context, Object core) {
        return new ValueObject(core);
    }

    @Override
    public Object toValue(Object value) {
        return ValueBorder.viaInterop(value);
    }
}
