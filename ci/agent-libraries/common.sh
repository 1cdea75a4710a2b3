# SPDX-License-Identifier: Apache-2.0
# What ci/test-agent-libraries and ci/test-agent-languages have in common: a build of their own, and programs with and
# without the agent.

: "${COLORS:=$root/colors}" "${COLORS_ROOT:=$root}" "${COLORS_HOME:=$root/native/build}" "${COLORS_RUNTIME:=$root/src/target/colors-runtime.jar}"
export COLORS_ROOT COLORS_HOME COLORS_RUNTIME
passed=0
failed=0

# begin FOLDER TITLE SIZE: builds CoLoRS, and downloads the libraries of ci/FOLDER/pom.xml when that changed.
begin() {
    . "$root/ci/launcher/say.sh"
    . "$root/ci/launcher/jdk.sh"
    . "$root/ci/launcher/build.sh"
    build_all
    folder=$root/ci/$1
    need_tool mvn "download the libraries" "apt-get install maven (Fedora: dnf install maven)"
    download_inputs() { list_inputs pom.xml "ci/$name/pom.xml"; }
    name=$1
    if [ ! -d "$folder/target/lib" ] || ! same_as_stamp "downloaded-$1" download_inputs; then
        rm -rf "$folder/target/lib"
        MAVEN_POM=ci/$1/pom.xml MAVEN_STAMP=downloaded-$1 MAVEN_INPUTS=download_inputs MAVEN_SIZE=$3 maven package "$1.log" "$2"
    fi
    work=$(mktemp -d)
    export XDG_RUNTIME_DIR=$work COLORS_SEGMENT=$1
    trap '"$COLORS" stop >/dev/null 2>&1; rm -rf "$work"' EXIT
}

# agent CLASSES: the option that makes them shareable.
agent() { printf -- '-javaagent:%s=share=%s' "$COLORS_RUNTIME" "$1"; }

# run_java NAME ARGUMENTS...: its output is in $work/NAME and $work/NAME.err.
run_java() {
    local name=$1
    shift
    timeout -k 5 600 "$JAVA_HOME/bin/java" -Xmx2g -Xverify:all -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
        -Dcolors.check=2 "-Dcolors.home=$COLORS_HOME" "-Dcolors.segment=$COLORS_SEGMENT" "$@" >"$work/$name" 2>"$work/$name.err" </dev/null
}

same() { diff "$work/$1" "$work/$2" >"$work/out"; }

# result NAME STATUS WHAT-WENT-WRONG
result() {
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
        printf 'ok   %s\n' "$1"
    else
        failed=$((failed + 1))
        printf 'FAIL %s: %s\n' "$1" "$3"
        cat "$work"/out "$work"/*.err 2>/dev/null | cut -c1-300 | head -n 40 | sed 's/^/     /'
    fi
    : >"$work/out"
}

finish() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
}
