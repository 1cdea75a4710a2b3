// SPDX-License-Identifier: Apache-2.0
package company.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Shortest paths; objects as keys, collections in fields and of the JDK. */
public final class Routes {
    static final class City implements Comparable<City> {
        final String name;
        final int people;
        List<Road> roads = new ArrayList<>();
        Map<String, Integer> visits = new HashMap<>();

        City(String name, int people) {
            this.name = name;
            this.people = people;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof City city && city.name.equals(name);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name);
        }

        @Override
        public int compareTo(City other) {
            return name.compareTo(other.name);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static class Road {
        City from, to;
        double length;

        Road(City from, City to, double length) {
            this.from = from;
            this.to = to;
            this.length = length;
            from.roads.add(this);
        }
    }

    static final class Step {
        final City city;
        final double distance;
        final Step before;

        Step(City city, double distance, Step before) {
            this.city = city;
            this.distance = distance;
            this.before = before;
        }

        String path() {
            return before == null ? city.toString() : before.path() + "-" + city;
        }
    }

    static final class Network {
        final Map<String, City> cities = new LinkedHashMap<>();
        private Set<String> closed = new HashSet<>();
        private int searches;

        City city(String name) {
            return cities.computeIfAbsent(name, wanted -> new City(wanted, wanted.length() * 1000));
        }

        void road(String from, String to, double length) {
            new Road(city(from), city(to), length);
            new Road(city(to), city(from), length);
        }

        Step search(String from, String to) {
            searches++;
            PriorityQueue<Step> open = new PriorityQueue<>(Comparator.comparingDouble(step -> step.distance));
            Set<City> done = new HashSet<>();
            open.add(new Step(city(from), 0, null));
            while (!open.isEmpty()) {
                Step step = open.poll();
                if (!done.add(step.city)) {
                    continue;
                }
                step.city.visits.merge(from, 1, Integer::sum);
                if (step.city.name.equals(to)) {
                    return step;
                }
                for (Road road : step.city.roads) {
                    if (!closed.contains(road.to.name) && !done.contains(road.to)) {
                        open.add(new Step(road.to, step.distance + road.length, step));
                    }
                }
            }
            return null;
        }
    }

    private static Network build() {
        Network network = new Network();
        String[] lines = {"A B 4", "A C 2", "B C 1", "B D 5", "C D 8", "D E 3", "E F 1", "C F 20"};
        for (String line : lines) {
            String[] parts = line.split(" ");
            network.road(parts[0], parts[1], Double.parseDouble(parts[2]));
        }
        return network;
    }

    private static void search(Network network) {
        Step step = network.search("A", "F");
        System.out.println(step.path() + " " + step.distance);
        network.closed.add("D");
        System.out.println(network.search("A", "F").path() + " " + network.search("A", "D") + " " + network.searches);
        System.out.println(network.cities.keySet() + " " + network.cities.values());
    }

    private static void collect(Network network) {
        Map<City, List<Double>> lengths = new TreeMap<>();
        for (City city : network.cities.values()) {
            lengths.put(
                    city, city.roads.stream().map(road -> road.length).sorted().collect(Collectors.toList()));
        }
        System.out.println(lengths);
        System.out.println(""
                + network.cities.values().stream()
                        .collect(Collectors.groupingBy(
                                (City city) -> city.roads.size(),
                                TreeMap::new,
                                Collectors.mapping((City city) -> city.toString(), Collectors.joining("/")))));
        List<City> sorted = new ArrayList<>(network.cities.values());
        Collections.reverse(sorted);
        System.out.println(sorted + " " + sorted.indexOf(new City("C", 0)) + " " + sorted.contains(network.city("Z"))
                + " " + network.cities.size());
        sorted.sort(null);
        System.out.println(sorted + " " + Collections.max(sorted));
    }

    private static void count(Network network) {
        City b = network.city("B");
        System.out.println(b.visits + " " + b.visits.get("A") + " " + (b.visits.get("A") + 1) + " "
                + b.visits.getOrDefault("Q", -1));
        int total = 0;
        for (Map.Entry<String, City> entry : network.cities.entrySet()) {
            for (int count : entry.getValue().visits.values()) {
                total += count;
            }
        }
        System.out.println(total);
        b.roads.removeIf(road -> road.length > 4);
        System.out.println(b.roads.size() + " " + b.roads.get(0).to + " " + (b.roads.get(0).from == b));
        HashMap<City, String> names = new HashMap<>();
        names.put(b, "first");
        names.put(new City("B", 3), "second");
        System.out.println(names + " " + names.keySet().iterator().next().people);
    }

    public static void main(String[] args) {
        Network network = build();
        search(network);
        collect(network);
        count(network);
    }
}
