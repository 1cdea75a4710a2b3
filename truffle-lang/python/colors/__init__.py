# SPDX-License-Identifier: Apache-2.0
"""Live objects shared between processes.

    import colors

    class Employee:
        def __init__(self, name, salary):
            self.name, self.salary = name, salary

    boss = colors.copy_in(Employee("Ada", 4200))     # a copy in shared memory
    colors.repository("boss").set(boss)              # other processes find it by this key
    mine = colors.copy_out(boss)                     # a private copy, of the program's own class
    boss.state = "NY"                                # adds a field; they see it
    colors.channel("orders").send(boss)              # a message; for m in colors.channel("orders") receives

A shared object is an instance of the program's own class of its name: its methods, properties and operators work.
Numbers, strings, booleans, None and other immutable values are copied into shared memory silently, tuples, frozensets and bytes of such too;
a private object is never stored there. Lists, dicts, sets and bytearrays are copied by copy_in, or made by List, Dict, Set and Binary. Array("int32", 1000) is a list of numbers of one width.
"""
from colors._language import accelerated, api as _api
from colors._errors import ChannelClosed, IntegerOverflow, MonitorAbandoned, NoDaemon, NumberOverflow, OutOfSharedMemory, QuotaExceeded, ReadOnly, SharedMemoryError, TypeConflict
from colors._classes import is_shared, shared
from colors._copy import allocate, copy_in
from colors._values import EnumConstant
from colors._containers import Array, Binary, Dict, FrozenBinary, FrozenSet, List, Set, Tuple
from colors._repository import Repository, repositories, repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from colors._atomic import compare_and_set, get_and_add, get_and_set
    from colors._channels import Channel, channel, channels
    from colors._construction import shared_mode
    from colors._copy_out import copy_out
    from colors._monitor import Monitor, monitor
    from colors._reflection import SharedField, SharedType, shared_type
    from colors._scope import Scope, scope, scoped
del TYPE_CHECKING

__all__ = [
    "Array",
    "Binary",
    "Channel",
    "ChannelClosed",
    "Dict",
    "EnumConstant",
    "FrozenBinary",
    "FrozenSet",
    "IntegerOverflow",
    "List",
    "Monitor",
    "MonitorAbandoned",
    "NoDaemon",
    "NumberOverflow",
    "OutOfSharedMemory",
    "QuotaExceeded",
    "ReadOnly",
    "Repository",
    "Scope",
    "Set",
    "SharedField",
    "SharedMemoryError",
    "SharedType",
    "Tuple",
    "TypeConflict",
    "accelerated",
    "allocate",
    "attach",
    "channel",
    "channels",
    "compare_and_set",
    "copy_in",
    "copy_out",
    "get_and_add",
    "get_and_set",
    "is_shared",
    "monitor",
    "repositories",
    "repository",
    "scope",
    "scoped",
    "shared",
    "shared_mode",
    "shared_type",
]


_LATE = {"Channel": "_channels", "Monitor": "_monitor", "Scope": "_scope", "SharedField": "_reflection", "SharedType": "_reflection", "channel": "_channels", "channels": "_channels", "compare_and_set": "_atomic", "get_and_add": "_atomic", "get_and_set": "_atomic", "copy_out": "_copy_out", "monitor": "_monitor", "scope": "_scope",
         "scoped": "_scope", "shared_mode": "_construction", "shared_type": "_reflection"}


def __getattr__(name):
    """What few programs use is imported at its first use."""
    if name not in _LATE:
        raise AttributeError(f"module 'colors' has no attribute '{name}'", name=name)
    value = globals()[name] = getattr(__import__("colors." + _LATE[name], fromlist=(name,)), name)
    return value


def __dir__():
    return sorted({*globals(), *__all__})


def attach():
    """Attaches this process now; otherwise the first use does. Raises NoDaemon when there is no daemon and none can be started."""
    _api.attach()
