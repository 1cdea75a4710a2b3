// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/** What the elements of the lists are that are passed (CoLoRS paper, section 6.2). */
enum RpcType {
    bool(number -> number % 3 == 0, element -> (Boolean) element ? 1 : 0),
    integer(number -> number * 1_000_003, element -> (Long) element),
    floating(number -> number * 0.5, element -> (long) (2 * (Double) element)),
    string(number -> "element " + number, element -> ((String) element).length());

    private final LongFunction<Object> make;
    private final ToLongFunction<Object> read;

    RpcType(LongFunction<Object> make, ToLongFunction<Object> read) {
        this.make = make;
        this.read = read;
    }

    /** A private list of so many elements, others for each {@code first}. */
    List<Object> build(int size, long first) {
        List<Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(make.apply(first + i));
        }
        return list;
    }

    /** Reads each element. */
    long sum(List<?> list) {
        long sum = 0;
        for (int i = 0; i < list.size(); i++) {
            sum += read.applyAsLong(list.get(i));
        }
        return sum;
    }

    /** What {@link #sum} of such a list is. */
    long expected(int size, long first) {
        return sum(build(size, first));
    }

    /** What a server does: reads the list, and answers with one of the same size. */
    List<Object> answer(List<?> list) {
        return build(list.size(), sum(list) & 0xFF);
    }
}
