# SPDX-License-Identifier: Apache-2.0
# For the checks that run a Java program under the agent, in the folder that ci/run-review made.

. "$COLORS_ROOT/ci/launcher/say.sh"
. "$COLORS_ROOT/ci/launcher/jdk.sh"
find_jdk

# compile FILE...: Java programs, to the folder classes.
compile() { "$JAVA_HOME/bin/javac" -nowarn -cp "$COLORS_RUNTIME" -d classes "$@"; }

# agent CLASSES ARGUMENTS...: runs one; its output is also in the file said. A program that loops is ended.
agent() {
    local classes=$1
    shift
    timeout -k 5 120 "$JAVA_HOME/bin/java" "-javaagent:$COLORS_RUNTIME=share=$classes" --enable-native-access=ALL-UNNAMED -Xverify:all -Dcolors.check=2 "-Dcolors.home=$COLORS_HOME" \
        -cp "$COLORS_RUNTIME:classes" "$@" 2>&1 | tee said
}

# expect TEXT: the last program said that, and nothing else.
expect() { [ "$(<said)" = "$1" ] || { printf 'expected: %s\n' "$1"; return 1; }; }
