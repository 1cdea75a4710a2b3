#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `make install` to a folder of its own; the examples built from there, by CMake and by pkg-config, and run as two processes with
# the daemon that was installed. In native/; the last line is "install: N passed, N failed".
NAME=install
# shellcheck source=native/test/checks.sh
. test/checks.sh
stage=$folder/moved
examples=$PWD/../examples
: "${CC:=gcc}" "${CXX:=g++}"

skip() {
    echo "  install: $1: skipped, there is no $2"
}

# run_pair HIRE RAISE: as two terminals do it.
run_pair() {
    stop_daemon
    : > "$folder/hire.out" # that of another pair says "hired", too
    timeout 60 "$1" > "$folder/hire.out" 2>&1 &
    hired=$!
    waited=0
    until grep -q hired "$folder/hire.out" || [ $waited -gt 600 ]; do
        sleep 0.1
        waited=$((waited + 1))
    done
    timeout 60 "$2" > "$folder/raise.out" 2>&1 && wait $hired &&
        diff "$examples/hire.cpp.expected" "$folder/hire.out" && diff "$examples/raise.c.expected" "$folder/raise.out" && return
    cat "$folder/hire.out" "$folder/raise.out"
    return 1
}

is_missing() { ! "$@"; }

# A wrong type is told by name.
refuses_wrong_type() {
    sed 's/smith->raise_by(10);/smith->salary = "much";/' "$examples/hire.cpp" > "$folder/wrong.cpp"
    is_missing "$CXX" -std=c++20 -fsyntax-only -I "$stage/include" "$folder/wrong.cpp"
}

refuses_undeclared_class() {
    printf '#include <colors.hpp>\nstruct plain { int x; };\ncolors::ref<plain> wrong;\n' > "$folder/plain.cpp"
    "$CXX" -std=c++20 -fsyntax-only -I "$stage/include" "$folder/plain.cpp" 2>&1 | grep 'declares its fields by COLORS_CLASS'
}

check "make install" make -s install PREFIX=/opt/colors DESTDIR="$folder/stage" || exit 1
mv "$folder/stage/opt/colors" "$stage" # it may be moved
check "soname" sh -c "readelf -d '$stage/lib/libcolors.so' | grep 'soname: .libcolors.so.0]'"
check "version of the package is that of the build" grep "<version>$(sed -n 's/^Version: //p' "$stage/lib/pkgconfig/colors.pc")-" ../pom.xml
check "C alone" "$CC" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$stage/include" -x c "$stage/include/colors.h"
if command -v "$CXX" > /dev/null; then
    check "a wrong type does not compile" refuses_wrong_type
    check "a class that is not declared is told" refuses_undeclared_class
fi
if ! command -v cmake > /dev/null || ! command -v "$CXX" > /dev/null; then skip "CMake package" cmake or C++ compiler; else
    check "cmake" cmake -S "$examples" -B "$folder/cmake" -D CMAKE_PREFIX_PATH="$stage" -D CMAKE_C_COMPILER="$CC" -D CMAKE_CXX_COMPILER="$CXX" &&
        check "cmake --build" cmake --build "$folder/cmake" && check "programs made by CMake" run_pair "$folder/cmake/hire" "$folder/cmake/raise"
fi
if ! command -v pkg-config > /dev/null || ! command -v "$CXX" > /dev/null; then skip "pkg-config" pkg-config or C++ compiler; else
    export PKG_CONFIG_PATH="$stage/lib/pkgconfig" LD_LIBRARY_PATH="$stage/lib"
    # shellcheck disable=SC2046 # one flag a word
    check "pkg-config, C++" "$CXX" -std=c++20 -Wall -Wextra -Wpedantic -Werror -o "$folder/hire" "$examples/hire.cpp" $(pkg-config --cflags --libs colors)
    # shellcheck disable=SC2046
    check "pkg-config, C" "$CC" -std=c17 -Wall -Wextra -Wpedantic -Werror -o "$folder/raise" "$examples/raise.c" $(pkg-config --cflags --libs colors)
    check "programs made by pkg-config" run_pair "$folder/hire" "$folder/raise"
fi
end_checks
