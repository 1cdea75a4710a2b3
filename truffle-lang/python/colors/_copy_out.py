# SPDX-License-Identifier: Apache-2.0
"""Deep copies out of shared memory."""
from colors._classes import is_lacking, is_shared, slots_of
from colors._containers import Array, Dict, FrozenSet, Set, Tuple
from colors._copy import answers_itself
from colors._core import Shared, core
from colors._errors import SharedMemoryError
from colors._language import accelerator, support

_PLAIN = frozenset((int, float, str, bool, type(None)))
_UNFINISHED = object()
_MOST_RUNS = 16


def copy_out(root):
    """Copies a shared object or container and all that it refers to, cycles and sharing included, to private memory.
    Returns the copy.

    Objects become instances of the program's own classes, without __init__; containers become list, array.array, dict,
    set, bytearray, tuple, frozenset and bytes. Each attribute and each container is read once, while others may write;
    who needs all as it is at one instant holds the monitor that the writers hold.
    """
    if not is_shared(root):
        raise SharedMemoryError(
            f"a shared object or container was expected, not the private {type(root).__name__} {root!r}")
    return _Reader().read(root)


def _array(shared):
    """An array.array of the same width; booleans, which it has none of, are a list."""
    if shared.type == "boolean":
        return shared.tolist()
    from array import array
    copy = array(shared.typecode, b"")  # without an initializer GraalPy fails where another array had one before
    copy.frombytes(shared.tobytes())
    return copy


class _Later(Exception):
    """Ends the filling of what refers to a tuple or frozenset that is not made yet."""

    def __init__(self, frame, shared):
        self.frame = frame    # of it; None: it is to be begun
        self.shared = shared


class _Frame:
    """A tuple or frozenset, whose elements have to be there when it is made: those before `next` are copies."""
    __slots__ = ("key", "make", "elements", "next", "is_element", "filled", "waiting")

    def __init__(self, shared, is_element, filled):
        private = shared._private()
        self.key = core.address(shared)
        self.make = type(private)
        self.elements = list(private)
        self.next = 0
        self.is_element = is_element  # of the one below
        self.filled = filled          # what is to be filled beyond these was met in this one
        self.waiting = []             # what is to be filled anew when it is made


