# SPDX-License-Identifier: Apache-2.0
"""Shared sets. They say that they are sets by __class__ and are no subclass: GraalPy's methods of set take its own kind
only."""
from colors._core import ABSENT, Shared, array, bases, bind, core, kinds, private, recursive_repr
from colors._dict import KEYS


class _Reading(Shared, bases.set):
    """What changes nothing."""
    __slots__ = ()

    def _deepcopy(self, deepcopy, memo, key):
        return self._builtin(deepcopy(value, memo) for value in self._private())

    def _private(self):
        return self._builtin(array(core.map_keys(self)))

    def __contains__(self, value):
        if isinstance(value, set):
            value = frozenset(value)
        hash(value)
        return core.map_has(self, value)

    def __iter__(self):
        return core.map_cursor(self, KEYS, False)

    def copy(self):
        return self._private()

    def union(self, *others):
        return self._private().union(*map(private, others))

    def intersection(self, *others):
        return self._private().intersection(*map(private, others))

    def difference(self, *others):
        return self._private().difference(*map(private, others))

    def symmetric_difference(self, other):
        return self._private().symmetric_difference(private(other))

    def isdisjoint(self, other):
        return self._private().isdisjoint(private(other))

    def issubset(self, other):
        return self._private().issubset(private(other))

    def issuperset(self, other):
        return self._private().issuperset(private(other))

    def __or__(self, other):
        return self._private() | private(other) if _is_builtin(other) else NotImplemented

    def __and__(self, other):
        return self._private() & private(other) if _is_builtin(other) else NotImplemented

    def __sub__(self, other):
        return self._private() - private(other) if _is_builtin(other) else NotImplemented

    def __xor__(self, other):
        return self._private() ^ private(other) if _is_builtin(other) else NotImplemented

    def __ror__(self, other):
        return private(other) | self._private() if _is_builtin(other) else NotImplemented

    def __rand__(self, other):
        return private(other) & self._private() if _is_builtin(other) else NotImplemented

    def __rsub__(self, other):
        return private(other) - self._private() if _is_builtin(other) else NotImplemented

    def __rxor__(self, other):
        return private(other) ^ self._private() if _is_builtin(other) else NotImplemented

    def __eq__(self, other):
        return self is other or self._private() == _private_set(other) if _is_set(other) else NotImplemented

    def __lt__(self, other):
        return self._private() < _private_set(other) if _is_set(other) else NotImplemented

    def __le__(self, other):
        return self._private() <= _private_set(other) if _is_set(other) else NotImplemented

    def __gt__(self, other):
        return self._private() > _private_set(other) if _is_set(other) else NotImplemented

    def __ge__(self, other):
        return self._private() >= _private_set(other) if _is_set(other) else NotImplemented


def _private_set(value):
    """Any set, also a view of a dict, as one of the builtins."""
    value = private(value)
    return value if type(value) in (set, frozenset) else set(value)


def _is_builtin(value):
    return isinstance(value, (set, frozenset))


def _is_set(value):
    if _is_builtin(value):
        return True
    from _collections_abc import Set as AbstractSet
    return isinstance(value, AbstractSet)


class Set(_Reading):
    """A shared set, in the order of insertion."""
    __slots__ = ()
    __class_getitem__ = classmethod(type(list[int]))  # Set[int], for annotations
    __class__ = property(lambda self: set)
    _builtin = set
    __hash__ = None  # type: ignore[assignment] # cannot be hashed
    __repr__ = recursive_repr(lambda self: repr(self._private()), "set(...)")

    def __new__(cls, iterable=()):
        return core.new_set()

    def __init__(self, iterable=()):
        self.clear()
        self.update(iterable)

    def add(self, value):
        hash(value)
        core.map_put_if_absent(self, value, None, None)

    def discard(self, value):
        if isinstance(value, set):
            value = frozenset(value)
        hash(value)
        core.map_remove(self, value, None)

    def remove(self, value):
        key = frozenset(value) if isinstance(value, set) else value
        hash(key)
        if core.map_remove(self, key, ABSENT) is ABSENT:
            raise KeyError(value)

    def pop(self):
        entry = core.map_remove_last(self, ABSENT)
        if entry is ABSENT:
            raise KeyError("pop from an empty set")
        value, _ = entry
        return value

    def clear(self):
        core.clear(self)

    def update(self, *others):
        """Adds element after element; others see them one by one."""
        for other in others:
            for value in list(private(other)):
                self.add(value)

    def difference_update(self, *others):
        for other in others:
            for value in list(private(other)):
                self.discard(value)

    def intersection_update(self, *others):
        kept = self.intersection(*others)
        for value in self._private():
            if value not in kept:
                self.discard(value)

    def symmetric_difference_update(self, other):
        other = set(private(other))
        mine = self._private()
        self.difference_update(mine & other)
        self.update(other - mine)

    def __ior__(self, other):
        if not _is_builtin(other):
            return NotImplemented
        self.update(other)
        return self

    def __iand__(self, other):
        if not _is_builtin(other):
            return NotImplemented
        self.intersection_update(other)
        return self

    def __isub__(self, other):
        if not _is_builtin(other):
            return NotImplemented
        self.difference_update(other)
        return self

    def __ixor__(self, other):
        if not _is_builtin(other):
            return NotImplemented
        self.symmetric_difference_update(other)
        return self


class FrozenSet(_Reading):
    """A frozen shared set."""
    __slots__ = ()
    __class_getitem__ = classmethod(type(list[int]))  # FrozenSet[int], for annotations
    __class__ = property(lambda self: frozenset)
    _builtin = frozenset
    __repr__ = recursive_repr(lambda self: repr(self._private()), "frozenset(...)")

    def __new__(cls, iterable=()):
        if issubclass(type(iterable), FrozenSet):
            return iterable
        return core.new_frozenset(list(frozenset(private(iterable))))

    def copy(self):
        return self

    __copy__ = copy

    def __hash__(self):
        return hash(self._private())


bind(kinds.SET, Set)
bind(kinds.FROZEN_SET, FrozenSet)
