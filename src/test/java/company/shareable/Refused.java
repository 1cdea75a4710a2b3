// SPDX-License-Identifier: Apache-2.0
package company.shareable;

/** Classes that are named shareable and cannot be. */
public final class Refused {

    /** Of an outer instance. */
    public class Inner {
        int x;
    }

    /** Its superclass is of the JDK. */
    public static class Dated extends java.util.Date {
        private static final long serialVersionUID = 1;
    }

    /** A field whose class cannot be shared. */
    public static class Holder {
        public Thread thread;
    }

    /** A field of a prepared class that cannot be shared. */
    public static class Around {
        public Holder holder;
        public int number;
    }

    /** A list of boxes that shared memory has no type for. */
    public static class Lists {
        public java.util.List<Integer> points;
    }
}
