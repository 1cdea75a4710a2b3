// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Streams, generics, comparators, bridges, nested containers. */
public final class Inventory {
    enum Color {
        RED,
        GREEN,
        BLUE
    }

    record Key(String shelf, int row) {
        static Key of(String text) {
            String[] parts = text.split(":");
            return new Key(parts[0], Integer.parseInt(parts[1]));
        }

        Key next() {
            return new Key(shelf, row + 1);
        }
    }

    static class Item implements Comparable<Item> {
        protected final String name;
        int amount;
        Color color;
        Key place;

        Item(String name, int amount, Color color, Key place) {
            this.name = name;
            this.amount = amount;
            this.color = color;
            this.place = place;
        }

        String getName() {
            return name;
        }

        int getAmount() {
            return amount;
        }

        Color getColor() {
            return color;
        }

        Key getPlace() {
            return place;
        }

        @Override
        public int compareTo(Item other) {
            return name.compareToIgnoreCase(other.name);
        }

        @Override
        public String toString() {
            return name + "*" + amount;
        }
    }

    static class Box<T extends Item> {
        private T content;
        final List<T> all = new ArrayList<>();

        T get() {
            return content;
        }

        Box<T> set(T content) {
            this.content = content;
            all.add(content);
            return this;
        }

        <R extends Comparable<R>> Optional<T> best(java.util.function.Function<? super T, R> by) {
            return all.stream().max(Comparator.comparing(by));
        }
    }

    static final class Fragile extends Item {
        final double risk;

        Fragile(String name, double risk) {
            super(name, 1, Color.RED, null);
            this.risk = risk;
        }
    }

    static final class FragileBox extends Box<Fragile> {
        int checks;

        @Override
        Fragile get() {
            checks++;
            return super.get();
        }

        @Override
        FragileBox set(Fragile content) {
            super.set(content);
            return this;
        }
    }

    static final class Store {
        final Map<String, Item> items = new LinkedHashMap<>();
        final Map<String, List<String>> tags = new HashMap<>();
        private Map<String, Map<String, Integer>> nested = new HashMap<>();
        Set<String> names = new java.util.LinkedHashSet<>();
        int[][] counts = new int[Color.values().length][2];

        Store add(Item item, String... labels) {
            items.put(item.name, item);
            names.add(item.name);
            for (String label : labels) {
                tags.computeIfAbsent(label, unused -> new ArrayList<>()).add(item.name);
                nested.computeIfAbsent(label, unused -> new HashMap<>())
                        .merge(item.color.name(), item.amount, Integer::sum);
            }
            counts[item.color.ordinal()][0] += item.amount;
            counts[item.color.ordinal()][1]++;
            return this;
        }

        Collection<Item> select(Predicate<? super Item> filter) {
            return items.values().stream().filter(filter).sorted().toList();
        }
    }

    private static Store fill() {
        Store store = new Store();
        store.add(new Item("pen", 10, Color.BLUE, Key.of("a:1")), "small", "office")
                .add(new Item("Desk", 2, Color.GREEN, new Key("b", 7)), "office")
                .add(new Item("cup", 30, Color.BLUE, null), "small", "kitchen");
        store.add(new Fragile("vase", 0.5), "kitchen");
        return store;
    }

    private static void query(Store store) {
        System.out.println(store.items + " " + store.tags.get("office") + " "
                + store.tags.get("small").size() + " " + store.names);
        System.out.println(store.nested.get("small").get("BLUE") + " " + store.nested.get("office") + " "
                + new TreeSet<>(store.nested.keySet()));
        System.out.println(store.select(item -> item.amount > 1) + " " + store.select(Fragile.class::isInstance));
        Map<Color, Integer> amounts = store.items.values().stream()
                .collect(Collectors.groupingBy(
                        Item::getColor, () -> new EnumMap<>(Color.class), Collectors.summingInt(Item::getAmount)));
        System.out.println(amounts + " "
                + store.items.values().stream()
                        .collect(Collectors.partitioningBy(
                                item -> item.place == null,
                                Collectors.mapping(Item::getName, Collectors.joining("+")))));
        System.out.println(store.items.values().stream()
                .map(Item::getPlace)
                .filter(place -> place != null)
                .map(Key::next)
                .sorted(Comparator.comparing(Key::row).reversed())
                .toList());
        System.out.println(store.items.values().stream()
                .sorted(Comparator.comparing(Item::getColor).thenComparing(Comparator.reverseOrder()))
                .map(item -> item.name)
                .collect(Collectors.joining(",", "[", "]")));
    }

    private static void move(Store store) {
        Item pen = store.items.get("pen");
        System.out.println((pen == store.items.get("pen")) + " " + pen.equals(store.items.get("pen")) + " "
                + pen.place.equals(new Key("a", 1)) + " " + pen.place.hashCode());
        pen.place = pen.place.next().next();
        System.out.println(pen.place + " " + store.items.get("pen").place.row());
    }

    private static void callBridges() {
        FragileBox box = new FragileBox().set(new Fragile("glass", 0.9)).set(new Fragile("mirror", 0.7));
        Box<Fragile> same = box;
        System.out.println(
                same.get().risk + " " + same.set(new Fragile("egg", 0.99)).get().name + " " + box.checks + " "
                        + box.best(fragile -> fragile.risk).get().name + " " + box.all.get(1).name);
    }

    private static void editCopy(Store store) {
        List<Item> list = new ArrayList<>(store.items.values());
        ListIterator<Item> each = list.listIterator(list.size());
        while (each.hasPrevious()) {
            Item item = each.previous();
            if (item.amount == 2) {
                each.set(new Item("table", 3, Color.RED, null));
            }
        }
        for (Iterator<Item> found = list.iterator(); found.hasNext(); ) {
            if (found.next() instanceof Fragile fragile && fragile.risk < 1) {
                found.remove();
            }
        }
        System.out.println(list + " " + store.items.size());
        UnaryOperator<Item> more = item -> {
            item.amount *= 2;
            return item;
        };
        BinaryOperator<Item> larger = BinaryOperator.maxBy(Comparator.comparingInt(Item::getAmount));
        System.out.println(list.stream().map(more).reduce(larger).get() + " " + store.items.get("cup").amount);
    }

    private static void editInPlace(Store store) {
        System.out.println(IntStream.range(0, store.counts.length)
                .mapToObj(i -> Color.values()[i] + "=" + store.counts[i][0] + "/" + store.counts[i][1])
                .collect(Collectors.joining(" ")));
        store.tags.values().forEach(names -> names.replaceAll(String::toUpperCase));
        store.tags.entrySet().removeIf(entry -> entry.getKey().equals("small"));
        store.names.retainAll(Set.of("pen", "cup"));
        System.out.println(
                new java.util.TreeMap<>(store.tags) + " " + store.names + " " + String.join("/", store.names));
        Map<Key, Item> byPlace = new HashMap<>();
        store.items
                .values()
                .forEach(item -> byPlace.put(item.place == null ? new Key("?", item.amount) : item.place, item));
        System.out.println(byPlace.get(new Key("a", 3)) + " " + byPlace.get(new Key("?", 60)) + " " + byPlace.size());
    }

    public static void main(String[] args) {
        Store store = fill();
        query(store);
        move(store);
        callBridges();
        editCopy(store);
        editInPlace(store);
    }
}
