# SPDX-License-Identifier: Apache-2.0
# Finds a JDK 25 and knows the flags its JVM needs.

JDK_WANTED=25
JDK_LOOKED_AT= # one line per place, for the error
JDK_FOLDERS=(/usr/lib/jvm "${HOME-}/.sdkman/candidates/java" "${HOME-}/.jdks" /opt)
[ -z "${COLORS_JDKS-}" ] || JDK_FOLDERS=("$COLORS_JDKS")

# Prints the feature release (25) of a JDK's own answer, nothing when it gives none.
jdk_release() {
    [[ $("$1/bin/java" -version 2>&1) =~ \ version\ \"([0-9]+) ]] && printf '%s' "${BASH_REMATCH[1]}"
}

# Prints every folder that may hold a JDK, best first.
jdk_places() {
    local java folder place
    java=$(command -v java 2>/dev/null) && dirname "$(dirname "$(readlink -f "$java")")"
    for folder in "${JDK_FOLDERS[@]}"; do
        for place in "$folder"/*; do
            [ ! -L "$place" ] && [ -x "$place/bin/java" ] && printf '%s\n' "$place"
        done
    done
    return 0
}

# Notes why a place does not serve.
jdk_refuse() {
    JDK_LOOKED_AT+="${JDK_LOOKED_AT:+$'\n'}  $1"
}

# jdk_accepts FOLDER: is it a whole JDK, new enough? Sets JDK_RELEASE.
jdk_accepts() {
    local release
    [ -x "$1/bin/java" ] || { jdk_refuse "$1: has no bin/java"; return 1; }
    release=$(jdk_release "$1") || release=
    [ "${release:-0}" -ge $JDK_WANTED ] || { jdk_refuse "$1: java -version says ${release:-nothing that can be read}"; return 1; }
    [ -x "$1/bin/javac" ] || { jdk_refuse "$1: a Java $release without bin/javac (a JRE, not a JDK)"; return 1; }
    JDK_RELEASE=$release
}

# Sets JAVA_HOME. A JAVA_HOME that fits wins; then exactly 25, which the Graal compiler is made for; then later ones.
find_jdk() {
    [ -z "${JDK_RELEASE-}" ] || return 0
    if [ -n "${JAVA_HOME-}" ] && jdk_accepts "$JAVA_HOME"; then
        export JAVA_HOME
        return 0
    fi
    local place later=
    while IFS= read -r place; do
        jdk_accepts "$place" || continue
        if [ "$JDK_RELEASE" -eq $JDK_WANTED ]; then
            export JAVA_HOME=$place
            return 0
        fi
        later=${later:-$place}
    done < <(jdk_places)
    if [ -n "$later" ]; then
        JDK_RELEASE=$(jdk_release "$later")
        export JAVA_HOME=$later
        return 0
    fi
    jdk_missing
}

jdk_missing() {
    tell "no JDK $JDK_WANTED was found. Looked at JAVA_HOME (${JAVA_HOME:-not set}), java on PATH and the folders ${JDK_FOLDERS[*]}:"
    printf '%s\n' "${JDK_LOOKED_AT:-  there is no Java in any of them}" >&2
    fail "install a JDK $JDK_WANTED (Debian, Ubuntu: openjdk-25-jdk or temurin-25-jdk; Fedora: java-25-openjdk-devel; SDKMAN: sdk install java 25-tem)," \
        "or set JAVA_HOME to the folder of one."
}

# A stock JDK has an empty module jdk.graal.compiler; in a GraalVM JDK that module provides the JVM's compiler.
jdk_has_graal() {
    [[ $("$JAVA_HOME/bin/java" --describe-module jdk.graal.compiler 2>/dev/null) == *"provides jdk.vm.ci.services."* ]]
}

# The nine modules that turn a stock JDK into one that compiles Truffle languages.
COMPILER_JARS='compiler truffle-compiler truffle-runtime truffle-api polyglot collections word nativeimage jniutils'

# Sets COMPILER_FLAGS, what a JVM needs so that the optimising Truffle runtime is used.
# shellcheck disable=SC2034 # those who source this use it
find_compiler_flags() {
    COMPILER_FLAGS=()
    if jdk_has_graal; then return 0; fi
    local path='' jar
    for jar in $COMPILER_JARS; do
        path+=${path:+:}$COLORS_ROOT/truffle-lang/target/modules/$jar.jar
    done
    COMPILER_FLAGS=(-XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI "--upgrade-module-path=$path")
}
