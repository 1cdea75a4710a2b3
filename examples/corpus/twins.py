# SPDX-License-Identifier: Apache-2.0
"""Objects made directly in shared memory, referring to each other before anyone else can see them."""

import colors
import corpus
from corpus import find, publish, say, show, text, truth


@colors.shared("twins.Twin")
class Twin:
    other: "Twin | None"


def make(name):
    return colors.allocate(Twin, name=name, cries=0, other=None)


def write():
    first, second = make("Ann"), make("Ben")
    first.other = second
    second.other = first
    publish("twins", first)


def read():
    ann = find("twins")
    ben = ann.other
    say(f"{text(ann.name)} and {text(ben.name)}")
    say(f"each other's: {truth(ben.other is ann)}")
    third = make("Cem")
    third.other = ann
    ben.other = third
    for _ in range(1000):
        ann.cries += 1


def check():
    ann = find("twins")
    third = ann.other.other
    say(f"{text(third.name)} joined")
    say(f"round: {truth(third.other is ann)}")
    show(ann, "cries")


if __name__ == "__main__":
    corpus.main(globals())
