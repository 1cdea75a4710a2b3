# SPDX-License-Identifier: Apache-2.0
"""Flat arrays: shared lists of a fixed length, of numbers of one width. Each element is one load or store; what changes
several is several."""
from _operator import index as _index
import sys

from colors._core import Shared, array, bases, bind, core, fast, kinds, native
from colors._errors import OutOfSharedMemoryError
from colors._list import List, _list_index, _listed

_TYPECODES = {
    "int8": "b", "int16": "h", "char": "H", "int32": "i", "int64": "q", "float32": "f", "float64": "d", "boolean": "?"}
_TYPES = {
    "l": "int64",
    **{typecode: name for name, typecode in _TYPECODES.items()},
    **{name: name for name in _TYPECODES},
}
_SAME = {**_TYPES, "l": "int64"}  # format of a buffer -> whose elements have these bytes
_ITEMSIZES = {"int8": 1, "int16": 2, "char": 2, "int32": 4, "int64": 8, "float32": 4, "float64": 8, "boolean": 1}


class Array(List, bases.array):
    """A shared array: a list of a fixed length, whose elements are numbers of one width. It has the buffer protocol."""
    __slots__ = ()

    def __new__(cls, type, source=()):
        """Of an array of numbers, as array.array and numpy have them. Or of a type ("int8", "int16", "int32", "int64",
        "char", "float32", "float64", "boolean", or a typecode of module array), and a length or an iterable of
        numbers."""
        if not isinstance(type, str) and source == ():
            return _array_like(type)
        name = _TYPES.get(type) if isinstance(type, str) else None
        if name is None:
            raise ValueError(
                f"the type of a shared array is one of {', '.join(_TYPECODES)}, or a typecode of these"
                f" ({' '.join(_TYPECODES.values())}), not {type!r}; numbers without a sign need the next wider type")
        if hasattr(source, "__index__") and not hasattr(source, "__len__"):  # an ndarray has both
            size = _index(source)
            if size < 0:
                raise ValueError(f"the length of a shared array cannot be negative, as {size} is")
            if size * _ITEMSIZES[name] >= 2**31:
                raise OutOfSharedMemoryError(
                    f"an array of {size} elements of {name} was asked for; all elements together can have 2 GiB")
            return core.new_array(name, size)
        buffer = buffer_of(source, name)
        return core.array_of(name, _listed(source)) if buffer is None else core.array_of_buffer(name, buffer)

    def __init__(self, type, source=()):
        """Its elements are there when it is made."""

    @property
    def type(self):
        """What the elements are: "int32" and so on, the same name in all languages."""
        return str(core.array_type(self))

    @property
    def typecode(self):
        """The same as in module array; of booleans as in module struct."""
        return _TYPECODES[self.type]

    @property
    def itemsize(self):
        """The bytes of one element."""
        return _ITEMSIZES[self.type]

    def _private(self):
        return self._range(0, len(self))

    def _range(self, start, stop):
        return array(core.array_values(self, start, stop)) if start < stop else []

    tolist = _private

    def tobytes(self):
        """The bytes of all elements, as the machine has them."""
        return bytes(core.array_bytes(self))

    def _edit(self, change):
        values, result = change(self._private())
        self._put(0, 1, values, len(self))
        return result

    def _put(self, start, step, values, count):
        if len(values) != count:
            raise self._fixed(f"{len(values)} elements for {count} places would change it")
        core.array_put(self, start, step, values)

    def _fixed(self, problem):
        return TypeError(f"an array of {self.type} has a fixed length of {len(self)}; {problem}; nothing was changed")

    def _checked(self, key, error):
        i = _list_index(key)
        size = len(self)
        if not -size <= i < size:
            raise IndexError(error)
        return i + size if i < 0 else i

    # ---- elements ---------------------------------------------------------------------------------

    @fast("array_get")
    def __getitem__(self, key):
        if isinstance(key, slice):
            start, stop, step = key.indices(len(self))
            return self._range(start, stop) if step == 1 else self._private()[key]
        return core.array_get(self, self._checked(key, "array index out of range"))

    @fast("array_set")
    def __setitem__(self, key, value):
        if isinstance(key, slice):
            self._set_slice(key, value)
        else:
            core.array_set(self, self._checked(key, "array assignment index out of range"), value)

    def _set_slice(self, key, values):
        start, stop, step = key.indices(len(self))
        count = len(range(start, stop, step))
        if step == 1:
            buffer = buffer_of(values, self.type)
            if buffer is not None:
                given = len(memoryview(buffer).cast("B")) // self.itemsize
                if given != count:
                    raise self._fixed(f"{given} elements for {count} places would change it")
                return core.array_write(self, start, buffer)
        problem = "must assign iterable to extended slice" if step != 1 else "can only assign an iterable"
        values = _listed(values, problem)
        if step != 1 and len(values) != count:
            raise ValueError(f"attempt to assign sequence of size {len(values)} to extended slice of size {count}")
        self._put(start, step, values, count)

    @fast("list_iterator")
    def __iter__(self):
        for i in range(len(self)):
            yield core.array_get(self, i)

    def sort(self, *, key=None, reverse=False):
        self._edit(lambda values: (sorted(values, key=key, reverse=reverse), None))

    # ---- what would change the length -------------------------------------------------------------

    @native
    def __delitem__(self, key):
        raise self._fixed("no element can be deleted")

    def append(self, value):
        raise self._fixed("nothing can be appended")

    def insert(self, index, value):
        raise self._fixed("nothing can be inserted")

    def extend(self, iterable):
        raise self._fixed("nothing can be appended")

    def __iadd__(self, iterable):
        raise self._fixed("nothing can be appended")

    def __imul__(self, count):
        raise self._fixed("it cannot be multiplied in place")

    def pop(self, index=-1):
        raise self._fixed("no element can be removed")

    def remove(self, value):
        raise self._fixed("no element can be removed")

    def clear(self):
        raise self._fixed("no element can be removed")


