#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh VARIANT BUILD TEST...: runs the tests of one variant, JOBS at a time (2, or 1 on one processor); adds its counts to
# the file named by COUNTS.
variant=$1
build=$2
shift 2
raced=0
processors=$(nproc 2> /dev/null || echo 1)
jobs=${JOBS:-$((processors > 1 ? 2 : 1))}
sums=$(mktemp)
trap 'rm -f "$sums"' EXIT
reports=$build/report # of ThreadSanitizer, from daemons too; a race ends the process
rm -f "$reports".*
export TSAN_OPTIONS="halt_on_error=1:log_path=$PWD/$reports${TSAN_OPTIONS:+:$TSAN_OPTIONS}"
if [ "$variant" = tsan ]; then
    export COLORS_KEEPER=off # it does not look at what a fork of a process with threads does
fi
printf '%s\n' "$@" | xargs -P "$jobs" -I TEST sh test/one.sh "$variant" "$build" "$sums" TEST
for report in "$reports".*; do
    if [ -e "$report" ]; then
        cat "$report"
        raced=$((raced + 1))
    fi
done
counts=$(awk -v raced=$raced '{ passed += $1; failed += $2 } END { print passed + 0, failed + raced }' "$sums")
if [ -n "$COUNTS" ]; then
    echo "$counts" >> "$COUNTS"
else
    echo "${counts% *} passed, ${counts#* } failed"
fi
[ "${counts#* }" -eq 0 ]
