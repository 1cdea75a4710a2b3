// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.io.Serializable;

/** Compared by its fields. */
public class Point implements Serializable, Comparable<Point> {
    private static final long serialVersionUID = 1;

    private final int x;
    private final int y;

    public Point(int x, int y) {
        this.x = x;
        this.y = y;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Point point && point.x == x && point.y == y;
    }

    @Override
    public int hashCode() {
        return 31 * x + y;
    }

    @Override
    public String toString() {
        return x + "/" + y;
    }

    @Override
    public int compareTo(Point other) {
        return Integer.compare(x, other.x);
    }
}
