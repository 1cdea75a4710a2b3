# SPDX-License-Identifier: Apache-2.0
"""The program's classes for shared objects.

For each shared class there is one hidden subclass of the program's own class, made when the first object of it is seen.
It is the Python class of the shared objects, has no instances in private memory, and holds a descriptor for each field
that any version of the class has. So private objects and the program's class itself stay as they are.
"""
import sys
from _thread import RLock

from colors import _keys
from colors._core import Shared
from colors._errors import SharedMemoryError, raise_error
from colors._language import CPYTHON, accelerator, support
from colors._values import of_value, to_value

_private = {}    # shared name -> the program's class
_hidden = {}     # shared name -> the hidden subclass
_installed = {}  # hidden subclass -> names of the fields it has descriptors for
_names = {}      # the program's class -> shared name
_classes = {}    # shared name -> the language's class object
_enums = {}      # shared name -> the program's enum
_generic = set()  # shared names for which the program had no class
decorated = set()  # classes that the program gave to shared()
_on_decorated = []  # whom to tell of each

_hiding = RLock()  # who makes hidden classes and their descriptors; never held while a module is imported

_HEAP_TYPE, _IMMUTABLE_TYPE = 1 << 9, 1 << 8
_MemberDescriptor = type(type(lambda: None).__globals__)  # as in module types, which takes 10 ms to import


def shared(name, *, compared_by=None):
    """Class decorator: instances are shared under this name, for instance "company.Employee".

    compared_by: the names of the fields by which two instances are one key of a shared map or set, in all languages
    that say the same. Dataclasses with eq and a hash need none.
    """
    if not isinstance(name, str):
        raise TypeError("colors.shared takes the shared name of the class: @colors.shared('company.Employee')")

    def bind(cls):
        if compared_by is not None:
            _keys.declare(cls, compared_by)
        register(name, cls)
        if cls not in _enums.values():
            decorated.add(cls)
            for tell in _on_decorated:
                tell(cls)
        return cls
    return bind


def on_decorated(tell):
    """Calls a function with each class that was decorated, and will be. Once for each function."""
    if tell not in _on_decorated:
        with _hiding:
            if tell not in _on_decorated:
                _on_decorated.append(tell)
                for cls in list(decorated):
                    tell(cls)


def is_shared(value):
    """Whether a value is a shared object or container."""
    return issubclass(type(value), (Behind, Shared))


def name_of(cls):
    """The shared name of a class of the program: as decorated, else module and class name."""
    if issubclass(cls, Behind):
        cls = cls._colors_private
    name = _names.get(cls)
    if name is None:
        name = cls.__qualname__ if cls.__module__ == "__main__" else f"{cls.__module__}.{cls.__qualname__}"
        register(name, cls)
    return name


def register(name, cls):
    """Makes a class of the program the class of a shared name."""
    if _is_enum(cls):
        _names[cls] = name
        _enums[name] = cls
        return
    problem = why_not_shareable(cls)
    if problem:
        raise SharedMemoryError(f"class {getattr(cls, '__qualname__', cls)} cannot be shared: {problem}")
    renamed = _names.get(cls, name) != name
    _names[cls] = name
    if renamed and accelerator is not None:
        accelerator.renamed()
    if _private.get(name) is not cls:
        _private[name] = cls
        _generic.discard(name)
        with _hiding:
            if name in _hidden:
                _hide(name, cls, _installed[_hidden[name]])


def why_not_shareable(cls):
    """What keeps instances of a class private, or None."""
    if not isinstance(cls, type):
        return "it is not a class"
    if cls is object:
        return "it is no class of the program"
    own = getattr(cls, "_colors_why_private", None)  # of what the package makes
    if own is not None:
        return own
    if _is_enum(cls):
        return ("it is an enum, whose members are copied by themselves when they are stored in an attribute or"
                " repository")
    for base in cls.__mro__:
        if base is not object and base.__flags__ & (_HEAP_TYPE | _IMMUTABLE_TYPE) != _HEAP_TYPE:
            if base is cls:
                return "it is a builtin type"
            return f"its instances are also {base.__name__} objects, whose contents are private"
    return None


def _is_enum(cls):
    return isinstance(cls, type) and "enum" in sys.modules and issubclass(cls, sys.modules["enum"].Enum)


def is_lacking(cls):
    """Whether a class only stands for one that the program does not have."""
    return any(_private.get(name) is cls for name in _generic)


def enum_of(name):
    """The program's enum of a shared name, or None."""
    cls = _enums.get(name)
    if cls is None:
        cls = _find(name, _is_enum)
        if cls is not None:
            _enums[name] = cls
            _names.setdefault(cls, name)
    return cls


# ---- called by the language ---------------------------------------------------------------------

def meet(shared_class, name, fields):
    """Prepares for a version of a class before its first object is seen."""
    name = str(name)
    _private_class(name)  # which may import a module
    with _hiding:
        _classes[name] = shared_class
        if name not in _hidden:
            _hide(name, _private[name], ())
        elif CPYTHON:  # a forked child meets it again
            accelerator.bind(shared_class, _hidden[name])
        hidden = _hidden[name]
        for field in fields:
            _install(hidden, str(field))


