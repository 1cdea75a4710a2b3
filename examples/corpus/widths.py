# SPDX-License-Identifier: Apache-2.0
"""Numbers that are too large for the width that a static language declared.

Every language refuses them when they are stored, so that no reader has to. The expected output depends on the language
that wrote.
"""

import colors
import corpus
from corpus import find, publish, say, show


@colors.shared("widths.Sample")
class Sample:
    def __init__(self):
        self.tiny = 1
        self.small = 2
        self.medium = 3
        self.unit = 65
        self.large = 4
        self.half = 0.5
        self.boxed = 5


def write():
    publish("widths", colors.copy_in(Sample()))


def refusal(sample, name, value):
    try:
        setattr(sample, name, value)
        return "accepted"
    except colors.NumberOverflowError as error:
        is_of_integer = isinstance(error, colors.IntegerOverflowError) == isinstance(value, int)
        return "refused" if is_of_integer and isinstance(error, OverflowError) else repr(error)


def store(sample, name, value, beyond):
    say(f"{name}, the last one: {refusal(sample, name, value)}, beyond: {refusal(sample, name, beyond)}")
    show(sample, name)


def read():
    sample = find("widths")
    store(sample, "tiny", 127, 128)
    store(sample, "small", -32768, -32769)
    store(sample, "medium", 2147483647, 2147483648)
    store(sample, "unit", 65535, -1)
    store(sample, "large", 1 << 40, 1 << 41)
    store(sample, "half", 0.25, 1e300)
    store(sample, "boxed", -2147483648, 1 << 40)


def check():
    sample = find("widths")
    show(sample, "tiny")
    show(sample, "medium")
    show(sample, "half")
    show(sample, "boxed")


if __name__ == "__main__":
    corpus.main(globals())
