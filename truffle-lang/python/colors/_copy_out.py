# SPDX-License-Identifier: Apache-2.0
"""Deep copies out of shared memory."""
from colors._classes import is_lacking, is_shared, slots_of
from colors._containers import Dict, FrozenSet, Set, Tuple
from colors._core import Shared, core
from colors._errors import SharedMemoryError
from colors._language import support

_PLAIN = frozenset((int, float, str, bool, type(None)))
_UNFINISHED = object()


def copy_out(root):
    """Copies a shared object or container and all that it refers to, cycles and sharing included, to private memory. Returns the copy.

    Objects become instances of the program's own classes, without __init__; containers become list, dict, set, bytearray, tuple, frozenset and bytes.
    Each attribute and each container is read once, while others may write; who needs all as it is at one instant holds the monitor that the writers hold.
    """
    if not is_shared(root):
        raise SharedMemoryError(f"a shared object or container was expected, not the private {type(root).__name__} {root!r}")
    return _Reader().read(root)


class _Frame:
    """A tuple or frozenset, whose elements have to be there when it is made: those before `next` are copies."""
    __slots__ = ("key", "make", "elements", "next")

    def __init__(self, shared):
        private = shared._private()
        self.key = core.address(shared)
        self.make = type(private)
        self.elements = list(private)
        self.next = 0


class _Reader:
    """One copy in the making."""

    def __init__(self):
        self.objects = {}     # identity hash of a shared object, which is its own alone -> copy
        self.containers = {}  # address -> copy
        self.held = []        # the shared ones, which keeps these numbers theirs
        self.pending = []     # (fill, copy, shared), to be filled
        self.tables = []      # (copy, keys, values) of dicts and sets: keys have to be complete before they are put
        self.slots = {}       # the program's class -> names of its slots
        self.getters = {}     # name -> what reads a field

    def read(self, root):
        copy = self.one(root)
        self.drain()
        for table, keys, values in self.tables:
            if values is None:
                table.update(keys)
            else:
                table.update(zip(keys, values))
        return copy

    def drain(self):
        while self.pending:
            fill, copy, shared = self.pending.pop()
            fill(copy, shared)

    def one(self, value):
        """The copy of a value; what is no shared object is its own."""
        if type(value) in _PLAIN or not is_shared(value):
            return value
        if not isinstance(value, Shared):
            return self.object(value)
        copy = self.containers.get(core.address(value))
        if copy is _UNFINISHED:
            raise SharedMemoryError("a tuple or frozenset that has itself in it, through others alone, cannot be copied out")
        return copy if copy is not None else self.container(value)

    def all(self, values):
        return values if _PLAIN.issuperset(map(type, values)) else [self.one(value) for value in values]

    # ---- objects ----------------------------------------------------------------------------------

    def object(self, shared):
        key = support.hash(shared)
        copy = self.objects.get(key)
        if copy is None:
            cls = shared.__class__
            if is_lacking(cls):
                name = support.class_name(shared)
                raise SharedMemoryError(f"an object of class {name} cannot be copied out: this program has no class of that name; define it, or import its module, or say which class it is: @colors.shared({str(name)!r})")
            copy = self.objects[key] = object.__new__(cls)
            self.held.append(shared)
            self.pending.append((self.fill, copy, shared))
        return copy

    def fill(self, copy, shared):
        cls = type(copy)
        slots = self.slots.get(cls)
        if slots is None:
            slots = self.slots[cls] = frozenset(slots_of(cls))
        held = getattr(copy, "__dict__", None)
        for name in map(str, support.fields(shared)):
            value = self.field(shared, name)
            if name not in slots and type(held) is dict:
                held[name] = value  # not setattr: a property may be over a field
            elif name in slots or held is not None:  # else it is another program's field, for which this class has no place
                object.__setattr__(copy, name, value)

    def field(self, shared, name):
        get = self.getters.get(name)
        if get is None:
            get = self.getters[name] = support.getter(name)
        value = get(shared)
        if type(value) in _PLAIN:
            return value
        return None if value == None else self.one(value)  # noqa: E711 # the language's null is another object

    # ---- containers -------------------------------------------------------------------------------

    def container(self, shared):
        self.held.append(shared)
        if isinstance(shared, (Tuple, FrozenSet)):
            return self.frozen(shared)
        private = shared._private()
        copy = self.containers[core.address(shared)] = private
        if type(private) is list:
            self.pending.append((self.fill_list, copy, None))
        elif isinstance(shared, (Dict, Set)):
            copy = self.containers[core.address(shared)] = type(private)()
            self.pending.append((self.fill_table, copy, private))
        return copy

    def fill_list(self, copy, _):
        if not _PLAIN.issuperset(map(type, copy)):
            copy[:] = [self.one(value) for value in copy]

    def fill_table(self, copy, private):
        values = self.all(list(private.values())) if type(private) is dict else None
        self.tables.append((copy, self.all(list(private)), values))

    def frozen(self, shared):
        """Of tuples in tuples the inner ones first, on a stack of its own: there may be many."""
        frames = [_Frame(shared)]
        while frames:
            frame = frames[-1]
            self.containers[frame.key] = _UNFINISHED
            inner = self.begin(frame)
            if inner is not None:
                self.held.append(inner)
                frames.append(_Frame(inner))
                continue
            if frame.make is frozenset:
                self.drain()  # elements are complete before they are compared
            made = self.containers[frame.key] = frame.make(frame.elements)
            frames.pop()
        return made

    def begin(self, frame):
        """Copies elements up to a tuple or frozenset that is to be copied first, and returns that; None at the end."""
        while frame.next < len(frame.elements):
            value = frame.elements[frame.next]
            if isinstance(value, (Tuple, FrozenSet)) and core.address(value) not in self.containers:
                return value
            frame.elements[frame.next] = self.one(value)
            frame.next += 1
        return None
