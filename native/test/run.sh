#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh VARIANT BUILD TEST...: runs the tests of one variant; adds its counts to the file named by COUNTS.
variant=$1
build=$2
shift 2
passed=0
failed=0
reports=$build/report # of ThreadSanitizer, from daemons too; a race ends the process
rm -f "$reports".*
export TSAN_OPTIONS="halt_on_error=1:log_path=$PWD/$reports${TSAN_OPTIONS:+:$TSAN_OPTIONS}"
if [ "$variant" = tsan ]; then
    export COLORS_KEEPER=off # it does not look at what a fork of a process with threads does
fi
for name in "$@"; do
    start=$(date +%s)
    output=$("$build/test/$name" 2>&1)
    status=$?
    line=$(printf '%s\n' "$output" | grep "^$name: [0-9]* passed, [0-9]* failed" | tail -n 1)
    printf '%s\n' "$output" | grep -v "^$name: [0-9]* passed" | sed '/^$/d'
    if [ -z "$line" ] || { [ $status -ne 0 ] && [ "${line#*, 0 failed}" != "$line" ]; }; then
        echo "$name: the program ended with status $status"
        failed=$((failed + 1))
    fi
    if [ -n "$line" ]; then
        echo "$line ($variant, $(($(date +%s) - start)) s)"
        passed=$((passed + $(printf '%s' "$line" | sed 's/.*: \([0-9]*\) passed.*/\1/')))
        failed=$((failed + $(printf '%s' "$line" | sed 's/.* \([0-9]*\) failed.*/\1/')))
    fi
done
for report in "$reports".*; do
    if [ -e "$report" ]; then
        cat "$report"
        failed=$((failed + 1))
    fi
done
if [ -n "$COUNTS" ]; then
    echo "$passed $failed" >> "$COUNTS"
else
    echo "$passed passed, $failed failed"
fi
[ $failed -eq 0 ]
