# SPDX-License-Identifier: Apache-2.0
"""Programs that misuse the package: they get an error that says what is wrong, and the interpreter goes on."""
import asyncio
import copy
import functools
import os
import pickle
import traceback

import colors
import pytest
from colors import _native
from waits import signalled

LONG = 120  # seconds, which no test takes


@colors.shared("hostile.Node")
class Node:
    def __init__(self, value=0):
        self.value = value


@pytest.fixture
def node():
    return colors.copy_in(Node(5))


# ---- descriptors and names ------------------------------------------------------------------------

@pytest.mark.parametrize("other", [5, "a text", Node(1), None, 2.5])
def test_the_descriptor_of_a_field_is_of_shared_objects(node, other):
    field = type(node).__dict__["value"]
    with pytest.raises(TypeError, match="field 'value' is one of shared objects"):
        field.__set__(other, 1)
    with pytest.raises(TypeError, match="field 'value' is one of shared objects"):
        field.__delete__(other)
    with pytest.raises(TypeError):
        field.__set__(colors.List(), 1)
    field.__set__(node, 6)
    assert field.__get__(node) == 6


@pytest.mark.parametrize("name", [5, None, b"value"])
def test_the_name_of_an_attribute_is_a_string(node, name):
    for use in (lambda: node.__setattr__(name, 1), lambda: node.__delattr__(name), lambda: node.__getattribute__(name)):
        with pytest.raises(TypeError, match="name must be string"):
            use()
    assert vars(node) == {"value": 5}


# ---- properties over fields -----------------------------------------------------------------------

@colors.shared("hostile.Guarded", compared_by=["x"])
class Guarded:
    @property
    def x(self):
        raise ValueError("code of the program ran")


def test_fields_are_read_whatever_property_is_over_them():
    guarded = colors.allocate(Guarded, x=3)
    assert vars(guarded) == {"x": 3}
    assert vars(colors.copy_out(guarded)) == {"x": 3}
    found = colors.Dict()
    found[guarded] = "found"
    assert found[colors.allocate(Guarded, x=3)] == "found"
    with pytest.raises(ValueError, match="code of the program"):
        guarded.x  # noqa: B018 (what it does is the test)


# ---- code of the program in the middle of an operation ---------------------------------------------

class Number:
    """As a scalar of numpy: it is asked for its value, and does something else first."""

    def __init__(self, act):
        self._act = act

    @property
    def dtype(self):
        self._act()
        return "int64"

    def item(self):
        return 3

    def __index__(self):
        return 3


def test_allocate_while_allocate_converts():
    """What is remembered of a call has no room for that of all others."""
    classes = [colors.shared(f"hostile.Other{i}")(type(f"Other{i}", (), {})) for i in range(400)]

    def act():
        for cls in classes:
            colors.allocate(cls)

    def make(value):
        return colors.allocate("hostile.Wide", a=1, b=2, c=value, d="x" * 30, e=1.5, f=None, g=7, h=8)

    for value in (3, Number(act), Number(act)):
        assert vars(make(value)) == {"a": 1, "b": 2, "c": 3, "d": "x" * 30, "e": 1.5, "f": None, "g": 7, "h": 8}


def test_a_copy_of_an_iterator_leaves_it_where_it_is():
    for shared in colors.List([1, 2, 3]), colors.Dict({1: 2, 2: 3, 3: 4}), colors.Array("int8", [1, 2, 3]):
        iterator = iter(shared)
        assert next(iterator) == 1
        for copied in copy.copy(iterator), pickle.loads(pickle.dumps(iterator)), copy.deepcopy(iterator):
            assert list(copied) == [2, 3]
        assert list(iterator) == [2, 3]
        assert list(copy.copy(iterator)) == []


def test_an_index_that_changes_the_list():
    class Index:
        def __init__(self, shared):
            self.shared = shared

        def __index__(self):
            self.shared.append(7)
            return 1

    shared = colors.List([1, 2])
    shared[Index(shared):2] = ["new"]
    assert shared == [1, "new", 7]
    shared = colors.List([1, 2])
    shared[Index(shared)::2] = ["new"]
    assert shared == [1, "new", 7]
    shared = colors.List([1, 2])
    del shared[Index(shared)::2]
    assert shared == [1, 7]
    with pytest.raises(TypeError):
        shared["a":2] = []


@pytest.mark.parametrize("equal", [False, True])
def test_an_element_is_removed_by_what_changes_the_list(equal):
    class Element:
        def __eq__(self, other):
            shared[0] = shared[0] + 1
            return equal

    shared = colors.List([1, 2, 3])
    with pytest.raises(ValueError, match="list modified during remove"):
        shared.remove(Element())
    assert len(shared) == 3


# ---- forks ----------------------------------------------------------------------------------------

def in_child(function, *raised):
    """Ends the child; it is well when the function raised one of these errors."""
    try:
        function()
    except raised:
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


class Fork:
    """Forks once; the child of it goes on as the parent does."""
    child = None

    def __call__(self, *_):
        if self.child is None:
            self.child = os.fork()


def forked(use):
    """use(fork), which forks in the middle; in the child it raises."""
    fork = Fork()
    parent = os.getpid()
    try:
        use(fork)
    except colors.SharedMemoryError as error:
        if os.getpid() != parent:
            os._exit(0 if "forked" in str(error) else 2)
        raise
    except BaseException:
        if os.getpid() != parent:
            traceback.print_exc()
            os._exit(3)
        raise
    if os.getpid() != parent:
        os._exit(4)
    assert fork.child is not None
    assert os.waitstatus_to_exitcode(os.waitpid(fork.child, 0)[1]) == 0


