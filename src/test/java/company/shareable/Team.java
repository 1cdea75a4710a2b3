// SPDX-License-Identifier: Apache-2.0
package company.shareable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collections of the JDK in fields, by their classes and by their interfaces, made as programs make them. */
public class Team {
    public ArrayList<String> names = new ArrayList<>();
    public ArrayList<Integer> scores = new ArrayList<>(10);
    public HashMap<String, Integer> points = new HashMap<>();
    public LinkedHashMap<Integer, String> places = new LinkedHashMap<>(16, 0.5f);
    public HashSet<Integer> numbers = new HashSet<>();
    public LinkedHashSet<String> order = new LinkedHashSet<>(List.of("b", "a"));
    public List<Short> plain = new ArrayList<>(List.of((short) 1, (short) 2));
    public Map<String, Float> shares = new HashMap<>(Map.of("x", 0.1f));
    public Set<Character> letters = new HashSet<>(4);
    public LinkedList<String> unsupported;

    public int total() {
        int total = 0;
        for (int score : scores) {
            total += score;
        }
        for (Map.Entry<String, Integer> entry : points.entrySet()) {
            total += entry.getValue();
        }
        for (Integer number : numbers) {
            total += number;
        }
        return total;
    }

    public Collection<?>[] collections() {
        return new Collection<?>[] {names, scores, numbers, order};
    }
}
