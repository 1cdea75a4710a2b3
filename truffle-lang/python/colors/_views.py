# SPDX-License-Identifier: Apache-2.0
"""The views of shared maps, in the order of the map both ways."""
from colors._core import ABSENT, core, private
from colors._dict import ENTRIES, KEYS, VALUES, Dict
from colors._teach import when_imported


class _View:
    __slots__ = ("_mapping",)
    _part: int

    def __init__(self, mapping):
        if not isinstance(mapping, Dict):
            raise TypeError(f"cannot create '{self._name()}' instances")
        self._mapping = mapping

    def _name(self):
        return f"dict_{type(self).__name__.lower()}"

    def __len__(self):
        return len(self._mapping)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{self._name()}' object")

    def __iter__(self):
        return core.map_cursor(self._mapping, self._part, False)

    def __reversed__(self):
        return core.map_cursor(self._mapping, self._part, True)

    def __repr__(self):
        return f"{self._name()}({list(self)!r})"

    @property
    def mapping(self):
        from types import MappingProxyType
        return MappingProxyType(self._mapping)


def _private(value):
    return value._private() if isinstance(value, _SetView) else private(value)


class _SetView(_View):
    """A view that is a set too: what it is compared and joined with gets that of a private map with the same
    entries."""
    __slots__ = ()
    _method: str
    __hash__ = None  # type: ignore[assignment] # cannot be hashed

    def _private(self):
        return getattr(self._mapping._private(), self._method)()

    def __eq__(self, other):
        return self._private() == _private(other)

    def __ne__(self, other):
        return self._private() != _private(other)

    def __lt__(self, other):
        return self._private() < _private(other)

    def __le__(self, other):
        return self._private() <= _private(other)

    def __gt__(self, other):
        return self._private() > _private(other)

    def __ge__(self, other):
        return self._private() >= _private(other)

    def __and__(self, other):
        return self._private() & _private(other)

    def __or__(self, other):
        return self._private() | _private(other)

    def __sub__(self, other):
        return self._private() - _private(other)

    def __xor__(self, other):
        return self._private() ^ _private(other)

    def __rand__(self, other):
        return _private(other) & self._private()

    def __ror__(self, other):
        return _private(other) | self._private()

    def __rsub__(self, other):
        return _private(other) - self._private()

    def __rxor__(self, other):
        return _private(other) ^ self._private()

    def isdisjoint(self, other):
        return self._private().isdisjoint(_private(other))


class Keys(_SetView):
    __slots__ = ()
    _part, _method = KEYS, "keys"

    def __contains__(self, key):
        return key in self._mapping


class Values(_View):
    __slots__ = ()
    _part = VALUES

    def __contains__(self, value):
        return any(element is value or element == value for element in self)


class Items(_SetView):
    __slots__ = ()
    _part, _method = ENTRIES, "items"

    def __contains__(self, item):
        if not isinstance(item, tuple) or len(item) != 2:
            return False
        value = self._mapping.get(item[0], ABSENT)
        return value is not ABSENT and (value is item[1] or value == item[1])


def _register(module):
    module.KeysView.register(Keys)
    module.ValuesView.register(Values)
    module.ItemsView.register(Items)


when_imported("_collections_abc", _register)
