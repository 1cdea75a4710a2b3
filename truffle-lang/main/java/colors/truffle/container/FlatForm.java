// SPDX-License-Identifier: Apache-2.0
package colors.truffle.container;

import colors.truffle.container.core.FlatCore;

/** Of a form of values: the elements of a flat array as one value of the language, without a box for each. */
public interface FlatForm {
    /** From one index to another, exclusive. */
    Object elements(FlatCore array, int from, int to);
}
