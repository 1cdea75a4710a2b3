# SPDX-License-Identifier: Apache-2.0
# For the tests that are scripts: a folder of their own, a daemon of their own, and checks that are counted. NAME says whose
# they are.
# shellcheck shell=sh
folder=$(mktemp -d)
export XDG_RUNTIME_DIR="$folder/run" COLORS_SEGMENT="$NAME"
mkdir "$XDG_RUNTIME_DIR"
passed=0
failed=0

stop_daemon() {
    lock=$XDG_RUNTIME_DIR/colors/$COLORS_SEGMENT.lock
    if [ -e "$lock" ]; then kill "$(cat "$lock")" 2> /dev/null; fi
    rm -f "$lock"
}
trap 'stop_daemon; rm -rf "$folder"' EXIT

# check WHAT COMMAND...: counts whether the command succeeds, and prints what it said if not.
check() {
    what=$1
    shift
    if "$@" > "$folder/said" 2>&1; then
        passed=$((passed + 1))
        return 0
    fi
    echo "  $NAME: $what: failed"
    head -n 10 "$folder/said"
    tail -n +11 "$folder/said" | tail -n 10
    failed=$((failed + 1))
    return 1
}

# Prints the sum, and ends the script.
end_checks() {
    echo "$NAME: $passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}
