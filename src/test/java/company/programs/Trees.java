// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Random;

/** A search tree with parents, rotations and an iterator. */
public final class Trees {
    static class Node<K extends Comparable<K>, V> {
        K key;
        V value;
        Node<K, V> left, right, parent;
        private int height = 1;

        Node(K key, V value, Node<K, V> parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
        }

        void update() {
            height = 1 + Math.max(left == null ? 0 : left.height, right == null ? 0 : right.height);
        }

        int balance() {
            return (left == null ? 0 : left.height) - (right == null ? 0 : right.height);
        }
    }

    static final class Tree<K extends Comparable<K>, V> implements Iterable<Node<K, V>> {
        private Node<K, V> root;
        private int size;
        protected transient int modifications;

        V put(K key, V value) {
            if (root == null) {
                root = new Node<>(key, value, null);
                size++;
                return null;
            }
            Node<K, V> at = root;
            for (; ; ) {
                int order = key.compareTo(at.key);
                if (order == 0) {
                    V old = at.value;
                    at.value = value;
                    return old;
                }
                Node<K, V> next = order < 0 ? at.left : at.right;
                if (next == null) {
                    Node<K, V> made = new Node<>(key, value, at);
                    if (order < 0) {
                        at.left = made;
                    } else {
                        at.right = made;
                    }
                    size++;
                    modifications++;
                    rebalance(at);
                    return null;
                }
                at = next;
            }
        }

        private void rebalance(Node<K, V> at) {
            while (at != null) {
                at.update();
                if (at.balance() > 1) {
                    if (at.left.balance() < 0) {
                        rotate(at.left, false);
                    }
                    at = rotate(at, true);
                } else if (at.balance() < -1) {
                    if (at.right.balance() > 0) {
                        rotate(at.right, true);
                    }
                    at = rotate(at, false);
                }
                at = at.parent;
            }
        }

        private Node<K, V> rotate(Node<K, V> at, boolean right) {
            Node<K, V> up = right ? at.left : at.right;
            Node<K, V> moved = right ? up.right : up.left;
            Node<K, V> parent = at.parent;
            if (right) {
                at.left = moved;
                up.right = at;
            } else {
                at.right = moved;
                up.left = at;
            }
            if (moved != null) {
                moved.parent = at;
            }
            up.parent = parent;
            at.parent = up;
            if (parent == null) {
                root = up;
            } else if (parent.left == at) {
                parent.left = up;
            } else {
                parent.right = up;
            }
            at.update();
            up.update();
            return up;
        }

        V get(K key) {
            for (Node<K, V> at = root; at != null; ) {
                int order = key.compareTo(at.key);
                if (order == 0) {
                    return at.value;
                }
                at = order < 0 ? at.left : at.right;
            }
            throw new NoSuchElementException("no " + key);
        }

        @Override
        public Iterator<Node<K, V>> iterator() {
            Deque<Node<K, V>> path = new ArrayDeque<>();
            for (Node<K, V> at = root; at != null; at = at.left) {
                path.push(at);
            }
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return !path.isEmpty();
                }

                @Override
                public Node<K, V> next() {
                    Node<K, V> found = path.pop();
                    for (Node<K, V> at = found.right; at != null; at = at.left) {
                        path.push(at);
                    }
                    return found;
                }
            };
        }

        int check(Node<K, V> at) {
            if (at == null) {
                return 0;
            }
            if (at.left != null && (at.left.parent != at || at.left.key.compareTo(at.key) >= 0)
                    || Math.abs(at.balance()) > 1) {
                throw new IllegalStateException("broken at " + at.key);
            }
            return 1 + check(at.left) + check(at.right);
        }
    }

    private static void growAndWalk() {
        Tree<String, String> tree = new Tree<>();
        Random random = new Random(42);
        for (int i = 0; i < 300; i++) {
            String key = "k" + random.nextInt(200);
            String old = tree.put(key, "v" + i);
            if (i % 50 == 0) {
                System.out.println(key + " " + old + " " + tree.size);
            }
        }
        System.out.println(
                tree.check(tree.root) + " " + tree.root.height + " " + tree.root.key + " " + tree.modifications);
        StringBuilder all = new StringBuilder();
        for (Node<String, String> node : tree) {
            all.append(node.key)
                    .append('=')
                    .append(node.value)
                    .append(node.left == null ? "" : "<")
                    .append(node.right != null ? ">" : "")
                    .append(' ');
        }
        System.out.println(all);
        try {
            tree.get("none");
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        Node<String, String> least = tree.iterator().next();
        System.out.println(least.parent.left == least ? "left" : "other");
    }

    private static void countWords() {
        Tree<String, Double> words = new Tree<>();
        for (String word : "the quick brown fox jumps over the lazy dog and the cat".split(" ")) {
            Double old = words.put(word, 1.0);
            if (old != null) {
                words.put(word, old + 1);
            }
        }
        for (var node : words) {
            System.out.print(node.key + ":" + node.value + " ");
        }
        System.out.println(words.get("the") + " " + words.get("the").intValue());
    }

    public static void main(String[] args) {
        growAndWalk();
        countWords();
    }
}
