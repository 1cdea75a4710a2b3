# SPDX-License-Identifier: Apache-2.0
# What each command takes: ./colors COMMAND --help.

# asks_for_help ARGUMENTS...: is the first one a question for help?
asks_for_help() { [ "${1-}" = --help ] || [ "${1-}" = -h ]; }

# help_of COMMAND: prints its help; fails for a command that answers --help itself, or that there is not.
help_of() {
    case $1 in
        demo) cat <<'END' ;;
usage: ./colors demo [--cpython]

A Java, a Python and a JavaScript process share the graph of 7,884 airports, in a segment of their own that is gone afterwards.
Python is GraalPy, with --cpython CPython.
END
        build) cat <<'END' ;;
usage: ./colors build

Builds what is not up to date: native/build (make), src, truffle-lang and benchmarks (Maven), and target/start, with which
programs start faster; for the first CPython 3.11 or later with headers that is found, the package colors (cpython/build). The first
build downloads libraries from Maven Central. Logs are in target/.
END
        test) cat <<'END' ;;
usage: ./colors test [--quick] [NAME...]

Runs every test runner, or only those that are named. ./colors test --list prints their names. --quick runs the fast tests of
native, java and corpus, in under three minutes. Three runners go on at once (COLORS_TESTS_AT_ONCE=1: one); what one printed is
shown when it ends. The last line is "N passed, N failed" over all of them.
END
        espresso) cat <<'END' ;;
usage: ./colors espresso [OPTIONS] CLASS | FILE.java | -jar FILE | -m MODULE/CLASS [ARGUMENTS]

Runs a Java program in Espresso, Java on Truffle, with module colors in the guest. OPTIONS are those of java; Espresso's
own are given as --java.NAME=VALUE, those of the JVM that runs Espresso (-X...) in COLORS_JAVA_OPTS. See docs/espresso.md.
END
        python) cat <<'END' ;;
usage: ./colors python [-i] [-BEIPqsSuv] [-W FILTER] [FILE | -c CODE | -m MODULE | -] [ARGUMENTS]

Runs a Python program in GraalPy, with package colors on its path: a file, a folder with a __main__.py, code, a module, or with -
what comes from standard input. Without any of these, or with -i after the program, a console: in a terminal line by line, without
history (rlwrap has one). -V prints the version; the other options are CPython's. PYTHONPATH is heeded. sys.executable is a program
that does the same. COLORS_JAVA_OPTS has options for the JVM.
END
        cpython) cat <<'END' ;;
usage: ./colors cpython [OPTIONS] [FILE | -c CODE | -m MODULE | -] [ARGUMENTS]

Runs a Python program in CPython, with package colors on its path, and what else that Python has; options are CPython's own. It is the
first CPython 3.11 or later with its headers that is found: python3, python3.11, ... on PATH, those of pyenv; COLORS_CPYTHON names
another one. It needs no JDK. docs/cpython.md says what differs from GraalPy, and how to install the package by pip.
END
        js) cat <<'END' ;;
usage: ./colors js [-i] [FILE | -e CODE | -p CODE | -] [ARGUMENTS]

Runs a JavaScript program in GraalJS: a file, a module when its name ends in .mjs; code, with -p its result is printed; or with -
what comes from standard input. Without any of these, or with -i after the program, a console: in a terminal line by line, without
history (rlwrap has one). --version prints the version. Polyglot.import("colors") is the API.
A program ends when its code has run and no timer is pending; an error or rejection that nobody handles is exit status 1.
END
        stop) cat <<'END' ;;
usage: ./colors stop [--segment NAME]

Ends your daemon of a segment: NAME, else the one at COLORS_SOCKET, else the one that COLORS_SEGMENT names. Programs that are
attached go on without a collector; nothing they hold is lost.
END
        stat) cat <<'END' ;;
usage: ./colors stat [--json] [--classes] [--segment NAME]

Prints what is in the segment, who is attached, what the collector did, monitors, repositories and channels. Only reads.
--classes prints the shared classes instead: their versions, which fields are pinned, and which of these code reads without
a look at the object's version (docs/layout.md, Pinned fields). Of the segment NAME, else that of COLORS_SEGMENT.
END
        gc) cat <<'END' ;;
usage: ./colors gc [--segment NAME]

Runs a cycle of the shared collector now and prints what it did. Of the segment NAME, else that of COLORS_SEGMENT.
END
        bench) cat <<'END' ;;
usage: ./colors bench NAME [--quick | --smoke] [--only PATTERN] [--json FILE]
       ./colors bench all [--quick | --smoke]

Measures, and prints ratios to a baseline of the same run; --smoke runs it once in seconds and measures nothing.
NAME is one of: agent, apps, channel, containers, copy, cpython, field, gc, graph, grpc, monitor, overhead, roots, rpc,
scoring, start, thrift, xmem. docs/benchmarks.md says what each measures; graph: whole trees of objects, built and read, against
private ones and against serialising them.
all: every suite, one after the other, to $COLORS_BENCH_RESULTS, else benchmarks/target/results; report.py makes a page of it.
END
        *) return 1 ;;
    esac
}
