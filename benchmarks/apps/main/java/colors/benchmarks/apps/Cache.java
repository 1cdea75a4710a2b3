// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.apps;

import colors.rpc.Request;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Maps the arguments of a query to its answer, as private objects and as shared ones. A hit takes no lock. A query that
 * is no hit and an update have one lock, so that no answer is kept which an update has overtaken.
 *
 * @param <Q> the arguments
 * @param <T> one entry of an answer
 * @param <S> the shared form of an answer
 */
final class Cache<Q, T, S> {
    /** What asks the application itself. */
    interface Source<Q, T> {
        List<T> ask(Q query) throws Exception;
    }

    private record Answer<T, S>(List<T> entries, S shared) {}

    private final Map<Q, Answer<T, S>> answers = new ConcurrentHashMap<>();
    private final Source<Q, T> source;
    private final Function<List<T>, S> share;

    Cache(Source<Q, T> source, Function<List<T>, S> share) {
        this.source = source;
        this.share = share;
    }

    List<T> entries(Q query) throws Exception {
        return answer(query).entries;
    }

    S shared(Q query) throws Exception {
        return answer(query).shared;
    }

    private Answer<T, S> answer(Q query) throws Exception {
        Answer<T, S> answer = answers.get(query);
        return answer == null ? ask(query) : answer;
    }

    private synchronized Answer<T, S> ask(Q query) throws Exception {
        Answer<T, S> answer = answers.get(query);
        if (answer == null) {
            List<T> entries = List.copyOf(source.ask(query));
            answer = kept(new Answer<>(entries, share.apply(entries)));
            answers.put(query, answer);
        }
        return answer;
    }

    /** A request gives up what it made; this is for later ones. */
    private Answer<T, S> kept(Answer<T, S> answer) {
        return Request.current()
                .map(request ->
                        new Answer<>(answer.entries.stream().map(request::keep).toList(), request.keep(answer.shared)))
                .orElse(answer);
    }

    /** Forgets the answers to those queries, whether or not the update fails. */
    synchronized <R> R update(Predicate<Q> conflicts, Callable<R> update) throws Exception {
        try {
            return update.call();
        } finally {
            answers.keySet().removeIf(conflicts);
        }
    }
}
