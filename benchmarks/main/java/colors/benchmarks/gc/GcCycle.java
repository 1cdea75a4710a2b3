// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.gc;

import colors.memory.SegmentStatus;
import colors.memory.SegmentStatus.Cycle;

/**
 * One cycle of the collector, as a process that is attached prints it for the suite. Times in nanoseconds.
 *
 * @param start by System.nanoTime's clock
 * @param grace the flip, with its grace periods
 * @param passes over the objects while it marked
 */
record GcCycle(double start, double grace, double report, double mark, double sweep, double passes) {
    private static final String WORD = "cycle";

    /** Prints those of the segment that came after one. */
    static void printAfter(long number) {
        for (Cycle cycle : SegmentStatus.read().collector().recent()) {
            if (cycle.number() > number) {
                System.out.println(WORD + " " + cycle.start() + " " + cycle.grace() + " " + cycle.report() + " "
                        + cycle.mark() + " " + cycle.sweep() + " " + cycle.passes());
            }
        }
    }

    static boolean isOne(String[] line) {
        return line[0].equals(WORD);
    }

    static GcCycle of(String[] line) {
        return new GcCycle(
                number(line, 1), number(line, 2), number(line, 3), number(line, 4), number(line, 5), number(line, 6));
    }

    private static double number(String[] line, int place) {
        return Double.parseDouble(line[place]);
    }

    double total() {
        return grace + report + mark + sweep;
    }
}
