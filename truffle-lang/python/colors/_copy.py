# SPDX-License-Identifier: Apache-2.0
"""Allocation in shared memory and deep copies to it."""
from colors._classes import is_shared, name_of, why_not_shareable
from colors._errors import SharedMemoryError
from colors._language import support
from colors._values import is_value

_SCALARS = (int, float, str, bool, type(None))
_PLAIN = frozenset(_SCALARS)  # asked first: a set is faster than isinstance, which also takes subclasses
_CONTAINERS = (list, tuple, dict, set, frozenset, bytes, bytearray)


def allocate(cls, /, **fields):
    """Makes an object in shared memory with these fields, without calling __init__. cls is a class or a shared name."""
    plan = support.plan()
    if not isinstance(cls, str):
        problem = why_not_shareable(cls)
        if problem:
            raise SharedMemoryError(f"no instance of {cls!r} can be allocated in shared memory: {problem}")
    target = plan.object(cls if isinstance(cls, str) else name_of(cls))
    plan.fill(target, *_pairs(fields.items()))
    return plan.make()


def copy_to(root):
    """Copies an object and all that it refers to, cycles and sharing included, to shared memory. Returns the copy.

    Shared objects that it refers to are kept, not copied. If anything cannot be shared, nothing is copied.
    """
    if is_shared(root):
        return root
    if isinstance(root, _SCALARS) or is_value(root):
        raise SharedMemoryError(f"only objects are copied to shared memory; the {type(root).__name__} {root!r} is copied by itself when it is stored in an attribute or repository")
    plan = support.plan()
    add, fill = plan.object, plan.fill
    planned = {}  # id of a private object -> what the plan has for it
    found = []    # the private objects, which keeps their ids theirs
    kinds = {}    # class -> its _Kind

    def meet(private, place):
        cls = type(private)
        kind = kinds.get(cls)
        if kind is None:
            kind = kinds[cls] = _Kind(cls, place)
        planned[id(private)] = add(kind.name)
        found.append(private)

    meet(root, "the argument of copy_to")
    for private in found:  # grows meanwhile
        pairs = []
        kind = kinds[type(private)]
        for name, value in kind.attributes(private):
            if type(value) not in _PLAIN and not isinstance(value, _SCALARS) and not is_value(value) and not is_shared(value):
                if id(value) not in planned:
                    meet(value, f"attribute '{name}' of {kind.name}")
                value = planned[id(value)]
            pairs.append(name)
            pairs.append(value)
        fill(planned[id(private)], *pairs)
    return plan.make()


class _Kind:
    """What a class of private objects is to a copy; found once for each class. Raises when it cannot be shared."""
    __slots__ = ("name", "slots")

    def __init__(self, cls, place):
        if issubclass(cls, _CONTAINERS):
            raise SharedMemoryError(f"{place} holds a {cls.__name__}: containers cannot be shared yet, only objects, numbers, strings, booleans and None; nothing was copied")
        problem = why_not_shareable(cls)
        if problem:
            raise SharedMemoryError(f"{place} holds a {cls.__qualname__}, which cannot be shared: {problem}; nothing was copied")
        self.name = name_of(cls)
        self.slots = tuple(_slots(cls))

    def attributes(self, private):
        """Names and values of what an object holds, in __slots__ and in its __dict__."""
        held = getattr(private, "__dict__", None)
        if not self.slots:
            return () if held is None else held.items()
        pairs = [(name, getattr(private, name)) for name in self.slots if hasattr(private, name)]
        return pairs if held is None else pairs + list(held.items())


def _slots(cls):
    """The names of what __slots__ of a class and its bases make."""
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            name = f"_{base.__name__.lstrip('_')}{slot}" if slot.startswith("__") and not slot.endswith("__") else slot
            if name not in ("__dict__", "__weakref__"):
                yield name


def _pairs(items):
    for name, value in items:
        yield name
        yield value
