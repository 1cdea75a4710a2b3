// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Clones, equality, caches, iterators, life. */
public final class Clones {
    static class Shape implements Cloneable {
        String name;
        int[] points = {1, 2, 3};
        Shape inner;
        List<String> tags = new ArrayList<>(List.of("a"));

        Shape(String name) {
            this.name = name;
        }

        @Override
        public Shape clone() {
            try {
                Shape copy = (Shape) super.clone();
                copy.points = points.clone();
                copy.inner = inner == null ? null : inner.clone();
                return copy;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || other != null
                            && getClass() == other.getClass()
                            && ((Shape) other).name.equals(name)
                            && Arrays.equals(points, ((Shape) other).points);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + Arrays.hashCode(points);
        }
    }

    static final class Circle extends Shape {
        double radius = 1;

        Circle() {
            super("circle");
        }
    }

    static final class Cache {
        private final int capacity;
        private final Map<String, Shape> entries = new LinkedHashMap<>();
        private final Set<String> missed = new LinkedHashSet<>();
        int hits;

        Cache(int capacity) {
            this.capacity = capacity;
        }

        Shape get(String key) {
            Shape found = entries.remove(key);
            if (found == null) {
                missed.add(key);
                found = new Shape(key);
            } else {
                hits++;
            }
            entries.put(key, found);
            for (Iterator<Map.Entry<String, Shape>> each = entries.entrySet().iterator(); entries.size() > capacity; ) {
                each.next();
                each.remove();
            }
            return found;
        }
    }

    static final class Life {
        private boolean[][] cells;
        private int generation;

        Life(String... rows) {
            cells = new boolean[rows.length][];
            for (int y = 0; y < rows.length; y++) {
                cells[y] = new boolean[rows[y].length()];
                for (int x = 0; x < cells[y].length; x++) {
                    cells[y][x] = rows[y].charAt(x) == '#';
                }
            }
        }

        void step() {
            boolean[][] next = new boolean[cells.length][cells[0].length];
            for (int y = 0; y < cells.length; y++) {
                for (int x = 0; x < cells[y].length; x++) {
                    int count = 0;
                    for (int i = -1; i <= 1; i++) {
                        for (int j = -1; j <= 1; j++) {
                            int v = (y + i + cells.length) % cells.length,
                                    u = (x + j + cells[v].length) % cells[v].length;
                            count += (i != 0 || j != 0) && cells[v][u] ? 1 : 0;
                        }
                    }
                    next[y][x] = count == 3 || count == 2 && cells[y][x];
                }
            }
            cells = next;
            generation++;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder().append(generation).append(' ');
            for (boolean[] row : cells) {
                for (boolean cell : row) {
                    text.append(cell ? '#' : '.');
                }
                text.append('|');
            }
            return text.toString();
        }
    }

    static final class Queue<T extends Shape> {
        private Shape[] elements = new Shape[2];
        private int head, size;

        void add(T element) {
            if (size == elements.length) {
                Shape[] larger = new Shape[size * 2];
                for (int i = 0; i < size; i++) {
                    larger[i] = elements[(head + i) % size];
                }
                elements = larger;
                head = 0;
            }
            elements[(head + size++) % elements.length] = element;
        }

        @SuppressWarnings("unchecked")
        T poll() {
            if (size == 0) {
                return null;
            }
            T element = (T) elements[head];
            elements[head] = null;
            head = (head + 1) % elements.length;
            size--;
            return element;
        }
    }

    private static void copyShape() {
        Shape shape = new Shape("outer");
        shape.inner = new Circle();
        shape.inner.points[1] = 20;
        Shape copy = shape.clone();
        copy.inner.points[0] = 10;
        copy.tags.add("b");
        ((Circle) copy.inner).radius = 2.5;
        System.out.println(Arrays.toString(shape.inner.points)
                + Arrays.toString(copy.inner.points)
                + shape.tags
                + copy.tags
                + ((Circle) shape.inner).radius
                + copy.inner.getClass().getSimpleName());
        System.out.println(shape.equals(copy) + " " + (shape == copy) + " " + shape.inner.equals(copy.inner) + " "
                + (shape.hashCode() == copy.hashCode()) + " " + shape.equals(null) + " "
                + shape.inner.equals(new Shape("circle")));
        Set<Shape> set = new HashSet<>(List.of(shape));
        System.out.println(set.contains(copy) + " " + set.add(copy) + " " + set.size());
    }

    private static void useCache() {
        Cache cache = new Cache(2);
        for (String key : "a b a c a b".split(" ")) {
            cache.get(key);
        }
        System.out.println(cache.hits + " " + cache.missed + " " + cache.entries.keySet());
    }

    private static void liveFiveSteps() {
        Life life = new Life(".#...", "..#..", "###..", ".....", ".....");
        for (int i = 0; i < 5; i++) {
            life.step();
        }
        System.out.println(life);
    }

    private static void useQueue() {
        Queue<Shape> queue = new Queue<>();
        for (int i = 0; i < 5; i++) {
            queue.add(new Shape("s" + i));
            if (i == 2) {
                System.out.println(queue.poll().name);
            }
        }
        StringBuilder names = new StringBuilder();
        for (Shape each; (each = queue.poll()) != null; ) {
            names.append(each.name);
        }
        System.out.println(names + " " + queue.poll());
    }

    public static void main(String[] args) {
        copyShape();
        useCache();
        liveFiveSteps();
        useQueue();
    }
}
