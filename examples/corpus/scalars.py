# SPDX-License-Identifier: Apache-2.0
"""One field of every scalar type, written by one language and read by another."""

import colors
import corpus
from corpus import find, publish, show


@colors.shared("scalars.Values")
class Values:
    def __init__(self):
        self.integer = 42
        self.real = 2.5
        self.truth = True
        self.text = "text"
        self.nothing = None


def write():
    publish("scalars", colors.copy_in(Values()))


def read():
    values = find("scalars")
    display(values)
    values.integer = -43
    values.real = -0.125
    values.truth = False
    values.text = "other"
    values.nothing = 7


def check():
    display(find("scalars"))


def display(values):
    for name in ("integer", "real", "truth", "text", "nothing"):
        show(values, name)


if __name__ == "__main__":
    corpus.main(globals())
