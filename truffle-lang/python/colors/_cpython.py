# SPDX-License-Identifier: Apache-2.0
"""What the package is built on in CPython: the module colors._native, in the form in which GraalPy has the language.

Three objects: `support`, what both have; `accelerator`, what is done in native code; `api`, what programs reach.
"""
import sys

from colors import _native

_Namespace = type(sys.implementation)  # as in module types, without importing it


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


def _hooks(*functions):
    *functions, _accelerated, _none = functions
    _native.hooks(*functions)


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


def _plan():
    from colors._plan import Plan
    return Plan()


def _mode():
    from colors._mode import Mode
    return Mode()


mode = _mode()


# ---- waiting and naming ----

_TYPE_NAMES = ("", "any", "integer", "float", "boolean", "string", "binary", "list", "set", "map", "object")
_CLASS_TYPE, _NULLABLE, _DECLARED = 10, 1, 2


class _Scope:
    """Nothing is to be given up together: a reference goes with the last wrapper's use of it."""
    __slots__ = ()


class _Type:
    """A version of a class, in the form in which GraalPy has it."""

    def __init__(self, described):
        self.id, self.name, self.version, fields = described
        self.fields = [
            _Namespace(
                name=name, type=class_name if type == _CLASS_TYPE else _TYPE_NAMES[type],
                nullable=bool(flags & _NULLABLE), declared=bool(flags & _DECLARED))
            for name, type, class_name, flags in fields]

    def type(self):
        return self if self.name == "shape" else _shape_type


_shape_type = _Type((0, "shape", 1, ()))


def _shared_type(value):
    return _Type(_native.describe_shape(value))


def _versions(value):
    return [_Type(_native.describe_shape(shape)) for shape in reversed(_native.versions(value))]


def _no_services(*_):
    from colors._errors import SharedMemoryError
    raise SharedMemoryError(
        "services (colors.rpc) are not there yet in CPython; use GraalPy for them, or a channel")


api = _Namespace(
    repository=_native.Repository,
    repositories=_native.repositories,
    removeRepository=_native.remove_repository,
    channel=_native.Channel,
    channels=_native.channels,
    removeChannel=_native.remove_channel,
    monitor=_native.Monitor,
    watch=_native.Watch,
    scope=_Scope,
    scoped=lambda function: function(),
    sharedType=_shared_type,
    versions=_versions,
    service=_no_services,
    attach=_native.attach,
    collect=_native.collect,
)

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
    close_scope=lambda scope: None,
    keep=lambda scope, value: value,
    ended_calls=_no_services,
)

accelerator = _Namespace(
    Wrapper=_native.Wrapper,
    Object=_native.Object,
    hash=_native.Object.__hash__,
    setattr=_native.Object.__setattr__,
    delattr=_native.Object.__delattr__,
    initialize=_initialize,
    descriptor=lambda name, hidden: _native.Field(name),
    bind=_bind,
    allocate=_allocate,
    copy_in=lambda general, name_of, documentation: general,
    renamed=lambda: None,
    address=_native.address,
    field_compare_and_set=_native.field_compare_and_set,
    field_get_and_set=_native.field_get_and_set,
    field_get_and_add=_native.field_get_and_add,
    List=_native.Wrapper,
    Dict=_native.Wrapper,
    fast=lambda operation, function: getattr(_native, operation, function),
    guard=lambda kind, names, call: None,
)
