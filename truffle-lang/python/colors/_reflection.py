# SPDX-License-Identifier: Apache-2.0
"""What is known of the type of a shared object."""
from typing import NamedTuple

from colors._errors import SharedMemoryError
from colors._language import api


class SharedField(NamedTuple):
    """A field: its type is integer, float, boolean, string, any, or the name of a class."""
    name: str
    type: str
    nullable: bool
    declared: bool


class SharedType(NamedTuple):
    """One version of a shared class. Versions count from 1 in the order they were made."""
    name: str
    version: int
    fields: tuple

    def type(self):
        """The type of this type: named "shape" for every version of a class, and itself for that one."""
        found = _found.get(self)
        if found is None:
            raise SharedMemoryError("this SharedType did not come from colors.shared_type")
        return _read(found.type())

    def __str__(self):
        fields = ", ".join(f"{field.name}: {field.type}" for field in self.fields)
        return f"{self.name} (version {self.version}) [{fields}]"


def shared_type(value):
    """The version of its class that a shared object has now; the type of a SharedType."""
    return value.type() if isinstance(value, SharedType) else _read(api.sharedType(value))


def versions(value):
    """All versions of the class of a shared object, newest first."""
    return [_read(found) for found in api.versions(value)]


_found = {}  # SharedType -> what the language has for it


def _read(found):
    fields = tuple(SharedField(str(f.name), str(f.type), bool(f.nullable), bool(f.declared)) for f in found.fields)
    result = SharedType(str(found.name), int(found.version), fields)
    _found[result] = found
    return result
