# SPDX-License-Identifier: Apache-2.0
# heap OPTION... : starts a daemon with these options and builds heap.c, whose modes the checks run as ./heap.
set -eu
heap() {
    "$COLORS_HOME/colorsd" --daemonize --segment "$COLORS_SEGMENT" "$@"
    daemon=$(cat "colors/$COLORS_SEGMENT.lock")
    trap 'kill -KILL "$daemon" 2>/dev/null || :' EXIT
    ${CC:-cc} -std=c17 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror -pthread -I "$COLORS_ROOT/native/include" -o heap \
        "$COLORS_ROOT/ci/review/c/heap.c" -L "$COLORS_HOME" -lcolors -Wl,-rpath,"$COLORS_HOME"
}
