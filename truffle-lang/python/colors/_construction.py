# SPDX-License-Identifier: Apache-2.0
"""Shared mode: calling a class makes an object in shared memory."""
import types

from colors import _classes
from colors._copy import _PLAIN, copy_in
from colors._language import CPYTHON, accelerator, support

_mode = support.mode  # of the thread that calls
_above = {}  # class without a __new__ of its own -> the one that it was given
_asking = set()  # what asks for the mode


class shared_mode:
    """In the block, calling a class that was decorated with colors.shared makes a shared object, in this thread:

        with colors.shared_mode():
            ada = Employee("Ada", 4200, skills=["C", "Java"])

    The class makes a private object as ever, __init__ and all, and that is copied as copy_in does it: so lists, dicts
    and private objects that it holds are copied too, and what __init__ makes of decorated classes is shared already,
    unless it is given self, or what holds self: that is private until both are copied together. Classes that are not
    decorated, subclasses among them, make private objects. Blocks can be nested. Class.__new__ called directly, as copy
    and pickle do it, counts as a call of the class. (XMem paper, section 2.)
    """
    __slots__ = ()

    def __enter__(self):
        _classes.on_decorated(_prepare)
        _mode.enter()
        return self

    def __exit__(self, kind, error, traceback):
        _mode.leave()


def _prepare(cls):
    """Gives a class a __new__ that asks for the mode; not before some block begins, so that other programs' classes
    stay as they are."""
    inherited = cls.__new__
    if inherited in _asking:
        return  # a superclass has it
    own = "__new__" in cls.__dict__
    private = inherited if own else _private_new(cls, inherited)

    def general(cls, /, *arguments, **named):
        return (_construct if cls in _classes.decorated else _call)(private, cls, arguments, named)

    if accelerator is not None and not CPYTHON and not own:
        new = accelerator.construct(cls, private, general, _plain_init, copy_in)
    else:
        def new(cls, /, *arguments, **named):
            return (private if _mode.is_private(cls) else general)(cls, *arguments, **named)

        new.__wrapped__ = inherited if own else cls.__init__  # for inspect.signature
    _asking.add(new)
    method = staticmethod(new)
    if not own:
        _above[cls] = method
    type.__setattr__(cls, "__new__", method)  # a metaclass may refuse


def _private_new(owner, inherited):
    def private(cls, /, *arguments, **named):
        # A class that inherits from others too may have it from them; one that was made from a copy of the owner's
        # members is no subclass.
        new = super(owner, cls).__new__ if owner in cls.__mro__ else inherited
        if new is not object.__new__:
            return new(cls, *arguments, **named)
        if (arguments or named) and cls.__init__ is object.__init__:
            raise TypeError(f"{cls.__name__}() takes no arguments")
        return new(cls)
    return private


def _plain_init(cls):
    """The function __init__ of a class whose private objects object.__new__ makes; None for another class."""
    if type(cls) is not type or cls not in _classes.decorated:
        return None
    for base in cls.__mro__[:-1]:
        if "__new__" in base.__dict__ and base.__dict__["__new__"] is not _above.get(base):
            return None
    init = next(base.__dict__["__init__"] for base in cls.__mro__ if "__init__" in base.__dict__)
    return init if isinstance(init, types.FunctionType) else None


def _call(private, cls, arguments, named):
    return private(cls, *arguments, **named)


def _construct(private, cls, arguments, named):
    outer = _mode.make(cls)
    try:
        made = private(cls, *arguments, **named)
    finally:
        _mode.make(outer)
    if not isinstance(made, cls) or _classes.is_shared(made):
        return made  # its __new__ has reasons
    if not _mode.is_idle() and _reach(_mode.unfinished(), [*arguments, *named.values()]):
        _mode.note(made)
        return made  # a copy of it would have a copy of what is not initialized yet
    outside = _mode.note(made)
    try:
        type(made).__init__(made, *arguments, **named)
    finally:
        _mode.end(outside)
    copy = copy_in(made)
    _mode.made(copy)
    return copy


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
