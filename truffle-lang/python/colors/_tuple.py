# SPDX-License-Identifier: Apache-2.0
"""Frozen shared lists, which are Python's tuples by __class__ and no subclass: GraalPy's methods of tuple take its own
kind only."""
from colors._core import Shared, array, bases, bind, core, fast, kinds, private, recursive_repr


class Tuple(Shared, bases.tuple):
    """A frozen shared list."""
    __slots__ = ()
    __class_getitem__ = classmethod(type(list[int]))  # Tuple[int], for annotations
    __class__ = property(lambda self: tuple)

    def __new__(cls, iterable=()):
        if issubclass(type(iterable), Tuple):
            return iterable
        return core.new_tuple(list(private(iterable)))

    def _private(self):
        return tuple(array(core.list_values(self)))

    def _deepcopy(self, deepcopy, memo, key):
        return tuple(deepcopy(value, memo) for value in self._private())

    @fast("list_get")
    def __getitem__(self, key):
        return self._private()[key]

    @fast("list_iterator")
    def __iter__(self):
        return iter(self._private())

    def __contains__(self, value):
        return value in self._private()

    def index(self, value, *limits):
        return self._private().index(value, *limits)

    def count(self, value):
        return self._private().count(value)

    def __add__(self, other):
        return self._private() + private(other) if isinstance(other, tuple) else NotImplemented

    def __radd__(self, other):
        return private(other) + self._private() if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count):
        return self._private() * count

    __rmul__ = __mul__

    def __eq__(self, other):
        return self is other or self._private() == private(other) if isinstance(other, tuple) else NotImplemented

    def __lt__(self, other):
        return self._private() < private(other) if isinstance(other, tuple) else NotImplemented

    def __le__(self, other):
        return self._private() <= private(other) if isinstance(other, tuple) else NotImplemented

    def __gt__(self, other):
        return self._private() > private(other) if isinstance(other, tuple) else NotImplemented

    def __ge__(self, other):
        return self._private() >= private(other) if isinstance(other, tuple) else NotImplemented

    def __copy__(self):
        return self

    def __reversed__(self):
        return reversed(self._private())

    def __hash__(self):
        return hash(self._private())

    __repr__ = recursive_repr(lambda self: repr(self._private()), "(...)")


bind(kinds.FROZEN_LIST, Tuple)
