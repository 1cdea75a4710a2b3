// SPDX-License-Identifier: Apache-2.0
package colors.truffle.launcher;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the command line of Python or JavaScript says, as CPython and Node understand it.
 *
 * @param program the file, the code of -c or -e, or the module of -m; empty for the other kinds
 * @param name what stands in the place of the program: sys.argv[0]
 * @param arguments what follows it
 * @param inspects -i: a console follows
 * @param flags the other options, each followed by its value: what the language's context is given
 */
record GuestCommand(
        Kind kind, String program, String name, List<String> arguments, boolean inspects, Map<String, String> flags) {
    /** What is run. */
    enum Kind {
        FILE,
        CODE,
        /** CODE whose result is printed. */
        PRINT,
        MODULE,
        INPUT,
        CONSOLE,
        VERSION
    }

    /**
     * A language's own options. Those of one letter can stand together in Python, and their value right behind them.
     */
    enum Language {
        PYTHON(
                "python",
                Map.of("-c", Kind.CODE, "-m", Kind.MODULE, "-V", Kind.VERSION, "--version", Kind.VERSION),
                Map.of(
                        "-B",
                        "DontWriteBytecodeFlag",
                        "-E",
                        "IgnoreEnvironmentFlag",
                        "-I",
                        "IsolateFlag",
                        "-P",
                        "SafePathFlag",
                        "-q",
                        "QuietFlag",
                        "-s",
                        "NoUserSiteFlag",
                        "-S",
                        "NoSiteFlag",
                        "-u",
                        "UnbufferedIO",
                        "-v",
                        "VerboseFlag"),
                "[-i] [-BEIPqsSuv] [-W FILTER] [-c CODE | -m MODULE | FILE | -] [ARGUMENTS], or python -V"),
        JS(
                "js",
                Map.of(
                        "-e",
                        Kind.CODE,
                        "--eval",
                        Kind.CODE,
                        "-p",
                        Kind.PRINT,
                        "--print",
                        Kind.PRINT,
                        "-v",
                        Kind.VERSION,
                        "--version",
                        Kind.VERSION),
                Map.of(),
                "[-i] [-e CODE | -p CODE | FILE | -] [ARGUMENTS], or js --version");

        private final String id;
        private final Map<String, Kind> kinds;
        private final Map<String, String> flags;
        private final String usage;

        Language(String id, Map<String, Kind> kinds, Map<String, String> flags, String usage) {
            this.id = id;
            this.kinds = kinds;
            this.flags = flags;
            this.usage = "usage: " + id + " " + usage;
        }

        String id() {
            return id;
        }

        private IllegalArgumentException misused(String what) {
            return new IllegalArgumentException(what + "\n" + usage);
        }
    }

    /** Throws IllegalArgumentException for a line that is none. */
    static GuestCommand of(Language language, boolean isTerminal, String... given) {
        return new Parser(language, given).parse(isTerminal);
    }

    /** For people. */
    String title() {
        return switch (kind) {
            case FILE -> program;
            case MODULE -> "-m " + program;
            case CODE, PRINT -> name;
            case INPUT -> "-";
            case CONSOLE, VERSION -> "a console";
        };
    }

    /** Reads a command line from its start. */
    private static final class Parser {
        private final Language language;
        private final ArrayDeque<String> given;
        private final Map<String, String> flags = new HashMap<>();
        private boolean inspects;

        Parser(Language language, String... given) {
            this.language = language;
            this.given = new ArrayDeque<>(Arrays.asList(given));
        }

        GuestCommand parse(boolean isTerminal) {
            while (!given.isEmpty()
                    && given.peek().startsWith("-")
                    && !given.peek().equals("-")) {
                String option = option();
                Kind kind = language.kinds.get(option);
                if (kind == Kind.VERSION) {
                    return command(kind, "", "");
                } else if (kind != null) {
                    return command(kind, value(option), option);
                } else if (option.equals("--")) {
                    break;
                }
                set(option);
            }
            if (given.isEmpty()) {
                return input(isTerminal, "");
            } else if (given.peek().equals("-")) {
                return input(isTerminal, given.pop());
            }
            String file = given.pop();
            return command(Kind.FILE, file, file);
        }

        /** The next option. Of several in one argument of Python's the others become an argument, or the value. */
        private String option() {
            String first = given.pop();
            if (language == Language.JS || first.startsWith("--") || first.length() == 2) {
                return first;
            }
            String option = first.substring(0, 2);
            String rest = first.substring(2);
            given.push(takesValue(option) ? rest : "-" + rest);
            return option;
        }

        private boolean takesValue(String option) {
            return option.equals("-W") || language.kinds.getOrDefault(option, Kind.VERSION) != Kind.VERSION;
        }

        private void set(String option) {
            if (option.equals("-i") || option.equals("--interactive") && language == Language.JS) {
                inspects = true;
            } else if (option.equals("-W") && language == Language.PYTHON) {
                flags.merge("WarnOptions", value(option), (some, more) -> some + "," + more);
            } else if (language.flags.containsKey(option)) {
                flags.put(language.flags.get(option), "true");
                if (option.equals("-I")) {
                    List.of("-E", "-P", "-s").forEach(this::set);
                }
            } else {
                throw language.misused("unknown option " + option);
            }
        }

        private String value(String option) {
            if (given.isEmpty()) {
                throw language.misused("argument expected for the " + option + " option");
            }
            return given.pop();
        }

        /** Where it is no terminal and nobody asked for a console, standard input is a program. */
        private GuestCommand input(boolean isTerminal, String name) {
            Kind kind = isTerminal || inspects ? Kind.CONSOLE : Kind.INPUT;
            inspects = false;
            return command(kind, "", name);
        }

        private GuestCommand command(Kind kind, String program, String name) {
            return new GuestCommand(kind, program, name, List.copyOf(given), inspects, Map.copyOf(flags));
        }
    }
}
