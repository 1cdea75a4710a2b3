# SPDX-License-Identifier: Apache-2.0
"""What an operation does again and again, it does with the same memory: no private block stays, no root, no chunk."""
import gc
import sys
import threading
import time
import weakref

import colors
import pytest
from colors import _native

TIMES = 20_000
PATIENCE = 60  # seconds
TOLERANCE = 60  # blocks that Python's own caches take


@colors.shared("leaks.Node")
class Node:
    def __init__(self, value=0):
        self.value = value

    def method(self):
        return self.value


@pytest.fixture
def node():
    made = colors.allocate(Node, value=1, ratio=0.5, text="a text of some length", other=None, big=None)
    made.other = colors.allocate(Node, value=2, ratio=1.5, text="another text of some length", other=None, big=2**80)
    return made


def swap(node):
    other = node.other
    node.other = None
    node.other = other


def fail(node):
    with pytest.raises(colors.SharedMemoryError):
        node.value = object()


def graph(node):
    first, second = Node(node), Node("a text of some length")
    first.all = [first, second, [node]]
    second.other = first
    return first


def missing(node):
    with pytest.raises(AttributeError):
        node.nothing  # noqa: B018 (what it does is the test)


def widen(node):
    fresh = colors.allocate(Node, value=1)
    fresh.value = "a text where a number was"
    fresh.added = 5
    del fresh.added


def grow(node):
    grown = colors.List()
    for i in range(200):
        grown.append(f"element number {i}")
    grown[7] = node
    grown.insert(3, 5)
    del grown[2:90]
    grown.sort(key=str)


def fill(node):
    filled = colors.Dict()
    for i in range(100):
        filled[f"key of number {i}"] = i
        filled[i] = (i, "a tuple", (node, b"bytes of some length"))
    for i in range(0, 100, 2):
        del filled[i]
    assert filled["key of number 5"] == 5
    assert list(filled)


OPERATIONS = {
    "list": grow,
    "dict": fill,
    "tuple": lambda node: setattr(node, "big", (1, ("two", 3.5), frozenset({"four", 5}))),
    "array": lambda node: memoryview(colors.Array("int32", 100))[5],
    "copy of containers": lambda node: colors.copy_in({"a": [1, (2, {3: node})], "b": {4, 5}}),
    "read": lambda node: node.value,
    "read a float": lambda node: node.ratio,
    "read a text": lambda node: node.text,
    "read a big integer": lambda node: node.other.big,
    "write": lambda node: setattr(node, "value", 3),
    "write a text": lambda node: setattr(node, "text", "something else, not short"),
    "write a big integer": lambda node: setattr(node, "big", 3**90),
    "hop": lambda node: node.other,
    "swap": swap,
    "method": lambda node: node.method(),
    "allocate": lambda node: colors.allocate(Node, value=1, ratio=0.5, text="t" * 20, other=node, big=None),
    "copy in": lambda node: colors.copy_in(Node(7)),
    "copy in of a graph": lambda node: colors.copy_in(graph(node)),
    "texts": lambda node: colors.List([f"element number {i}" for i in range(20)]),
    "attributes": lambda node: node.__dict__,
    "repr": repr,
    "fail": fail,
    "missing": missing,
    "widen": widen,
    "repository": lambda node: (colors.repository("leaks").set(node), colors.repository("leaks").get()),
}


SLOW = ("fail", "missing", "widen", "repr", "attributes", "copy in", "list", "dict", "tuple", "array",
        "copy of containers")


def repeat(operation, node, times):
    for _ in range(times):
        operation(node)


def roots():
    gc.collect()  # what other tests left in cycles
    _native.tidy()
    return _native.roots()


def settled(expected=None):
    """Once a thread that was joined, in Python's view, has ended in that of the C library: no wrapper lacks its entry,
    no entry its wrapper, and there are as many as expected."""
    end = time.monotonic() + PATIENCE
    while True:
        wrappers, own, entries, _ = roots()
        good = wrappers == own == entries and expected in (None, (wrappers, own, entries))
        if good or time.monotonic() > end:
            return good
        time.sleep(0.01)


def quiet():
    """What collect() frees of Python's memory is gone, and no wrapper is left but those that tests hold."""
    gc.collect()
    return sys.getallocatedblocks()


@pytest.mark.parametrize("name", OPERATIONS)
def test_leaves_nothing(node, name):
    operation = OPERATIONS[name]
    times = TIMES // 20 if name in SLOW else TIMES
    repeat(operation, node, times)
    wrappers, own, entries, chunks = roots()
    blocks = quiet()
    repeat(operation, node, times)
    assert quiet() - blocks < TOLERANCE
    assert roots() == (wrappers, own, entries, chunks)
    assert wrappers == own == entries


@pytest.mark.parametrize("name", ["fail", "missing", "write a numpy scalar"])
def test_no_name_of_an_attribute_stays(node, name):
    """CPython's cache of attributes keeps names by their addresses: texts between keep a name from the last's place."""
    class Scalar:
        dtype = "int64"

        def __index__(self):
            return 5

        def item(self):
            return 5

    operation = OPERATIONS.get(name, lambda node: setattr(node, "value", Scalar()))
    repeat(operation, node, 10)
    blocks = quiet()
    held = []
    for i in range(1000):
        held.append(f"{i:05d}")
        operation(node)
    del held
    assert quiet() - blocks < 200


