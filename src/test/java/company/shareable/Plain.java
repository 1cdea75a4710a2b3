// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.io.Serializable;

/** Serializable without a version of its own. */
@SuppressWarnings("serial")
public final class Plain implements Comparable<Plain>, Serializable {
    static final int LIMIT = Integer.parseInt("10");
    private static int made;

    protected volatile String name;
    private int number;
    private transient int cached;

    public Plain(String name, int number) {
        this.name = name;
        this.number = number;
        made++;
    }

    private Plain() {
        cached = made;
    }

    synchronized int number() {
        return number + cached;
    }

    @Override
    public int compareTo(Plain other) {
        return Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return name + number();
    }
}
