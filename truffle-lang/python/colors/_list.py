# SPDX-License-Identifier: Apache-2.0
"""Shared lists."""
from _operator import index as _index
from sys import maxsize

from colors._core import ABSENT, Shared, array, bind, bases, core, fast, kinds, native, private, recursive_repr
from colors._language import CPYTHON

_SORT_ATTEMPTS = 10
_REMOVE_ATTEMPTS = 1000


class List(Shared, bases.list):
    """A shared list. Called, it makes one of elements that can be shared; copy_in copies private ones too."""
    __slots__ = ()

    def __new__(cls, iterable=()):
        return core.new_list()

    def __init__(self, iterable=()):
        values = iterable if _is_taken_whole(iterable) else list(iterable)
        if values or core.size(self):
            core.list_replace(self, -1, 0, maxsize, values)

    def _private(self):
        return array(core.list_values(self))

    def _deepcopy(self, deepcopy, memo, key):
        copy = memo[key] = []
        copy.extend(deepcopy(value, memo) for value in self._private())
        return copy

    def _edit(self, change):
        """Changes all elements at once: change gets them and returns the new ones and a result. It may be called
        again."""
        while True:
            values, version = core.list_snapshot(self)
            values, result = change(array(values))
            if core.list_replace(self, version, 0, maxsize, values):
                return result

    # ---- one element ------------------------------------------------------------------------------

    @fast("list_get")
    def __getitem__(self, key):
        if isinstance(key, slice):
            return self._private()[key]
        value = core.list_get(self, _list_index(key), ABSENT)
        if value is ABSENT:
            raise IndexError("list index out of range")
        return value

    @fast("list_set")
    def __setitem__(self, key, value):
        if isinstance(key, slice):
            self._set_slice(key, value)
        elif core.list_set(self, _list_index(key), value, ABSENT) is ABSENT:
            raise IndexError("list assignment index out of range")

    def compare_and_set(self, index, expected, value):
        """Replaces an element if it is the one expected, in one step for all processes: a shared
        object by identity, other values by equality.
        Returns whether it did."""
        return self._present(core.compare_and_set(self, _list_index(index), expected, value, ABSENT))

    def get_and_set(self, index, value):
        """Replaces an element and returns the one before, in one step for all processes."""
        return self._present(core.get_and_set(self, _list_index(index), value, ABSENT))

    def get_and_add(self, index, delta):
        """Adds to an element, an integer or a float, and returns it as it was before, in one step for all processes."""
        return self._present(core.get_and_add(self, _list_index(index), delta, ABSENT))

    def _present(self, value):
        if value is ABSENT:
            raise IndexError("list index out of range")
        return value

    @native
    def __delitem__(self, key):
        if isinstance(key, slice):
            self._delete_slice(key)
        elif core.list_remove(self, _list_index(key), ABSENT) is ABSENT:
            raise IndexError("list assignment index out of range")

    def _set_slice(self, key, values):
        extended = key.step not in (None, 1)
        problem = "must assign iterable to extended slice" if extended else "can only assign an iterable"
        values = _listed(values, problem)
        key = _plain(key)  # once: what is asked for an index might change the list each time
        while True:
            version = core.list_version(self)
            start, stop, step = key.indices(len(self))
            if step == 1:
                if core.list_replace(self, version, start, max(start, stop), values):
                    return
            else:
                return self._edit(lambda elements: (_set_extended(elements, key, values), None))

    def _delete_slice(self, key):
        if key.step in (None, 1):
            return self._set_slice(key, ())
        key = _plain(key)

        def change(elements):
            gone = set(range(*key.indices(len(elements))))
            return [element for place, element in enumerate(elements) if place not in gone], None
        self._edit(change)

    @fast("list_append")
    def append(self, value):
        core.list_insert(self, maxsize, value)

    def insert(self, index, value):
        core.list_insert(self, _index(index), value)

    def pop(self, index=-1):
        value = core.list_remove(self, _index(index), ABSENT)
        if value is ABSENT:
            raise IndexError("pop index out of range" if len(self) else "pop from empty list")
        return value

    def remove(self, value):
        for _ in range(_REMOVE_ATTEMPTS):
            version = core.list_version(self)
            for i, element in enumerate(self):
                if element is value or element == value:
                    if core.list_replace(self, version, i, i + 1, ()):
                        return
                    break
            else:
                if core.list_replace(self, version, 0, 0, ()):  # nothing moved while it was sought
                    raise ValueError("list.remove(x): x not in list")
        raise ValueError("list modified during remove")

    # ---- all elements -----------------------------------------------------------------------------

    def clear(self):
        core.clear(self)

    def extend(self, iterable):
        values = iterable if _is_taken_whole(iterable) else _listed(iterable)
        core.list_replace(self, -1, maxsize, maxsize, values)

    def __iadd__(self, iterable):
        self.extend(iterable)
        return self

    def __imul__(self, count):
        try:
            count = _index(count)
        except TypeError:
            return NotImplemented
        self._edit(lambda values: (values * count, None))
        return self

    def reverse(self):
        self._edit(lambda values: (values[::-1], None))

    def sort(self, *, key=None, reverse=False):
        for _ in range(_SORT_ATTEMPTS):
            values, version = core.list_snapshot(self)
            if core.list_replace(self, version, 0, maxsize, sorted(array(values), key=key, reverse=reverse)):
                return
        raise ValueError("list modified during sort")

    # ---- reading ----------------------------------------------------------------------------------

    @fast("list_iterator")
    def __iter__(self):
        i = 0
        while True:
            value = core.list_get(self, i, ABSENT)
            if value is ABSENT:
                return
            yield value
            i += 1

    def __reversed__(self):
        return ListReverseIterator(self, len(self) - 1)

    def __contains__(self, value):
        return value in self._private()

    def index(self, value, start=0, stop=maxsize):
        return self._private().index(value, start, stop)

    def count(self, value):
        return self._private().count(value)

    def copy(self):
        return self._private()

    def __add__(self, other):
        return self._private() + private(other) if isinstance(other, list) else NotImplemented

    def __radd__(self, other):
        return private(other) + self._private() if isinstance(other, list) else NotImplemented

    def __mul__(self, count):
        return self._private() * count

    __rmul__ = __mul__

    def __eq__(self, other):
        return self is other or self._private() == private(other) if isinstance(other, list) else NotImplemented

    def __lt__(self, other):
        return self._private() < private(other) if isinstance(other, list) else NotImplemented

    def __le__(self, other):
        return self._private() <= private(other) if isinstance(other, list) else NotImplemented

    def __gt__(self, other):
        return self._private() > private(other) if isinstance(other, list) else NotImplemented

    def __ge__(self, other):
        return self._private() >= private(other) if isinstance(other, list) else NotImplemented

    __repr__ = recursive_repr(lambda self: repr(self._private()), "[...]")
    __hash__ = None  # type: ignore[assignment]