def test_classes_of_values_go(node):
    """Of values that were stored, by a program that makes classes all the time: at most as many as a cache has stay."""
    alive = []
    for i in range(1500):
        cls = type(f"Number{i}", (int,), {})
        node.value = cls(5)
        alive.append(weakref.ref(cls))
    del cls
    gc.collect()
    assert sum(reference() is not None for reference in alive) <= 500


def test_many_wrappers_and_their_chunks_go(node):
    before = roots()
    held = [colors.allocate(Node, value=i) for i in range(30_000)]
    during = roots()
    assert during[0] == during[1] == during[2] == before[0] + 30_000
    assert during[3] > before[3] + 10
    del held
    after = roots()
    assert after[:3] == before[:3]
    assert after[3] <= before[3] + 1


def test_a_chunk_with_room_is_filled_again():
    """Of many that were held a few stay, in all chunks: no new chunk is needed for as many again."""
    held = [colors.allocate(Node, value=i) for i in range(30_000)]
    kept = held[::100]
    del held
    chunks = roots()[3]
    again = [colors.allocate(Node, value=i) for i in range(15_000)]
    assert roots()[3] <= chunks + 2
    assert [node.value for node in kept] == list(range(0, 30_000, 100))
    assert len(again) == 15_000


def places(node):
    """Where in a chunk its entry may be: as cn_log_place has it."""
    granules = _native.address(node) >> 4
    hashed = (granules * 0x9E3779B1 & 0xFFFFFFFF) >> 21
    return [(granules + (granules >> 11) * 1267) % 2048] + [(hashed + i) % 2048 for i in range(15)]


def test_no_chunk_is_lost_that_has_room_but_not_there():
    """Where one that could be filled again has no place for the object at hand, another one is taken."""
    pool, at = colors.List(colors.allocate(Node, value=i) for i in range(60_000)), {}
    for i, node in enumerate(pool):
        at.setdefault(places(node)[0], []).append(i)
    i = next(i for i, node in enumerate(pool) if all(len(at.get(place, ())) > 8 for place in places(node)))
    wanted, chunks, held = places(pool[i]), roots()[3], []
    for _ in range(8):
        held += [pool[next(other for other in iter(at[place].pop, None) if other != i)] for place in wanted]
        pool[i]  # the thread takes another chunk for it
        wrappers, own, entries, _ = roots()
        assert wrappers == own == entries
    assert roots()[3] >= chunks + 4


def test_what_one_thread_made_another_drops():
    before = roots()
    passed = []

    def make():
        passed.extend(colors.allocate(Node, value=i) for i in range(5_000))

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()
    assert [node.value for node in passed] == list(range(5_000))
    passed.clear()
    assert settled(before[:3]), (before, roots())


def dropped_while_its_maker_waits(key, round_):
    """The maker has its entry, and ends without waiting again."""
    channel, made, ready = colors.channel(f"{key}-{round_}", 1), [], threading.Event()

    def make():
        made.append(colors.allocate(Node, value=1))
        ready.set()
        channel.receive()

    thread = threading.Thread(target=make)
    thread.start()
    ready.wait()
    made.clear()
    channel.send(1)
    thread.join()


def loaded_while_another_sends_it(key, round_):
    """A thread loads an object whose reference another one keeps while it waits for room, and ends first."""
    full, other = colors.channel(f"{key}-{round_}", 1), colors.channel(f"{key}-{round_}-other", 1)
    node = colors.allocate(Node, value=1)
    full.send(0)
    other.send(node)
    sender = threading.Thread(target=full.send, args=(node,))
    sender.start()
    receiver = threading.Thread(target=other.receive)
    receiver.start()
    receiver.join()
    full.receive()
    sender.join()
    assert full.receive() is node


def loaded_while_another_watches_it(key, round_):
    repository, node = colors.repository(f"{key}-{round_}"), colors.allocate(Node, value=1)
    repository.set(node)
    watcher = threading.Thread(target=repository.wait_for_change, args=(node,))
    watcher.start()
    exchanger = threading.Thread(target=repository.get_and_set, args=(node,))
    exchanger.start()
    exchanger.join()
    repository.set(1)
    watcher.join()


@pytest.mark.parametrize("leave", [dropped_while_its_maker_waits, loaded_while_another_sends_it,
                                   loaded_while_another_watches_it])
def test_a_thread_that_ends_leaves_no_root(leave, key):
    for round_ in range(100):
        leave(key, round_)
    assert settled(), roots()


def test_memory_is_given_back_to_the_segment():
    """More than the segment has room for, one after the other, in the default segment of 256 MiB."""
    for _ in range(400):
        colors.allocate(Node, text="x" * 2_000_000)


def test_waiting_leaves_no_root(node, key):
    channel, repository = colors.channel(key, 4), colors.repository(key)

    def go_round():
        for i in range(1000):
            channel.send((i, "a tuple of a text", node))
            channel.receive()
            repository.compare_and_set(repository.get(), f"a text of number {i}")
            repository.get_and_set(node)
            with colors.monitor(node) as monitor:
                monitor.notify_all()

    go_round()
    before = roots()
    go_round()
    assert roots() == before
    wrappers, own, entries, _ = before
    assert wrappers == own == entries
