# SPDX-License-Identifier: Apache-2.0
"""Fields of all widths side by side: who stores one changes no other, also while the object gets and loses fields."""

import colors
import corpus
from corpus import find, publish, say, text

NAMES = ("on", "tiny", "small", "unit", "medium", "half", "off", "last", "large", "whole")
LOW = (True, -128, -32768, 0, -2147483648, -1.5, True, -1, -(1 << 40), -0.5)
HIGH = (False, 127, 32767, 65535, 2147483647, 0.25, False, 1, 1 << 40, 1e300)


@colors.shared("neighbours.Packed")
class Packed:
    def __init__(self):
        self.on = False
        self.tiny = 1
        self.small = 2
        self.unit = 65
        self.medium = 3
        self.half = 0.5
        self.off = False
        self.last = 4
        self.large = 5
        self.whole = 2.5


def display(packed):
    say(" ".join(text(getattr(packed, name)) for name in NAMES))


def write():
    publish("neighbours", colors.copy_in(Packed()))
    display(find("neighbours"))


def store(packed, values):
    for name, value in zip(NAMES, values, strict=True):
        setattr(packed, name, value)
        display(packed)


def read():
    packed = find("neighbours")
    store(packed, LOW)
    packed.more = True
    packed.count = 7
    display(packed)
    store(packed, HIGH)
    del packed.more
    packed.more = 1.5
    say(f"{text(packed.more)} {text(packed.count)}")
    display(packed)


def check():
    packed = find("neighbours")
    display(packed)
    store(packed, LOW)
    say(f"{text(packed.more)} {text(packed.count)}")


if __name__ == "__main__":
    corpus.main(globals())
