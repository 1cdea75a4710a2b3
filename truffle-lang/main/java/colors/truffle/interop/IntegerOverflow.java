// SPDX-License-Identifier: Apache-2.0
package colors.truffle.interop;

import colors.SharedMemoryException;

/** An integer does not fit in the 64 bits that shared memory has for it. */
public final class IntegerOverflow extends SharedMemoryException {
    private static final long serialVersionUID = 1L;

    IntegerOverflow(String what) {
        super(Reason.TYPE, what + " cannot hold an integer beyond 64 bits; shared integers are between -2**63 and 2**63-1; nothing was stored");
    }
}
