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
Numbers, strings, booleans, None and other immutable values are copied into shared memory silently, tuples, frozensets
and bytes of such too; a private object is never stored there. Lists, dicts, sets and bytearrays are copied by copy_in,
or made by List, Dict, Set and Binary. Array("int32", 1000) is a list of numbers of one width.
"""
from colors._language import accelerated, api as _api, without_gil as _without_gil
from colors._errors import (CallError, CallRefusedError, CallTimeoutError, ChannelClosedError, IntegerOverflowError,
    MonitorAbandonedError, NoDaemonError, NoServerError, NumberOverflowError, OutOfSharedMemoryError,
    QuotaExceededError, ReadOnlyError, RemoteFailureError, ServerLostError, SharedMemoryError, TypeConflictError)
from colors._classes import is_shared, shared
from colors._copy import allocate, copy_in
from colors._values import EnumConstant
from colors._containers import Array, Binary, Dict, FrozenBinary, FrozenSet, List, Set, Tuple
from colors._repository import Repository, remove_repository, repositories, repository

TYPE_CHECKING = False
if TYPE_CHECKING:
    from colors._atomic import compare_and_set, get_and_add, get_and_set
    from colors._channels import Channel, channel, channels, remove_channel
    from colors._construction import shared_mode
    from colors._copy_out import copy_out
    from colors._monitor import Monitor, monitor
    from colors._reflection import SharedField, SharedType, shared_type, versions
    from colors._scope import Scope, scope, scoped
    from colors import rpc
del TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "Array",
    "Binary",
    "CallError",
    "CallRefusedError",
    "CallTimeoutError",
    "Channel",
    "ChannelClosedError",
    "Dict",
    "EnumConstant",
    "FrozenBinary",
    "FrozenSet",
    "IntegerOverflowError",
    "List",
    "Monitor",
    "MonitorAbandonedError",
    "NoDaemonError",
    "NoServerError",
    "NumberOverflowError",
    "OutOfSharedMemoryError",
    "QuotaExceededError",
    "ReadOnlyError",
    "RemoteFailureError",
    "Repository",
    "Scope",
    "ServerLostError",
    "Set",
    "SharedField",
    "SharedMemoryError",
    "SharedType",
    "Tuple",
    "TypeConflictError",
    "accelerated",
    "allocate",
    "attach",
    "channel",
    "channels",
    "collect",
    "compare_and_set",
    "copy_in",
    "copy_out",
    "get_and_add",
    "get_and_set",
    "is_shared",
    "monitor",
    "remove_channel",
    "remove_repository",
    "repositories",
    "repository",
    "rpc",
    "scope",
    "scoped",
    "shared",
    "shared_mode",
    "shared_type",
    "versions",
]

_LATE = {
    "_atomic": ("compare_and_set", "get_and_add", "get_and_set"),
    "_channels": ("Channel", "channel", "channels", "remove_channel"),
    "_construction": ("shared_mode",),
    "_copy_out": ("copy_out",),
    "_monitor": ("Monitor", "monitor"),
    "_reflection": ("SharedField", "SharedType", "shared_type", "versions"),
    "_scope": ("Scope", "scope", "scoped"),
}


def __getattr__(name):
    """What few programs use is imported at its first use."""
    for module, names in _LATE.items():
        if name in names:
            value = globals()[name] = getattr(__import__("colors." + module, fromlist=(name,)), name)
            return value
    if name == "rpc":
        import colors.rpc
        return colors.rpc
    raise AttributeError(f"module 'colors' has no attribute '{name}'", name=name)


def __dir__():
    return sorted({*globals(), *__all__})


def attach():
    """Attaches this process now; otherwise the first use does. Raises NoDaemonError when no daemon runs and none can
    be started."""
    _api.attach()


def collect():
    """Runs a cycle of the shared collector and waits for its end. Cycles run by themselves too."""
    _without_gil(_api.collect)
