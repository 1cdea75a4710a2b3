// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Classes whose constructors have all forms: straight ones, which let nobody see their object, and others. */
@SuppressWarnings({"this-escape", "unused"}) // on purpose
public final class Forms {
    /** What constructors saw, of whom others may read. */
    public static final List<Object> SEEN = new ArrayList<>();

    public static int count;

    private Forms() {}

    static int next() {
        return ++count;
    }

    // ---- straight -----------------------------------------------------------------------------------

    public static final class Kinds {
        public final byte b;
        public final short s;
        public final char c;
        public final boolean z;
        public int i;
        public long l;
        public final float f;
        public volatile double d;
        public final String text;
        public Kinds next;

        public Kinds(int seed, String text, Kinds next) {
            b = (byte) seed;
            s = (short) (seed * 257);
            c = (char) (seed + 'a');
            z = seed % 2 == 0;
            i = seed << 20;
            l = (long) seed << 40 | seed;
            f = seed / 3f;
            d = 1.0 / seed;
            this.text = text;
            this.next = next;
        }

        @Override
        public String toString() {
            return b + " " + s + " " + c + " " + z + " " + i + " " + l + " " + f + " " + d + " " + text
                    + (next == null ? "" : " < " + next);
        }
    }

    public static final class Branches {
        public final String name;
        public final int sign;
        public long sum;
        public int[] numbers;
        public List<String> names = new ArrayList<>();
        private int steps;
        private final int once = next();

        public Branches(String name, int value) {
            this.name = name == null ? "nobody" : name.isEmpty() ? "?" : name;
            if (value < 0) {
                sign = -1;
            } else if (value == 0) {
                sign = 0;
            } else {
                sign = 1;
            }
            for (int i = 0; i < Math.abs(value); i++) {
                sum += i;
                steps++;
                this.steps = this.steps + 1;
            }
            if (value > 100) {
                throw new IllegalArgumentException("too large: " + value + " " + steps);
            }
        }

        @Override
        public String toString() {
            return name + " " + sign + " " + sum + " " + numbers + " " + names + " " + steps;
        }
    }

    public static final class Early {
        public final int first;
        public final String second;

        public Early(int first) {
            this.first = first + 1;
            super();
            second = "after " + first;
        }

        @Override
        public String toString() {
            return first + " " + second;
        }
    }

    public static final class Copied {
        public int x;
        public String name;
        public Object any;
        public Integer box;
        private Copied other;

        public Copied(int x, String name, Object any) {
            this.x = x;
            this.name = name;
            this.any = any;
            box = x;
        }

        public Copied(Copied from) {
            x = from.x + 1;
            name = from.name + from.name;
            any = from.any;
            other = from;
            box = from.box;
        }

        @Override
        public String toString() {
            return x + " " + name + " " + any + " " + box + (other == null ? "" : " of " + other);
        }
    }

    // ---- not straight -------------------------------------------------------------------------------

    public static class Seen {
        public int x;
        public Seen self;

        public Seen(int x) {
            this.x = x;
            SEEN.add(this);
            self = this;
            this.x++;
        }

        @Override
        public String toString() {
            return "seen " + x + " " + (self == this);
        }
    }

    public static class Calls {
        public int x = 1;
        public int y;

        public Calls(int y) {
            set(y);
            x += this.y;
        }

        void set(int value) {
            y = value * x;
        }

        @Override
        public String toString() {
            return x + " " + y;
        }
    }

    public static final class Below extends Calls {
        public final String more;

        public Below(String more) {
            super(more.length());
            this.more = more;
        }

        @Override
        void set(int value) {
            super.set(value + 100);
        }

        @Override
        public String toString() {
            return super.toString() + " " + more;
        }
    }

    public static final class Delegating {
        public final int x;
        public final String by;

        public Delegating() {
            this(3, "none");
        }

        public Delegating(int x, String by) {
            this.x = x;
            this.by = by;
        }

        @Override
        public String toString() {
            return x + " by " + by;
        }
    }

    public static final class Caught {
        public String what;

        public Caught(Supplier<String> supplier) {
            try {
                what = supplier.get();
            } catch (IllegalStateException e) {
                what = "caught " + e.getMessage();
            } finally {
                SEEN.add("tried");
            }
        }

        @Override
        public String toString() {
            return what;
        }
    }

    public static final class Captured {
        public int x;
        public transient Supplier<Integer> later;

        public Captured(int x) {
            later = () -> this.x;
            this.x = x;
        }

        @Override
        public String toString() {
            return "captured " + x;
        }
    }

    public static final class Parity {
        public int left;
        public int right;

        public Parity(int value) {
            left = right = value;
            switch (value) {
                case 1 -> left = 10;
                case 2 -> right = 20;
                default -> left++;
            }
        }

        @Override
        public String toString() {
            return left + " " + right;
        }
    }
}
