# SPDX-License-Identifier: Apache-2.0
"""Constants of enums: a program has them as constants of its own enum of that name, or as a stand-in."""

import enum

import colors
import corpus
from corpus import find, publish, say, truth, type_of


@colors.shared("enums.Color")
class Color(enum.Enum):
    RED = "r"
    GREEN = "g"
    BLUE = "b"


@colors.shared("enums.Paint")
class Paint:
    def __init__(self):
        self.color = Color.GREEN
        self.other: object = None
        self.none = None


FAR = colors.EnumConstant("enums.Elsewhere", "FAR")


def write():
    paint = colors.copy_in(Paint())
    paint.other = Color.RED
    publish("enums", paint)
    publish("enums.constant", Color.BLUE)
    publish("enums.foreign", FAR)


def read():
    paint = find("enums")
    display(paint)
    say(f"the program's own constant: {truth(find('enums.constant') is Color.BLUE)}")
    say(f"a stand-in: {truth(find('enums.foreign') == FAR)} {FAR.type} {FAR.name}")
    paint.color = Color.BLUE
    paint.other = FAR
    paint.none = Color.RED


def check():
    display(find("enums"))


def display(paint):
    for name in ("color", "other", "none"):
        value = getattr(paint, name)
        say(f"{name}: {type_of(paint, name)} {'null' if value is None else value.name}")


if __name__ == "__main__":
    corpus.main(globals())
