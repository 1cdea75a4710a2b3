// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was measured in each round, by name. What is compared was measured in the same round. */
final class Rounds {
    private final List<Map<String, Double>> rounds = new ArrayList<>();

    /** A new one. */
    void begin() {
        rounds.add(new HashMap<>());
    }

    /** Of the last round. */
    void put(String name, double value) {
        rounds.getLast().put(name, value);
    }

    int count() {
        return rounds.size();
    }

    boolean has(String name) {
        return rounds.stream().anyMatch(round -> round.containsKey(name));
    }

    /** Of each round that has it. */
    List<Double> values(String name) {
        return rounds.stream()
                .filter(round -> round.containsKey(name))
                .map(round -> round.get(name))
                .toList();
    }

    /** Of each round that has both. */
    List<Double> ratios(String of, String to) {
        return rounds.stream()
                .filter(round -> round.containsKey(of) && round.containsKey(to))
                .map(round -> round.get(of) / round.get(to))
                .toList();
    }

    /** NaN when no round has it. */
    double median(String name) {
        return has(name) ? Spread.of(values(name)).median() : Double.NaN;
    }
}