class _Reader:
    """One copy in the making."""

    def __init__(self):
        self.objects = {}     # identity hash of a shared object, which is its own alone -> copy
        self.containers = {}  # address -> copy
        self.held = []        # the shared ones, which keeps these numbers theirs
        self.pending = []     # (fill, copy, shared), to be filled; twice where it is to be filled first
        self.unfilled = {}    # id of a copy that is pending -> that
        self.frames = []      # the top is the last
        self.runs = 0
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
            self.fill_next()

    def push(self, fill, copy, shared):
        self.unfilled[id(copy)] = entry = (fill, copy, shared)
        self.pending.append(entry)

    def met(self, copy):
        """What a frozenset refers to is filled before it is made."""
        if self.runs and id(copy) in self.unfilled:
            self.pending.append(self.unfilled[id(copy)])
        return copy

    def fill_next(self):
        fill, copy, shared = entry = self.pending.pop()
        if self.unfilled.pop(id(copy), None) is None:
            return
        try:
            fill(copy, shared)
        except _Later as later:
            frame = self.begin(later.shared, False) if later.frame is None else later.frame
            frame.waiting.append(entry)

    def one(self, value):
        """The copy of a value; what is no shared object is its own."""
        if type(value) in _PLAIN or not is_shared(value):
            return value
        if not isinstance(value, Shared):
            return self.object(value)
        key = core.address(value)
        copy = self.containers.get(key)
        if copy is _UNFINISHED:
            raise _Later(self.unfinished(key)[0], value)
        return self.met(copy) if copy is not None else self.container(value)

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
                raise SharedMemoryError(
                    f"an object of class {name} cannot be copied out: this program has no class of that name; define"
                    f" it, or import its module, or say which class it is: @colors.shared({str(name)!r})")
            copy = self.objects[key] = object.__new__(cls)
            self.held.append(shared)
            self.push(self.fill, copy, shared)
            return copy
        return self.met(copy)

    def fill(self, copy, shared):
        cls = type(copy)
        slots = self.slots.get(cls)
        if slots is None:
            slots = self.slots[cls] = frozenset(slots_of(cls))
        held = getattr(copy, "__dict__", None)
        later = None
        for name in map(str, support.fields(shared)):
            try:
                value = self.field(shared, name)
            except _Later as found:
                later = found
                continue
            if name not in slots and type(held) is dict:
                held[name] = value  # not setattr: a property may be over a field
            elif name in slots or held is not None:  # else a field of another program, for which the class has no place
                object.__setattr__(copy, name, value)
        if later is not None:
            raise later

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
        if isinstance(shared, (Tuple, FrozenSet)):
            return self.frozen(shared)
        self.held.append(shared)
        if isinstance(shared, Array):
            copy = self.containers[core.address(shared)] = _array(shared)
            return copy
        private = shared._private()
        copy = self.containers[core.address(shared)] = private
        if type(private) is list:
            self.push(self.fill_list, copy, None)
        elif isinstance(shared, (Dict, Set)):
            copy = self.containers[core.address(shared)] = type(private)()
            self.push(self.fill_table, copy, private)
        return copy

    def fill_list(self, copy, _):
        if not _PLAIN.issuperset(map(type, copy)):
            copy[:] = [self.one(value) for value in copy]

    def fill_table(self, copy, private):
        values = self.all(list(private.values())) if type(private) is dict else None
        self.tables.append((copy, self.all(list(private)), values))

    # ---- tuples and frozensets ----------------------------------------------------------------------

    def frozen(self, shared):
        """Of tuples in tuples the inner ones first, on a stack of their own: there may be many. Those in what a
        frozenset refers to are made while that is filled, nested up to a limit, and beyond it on the same stack."""
        if self.runs == _MOST_RUNS:
            raise _Later(None, shared)
        first = self.begin(shared, False)
        self.runs += 1
        try:
            while self.containers[first.key] is _UNFINISHED:
                self.step(first)
        finally:
            self.runs -= 1
        return self.containers[first.key]

    def begin(self, shared, is_element):
        self.held.append(shared)
        frame = _Frame(shared, is_element, self.frames[-1].filled if is_element else len(self.pending))
        self.frames.append(frame)
        self.containers[frame.key] = _UNFINISHED
        return frame

    def step(self, first):
        frame = self.frames[-1]
        if frame.next < len(frame.elements):
            self.element(frame, first)
        elif frame.make is frozenset and len(self.pending) > frame.filled:
            self.fill_next()  # elements are complete before they are compared
        else:
            self.finish(frame)

    def element(self, frame, first):
        value = frame.elements[frame.next]
        if isinstance(value, (Tuple, FrozenSet)):
            key = core.address(value)
            copy = self.containers.get(key)
            if copy is None:
                self.begin(value, True)
                return
            if copy is _UNFINISHED:
                self.wait(key, first)
                return
        frame.elements[frame.next] = self.one(value)
        frame.next += 1

    def finish(self, frame):
        made = self.containers[frame.key] = frame.make(frame.elements)
        self.frames.pop()
        for fill, copy, shared in frame.waiting:
            self.push(fill, copy, shared)
        if frame.is_element:
            outer = self.frames[-1]
            outer.elements[outer.next] = made
            outer.next += 1

    def unfinished(self, key):
        """The frame of a tuple or frozenset that is being made, and whether those above it are elements of each
        other."""
        at, alone = len(self.frames) - 1, True
        while self.frames[at].key != key:
            alone = alone and self.frames[at].is_element
            at -= 1
        return self.frames[at], alone

    def wait(self, key, first):
        """Gives up what refers back, and begins it anew when the other one is made."""
        awaited, alone = self.unfinished(key)
        if alone:
            raise SharedMemoryError(
                "a tuple or frozenset that has itself in it, through others alone, cannot be copied out")
        is_element = True
        while is_element:
            frame = self.frames.pop()
            del self.containers[frame.key]
            awaited.waiting += frame.waiting
            is_element = frame.is_element
        if frame is first:
            raise _Later(awaited, None)


def _plain_class(shared):
    """The class of a shared object, if its instances are made by object.__new__ and are their attributes in __dict__
    and nothing more; else None."""
    cls = shared.__class__
    if is_lacking(cls) or any(slots_of(cls)) or any(map(answers_itself, cls.__mro__)):
        return None
    return None if getattr(cls, "__abstractmethods__", None) else cls


if accelerator is not None:  # the common cases in Java
    copy_out = accelerator.copy_out(copy_out, _plain_class, copy_out.__doc__)
