# SPDX-License-Identifier: Apache-2.0
# shellcheck disable=SC2154 # work and root are those of ci/run-corpus
# Checks the pages: README.md and those of C++ and C show the programs of examples/ as they are (a block is named by a comment before
# it, <!-- FILE -->), and links lead somewhere.

check_readme() {
    local shown page file
    for shown in "README.md examples/hire.java" "README.md examples/raise.py" "docs/cpp.md examples/hire.cpp" "docs/c.md examples/raise.c"; do
        page=${shown% *} file=${shown#* }
        readme_block "$file" "$page" >"$work/block"
        grep -v 'SPDX-License-Identifier' "$root/$file" >"$work/actual"
        compare "$page shows $file" "$work/actual" "$work/block"
    done
}

# Prints the fenced block of a page that follows a comment with the file's name.
readme_block() {
    awk -v marker="<!-- $1 -->" '
        $0 == marker { wanted = 1; next }
        wanted && /^```/ { if (inside) exit; inside = 1; next }
        inside
    ' "$root/$2"
}

# Every relative link of every page leads somewhere.
check_links() {
    local page link folder
    while IFS= read -r page; do
        folder=$(dirname "$page")
        while IFS= read -r link; do
            if [ -e "$folder/${link%%#*}" ]; then success; else failure "${page#"$root"/}: the link $link leads nowhere"; fi
        done < <(grep -oE '\]\([^)# ][^) ]*\)' "$page" | sed 's/^](//; s/)$//' | grep -vE '^[a-z]+:')
    done < <(find "$root" -name '*.md' -not -path '*/target/*' -not -path '*/build/*' -not -path '*/mxbuild/*' -not -path '*/.git/*')
}
