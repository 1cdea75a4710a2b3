# SPDX-License-Identifier: Apache-2.0
"""Objects of the program's classes as keys: compared by their fields, also when another language put them."""

import dataclasses

import colors
import corpus
from corpus import find, publish, say, text, truth


@colors.shared("keys.Point")
@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: float


@colors.shared("keys.Place", compared_by=("city", "at"))
class Place:
    def __init__(self, city, at, note):
        self.city, self.at, self.note = city, at, note

    def __eq__(self, other):
        return isinstance(other, Place) and (self.city, self.at) == (other.city, other.at)

    def __hash__(self):
        return hash((self.city, self.at))


def write():
    rome = Place("Rome", Point(0, 0.5), "old")
    publish("keys", colors.copy_in({Point(1, 2.5): "first", Point(3, 4.5): "second", rome: "third"}))
    publish("keys.set", colors.copy_in({Point(1, 2.5)}))


def read():
    shared = find("keys")
    display(shared)
    say(f"there: {text(shared[Point(1, 2.5)])} {text(shared[Place('Rome', Point(0, 0.5), 'new')])}")
    say(f"not there: {truth(Point(2, 2.5) in shared)} {truth(Place('Rome', Point(1, 0.5), 'old') in shared)}")
    shared[colors.copy_in(Point(1, 2.5))] = "changed"
    shared[colors.copy_in(Point(5, 6.5))] = "new"
    del shared[Point(3, 4.5)]
    points = find("keys.set")
    points.add(colors.copy_in(Point(1, 2.5)))
    points.add(colors.copy_in(Point(7, 0.5)))
    say(f"set: {len(points)}")


def check():
    shared = find("keys")
    display(shared)
    say(
        f"found: {text(shared[Point(5, 6.5)])} {truth(Point(3, 4.5) in shared)}"
        f" {truth(Point(7, 0.5) in find('keys.set'))}")


def display(shared):
    say(f"{len(shared)}: " + " ".join(f"{text(key)}={text(value)}" for key, value in shared.items()))


if __name__ == "__main__":
    corpus.main(globals())
