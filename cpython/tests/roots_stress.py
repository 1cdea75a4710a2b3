# SPDX-License-Identifier: Apache-2.0
"""Threads that build, walk, change and drop a shared graph, while the collector runs all the time: what a wrapper
names is alive, and what nobody names is freed.

    roots_stress.py SEED SECONDS KEY

Each node has a number and a check that follows from it, so a node that was freed under a wrapper is seen. Several
processes may run it on one graph at once (the same KEY).
"""
import contextlib
import random
import sys
import threading
import time

import colors

PLACES = 64


@colors.shared("stress.Node")
class Node:
    pass


@colors.shared("stress.Root")
class Root:
    pass


def make(number):
    return colors.allocate(Node, number=number, check=check_of(number), text=f"the node of number {number}", left=None,
                           right=None)


def check_of(number):
    return (number * 0x9E3779B97F4A7C15 + 7) % 2**61


def verify(node):
    number = node.number
    if node.check != check_of(number) or node.text != f"the node of number {number}":
        raise AssertionError(f"node {number} has check {node.check} and text {node.text!r}")
    return node


def place(random_):
    return f"p{random_.randrange(PLACES)}"


def verify_value(value):
    """What a container holds: a node, or a tuple of its number, a text of it, and a node."""
    if isinstance(value, tuple):
        number, text, node = value
        assert text == f"the text of {number}", (number, text)
        value = node
    if value is not None:
        verify(value)


def change_list(nodes, node, random_):
    what = random_.randrange(5)
    number = random_.getrandbits(40)
    if what == 0 or len(nodes) < 10:
        nodes.append(node)
    elif what == 1 and len(nodes) < 3000:
        nodes.insert(random_.randrange(10), (number, f"the text of {number}", node))
    elif what == 2:
        with contextlib.suppress(IndexError):
            verify_value(nodes.pop())
    elif what == 3:
        with contextlib.suppress(IndexError):
            nodes[random_.randrange(20)] = node
    else:
        with contextlib.suppress(IndexError):
            verify_value(nodes[random_.randrange(20)])


def change_dict(names, node, random_):
    what = random_.randrange(5)
    number = random_.randrange(500)
    key = (number, f"key {number}", number * 0.5)[random_.randrange(3)]
    if what <= 1:
        names[key] = node if what else (number, f"the text of {number}", node)
    elif what == 2:
        verify_value(names.get(key))
    elif what == 3:
        verify_value(names.pop(key, None))
    else:
        for _, value in zip(range(20), names.values()):
            verify_value(value)


def walk_in_scope(root, random_):
    """What other threads get meanwhile stays theirs."""
    with colors.scope() as scope:
        nodes, node = [], getattr(root, place(random_))
        while node is not None and len(nodes) < 10:
            nodes.append(verify(node))
            node = node.left
        kept = scope.keep(nodes[-1]) if nodes else None
    verify_value(kept)


def step(root, held, random_):
    what = random_.randrange(11)
    if what == 10:
        walk_in_scope(root, random_)
    elif what == 0:
        held[random_.randrange(len(held))] = make(random_.getrandbits(60))
    elif what == 1:
        setattr(root, place(random_), random_.choice(held))
    elif what == 2:
        held[random_.randrange(len(held))] = getattr(root, place(random_))
    elif what == 3:
        node = random_.choice(held)
        if node is not None:
            node.left, node.right = random_.choice(held), getattr(root, place(random_))
    elif what == 4:
        node = getattr(root, place(random_))
        for _ in range(random_.randrange(30)):
            if node is not None:
                node = verify(node).left if random_.random() < 0.5 else verify(node).right
        held[random_.randrange(len(held))] = node
    elif what == 5:
        setattr(root, place(random_), None)
    elif what == 6:
        node = random_.choice(held)
        if node is not None:
            verify(node)
            node.left = None
    elif what == 7:
        change_list(root.nodes, random_.choice(held), random_)
    elif what == 8:
        change_dict(root.names, random_.choice(held), random_)
    else:
        held[random_.randrange(len(held))] = None


def run(root, seed, end, failures):
    random_ = random.Random(seed)
    held = [None] * random_.choice((4, 200, 4000))
    steps = 0
    try:
        while time.monotonic() < end:
            for _ in range(200):
                step(root, held, random_)
            steps += 200
        for node in held:
            if node is not None:
                verify(node)
    except BaseException as failure:
        failures.append(failure)
        raise
    print(f"{steps} steps", flush=True)


def collect(end):
    while time.monotonic() < end:
        colors.collect()


def main():
    seed, seconds, key = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
    print(f"seed {seed}", flush=True)
    repository = colors.repository(key)
    if repository.get() is None:
        root = colors.allocate(Root, nodes=colors.List(), names=colors.Dict())
        for i in range(PLACES):
            setattr(root, f"p{i}", None)
        repository.set(root)
    root = repository.get()
    end = time.monotonic() + seconds
    failures = []
    threads = [threading.Thread(target=run, args=(root, seed * 100 + i, end, failures)) for i in range(3)]
    threads.append(threading.Thread(target=collect, args=(end,)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit(1 if failures else 0)


main()
