# SPDX-License-Identifier: Apache-2.0
# Checks that README.md shows the programs of examples/ as they are. A block is named by a comment before it: <!-- FILE -->

check_readme() {
    local file
    for file in examples/hire.java examples/raise.py; do
        readme_block "$file" >"$work/block"
        grep -v 'SPDX-License-Identifier' "$root/$file" >"$work/actual"
        compare "README.md shows $file" "$work/actual" "$work/block"
    done
}

# Prints the fenced block that follows a comment with the file's name.
readme_block() {
    awk -v marker="<!-- $1 -->" '
        $0 == marker { wanted = 1; next }
        wanted && /^```/ { if (inside) exit; inside = 1; next }
        inside
    ' "$root/README.md"
}
