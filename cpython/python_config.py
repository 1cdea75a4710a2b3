# SPDX-License-Identifier: Apache-2.0
"""Whether the Python that runs this can have the package colors: prints its ABI and the folders of its headers, or with
the argument "name" its version (with a "d": a debug build) and path; else, on standard error and with exit status 1,
why not."""
import os
import sys
import sysconfig


def reason():
    """None when it can."""
    if sys.implementation.name != "cpython":
        return f"it is {sys.implementation.name}; the package is for CPython, and ./colors python for GraalPy"
    if sys.version_info < (3, 11):  # noqa: UP036 (any Python may run this)
        return f"it is a {sys.version.split()[0]}; 3.11 or later is needed"
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "it is a free-threaded build; the package relies on the GIL (docs/cpython.md)"
    if not os.path.isfile(os.path.join(sysconfig.get_path("include"), "Python.h")):
        return "its header Python.h is missing: apt-get install python3-dev (Fedora: dnf install python3-devel)"
    return None


if __name__ == "__main__":
    why = reason()
    if why:
        sys.exit(f"{sys.executable}: {why}")
    if sys.argv[1:] == ["name"]:
        print(f"{sys.version_info[0]}.{sys.version_info[1]}{sys.abiflags}", sys.executable)
        sys.exit()
    folders = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
    print(sysconfig.get_config_var("SOABI"), *dict.fromkeys(folders))
