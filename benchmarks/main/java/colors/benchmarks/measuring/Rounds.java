// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was measured in each round, by name. What is compared was measured in the same round. */
public final class Rounds {
    private final List<Map<String, Double>> rounds = new ArrayList<>();

    /** A new one. */
    public void begin() {
        rounds.add(new HashMap<>());
    }

    /** Of the last round. */
    public void put(String name, double value) {
        rounds.getLast().put(name, value);
    }

    public int count() {
        return rounds.size();
    }

    public boolean has(String name) {
        return rounds.stream().anyMatch(round -> round.containsKey(name));
    }

    /** Of each round that has it. */
    public List<Double> values(String name) {
        return rounds.stream()
                .filter(round -> round.containsKey(name))
                .map(round -> round.get(name))
                .toList();
    }

    /** Of each round that has both. */
    public List<Double> ratios(String of, String to) {
        return rounds.stream()
                .filter(round -> round.containsKey(of) && round.containsKey(to))
                .map(round -> round.get(of) / round.get(to))
                .toList();
    }

    /** NaN when no round has it. */
    public double median(String name) {
        return has(name) ? Spread.of(values(name)).median() : Double.NaN;
    }
}
