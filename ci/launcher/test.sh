# SPDX-License-Identifier: Apache-2.0
# Runs the test runners, some beside each other, and adds up what each one counted.
#
# Runners: "native" (make test), "java" (JUnit through Maven), and every executable ci/test-NAME or ci/run-NAME. Each of
# the last prints a line "N passed, N failed" and exits non-zero on a failure, or says what it lacks and exits with 77:
# skipped. What NAME printed is target/test-NAME.log; target/test-NAME.result, which it writes last, has its exit
# status, seconds and seconds of processor time.

TESTS_PASSED=0
TESTS_FAILED=0
FAILED_RUNNERS=()
QUICK_RUNNERS=(native java corpus) # what --quick runs, each in part: of the fast ones, those that look at the most
declare -A TESTS_RUNNING=() # name: process, which leads a group

test_runners() {
    printf 'native\njava\n'
    local file
    for file in "$COLORS_ROOT"/ci/{test,run}-*; do
        [ -x "$file" ] || continue
        file=${file##*/}
        printf '%s\n' "${file#*-}"
    done
}

run_tests() {
    local known name chosen=("$@")
    known=$(test_runners)
    TESTS_QUICK=no
    case ${1-} in
        --list) take_nothing 'test --list' "${@:2}"; printf '%s\n' "$known"; return 0 ;;
        --quick)
            TESTS_QUICK=yes
            shift
            chosen=("$@")
            [ $# -gt 0 ] || chosen=("${QUICK_RUNNERS[@]}")
            known=$(printf '%s\n' "${QUICK_RUNNERS[@]}") ;;
    esac
    for name in "$@"; do
        grep -qxF -- "$name" <<<"$known" || fail "unknown test runner '$name'. There are: ${known//$'\n'/, }"
    done
    [ ${#chosen[@]} -gt 0 ] || mapfile -t chosen < <(long_first <<<"$known")
    mapfile -t chosen < <(printf '%s\n' "${chosen[@]}" | awk '!named[$0]++') # its log and its process are found by the name
    TESTS_AT_ONCE=$(tests_at_once) || exit
    [ ${#chosen[@]} -gt 1 ] || TESTS_AT_ONCE=1
    build_all
    make_start
    # Now, so that the benchmarks need not claim Maven's repository. If this fails, they say why.
    [[ " ${chosen[*]} " != *' benchmarks '* ]] || (build_peers) || true
    export TESTS_QUICK
    trap 'end_tests 130' INT
    trap 'end_tests 143' HUP TERM
    run_chosen "${chosen[@]}"
    trap - INT HUP TERM
    for name in "${FAILED_RUNNERS[@]}"; do
        show_failures "$name"
    done
    printf '\n%d passed, %d failed\n' $TESTS_PASSED $TESTS_FAILED
    [ $TESTS_FAILED -eq 0 ] || exit 1
}

tests_at_once() {
    local count=${COLORS_TESTS_AT_ONCE:-$(nproc 2>/dev/null || echo 1)}
    [[ $count =~ ^[1-9][0-9]?$ ]] || fail "COLORS_TESTS_AT_ONCE=$count: how many test runners go on at once must be a number from 1 to 99"
    [ -n "${COLORS_TESTS_AT_ONCE-}" ] || [ "$count" -eq 1 ] || count=3 # most have two processes at once themselves, but these sleep now and then
    printf '%d\n' "$count"
}

# The long ones first, so that no processor waits for one at the end, and before them those that claim something,
# because they go on one after the other; the others in their order.
long_first() {
    awk 'BEGIN { split("java native lint agent-libraries agent-languages mx-compiles builds-agree stress cpython corpus kills services benchmarks espresso model review launcher hypothesis mixins", long) }
        { name[NR] = $0; there[$0] = 1 }
        END {
            for (i = 1; i in long; i++) if (long[i] in there) { print long[i]; delete there[long[i]] }
            for (i = 1; i <= NR; i++) if (name[i] in there) print name[i]
        }'
}

# What two runners must not use at the same time: native/build and cpython/build, Maven's local repository, to which they
# may download, and the transports' jars.
claims_of() {
    case $1 in
        native | stress | cpython | kills | hypothesis) printf 'native' ;;
        java | lint | agent-languages | agent-libraries | builds-agree | mx-compiles) printf 'maven' ;;
        transports) printf 'maven transports' ;;
        benchmarks) printf 'transports' ;;
    esac
}

