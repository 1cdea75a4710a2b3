# SPDX-License-Identifier: Apache-2.0
"""Shared mode: calling a class makes an object in shared memory."""
from _thread import get_ident

from colors import _classes
from colors._copy import copy_to


class _Mode:
    """Of one thread, which alone uses it."""
    __slots__ = ("depth", "making", "made")

    def __init__(self):
        self.depth = 0
        self.making = None  # the class whose __new__ is to make a private object
        self.made = None    # the shared object that is returned to type.__call__, which is about to initialize it again


class shared_mode:
    """In the block, calling a class that was decorated with colors.shared makes a shared object, in this thread:

        with colors.shared_mode():
            ada = Employee("Ada", 4200, skills=["C", "Java"])

    The class makes a private object as ever, __init__ and all, and that is copied as copy_to does it: so lists, dicts and private objects
    that it holds are copied too, and what __init__ makes of decorated classes is shared already. Classes that are not decorated, subclasses among
    them, make private objects. Blocks can be nested. (XMem paper, section 2.)
    """
    __slots__ = ()

    def __enter__(self):
        _classes.on_decorated(_prepare)
        mode = _classes.modes.setdefault(get_ident(), None) or _Mode()
        _classes.modes[get_ident()] = mode
        mode.depth += 1
        return self

    def __exit__(self, kind, error, traceback):
        mode = _classes.modes[get_ident()]
        mode.depth -= 1
        if mode.depth == 0:
            del _classes.modes[get_ident()]


def _prepare(cls):
    """Gives a class a __new__ that asks for the mode; not before some block begins, so that other programs' classes stay as they are."""
    inherited = cls.__new__
    if getattr(inherited, "_asks_for_mode", False):
        return  # a superclass has it

    if inherited is object.__new__:
        def private(cls, *arguments, **named):
            if (arguments or named) and cls.__init__ is object.__init__:
                raise TypeError(f"{cls.__name__}() takes no arguments")
            return object.__new__(cls)
    else:
        private = inherited

    def __new__(cls, *arguments, **named):
        if _classes.modes:
            mode = _classes.modes.get(get_ident())
            if mode is not None and mode.making is not cls and cls in _classes.decorated:
                return _construct(cls, private, mode, arguments, named)
        return private(cls, *arguments, **named)

    __new__._asks_for_mode = True
    cls.__new__ = __new__


def _construct(cls, private, mode, arguments, named):
    outer, mode.making = mode.making, cls
    try:
        made = private(cls, *arguments, **named)
    finally:
        mode.making = outer
    if not isinstance(made, cls) or _classes.is_shared(made):
        return made  # its __new__ has reasons
    type(made).__init__(made, *arguments, **named)
    mode.made = copy_to(made)
    return mode.made
