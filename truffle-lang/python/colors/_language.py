# SPDX-License-Identifier: Apache-2.0
"""What the package is built on: in GraalPy the Truffle language "colors", initialised in this context by the first
import; in CPython the module colors._native."""
import sys

CPYTHON = sys.implementation.name == "cpython"

if not CPYTHON and sys.implementation.name != "graalpy":
    raise ImportError(
        "package colors is for CPython 3.11 or later and for GraalPy (./colors python), not for"
        f" {sys.implementation.name}")
if CPYTHON:
    from colors._cpython import accelerator, api, support, without_gil

    accelerated = True
else:
    from colors._truffle import accelerated, accelerator, api, support, without_gil

__all__ = ["CPYTHON", "accelerated", "accelerator", "api", "support", "without_gil"]