def is_subclass(name, super_name):
    """Whether the program's class of one shared name is a subclass of that of another."""
    return issubclass(_private_class(str(name)), _private_class(str(super_name)))


def missing(self, name):
    """An attribute that has a descriptor but no field in this object: what the program's class has, for instance a
    default."""
    for cls in type(self).__mro__:
        if name in cls.__dict__ and cls not in _installed:
            attribute = cls.__dict__[name]
            if isinstance(attribute, _MemberDescriptor):
                continue
            get = getattr(type(attribute), "__get__", None)
            return attribute if get is None else get(attribute, self, type(self))
    raise _no_attribute(self, name)


def is_field(self, name):
    """Whether setting an attribute sets a field; otherwise a property or another data descriptor of the program's class
    does."""
    name = str(name)
    if _is_special(name):
        return False
    for cls in type(self).__mro__:
        if name in cls.__dict__:
            return name in _installed.get(cls, ()) or not _is_data_descriptor(cls.__dict__[name])
    return True


# ---- the program's class of a name --------------------------------------------------------------

def _private_class(name):
    cls = _private.get(name)
    if cls is None or name in _generic:
        found = _find(name, lambda place: isinstance(place, type) and why_not_shareable(place) is None)
        if found is not None:
            _generic.discard(name)
            cls = _private[name] = found
            _names.setdefault(found, name)
        elif cls is None:
            _generic.add(name)
            cls = _private.setdefault(name, _make_generic(name))
    return cls


def _find(name, accepts):
    """Looks where other languages would say the class is: module.Class, or Class in __main__."""
    parts = name.split(".")
    for count in range(len(parts) - 1, -1, -1):
        place = _module(".".join(parts[:count])) if count else sys.modules.get("__main__")
        for part in parts[count:]:
            place = getattr(place, part, None)
        if accepts(place) and (count or len(parts) == 1):
            return place
    return None


def _module(name):
    if name in sys.modules:
        return sys.modules[name]
    if _is_program(name):
        return sys.modules["__main__"]  # an import would run the program once more
    from importlib import import_module
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
            return None
        raise  # the module is there, one that it imports is not


def _is_program(name):
    """Whether a module that is not imported yet is the file that runs as the main program."""
    file = getattr(sys.modules.get("__main__"), "__file__", None)
    if not file or "." in name:  # the folder of the program is on the path, so its module is in no package
        return False
    from importlib.util import find_spec
    from os.path import realpath
    spec = find_spec(name)
    return spec is not None and spec.origin is not None and realpath(spec.origin) == realpath(file)


def _make_generic(name):
    module, _, simple = name.rpartition(".")
    return type(simple, (), {"__slots__": (), "__module__": module or "colors",
                             "__doc__": f"Stands for {name}, of which this program has no class."})


# ---- the hidden subclass ------------------------------------------------------------------------

def _refuse(self, *arguments, **named):
    raise TypeError(
        "__dict__ of a shared object has a copy of its fields, and changing that would change nothing; set and delete"
        " attributes of the object (setattr, delattr), or change a copy: dict(vars(o))")


class Fields(dict):
    """What __dict__ of a shared object gives: a dict, which json and others take, that cannot be changed in the belief
    that the object is."""
    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce_ex__(self, protocol):
        return dict, (dict(self),)


def _initialize(self, *arguments, **named):
    super(self._colors_before, self).__init__(*arguments, **named)


class Before:
    """What a shared object does before the program's class is asked. Without __slots__: else the hidden class gets a
    __dict__ of its own."""

    def __init_subclass__(cls, **arguments):
        pass  # the program's hook is not for hidden classes

    def __new__(cls, *arguments, **named):
        # type(o)(...) makes a private object, as calling the program's class does
        return cls._colors_private(*arguments, **named)

    if accelerator is not None:
        __init__ = accelerator.initialize(_initialize)
    else:
        def __init__(self, *arguments, **named):
            if not support.mode.is_initialized(self):
                _initialize(self, *arguments, **named)

    if not CPYTHON:  # there the type finds fields by itself
        def __getattr__(self, name):
            if not _is_special(name) and support.has(self, name):  # another process added it
                _install(_hidden[str(support.class_name(self))], name)
                return object.__getattribute__(self, name)
            for cls in type(self).__mro__:
                if "__getattr__" in cls.__dict__ and cls not in (Before, BeforeSlots):
                    return cls.__dict__["__getattr__"](self, name)
            raise _no_attribute(self, name)

    @property
    def __dict__(self):  # type: ignore[override] # it cannot be changed
        """The fields and their values now."""
        # not getattr: a property may be over a field
        return Fields((name, support.getter(name)(self)) for name in map(str, support.fields(self)))


# The same before a class that has __slots__ alone: there it is one without __slots__ that would get the hidden class a
# __dict__.
_MEMBERS = {name: member for name, member in Before.__dict__.items() if name != "__weakref__"}
BeforeSlots = type("Before", (), {"__slots__": (), **_MEMBERS})


