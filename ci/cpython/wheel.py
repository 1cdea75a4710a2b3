# SPDX-License-Identifier: Apache-2.0
"""Whether a wheel of the package has what a program needs: wheel.py FILE.whl. Prints what is wrong, else nothing."""
import stat
import sys
import zipfile

WANTED = ["colors/__init__.py", "colors/__init__.pyi", "colors/_native.pyi",
          "colors/opentelemetry.pyi", "colors/py.typed", "colors/rpc.pyi", "colors/colorsd"]


def problems(path):
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        for name in WANTED:
            if name not in names:
                yield f"it has no {name}"
        if len([name for name in names if name.startswith("colors/_native.cpython-") and name.endswith(".so")]) != 1:
            yield "it has not one module colors/_native.cpython-*.so"
        if "colors/colorsd" in names and not wheel.getinfo("colors/colorsd").external_attr >> 16 & stat.S_IXUSR:
            yield "colors/colorsd cannot be run"
        for name in names:
            if not name.startswith(("colors/", "colors-")) or "__pycache__" in name or name.endswith((".o", ".a")):
                yield f"it has {name}"
        if not any(name.endswith(".dist-info/METADATA") for name in names):
            yield "it has no METADATA"


found = list(problems(sys.argv[1]))
print(*found, sep="\n", end="\n" if found else "")
sys.exit(1 if found else 0)