# run_chosen NAME...: starts the first that may run whenever there is room.
run_chosen() {
    local waiting=("$@") all=$# told=-1 next name
    while [ ${#waiting[@]} -gt 0 ] || [ ${#TESTS_RUNNING[@]} -gt 0 ]; do
        while [ ${#TESTS_RUNNING[@]} -lt "$TESTS_AT_ONCE" ] && next=$(first_free "${waiting[@]}"); do
            start_test "${waiting[next]}"
            waiting=("${waiting[@]:0:next}" "${waiting[@]:next+1}")
            told=-1
        done
        if [ "$TESTS_AT_ONCE" -gt 1 ] && { [ $told -lt 0 ] || [ $((SECONDS - told)) -ge 60 ]; }; then
            told=$SECONDS
            tell_progress $((all - ${#waiting[@]} - ${#TESTS_RUNNING[@]})) "$all"
        fi
        await_some
        for name in "${!TESTS_RUNNING[@]}"; do
            if kill -0 "${TESTS_RUNNING[$name]}" 2>/dev/null; then continue; fi
            end_test "$name"
            told=-1
        done
    done
}

# first_free NAME...: prints the index of the first one of whose claims no running one has any.
first_free() {
    local i=0 name claim taken=' ' free
    for name in "${!TESTS_RUNNING[@]}"; do taken+="$(claims_of "$name") "; done
    for name in "$@"; do
        free=yes
        for claim in $(claims_of "$name"); do
            [[ $taken != *" $claim "* ]] || free=no
        done
        if [ $free = yes ]; then printf '%d' $i; return 0; fi
        i=$((i + 1))
    done
    return 1
}

# Half a second, or until the only one has ended.
await_some() {
    if [ "$TESTS_AT_ONCE" -eq 1 ]; then wait "${TESTS_RUNNING[@]}" || true; else sleep 0.5 || true; fi
}

tell_progress() {
    local name running=''
    for name in "${!TESTS_RUNNING[@]}"; do running+="${running:+, }$name"; done
    tell "test: $1 of $2 runners done after $((SECONDS / 60)) min $((SECONDS % 60)) s, $TESTS_PASSED passed, $TESTS_FAILED failed; now: $running"
}

# Starts a runner, in a process group of its own so that it hears Ctrl-C as in a terminal and can be ended as a whole.
start_test() {
    mkdir -p "$BUILD_DIR"
    rm -f "$BUILD_DIR/test-$1.result"
    [ "$TESTS_AT_ONCE" -gt 1 ] || printf '== %s\n' "$1"
    set -m
    run_test "$1" </dev/null &
    TESTS_RUNNING[$1]=$!
    set +m
}

# run_test NAME: with sockets and daemons of its own. Shows the output as it comes when no other one runs.
run_test() {
    local log=$BUILD_DIR/test-$1.log status=0 start=$SECONDS fields
    trap - ERR INT HUP TERM
    if [ "$TESTS_AT_ONCE" -gt 1 ]; then
        XDG_RUNTIME_DIR=$(mktemp -d)
        export XDG_RUNTIME_DIR
        (run_runner "$1") >"$log" 2>&1 || status=$?
        rm -rf "$XDG_RUNTIME_DIR"
    else
        (run_runner "$1") 2>&1 | tee "$log" || status=$?
    fi
    read -ra fields <"/proc/$BASHPID/stat"
    printf '%d %d %d\n' "$status" $((SECONDS - start)) $(((fields[15] + fields[16]) / $(getconf CLK_TCK))) >"$BUILD_DIR/test-$1.result"
}

run_runner() {
    case $1 in
        native) test_native ;;
        java) test_java ;;
        *) run_script "$1" ;;
    esac
}

# end_test NAME: shows what a runner printed, if that was not seen yet, and adds its count to the sum.
end_test() {
    local name=$1 log=$BUILD_DIR/test-$1.log status=1 passed=0 failed=0 seconds=0 used=0
    wait "${TESTS_RUNNING[$name]}" || true
    unset "TESTS_RUNNING[$name]"
    [ "$TESTS_AT_ONCE" -eq 1 ] || { printf '== %s\n' "$name"; cat "$log"; }
    read -r status seconds used <"$BUILD_DIR/test-$name.result" || true
    [ "$status" -ne 77 ] || { printf '%s: skipped\n' "$name"; return 0; }
    read -r passed failed < <(counts_of "$log")
    if [ $((passed + failed)) -eq 0 ] || { [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; }; then
        printf '%s: exit status %d, but it counted %d passed, %d failed: taken as one failure\n' "$name" "$status" "$passed" "$failed" | tee -a "$log"
        failed=$((failed + 1))
    fi
    printf '%s: %d passed, %d failed in %d s, %d s of processor time\n' "$name" "$passed" "$failed" "$seconds" "$used"
    TESTS_PASSED=$((TESTS_PASSED + passed))
    TESTS_FAILED=$((TESTS_FAILED + failed))
    [ "$failed" -eq 0 ] || FAILED_RUNNERS+=("$name")
}

# end_tests STATUS: ends what runs, and this script.
end_tests() {
    local pid
    trap '' INT HUP TERM
    for pid in "${TESTS_RUNNING[@]}"; do kill -TERM -- "-$pid" 2>/dev/null || true; done
    wait
    exit "$1"
}

# show_failures NAME: the lines of a runner's log that tell what failed, with what is set in below them, once more at the
# end, where they are found.
show_failures() {
    local failed='(^ *|: )FAIL|: not so: |expected code [0-9]+ and|(^|[ ,])[1-9][0-9]* failed|ended with status'
    failed+='|Sanitizer: |^\\[ERROR\\]|: taken as one failure'
    printf '\n== what failed in %s\n' "$1"
    awk -v failed="$failed" '$0 ~ failed { print; more = 12; next } /^     / && more-- > 0 { print; next } { more = 0 }' \
        "$BUILD_DIR/test-$1.log" | cut -c 1-500 | head -n 80 || true
}

run_script() {
    local file=$COLORS_ROOT/ci/test-$1
    [ -x "$file" ] || file=$COLORS_ROOT/ci/run-$1
    if [ "$TESTS_QUICK" = yes ]; then "$file" --quick; else "$file"; fi
}

# The last "N passed, N failed" of a log is the runner's sum.
counts_of() {
    awk '/^([^ ]+: )?[0-9]+ passed, [0-9]+ failed/ {
            for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) p = $(i - 1); if ($i ~ /^failed/) f = $(i - 1) }
        } END { print p + 0, f + 0 }' "$1"
}

# With --quick without the tests that kill processes, step through what two can do at the same time, or fill heaps; long
# ones do a part.
test_native() {
    find_cc
    local make=(make -C "$COLORS_ROOT/native" --no-print-directory) names
    if [ "$TESTS_QUICK" = no ]; then
        "${make[@]}" test
        return
    fi
    names=$(quick_native_tests | tr '\n' ' ')
    "${make[@]}" -s -j2 "TESTS=$names" programs && EFFORT=${EFFORT:-5} "${make[@]}" -s "TESTS=$names" check
}

quick_native_tests() {
    local file name
    for file in "$COLORS_ROOT"/native/test/*_test.c; do
        name=${file##*/}
        case $name in *kill* | *step* | *death* | *order* | *sleep* | growth* | shortage* | connect*) ;; *) printf '%s\n' "${name%_test.c}" ;; esac
    done
}