@pytest.mark.parametrize("use", [
    lambda number, key: colors.List([1]).append(number),
    lambda number, key: colors.List([1]).insert(0, number),
    lambda number, key: colors.List([1]).__setitem__(0, number),
    lambda number, key: colors.List([1]).extend(["a text of some length", number]),
    lambda number, key: colors.List([1]).get_and_set(0, number),
    lambda number, key: colors.Tuple(("a text of some length", number)),
    lambda number, key: colors.Array("int32", 2).__setitem__(0, number),
    lambda number, key: colors.Dict().__setitem__("key", number),
    lambda number, key: setattr(colors.copy_in(Node(1)), "value", number),
    lambda number, key: colors.allocate(Node, text="a text of some length", value=number),
    lambda number, key: colors.repository(key).set(number),
    lambda number, key: colors.repository(key).compare_and_set(None, number),
    lambda number, key: colors.channel(key).send(number),
])
def test_a_fork_while_a_value_is_converted(use, key):
    forked(lambda fork: use(Number(fork), key))


class Key:
    hashed = compared = staticmethod(lambda: None)

    def __init__(self, number):
        self.number = number

    def __hash__(self):
        Key.hashed()
        return hash(self.number)

    def __eq__(self, other):
        Key.compared()
        return isinstance(other, Key) and self.number == other.number


@pytest.mark.parametrize("when", ["hashed", "compared"])
@pytest.mark.parametrize("use", [
    lambda found: found[Key(1)],
    lambda found: Key(1) in found,
    lambda found: found.pop(Key(1)),
    lambda found: found.setdefault(colors.copy_in(Key(1)), 5),
    lambda found: found.__setitem__(colors.copy_in(Key(1)), 5),
    lambda found: found.compare_and_set(Key(1), "a text of some length", 5),
])
def test_a_fork_while_keys_are_looked_for(use, when, monkeypatch):
    found = colors.Dict()
    found[colors.copy_in(Key(1))] = "a text of some length"

    def run(fork):
        monkeypatch.setattr(Key, when, staticmethod(fork))
        use(found)
    forked(run)


@pytest.mark.parametrize("wait", [
    lambda key, node: functools.partial(colors.channel(key).receive, LONG),
    lambda key, node: functools.partial(colors.repository(key).wait_for_change, None, LONG),
    lambda key, node: functools.partial(colors.monitor(node).wait, LONG),
])
def test_a_fork_by_the_handler_of_a_signal_while_it_waits(wait, key, node):
    class Enough(Exception):
        pass

    def run(fork):
        def handle():
            parent = os.getpid()
            fork()
            if os.getpid() == parent:
                raise Enough
        with colors.monitor(node), pytest.raises(Enough):
            signalled(wait(key, node), handle)
    forked(run)


def test_iterators_of_a_parent_are_not_its_childs(node):
    iterators = [iter(colors.List([1, 2])), iter(colors.Array("int8", 2)), iter(colors.Dict(a=1)),
                 reversed(colors.List([1]))]
    for iterator in iterators:
        child = os.fork()
        if child == 0:
            in_child(lambda i=iterator: list(i), colors.SharedMemoryError)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# ---- bad arguments --------------------------------------------------------------------------------

@pytest.mark.parametrize("device", [5, "cpu", [1, 0]])
def test_a_device_of_dlpack_is_a_pair(device):
    with pytest.raises(TypeError, match="tuple of two integers"):
        colors.Array("int8", 1).__dlpack__(dl_device=device)


@pytest.mark.parametrize("time", ["a", [], object(), float("nan"), 1j])
def test_a_time_is_a_number(time, key):
    channel, repository = colors.channel(key), colors.repository(key)
    for use in (lambda: channel.receive(time), lambda: channel.send(1, time),
                lambda: repository.wait_for_change(1, time),
                lambda: asyncio.run(channel.receive_async(time)),
                lambda: asyncio.run(repository.wait_for_change_async(None, time))):
        with pytest.raises(TypeError, match="a time is a number of seconds, or None"):
            use()
    assert len(channel) == 0


def test_a_time_may_be_longer_than_all_numbers(key):
    channel = colors.channel(key)
    for time in 10**400, float("inf"), 1e308:
        channel.send("message", time)
        assert channel.receive(time) == "message"
    with pytest.raises(TimeoutError):
        channel.receive(-10**400)


def test_a_capacity_is_a_small_number(key):
    for capacity in 10**5000, -10**5000, "a", 0, 2.5:
        with pytest.raises(colors.SharedMemoryError, match="room for 1 to"):
            colors.channel(key, capacity)


@pytest.mark.parametrize("use", [colors.channel, colors.repository, colors.remove_channel, colors.remove_repository])
def test_a_name_has_whole_characters(use):
    with pytest.raises(colors.SharedMemoryError, match="half of a surrogate pair"):
        use("half \ud800")


@pytest.mark.parametrize("copied", [pickle.dumps, copy.deepcopy])
def test_what_has_a_key_is_passed_by_it(copied, node, key):
    for shared in colors.channel(key), colors.repository(key), colors.monitor(node):
        with pytest.raises(TypeError, match=r"cannot pickle .*: pass .* key"):
            copied(shared)
    for shared in colors.channel(key), colors.repository(key):
        assert copy.copy(shared) is shared


def test_nothing_is_left():
    wrappers, own, *_ = _native.roots()
    assert wrappers == own
