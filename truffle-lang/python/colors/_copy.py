# SPDX-License-Identifier: Apache-2.0
"""Allocation in shared memory and deep copies to it."""
import sys

from colors._array import type_of
from colors._classes import is_shared, name_of, slots_of, why_not_shareable
from colors._errors import NumberOverflowError, SharedMemoryError
from colors._language import accelerator, support
from colors._values import is_value, to_value

_GetSetDescriptor = type(type(lambda: None).__code__)  # as in module types
_SCALARS = (int, float, str, bool, type(None))
_PLAIN = frozenset(_SCALARS)  # asked first: a set is faster than isinstance, which also takes subclasses


def _allocate(cls, *pairs):
    plan = support.plan()
    if not isinstance(cls, str):
        problem = why_not_shareable(cls)
        if problem:
            raise SharedMemoryError(f"no instance of {cls!r} can be allocated in shared memory: {problem}")
    target = plan.object(cls if isinstance(cls, str) else name_of(cls))
    plan.fill(target, *pairs)
    return plan.make()


def allocate(cls, /, **fields):
    """Makes an object in shared memory with these fields, without calling __init__. cls is a class or a shared name."""
    return _allocate(cls, *_pairs(fields.items()))


def copy_in(root):
    """Copies an object or container and all that it refers to, cycles and sharing included, to shared memory. Returns
    the copy.

    Shared objects that it refers to are kept, not copied. Tuples, frozensets and bytes become frozen containers. If
    anything cannot be shared, nothing is copied.
    """
    if is_shared(root):
        return root
    if isinstance(root, _SCALARS) or is_value(root):
        to_value(root)  # raises the error of a value that cannot be stored either
        raise SharedMemoryError(
            f"only objects and containers are copied to shared memory; the {type(root).__name__} {root!r} is copied by"
            " itself when it is stored in an attribute, container or repository")
    return _Copier(root).make()


class _Copier:
    """One deep copy in the making."""

    def __init__(self, root):
        self.plan = support.plan()
        self.planned = {}  # id of a private object -> what the plan has for it
        self.found = []    # the private objects, which keeps their ids theirs
        self.kinds = {}    # class -> its _Kind
        self.meet(root, "the argument of copy_in")

    def make(self):
        for private in self.found:  # grows meanwhile
            kind = self.kinds[type(private)]
            kind.fill(self, kind, self.planned[id(private)], private)
        return self.plan.make()

    def meet(self, private, place):
        cls = type(private)
        kind = self.kinds.get(cls)
        if kind is None:
            kind = self.kinds[cls] = _Kind(cls, place)
        planned = self.planned[id(private)] = kind.add(self.plan, kind, private)
        self.found.append(private)
        return planned

    def one(self, value, place, name):
        """What stands for a value in the plan."""
        if isinstance(value, _SCALARS) or is_shared(value) or is_value(value):
            return value
        planned = self.planned.get(id(value))
        return planned if planned is not None else self.meet(value, place.format(name))

    def all(self, values, place):
        """The same for each of many."""
        if _PLAIN.issuperset(map(type, values)):
            return values
        return [value if type(value) in _PLAIN else self.one(value, place, None) for value in values]


def _fill_object(copier, kind, planned, private):
    pairs = []
    for name, value in kind.attributes(private):
        pairs.append(name)
        pairs.append(value if type(value) in _PLAIN else copier.one(value, "attribute '{}' of " + kind.name, name))
    copier.plan.fill(planned, *pairs)


def _fill_elements(copier, kind, planned, private):
    copier.plan.elements(planned, copier.all(list(private), "a " + kind.name))


def _fill_entries(copier, kind, planned, private):
    keys = copier.all(list(private), "a key of a dict")
    copier.plan.entries(planned, keys, copier.all(list(private.values()), "a dict"))


def _fill_nothing(copier, kind, planned, private):
    pass


