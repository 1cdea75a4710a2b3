// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Medians. */
public final class Numbers {
    private Numbers() {}

    public static <T> double median(Collection<T> of, ToDoubleFunction<T> number) {
        List<Double> sorted = of.stream().map(number::applyAsDouble).sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
