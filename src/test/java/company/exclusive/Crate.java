// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

import java.util.ArrayList;
import java.util.List;

/** Its constructor makes nothing itself, but what it calls does. */
public final class Crate {
    public final List<String> names;
    public final int[] sizes;

    public Crate(int depth) {
        names = Stock.names(depth);
        sizes = Stock.sizes(depth);
    }

    /** What it calls. */
    static final class Stock {
        private Stock() {}

        static List<String> names(int depth) {
            return depth == 0 ? new ArrayList<>() : names(depth - 1);
        }

        static int[] sizes(int depth) {
            return depth == 0 ? made() : sizes(depth - 1);
        }

        private static int[] made() {
            return new int[] {1, 2};
        }
    }
}
