# SPDX-License-Identifier: Apache-2.0
"""Deep copies, of what the module copies by itself and of what it leaves to the package."""
import gc

import colors
import pytest
from colors import _native

TEXTS = ["", "short", "seven!!", "eight to", "a text of some length", "ä" * 9, "\u20ac and more", "\ud800 alone",
         "beyond 16 bits: \U0001f600", "n" * 10_000]


@colors.shared("copy.Node")
class Node:
    def __init__(self, **held):
        self.__dict__.update(held)


class Slotted(Node):
    __slots__ = ("slot",)


@pytest.mark.parametrize("given", [
    [], [1], [None, True, False, 0, -1, 1.5, 2**63 - 1, -2**63, "text"], TEXTS, TEXTS[:6], [2**64, "a"], [[], [[1]]],
    [(1, "two"), {"three": [4]}, {5}, b"six"], ["a text of some length"] * 300])
def test_lists(given):
    shared = colors.copy_in(given)
    assert type(shared) is colors.List
    assert colors.copy_out(shared) == given
    assert type(given) is list  # it stays as it is


@pytest.mark.leaves_classes
@pytest.mark.parametrize("general", [False, True])
def test_types_are_inferred_from_what_is_met_first(general):
    """In the general copy, which a tuple is left to, as in the other one."""
    @colors.shared(f"copy.Linked{general}")
    class Linked:
        next = None

    first, second = Linked(), Linked()
    first.next, second.next = second, None
    copied = colors.copy_in((first,) if general else [first])
    assert [field.type for field in colors.shared_type(copied[0]).fields] == [f"copy.Linked{general}"]


def test_objects_in_lists_in_objects():
    inner = Node(number=1, text="a text of some length")
    shared = colors.copy_in(Node(inner=inner, both=[inner, [inner]], nothing=None))
    assert shared.inner is shared.both[0] is shared.both[1][0]
    assert (shared.inner.number, shared.inner.text, shared.nothing) == (1, "a text of some length", None)
    assert inner.__dict__ == {"number": 1, "text": "a text of some length"}


def test_cycles():
    first, second = Node(number=1), Node(number=2)
    first.other, second.other, first.own = second, first, first
    first.all = [first, second]
    first.all.append(first.all)
    shared = colors.copy_in(first)
    assert shared.own is shared is shared.other.other
    assert shared.other.number == 2
    assert list(shared.all)[:2] == [shared, shared.other]
    assert shared.all[2] is shared.all


class Guarded:
    """What the program does when an attribute is set is no part of a copy."""
    text = property(lambda self: None)

    def __init__(self, **held):
        self.__dict__.update(held)

    def __setattr__(self, name, value):
        raise TypeError(f"{name} is not to be set")


@pytest.mark.parametrize("general", [False, True])
def test_attributes_are_copied_without_setting_them(general):
    first = Guarded(number=1, text=[5])
    first.__dict__.update(own=first, later=Guarded(number=2))
    shared = colors.copy_in((first,) if general else [first])[0]
    assert shared.own is shared
    assert shared.later.number == 2
    assert list(shared.__dict__["text"]) == [5]


@pytest.mark.parametrize("general", [False, True])
def test_any_name_of_an_attribute(general):
    node = Node(**{"a\0b": 1, " ": 2})
    node.__dict__["a" * 300] = node
    shared = colors.copy_in((node,) if general else [node])[0]
    assert (shared.__dict__["a\0b"], shared.__dict__[" "], shared.__dict__["a" * 300]) == (1, 2, shared)
    with pytest.raises(colors.SharedMemoryError, match="no character"):
        colors.copy_in((Node(**{"\ud800": 1}),) if general else Node(**{"\ud800": 1}))


@pytest.mark.leaves_classes
def test_a_class_is_changed_while_it_is_named():
    class Meta(type):
        def __getattribute__(cls, name):
            if name == "__mro__" and changed:
                changed.pop().__class__ = Colon
            return super().__getattribute__(name)

    changed = []
    copied = Meta("Changed", (), {})()
    copied.text = "a"
    changed.append(copied)
    shared = colors.copy_in([copied])[0]
    assert _native.class_name(shared).endswith("Colon")
    assert shared.text == "a"


def test_long_chains():
    chain = None
    for number in range(5000):
        chain = Node(number=number, next=chain)
    shared, numbers = colors.copy_in([chain])[0], []
    while shared is not None:
        numbers.append(shared.number)
        shared = shared.next
    assert numbers == list(range(4999, -1, -1))


