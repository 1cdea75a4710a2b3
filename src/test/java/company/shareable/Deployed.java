// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** A class that several loaders have. */
public class Deployed {

    /** A record that several loaders have. */
    public record Size(int width, int height) {}

    /** Its constructor is a straight one. */
    public static final class Pair {
        private final int number;
        private final Pair next;

        public Pair(int number, Pair next) {
            this.number = number;
            this.next = next;
        }

        public static Pair two() {
            return new Pair(1, new Pair(2, null));
        }

        public Object number() {
            return number;
        }

        public Object next() {
            return next;
        }
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
