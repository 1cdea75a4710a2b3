# SPDX-License-Identifier: Apache-2.0
"""The operations on containers that the language offers, and what the classes of containers have in common."""
from _thread import get_ident

from colors._language import CPYTHON, accelerator, support

core = accelerator if accelerator is not None else support.containers
ABSENT = object()

if accelerator is not None:
    def array(values):
        return values

    pair = array_of_pairs = array

    def fast(operation):
        """Decorator: common cases of the method are done by an operation, the others by the function."""
        return lambda function: accelerator.fast(operation, function)

    bind = accelerator.bind
else:
    import polyglot

    array = list  # of a foreign array
    pair = tuple

    def array_of_pairs(pairs):
        return [tuple(pair) for pair in pairs]

    def fast(operation):
        return lambda function: function

    bind = polyglot.register_interop_type

if CPYTHON:
    native = accelerator.native
else:
    def native(function):
        """Decorator: in CPython the method is the C type's own."""
        return function

kinds = support.containers  # has a meta object for each kind


class bases:
    """What shared containers are besides: in GraalPy subclasses of list and dict; in CPython C code would read the
    builtin's own memory then, so there __class__ alone says what they are, and the C types do the common cases."""
    if CPYTHON:
        list, dict, tuple = accelerator.List, accelerator.Dict, accelerator.Tuple
        array, set, binary = accelerator.Array, accelerator.Set, accelerator.Binary
    else:
        list, dict = list, dict
        tuple = array = set = binary = object


class Shared(accelerator.Wrapper if CPYTHON else object):
    """What all containers have. A private value is never stored in one."""
    __slots__ = ()

    def __init__(self, *arguments, **named):
        """What never changes is complete when it is made."""

    def __init_subclass__(cls, **arguments):
        if not cls.__module__.startswith(("colors.", "polyglot")):
            raise TypeError(
                f"type 'colors.{cls.__mro__[1].__name__}' is not an acceptable base type: a shared container has no"
                " class of the program")

    @fast("length")
    def __len__(self):
        return core.size(self)

    def __bool__(self):
        return len(self) != 0

    def __ne__(self, other):
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __sizeof__(self):
        return 16  # of this process's memory; GraalPy's own needs native code

    def __copy__(self):
        return self._private()

    def __deepcopy__(self, memo):
        from copy import deepcopy
        key = ("colors", core.address(self))
        if key not in memo:
            memo[key] = self._deepcopy(deepcopy, memo, key)
        return memo[key]

    def __reduce_ex__(self, protocol):
        return type(self._private()), (self._private(),)


_printing = set()


def recursive_repr(function, text):
    """The repr of a container, or a text where it is inside of itself; wrappers differ, so its address is compared."""
    def repr_once(self):
        key = core.address(self), get_ident()
        if key in _printing:
            return text
        _printing.add(key)
        try:
            return function(self)
        finally:
            _printing.discard(key)
    return repr_once


def private(value):
    """A shared container as the builtin that it stands for, with its elements at one instant; any other value as it
    is."""
    return value._private() if isinstance(value, Shared) else value
