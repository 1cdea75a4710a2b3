# SPDX-License-Identifier: Apache-2.0
"""The Truffle language "colors", initialised in this context by the first import."""
import posix
import sys

import polyglot

# Module os costs more than the rest of the package's start, threading as much again: only what the program itself
# imports is there.

api = polyglot.eval(language="colors", string="")
support = api.python


def _has_accelerator():
    if "os" in sys.modules:
        return sys.modules["os"].environ.get("COLORS_PY_ACCELERATOR", "1") != "0"
    return posix.environ.get(b"COLORS_PY_ACCELERATOR", b"1") != b"0"


def _find_accelerator():
    if not _has_accelerator():
        return None
    found = support.accelerator()
    return None if found is None else found


accelerator = _find_accelerator()
accelerated = accelerator is not None
"""Whether attribute access takes the fast way through GraalPy's internals (they must be exported to module
colors.truffle)."""


_keep = getattr(polyglot, "__set_gil_locked_during_foreign_calls__", None)


def _keep_gil():
    """GraalPy releases its global lock at each foreign access, which costs more than the access. The switch is per
    thread."""
    keep = _keep
    if keep is None:
        return
    import threading
    keep(True)
    start = threading.Thread._bootstrap_inner

    def start_with_gil_kept(self):
        keep(True)
        start(self)

    threading.Thread._bootstrap_inner = start_with_gil_kept


def without_gil(function, *arguments):
    """Calls a foreign function that may block: other threads of this program run meanwhile."""
    if accelerated or _keep is None:
        return function(*arguments)
    _keep(False)
    try:
        return function(*arguments)
    finally:
        _keep(True)


if not accelerated:
    _keep_gil()
