# SPDX-License-Identifier: Apache-2.0
"""Floats that are easily lost: signed zero, NaN, infinities, the largest and the smallest; also in a field that takes
anything."""

import sys

import colors
import corpus
from corpus import find, links, publish, show

INFINITY = float("inf")
VALUES = (-0.0, 0.1, -2.5, 1e300, -1e-300, sys.float_info.max, 5e-324, INFINITY, -INFINITY, float("nan"))


@colors.shared("floats.Pair")
class Pair:
    exact: float
    any: object


def write():
    first = None
    for value in reversed(VALUES):
        pair = colors.allocate(Pair, exact=0.5, any=None, next=first)
        pair.exact = value
        pair.any = value
        first = pair
    publish("floats", first)


def read():
    for pair in links(find("floats")):
        show(pair, "exact")
        show(pair, "any")


if __name__ == "__main__":
    corpus.main(globals())
