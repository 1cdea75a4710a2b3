// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

/** How much a suite measures. */
public enum Effort {
    /** Each row once and on little data: whether it runs at all. Its figures mean nothing. */
    smoke,
    /** For a look. */
    quick,
    /** For a figure. */
    full;

    /** One of three numbers. */
    public int of(int ofSmoke, int ofQuick, int ofFull) {
        return switch (this) {
            case smoke -> ofSmoke;
            case quick -> ofQuick;
            case full -> ofFull;
        };
    }

    public boolean isSmoke() {
        return this == smoke;
    }
}
