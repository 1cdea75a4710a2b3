// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** A class that several loaders have. */
public class Deployed {

    /** A record that several loaders have. */
    public record Size(int width, int height) {
    }

    private int number = 1;
    private Object any = this;
    private Object size = new Size(2, 3);
    private Deployed next = this;

    public int increment() {
        return ++number;
    }

    public Object any() {
        return any;
    }

    public Object size() {
        return size;
    }

    public Object next() {
        return next;
    }
}
