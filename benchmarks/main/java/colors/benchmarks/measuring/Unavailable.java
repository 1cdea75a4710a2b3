// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.measuring;

/** A suite cannot run here; the message says what is missing and what to do. */
public final class Unavailable extends Exception {
    private static final long serialVersionUID = 1;

    public Unavailable(String message) {
        super(message);
    }
}
