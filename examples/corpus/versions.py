# SPDX-License-Identifier: Apache-2.0
"""Two programs whose classes of one name have different fields: both versions live side by side."""

import colors
import corpus
from corpus import find, publish, say, truth


@colors.shared("versions.Item")
class Item:
    def __init__(self, **fields):
        self.__dict__.update(fields)


def version(item):
    return colors.shared_type(item).version


def write():
    publish("versions.old", colors.copy_in(Item(id=1, name="old")))
    again = colors.copy_in(Item(id=1, name="old"))
    say(f"the same fields make the same version: {truth(version(again) == version(find('versions.old')))}")


def read():
    old = find("versions.old")
    item = colors.copy_in(Item(id=2, price=9.5))
    publish("versions.new", item)
    say(f"one class: {truth(colors.shared_type(old).name == colors.shared_type(item).name)}")
    say(f"two versions: {truth(version(old) != version(item))}")
    display(old)
    display(item)
    before = version(old)
    old.price = 4.5
    say(f"a field moved it to a new version: {truth(version(old) != before)}")
    display(old)


def check():
    display(find("versions.old"))
    display(find("versions.new"))


def display(item):
    say(" ".join(sorted(f"{field.name}:{field.type}" for field in colors.shared_type(item).fields)))


if __name__ == "__main__":
    corpus.main(globals())
