// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.protocols;

/**
 * A model in another process (peers/python/scoring.py) that scores the features of customers, which a service in Java
 * keeps and changes. How both are passed is the way's.
 */
public interface ScoringModel extends AutoCloseable {
    /** Features of a customer, side by side. */
    int WIDTH = 8;

    /** Changes a feature. */
    void set(int index, double feature);

    /** Has the scores of all customers computed. */
    void score() throws Exception;

    /** One of them. */
    double scoreOf(int customer);

    @Override
    void close();
}
