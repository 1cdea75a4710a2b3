# SPDX-License-Identifier: Apache-2.0
# Builds what is not up to date. Logs and stamps are in target/; a stamp is the list of the inputs it was built from.

BUILD_DIR=$COLORS_ROOT/target

# Prints name, size and time of every input below the given places.
list_inputs() (
    cd "$COLORS_ROOT" || exit
    { find "$@" -type f -not -path '*/target/*' -not -path '*/build/*' -not -path '*/test/*' -printf '%p %s %T@\n' 2>/dev/null || true; } | sort
)

native_inputs() { list_inputs native/Makefile native/include native/src; }
java_inputs() { list_inputs pom.xml src truffle-lang/pom.xml truffle-lang/main benchmarks/pom.xml benchmarks/main; }
pom_inputs() { list_inputs pom.xml src/pom.xml truffle-lang/pom.xml benchmarks/pom.xml; }
# Of build_apart, which sets APART; benchmarks/main has what the peers pass.
apart_inputs() { list_inputs pom.xml "benchmarks/$APART/pom.xml" "benchmarks/$APART/main" benchmarks/main; }
apart_pom_inputs() { list_inputs pom.xml "benchmarks/$APART/pom.xml"; }
transport_inputs() { list_inputs pom.xml src transports; }
transport_pom_inputs() { list_inputs pom.xml src/pom.xml transports/connection/pom.xml transports/grpc/pom.xml transports/sockets/pom.xml transports/thrift/pom.xml tracing/pom.xml; }

# same_as_stamp NAME INPUTS-FUNCTION
same_as_stamp() { [ -f "$BUILD_DIR/$1.stamp" ] && [ "$("$2")" = "$(<"$BUILD_DIR/$1.stamp")" ]; }
# write_stamp NAME INPUTS: as they were before the build; what changed meanwhile is built next time.
write_stamp() { printf '%s\n' "$2" >"$BUILD_DIR/$1.stamp"; }

native_is_built() { [ -x "$COLORS_HOME/colorsd" ] && [ -f "$COLORS_HOME/libcolors.so" ] && same_as_stamp native native_inputs; }

java_is_built() {
    [ -f "$COLORS_RUNTIME" ] && [ -f "$COLORS_ROOT/truffle-lang/target/colors-truffle.jar" ] &&
        [ -f "$COLORS_ROOT/truffle-lang/target/modules/truffle-api.jar" ] && same_as_stamp java java_inputs
}

# Builds both parts that each command needs, one process at a time, silent when there is nothing to do.
build_all() {
    find_jdk
    if native_is_built && java_is_built; then return 0; fi
    lock_build
    native_is_built || build_native
    java_is_built || build_java
    unlock_build
}

lock_build() {
    mkdir -p "$BUILD_DIR"
    exec 9>"$BUILD_DIR/lock"
    if command -v flock >/dev/null && ! flock -n 9; then
        tell "another build of this checkout is running; waiting for it"
        flock 9
    fi
}

unlock_build() { exec 9>&-; }

build_native() {
    mkdir -p "$BUILD_DIR"
    need_tool make "build the native part" "apt-get install make (Fedora: dnf install make)"
    find_cc
    local inputs
    inputs=$(native_inputs)
    step "native part: libcolors and colorsd" native.log make -C "$COLORS_ROOT/native" -j2
    [ -x "$COLORS_HOME/colorsd" ] || fail "make succeeded, but there is no daemon at $COLORS_HOME/colorsd. See $BUILD_DIR/native.log"
    write_stamp native "$inputs"
}

# Sets CC, the compiler that make uses, unless the user did.
find_cc() {
    if [ -z "${CC-}" ]; then
        for CC in gcc clang cc; do
            ! command -v $CC >/dev/null || break
        done
    fi
    need_tool "$CC" "compile the native part (CC can name another C compiler)" "apt-get install gcc libc6-dev (Fedora: dnf install gcc)"
    export CC
}

build_java() {
    need_tool mvn "build the Java part" "apt-get install maven (Fedora: dnf install maven)"
    local inputs
    inputs=$(java_inputs)
    maven package java.log "Java part" -DskipTests
    write_stamp java "$inputs"
}

# The C programs of bench gc and monitor, without the one that uses bdwgc where its header is missing.
build_native_benchmarks() {
    find_cc
    need_tool make "build the benchmarks" "apt-get install make (Fedora: dnf install make)"
    local programs=all
    if ! "$CC" -E - <<<'#include <gc.h>' >/dev/null 2>&1; then
        tell "the rows mark.rate.* will lack the comparison with bdwgc, because its header gc.h is missing: apt-get install libgc-dev (Fedora: dnf install gc-devel)"
        programs=without-bdwgc
    fi
    step "the C programs of the benchmarks" native-benchmarks.log make -C "$COLORS_ROOT/benchmarks/native" $programs
}

