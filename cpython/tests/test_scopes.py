# SPDX-License-Identifier: Apache-2.0
"""Scopes: what a thread gets in one is given up at its end. programs/scopes.py has the same for GraalPy."""
import contextlib
import functools
import gc
import itertools
import os
import pickle
import sys
import threading

import colors
import pytest
from colors import _native

LARGE = 100_000  # elements of an array: 800 KB
CLOSED = "got in a scope that is closed by now: get it again, or keep it"


@colors.shared("scopes.Node")
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next


def refused(use):
    with pytest.raises(colors.SharedMemoryError, match=CLOSED):
        use()


def roots():
    gc.collect()
    _native.tidy()
    return _native.roots()[:3]


def made(value, next=None):
    return colors.copy_in(Node(value, next))


USES = {
    "field": lambda node, numbers, names: node.value,
    "store": lambda node, numbers, names: setattr(node, "value", 5),
    "new field": lambda node, numbers, names: setattr(node, "other", 5),
    "delete": lambda node, numbers, names: delattr(node, "value"),
    "stored in an object": lambda node, numbers, names: setattr(made(1), "next", node),
    "stored in a list": lambda node, numbers, names: colors.List([node]),
    "appended": lambda node, numbers, names: colors.List().append(node),
    "key": lambda node, numbers, names: colors.Dict({node: 1}),
    "sent": lambda node, numbers, names: colors.channel("scopes", 1).send(node, timeout=0),
    "put": lambda node, numbers, names: colors.repository("scopes").set(node),
    "attributes": lambda node, numbers, names: node.__dict__,
    "hash": lambda node, numbers, names: hash(node),
    "text": lambda node, numbers, names: repr(node),
    "monitor": lambda node, numbers, names: colors.monitor(node).acquire(),
    "type": lambda node, numbers, names: colors.shared_type(node),
    "copy": lambda node, numbers, names: colors.copy_in([node]),
    "copy out": lambda node, numbers, names: colors.copy_out(node),
    "element": lambda node, numbers, names: numbers[0],
    "append": lambda node, numbers, names: numbers.append(3),
    "iteration": lambda node, numbers, names: list(numbers),
    "sort": lambda node, numbers, names: numbers.sort(),
    "size": lambda node, numbers, names: len(names),
    "look-up": lambda node, numbers, names: names["a"],
    "get": lambda node, numbers, names: names.get("a"),
    "removal": lambda node, numbers, names: names.popitem(),
    "items": lambda node, numbers, names: list(names.items()),
}


@pytest.mark.parametrize("name", USES)
def test_a_later_use_is_refused(name):
    before = roots()
    with colors.scope():
        node, numbers, names = made(2), colors.List([1, 2]), colors.Dict({"a": 1})
        names.popitem()
        names["a"] = 1
        got = [node, numbers, names]
    refused(lambda: USES[name](*got))
    got.clear()
    node = numbers = names = None
    assert roots() == before


def test_iterators_and_views_are_refused():
    with colors.scope():
        entries, numbers = iter(colors.Dict({"a": 1}).items()), iter(colors.List([1, 2]))
        array, binary = colors.Array("int32", 5), colors.Binary(b"bytes")
    for iterator in entries, numbers:
        refused(lambda iterator=iterator: next(iterator))
    refused(lambda: memoryview(array))
    refused(lambda: memoryview(binary))
    refused(lambda: array[0])


def test_what_is_kept_or_was_there_before():
    before = made(1)
    with colors.scope() as scope:
        node = made(2, Node(3))
        before.next, kept = node, scope.keep(node.next)
        assert kept is node.next
        assert scope.keep("private") == "private"
        assert scope.keep(before) is before
    assert (before.value, before.next.value, kept.value) == (1, 2, 3)
    assert before.next is not node
    assert before.next.next is kept
    refused(lambda: node.value)
    refused(lambda: scope.keep(node))


def test_the_same_object_again():
    """Many times, so that entries of the root log are shared by dead and living wrappers."""
    holder, stale = made(0, Node(1)), []
    for _ in range(50):
        with colors.scope():
            stale.append(holder.next)
    assert len({id(node) for node in stale}) == 50
    held = holder.next
    del stale[::2]
    holder.next = None
    colors.collect()
    assert held.value == 1
    for node in stale:
        refused(lambda node=node: node.value)


