// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the command line of Python says, as CPython understands it.
 *
 * @param program the file, the code of -c, or the module of -m; empty for the other kinds
 * @param arguments sys.argv
 * @param inspects -i: a console follows
 */
record PythonCommand(Kind kind, String program, List<String> arguments, boolean inspects) {
    /** What is run. */
    enum Kind {
        FILE,
        CODE,
        MODULE,
        INPUT,
        CONSOLE,
        VERSION
    }

    private static final String USAGE = "usage: python [-i] [-c CODE | -m MODULE | FILE | -] [ARGUMENTS], or python -V";

    /** Throws IllegalArgumentException for a line that is none. */
    static PythonCommand of(boolean isTerminal, String... given) {
        boolean inspects = false;
        int next = 0;
        for (; next < given.length && given[next].equals("-i"); next++) {
            inspects = true;
        }
        String first = next < given.length ? given[next] : "";
        return switch (first) {
            case "" -> next < given.length ? of(Kind.FILE, given, next, inspects) : input(isTerminal, inspects, "");
            case "-" -> input(isTerminal, inspects, Arrays.copyOfRange(given, next, given.length));
            case "-c" -> named(Kind.CODE, given, next, inspects);
            case "-m" -> named(Kind.MODULE, given, next, inspects);
            case "-V", "--version" -> new PythonCommand(Kind.VERSION, "", List.of(""), false);
            default -> {
                if (first.startsWith("-")) {
                    throw new IllegalArgumentException("unknown option " + first + "\n" + USAGE);
                }
                yield of(Kind.FILE, given, next, inspects);
            }
        };
    }

    private static PythonCommand of(Kind kind, String[] given, int next, boolean inspects) {
        return new PythonCommand(kind, given[next], List.of(given).subList(next, given.length), inspects);
    }

    /** Where it is no terminal and nobody asked for a console, standard input is a program. */
    private static PythonCommand input(boolean isTerminal, boolean inspects, String... arguments) {
        return new PythonCommand(isTerminal || inspects ? Kind.CONSOLE : Kind.INPUT, "", List.of(arguments), false);
    }

    /** -c or -m, which stays in sys.argv in the place of what follows it. */
    private static PythonCommand named(Kind kind, String[] given, int next, boolean inspects) {
        if (next + 1 == given.length) {
            throw new IllegalArgumentException("argument expected for the " + given[next] + " option\n" + USAGE);
        }
        var arguments = new ArrayList<>(List.of(given).subList(next + 1, given.length));
        arguments.set(0, given[next]);
        return new PythonCommand(kind, given[next + 1], arguments, inspects);
    }

    /** For people. */
    String name() {
        return switch (kind) {
            case FILE -> program;
            case CODE -> "-c";
            case MODULE -> "-m " + program;
            case INPUT -> "-";
            case CONSOLE, VERSION -> "python";
        };
    }
}
