# SPDX-License-Identifier: Apache-2.0
"""Versions of shared classes in CPython, in the form in which GraalPy's language has them (SharedTypeObject.java)."""
from colors import _native
from colors._errors import SharedMemoryError

_TYPES = (None, "any", "integer", "float", "boolean", "string", "binary", "list", "set", "map")  # by enum cl_type
_NULLABLE, _DECLARED = 1, 2  # CL_FIELD_NULLABLE, CL_FIELD_DECLARED
_VALUES = {bool: "a boolean", int: "a number", float: "a number", str: "a string", type(None): "None"}


class Field:
    """Of a version of a class."""
    __slots__ = ("name", "type", "nullable", "declared")

    def __init__(self, name, type, class_name, flags):
        self.name = name
        self.type = _TYPES[type] if class_name is None else class_name
        self.nullable = bool(flags & _NULLABLE)
        self.declared = bool(flags & _DECLARED)


class Shape:
    """A version of a class."""
    __slots__ = ("name", "version", "fields")

    def __init__(self, name, version, fields):
        self.name, self.version = name, version
        self.fields = [Field(*field) for field in fields]

    def type(self):
        return _META


_META = Shape("shape", 1, ())  # that of all shapes, itself too


def _described(value):
    _, name, version, fields = _native.describe_shape(value)
    return Shape(name, version, fields)


def _check(value):
    if isinstance(value, _native.Object):
        return
    if isinstance(value, _native.Wrapper):
        what = "a shared container, which has no class with fields"
    else:
        what = _VALUES.get(type(value)) or f"a private {type(value).__name__}"
    raise SharedMemoryError(f"a shared object was expected, not {what}")


def shared_type(value):
    """The version of its class that a shared object has now."""
    _check(value)
    return _described(value)


def versions(value):
    """All versions of the class of a shared object, newest first."""
    _check(value)
    return [_described(id) for id in reversed(_native.versions(value))]
