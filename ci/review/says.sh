# SPDX-License-Identifier: Apache-2.0
# Sourced by checks of command lines.

# Such a program ends before what the JVM's second compiler makes is of use.
export COLORS_JAVA_OPTS="${COLORS_JAVA_OPTS-} -XX:TieredStopAtLevel=1"

# says_in LANGUAGE STATUS PATTERN ARGUMENTS...: do exit status and output, in one line, match with these and with the
# standard input given?
says_in() {
    local language=$1 expected=$2 pattern=$3 status=0 said
    shift 3
    said=$("$COLORS" "$language" "$@" 2>&1 | tr '\n' ' '; exit "${PIPESTATUS[0]}") || status=$?
    [ $status -eq "$expected" ] && [[ $said =~ $pattern ]] && return
    printf '%s: exit status %d, expected %d: %s\n does not match %s\n' "$*" $status "$expected" "$said" "$pattern"
    return 1
}
