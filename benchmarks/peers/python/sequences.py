# SPDX-License-Identifier: Apache-2.0
"""The sequences that are passed, as RpcType.java and PrivateSequences.java have them.

Numbers and texts are there before: a sequence is a new list of some of them. Trees are made anew with each sequence.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

NUMBERS = range(256 + 1024)  # the greatest first number, and the greatest size
NAMES = 256
TEXTS = [f"element {i * i}" for i in range(NAMES)]
VALUES: dict[str, list[Any]] = {
    "bool": [number & 3 == 0 for number in NUMBERS],
    "integer": [number * 1_000_003 for number in NUMBERS],
    "floating": [number * 0.5 for number in NUMBERS],
    "string": [TEXTS[number & NAMES - 1] for number in NUMBERS],
}
SUMS: dict[str, Callable[[Iterable[Any]], int]] = {  # each reads all elements
    "bool": sum,
    "integer": sum,
    "floating": lambda values: int(2 * sum(values)),  # halves, so that no addition rounds
    "string": lambda texts: sum(map(len, texts)),
}


class Kind(NamedTuple):
    """What the elements are."""

    name: str
    number: int  # the ordinal in RpcType
    levels: int  # of trees; 0 of values


KINDS = {name: Kind(name, number, max(0, number - 3))
         for number, name in enumerate([*VALUES, "nodes1", "nodes2", "nodes3", "nodes4"])}


class Node:
    """A node of a tree with four fields besides its children (CoLoRS paper, section 6.2)."""

    __slots__ = ("count", "flag", "left", "name", "right", "weight")

    def __init__(self, flag: bool, count: int, weight: float, name: str, left: Any, right: Any):
        self.flag, self.count = flag, count
        self.weight, self.name = weight, name
        self.left, self.right = left, right

    def __reduce__(self) -> tuple[Any, ...]:
        """With it pickle takes half the time."""
        return Node, (self.flag, self.count, self.weight, self.name, self.left, self.right)


def tree(make: Callable[..., Any], levels: int, number: int) -> Any:
    """The tree of the element with that number. make takes what Node takes."""
    if levels == 1:
        return make(number & 3 == 0, number, number * 0.5, TEXTS[number & NAMES - 1], None, None)
    return make(number & 3 == 0, number, number * 0.5, TEXTS[number & NAMES - 1],
                tree(make, levels - 1, number + 1), tree(make, levels - 1, number + 2))


def sum_of_tree(node: Any) -> int:
    """Reads each field of each node."""
    total = node.flag + node.count + int(2 * node.weight) + len(node.name)
    left = node.left
    if left is not None:
        total += sum_of_tree(left)
    right = node.right
    if right is not None:
        total += sum_of_tree(right)
    return total


def sum_of_trees(nodes: Iterable[Any]) -> int:
    return sum(map(sum_of_tree, nodes))


def maker(kind: Kind, make: Callable[..., Any]) -> Callable[[int, int], list[Any]]:
    """A function that takes the size and the first number, and gives the list. make is for the nodes of trees."""
    if kind.levels:
        return lambda size, first: [tree(make, kind.levels, number) for number in range(first, first + size)]
    values = VALUES[kind.name]
    return lambda size, first: values[first:first + size]


def reader(kind: Kind) -> Callable[[Iterable[Any]], int]:
    """A function that reads a list and gives the sum."""
    return sum_of_trees if kind.levels else SUMS[kind.name]


def answer_of(total: int) -> int:
    """The number of the first element of the answer to a sequence with that sum."""
    return total & 0xFF


def expected(kind: Kind, size: int, first: int) -> int:
    """The sum over the answer to that sequence."""
    make, read = maker(kind, Node), reader(kind)
    return read(make(size, answer_of(read(make(size, first)))))
