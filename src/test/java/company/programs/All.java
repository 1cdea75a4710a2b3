// SPDX-License-Identifier: Apache-2.0
package company.programs;

import colors.SharedMemory;
import java.util.List;

/** Runs all programs of the package, with an argument in shared mode. */
public final class All {
    private interface Program {
        void main(String[] arguments) throws Exception;
    }

    private static final List<Program> PROGRAMS = List.of(
            Trees::main,
            Matrices::main,
            Routes::main,
            Bank::main,
            Expressions::main,
            Details::main,
            Clones::main,
            Interpreter::main,
            Numbers::main,
            Threads::main,
            Inventory::main,
            Texts::main);

    private All() {}

    public static void main(String[] arguments) throws Exception {
        boolean isShared = arguments.length > 0;
        try (var _ = isShared ? SharedMemory.sharedMode() : null) {
            if (isShared) {
                check(new Clones.Circle());
            }
            for (Program program : PROGRAMS) {
                program.main(arguments);
            }
        }
    }

    private static void check(Object made) {
        if (!SharedMemory.isShared(made)) {
            throw new AssertionError("it is private");
        }
    }
}