class Behind(accelerator.Object if CPYTHON else object):
    """What a shared object does where the program's class has nothing of its own."""
    __slots__ = ()

    if accelerator is not None:
        __setattr__ = accelerator.setattr
        __hash__ = accelerator.hash
    else:
        def __setattr__(self, name, value):
            if is_field(self, name):
                support.put(self, name, value)
            else:
                object.__setattr__(self, name, value)

        def __hash__(self):
            return support.hash(self)

    def __eq__(self, other):
        return True if self is other else NotImplemented

    if CPYTHON:
        __delattr__ = accelerator.delattr
    else:
        def __delattr__(self, name):
            if not is_field(self, name):
                object.__delattr__(self, name)
            elif not support.remove(self, name):
                raise _no_attribute(self, name)

    def __repr__(self):
        return f"<shared {self.__class__.__name__} object {support.hash(self) & 0xffffffff:#x}>"

    def __copy__(self):
        from colors._copy import allocate
        return allocate(support.class_name(self), **self.__dict__)

    def __deepcopy__(self, memo):
        raise TypeError(
            f"cannot deepcopy a shared {self.__class__.__name__} object: it may be reached and changed by other"
            " processes meanwhile; copy.copy makes a shared copy of one object")

    def __reduce_ex__(self, protocol):
        raise TypeError(
            f"cannot pickle a shared {self.__class__.__name__} object: pass the key of a repository that holds it")


_twins = {object: object}  # a class with __slots__ -> the same without


def _without_slots(private):
    """In CPython no class can be the subclass of one with __slots__ and of that of shared objects: both say what is in
    an instance's memory. A twin has the same members but for the slots; isinstance asks __class__, which is the
    program's class."""
    if not CPYTHON or not any(base.__dict__.get("__slots__") for base in private.__mro__):
        return private
    twin = _twins.get(private)
    if twin is None:
        bases = tuple(_without_slots(base) if base is not object else object for base in private.__bases__)
        made_by_slots = {"__slots__", "__dict__", "__weakref__", *slots_of(private)}
        members = {name: value for name, value in private.__dict__.items()
                   if name not in made_by_slots and not isinstance(value, _MemberDescriptor)}
        twin = _twins[private] = type.__new__(type(private), private.__name__, bases, {**members, "__slots__": ()})
    return twin


def _hide(name, private, fields):
    """Makes the hidden subclass of a shared class and binds it. By one thread at a time."""
    kind = type(private)
    before = Before if private.__dictoffset__ and not CPYTHON else BeforeSlots
    members = {"__slots__": (), "_colors_before": before, "__module__": private.__module__,
               "__qualname__": private.__qualname__, "__doc__": private.__doc__,
               "_colors_private": private, "__class__": property(lambda self: private),
               "__dict__": Before.__dict__["__dict__"]}
    try:
        hidden = type.__new__(kind, private.__name__, (before, _without_slots(private), Behind), members)
    except TypeError as error:  # what C code laid out
        raise SharedMemoryError(f"class {private.__qualname__} cannot be shared: {error}") from None
    _installed[hidden] = set()
    _hidden[name] = hidden
    for field in {*fields, *slots_of(private)}:  # the descriptors that __slots__ made are not for shared objects
        _install(hidden, field)
    if accelerator is not None:
        accelerator.bind(_classes[name], hidden)
    else:
        import polyglot
        polyglot.register_interop_type(_classes[name], hidden)
    support.compare_keys(_classes[name], _keys.rule_of(private))


def _install(hidden, name):
    """Gives a hidden class the descriptor of a field, unless the program's class handles the name itself."""
    if name in _installed[hidden] or _is_special(name):
        return  # another thread that asks finds it, for it is noted last
    for cls in hidden.__mro__[1:]:
        if name in cls.__dict__ and _is_data_descriptor(cls.__dict__[name]):
            return
    if accelerator is not None:
        descriptor = accelerator.descriptor(name, hidden)
    else:
        descriptor = property(support.getter(name), support.setter(name), support.deleter(name))
    type.__setattr__(hidden, name, descriptor)
    _installed[hidden].add(name)


def _is_data_descriptor(attribute):
    """Apart from the descriptors that __slots__ makes: shared objects have fields instead."""
    return hasattr(type(attribute), "__set__") and not isinstance(attribute, _MemberDescriptor)


def slots_of(cls):
    """The names of what __slots__ of a class and its bases make."""
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for slot in (slots,) if isinstance(slots, str) else slots:
            name = f"_{base.__name__.lstrip('_')}{slot}" if slot.startswith("__") and not slot.endswith("__") else slot
            if name not in ("__dict__", "__weakref__"):
                yield name


def _is_special(name):
    return name.startswith("__") and name.endswith("__")


def _no_attribute(self, name):
    return AttributeError(f"'{self.__class__.__name__}' object has no attribute '{name}'", name=name, obj=self)


support.hooks(raise_error, meet, is_subclass, missing, is_field, object.__setattr__, of_value, to_value,
              hash, _keys.equal, _keys.private_key, accelerator is not None, None)
