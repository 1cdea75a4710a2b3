# SPDX-License-Identifier: Apache-2.0
"""Java arrays in fields, which are lists in the other languages."""

import colors
import corpus
from corpus import attempt, find, publish, say, text, truth, type_of


@colors.shared("arrays.Sheet")
class Sheet:
    def __init__(self):
        self.numbers = [30, 10, 20]
        self.weights = [0.5, 1.25]
        self.names = ["Ada", None]
        self.flags = [True, False]
        self.bytes = bytearray([1, 2])
        self.rows = [[1, 2], []]
        self.sheets = [None, self]


def write():
    publish("arrays", colors.copy_in(Sheet()))


def read():
    sheet = find("arrays")
    display(sheet)
    say(f"types: {type_of(sheet, 'numbers')} {type_of(sheet, 'bytes')}")
    first = sheet.numbers[0]
    sheet.numbers[0] = sheet.numbers[2]
    sheet.numbers[2] = first + 1
    sheet.weights[0] += 2
    sheet.names[1] = "Bob"
    sheet.flags[1] = sheet.sheets[1] is sheet
    sheet.bytes[0] = 127
    sheet.rows[0][1] *= 10
    sheet.rows[1] = sheet.numbers
    sheet.sheets[0] = sheet.sheets[1]
    attempt("a private array", lambda: setattr(sheet, "numbers", [1]))
    attempt("a private row", lambda: sheet.rows.__setitem__(0, [1]))


def check():
    sheet = find("arrays")
    display(sheet)
    sheet.rows[1][1] = 5
    say(f"sum {sum(sheet.numbers)}, one object: {truth(sheet.rows[1] is sheet.numbers and sheet.sheets[0] is sheet)}")


def display(sheet):
    fields = (sheet.numbers, sheet.weights, sheet.names, sheet.flags)
    elements = [text(element) for field in fields for element in field]
    elements += [str(byte) for byte in sheet.bytes]
    elements += ["/".join(str(number) for number in [len(row), *row]) for row in sheet.rows]
    say(f"{' '.join(elements)} {len(sheet.sheets)}")


if __name__ == "__main__":
    corpus.main(globals())
