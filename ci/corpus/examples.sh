# SPDX-License-Identifier: Apache-2.0
# shellcheck disable=SC2154,SC2034 # work, root, deadline and running are those of ci/run-corpus
# Runs the two programs of README.md at the same time, as a newcomer does in two terminals.

run_examples() {
    local examples=$root/examples hire_pid
    new_segment examples
    timeout "$deadline" "$COLORS" java "$examples/hire.java" >"$work/hire.out" 2>"$work/hire.err" &
    hire_pid=$!
    running[$hire_pid]=yes
    until grep -q hired "$work/hire.out" 2>/dev/null || ! kill -0 "$hire_pid" 2>/dev/null; do sleep 0.05; done
    timeout "$deadline" "$COLORS" python "$examples/raise.py" >"$work/raise.out" 2>"$work/raise.err" || {
        show_error raise.py raise
        kill "$hire_pid" 2>/dev/null # nobody will raise
    }
    await_end "$hire_pid" || show_error hire.java hire
    compare "examples/raise.py" "$examples/raise.expected" "$work/raise.out"
    compare "examples/hire.java" "$examples/hire.expected" "$work/hire.out"
    "$COLORS" stop >/dev/null 2>&1
}

show_error() {
    failure "examples/$1 ended with an error"
    tail -n 20 "$work/$2.err" | sed 's/^/    /'
}
