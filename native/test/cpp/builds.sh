#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A program of two translation units with colors.hpp, as users compile it: by each compiler that there is, without a warning,
# without what some switch off; what cannot be switched off is told. In native/; the last line is "cpp_builds: N passed, N failed".
NAME=cpp_builds
# shellcheck source=native/test/checks.sh
. test/checks.sh

# compile COMPILER FLAG...
compile() {
    by=$1
    shift
    "$by" -std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor -Werror \
        -Iinclude test/cpp/unit_one.cpp test/cpp/unit_two.cpp "$@"
}

# is_refused WORDS FLAG...: the first error has these words, and the header gives no other.
is_refused() {
    words=$1
    shift
    printf '#include <colors.hpp>\n' > "$folder/refused.cpp"
    "$compiler" -fsyntax-only -Iinclude "$@" "$folder/refused.cpp" > "$folder/refused" 2>&1 && return 1
    cat "$folder/refused"
    [ "$(grep -c 'error:' "$folder/refused")" -eq 1 ] && grep -q "error: .*$words" "$folder/refused"
}

COLORS_START=on
export COLORS_START
for compiler in g++ clang++; do
    if ! command -v "$compiler" > /dev/null; then
        echo "  cpp_builds: there is no $compiler: skipped"
        continue
    fi
    check "$compiler: two units" compile "$compiler" -O1 -fno-rtti -o "$folder/units" -Lbuild -lcolors -Wl,-rpath,"$PWD/build" &&
        check "$compiler: the program" timeout 60 "$folder/units"
    check "$compiler -fno-exceptions" is_refused "tells errors by exceptions" -std=c++20 -fno-exceptions
    check "$compiler, C++17" is_refused "needs C++20" -std=c++17
done
end_checks
