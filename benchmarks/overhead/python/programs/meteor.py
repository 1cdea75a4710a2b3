# SPDX-License-Identifier: Apache-2.0
"""All ways to fill a board with pieces, in the manner of the Benchmarks Game's meteor-contest: twelve
pentominoes on 3 by 20 cells."""

WIDTH, HEIGHT = 20, 3
FULL = (1 << WIDTH * HEIGHT) - 1
PIECES = ["FF. .FF .F.", "IIIII", "L... LLLL", "NNN. ..NN", "PP PP P.", "TTT .T. .T.", "U.U UUU", "V.. V.. VVV",
          "W.. WW. .WW", ".X. XXX .X.", ".Y.. YYYY", "ZZ. .Z. .ZZ"]


def cells(picture):
    return frozenset((x, y) for y, row in enumerate(picture.split()) for x, sign in enumerate(row) if sign != ".")


def turned(piece):
    """The eight ways in which a piece lies, each at the corner."""
    found = set()
    for _ in range(2):
        for _ in range(4):
            piece = frozenset((-y, x) for x, y in piece)
            left, top = min(x for x, _ in piece), min(y for _, y in piece)
            found.add(frozenset((x - left, y - top) for x, y in piece))
        piece = frozenset((-x, y) for x, y in piece)
    return found


def placements():
    """By the first cell that a placed piece covers: pairs of the piece and its cells, as bits."""
    by_first = [[] for _ in range(WIDTH * HEIGHT)]
    for number, picture in enumerate(PIECES):
        for piece in turned(cells(picture)):
            for x in range(WIDTH - max(x for x, _ in piece)):
                for y in range(HEIGHT - max(y for _, y in piece)):
                    places = [(x + dx) * HEIGHT + y + dy for dx, dy in piece]
                    by_first[min(places)].append((1 << number, sum(1 << place for place in places)))
    return [sorted(each) for each in by_first]


def solve(by_first, board, used):
    if board == FULL:
        return 1
    first = (~board & (board + 1)).bit_length() - 1
    return sum(solve(by_first, board | mask, used | piece) for piece, mask in by_first[first]
               if not piece & used and not mask & board)


def run():
    return solve(placements(), 0, 0)
