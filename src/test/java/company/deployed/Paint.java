// SPDX-License-Identifier: Apache-2.0
package company.deployed;

/** A class that several loaders have. */
public class Paint {
    public enum Colour {
        RED,
        GREEN
    }

    public enum Only {
        ONE
    }

    public int litres = 3;
    public Colour colour = Colour.GREEN;
}
