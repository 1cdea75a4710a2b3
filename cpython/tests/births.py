# SPDX-License-Identifier: Apache-2.0
"""A day's worth of wrappers in minutes: they are born in all ways in which a program gets them, and dropped; the memory
of both heaps stays what it was after the first tenth.

    births.py COUNT [MEASURE...]

COUNT is how many are born. A MEASURE, such as `anonymous`, is one that is not judged: ASan keeps what is freed.
"""
import gc
import os
import sys
import threading
import time

import colors
from colors import _native

TENTHS = 10
PATIENCE = 60  # seconds
ROUND = 10_000  # births after which the kinds take turns
# What may come on top of the first tenth's, however many are born.
BOUNDS = {
    "anonymous": 4 << 20,  # bytes of this process that are no file's: malloc's free blocks come and go
    "blocks": 1000,        # of Python's allocator: its caches
    "objects": 100,        # which Python's collector knows
    "wrappers": 0,
    "entries": 0,          # of the root log
    "chunks": 2,           # of the root log: a thread may fill another one when it is measured
    "live": 1 << 20,       # bytes in the shared heap after a cycle
}
HELD = 100  # nodes in the containers


@colors.shared("births.Node")
class Node:
    def __init__(self, number, next=None):
        self.number, self.next = number, next


class Counter:
    """The service. Its argument is born in the server's thread, its result in the client's."""

    def next(self, node):
        return node.next


class Kinds:
    """Each kind takes how many to make at least, and gives how many it made."""

    def __init__(self):
        self.head = colors.allocate(Node, number=0, next=None)
        self.head.next = colors.allocate(Node, number=1, next=None)
        self.pairs = colors.List([colors.allocate(Node, number=i, next=self.head) for i in range(HELD)])
        self.table = colors.Dict({f"the key {i}": colors.allocate(Node, number=i, next=None) for i in range(HELD)})
        self.private = [Node(i, Node(-i)) for i in range(HELD)]
        self.channel = colors.channel(f"births-{os.getpid()}", 2 * HELD)
        self.repository = colors.repository(f"births-{os.getpid()}")
        self.service = f"births-{os.getpid()}"
        self.server = colors.rpc.serve(self.service, Counter(), threads=1)
        self.client = colors.rpc.client(self.service)

    def close(self):
        self.server.close()
        colors.remove_channel(self.service)
        colors.remove_repository(self.service)

    def fields(self, count):
        head = self.head
        for _ in range(count):
            head.next  # noqa: B018 (born and dropped)
        return count

    def items(self, count):
        for _ in range(count // HELD):
            for _node in self.pairs:
                pass
        for i in range(HELD):
            self.pairs[i]
        return count // HELD * HELD + HELD

    def entries(self, count):
        for _ in range(count // (2 * HELD)):
            for _node in self.table.values():
                pass
            for i in range(HELD):
                self.table[f"the key {i}"]
        return count // (2 * HELD) * 2 * HELD

    def allocated(self, count):
        for i in range(count):
            colors.allocate(Node, number=i, next=None)
        return count

    def held(self, count):
        """Until as many are alive as fill several chunks."""
        nodes = [colors.allocate(Node, number=i, next=None) for i in range(count)]
        del nodes[::2]
        return count

    def containers(self, count):
        for _ in range(count // 4):
            colors.List(("a text of some length", 2.5)), colors.Dict({"a": 1}), colors.Array("int32", 5)
            colors.Set((1, "two"))
        return count // 4 * 4

    def copies(self, count):
        """A copy has one wrapper, however many objects it has; another is born for what is looked at."""
        for node in self.private * (count // (2 * HELD)):
            colors.copy_in(node).next  # noqa: B018 (born and dropped)
        return count // (2 * HELD) * 2 * HELD

    def received(self, count):
        for _ in range(count // (2 * HELD)):
            for i in range(HELD):
                self.channel.send(colors.allocate(Node, number=i, next=None))
            for _ in range(HELD):
                self.channel.receive()
        return count // (2 * HELD) * 2 * HELD

    def stored(self, count):
        for i in range(count // 2):
            self.repository.set(colors.allocate(Node, number=i, next=None))
            self.repository.get()
        return count // 2 * 2

    def of_threads(self, count):
        """What one thread made the other drops."""
        made = []
        thread = threading.Thread(target=lambda: made.extend(
            colors.allocate(Node, number=i, next=None) for i in range(count)))
        thread.start()
        thread.join()
        return len(made)

    def called(self, count):
        """The argument, in the client and in the server, and the result in the client."""
        for i in range(count // 3):
            self.client.next(colors.allocate(Node, number=i, next=self.head.next))
        return count // 3 * 3


# Parts of each round. Calls and threads take longer than all else.
SHARES = {"fields": 30, "items": 20, "entries": 15, "allocated": 15, "held": 2, "containers": 4, "copies": 6,
          "received": 4, "stored": 3, "of_threads": 0.5, "called": 0.5}


def anonymous():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon:")) << 10


def roots(most):
    """Once the server's thread has dropped what its last call left, which it does in its own time."""
    end = time.monotonic() + PATIENCE
    while True:
        gc.collect()
        _native.tidy()
        colors.collect()
        wrappers, own, entries, chunks = _native.roots()
        if (wrappers == own == entries and wrappers <= most) or time.monotonic() > end:
            return wrappers, own, entries, chunks
        time.sleep(0.1)


def measured(most):
    wrappers, own, entries, chunks = roots(most)
    assert wrappers == own == entries, f"{wrappers} wrappers have {own} of {entries} entries of the root log"
    return {"anonymous": anonymous(), "blocks": sys.getallocatedblocks(), "objects": len(gc.get_objects()),
            "wrappers": wrappers, "entries": entries, "chunks": chunks, "live": _native.live_bytes()}


def bear(kinds, count):
    born = 0
    while born < count:
        whole = min(20 * ROUND, count - born)
        for kind, share in SHARES.items():
            born += getattr(kinds, kind)(max(2 * HELD, int(whole * share / 100)))
    return born


def main():
    count, ignored = int(float(sys.argv[1])), sys.argv[2:]
    kinds, born, start, first = Kinds(), 0, time.monotonic(), None
    for tenth in range(TENTHS):
        born += bear(kinds, count // TENTHS)
        now = measured(sys.maxsize if first is None else first["wrappers"])
        print(f"{born} wrappers, {time.monotonic() - start:.0f} s:", *(f"{n} {v}" for n, v in now.items()), flush=True)
        if tenth == 0:
            first = now
    kinds.close()
    grown = {name: now[name] - first[name] for name in BOUNDS}
    bad = [f"{name} grew by {grown[name]}, {bound} are allowed" for name, bound in BOUNDS.items()
           if grown[name] > bound and name not in ignored]
    print("\n".join(bad) or f"nothing grew in {born} wrappers but within bounds: {grown}")
    sys.exit(1 if bad else 0)


main()
