# SPDX-License-Identifier: Apache-2.0
# Sourced by checks of command lines, which then set the language.

failed=

# says STATUS PATTERN ARGUMENTS...: exit status and output, in one line, of the language with these and with the standard input given.
says() {
    local expected=$1 pattern=$2 status=0
    shift 2
    said=$("$COLORS" "$language" "$@" 2>&1 | tr '\n' ' '; exit "${PIPESTATUS[0]}") || status=$?
    [ $status -eq "$expected" ] && [[ $said =~ $pattern ]] || { failed=yes; printf '%s: exit status %d, expected %d: %s\n does not match %s\n' "$*" $status "$expected" "$said" "$pattern"; }
}
