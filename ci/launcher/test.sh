# SPDX-License-Identifier: Apache-2.0
# Runs every test runner and adds up what each one counted.
#
# Runners: "native" (make test), "java" (JUnit through Maven), and every executable ci/test-NAME or ci/run-NAME. Each of
# the last prints a line "N passed, N failed" and exits non-zero on a failure, or says what it lacks and exits with 77: skipped.

TESTS_PASSED=0
TESTS_FAILED=0
FAILED_RUNNERS=()

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
    [ "${1-}" != --list ] || { take_nothing 'test --list' "${@:2}"; printf '%s\n' "$known"; return 0; }
    for name in "$@"; do
        grep -qxF -- "$name" <<<"$known" || fail "unknown test runner '$name'. There are: ${known//$'\n'/, }"
    done
    [ $# -gt 0 ] || mapfile -t chosen <<<"$known"
    build_all
    make_start
    for name in "${chosen[@]}"; do
        run_test "$name"
    done
    for name in "${FAILED_RUNNERS[@]}"; do
        show_failures "$name"
    done
    printf '\n%d passed, %d failed\n' $TESTS_PASSED $TESTS_FAILED
    [ $TESTS_FAILED -eq 0 ] || exit 1
}

# run_test NAME: shows the runner's output as it comes, then adds its count to the sum.
run_test() {
    local name=$1 log=$BUILD_DIR/test-$1.log status=0 passed=0 failed=0 start=$SECONDS used
    used=$(processor_seconds)
    printf '== %s\n' "$name"
    case $name in
        native) find_cc; make -C "$COLORS_ROOT/native" --no-print-directory test 2>&1 ;;
        java) test_java 2>&1 ;;
        *) run_script "$name" 2>&1 ;;
    esac </dev/null | tee "$log" || status=$?
    [ "$status" -ne 77 ] || { printf '%s: skipped\n' "$name"; return 0; }
    read -r passed failed < <(counts_of "$log")
    if [ $((passed + failed)) -eq 0 ] || { [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; }; then
        printf '%s: exit status %d, but it counted %d passed, %d failed: taken as one failure\n' "$name" "$status" "$passed" "$failed"
        failed=$((failed + 1))
    fi
    used=$(($(processor_seconds) - used))
    printf '%s: %d passed, %d failed in %d s, %d s of processor time\n' "$name" "$passed" "$failed" $((SECONDS - start)) $used
    TESTS_PASSED=$((TESTS_PASSED + passed))
    TESTS_FAILED=$((TESTS_FAILED + failed))
    [ "$failed" -eq 0 ] || FAILED_RUNNERS+=("$name")
}

# Of all that this script ran so far and has ended.
processor_seconds() {
    local fields
    read -ra fields <"/proc/$$/stat"
    printf '%d\n' $(((fields[15] + fields[16]) / $(getconf CLK_TCK)))
}

# show_failures NAME: the lines of a runner's log that tell what failed, once more at the end, where they are found.
show_failures() {
    printf '\n== what failed in %s\n' "$1"
    grep -E '(^ *|: )FAIL|: not so: |expected code [0-9]+ and|(^|[ ,])[1-9][0-9]* failed|ended with status|Sanitizer: |^\[ERROR\]|: taken as one failure' \
        "$BUILD_DIR/test-$1.log" | cut -c 1-500 | head -n 60 || true
}

run_script() {
    local file=$COLORS_ROOT/ci/test-$1
    [ -x "$file" ] || file=$COLORS_ROOT/ci/run-$1
    "$file"
}

# The last "N passed, N failed" of a log is the runner's sum.
counts_of() {
    awk '/^([^ ]+: )?[0-9]+ passed, [0-9]+ failed/ {
            for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) p = $(i - 1); if ($i ~ /^failed/) f = $(i - 1) }
        } END { print p + 0, f + 0 }' "$1"
}

# JUnit of every module; its count comes from Surefire's reports.
test_java() {
    rm -rf "$COLORS_ROOT"/{src,truffle-lang,benchmarks}/target/surefire-reports
    local status=0 flags=()
    [ "$JDK_GRAAL" = no ] || flags=(-Dcolors.jvm.compiler=)
    (maven verify test-java-maven.log "JUnit" -fae "${flags[@]}") || status=$?
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
