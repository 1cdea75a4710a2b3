# SPDX-License-Identifier: Apache-2.0
"""What the package is built on in CPython: the module colors._native, in the form in which GraalPy has the language.

Three objects: `support`, what both have; `accelerator`, what is done in native code; `api`, what programs reach.
"""
import sys
from sys import _getframe

from colors import _native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_Namespace: "Any" = type(sys.implementation)  # as in module types, without importing it


class Kind:
    """A kind of containers (enum cl_kind)."""
    __slots__ = ("number",)

    def __init__(self, number):
        self.number = number


def without_gil(function, *arguments):
    """Calls a function that may block: it lets other threads run by itself."""
    return function(*arguments)


def _bind(shared, type):
    """Makes a type that of all objects of a class, or of all containers of a kind."""
    if shared is None:
        return  # what cursors are is no kind of the segment
    if isinstance(shared, Kind):
        _native.bind_kind(shared.number, type)
    else:
        _native.bind_class(shared, type)


def _canonical(to_value):
    def text_of(value):
        coded = to_value(value)
        if coded is None or coded[2] is not False:
            return coded
        from colors._texts import canonical
        return canonical(coded)
    return text_of


def _parsed(of_value):
    def value_of(name, text, is_enum):
        if not is_enum:
            from colors._texts import parsed
            text = parsed(name, text)
        return of_value(name, text, is_enum)
    return value_of


def _big_integer(number):
    from colors._texts import big_integer
    return big_integer(number)


def _hooks(*given):
    *functions, _accelerated, _none = given
    functions[6], functions[7] = _parsed(functions[6]), _canonical(functions[7])
    _native.hooks(*functions, _big_integer)


def _getter(name):
    return _native.Field(name).__get__


def _initialize(general):
    def __init__(self, *arguments, **named):
        if not mode.is_initialized(self):
            general(self, *arguments, **named)
    return __init__


def _namer(cls):
    from colors._classes import name_of, why_not_shareable
    from colors._errors import SharedMemoryError
    if isinstance(cls, str):
        return cls
    problem = why_not_shareable(cls)
    if problem:
        raise SharedMemoryError(f"no instance of {cls!r} can be allocated in shared memory: {problem}")
    return name_of(cls)


def _allocate(general, documentation):
    _native.set_namer(_namer)
    return _native.allocate


def _copy_in(general, name_of, documentation):
    _native.set_copier(general, name_of)
    return _native.copy_in


def _plan():
    from colors._plan import Plan
    return Plan()


def _mode():
    from colors._mode import Mode
    return Mode()


mode = _mode()


# ---- waiting and naming ----

def _scope():
    from colors._guest_scope import GuestScope
    return GuestScope(_getframe(2))


def _scoped(function):
    from colors._guest_scope import scoped
    return scoped(function)


def _service(name, capacity=None):
    from colors._services import Service
    return Service(name, capacity)


def _ended_calls():
    from colors._pending import EndedCalls
    return EndedCalls()


def _streams(make):
    from colors._services import set_form
    set_form(make)


def _shapes():
    from colors import _shapes
    return _shapes


api = _Namespace(
    repository=_native.Repository,
    repositories=_native.repositories,
    removeRepository=_native.remove_repository,
    channel=_native.Channel,
    channels=_native.channels,
    removeChannel=_native.remove_channel,
    monitor=_native.Monitor,
    watch=_native.Watch,
    scope=_scope,
    scoped=_scoped,
    service=_service,
    attach=_native.attach,
    collect=_native.collect,
    sharedType=lambda value: _shapes().shared_type(value),
    versions=lambda value: _shapes().versions(value),
)

# ---- containers ---------------------------------------------------------------------------------

def _own(function):
    """The C type's own method for one of a class of containers, so that it keeps the slot; it calls the function for
    what it does not do by itself."""
    owner, _, name = function.__qualname__.partition(".")
    base = {"Shared": _native.Container, "Array": _native.Array}.get(owner, getattr(_native, owner, None))
    own = getattr(base, name, None)
    if own is None:
        return function
    _native.keep(function.__qualname__, function)
    return own


def _lazily(name):
    """A function of colors._equality, which is imported at its first use."""
    def call(*arguments):
        import colors._equality as module
        return getattr(module, name)(*arguments)
    return call


def _containers():
    from colors._errors import SharedMemoryError
    _native.set_equality(_lazily("hashes"), _lazily("equal"), _lazily("keep"), SharedMemoryError)
    _native.set_same(_lazily("same"))
    operations = {name: getattr(_native, name) for name in dir(_native)
                  if name.startswith(("list_", "map_", "array_", "binary_", "new_", "field_", "compare_", "get_and_"))
                  or name in ("size", "clear")}
    types = {name: getattr(_native, name) for name in ("List", "Dict", "Tuple", "Array", "Set", "Binary")}
    return dict(operations, **types, Wrapper=_native.Container, native=_own,
                fast=lambda operation, function: _own(function))


_kinds = _Namespace(
    BINARY=Kind(3),
    FROZEN_BINARY=Kind(7),
    ARRAY=Kind(8),
    LIST=Kind(9),
    FROZEN_LIST=Kind(10),
    SET=Kind(11),
    FROZEN_SET=Kind(12),
    MAP=Kind(13),
    CURSOR=None,
)

support = _Namespace(
    containers=_kinds,
    hooks=_hooks,
    has=_native.has_field,
    put=setattr,
    fields=_native.fields,
    hash=hash,
    class_name=_native.class_name,
    getter=_getter,
    plan=_plan,
    mode=mode,
    compare_keys=lambda shared_class, rule: None,
    close_scope=lambda scope: scope.close(_getframe(2)),
    keep=lambda scope, value: scope.keep(value),
    ended_calls=_ended_calls,
    streams=_streams,
)

accelerator = _Namespace(
    Object=_native.Object,
    hash=_native.Object.__hash__,
    setattr=_native.Object.__setattr__,
    delattr=_native.Object.__delattr__,
    initialize=_initialize,
    descriptor=lambda name, hidden: _native.Field(name),
    bind=_bind,
    allocate=_allocate,
    copy_in=_copy_in,
    copy_out=lambda general, plain_class, documentation: general,
    renamed=_native.forget_names,
    address=_native.address,
    **_containers(),
)
