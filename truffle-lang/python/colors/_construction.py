# SPDX-License-Identifier: Apache-2.0
"""Shared mode: calling a class makes an object in shared memory."""
from _thread import get_ident

from colors import _classes
from colors._copy import _PLAIN, copy_to


class _Mode:
    """Of one thread, which alone uses it."""
    __slots__ = ("depth", "making", "made", "unfinished")

    def __init__(self):
        self.depth = 0
        self.making = None  # the class whose __new__ is to make a private object
        self.made = None    # the shared object that is returned to type.__call__, which is about to initialize it again
        self.unfinished = []  # private objects that are being initialized, and those made of them meanwhile


class shared_mode:
    """In the block, calling a class that was decorated with colors.shared makes a shared object, in this thread:

        with colors.shared_mode():
            ada = Employee("Ada", 4200, skills=["C", "Java"])

    The class makes a private object as ever, __init__ and all, and that is copied as copy_to does it: so lists, dicts and private objects
    that it holds are copied too, and what __init__ makes of decorated classes is shared already, unless it is
    given self, or what holds self: that is private until both are copied together. Classes that are not decorated, subclasses among them, make
    private objects. Blocks can be nested. Class.__new__ called directly, as copy and pickle do it, counts as a call of the class. (XMem paper, section 2.)
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

    if "__new__" in cls.__dict__:
        private = inherited
    else:
        owner = cls

        def private(cls, *arguments, **named):
            # A class that inherits from others too may have it from them; one that was made from a copy of the owner's members is no subclass.
            new = super(owner, cls).__new__ if owner in cls.__mro__ else inherited
            if new is not object.__new__:
                return new(cls, *arguments, **named)
            if (arguments or named) and cls.__init__ is object.__init__:
                raise TypeError(f"{cls.__name__}() takes no arguments")
            return new(cls)

    def __new__(cls, *arguments, **named):
        if _classes.modes:
            mode = _classes.modes.get(get_ident())
            if mode is not None and mode.making is not cls and cls in _classes.decorated:
                return _construct(cls, private, mode, arguments, named)
        return private(cls, *arguments, **named)

    __new__._asks_for_mode = True
    __new__.__wrapped__ = inherited if "__new__" in cls.__dict__ else cls.__init__  # for inspect.signature
    type.__setattr__(cls, "__new__", staticmethod(__new__))  # a metaclass may refuse


def _construct(cls, private, mode, arguments, named):
    outer, mode.making = mode.making, cls
    try:
        made = private(cls, *arguments, **named)
    finally:
        mode.making = outer
    if not isinstance(made, cls) or _classes.is_shared(made):
        return made  # its __new__ has reasons
    unfinished = mode.unfinished
    if unfinished and _reach(unfinished, [*arguments, *named.values()]):
        unfinished.append(made)
        return made  # a copy of it would have a copy of what is not initialized yet
    outside = len(unfinished)
    unfinished.append(made)
    try:
        type(made).__init__(made, *arguments, **named)
    finally:
        del unfinished[outside:]
    mode.made = copy_to(made)
    return mode.made


def _reach(wanted, values):
    """Whether some of these values, or private objects that they hold, is one of those wanted."""
    ids = {id(value) for value in wanted}
    seen = {}  # by id; keeps them, and so their ids
    while values:
        value = values.pop()
        if type(value) in _PLAIN or id(value) in seen or _classes.is_shared(value):
            continue
        if id(value) in ids:
            return True
        seen[id(value)] = value
        if isinstance(value, dict):
            values += [*value, *value.values()]
        elif isinstance(value, (list, tuple, set, frozenset)):
            values += value
        elif _classes.why_not_shareable(type(value)) is None:
            values += getattr(value, "__dict__", {}).values()
            values += [getattr(value, name) for name in _classes.slots_of(type(value)) if hasattr(value, name)]
    return False
