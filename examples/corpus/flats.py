# SPDX-License-Identifier: Apache-2.0
"""Arrays of numbers of one width, whose length is fixed."""
from array import array

import colors
import corpus
from corpus import find, publish, refuse, say, text, truth, type_of


@colors.shared("flats.Grid")
class Grid:
    def __init__(self):
        self.cells = array("i", [1, -2, 2147483647])
        self.depths = array("h", [-32768])
        self.letters = array("H", [65, 0xffff])
        self.times = array("q", [1 << 40])
        self.shares = array("f", [0.1, 0.5])
        self.weights = array("d", [0.1, -0.0])
        self.flags = colors.Array("boolean", [True, False])
        self.empty = array("i")
        self.rows = [array("i", [1, 2]), array("i", [3])]
        self.same = self.cells


def write():
    publish("flats", colors.copy_in(Grid()))


def read():
    grid = find("flats")
    display(grid)
    grid.cells[0] = grid.cells[2]
    grid.cells[1:] = array("i", [7, 8])
    grid.letters[0] = 66
    grid.times[0] = grid.times[0] * 2 + 1
    grid.shares[0] = 0.2
    grid.weights[1] += 1.25
    grid.flags[1] = grid.flags[0]
    grid.depths[-1] = -1
    grid.rows[1] = grid.cells
    refuse("2^31 in int32", OverflowError, lambda: grid.cells.__setitem__(0, 1 << 31))
    refuse("-32769 in int16", OverflowError, lambda: grid.depths.__setitem__(0, -32769))
    refuse("65536 in char", OverflowError, lambda: grid.letters.__setitem__(0, 65536))
    refuse("1e39 in float32", OverflowError, lambda: grid.shares.__setitem__(0, 1e39))
    refuse("a string in int64", TypeError, lambda: grid.times.__setitem__(0, "x"))
    refuse("a number in boolean", TypeError, lambda: grid.flags.__setitem__(0, 2))
    refuse("one more", TypeError, lambda: grid.cells.append(1))
    refuse("one less", TypeError, lambda: grid.cells.pop(0))


def check():
    grid = find("flats")
    display(grid)
    say(f"sum {sum(grid.cells)}, one array: {truth(grid.same is grid.cells and grid.rows[1] is grid.cells)}")


def display(grid):
    for field in "cells", "depths", "letters", "times", "shares", "weights", "flags", "empty":
        display_one(f"{field}: {type_of(grid, field)}", getattr(grid, field))
    for row in grid.rows:
        display_one("row", row)


def display_one(name, elements):
    say(" ".join([f"{name} of {len(elements)} {elements.type}", *map(text, elements)]))


if __name__ == "__main__":
    corpus.main(globals())
