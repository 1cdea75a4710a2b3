# SPDX-License-Identifier: Apache-2.0
"""Shared maps."""
from colors._core import (ABSENT, Shared, array_of_pairs, bases, bind, core, fast, kinds, native, pair, private,
    recursive_repr)

KEYS, VALUES, ENTRIES = 0, 1, 2


class Dict(Shared, bases.dict):
    """A shared map, in the order of insertion."""
    __slots__ = ()

    def __new__(cls, *others, **named):
        return core.new_map()

    def __init__(self, *others, **named):
        self.update(*others, **named)

    def _private(self):
        return dict(array_of_pairs(core.map_entries(self)))

    def _deepcopy(self, deepcopy, memo, key):
        copy = memo[key] = {}
        for name, value in self._private().items():
            copy[deepcopy(name, memo)] = deepcopy(value, memo)
        return copy

    # ---- one entry --------------------------------------------------------------------------------

    @fast("map_get")
    def __getitem__(self, key):
        value = core.map_get(self, _hashable(key), ABSENT)
        if value is ABSENT:
            raise KeyError(key)
        return value

    @fast("map_set")
    def __setitem__(self, key, value):
        core.map_put(self, _hashable(key), value, None)

    def compare_and_set(self, key, expected, value):
        """Sets the value of a key if it is the one expected, in one step for all processes: a shared
        object by identity, other values by equality.
        Returns whether it did. Raises KeyError when there is no such key."""
        return _present(key, core.compare_and_set(self, _hashable(key), expected, value, ABSENT))

    def get_and_set(self, key, value):
        """Sets the value of a key and returns the one before, in one step for all processes. Raises KeyError when there
        is no such key."""
        return _present(key, core.get_and_set(self, _hashable(key), value, ABSENT))

    def get_and_add(self, key, delta):
        """Adds to the value of a key, an integer or a float, and returns it as it was before, in one step for all
        processes."""
        return _present(key, core.get_and_add(self, _hashable(key), delta, ABSENT))

    @native
    def __delitem__(self, key):
        if core.map_remove(self, _hashable(key), ABSENT) is ABSENT:
            raise KeyError(key)

    @native
    def __contains__(self, key):
        return core.map_has(self, _hashable(key))

    @native
    def get(self, key, default=None):
        value = core.map_get(self, _hashable(key), ABSENT)
        return default if value is ABSENT else value

    def setdefault(self, key, default=None):
        value = core.map_put_if_absent(self, _hashable(key), default, ABSENT)
        return default if value is ABSENT else value

    def pop(self, key, *default):
        if len(default) > 1:
            raise TypeError(f"pop expected at most 2 arguments, got {len(default) + 1}")
        value = core.map_remove(self, _hashable(key), ABSENT)
        if value is not ABSENT:
            return value
        if default:
            return default[0]
        raise KeyError(key)

    def popitem(self):
        entry = core.map_remove_last(self, ABSENT)
        if entry is ABSENT:
            raise KeyError("popitem(): dictionary is empty")
        return pair(entry)

    # ---- all entries ------------------------------------------------------------------------------

    def clear(self):
        core.clear(self)

    def update(self, *others, **named):
        """Stores entry after entry; others see them one by one."""
        if len(others) > 1:
            raise TypeError(f"update expected at most 1 argument, got {len(others)}")
        for other in others:
            for key, value in dict(private(other)).items():
                self[key] = value
        for key, value in named.items():
            self[key] = value

    def __ior__(self, other):
        self.update(other)
        return self

    @classmethod
    def fromkeys(cls, iterable, value=None):
        return dict.fromkeys(iterable, value)

    # ---- reading ----------------------------------------------------------------------------------

    @native
    def __iter__(self):
        return core.map_cursor(self, KEYS, False)

    def __reversed__(self):
        return core.map_cursor(self, KEYS, True)

    def keys(self):
        return _view("Keys")(self)

    def values(self):
        return _view("Values")(self)

    def items(self):
        return _view("Items")(self)

    def copy(self):
        return self._private()

    def __or__(self, other):
        return self._private() | private(other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        return private(other) | self._private() if isinstance(other, dict) else NotImplemented

    def __eq__(self, other):
        return self is other or self._private() == private(other) if isinstance(other, dict) else NotImplemented

    __repr__ = recursive_repr(lambda self: repr(self._private()), "{...}")
    __hash__ = None  # type: ignore[assignment]


_views = {}  # name -> class


def _view(name):
    """A class of colors._views, which is imported when a program first asks for one."""
    try:
        return _views[name]
    except KeyError:
        import colors._views as module
        found = _views[name] = getattr(module, name)
        return found


def _present(key, value):
    if value is ABSENT:
        raise KeyError(key)
    return value


def _hashable(key):
    hash(key)
    return key


class Cursor:
    """An iterator over a map or set."""
    __slots__ = ()

    def __iter__(self):
        return self

    @fast("cursor_next")
    def __next__(self):
        value = core.next(self, ABSENT)
        if value is ABSENT:
            raise StopIteration
        return pair(value) if core.is_entry(self) else value

    def __length_hint__(self):
        return core.cursor_left(self)

    def __reduce__(self):
        return iter, (list(self),)


bind(kinds.CURSOR, Cursor)
bind(kinds.MAP, Dict)
