# SPDX-License-Identifier: Apache-2.0
# CPython: finds one, makes the package colors for it in a virtual environment (cpython/build/venv-3.12), runs programs.
#
# target/cpython.found has the one that was found: its version, then its path. COLORS_CPYTHON names another one.

CPYTHON_BUILD=$COLORS_ROOT/cpython/build

# all_cpythons: prints "VERSION PATH" of each CPython of this machine that can have the package, the first of a version.
all_cpythons() {
    local python
    {
        for python in python3 python3.{11..19}; do command -v "$python" || true; done
        printf '%s\n' "${HOME-}"/.pyenv/versions/*/bin/python3
    } | while IFS= read -r python; do
        name_cpython "$python" 2>/dev/null || true
    done | awk '!seen[$1]++'
}

# Prints "VERSION PATH" of a CPython, else says why it cannot have the package.
name_cpython() { "$1" "$COLORS_ROOT/cpython/python_config.py" name; }

# cpython_environments: prints the Python of the environment of each CPython that is found; makes what is not there.
cpython_environments() {
    local python
    all_cpythons | while read -r _ python; do
        COLORS_CPYTHON=$python "$COLORS" cpython -c 'import sys; print(sys.executable)' </dev/null
    done
}

# Sets CPYTHON, its path, and CPYTHON_VERSION; fails where there is none.
find_cpython() {
    local file=$BUILD_DIR/cpython.found found
    if [ -n "${COLORS_CPYTHON-}" ]; then
        found=$(name_cpython "$COLORS_CPYTHON") || fail "COLORS_CPYTHON=$COLORS_CPYTHON: no Python that can have the package colors; the reason is above"
    elif [ -f "$file" ] && read -r CPYTHON_VERSION CPYTHON <"$file" && [ -x "$CPYTHON" ]; then
        return
    else
        found=$(all_cpythons)
        found=${found%%$'\n'*}
        [ -n "$found" ] || return
        mkdir -p "$BUILD_DIR"
        printf '%s\n' "$found" >"$file"
    fi
    read -r CPYTHON_VERSION CPYTHON <<<"$found"
}

cpython_inputs() {
    list_inputs cpython/Makefile cpython/python_config.py cpython/src truffle-lang/python/colors native/Makefile native/flags.mk native/include native/src
    stat -L -c '%n %s %Y' "$CPYTHON"
}

# Sets CPYTHON_VENV, and PEERS_TARGET, where benchmarks have what they compare with. Fails where there is no CPython that can have the package.
build_cpython() {
    find_cpython || return
    CPYTHON_VENV=$CPYTHON_BUILD/venv-$CPYTHON_VERSION
    PEERS_TARGET=$COLORS_ROOT/benchmarks/peers/target
    if cpython_is_built; then return; fi
    lock_build
    cpython_is_built || make_cpython
    unlock_build
}

cpython_is_built() { [ -x "$CPYTHON_VENV/bin/python" ] && same_as_stamp "cpython-$CPYTHON_VERSION" cpython_inputs; }

make_cpython() {
    native_is_built || build_native
    need_tool make "build the package for CPython" "apt-get install make (Fedora: dnf install make)"
    find_cc
    local inputs site log=cpython.log
    inputs=$(cpython_inputs)
    if [ ! -x "$CPYTHON_VENV/bin/python" ] || [ "$(<"$CPYTHON_VENV/from")" != "$CPYTHON" ]; then
        rm -rf "$CPYTHON_VENV"
        step "environment of CPython $CPYTHON_VERSION ($CPYTHON)" $log "$CPYTHON" -m venv --without-pip --system-site-packages "$CPYTHON_VENV"
        printf '%s' "$CPYTHON" >"$CPYTHON_VENV/from"
    fi
    site=$("$CPYTHON_VENV/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    step "package colors for CPython $CPYTHON_VERSION" $log make -C "$COLORS_ROOT/cpython" -j2 "PYTHON=$CPYTHON" "SITE=$site"
    write_stamp "cpython-$CPYTHON_VERSION" "$inputs"
}

# What bench cpython compares with, in the environment, where pip can install it; its rows are left out otherwise.
install_cpython_peers() {
    local peer stamp
    for peer in UltraDict ray iceoryx2 numpy; do
        stamp=$CPYTHON_VENV/peer-$peer
        [ ! -f "$stamp" ] || continue
        tell "bench cpython: $peer from the package index"
        "$CPYTHON" -m pip --python "$CPYTHON_VENV/bin/python" install --quiet --disable-pip-version-check "$peer" >"$stamp" 2>&1 ||
            tell "$peer cannot be installed, and its rows are left out; $stamp has what pip said, and is removed to try again"
    done
}

# What bench rpc compares with in CPython.
make_peers_environment() { make_environment venv requirements.txt "peers in Python"; }

# make_environment NAME REQUIREMENTS WHAT: NAME-VERSION in $PEERS_TARGET, with what pip can install of that file of
# benchmarks/peers/python; the rows of the others are left out, and tried again when the file has changed or the
# environment was removed.
make_environment() {
    local requirements=$COLORS_ROOT/benchmarks/peers/python/$2 log=$BUILD_DIR/peers-$1.log environment=$PEERS_TARGET/$1-$CPYTHON_VERSION requirement
    ! cmp -s "$requirements" "$environment/$2" || return 0
    rm -rf "$environment"
    mkdir -p "$BUILD_DIR"
    step "environment of the peers for CPython $CPYTHON_VERSION" "peers-$1.log" "$CPYTHON" -m venv --without-pip "$environment"
    tell "$3 from the package index (some 30 MB; later runs need no network)"
    install_peers "$environment" -r "$requirements" >"$log" 2>&1 || while IFS= read -r requirement; do
        [[ $requirement == '#'* ]] || install_peers "$environment" "$requirement" >>"$log" 2>&1 ||
            tell "$requirement cannot be installed; $log has what pip said. After a remedy: rm -r $environment"
    done <"$requirements"
    cp "$requirements" "$environment/"
}

# install_peers ENVIRONMENT WHAT...
install_peers() { "$CPYTHON" -m pip --python "$1/bin/python" install --quiet --disable-pip-version-check "${@:2}" </dev/null; }

no_cpython() { printf 'no CPython 3.11 or later with its headers was found: apt-get install python3-dev (docs/cpython.md)'; }

run_cpython() {
    build_cpython || fail "$(no_cpython)"
    exec "$CPYTHON_VENV/bin/python" "$@"
}
