# SPDX-License-Identifier: Apache-2.0
"""Live objects shared between processes.

    import colors

    class Employee:
        def __init__(self, name, salary):
            self.name, self.salary = name, salary

    boss = colors.copy_to(Employee("Ada", 4200))     # a copy in shared memory
    colors.repository("boss").set(boss)              # other processes find it by this key
    boss.state = "NY"                                # adds a field; they see it

A shared object is an instance of the program's own class of its name: its methods, properties and operators work.
Numbers, strings, booleans, None and other immutable values are copied into shared memory silently, tuples, frozensets and bytes of such too;
a private object is never stored there. Lists, dicts, sets and bytearrays are copied by copy_to, or made by List, Dict, Set and Binary.
"""
from colors._language import accelerated, api as _api, support as _support
from colors._errors import IntegerOverflow, NoDaemon, OutOfSharedMemory, QuotaExceeded, ReadOnly, SharedMemoryError, TypeConflict
from colors._classes import is_shared, name_of as _name_of, shared
from colors._copy import allocate, copy_to
from colors._values import EnumConstant
from colors._containers import Binary, Dict, FrozenBinary, FrozenSet, List, Set, Tuple
from colors._reflection import SharedField, SharedType, shared_type

__all__ = ["Binary", "Dict", "EnumConstant", "FrozenBinary", "FrozenSet", "IntegerOverflow", "List", "NoDaemon", "OutOfSharedMemory", "QuotaExceeded", "ReadOnly", "Repository",
           "Set", "SharedField", "SharedMemoryError", "SharedType", "Tuple", "TypeConflict", "accelerated", "allocate", "attach", "copy_to", "is_shared", "repository", "shared", "shared_type"]


def attach():
    """Attaches this process now; otherwise the first use does. Raises NoDaemon when there is no daemon and none can be started."""
    _api.attach()


class Repository:
    """A named root of shared memory."""
    __slots__ = ("_repository",)

    def __init__(self, key):
        self._repository = _api.repository(key)

    @property
    def key(self):
        return self._repository.key

    def get(self):
        """The object or value that was set last by any process; None at first."""
        value = self._repository.get()
        return None if value is None else value

    def set(self, value):
        """Publishes a shared object, or a value: it is copied."""
        self._repository.set(value)

    def __repr__(self):
        return f"colors.repository({self.key!r})"


def repository(key):
    """The repository of that key, made at its first use."""
    return Repository(key)