# build_apart NAME WHAT SIZE: what of others bench needs in benchmarks/NAME, a build of its own, so that nobody else
# downloads it.
build_apart() {
    local APART=$1 what=$2 inputs
    if [ -f "$COLORS_ROOT/benchmarks/$APART/target/colors-$APART.jar" ] && same_as_stamp "$APART" apart_inputs; then return 0; fi
    need_tool mvn "build the $what" "apt-get install maven (Fedora: dnf install maven)"
    inputs=$(apart_inputs)
    local MAVEN_POM=benchmarks/$APART/pom.xml MAVEN_STAMP=downloaded-$APART MAVEN_INPUTS=apart_pom_inputs MAVEN_SIZE=$3
    maven package "$APART.log" "$what"
    write_stamp "$APART" "$inputs"
}

# The frameworks that services are compared with, and the transports, which are among them.
build_peers() {
    build_transports
    build_apart peers "frameworks of bench rpc, grpc, thrift and xmem" '40 MB'
}

build_transports() {
    if [ -f "$COLORS_ROOT/transports/thrift/target/colors-thrift.jar" ] && same_as_stamp transports transport_inputs; then return 0; fi
    local inputs
    inputs=$(transport_inputs)
    maven_transports package transports.log -DskipTests
    write_stamp transports "$inputs"
}

# maven_transports GOAL LOG ARGUMENTS...
maven_transports() {
    need_tool mvn "build the transports" "apt-get install maven (Fedora: dnf install maven)"
    local MAVEN_STAMP=downloaded-transports-$1 MAVEN_INPUTS=transport_pom_inputs MAVEN_SIZE='35 MB'
    maven "$1" "$2" transports -P transports -pl src,transports/connection,transports/grpc,transports/sockets,transports/thrift "${@:3}"
}

# maven GOAL LOG TITLE ARGUMENTS...: offline when everything was downloaded for these poms before, else with the
# network. MAVEN_POM, MAVEN_STAMP, MAVEN_INPUTS and MAVEN_SIZE: which pom, when it is not that of the whole build.
maven() {
    local goal=$1 log=$2 title=$3 stamp=${MAVEN_STAMP-downloaded-$1} poms=${MAVEN_INPUTS-pom_inputs} inputs
    shift 3
    inputs=$($poms)
    if same_as_stamp "$stamp" "$poms"; then
        run_maven "$log" "$title" -o "$goal" "$@" && return
        grep -q 'offline mode' "$BUILD_DIR/$log" || build_failed "$title" "$log"
        tell "$title: libraries are missing from Maven's local repository; downloading them again"
    else
        tell "$title: downloading what Maven's local repository lacks (${MAVEN_SIZE-285 MB} in all; later builds need no network)"
    fi
    run_maven "$log" "$title" "$goal" "$@" || build_failed "$title" "$log"
    write_stamp "$stamp" "$inputs"
}

# Maven's own output goes to the log; one line per module, and one per hundred downloads, is shown.
run_maven() {
    local log=$BUILD_DIR/$1 title=$2
    shift 2
    MAVEN_OPTS="${MAVEN_OPTS-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" \
        mvn -B -f "$COLORS_ROOT/${MAVEN_POM-pom.xml}" "$@" </dev/null 2>&1 9>&- | tee "$log" | maven_progress "$title"
}

maven_progress() {
    awk -v title="$1" '
        /^\[INFO\] Building .*\[[0-9]+\/[0-9]+\]/ { sub(/^\[INFO\] Building /, ""); sub(/ [0-9][^ ]*SNAPSHOT */, " "); print "colors: " title ": " $0; fflush() }
        /^\[INFO\] Downloaded from/ || /^Downloaded from/ { if (++n % 100 == 0) { print "colors: " title ": " n " files downloaded"; fflush() } }
    ' >&2
}

# step TITLE LOG COMMAND...
step() {
    local title=$1 log=$2
    shift 2
    tell "$title"
    "$@" >"$BUILD_DIR/$log" 2>&1 </dev/null 9>&- || build_failed "$title" "$log"
}

build_failed() {
    grep -E 'error:|^\[ERROR\]|undefined reference|\*\*\*' "$BUILD_DIR/$2" | grep -vE '\[Help|\[ERROR\] *$|re-run Maven|Re-run Maven|full debug|possible solutions' |
        awk '!seen[$0]++ && ++shown <= 12' >&2 || true
    fail "$1 failed. The whole log: $BUILD_DIR/$2"
}
