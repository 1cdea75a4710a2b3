# SPDX-License-Identifier: Apache-2.0
"""Many short-lived trees and one that stays, after the Benchmarks Game's binary-trees."""

DEPTH = 17


class Tree:
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def count(self):
        return 1 if self.left is None else 1 + self.left.count() + self.right.count()


def grow(depth):
    return Tree(grow(depth - 1), grow(depth - 1)) if depth else Tree(None, None)


def run():
    stays = grow(DEPTH)
    total = 0
    for depth in range(4, DEPTH + 1, 2):
        for _ in range(1 << (DEPTH - depth)):
            total += grow(depth).count()
    return f"{total}/{stays.count()}"
