# SPDX-License-Identifier: Apache-2.0
# Runs programs: Java, Python, JavaScript, the demo, stat and the benchmarks.

LANGUAGES=$COLORS_ROOT/truffle-lang/target
read -r -a JAVA_OPTS_OF_USER <<<"${COLORS_JAVA_OPTS-}"

# Sets LANGUAGE_FLAGS: the modules of GraalPy, GraalJS and colors, and what each may touch.
find_language_flags() {
    find_compiler_flags
    LANGUAGE_FLAGS=("${COMPILER_FLAGS[@]}" "@$COLORS_ROOT/truffle-lang/python-internals.args"
        "--module-path=$COLORS_RUNTIME:$LANGUAGES/colors-truffle.jar:$LANGUAGES/modules"
        "--enable-native-access=colors,org.graalvm.truffle,com.oracle.truffle.truffle_nfi_panama"
        --sun-misc-unsafe-memory-access=allow
        "-Dcolors.home=$COLORS_HOME" "-Dcolors.root=$COLORS_ROOT")
    # Compiled Python modules are kept here; without them GraalPy compiles its library at each start.
    # The first function that Graal compiles takes it a second or more, for Graal is Java code that is not compiled yet.
    # Truffle would begin with one called 40 times, as each start has some, and with each that ever called
    # str.rpartition, which counts as 2^20 loops.
    GUEST_FLAGS=(-Dpolyglot.python.DontWriteBytecodeFlag=false "-Dpolyglot.python.PyCachePrefix=$BUILD_DIR/python"
        "-Dcolors.python.executable=$COLORS_ROOT/ci/launcher/python"
        -Dpolyglot.engine.DynamicCompilationThresholdsMinScale=1 -Dpolyglot.engine.FirstTierMinInvokeThreshold=100)
}

# Sets JAVA_FLAGS. With compact headers (JEP 519) a wrapper has 16 bytes instead of 24, and a hop takes 3.7 instead of
# 4.6 ns (docs/benchmarks.md).
find_java_flags() {
    JAVA_FLAGS=("--module-path=${1-$COLORS_RUNTIME}" --add-modules=colors --enable-native-access=colors -XX:+UseCompactObjectHeaders "-Dcolors.home=$COLORS_HOME")
}

# run_guest python|js ARGUMENTS...
run_guest() {
    if [[ ${2--} != -* ]]; then
        [ -e "$2" ] || fail "there is no file '$2' (looked from $PWD)"
        [ -f "$2" ] || [ "$1" = python ] && [ -r "$2" ] || fail "'$2' is not a file that can be read"
    fi
    build_all
    make_start background
    find_language_flags
    [ ! -t 0 ] || GUEST_FLAGS+=(-Dcolors.terminal=true)
    archive_of "$1" "${JAVA_OPTS_OF_USER[@]}"
    exec "$COMPILER_JAVA" "${ARCHIVE_FLAGS[@]}" "${LANGUAGE_FLAGS[@]}" "${GUEST_FLAGS[@]}" "${JAVA_OPTS_OF_USER[@]}" -m colors.truffle/colors.truffle.launcher.Main "$@"
}

# The JDK's java with module colors resolved, so that programs on the class path and on the module path find it.
run_java() {
    [ $# -ge 1 ] || fail "what to run? usage: ./colors java [OPTIONS] CLASS-OR-FILE [ARGUMENTS], for example ./colors java Hello.java"
    local path=$COLORS_RUNTIME arguments=() in_options=yes
    while [ $# -gt 0 ]; do
        case $in_options:$1 in
            yes:-p | yes:--module-path) path+=:${2-}; shift ;;
            yes:--module-path=*) path+=:${1#*=} ;;
            yes:-cp | yes:-classpath | yes:--class-path | yes:-m | yes:--module | yes:-jar | yes:--add-modules | yes:--add-exports | yes:--add-opens)
                arguments+=("$1" "${@:2:1}")
                case $1 in -m | --module | -jar) in_options=no ;; esac
                [ $# -lt 2 ] || shift ;;
            yes:-* | yes:@*) arguments+=("$1") ;;
            yes:*.java)
                [ -f "$1" ] || fail "there is no file '$1' (looked from $PWD)"
                in_options=no; arguments+=("$1") ;;
            *) in_options=no; arguments+=("$1") ;;
        esac
        shift
    done
    build_all
    make_start background
    find_java_flags "$path"
    archive_of java "${JAVA_OPTS_OF_USER[@]}" "${arguments[@]}"
    exec "$JAVA_HOME/bin/java" "${ARCHIVE_FLAGS[@]}" "${JAVA_FLAGS[@]}" "${JAVA_OPTS_OF_USER[@]}" "${arguments[@]}"
}

