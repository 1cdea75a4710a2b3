# SPDX-License-Identifier: Apache-2.0
# What makes JVMs start fast: an image of the JDK with the Graal compiler in it, and archives of loaded classes. All of
# it is in target/start, made by the build and made again when what it was made from has changed. Nothing depends on it:
# where it is missing, cannot be made or does not fit, programs start as they would without it, only later.
#
# A stock JDK takes the Graal compiler by --upgrade-module-path, and with that flag a JVM uses no archive. The image has
# the module itself, so that the flag is not needed. Of the image only lib/modules is its own: the rest are links to the
# JDK, and copies of the files by whose place the JVM finds its home.
#
# target/start/NAME.key is what NAME was made from, or could not be made from: that is not tried again.

START=$BUILD_DIR/start
IMAGE=$START/image # a link to the image: programs run in an old one until they end
IMAGE_VERSION=1    # of how it is made

# Sets JARS_KEY, what tells these jars and this JDK from others, and IMAGE_KEY, the part of it that the image is made
# from.
find_start_keys() {
    [ -z "${JARS_KEY-}" ] || return 0
    local languages=$COLORS_ROOT/truffle-lang/target jar image=("$JAVA_HOME/bin/java" "$JAVA_HOME/lib/modules") lines
    for jar in $COMPILER_JARS; do image+=("$languages/modules/$jar.jar"); done
    mapfile -t lines < <(stat -L -c '%n %s %Y' "${image[@]}" "$COLORS_ROOT/ci/launcher/start.sh" "$languages"/{,modules/}*.jar "$COLORS_RUNTIME" 2>/dev/null || true)
    JARS_KEY="$IMAGE_VERSION ${lines[*]}"
    IMAGE_KEY="$IMAGE_VERSION ${lines[*]:0:${#image[@]}}"
}

# key_is NAME KEY
key_is() {
    local key
    [ -f "$START/$1.key" ] || return 1
    IFS= read -r -d '' key <"$START/$1.key" || true
    [ "$key" = "$2" ]
}

image_serves() {
    find_start_keys
    [ -x "$IMAGE/bin/java" ] && key_is image "$IMAGE_KEY"
}

# archive_of NAME OPTIONS...: sets ARCHIVE_FLAGS, without any where the archive is not there or the user's own flags are
# about archives, or may be, in a file. The JVM looks itself whether an archive fits its flags; that it does not is no
# news to the user.
archive_of() {
    ARCHIVE_FLAGS=()
    find_start_keys
    local file=$START/$1.aot
    [ -s "$file" ] && key_is "$1" "$JARS_KEY" || return 0
    local options=" ${JAVA_TOOL_OPTIONS-} ${JDK_JAVA_OPTIONS-} ${_JAVA_OPTIONS-} ${*:2}"
    case ${options//[[:space:]]/ } in
        *' -Xshare:'* | *' -XX:'*Archive* | *' -XX:AOT'* | *' -XX:'[+-]AOT* | *' -Xlog'* | *' @'* | *' -XX:VMOptionsFile'*) return 0 ;;
    esac
    if [ "$1" = java ]; then ARCHIVE_FLAGS=("-XX:SharedArchiveFile=$file"); else ARCHIVE_FLAGS=("-XX:AOTCache=$file"); fi
    ARCHIVE_FLAGS+=('-Xlog:aot*=off,cds*=off')
}

# Is there anything to make?
start_is_made() {
    find_start_keys
    key_is java "$JARS_KEY" || return 1
    [ "$JDK_GRAAL" = no ] || return 0
    key_is image "$IMAGE_KEY" && key_is python "$JARS_KEY" && key_is js "$JARS_KEY"
}

# make_start [background]: makes what is missing. In the background it is done beside the program, for those that
# follow.
make_start() {
    [ -f "$JAVA_HOME/lib/modules" ] && [ "${COLORS_START-}" != off ] || return 0
    if start_is_made; then return 0; fi
    # Who may not write here, as another user of the checkout, starts programs without.
    { mkdir -p "$START" && [ -w "$START" ]; } 2>/dev/null || return 0
    if [ "${1-}" = background ]; then
        # Who takes another JDK now and then wants no new image and archives each time: only a build that was asked for
        # makes them.
        local key=" $JAVA_HOME/"
        [ ! -f "$START/java.key" ] || IFS= read -r -d '' key <"$START/java.key" || true
        [[ $key == *" $JAVA_HOME/bin/java "* || $key == " $JAVA_HOME/" ]] || return 0
        # Where programs start beside each other, the first one's build goes on and the others' end.
        (COLORS_START=once setsid nice -n 19 "$COLORS" build >/dev/null 2>&1 </dev/null &)
        return 0
    fi
    tell "image and archives for a fast start (target/start)"
    local status=0
    (
        trap - ERR
        set +e
        exec 8>>"$START/lock"
        if command -v flock >/dev/null; then
            if [ "${COLORS_START-}" = once ]; then flock -n 8 || exit; else flock 8; fi
        fi
        make_parts 8>&-
    ) >"$START/log.$$" 2>&1 </dev/null || status=$?
    mv "$START/log.$$" "$START/log" 2>/dev/null || true
    [ $status -le 128 ] || exit $status # stopped by a signal
}

