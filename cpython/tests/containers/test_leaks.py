# SPDX-License-Identifier: Apache-2.0
"""What an operation on a container does again and again, it does with the same memory: private, and roots."""

import gc
import sys

import colors
import pytest

TIMES = 10_000
BLOCKS = 200  # that Python's own caches take, and this test


@pytest.fixture
def things():
    inner = colors.List([1, "a text that is an object", None])
    return {
        "l": colors.List([1, 2.5, "a text that is an object", inner]),
        "i": colors.List(range(10)),
        "inner": inner,
        "d": colors.Dict({"a": 1, "a long key that is an object": "a long text that is one", (1, "t"): inner}),
        "a": colors.Array("int32", range(10)),
        "b": colors.Binary(b"0123456789"),
        "s": colors.Set([1, "x", (1, 2)]),
        "t": colors.Tuple([1, "a text that is an object", (1, inner)]),
        "colors": colors,
        "fail": fail,
    }


def fail(function, *arguments):
    try:
        function(*arguments)
    except (IndexError, KeyError, TypeError, colors.SharedMemoryError):
        return
    raise AssertionError("no exception")


OPERATIONS = [
    "l[0]",
    "l[2]",
    "l[3]",
    "l[3][1]",
    "l[1:3]",
    "list(l)",
    "l.append(5); l.pop()",
    "l.append('a text that is long'); l.pop()",
    "l.append((1, 'a long text in it', frozenset({2, b'x'}))); l.pop()",
    "l.insert(0, 'another long text'); del l[0]",
    "l[2] = 'a new text that is long'",
    "l[3] = l[3]",
    "fail(l.__getitem__, 99)",
    "fail(l.append, object())",
    "fail(l.append, (1, 'a text', object()))",
    "'q' in l",
    "repr(l)",
    "l == l[:]",
    "i.sort()",
    "i.reverse()",
    "i[2:4] = [1, 2, 3]; del i[2]",
    "i.extend(['x', 'a long text of words']); del i[-2:]",
    "for x in i: pass",
    "colors.List()",
    "colors.List(['a text that is an object', 2])",
    "d['a']",
    "d['a long key that is an object']",
    "d[(1, 't')]",
    "'q' in d",
    "d['a'] = 2",
    "d['a'] = 'a long text, again and again'",
    "d[(1, 't')] = 5",
    "d.pop('a'); d['a'] = 1",
    "list(d.items())",
    "d['a key that is put and removed'] = 'with a long value'; d.popitem()",
    "d.get((1, 'other'))",
    "fail(d.__getitem__, 'q')",
    "d[frozenset({1, 'x', (2,)})] = 1; del d[frozenset({1, 'x', (2,)})]",
    "fail(d.__setitem__, 'q', object())",
    "d.setdefault('a', 1); d.setdefault('b', 'long text'); del d['b']",
    "iter(d)",
    "next(iter(d.values()))",
    "d.keys() & {'a'}",
    "a[0]",
    "a[0] = 5",
    "a[2:4]",
    "a[2:4] = [1, 2]",
    "memoryview(a)[0]",
    "bytes(a)",
    "fail(a.__setitem__, 0, 2**40)",
    "a.__dlpack__()",
    "a.__arrow_c_array__()",
    "colors.Array('int8', 5)",
    "b[0]",
    "b[0] = 1",
    "bytes(memoryview(b))",
    "s.add('an element that is long'); s.remove('an element that is long')",
    "(1, 2) in s",
    "s | {5}",
    "t[1]",
    "t[2]",
    "t[2][1]",
    "hash(t[:2])",
    "colors.Tuple((1, 'a text that is long'))",
    "colors.copy_in([1, {'a': [2, (3, 'text')]}])",
    "colors.copy_out(l)",
    "l.compare_and_set(0, 1, 1)",
    "i.get_and_add(0, 1)",
    "d.get_and_set('a', 5)",
]


def run(code, things, times):
    for _ in range(times):
        exec(code, things)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_memory_stays_the_same(things, operation):
    code = compile(operation, "operation", "exec")
    run(code, things, 500)
    gc.collect()
    before = sys.getallocatedblocks()
    run(code, things, TIMES if len(operation) < 60 else TIMES // 5)
    gc.collect()
    assert sys.getallocatedblocks() - before < BLOCKS


def test_what_is_dropped_is_freed(things):
    """A heap of 256 MB takes a hundred times that, when each object is let go."""
    for i in range(600):
        things["l"][0] = colors.Array("int64", 2**16)
        things["d"]["a"] = ("x" * 2**19, i)
        made = colors.List(["y" * 2**19])
        made.append(made)
    assert len(things["l"]) == 4
