# SPDX-License-Identifier: Apache-2.0
"""References, sharing, cycles and identity: a copied graph has the shape of the original."""

import colors
import corpus
from corpus import find, publish, say, show, text, truth


@colors.shared("graph.Node")
class Node:
    def __init__(self, name):
        self.name = name
        self.left: Node | None = None
        self.right: Node | None = None


def write():
    top = Node("top")
    shared = Node("shared")
    top.left = Node("left")
    top.right = Node("right")
    top.left.left = shared
    top.right.left = shared
    top.left.right = top
    shared.right = shared
    publish("graph", colors.copy_in(top))
    publish("graph.left", find("graph").left)


def read():
    top = find("graph")
    left, right = top.left, top.right
    shared = left.left
    show(top, "name")
    show(top, "left")
    say(f"right of right: {text(right.right)}")
    say(f"shared is one object: {truth(shared is right.left)}")
    say(f"left is not right: {truth(left != right)}")
    say(f"cycle to the top: {truth(left.right == top)}")
    say(f"cycle to itself: {truth(shared.right is shared)}")
    say(f"found twice, the same: {truth(find('graph.left') is left)}")
    say(f"same hash: {truth(hash(find('graph.left')) == hash(left))}")
    shared.name = "renamed"
    say(f"renamed through another path: {text(top.right.left.name)}")
    right.right = left
    left.left = None


def check():
    top = find("graph")
    say(f"left of left: {text(top.left.left)}")
    say(f"relinked: {truth(top.right.right is top.left)}")
    show(top.right.left, "name")


if __name__ == "__main__":
    corpus.main(globals())