def _numbers(plan, kind, private):
    """A memoryview, array.array or ndarray: a flat array of its width, or of the next one that has all its
    numbers; bytes for unsigned bytes."""
    try:
        view = memoryview(private)
    except (ValueError, BufferError) as error:  # of an ndarray whose items no buffer can name
        raise SharedMemoryError(
            f"{_named(type(private))} of {getattr(private, 'dtype', 'such items')} cannot be shared: {error}; share a"
            " list, or an array of numbers; nothing was copied") from None
    format = view.format.lstrip("@")
    if view.ndim == 1 and format in ("B", "c"):
        return plan.binary(view.tobytes(), False)
    name = type_of(format)
    if view.ndim == 1 and name is not None:
        return plan.array(name, view.tobytes())
    if view.ndim == 1 and format in ("I", "L", "Q", "N"):
        try:
            from array import array
            return plan.array("int64", array("q", view.tolist()))
        except OverflowError:
            raise NumberOverflowError(
                f"{_named(type(private))} of unsigned 64-bit integers holds one beyond 2**63-1, which no"
                " shared array has room for; share a list of them; nothing was copied") from None
    raise SharedMemoryError(
        f"{_named(type(private))} of format {view.format!r} and {view.ndim} dimensions cannot be shared: shared"
        " arrays have one dimension, of integers, floats or booleans; share a list, or ravel() what has more dimensions"
        " and share its shape beside it; nothing was copied")


_CONTAINERS = {  # class -> how the plan gets it, and its contents
    list: (lambda plan, kind, private: plan.list(False), _fill_elements),
    tuple: (lambda plan, kind, private: plan.list(True), _fill_elements),
    dict: (lambda plan, kind, private: plan.map(), _fill_entries),
    set: (lambda plan, kind, private: plan.set(False), _fill_elements),
    frozenset: (lambda plan, kind, private: plan.set(True), _fill_elements),
    bytearray: (lambda plan, kind, private: plan.binary(bytes(private), False), _fill_nothing),
    bytes: (lambda plan, kind, private: plan.binary(private, True), _fill_nothing),
    memoryview: (_numbers, _fill_nothing),
}


def _container_of(cls):
    """The builtin container as which instances of a class are copied, or None. A named tuple is a tuple; other
    subclasses may hold more than their elements."""
    if cls in _CONTAINERS:
        return cls
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return tuple
    array = sys.modules.get("array")
    if array is not None and cls is array.array:
        return memoryview
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(cls, numpy.ndarray):
        return memoryview
    ordered = sys.modules.get("collections")
    return dict if ordered is not None and cls is ordered.OrderedDict else None


def _named(cls):
    """An instance of a class, as an error names it."""
    return ("an " if cls.__qualname__[0] in "AEIOUaeio" else "a ") + cls.__qualname__


class _Kind:
    """What a class of private objects is to a copy; found once for each class. Raises when it cannot be shared."""
    __slots__ = ("name", "slots", "add", "fill")

    def __init__(self, cls, place):
        container = _container_of(cls)
        if container is not None:
            self.name = cls.__name__ if container is memoryview else container.__name__
            self.add, self.fill = _CONTAINERS[container]
            return
        for builtin in _CONTAINERS:
            if issubclass(cls, builtin):
                raise SharedMemoryError(
                    f"{place} holds {_named(cls)}, which is more than a {builtin.__name__}: its other contents would"
                    f" be lost; share {builtin.__name__}(...) of it; nothing was copied")
        problem = why_not_shareable(cls)
        if problem:
            raise SharedMemoryError(
                f"{place} holds {_named(cls)}, which cannot be shared: {problem}; nothing was copied")
        self.name = name_of(cls)
        self.slots = tuple(slots_of(cls))
        self.add, self.fill = lambda plan, kind, private: plan.object(kind.name), _fill_object

    def attributes(self, private):
        """Names and values of what an object holds, in __slots__ and in its __dict__."""
        held = getattr(private, "__dict__", None)
        if not self.slots:
            return () if held is None else held.items()
        pairs = [(name, getattr(private, name)) for name in self.slots if hasattr(private, name)]
        return pairs if held is None else pairs + list(held.items())


def _pairs(items):
    for name, value in items:
        yield name
        yield value


def answers_itself(base):
    """Whether a class says in a way of its own what its instances hold."""
    if base is object:
        return False
    held = base.__dict__.get("__dict__", _DICT)
    return "__getattribute__" in base.__dict__ or not isinstance(held, _GetSetDescriptor)


def _plain_name(private):
    """The shared name of the class of an object that is its attributes in __dict__ and nothing more; None for any
    other."""
    cls = type(private)
    if is_value(private) or _container_of(cls) is not None or any(map(answers_itself, cls.__mro__)):
        return None
    try:
        kind = _Kind(cls, "")
    except SharedMemoryError:
        return None
    return None if kind.slots else kind.name


_DICT = _Copier.__dict__["__dict__"]

if accelerator is not None:  # the common cases in Java
    allocate = accelerator.allocate(_allocate, allocate.__doc__)
    copy_in = accelerator.copy_in(copy_in, _plain_name, copy_in.__doc__)