# The tests of the Java core that need neither the agent nor another Java process.
quick_java_tests() {
    (cd "$COLORS_ROOT/src/test/java" && grep -rL --include='*Test.java' -E '@Tag\("agent"\)|Child\.|Partner|ProcessBuilder' . | sed 's#.*/##; s#\.java$##' | sort | paste -sd,)
}

# JUnit of every module; its count comes from Surefire's reports.
test_java() {
    rm -rf "$COLORS_ROOT"/{src,truffle-lang,benchmarks}/target/surefire-reports
    local status=0 flags=("-Dcolors.launcher=$COLORS")
    [ "$JDK_GRAAL" = no ] || flags+=(-Dcolors.jvm.compiler=)
    if [ "$TESTS_QUICK" = yes ]; then
        (maven test test-java-maven.log "JUnit" -pl src "-Dtest=$(quick_java_tests)" "${flags[@]}") || status=$?
    else
        (maven verify test-java-maven.log "JUnit" -fae "${flags[@]}") || status=$?
    fi
    grep -E '^\[(ERROR|WARNING)\].*(Tests run|Test\.|FAIL)|^\[INFO\] Tests run:.*in ' "$BUILD_DIR/test-java-maven.log" || true
    surefire_counts
    return $status
}

surefire_counts() {
    find "$COLORS_ROOT"/{src,truffle-lang,benchmarks}/target/surefire-reports -name 'TEST-*.xml' -exec grep -hm1 '<testsuite ' {} + 2>/dev/null |
        awk 'function value(name) { return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3) + 0 : 0 }
            { bad += value("failures") + value("errors"); skipped += value("skipped"); all += value("tests") }
            END { printf "%d passed, %d failed%s\n", all - bad - skipped, bad, skipped ? ", " skipped " skipped" : "" }'
}
