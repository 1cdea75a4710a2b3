# SPDX-License-Identifier: Apache-2.0
import math
import os
import random
import re
import subprocess
import sys
import threading

import colors
import pytest
from processes import end, start


class Thing:
    def __init__(self):
        self.count, self.price, self.text, self.friend = 0, 1.5, "a text that is an object", None


def test_fields(key):
    thing = colors.copy_in(Thing())
    assert colors.get_and_add(thing, "count", 2) == 0 and thing.count == 2
    assert colors.get_and_add(thing, "price", 1) == 1.5 and thing.price == 2.5
    assert colors.compare_and_set(thing, "count", 2.0, 5) and not colors.compare_and_set(thing, "count", 2, 6)
    assert colors.get_and_set(thing, "text", "b") == "a text that is an object"
    assert colors.compare_and_set(thing, "friend", None, thing) and thing.friend is thing
    assert colors.compare_and_set(thing, "friend", thing, None) and thing.friend is None


@pytest.mark.parametrize(("error", "call"), [
    (AttributeError, lambda thing: colors.get_and_add(thing, "none", 1)),
    (colors.IntegerOverflowError, lambda thing: colors.get_and_add(thing, "count", 2**63)),
    (colors.TypeConflictError, lambda thing: colors.get_and_add(thing, "count", 0.5)),
    (colors.TypeConflictError, lambda thing: colors.get_and_add(thing, "text", 1)),
    (colors.TypeConflictError, lambda thing: colors.get_and_set(thing, "count", "x")),
    (colors.SharedMemoryError, lambda thing: colors.compare_and_set(thing, "friend", Thing(), None)),
    (colors.SharedMemoryError, lambda thing: colors.get_and_set(Thing(), "count", 1)),
])
def test_errors_store_nothing(error, call):
    thing = colors.copy_in(Thing())
    with pytest.raises(error):
        call(thing)
    assert (thing.count, thing.price, thing.text, thing.friend) == (0, 1.5, "a text that is an object", None)


def test_what_holds_memory_of_c_code_is_refused():
    with open(os.devnull) as file:
        for private in (file, threading.Lock(), re.compile("x")):
            with pytest.raises(colors.SharedMemoryError, match="builtin type; nothing was copied"):
                colors.copy_in(private)
    with pytest.raises(colors.SharedMemoryError, match="class Random cannot be shared"):
        colors.copy_in(random.Random(1))


def test_a_program_starts_no_daemon_that_it_may_not_start():
    program = """
import colors
try:
    colors.attach()
except colors.SharedMemoryError as error:
    print(type(error).__name__, error)
"""
    for text, words in (("false", "NoDaemonError no daemon listens at"), ("no", "COLORS_AUTOSTART is 'no'")):
        segment = {"COLORS_SEGMENT": f"none{os.getpid()}", "COLORS_AUTOSTART": text}
        done = subprocess.run([sys.executable, "-c", program], env={**os.environ, **segment}, capture_output=True,
                              text=True, timeout=60, check=True)
        assert words in done.stdout


def test_processes_add(key):
    thing = colors.copy_in(Thing())
    colors.repository(key).set(thing)
    rounds = 3000
    others = [start(f"""
import colors
thing = colors.repository({key!r}).get()
for _ in range({rounds}): colors.get_and_add(thing, "count", 1)
""") for _ in range(3)]
    for number in range(50):
        setattr(thing, f"added{number}", number)  # the object moves to other versions meanwhile
    for other in others:
        end(other)
    assert thing.count == 3 * rounds


def test_repositories(key):
    repository = colors.repository(key)
    assert repository.compare_and_set(None, 1) and repository.compare_and_set(1.0, "a text that is an object")
    assert not repository.compare_and_set(True, 2)
    assert repository.get_and_set(math.nan) == "a text that is an object"
    assert repository.compare_and_set(math.nan, None)
    with pytest.raises(TimeoutError):
        repository.wait_for_change(None, 0.01)
    with pytest.raises(colors.SharedMemoryError, match="private"):
        repository.wait_for_change(Thing(), 0.01)
    threading.Timer(0.1, repository.set, ["x" * 50]).start()
    assert repository.wait_for_change(None, 60) == "x" * 50
    assert key in colors.repositories() and colors.remove_repository(key) and key not in colors.repositories()
    assert repository.get() is None and not colors.remove_repository(key)
    repository.set(1)
    assert key in colors.repositories()


def test_reflection():
    thing = colors.copy_in(Thing())
    thing.more = 1
    now = colors.shared_type(thing)
    assert now.version == colors.versions(thing)[0].version > colors.versions(thing)[-1].version
    assert [(field.name, field.type) for field in now.fields if field.name in ("count", "more")] == [
        ("count", "integer"), ("more", "integer")]
    assert colors.shared_type(now).name == "shape"


DYING = """
import _weakref
import colors

class Item: pass
class Node: pass

class Look:
    def __init__(self, node, number):
        self.node, self.number = node, number

    def __del__(self, reference=None):
        found.append(self.node.item)
        right.append(found[-1].number == self.number)
        found[-1 if self.number % 3 else 0:] = []

found, right, others = [], [], []
def made(number):
    node = colors.allocate(Node, item=colors.allocate(Item, number=number))
    return node, node.item, Look(node, number)
"""
NESTED = """
nested = None
for number in range(COUNT):
    node, item, look = made(number)
    others.append(node)
    nested = [nested, look, item] if number % 2 else [nested, item, look]
node = item = look = None
nested = None
"""
WEAK = """
for number in range(COUNT):
    node, item, look = made(number)
    others.append((node, _weakref.ref(item, look.__del__)))
    node = item = look = None
"""


@pytest.mark.parametrize(("frees", "count"), [(NESTED, 200), (NESTED, 30_000), (WEAK, 200)])
def test_what_is_being_freed_is_found_anew(frees, count):
    program = DYING + frees.replace("COUNT", str(count)) + """
others.append([colors.allocate(Item) for _ in range(1000)])
print(len(right) >= COUNT and all(right))
""".replace("COUNT", str(count))
    assert end(start(program)) == ["True"]


def test_what_a_thread_without_a_slot_drops_another_may_load_meanwhile():
    assert end(start("""
import threading
import colors

class Item: pass
class Node: pass

node = colors.allocate(Node, item=colors.allocate(Item))
finish = threading.Event()

def drop(held, began, done):
    began.append(True)
    held.clear()
    done.set()
    finish.wait()

for _ in range(16): # each thread needs a slot of its own
    held, began, done = [node.item], [], threading.Event()
    threading.Thread(target=drop, args=(held, began, done)).start()
    while not began:
        pass
    item = node.item
    done.wait()
    wrappers, own, *_ = colors._native.roots()
    print(wrappers - own)
    item = None
finish.set()
""")) == ["0"] * 16
