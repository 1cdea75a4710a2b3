#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# one.sh VARIANT BUILD SUMS TEST: runs one test, prints in one piece what it printed, and adds its counts to the file SUMS.
variant=$1
build=$2
sums=$3
name=$4
passed=0
failed=0
start=$(date +%s)
output=$("$build/test/$name" 2>&1)
status=$?
line=$(printf '%s\n' "$output" | grep "^$name: [0-9]* passed, [0-9]* failed" | tail -n 1)
output=$(printf '%s\n' "$output" | grep -v "^$name: [0-9]* passed")
if [ -n "$line" ]; then
    passed=$(printf '%s' "$line" | sed 's/.*: \([0-9]*\) passed.*/\1/')
    failed=$(printf '%s' "$line" | sed 's/.* \([0-9]*\) failed.*/\1/')
fi
if [ -z "$line" ] || { [ $status -ne 0 ] && [ "$failed" -eq 0 ]; }; then
    output="$output
$name: the program ended with status $status"
    failed=$((failed + 1))
fi
printf '%s\n%s\n' "$output" "${line:+$line ($variant, $(($(date +%s) - start)) s)}" | sed '/^$/d'
echo "$passed $failed" >> "$sums"
