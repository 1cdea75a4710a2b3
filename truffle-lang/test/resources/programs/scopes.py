# SPDX-License-Identifier: Apache-2.0
"""What a thread gets in a scope is given up at its end."""
import threading

import colors

LARGE = 100_000  # elements of an array: 800 KB


class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next

    def __eq__(self, other):
        return self is other

    __hash__ = object.__hash__


def refused(what, use):
    try:
        print(what, "gives", use())
    except colors.SharedMemoryError as e:
        print(what, "is refused:", "closed" if "scope that is closed" in str(e)
              else "that thread" if "in that thread alone" in str(e) else str(e))


boss = colors.copy_in(Node(1))
with colors.scope() as scope:
    node = colors.copy_in(Node(2, Node(3)))
    numbers = colors.List([1, 2])
    names = colors.Dict({"a": 1})
    entries = iter(names.items())
    kept = scope.keep(node.next)
    boss.next = node
    print(node.value, node.next.value, numbers[0], names["a"], kept.value, scope.keep("private"))
    thread = threading.Thread(target=lambda: refused("a field in another thread", lambda: node.value))
    thread.start()
    thread.join()
print(boss.next.value, kept.value)
refused("a field", lambda: node.value)
refused("a store", lambda: setattr(node, "value", 5))
refused("a store of it", lambda: setattr(boss, "next", node))
refused("an element", lambda: numbers[0])
refused("an append", lambda: numbers.append(3))
refused("an iteration", lambda: list(numbers))
refused("a size", lambda: len(names))
refused("a look-up", lambda: names["a"])
refused("an iterator", lambda: next(entries))
refused("a monitor", lambda: colors.monitor(node))
refused("a text", lambda: repr(node))
refused("a copy", lambda: colors.copy_in([node]))
refused("keep", lambda: scope.keep(boss))
print(boss.next.value)

# Nested, and out of order.
outer = colors.scope().__enter__()
first = colors.copy_in(Node(4))
inner = colors.scope().__enter__()
second = inner.keep(colors.copy_in(Node(5)))
inner.__exit__(None, None, None)
print(first.value, second.value)
forgotten = colors.scope().__enter__()
third = colors.copy_in(Node(6))
outer.__exit__(None, None, None)
forgotten.__exit__(None, None, None)
refused("what the inner one kept", lambda: second.value)
refused("what was got in one that the outer one closed", lambda: third.value)

# Objects of a closed one are identical to nothing.
stale = [colors.scoped(lambda: [colors.copy_in(Node(i)) for i in range(100)]) for i in range(20)]
refused("identity", lambda: any(node is old for node in [colors.copy_in(Node(0))] for some in stale for old in some))

# By a function.
print(colors.scoped(lambda: colors.copy_in(Node(6))).value, colors.scoped(lambda: 7))
try:
    colors.scoped(lambda: 1 // 0)
except ZeroDivisionError as e:
    print("raised:", e)
try:
    colors.scoped(8)
except colors.SharedMemoryError as e:
    print(str(e).split(",")[0])
try:
    with colors.scope() as again, again:
        pass
except RuntimeError as e:
    print(str(e).split(";")[0])

# Their memory comes back although the wrappers are reachable: together more than the heap has room for.
wrappers = []
for i in range(800):
    if i % 2:
        with colors.scope():
            wrappers.append(colors.Array("float64", LARGE))
    else:
        colors.scoped(lambda: wrappers.append(colors.Array("float64", LARGE)))
print(len(wrappers), "large arrays")
refused("the last one", lambda: wrappers[-1][0])
