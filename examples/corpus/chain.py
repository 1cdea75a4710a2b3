# SPDX-License-Identifier: Apache-2.0
"""A list of 100,000 nodes, copied at once: the depth of a graph does not matter."""

import colors
import corpus
from corpus import find, publish, say


@colors.shared("chain.Node")
class Node:
    def __init__(self, value, next):
        self.value = value
        self.next = next


def write():
    first = None
    for i in range(100_000, 0, -1):
        first = Node(i, first)
    publish("chain", colors.copy_in(first))
    say("copied")


def read():
    length = total = 0
    node = find("chain")
    while node is not None:
        length += 1
        total += node.value
        node.value = -node.value
        node = node.next
    say(f"{length} nodes, sum {total}")


def check():
    total = 0
    node = find("chain")
    while node is not None:
        total += node.value
        node = node.next
    say(f"sum {total}")


if __name__ == "__main__":
    corpus.main(globals())
