# SPDX-License-Identifier: Apache-2.0
"""A deep copy in the making, in CPython (CopyPlan.java's twin): what is planned refers to each other freely, and
nothing is shared before all of it can be."""
from colors import _native
from colors._core import core

_LIST, _SET, _MAP, _BINARY, _OBJECT = 7, 8, 9, 6, 10  # enum cl_type


class _Unfinished(Exception):
    """A tuple or frozenset is wanted while it is being made: an element of it leads back to it."""


class _Object:
    __slots__ = ("planned", "names", "values", "is_filled")

    def __init__(self, class_name):
        self.planned = _native.Planned(_OBJECT, class_name)
        self.names, self.values = [], []
        self.is_filled = False

    def make(self, plan):
        """Makes it with what is there already; the others are set when all are."""
        values = [plan.value(value) for value in self.values]
        self.planned.made = _native.make_object(self.planned.class_name, tuple(self.names), tuple(values))

    def fill(self, plan):
        """Once; what it refers to is made then, but for what is being made."""
        if not self.is_filled:
            self.is_filled = True
            for name, value in zip(self.names, self.values):
                if isinstance(value, _PLANNED):
                    try:
                        self.put(plan, name, value)
                    except _Unfinished:
                        plan.late.append((self, name, value))

    def put(self, plan, name, value):
        _native.put_field(self.planned.made, name, plan.finished(value))


class _Container:
    __slots__ = ("planned", "type", "frozen", "elements", "values", "content")

    def __init__(self, kind, frozen, content=None):
        self.planned = _native.Planned(kind)
        self.type = kind
        self.frozen = frozen
        self.elements: list | tuple = ()
        self.values = None
        self.content = content

    def make(self, plan):
        self.planned.made = self.content() if self.content is not None else getattr(core, _EMPTY[self.type])()

    def make_frozen(self, plan):
        """What a frozen container holds is there before it; by what objects hold, elements of a set are hashed."""
        elements = [plan.finished(element) for element in self.elements]
        if self.type == _SET:
            plan.fill_all(self.elements)
        self.planned.made = getattr(core, _FROZEN[self.type])(elements)

    def fill(self, plan):
        made = self.planned.made
        if self.values is not None:
            for key, value in zip(self.elements, self.values):
                core.map_put(made, plan.value(key), plan.value(value), None)
        elif self.type == _SET:
            for element in self.elements:
                core.map_put_if_absent(made, plan.value(element), None, None)
        elif self.elements:
            core.list_replace(made, -1, 0, 0, [plan.value(element) for element in self.elements])


_PLANNED = (_Object, _Container)
_EMPTY = {_LIST: "new_list", _SET: "new_set", _MAP: "new_map"}  # operations of the core
_FROZEN = {_LIST: "new_tuple", _SET: "new_frozenset"}


class Plan:
    """object, list, ... give what stands for a copy; fill, elements and entries say what it holds; make makes all."""

    def __init__(self):
        self._planned = []
        self._making = set()
        self.late = []  # (object, field, value), for when all tuples and frozensets are made

    def _add(self, planned):
        self._planned.append(planned)
        return planned

    def object(self, class_name):
        return self._add(_Object(class_name))

    def fill(self, planned, *pairs):
        planned.names += pairs[::2]
        planned.values += pairs[1::2]

    def list(self, frozen):
        return self._add(_Container(_LIST, frozen))

    def map(self):
        return self._add(_Container(_MAP, False))

    def set(self, frozen):
        return self._add(_Container(_SET, frozen))

    def binary(self, content, frozen):
        make = core.new_bytes if frozen else core.new_binary
        return self._add(_Container(_BINARY, False, lambda: make(content)))

    def array(self, name, buffer):
        return self._add(_Container(_LIST, False, lambda: core.array_of_buffer(name, buffer)))

    def elements(self, planned, elements):
        planned.elements = elements

    def entries(self, planned, keys, values):
        planned.elements, planned.values = keys, values

    def value(self, value):
        """What is stored for a value of the plan."""
        if not isinstance(value, _PLANNED):
            return value
        return value.planned.made if value.planned.made is not None else value.planned

    def finished(self, value):
        """The same, made if need be: an element of a frozen container."""
        if isinstance(value, _Container) and value.planned.made is None:
            if value in self._making:
                raise _Unfinished
            self._making.add(value)
            try:
                value.make_frozen(self)
            finally:
                self._making.remove(value)
        return self.value(value)

    def fill_all(self, values):
        """Fills the objects that these are, or lead to by fields."""
        values = list(values)
        while values:
            value = values.pop()
            if isinstance(value, _Object) and not value.is_filled:
                value.fill(self)
                values += value.values

    def _check(self):
        """Raises the error of what cannot be shared before anything is made."""
        for planned in self._planned:
            if isinstance(planned, _Object):
                for name, value in zip(planned.names, planned.values):
                    _native.check_value(self.value(value), f"field '{name}' of {planned.planned.class_name}")
            else:
                for value in (*planned.elements, *(planned.values or ())):
                    _native.check_value(self.value(value), "a container")

    def make(self):
        """Makes all, and gives what was planned first."""
        self._check()
        try:
            return self._make()
        except _Unfinished:  # by no object, list or dict between: only C code makes such a tuple
            from colors._errors import SharedMemoryError
            raise SharedMemoryError("a tuple or frozenset that holds itself cannot be shared") from None

    def _make(self):
        frozen = [one for one in self._planned if isinstance(one, _Container) and one.frozen]
        others = [one for one in self._planned if not (isinstance(one, _Container) and one.frozen)]
        for planned in others:
            planned.make(self)
        for planned in reversed(frozen):  # inner ones were found later: so few are made within others
            self.finished(planned)
        for planned, name, value in self.late:
            planned.put(self, name, value)
        self.fill_all(others)  # before they are keys
        for planned in others:
            planned.fill(self)
        return self._planned[0].planned.made
