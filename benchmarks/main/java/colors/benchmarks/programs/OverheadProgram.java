// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import java.util.function.ToDoubleFunction;

/**
 * A program that shares nothing.
 *
 * @param name for instance {@code lucene}
 * @param iterations how often a process does the program's work
 * @param manyThreads whether the work is on several threads, so that the time of all counts; else only that of the main
 *         thread does, which the compilers' threads do not change
 */
record OverheadProgram(String name, int iterations, boolean manyThreads) {

    static OverheadProgram alone(String name, int iterations) {
        return new OverheadProgram(name, iterations, false);
    }

    ToDoubleFunction<OverheadRun.Iteration> time() {
        return manyThreads ? OverheadRun.Iteration::process : OverheadRun.Iteration::thread;
    }
}
