// SPDX-License-Identifier: Apache-2.0
package company.shareable;

public interface Rings {
    int ring();

    default String typeName() {
        return getClass().getName();
    }
}