def test_shared_ones_are_kept():
    shared = colors.copy_in(Node(number=1))
    assert colors.copy_in(shared) is shared
    assert colors.copy_in([shared, Node(other=shared)])[1].other is shared


def test_what_the_package_copies():
    slotted = Slotted(number=1)
    slotted.slot = "two"
    shared = colors.copy_in([Node(number=0), slotted, {"three": Node(number=3)}])
    assert (shared[0].number, shared[1].number, shared[1].slot, shared[2]["three"].number) == (0, 1, "two", 3)


class Colon:
    def __init__(self, text):
        self.text = text


def test_a_class_that_changes():
    assert colors.copy_in(Colon("a")).text == "a"
    Colon.__dict__["__init__"]  # a class is remembered until it is changed
    Colon.__getattribute__ = lambda self, name: {"text": "b"} if name == "__dict__" else object.__getattribute__(
        self, name)
    assert colors.copy_in(Colon("a")).text == "b"
    del Colon.__getattribute__
    assert colors.copy_in([Colon("a")])[0].text == "a"


@pytest.mark.leaves_classes
def test_a_class_with_another_name():
    class Renamed:
        pass
    colors.shared("copy.First")(Renamed)
    assert _native.class_name(colors.copy_in(Renamed())) == "copy.First"
    colors.shared("copy.Second")(Renamed)
    assert _native.class_name(colors.copy_in(Renamed())) == "copy.Second"


@pytest.mark.parametrize("wrong", [object(), lambda: None, 1j])
def test_nothing_is_copied_of_what_cannot_be_shared(wrong):
    node = Node(number=1)
    node.all = [node, Node(other=wrong)]
    gc.collect()
    before = _native.roots()[0]
    with pytest.raises(colors.SharedMemoryError, match="nothing was copied"):
        colors.copy_in(node)
    gc.collect()
    assert _native.roots()[0] == before


class Key:
    """Equal by its key alone."""

    def __init__(self, key):
        self.key = key

    def __eq__(self, other):
        return isinstance(other, Key) and self.key == other.key

    def __hash__(self):
        return hash(self.key)


def test_what_is_in_a_frozenset_leads_back_to_it():
    a, b = Key("a"), Key("b")
    group = frozenset([a, b])
    a.group, b.group = [group], (group, (a, group))
    for original in [[group], [a], [b, group], {"set": group, "map": {group: a}}]:
        shared = colors.copy_in(original)
        found = shared["set"] if isinstance(original, dict) else next(iter(shared))
        found = found if isinstance(found, colors.FrozenSet) else found.group[0]
        keys = {key.key: key for key in found}
        assert keys["a"].group[0] is found and keys["b"].group[0] is found
        assert keys["b"].group[1][0] is keys["a"] and keys["b"].group[1][1] is found
        assert Key("a") in found and Key("c") not in found


@pytest.mark.parametrize("nest", [lambda inner, i: (inner,), lambda inner, i: (i, {"a": inner}),
                                  lambda inner, i: frozenset([Node(inner=inner)])])
def test_any_depth(nest):
    inner = ()
    for i in range(5000):
        inner = nest(inner, i)
    shared, depth = colors.copy_in([inner])[0], 0
    while shared:
        shared = next(iter(shared)) if len(shared) == 1 else shared[1]["a"]
        shared, depth = shared.inner if isinstance(shared, Node) else shared, depth + 1
    assert depth == 5000
    del inner


def test_arguments():
    assert list(colors.copy_in(root=[1])) == [1]
    with pytest.raises(TypeError, match="copy_in"):
        colors.copy_in()
    with pytest.raises(colors.SharedMemoryError, match="only objects and containers"):
        colors.copy_in("text")


@pytest.mark.parametrize("text", TEXTS)
def test_texts_wherever_they_are_stored(text):
    node = colors.allocate(Node, text=text, any=1)
    node.any = text
    elements = colors.List([1.5])
    elements.append(text)
    elements.insert(0, text)
    elements[1] = text
    elements.extend([text, text])
    elements[1:2] = [text, text]
    assert [node.text, node.any, *elements] == [text] * 8
    assert tuple(colors.copy_in([(text, text)])[0]) == (text, text)
    mixed = colors.List([text, 1, None])
    assert list(mixed) == [text, 1, None]
