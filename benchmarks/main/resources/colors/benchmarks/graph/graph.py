# SPDX-License-Identifier: Apache-2.0
"""Trees in Python, shared or private: built, read, copied; the functions' twins are in graph.js. Each checks what it
did."""
import copy

import colors

NAMES = 256
FORMATS = {"none": None, "short": "n%04d", "long": "a name of thirty-two letters%04d"}
APPENDED = 1000


@colors.shared("bench.GraphNode")
class Node:
    def __init__(self, flag, count, weight, name, left, right):
        self.flag = flag
        self.count = count
        self.weight = weight
        self.name = name
        self.left = left
        self.right = right


@colors.shared("bench.Four")
class Four:
    def __init__(self, a, b, c, d):
        self.a = a
        self.b = b
        self.c = c
        self.d = d


class State:
    pass


def grow_private(state, levels):
    if levels == 0:
        return None
    left = grow_private(state, levels - 1)
    right = grow_private(state, levels - 1)
    number = state.made
    state.made = number + 1
    return Node(number & 1 != 0, number & 0xffff, float(number & 0xff), state.names[number & 0xff], left, right)


def grow_shared(state, levels):
    if levels == 0:
        return None
    left = grow_shared(state, levels - 1)
    right = grow_shared(state, levels - 1)
    number = state.made
    state.made = number + 1
    return colors.allocate(Node, flag=number & 1 != 0, count=number & 0xffff, weight=float(number & 0xff),
                           name=state.names[number & 0xff], left=left, right=right)


def scalars(node):
    total = node.weight + node.count
    return total + 1.0 if node.flag else total


def read_all(node):
    return 0.0 if node is None else scalars(node) + read_all(node.left) + read_all(node.right)


def measure_all(node):
    return 0.0 if node is None else scalars(node) + len(node.name) + measure_all(node.left) + measure_all(node.right)


def expected_sum(first, nodes):
    return sum((number & 1) + (number & 0xffff) + (number & 0xff) for number in range(first, first + nodes))


def expect(expected, found):
    if found != expected:
        raise AssertionError(f"{expected} was expected, not {found}")


def setup(shared, strings, nodes):
    state = State()
    state.shared = shared
    state.grow = grow_shared if shared else grow_private
    state.names = [FORMATS[strings] and FORMATS[strings] % i for i in range(NAMES)]
    state.nodes = nodes
    state.levels = nodes.bit_length()
    state.made = 0
    state.tree = state.grow(state, state.levels)
    state.original = grow_private(state, state.levels)
    state.kept = None
    state.appended = colors.copy_in([]) if shared else []
    state.sum = expected_sum(0, nodes)
    state.letters = nodes * len(state.names[0] or "")
    expect(shared, colors.is_shared(state.tree))
    return state


def build(state, passes):
    grow = state.grow
    first = state.made
    for _ in range(passes):
        state.kept = grow(state, state.levels)
    expect(first + passes * state.nodes, state.made)
    expect(expected_sum(state.made - state.nodes, state.nodes), read_all(state.kept))


def build_strings(state, passes):
    build(state, passes)
    expect(read_all(state.kept) + state.letters, measure_all(state.kept))


def read(state, passes):
    total = 0.0
    tree = state.tree
    for _ in range(passes):
        total += read_all(tree)
    expect(passes * state.sum, total)


def read_strings(state, passes):
    total = 0.0
    tree = state.tree
    for _ in range(passes):
        total += measure_all(tree)
    expect(passes * (state.sum + state.letters), total)


def allocate(state, passes):
    for i in range(passes):
        state.kept = colors.allocate(Four, a=i, b=1, c=2, d=3) if state.shared else Four(i, 1, 2, 3)
    kept = state.kept
    expect((passes - 1, 1, 2, 3), (kept.a, kept.b, kept.c, kept.d))


def construct(state, passes):
    if state.shared:
        with colors.shared_mode():
            construct_all(state, passes)
    else:
        construct_all(state, passes)
    kept = state.kept
    expect((passes - 1, 1, 2, 3), (kept.a, kept.b, kept.c, kept.d))
    expect(state.shared, colors.is_shared(kept))


def construct_all(state, passes):
    for i in range(passes):
        state.kept = Four(i, 1, 2, 3)


def list_append(state, passes):
    appended = state.appended
    tree = state.tree
    for i in range(passes):
        if i % APPENDED == 0:
            appended.clear()
        appended.append(tree)
    expect((passes - 1) % APPENDED + 1, len(appended))
    expect(True, appended[-1] is tree or appended[-1] == tree)


def copy_tree(state, passes):
    make = colors.copy_in if state.shared else copy.deepcopy
    original = state.original
    for _ in range(passes):
        state.kept = make(original)
    expect(read_all(original), read_all(state.kept))
    expect(state.shared, colors.is_shared(state.kept))


def copy_tree_out(state, passes):
    make = colors.copy_out if state.shared else copy.deepcopy
    original = colors.copy_in(state.original) if state.shared else state.original
    for _ in range(passes):
        state.kept = make(original)
    expect(read_all(original), read_all(state.kept))
    expect(False, colors.is_shared(state.kept))


{'setup': setup, 'build': build, 'read': read, 'build.strings': build_strings, 'read.strings': read_strings,
 'allocate': allocate, 'construct': construct, 'list.append': list_append, 'copy': copy_tree,
 'copy.out': copy_tree_out}
