// SPDX-License-Identifier: Apache-2.0
package colors.truffle.object;

import colors.shapes.FieldLocation;
import com.oracle.truffle.api.nodes.Node;

/**
 * What has fields to store to: an object, or one that is about to be made. False: the slow path says why not, and
 * nothing happened.
 */
public interface FieldTarget {
    /** The bits of a raw slot. */
    boolean storeRaw(FieldLocation field, long bits);

    /** The word of a tagged slot, no reference. */
    boolean storeTagged(FieldLocation field, long word, Node node);

    /** A reference in a tagged slot. */
    boolean storeReference(FieldLocation field, SharedObject value, Node node);

    /**
     * A string that no word holds, in a tagged slot. Throws the exception of the guest when there is no memory for it.
     */
    void storeText(FieldLocation field, String text, Node node);
}