make_parts() {
    local XDG_RUNTIME_DIR
    XDG_RUNTIME_DIR=$(mktemp -d)
    export XDG_RUNTIME_DIR COLORS_SEGMENT=start COLORS_OBJECTS=64M COLORS_JAVA_OPTS=
    unset COLORS_SOCKET COLORS_DAEMON_USER COLORS_READONLY JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS
    trap 'stop_making; end_parts; exit 130' INT
    trap 'stop_making; end_parts; exit 143' HUP TERM
    rm -rf "$START"/*.new*
    make_part java "$JARS_KEY" make_java_archive
    if [ "$JDK_GRAAL" = no ]; then
        make_part image "$IMAGE_KEY" make_image
        if image_serves; then
            find_language_flags
            { trap 'stop_making; exit 143' TERM; make_part js "$JARS_KEY" make_guest_archive js; } &
            make_part python "$JARS_KEY" make_guest_archive python
            wait
        else
            rm -f "$START"/{js,python}.aot
            make_part js "$JARS_KEY" false
            make_part python "$JARS_KEY" false
        fi
    fi
    end_parts
}

end_parts() {
    (stop_daemon)
    rm -rf "$XDG_RUNTIME_DIR" "$START/work"
}

# Ends what this shell runs beside itself: groups of timeout, in which a JVM that is only asked to end would write its
# archive first, and the shell that makes another part. What was stopped has no key, so that it is made the next time.
stop_making() {
    local job
    for job in $(jobs -p); do
        kill -KILL -- "-$job" 2>/dev/null || kill "$job" 2>/dev/null
    done
    wait
}

# within SECONDS COMMAND...: beside this shell, which then hears signals meanwhile; timeout is in a process group of its
# own.
within() {
    timeout "$@" &
    wait $!
}

# make_part NAME KEY COMMAND...
make_part() {
    if key_is "$1" "$2"; then return 0; fi
    rm -f "$START/$1.key"
    "${@:3}" || printf '%s cannot be made; programs start without it\n' "$1"
    printf '%s' "$2" >"$START/$1.key"
}

make_image() {
    local status=0
    rm -rf "$START/work"
    build_image "$START/work" || status=1
    [ $status = 0 ] || rm -f "$IMAGE"
    rm -rf "$START/work"
    remove_images
    return $status
}

# The modules come out of the JDK's own image as folders, without the empty compiler and without the classes that jlink
# makes itself.
build_image() {
    local work=$1 jar path place
    mkdir -p "$work"
    "$JAVA_HOME/bin/jimage" extract --dir "$work/jdk" "$JAVA_HOME/lib/modules" &&
        rm -rf "$work/jdk/jdk.graal.compiler" "$work"/jdk/java.base/jdk/internal/module/SystemModules\$*.class &&
        "$JAVA_HOME/bin/java" "$COLORS_ROOT/ci/launcher/start/DropHashes.java" "$work/jdk/java.base/module-info.class" || return
    path=$work/jdk
    for jar in $COMPILER_JARS; do path+=:$COLORS_ROOT/truffle-lang/target/modules/$jar.jar; done
    "$JAVA_HOME/bin/jlink" --disable-plugin generate-jli-classes --module-path "$path" --add-modules ALL-MODULE-PATH --output "$work/image" &&
        link_image "$work/image" &&
        "$work/image/bin/java" -Xshare:dump >/dev/null &&
        "$work/image/bin/java" -XX:+UnlockExperimentalVMOptions -XX:+EnableJVMCI --describe-module jdk.graal.compiler | grep -q 'provides jdk.vm.ci.services' &&
        place=$(mktemp -d "$IMAGE.XXXXXX") && mv -T "$work/image" "$place" && ln -s "${place##*/}" "$work/link" && mv -T "$work/link" "$IMAGE"
}

# Takes away images but the one of now, in which no program runs: afterwards, so that what was about to start in one
# does so.
remove_images() {
    local image running
    running=$(readlink /proc/[0-9]*/exe 2>/dev/null) # fails: a thread of the kernel has none
    for image in "$IMAGE".*/; do
        image=${image%/}
        [[ ! -d $image || $image -ef $IMAGE || $running == *"$image/"* ]] || rm -rf "$image"
    done
}

# Completes an image that has modules only.
link_image() {
    local file name
    mkdir -p "$1/bin" "$1/lib/server"
    for file in "$JAVA_HOME"/* "$JAVA_HOME"/lib/*; do
        name=${file#"$JAVA_HOME/"}
        case $name in
            bin | lib | lib/modules | lib/server | release | jmods) ;;
            lib/libjli.so | lib/jspawnhelper) cp "$file" "$1/$name" || return ;;
            *) ln -s "$file" "$1/$name" || return ;;
        esac
    done
    cp "$JAVA_HOME"/bin/* "$1/bin/" && cp "$JAVA_HOME"/lib/server/*.so "$1/lib/server/"
}

# An archive on top of the JDK's own: it fits any garbage collector's heap with the same headers, agents, and more
# modules.
make_java_archive() {
    find_java_flags
    rm -f "$START/java.aot"
    within 300 "$JAVA_HOME/bin/java" -XX:ArchiveClassesAtExit="$START/java.new" "${JAVA_FLAGS[@]}" "$COLORS_ROOT/ci/launcher/start/Program.java" &&
        mv "$START/java.new" "$START/java.aot"
}

# make_guest_archive python|js: a cache of classes that are loaded and linked; those of Graal too, so it compiles early
# here.
make_guest_archive() {
    rm -f "$START/$1.aot"
    local program=$COLORS_ROOT/ci/launcher/start/program.$1
    local early=(-Dpolyglot.engine.DynamicCompilationThresholdsMinScale=0.1 -Dpolyglot.engine.FirstTierMinInvokeThreshold=1)
    within 600 "$COMPILER_JAVA" -XX:AOTCacheOutput="$START/$1.new" "${LANGUAGE_FLAGS[@]}" "${GUEST_FLAGS[@]}" "${early[@]}" -m colors.truffle/colors.truffle.launcher.Main "$1" "${program/%python/py}" &&
        mv "$START/$1.new" "$START/$1.aot"
}
