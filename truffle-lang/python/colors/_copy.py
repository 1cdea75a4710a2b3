# SPDX-License-Identifier: Apache-2.0
"""Allocation in shared memory and deep copies to it."""
from colors._classes import is_shared, name_of, why_not_shareable
from colors._errors import SharedMemoryError
from colors._language import support

_SCALARS = (int, float, str, bool, type(None))
_CONTAINERS = (list, tuple, dict, set, frozenset, bytes, bytearray)


def allocate(cls, /, **fields):
    """Makes an object in shared memory with these fields, without calling __init__. cls is a class or a shared name."""
    plan = support.plan()
    target = plan.object(cls if isinstance(cls, str) else name_of(cls))
    plan.fill(target, *_pairs(fields.items()))
    return plan.make()


def copy_to(root):
    """Copies an object and all that it refers to, cycles and sharing included, to shared memory. Returns the copy.

    Shared objects that it refers to are kept, not copied. If anything cannot be shared, nothing is copied.
    """
    if is_shared(root):
        return root
    if isinstance(root, _SCALARS):
        raise SharedMemoryError(f"only objects are copied to shared memory; the {type(root).__name__} {root!r} is copied by itself when it is stored in an attribute or repository")
    plan = support.plan()
    planned = {}  # id of a private object -> what the plan has for it
    found = []    # the private objects, which keeps their ids theirs
    _add(root, "the argument of copy_to", plan, planned, found)
    for private in found:  # grows meanwhile
        pairs = []
        for name, value in _attributes(private):
            if not isinstance(value, _SCALARS) and not is_shared(value):
                if id(value) not in planned:
                    _add(value, f"attribute '{name}' of {type(private).__qualname__}", plan, planned, found)
                value = planned[id(value)]
            pairs += (name, value)
        plan.fill(planned[id(private)], *pairs)
    return plan.make()


def _add(private, place, plan, planned, found):
    cls = type(private)
    if isinstance(private, _CONTAINERS):
        raise SharedMemoryError(f"{place} holds a {cls.__name__}: containers cannot be shared yet, only objects, numbers, strings, booleans and None; nothing was copied")
    problem = why_not_shareable(cls)
    if problem:
        raise SharedMemoryError(f"{place} holds a {cls.__qualname__}, which cannot be shared: {problem}; nothing was copied")
    planned[id(private)] = plan.object(name_of(cls))
    found.append(private)


def _attributes(private):
    """Names and values of what an object holds, in __slots__ and in its __dict__."""
    for cls in type(private).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            name = f"_{cls.__name__.lstrip('_')}{slot}" if slot.startswith("__") and not slot.endswith("__") else slot
            if name not in ("__dict__", "__weakref__") and hasattr(private, name):
                yield name, getattr(private, name)
    yield from getattr(private, "__dict__", {}).items()


def _pairs(items):
    for name, value in items:
        yield name
        yield value
