# SPDX-License-Identifier: Apache-2.0
"""One mutator of the stress in Python, GraalPy or CPython: mutate.py INDEX SEED.

native/test/graph.h says what the graph is and who may change what; graph.c and Mutate.java do the same in the other
languages.
"""
import random
import sys
import time

import colors

MUTATORS = 10
ROOTS = 32
LEVELS = 5
EXTRAS = 6
LISTS = 8
LENGTH = 16
TURNS = 50
END = -1
ALPHABET = "abcdefghijklmnopqrstuvwxyz" * 2000


@colors.shared("stress.Node")
class Node:
    pass


def repository(key):
    return colors.repository("stress." + key)


def check(good, what):
    if not good:
        raise AssertionError("not so: " + what)


# ---- what a stamp says

def text_of(stamp):
    length = 16400 + stamp // 50 % 8 * 4000 if stamp % 50 == 7 else stamp % 40
    return ALPHABET[stamp % 26:stamp % 26 + length]


def extra_of(stamp, extra):
    """Even ones hold a number, x3 a flat array, other odd ones a text."""
    if extra == 3:
        return [(stamp + i + 2**31) % 2**32 - 2**31 for i in range(5000 if stamp % 50 == 9 else stamp % 40)]
    return stamp * 8 + extra if extra % 2 == 0 else f"x{extra}:{stamp}"


def check_node(node):
    stamp = node.stamp
    check(node.text == text_of(stamp), "the text of a node")
    for i in range(EXTRAS):
        value = getattr(node, f"x{i}", None)
        check(value is None or value == extra_of(stamp, i), f"added field x{i}")


def read(head):
    """The stamps of a private list."""
    stamps = []
    while head is not None:
        check_node(head)
        check(head.owner < MUTATORS and len(stamps) < LENGTH, "a private list")
        stamps.append(head.stamp)
        head = head.a
    return stamps


class PrivateList:
    """What this mutator knows of a list that only it changes. The head is None while only the repository roots the
    list."""

    def __init__(self, own):
        self.own = own
        self.held = None
        self.published = False
        self.stamps = []

    def head(self):
        return self.own.get() if self.held is None and self.published else self.held

    def set_head(self, first):
        if first is None:
            self.held = None
            self.published = False
            self.own.set(None)
            return
        held = self.held is not None or not self.published
        if self.published:
            self.own.set(first)
        self.held = first if held else None

    def verify(self):
        found = read(self.head())
        check(found == self.stamps, f"a private list is {found}, expected {self.stamps}")


