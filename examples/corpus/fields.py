# SPDX-License-Identifier: Apache-2.0
"""Fields that are added to and removed from objects while they are shared."""

import colors
import corpus
from corpus import find, publish, say, show, text, type_of


@colors.shared("fields.Thing")
class Thing:
    def __init__(self, id, name):
        self.id = id
        self.name = name


def write():
    publish("fields", colors.copy_in(Thing(1, "first")))
    publish("fields.other", colors.copy_in(Thing(2, "second")))


def read():
    thing = find("fields")
    thing.weight = 1.5
    display(thing)
    for i in range(20):
        setattr(thing, f"extra{i}", i)
    say(f"twenty more: {thing.extra0} {thing.extra7} {thing.extra19}")
    for i in range(20):
        delattr(thing, f"extra{i}")
    display(thing)
    del thing.weight
    del thing.name
    display(thing)
    say(f"its type has no name: {type_of(thing, 'name')}")
    thing.name = "again"
    thing.friend = find("fields.other")
    display(thing)
    say("the other one has kept its fields")
    display(find("fields.other"))


def check():
    thing = find("fields")
    display(thing)
    show(thing.friend, "name")


def display(thing):
    """All fields, by name: their order is not promised."""
    names = sorted(field.name for field in colors.shared_type(thing).fields)
    say(" ".join(f"{name}={text(getattr(thing, name))}" for name in names))


if __name__ == "__main__":
    corpus.main(globals())
