# SPDX-License-Identifier: Apache-2.0
"""Shared bytes, of a size that never changes. By __class__ they are a bytearray, frozen ones bytes; see colors._set for
why no subclass."""
from _operator import index as _index

from colors._core import Shared, bases, bind, core, kinds

_BYTES = (bytes, bytearray, memoryview)


def _bytes(value):
    """What a bytes-like object holds, or NotImplemented."""
    if isinstance(value, Shared):
        return value._private() if isinstance(value, _Reading) else NotImplemented
    return bytes(value) if isinstance(value, _BYTES) else NotImplemented


class _Reading(Shared, bases.binary):
    """What changes nothing. Methods that are not here are those of bytes or bytearray, done on a private copy."""
    __slots__ = ()

    def _content(self):
        return bytes(core.binary_values(self, 0, len(self)))

    def _private(self):
        return self._builtin(self._content())

    def _deepcopy(self, deepcopy, memo, key):
        return self._private()

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'{self._builtin.__name__}' object has no attribute '{name}'", name=name, obj=self)
        return getattr(self._private(), name)

    def __bytes__(self):
        return self._content()

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self._private()[key]
        return core.binary_get(self, self._checked(key, "index out of range"))

    def __iter__(self):
        for i in range(len(self)):
            yield core.binary_get(self, i)

    def __contains__(self, value):
        return value in self._content()

    def __add__(self, other):
        other = _bytes(other)
        return NotImplemented if other is NotImplemented else self._private() + other

    def __radd__(self, other):
        return NotImplemented if _bytes(other) is NotImplemented else other + self._content()

    def __mul__(self, count):
        return self._private() * count

    __rmul__ = __mul__

    def __mod__(self, arguments):
        return self._private() % arguments

    def __rmod__(self, template):
        return NotImplemented  # as bytes: what a template is formatted with has no say

    def hex(self, *separator, **options):
        return bytes(_bytes(self)).hex(*separator, **options)

    @classmethod
    def fromhex(cls, digits):
        return cls(bytes.fromhex(digits))

    maketrans = staticmethod(bytes.maketrans)

    def __eq__(self, other):
        other = _bytes(other)
        return other if other is NotImplemented else self._content() == other

    def __lt__(self, other):
        other = _bytes(other)
        return other if other is NotImplemented else self._content() < other

    def __le__(self, other):
        other = _bytes(other)
        return other if other is NotImplemented else self._content() <= other

    def __gt__(self, other):
        other = _bytes(other)
        return other if other is NotImplemented else self._content() > other

    def __ge__(self, other):
        other = _bytes(other)
        return other if other is NotImplemented else self._content() >= other

    def __repr__(self):
        return repr(self._private())

    def _checked(self, key, error):
        try:
            i = _index(key)
        except TypeError:
            raise TypeError(
                f"{self._builtin.__name__} indices must be integers or slices, not {type(key).__name__}") from None
        size = len(self)
        if not -size <= i < size:
            raise IndexError(f"{self._builtin.__name__} {error}" if self._builtin is bytearray else error)
        return i + size if i < 0 else i


class Binary(_Reading):
    """Shared bytes that can be changed."""
    __slots__ = ()
    __class__ = property(lambda self: bytearray)
    _builtin = bytearray
    __hash__ = None  # type: ignore[assignment] # cannot be hashed

    def __new__(cls, source=0, *encoding, **encoded):
        """Of a number of zeros, the bytes of a bytes-like object or of an iterable of integers, or of a string in an
        encoding, as bytearray."""
        return core.new_binary(bytes(source, *encoding, **encoded))

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            return self._set_slice(key, value)
        i = self._checked(key, "index out of range")
        core.binary_set(self, i, _byte(value))

    def _set_slice(self, key, values):
        start, stop, step = key.indices(len(self))
        content = _bytes(values)
        if content is NotImplemented:
            content = bytes(values)
        count = len(range(start, stop, step))
        if len(content) != count:
            raise BufferError(f"shared bytes cannot be re-sized: {len(content)} bytes for {count} places")
        if step == 1:
            core.binary_write(self, start, content)
        else:
            for i, byte in zip(range(start, stop, step), content):
                core.binary_set(self, i, byte)

    def __delitem__(self, key):
        raise BufferError("shared bytes cannot be re-sized")

    def __iadd__(self, other):
        raise BufferError("shared bytes cannot be re-sized")

    def __imul__(self, count):
        raise BufferError("shared bytes cannot be re-sized")

    def reverse(self):
        core.binary_write(self, 0, self._content()[::-1])


def _resizing(name):
    def method(self, *arguments):
        raise BufferError("shared bytes cannot be re-sized")
    method.__name__ = name
    return method


for _name in ("append", "extend", "insert", "pop", "remove", "clear"):
    setattr(Binary, _name, _resizing(_name))


class FrozenBinary(_Reading):
    """Shared bytes that nobody can change."""
    __slots__ = ()
    __class__ = property(lambda self: bytes)
    _builtin = bytes

    def __new__(cls, source=b"", *encoding, **encoded):
        """Of what bytes takes."""
        if issubclass(type(source), FrozenBinary) and not encoding and not encoded:
            return source
        return core.new_bytes(bytes(source, *encoding, **encoded))

    def __hash__(self):
        return hash(self._content())


def _byte(value):
    try:
        byte = _index(value)
    except TypeError:
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer") from None
    if not 0 <= byte <= 255:
        raise ValueError("byte must be in range(0, 256)")
    return byte


bind(kinds.BINARY, Binary)
bind(kinds.FROZEN_BINARY, FrozenBinary)
