// SPDX-License-Identifier: Apache-2.0
package company.deployed;

import colors.SharedMap.ComparedBy;

/** A key, whose other field another version of the class compares. */
@ComparedBy("id")
public final class Keyed {
    final int id;
    final int name;

    public Keyed(int id, int name) {
        this.id = id;
        this.name = name;
    }
}
