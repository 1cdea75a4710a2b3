# SPDX-License-Identifier: Apache-2.0
"""The Python twin of tree_client.c: hands 4-level binary trees to the service and reads those that come back."""

import time

import colors

LEVELS = 4
SPINS = 100
PAUSE = 20e-6  # not 0: GraalPy 25.0.3 then sleeps a second


@colors.shared("bench.Node")
class Node:
    pass


def grow(levels):
    if levels == 1:
        return colors.allocate(Node, value=1, left=None, right=None)
    return colors.allocate(Node, value=levels, left=grow(levels - 1), right=grow(levels - 1))


def count(node):
    return 0 if node is None else 1 + count(node.left) + count(node.right)


def take(place):
    turn = 0
    while (found := place.get()) is None:
        turn += 1
        if turn % SPINS == 0:
            time.sleep(PAUSE)
    return found


request = colors.repository("bench.request")
reply = colors.repository("bench.reply")
while True:
    request.set(grow(LEVELS))
    assert count(take(reply)) == 2**LEVELS - 1
    reply.set(None)
