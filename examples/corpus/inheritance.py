# SPDX-License-Identifier: Apache-2.0
"""A hierarchy is one flat set of fields; what a field of a superclass's type takes, the storing program's classes
say."""

import colors
import corpus
from corpus import attempt, find, publish, say, show, text


class Named:
    def __init__(self, name):
        self.name = name


@colors.shared("inheritance.Animal")
class Animal:
    def __init__(self):
        self.friend: Named | Animal | None = None


@colors.shared("inheritance.Bird")
class Bird(Animal):
    def __init__(self):
        super().__init__()
        self.wings = 2


@colors.shared("inheritance.Duck")
class Duck(Named, Bird):
    def __init__(self, name):
        Named.__init__(self, name)
        Bird.__init__(self)
        self.quacks = True


@colors.shared("inheritance.Fish")
class Fish(Animal, Named):
    def __init__(self, name):
        Animal.__init__(self)
        Named.__init__(self, name)
        self.depth = 3.5


@colors.shared("inheritance.Stone")
class Stone(Named):
    pass


def write():
    donald = Duck("Donald")
    donald.friend = Duck("Daisy")
    publish("inheritance", colors.copy_in(donald))


def read():
    donald = find("inheritance")
    say(" ".join(sorted(field.name for field in colors.shared_type(donald).fields)))
    show(donald, "wings")
    say(f"friend: {text(donald.friend)}")
    attempt("a fish as a friend", lambda: setattr(donald, "friend", colors.copy_in(Fish("Wanda"))))
    say(f"friend: {text(donald.friend)} {text(donald.friend.name)}")
    attempt("a stone as a friend", lambda: setattr(donald, "friend", colors.copy_in(Stone("stone"))))
    attempt("nobody as a friend", lambda: setattr(donald, "friend", None))


def check():
    donald = find("inheritance")
    show(donald, "name")
    say(f"friend: {text(donald.friend)}")


if __name__ == "__main__":
    corpus.main(globals())