class Mutator:
    def __init__(self, index, seed):
        self.index = index
        self.random = random.Random(seed)
        self.roots = [repository(f"root.{i}") for i in range(ROOTS)]
        self.lists = [PrivateList(repository(f"own.{index * LISTS + i}")) for i in range(LISTS)]
        self.operations = self.nodes = self.sent = self.taken = self.full = 0

    def pick(self, count):
        return self.random.randrange(count)

    def down(self):
        return "abc"[self.pick(3)]

    def root(self):
        return self.roots[self.pick(ROOTS)]

    def node(self, level, owner):
        stamp = self.random.getrandbits(40)
        self.nodes += 1
        return colors.allocate(Node, stamp=stamp, level=level, owner=owner, sum=0, text=text_of(stamp), a=None, b=None,
                               c=None, back=None)

    def change_extra(self, node):
        # added in order and removed from the end: in any order there would be thousands of versions of the class
        live = next((i for i in range(EXTRAS) if getattr(node, f"x{i}", None) is None), EXTRAS)
        if live == 0 or live < EXTRAS and self.pick(2) == 0:
            value = extra_of(node.stamp, live)
            setattr(node, f"x{live}", colors.Array("int32", value) if live == 3 else value)
        else:
            try:
                delattr(node, f"x{live - 1}")
            except AttributeError:
                pass  # another one was faster
            except colors.SharedMemoryError as error:
                check("no field of that name" in str(error), str(error))

    # ---- the common part

    def descend(self):
        """A random path down from a root."""
        path = []
        wanted = 1 + self.pick(LEVELS)
        at = self.root().get()
        while at is not None and len(path) < wanted:
            check(at.level == len(path) and at.owner == MUTATORS, "a node's level")
            path.append(at)
            at = getattr(at, self.down())
        return path

    def grow(self):
        path = self.descend()
        level = 0 if self.pick(8) == 0 else len(path) % LEVELS
        made = self.node(level, MUTATORS)
        if level == 0:
            self.root().set(made)
        else:
            setattr(path[level - 1], self.down(), made)

    def join(self):
        start = self.descend()
        end = self.descend()
        levels = min(len(start), len(end))
        if levels == 0 or self.pick(8) == 0:
            self.root().set(end[0] if end else None)
        elif levels > 1:
            level = self.pick(levels - 1)
            setattr(start[level], self.down(), end[level + 1])

    def drop(self):
        path = self.descend()
        if not path or self.pick(16) == 0:
            self.root().set(None)
        else:
            setattr(path[-1], self.down(), None)

    def turn_back(self):
        """Sets a reference up, or follows one and takes it away."""
        path = self.descend()
        if path:
            back = path[-1].back
            if back is not None:
                check_node(back)
            path[-1].back = path[self.pick(len(path))] if back is None else None

    def look(self, change):
        path = self.descend()
        if change and path:
            self.change_extra(path[-1])
        for node in path:
            check_node(node)

    # ---- the private part

    def push(self, own):
        if len(own.stamps) < LENGTH:
            made = self.node(0, self.index)
            made.a = own.head()
            own.set_head(made)
            own.stamps.insert(0, made.stamp)

    def pop(self, own):
        if own.stamps:
            own.set_head(own.head().a)
            del own.stamps[0]

    def replace(self, own):
        """Puts a new node in the place of another."""
        if not own.stamps:
            return
        made = self.node(0, self.index)
        place = self.pick(len(own.stamps))
        before, at = None, own.head()
        for _ in range(place):
            before, at = at, at.a
        made.a = at.a
        if before is None:
            own.set_head(made)
        else:
            before.a = made
        own.stamps[place] = made.stamp

    def reroot(self, own):
        """Roots the list in another way."""
        if own.stamps:
            head = own.head()
            how = 1 + self.pick(3)
            own.published = how & 2 != 0
            own.own.set(head if own.published else None)
            own.held = head if how & 1 else None

    def hand_over(self, own):
        """One's own roots go before the mailbox is filled, so that a list has one owner wherever a process dies."""
        mailbox = repository(f"mail.{self.index * MUTATORS + self.pick(MUTATORS)}")
        if own.stamps and mailbox.get() is None:
            head = own.head()
            head.sum = sum(own.stamps)
            own.stamps = []
            own.set_head(None)
            mailbox.set(head)
            self.sent += 1

    def take_over(self, own):
        mailbox = repository(f"mail.{self.pick(MUTATORS) * MUTATORS + self.index}")
        head = mailbox.get()
        if head is not None:
            mailbox.set(None)
            own.stamps = read(head)
            check(head.sum == sum(own.stamps), "the sum of a list that came")
            own.set_head(head)
            self.taken += 1

    def verify(self, own):
        own.verify()
        if own.stamps:
            self.change_extra(own.head())

    # ---- a mutator

    def step(self):
        what = self.pick(100)
        self.operations += 1
        if what < 30:
            self.grow()
        elif what < 42:
            self.join()
        elif what < 54:
            self.drop()
        elif what < 58:
            self.turn_back()
        elif what < 70:
            self.look(what < 66)
        else:
            own = self.lists[self.pick(LISTS)]
            (self.push, self.push, self.pop, self.replace,
             self.reroot, self.hand_over, self.take_over, self.verify)[self.pick(8)](own)

    def turn(self):
        """When the heap is full of live objects, a quarter of the roots goes."""
        try:
            self.step()
        except colors.OutOfSharedMemoryError:
            self.full += 1
            for _ in range(ROOTS // 4):
                self.root().set(None)

    def inherit(self):
        """What a mutator of this index left that was killed is checked and dropped."""
        for own in self.lists:
            read(own.own.get())
            own.own.set(None)

    def run(self):
        control = repository("control")
        ack = repository(f"ack.{self.index}")
        self.inherit()
        while (now := control.get()) != END:
            if now % 2 == 0:
                ack.set(now)
                time.sleep(0.001)
                continue
            for _ in range(TURNS):
                self.turn()
        for own in self.lists:
            own.verify()


mutator = Mutator(int(sys.argv[1]), int(sys.argv[2]))
print(f"  mutator {mutator.index}: attached", flush=True)
mutator.run()
print(f"  mutator {mutator.index}: {mutator.operations} operations, {mutator.nodes} nodes, "
      f"{mutator.sent} lists sent, {mutator.taken} taken, heap full {mutator.full} times")
