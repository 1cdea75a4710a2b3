# SPDX-License-Identifier: Apache-2.0
# How the launcher talks: progress and errors go to standard error, which leaves standard output to the program.

tell() { printf 'colors: %s\n' "$*" >&2; }

fail() {
    tell "$@"
    exit 2
}

# take_nothing COMMAND ARGUMENTS...: an error when a command that has no options is given some.
take_nothing() { [ $# -eq 1 ] || fail "unknown argument '$2'. usage: ./colors $1"; }

# need_tool COMMAND WHAT-FOR PACKAGES: one clear error when a tool of the build is missing.
need_tool() {
    command -v "$1" >/dev/null 2>&1 ||
        fail "'$1' was not found on PATH; it is needed to $2. Install it, for example: $3"
}