# A JVM in a JVM: the arguments are the guest's. Only the modules that Espresso needs; module colors is on the guest's
# module path.
run_espresso() {
    [ $# -ge 1 ] || fail "what to run? usage: ./colors espresso [OPTIONS] CLASS-OR-FILE [ARGUMENTS], for example ./colors espresso Hello.java"
    build_all
    find_compiler_flags
    local path=$LANGUAGES/colors-truffle.jar:$COLORS_RUNTIME:$LANGUAGES/espresso jar
    local runtime=("--module-path=$COLORS_RUNTIME" "--add-modules=colors,jdk.unsupported" --enable-native-access=colors)
    # The agent puts its jar on the class path, where what it adds to the program's classes finds it.
    [[ " $*" != *" -javaagent:"*"${COLORS_RUNTIME##*/}"* ]] || runtime=(--add-modules=jdk.unsupported --enable-native-access=ALL-UNNAMED)
    for jar in $COMPILER_JARS truffle-nfi truffle-nfi-libffi; do
        path+=:$LANGUAGES/modules/$jar.jar
    done
    exec "$COMPILER_JAVA" "${COMPILER_FLAGS[@]}" "--module-path=$path" --add-modules=jdk.compiler \
        --enable-native-access=org.graalvm.truffle,com.oracle.truffle.truffle_nfi_libffi --sun-misc-unsafe-memory-access=allow \
        "${JAVA_OPTS_OF_USER[@]}" -m colors.truffle/colors.truffle.launcher.Main java \
        "${runtime[@]}" "-Dcolors.home=$COLORS_HOME" "$@"
}

# stat and gc: run_tool Stat ARGUMENTS. The segment of COLORS_SEGMENT, or at COLORS_SOCKET, unless --segment names
# another one.
run_tool() {
    local tool=$1 arguments=()
    shift
    while [ $# -gt 0 ]; do
        case $1 in
            --segment) [ -n "${2-}" ] || fail "--segment needs a name, as in: ./colors ${tool,,} --segment NAME"; name_segment "$2"; shift ;;
            --segment=?*) name_segment "${1#*=}" ;;
            --segment=) fail "--segment needs a name, as in: ./colors ${tool,,} --segment NAME" ;;
            *) arguments+=("$1") ;;
        esac
        shift
    done
    build_all
    find_java_flags
    archive_of java "${JAVA_OPTS_OF_USER[@]}"
    exec "$JAVA_HOME/bin/java" "${ARCHIVE_FLAGS[@]}" "${JAVA_FLAGS[@]}" "${JAVA_OPTS_OF_USER[@]}" -m "colors/colors.tools.$tool" "${arguments[@]}"
}

name_segment() {
    export COLORS_SEGMENT=$1
    unset COLORS_SOCKET
}

build_everything() {
    local made='native/build, src/target, truffle-lang/target, benchmarks/target'
    build_all
    if build_cpython; then made+=", cpython/build/venv-$CPYTHON_VERSION"; else made+="; ./colors cpython will not run: $(no_cpython)"; fi
    make_start
    tell "up to date: $made"
}

# run_demo [--cpython]: with its Python half in CPython.
run_demo() {
    case $#${1-} in
        0) ;;
        1--cpython) build_cpython || fail "$(no_cpython)" ;;
        *) fail "unknown argument '${*: -1}'. usage: ./colors demo [--cpython]" ;;
    esac
    local demo=$COLORS_ROOT/examples/demo/run
    [ -x "$demo" ] || fail "examples/demo/run is missing or cannot be executed; restore it with: git checkout examples/demo"
    build_all
    exec "$demo" "$@"
}

# Benchmarks run on the class path, because JMH forks with it; the modules under test stay modules. They get a segment
# of their own unless COLORS_SEGMENT names one.
# Each suite by itself, one after the other; what it wrote before stays when a later one fails. The page is benchmarks/plots/report.py's.
run_all_benches() {
    local results=${COLORS_BENCH_RESULTS-$COLORS_ROOT/benchmarks/target/results} status=0 mode='' suite
    case ${1-} in
        --quick | --smoke) mode=$1; shift ;;
    esac
    [ $# -eq 0 ] || fail "bench all takes --quick or --smoke, not '$1'"
    mkdir -p "$results"
    for suite in $(sed -n '/enum Suite {/,/}/s/^ *\([a-z]*\),\{0,1\}$/\1/p' "$COLORS_ROOT/benchmarks/main/java/colors/benchmarks/Main.java"); do
        tell "bench $suite $mode"
        # shellcheck disable=SC2086
        (run_bench "$suite" $mode --json "$results/$suite.json") || { status=1; tell "bench $suite failed; its rows are missing"; }
    done
    tell "results: $results; a page of them: benchmarks/plots/report.py $results docs"
    return $status
}

