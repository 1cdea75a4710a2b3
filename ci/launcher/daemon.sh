# SPDX-License-Identifier: Apache-2.0
# Runs and ends the daemon of this user. It needs no Java.

# The segment of COLORS_SEGMENT, unless --segment names another one.
run_serve() {
    local segment=()
    [ -z "${COLORS_SEGMENT-}" ] || segment=(--segment "$COLORS_SEGMENT")
    native_is_built || build_native
    exec "$COLORS_HOME/colorsd" --foreground "${segment[@]}" "$@"
}

# The path of a segment's socket, by the same rule as native/src/link/socket.c.
socket_of() {
    local temporary=${TMPDIR-}
    [[ $temporary == /* ]] || temporary=/tmp
    if [[ ${XDG_RUNTIME_DIR-} == /* ]]; then
        printf '%s' "$XDG_RUNTIME_DIR/colors/$1.sock"
    else
        printf '%s' "$temporary/colors-$(id -u)/$1.sock"
    fi
}

# Prints the inode of every socket bound to a path.
inodes_of() { awk -v path=" $1" 'substr($0, length($0) - length(path) + 1) == path { print $7 }' /proc/net/unix; }

# Prints the pid of our own colorsd that listens on a socket. Asks the kernel, so no stale pid file can mislead.
daemon_of() {
    local inode fd pid
    while read -r inode; do
        while read -r fd; do
            pid=${fd#/proc/}
            pid=${pid%%/*}
            [ -O "/proc/$pid" ] && [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = colorsd ] || continue
            printf '%s' "$pid"
            return 0
        done < <(find /proc/[0-9]*/fd -maxdepth 1 -lname "socket:\[$inode\]" 2>/dev/null)
    done < <(inodes_of "$1")
    return 1
}

# False of a process that has ended, though its parent does not wait for it.
is_running() { kill -0 "$1" 2>/dev/null && ! grep -q '^State:[[:space:]]*Z' "/proc/$1/status" 2>/dev/null; }

# stop_daemon [--segment NAME]: without a name the one at COLORS_SOCKET, as programs would attach to it.
stop_daemon() {
    local name=${COLORS_SEGMENT:-default} socket='' pid
    case ${1-} in
        '') socket=${COLORS_SOCKET-} ;;
        --segment) [ $# -eq 2 ] && [ -n "$2" ] || fail "--segment needs a name. usage: ./colors stop [--segment NAME]"; name=$2 ;;
        --segment=?*) name=${1#*=} ;;
        *) fail "unknown argument '$1'. usage: ./colors stop [--segment NAME]" ;;
    esac
    local what="segment '$name'"
    if [ -n "$socket" ]; then what="socket $socket (COLORS_SOCKET)"; else socket=$(socket_of "$name"); fi
    pid=$(daemon_of "$socket") || { tell "no daemon of yours serves $what ($socket)"; return 0; }
    kill -TERM "$pid" 2>/dev/null || true
    for _ in {1..100}; do
        is_running "$pid" || { tell "stopped the daemon of $what (process $pid)"; return 0; }
        sleep 0.1
    done
    fail "the daemon of $what (process $pid) did not end within 10 seconds after SIGTERM"
}
