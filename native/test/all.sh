#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# all.sh MAKE CC: every test in every variant; the last line is the sum.
make=$1
compiler=$2
COUNTS=$(mktemp)
export COUNTS
trap 'rm -f "$COUNTS" "$COUNTS.probe"' EXIT
broken=0

variant() { # NAME COMPILER EFFORT [TESTS]
    echo "== variant $1 ($2)"
    before=$(wc -l < "$COUNTS")
    "$make" --no-print-directory -s -j"$(nproc 2> /dev/null || echo 1)" VARIANT="$1" CC="$2" ${4:+TESTS="$4"} programs &&
        EFFORT="${EFFORT:-$3}" "$make" --no-print-directory -s VARIANT="$1" CC="$2" ${4:+TESTS="$4"} check
    if [ "$(wc -l < "$COUNTS")" -eq "$before" ]; then
        broken=$((broken + 1)) # did not get as far as counting
    fi
}

# Those of colors.hpp for TSan, where there is a C++ compiler.
cpp_tests() {
    "$make" --no-print-directory -s CC="$compiler" cpp-tests
}

variant plain "$compiler" 100
variant asan "$compiler" 100
case $compiler in
*clang*) other=gcc ;;
*) other=clang ;;
esac
if command -v $other > /dev/null 2>&1; then
    variant $other $other 25 # the same code in other instructions: long tests do less
else
    echo "== variant $other: skipped, $other is not installed"
fi
# ThreadSanitizer sees races between the threads of one process, so only tests of the daemon's, and one with several
# mutators in a process, are of use.
if echo 'int main(void) { return 0; }' | $compiler -fsanitize=thread -x c -o "$COUNTS.probe" - 2> /dev/null && "$COUNTS.probe" 2> /dev/null; then
    variant tsan "$compiler" 100 "collector death stress container_threads channel_threads monitor_threads $(cpp_tests)"
else
    echo "== variant tsan: skipped, $compiler has no ThreadSanitizer that works here"
fi
awk -v broken=$broken '{ passed += $1; failed += $2 } END { printf "%d passed, %d failed\n", passed, failed + broken; exit failed + broken > 0 }' "$COUNTS"
