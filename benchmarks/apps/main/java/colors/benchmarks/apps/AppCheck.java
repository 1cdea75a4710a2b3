// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares an application's own answers with those of its cache in each way. */
final class AppCheck {
    private final String application;
    private final LinkedHashMap<String, Query> ways = new LinkedHashMap<>();

    /** Asks; the answer is told as one text for each entry. */
    interface Query {
        List<String> ask(int size) throws Exception;
    }

    AppCheck(String application) {
        this.application = application;
    }

    void add(String way, Query query) {
        ways.put(way, query);
    }

    /** Asks in the last way first, and in each a second time: once at least the answer is out of the cache. */
    void compare(Query own, int size, String when) throws Exception {
        List<String> expected = own.ask(size);
        for (Map.Entry<String, Query> way : ways.reversed().entrySet()) {
            way.getValue().ask(size);
            List<String> answer = way.getValue().ask(size);
            if (!answer.equals(expected)) {
                throw new IllegalStateException(when + " the answer over " + way.getKey() + " is not that of "
                        + application + ", " + expected + ", but " + answer);
            }
        }
    }
}