class ListReverseIterator:
    """From an index down to 0, whatever happens to the list meanwhile."""
    __slots__ = ("_list", "_next")

    def __init__(self, shared, index):
        self._list = shared
        self._next = index

    def __iter__(self):
        return self

    def __next__(self):
        try:
            value = self._list[self._next] if self._next >= 0 else ABSENT
        except IndexError:
            value = ABSENT
        if value is ABSENT:
            self._next = -1
            raise StopIteration
        self._next -= 1
        return value

    def __length_hint__(self):
        return self._next + 1 if self._next < len(self._list) else 0

    def __reduce__(self):
        return reversed, (list(self._list[:self._next + 1]),)


def _list_index(key):
    try:
        return _index(key)
    except TypeError:
        if hasattr(type(key), "__index__"):
            raise
        raise TypeError(f"list indices must be integers or slices, not {type(key).__name__}") from None


def _is_taken_whole(iterable):
    """Whether an operation takes the elements at one instant, whatever code runs while they are converted."""
    return CPYTHON and type(iterable) is list


def _set_extended(elements, key, values):
    """Place by place: GraalPy's own lists take an empty list for elements to delete."""
    places = range(*key.indices(len(elements)))
    if len(values) != len(places):
        raise ValueError(f"attempt to assign sequence of size {len(values)} to extended slice of size {len(places)}")
    for place, value in zip(places, values):
        elements[place] = value
    return elements


def _plain(key):
    """A slice of integers."""
    return slice(*[None if part is None else _index(part) for part in (key.start, key.stop, key.step)])


def _listed(iterable, error=None):
    """The elements of an iterable, which may be the list itself."""
    if isinstance(iterable, Shared):
        return list(iterable._private())
    if error is not None and not hasattr(type(iterable), "__iter__") and not hasattr(type(iterable), "__getitem__"):
        raise TypeError(error)
    return [value for value in iterable]  # noqa: C416 # unlike list(), without asking for a length that may be wrong


bind(kinds.LIST, List)