def test_nested_and_out_of_order():
    outer = colors.scope().__enter__()
    first = made(4)
    inner = colors.scope().__enter__()
    second, third = inner.keep(made(5)), made(6)
    with pytest.raises(colors.SharedMemoryError, match="another one is open"):
        outer.keep(first)
    inner.__exit__(None, None, None)
    assert (first.value, second.value) == (4, 5)
    refused(lambda: third.value)
    forgotten = colors.scope().__enter__()
    fourth = made(7)
    outer.__exit__(None, None, None)
    forgotten.__exit__(None, None, None)
    for node in first, second, fourth:
        refused(lambda node=node: node.value)
    with pytest.raises(colors.SharedMemoryError, match="closed cannot keep"):
        forgotten.keep(made(1))


def test_one_that_nobody_can_close_any_more():
    """What was got in it belongs to the one around it, or to none."""
    with colors.scope():
        colors.scope().__enter__()
        gc.collect()
        node = made(1)
    refused(lambda: node.value)
    lost = [colors.scope().__enter__()]
    node = made(2)
    lost.clear()
    gc.collect()
    assert node.value == 2


def test_by_a_function():
    assert colors.scoped(lambda: made(6)).value == 6
    assert colors.scoped(lambda: 7) == 7
    stale = []
    with pytest.raises(ZeroDivisionError):
        colors.scoped(lambda: stale.append(made(1)) or 1 // 0)
    refused(lambda: stale[0].value)
    with pytest.raises(colors.SharedMemoryError, match="a function was expected"):
        colors.scoped(8)


def test_misuse():
    node = made(1)
    with colors.scope() as scope, pytest.raises(RuntimeError, match="once"):
        scope.__enter__()
    with pytest.raises(RuntimeError, match="not entered"):
        colors.scope().keep(node)
    failures = []

    def misuse():
        for act in lambda: scope.keep(node), lambda: scope.__exit__(None, None, None):
            try:
                act()
            except colors.SharedMemoryError as error:
                failures.append(str(error))

    with colors.scope() as scope:
        thread = threading.Thread(target=misuse, name="Other")
        thread.start()
        thread.join()
        node = made(2)
        monitor = colors.monitor(node)
        monitor.acquire()
        with pytest.raises(colors.SharedMemoryError, match="here 1: leave them first"):
            scope.__exit__(None, None, None)
        monitor.release()
        assert node.value == 2
    refused(lambda: node.value)
    assert [text.split(" in '")[0] for text in failures] == [
        "a scope of thread 'MainThread' cannot keep an object", "a scope of thread 'MainThread' cannot be closed"]


def test_what_another_thread_gets_meanwhile_stays():
    holder, got = made(0, Node(1)), []
    with colors.scope():
        node, own = holder.next, made(2)
        thread = threading.Thread(target=lambda: got.append(holder.next))
        thread.start()
        thread.join()
    assert got[0] is node
    assert node.value == 1
    refused(lambda: own.value)


def test_a_thread_that_ends_in_one():
    for _ in range(20):
        kept, scopes = [], []

        def run(kept=kept, scopes=scopes):
            scopes.append(colors.scope().__enter__())
            kept.append(made(1))

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        assert kept[0].value == 1
        scopes.clear()
        assert kept[0].value == 1


MANY = """
import colors
stale = []
for i in range(800):
    if i % 2:
        with colors.scope():
            stale.append(colors.Array("float64", 100_000))
    else:
        colors.scoped(lambda: stale.append(colors.Array("float64", 100_000)))
try:
    stale[-1][0]
except colors.SharedMemoryError as error:
    print(len(stale), str(error)[:46])
"""


def test_memory_comes_back_though_wrappers_are_held(other):
    """Together more than the heap has room for, in a process with one thread."""
    assert other(MANY).rest() == "800 a shared object was got in a scope that is clo"


def test_a_view_keeps_its_memory():
    with colors.scope():
        array = colors.Array("int64", LARGE)
        array[5] = 7
        view = memoryview(array)
    refused(lambda: array[5])
    array = None
    for _ in range(3):
        colors.collect()
        colors.Array("int64", LARGE)
    assert view[5] == 7
    before = roots()[2]
    view.release()
    del view
    assert roots()[2] == before - 1


READING = """
import os
os.environ["COLORS_READONLY"] = "true"
import colors
views, stale = [], []

def read():
    with colors.scope():
        stale[:] = list(arrays), list(others)
        views.extend((i, memoryview(stale[0][i])) for i in range(0, 200, 5))

state = colors.repository(input())
arrays, others = state.get()
print("ready", flush=True)
wrong = []
while state.get() is not None:
    read()
    wrong += [(i, view[0], view[199]) for i, view in views if not view[0] == view[199] == i]
    del views[:-800]
print(wrong[:5])
"""


def test_views_of_a_reader_keep_their_memory(other, key):
    """It cannot end roots while a cycle begins; it tidies its chunks instead, also in the middle of a scope's end."""
    arrays = colors.List([colors.Array("int64", [i] * 200) for i in range(200)])
    colors.repository(key).set((arrays, colors.List([made(i) for i in range(2000)])))
    reader = other(READING)
    reader.tell(key)
    assert reader.read() == "ready"
    for cycle in range(2000):
        for i in range(cycle % 5, 200, 5):
            arrays[i] = colors.Array("int64", [i] * 200)
        colors.collect()
    colors.repository(key).set(None)
    assert reader.rest() == "[]"


class Closing:
    """A key that closes a scope when it is compared, in the middle of a look-up in a dict that was got in it."""

    def __init__(self, scope, others):
        self.scope, self.others = scope, others

    def __hash__(self):
        return 5

    def __eq__(self, other):
        if not self.others:
            self.scope.__exit__(None, None, None)
            colors.collect()
            self.others += [colors.Dict({"another": i}) for i in range(200)]
        return False


def test_one_that_is_closed_in_an_operation_leaves_it_its_objects():
    for use in (lambda array, key: array.index(key), lambda array, key: array.count(key),
                lambda array, key: key in array, lambda array, key: array.remove(key)):
        scope, others = colors.scope().__enter__(), []
        array = colors.List([(1, 2)] * 100)
        with contextlib.suppress(ValueError, colors.SharedMemoryError):
            use(array, Closing(scope, others))
        assert others
        refused(lambda array=array: array[3])
        assert [len(other) for other in others] == [1] * len(others)


def test_one_that_c_code_would_close():
    """What C code calls in the middle of an operation has the frame of the with statement, and is no end of it."""
    scope, called = colors.scope().__enter__(), []
    array = colors.Array("float64", 100)
    closes = itertools.filterfalse(lambda _: called.append(1), itertools.filterfalse(scope.__exit__, [7]))
    number = type("Number", (), {"dtype": 1, "__float__": float, "item": functools.partial(next, closes)})
    with pytest.raises(TypeError, match="__exit__"):
        array[5] = number()
    assert not called
    assert array[5] == 0
    scope.__exit__(None, None, None)
    refused(lambda: array[5])


def items(channel):
    with colors.scope():
        for i in range(3):
            yield made(i)
    channel.append("closed")


def test_in_a_generator():
    """An operation that takes its items may have them when it closes the scope."""
    closed, stale = [], []
    with pytest.raises(colors.SharedMemoryError, match=CLOSED):
        colors.List(stale.append(node) or node for node in items(closed))
    assert closed
    refused(lambda: stale[0].value)


def test_by_an_exit_stack():
    with contextlib.ExitStack() as stack:
        stack.enter_context(colors.scope())
        node = made(1)
        assert node.value == 1
    refused(lambda: node.value)
    before = roots()[2]
    node = None
    assert roots()[2] == before - 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_a_child_that_is_forked_in_one():
    with colors.scope():
        node = made(1)
        stale = colors.scoped(lambda: [made(2)])
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            texts = []
            for each in node, stale[0]:
                try:
                    texts.append(each.value)
                except colors.SharedMemoryError as error:
                    texts.append(str(error)[:40])
            os.write(writing, pickle.dumps((texts, made(5).value)))
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as file:
            texts, value = pickle.loads(file.read())
        assert os.waitpid(child, 0)[1] == 0
    assert texts == ["this shared object belongs to the proces", "a shared object was got in a scope that "]
    assert value == 5


def test_services_outlive_the_scope_in_which_they_are_first_used():
    class Echo:
        def echo(self, value):
            return value

    with colors.rpc.serve(f"scopes-{os.getpid()}", Echo()):
        with colors.scope():
            client = colors.rpc.client(f"scopes-{os.getpid()}")
            assert client.echo(1) == 1
            future = client.echo.future(made(2)) if hasattr(client.echo, "future") else None
        assert client.echo(made(3)).value == 3
        assert future is None or future.result().value == 2


def test_leaves_nothing():
    def use():
        with colors.scope() as scope:
            kept = scope.keep(made(1))
            stale = [made(2, Node(3)), colors.List([kept])]
        colors.scoped(lambda: made(4))
        del stale, kept

    for _ in range(200):
        use()
    before, blocks = roots(), sys.getallocatedblocks()
    for _ in range(2000):
        use()
    assert roots() == before
    assert sys.getallocatedblocks() - blocks < 60
