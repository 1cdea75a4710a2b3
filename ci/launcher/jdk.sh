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

# ask_jdk FOLDER: sets JDK_RELEASE (nothing when it gives none) and JDK_GRAAL, by its own answers or by what it answered
# before.
ask_jdk() {
    local answers=${BUILD_DIR-}/jdks/${1//\//:} identity
    # A JDK without an image of its modules is asked each time.
    identity=$(stat -L -c '%s %Y %i' "$1/bin/java" "$1/lib/modules" 2>/dev/null) || identity=
    identity=${identity//$'\n'/ }
    if [ -n "$identity" ] && [ -f "$answers" ]; then
        local before
        { read -r before; read -r JDK_RELEASE JDK_GRAAL; } <"$answers" || before=
        [ "$before" != "$identity" ] || return 0
    fi
    JDK_RELEASE=$(jdk_release "$1") || JDK_RELEASE=
    JDK_GRAAL=no
    ! graal_in "$1" || JDK_GRAAL=yes
    [ -n "$identity" ] && [ -n "$JDK_RELEASE" ] && [ -d "${BUILD_DIR-}" ] || return 0
    { mkdir -p "${answers%/*}" && printf '%s\n%s %s\n' "$identity" "$JDK_RELEASE" "$JDK_GRAAL" >"$answers.$$" && mv "$answers.$$" "$answers"; } 2>/dev/null || true
}

# A stock JDK has an empty module jdk.graal.compiler; in a GraalVM JDK that module provides the JVM's compiler.
graal_in() { [[ $("$1/bin/java" --describe-module jdk.graal.compiler 2>/dev/null) == *"provides jdk.vm.ci.services."* ]]; }

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

# jdk_accepts FOLDER: is it a whole JDK, new enough? Sets JDK_RELEASE and JDK_GRAAL.
jdk_accepts() {
    [ -x "$1/bin/java" ] || { jdk_refuse "$1: has no bin/java"; return 1; }
    ask_jdk "$1"
    [ "${JDK_RELEASE:-0}" -ge $JDK_WANTED ] || { jdk_refuse "$1: java -version says ${JDK_RELEASE:-nothing that can be read}"; return 1; }
    [ -x "$1/bin/javac" ] || { jdk_refuse "$1: a Java $JDK_RELEASE without bin/javac (a JRE, not a JDK)"; return 1; }
}

# Prints a JDK 17 for programs of others that run on no later one: COLORS_JAVA17_HOME, else the first that is found, if
# any.
find_java17() {
    local place=${COLORS_JAVA17_HOME-}
    if [ -n "$place" ]; then
        [ "$(jdk_release "$place")" = 17 ] || fail "COLORS_JAVA17_HOME names no JDK 17: $place. Without it one is looked for in: ${JDK_FOLDERS[*]}"
        printf '%s' "$place"
        return
    fi
    while IFS= read -r place; do
        [ "$(jdk_release "$place")" != 17 ] || { printf '%s' "$place"; return; }
    done < <(jdk_places)
}

# Sets JAVA_HOME. A JAVA_HOME that fits wins; then exactly 25, which the Graal compiler is made for; then later ones.
find_jdk() {
    [ -z "${JDK_FOUND-}" ] || return 0
    search_jdk
    JDK_FOUND=yes
}

search_jdk() {
    if [ -n "${JAVA_HOME-}" ] && jdk_accepts "$JAVA_HOME"; then
        JAVA_HOME=$(CDPATH='' cd -- "$JAVA_HOME" && pwd) # what is made for a JDK is known by one path
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
        ask_jdk "$later"
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

# The nine modules that turn a stock JDK into one that compiles Truffle languages.
COMPILER_JARS='compiler truffle-compiler truffle-runtime truffle-api polyglot collections word nativeimage jniutils'

# Sets COMPILER_JAVA and COMPILER_FLAGS, the JVM and what it needs so that the optimising Truffle runtime is used.
# shellcheck disable=SC2034 # those who source this use it
find_compiler_flags() {
    COMPILER_JAVA=$JAVA_HOME/bin/java
    COMPILER_FLAGS=()
    if [ "$JDK_GRAAL" = yes ]; then return 0; fi
    COMPILER_FLAGS=(-XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI)
    if image_serves; then
        COMPILER_JAVA=$IMAGE/bin/java
        return 0
    fi
    local path='' jar
    for jar in $COMPILER_JARS; do
        path+=${path:+:}$COLORS_ROOT/truffle-lang/target/modules/$jar.jar
    done
    COMPILER_FLAGS+=("--upgrade-module-path=$path")
}