def _array_like(source):
    """An array with the elements and the type of another one."""
    try:
        view = memoryview(source)
    except (TypeError, ValueError, BufferError) as error:
        raise ValueError(
            f"the first argument of Array is a type, such as 'int32', or an array of numbers, not {source!r:.40}:"
            f" {error}") from None
    name = type_of(view.format)
    if view.ndim != 1 or name is None:
        raise ValueError(
            f"an array of format {view.format!r} and {view.ndim} dimensions has no shared twin: shared arrays have one"
            f" dimension, of {', '.join(_TYPECODES)}; convert it (astype, ravel), and share its shape beside it")
    return core.array_of_buffer(name, view.tobytes())


def buffer_of(source, name):
    """What has the bytes of elements of that type: the source itself or its bytes, or None."""
    if isinstance(source, Shared) and not isinstance(source, Array):
        return None
    if isinstance(source, Array):
        return source.tobytes() if source.type == name else None
    try:
        view = memoryview(source)
    except TypeError:
        return None
    if view.ndim > 1:
        raise ValueError(
            f"shared arrays have one dimension, and this has {view.ndim}; ravel() it, and share its shape beside it")
    if view.ndim != 1 or type_of(view.format) != name:
        return None
    module = sys.modules.get("array")
    # else it may be a view of what is written
    return source if module is not None and type(source) is module.array else view.tobytes()


def type_of(format):
    """The type of elements that have the bytes of items of a buffer, or None."""
    order, code = (format[0], format[1:]) if format[0] in "@=<>!" else ("@", format)
    native = order == "@" or order in ("=<" if sys.byteorder == "little" else "=>!")
    if order != "@" and code == "l":
        code = "i"
    return _SAME.get(code) if native else None


bind(kinds.ARRAY, Array)
