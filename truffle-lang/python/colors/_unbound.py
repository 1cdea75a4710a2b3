# SPDX-License-Identifier: Apache-2.0
"""Methods of builtin types called with shared containers: set.union(colors.Set())."""
from colors._core import Shared
from colors._language import CPYTHON, accelerator


def _call(kind, name, shared, *arguments):
    """What the method of that name does with a shared container: its own, or the builtin one with a private copy."""
    if not issubclass(shared.__class__, kind):
        raise TypeError(
            f"descriptor '{name}' for '{kind.__name__}' objects doesn't apply to a '{shared.__class__.__name__}'"
            " object")
    for cls in type(shared).__mro__:
        if name in cls.__dict__ and issubclass(cls, Shared):
            return cls.__dict__[name](shared, *arguments)
    return getattr(shared._private(), name)(*arguments)


def _guard(kind, names):
    accelerator.guard(kind, list(names), _call)


if accelerator is not None and not CPYTHON:  # there a builtin's method refuses what is no instance of it
    for _kind in set, frozenset, tuple, bytes, bytearray:
        _guard(_kind, _kind.__dict__)  # of those with double underscores it takes what is no slot
    _guard(list, ["append"])
