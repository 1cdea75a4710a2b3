// SPDX-License-Identifier: Apache-2.0
package company.exclusive;

/** Abstract, generic and sealed, with a superclass's part of the state. */
public abstract sealed class Shape<T extends Comparable<T>> implements Named permits Shape.Circle, Shape.Square {
    protected T tag;
    private int scaled;

    Shape(T tag) {
        this.tag = tag;
        init();
    }

    void init() {
        scaled++;
    }

    public abstract double area();

    public T tag() {
        return tag;
    }

    public int scaled() {
        return scaled;
    }

    /** Final, as most are. */
    public static final class Circle extends Shape<String> {
        private double radius;

        public Circle(String tag, double radius) {
            super(tag);
            this.radius = radius;
        }

        @Override
        public double area() {
            return 3 * radius * radius;
        }
    }

    /** Extended. */
    public static non-sealed class Square extends Shape<String> {
        protected double side = 2;

        public Square(String tag) {
            super(tag);
        }

        @Override
        void init() {
            super.init();
            side = -1; // lost
        }

        @Override
        public double area() {
            return side * side;
        }
    }

    /** Hides a field. */
    public static class Cube extends Square {
        public int side = 5;

        public Cube() {
            super("cube");
        }

        @Override
        public double area() {
            return super.area() * side + super.side;
        }
    }
}
