// SPDX-License-Identifier: Apache-2.0
package colors.roots;

/** Shows something shared in another way; where it is stored it stands for what it shows. */
public interface View extends Shared {
    /** What it shows. */
    Shared shown();

    @Override
    default long address() {
        return shown().address();
    }

    @Override
    default RootChunk chunk() {
        return shown().chunk();
    }
}
