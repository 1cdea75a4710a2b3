# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# To be sourced: build_boundary; boundary MODE, with a daemon of its own, which has to end when it is told to.
set -eu

build_boundary() {
    "${CC:-cc}" -std=c17 -D_GNU_SOURCE -O1 -pthread -I"$COLORS_ROOT/native/include" -iquote "$COLORS_ROOT/native/src/base" -iquote "$COLORS_ROOT/native/src/segment" \
        -o boundary "$COLORS_ROOT/ci/review/c/boundary.c" -L"$COLORS_HOME" -lcolors -Wl,-rpath,"$COLORS_HOME"
}

# ends PID: whether it does, after a signal. A daemon that nobody waits for is a zombie then.
ends() {
    for _ in $(seq 1200); do
        kill -0 "$1" 2>/dev/null && ! grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2>/dev/null || return 0
        sleep 0.05
    done
    return 1
}

boundary() {
    build_boundary
    "$COLORS_HOME/colorsd" --segment "$COLORS_SEGMENT" >daemon 2>&1 &
    daemon=$!
    trap 'kill -9 $daemon 2>/dev/null || true' EXIT
    until grep -q "for objects" daemon; do sleep 0.05; done
    ./boundary "$1" "$COLORS_SEGMENT"
    kill -TERM $daemon
    ends $daemon || { echo "SIGTERM did not end the daemon in a minute"; return 1; }
}
