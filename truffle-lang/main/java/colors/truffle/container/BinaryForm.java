// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.truffle.container.core.BinaryCore;

/** Of a guest: shared bytes as the language has them, where that is more than {@link SharedBinary}. */
public interface BinaryForm {
    SharedBinary binary(BinaryCore core);
}
