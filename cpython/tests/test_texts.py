# SPDX-License-Identifier: Apache-2.0
"""Strings that are read or stored again: found without a copy, never another one's."""
import os
import pathlib
import subprocess
import sys
import weakref

import colors
import pytest
from colors import _native
from test_fork import in_child

WIDE = "\u20ac, or many of them"


@colors.shared("texts.Named")
class Named:
    pass


def test_a_place_of_memory_has_another_string_after_a_sweep():
    nodes = [colors.allocate(Named, name=None) for _ in range(500)]
    for turn in range(20):
        for i, node in enumerate(nodes):
            node.name = f"turn {turn:04} node {i:04}"
        for _ in range(3):  # the second one is remembered, the third one found
            assert [node.name for node in nodes] == [f"turn {turn:04} node {i:04}" for i in range(500)]
        for node in nodes:
            node.name = None
        colors.collect()


def test_strings_change_while_they_are_read(other, key):
    """Another process stores new ones, and has the collector free the old ones."""
    shared = colors.List([f"{i:09} {i:09}" for i in range(64)])
    end, enough = colors.repository(key + "-end"), colors.repository(key + "-enough")
    colors.repository(key).set(shared)
    other(f"""
import colors
shared, number, turns = colors.repository({key!r}).get(), 64, 0
while turns < 60 or colors.repository({key + "-enough"!r}).get() is None:
    for i in range(64):
        shared[i] = f"{{number:09}} {{number:09}}"
        number += 1
    colors.collect()
    turns += 1
colors.repository({key + "-end"!r}).set(number)
""")
    reads = 0
    while end.get() is None:
        for text in [*shared, *shared, *shared]:
            first, second = text.split()
            assert first == second, text
            reads += int(first) >= 64
        if reads > 1000:
            enough.set(True)
    assert reads > 1000


@pytest.mark.fills_a_cache
@pytest.mark.parametrize("store", [
    lambda node, texts: [setattr(node, "name", text) for text in texts],
    lambda node, texts: colors.List(texts),
    lambda node, texts: [colors.List().append(text) for text in texts],
    lambda node, texts: [colors.allocate(Named, name=text) for text in texts],
    lambda node, texts: colors.copy_in(texts)])
def test_each_text_is_kept_once(store):
    node = colors.allocate(Named, name=None)
    texts = [f"a text that is stored again, {store.__code__.co_firstlineno} {i}" for i in range(20)]
    texts += [WIDE + text for text in texts]
    kept = _native.stored_texts()
    for _ in range(4):
        store(node, texts)
    grown = _native.stored_texts() - kept
    assert 30 <= grown <= 40  # some may have no place
    for _ in range(4):
        store(node, ["".join(list(text)) for text in texts])  # others, equal
    assert _native.stored_texts() - kept <= 40
    assert list(colors.List(texts)) == texts


def test_what_is_stored_once_is_not_kept():
    node = colors.allocate(Named, name=None)
    kept = _native.stored_texts()
    for i in range(20_000):
        node.name = f"a text in the place of the one before, {i:05}"
    colors.List([f"one of many texts, {i:05}" for i in range(20_000)])
    assert _native.stored_texts() - kept < 20


def test_what_is_not_quite_str_is_not_kept():
    class Text(str):
        __slots__ = ("__weakref__",)

    node, text = colors.allocate(Named, name=None), Text("of a class of its own")
    gone = weakref.ref(text)
    for _ in range(5):
        node.name = text
    assert node.name == "of a class of its own"
    del text
    assert gone() is None


def test_a_forked_child_has_none():
    node, texts = colors.allocate(Named, name=None), [f"the parent stored this, {i}" for i in range(10)]
    for text in texts * 3:
        node.name = text
    assert [node.name for _ in range(3)] == [texts[-1]] * 3

    def run():
        assert _native.stored_texts() == 0
        mine = colors.List(texts * 3)
        assert list(mine) == texts * 3
    in_child(run)
    assert list(colors.List(texts)) == texts


@pytest.fixture
def small_segment():
    name = f"texts-{os.getpid()}"
    colorsd = pathlib.Path(_native.__file__).with_name("colorsd")
    command = [colorsd, "--foreground", "--segment", name, "--objects", "16M"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        try:
            assert name in daemon.stdout.readline()
            yield name
        finally:
            daemon.terminate()


def test_they_are_given_up_when_memory_is_short(small_segment):
    program = """
import colors
from colors import _native
texts = [f"a text that is stored again and again, {i}" for i in range(100)]
for _ in range(3):
    colors.List(texts)
assert _native.stored_texts() > 80
held = []
try:
    while True:
        held.append(colors.List(bytes(100_000)))
except colors.OutOfSharedMemoryError:
    pass
held[0][0] = 1
assert _native.stored_texts() == 0
del held[10:]
for _ in range(3):
    assert list(colors.List(texts)) == texts
"""
    environment = dict(os.environ, COLORS_SEGMENT=small_segment)
    run = subprocess.run([sys.executable, "-c", program], check=False, env=environment, timeout=120,
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_they_outlive_the_scope_in_which_the_first_one_was_kept():
    program = """
import colors
from colors import _native
texts = [f"a text that is stored again and again, {i}" for i in range(100)]
with colors.scope():
    for _ in range(3):
        colors.List(texts)
    kept = _native.stored_texts()
assert kept > 80
colors.collect()
for _ in range(3):
    assert list(colors.List(texts)) == texts
    colors.collect()
assert _native.stored_texts() >= kept
"""
    assert subprocess.run([sys.executable, "-c", program], timeout=120, check=True).returncode == 0
