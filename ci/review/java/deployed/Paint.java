// SPDX-License-Identifier: Apache-2.0
package deployed;

/** What is deployed twice. */
public class Paint {
    public enum Colour {
        RED,
        GREEN
    }

    public Colour colour = Colour.GREEN;
}
