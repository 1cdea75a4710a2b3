# SPDX-License-Identifier: Apache-2.0
"""Fields that a static language declared stay: nobody removes them or gives them another type; other fields come and
go.

A dynamic language's are free. The expected output depends on the language that wrote.
"""

import colors
import corpus
from corpus import attempt, find, publish, say, show, type_of


@colors.shared("pinned.Part")
class Part:
    def __init__(self):
        self.weight = 2.5
        self.name = "bolt"
        self.count = 7


def write():
    publish("pinned", colors.copy_in(Part()))


def read():
    part = find("pinned")
    attempt("another field", lambda: setattr(part, "state", "NY"))
    attempt("it is removed", lambda: delattr(part, "state"))
    attempt("another type", lambda: setattr(part, "count", "many"))
    attempt("a float is removed", lambda: delattr(part, "weight"))
    attempt("a string is removed", lambda: delattr(part, "name"))
    attempt("another field after that", lambda: setattr(part, "color", "red"))
    attempt("a new value", lambda: setattr(part, "name", "nut"))


def check():
    part = find("pinned")
    for name in ("weight", "name", "count", "state", "color"):
        say(f"{name}: {type_of(part, name)}")
    show(part, "name")


if __name__ == "__main__":
    corpus.main(globals())
