// SPDX-License-Identifier: Apache-2.0
package colors.benchmarks.programs;

import colors.Ref;
import colors.SharedMemory;

/** {@code write}: shares an object; {@code read}: attaches and reads it; {@code empty}: neither. */
public final class StartJava {
    private StartJava() {}

    /** What is shared. */
    static final class Counter {
        int count = 1;
    }

    public static void main(String[] arguments) {
        switch (arguments[0]) {
            case "write" -> SharedMemory.repository("start").set(Ref.copyOf(new Counter()));
            case "read" ->
                System.out.println(((Ref<?>) SharedMemory.repository("start").get()).get("count"));
            default -> System.out.println(1);
        }
    }
}
