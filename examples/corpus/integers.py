# SPDX-License-Identifier: Apache-2.0
"""Integers up to the limits, in a field of integers and in one that takes anything."""

import colors
import corpus
from corpus import find, links, publish, show

VALUES = (0, -1, 2**31, 2**53, 2**53 + 1, 2**62 - 1, 2**62, -(2**62), -(2**62) - 1, 2**63 - 1, -(2**63))


@colors.shared("integers.Pair")
class Pair:
    exact: int
    any: object


def write():
    first = None
    for value in reversed(VALUES):
        pair = colors.allocate(Pair, exact=0, any=None, next=first)
        pair.exact = value
        pair.any = value
        first = pair
    publish("integers", first)


def read():
    for pair in links(find("integers")):
        show(pair, "exact")
        show(pair, "any")


if __name__ == "__main__":
    corpus.main(globals())