# Sets NODE. Fails where there is none, or none that has modules, top-level await and performance.
find_node() {
    NODE=$(command -v node) && "$NODE" -e 'process.exit(process.versions.node.split(".")[0] >= 18 ? 0 : 1)' 2>/dev/null
}

run_bench() {
    case ${1-} in
        all) shift; run_all_benches "$@"; exit ;;
        '' | -*) fail "which benchmark? usage: ./colors bench NAME [--quick | --smoke] [--only PATTERN] [--json FILE], for example ./colors bench field" ;;
    esac
    build_all
    local more=() java17 python
    case $1 in
        channel) build_native_benchmarks; more=(--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED) ;; # for Agrona, which Aeron uses
        monitor) build_native_benchmarks ;;
        gc)
            build_native_benchmarks
            ! build_cpython || more=("-Dcolors.bench.cpython=$CPYTHON_VENV/bin/python") ;;
        cpython)
            if build_cpython; then
                [[ " $* " == *' --smoke '* ]] || install_cpython_peers
                more=("-Dcolors.bench.cpython=$CPYTHON_VENV/bin/python")
            fi ;;
        apps)
            java17=$(find_java17) || exit
            more=("-Dcolors.bench.java17=$java17")
            # 190 MB are too many for a smoke test: it builds the applications only where that was done before.
            [[ " $* " == *' --smoke '* ]] && [ ! -f "$COLORS_ROOT/benchmarks/apps/target/colors-apps.jar" ] ||
                build_apart apps "applications of bench apps" '190 MB' ;;
        # A smoke test downloads nothing.
        overhead) [[ " $* " == *' --smoke '* ]] || build_apart overhead "programs of bench overhead" '48 MB' ;;
        rpc)
            [[ " $* " == *' --smoke '* ]] || build_peers
            if build_cpython; then
                [[ " $* " == *' --smoke '* ]] || make_peers_environment
                more=("-Dcolors.bench.cpython=$CPYTHON_VENV/bin/python")
                python=$PEERS_TARGET/venv-$CPYTHON_VERSION/bin/python
                [ ! -x "$python" ] || more+=("-Dcolors.bench.peers.python=$python")
            fi
            ! find_node || more+=("-Dcolors.bench.node=$NODE") ;;
        scoring)
            build_peers
            if build_cpython; then
                more=("-Dcolors.bench.cpython=$CPYTHON_VENV/bin/python")
                make_environment scoring scoring.txt "numpy and gRPC for bench scoring"
                python=$PEERS_TARGET/scoring-$CPYTHON_VERSION/bin/python
                ! "$python" -c 'import numpy, grpc' 2>/dev/null || more+=("-Dcolors.bench.scoring.python=$python")
            fi ;;
        grpc | thrift | xmem) build_peers ;; # for a smoke test, too: without them there is nothing to measure
        start) [ "$JDK_GRAAL" = yes ] || more=(-Dcolors.bench.stock=true) ;; # what starts without our help needs other flags
        containers | copy) export COLORS_OBJECTS=${COLORS_OBJECTS-4G} ;; # for the daemon that starts by itself
    esac
    make_start
    find_language_flags
    local target=$COLORS_ROOT/benchmarks/target status=0 own=
    [ -n "${COLORS_SEGMENT-}" ] || { own=yes; export COLORS_SEGMENT=bench-$$; }
    "$COMPILER_JAVA" "${LANGUAGE_FLAGS[@]}" --add-modules=colors,colors.truffle \
        --add-exports=colors/colors.memory=ALL-UNNAMED --add-exports=colors/colors.heap=ALL-UNNAMED \
        --add-exports=colors/colors.roots=ALL-UNNAMED --enable-native-access=ALL-UNNAMED "${more[@]}" "${JAVA_OPTS_OF_USER[@]}" \
        -cp "$target/colors-benchmarks.jar:$target/lib/*" colors.benchmarks.Main "$@" || status=$?
    [ -z "$own" ] || stop_daemon 2>/dev/null
    exit $status
}
